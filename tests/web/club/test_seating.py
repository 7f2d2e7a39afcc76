"""Who dealt first, of a season's partie: corrected at the table, then asked for, agreed on,
and shown side by side.
"""

from tests import there
from tests.web.club.conftest import ADA, BEN, Table
from tests.web.test_seating import changes, correct, preview


def test_until_it_is_signed_the_table_corrects_it_and_no_name(table: Table) -> None:
    code = table.play("tricks E12")
    phone = table.shared(code)
    page = phone.get(f"/p/{code}/players")
    assert "The players are members of the club" in page.text
    assert not page.root.all("input", name="name0")
    assert "Deal 1: Ada −53, Ben +53." in correct(phone, code, dealer="0").text


def test_after_both_have_signed_a_player_asks_for_it_and_the_other_agrees(table: Table) -> None:
    code = table.play(signed=(0, 1))
    ada = table.member(ADA)
    ben = table.member(BEN)
    page = preview(ben, code, dealer="0")
    assert "Ada dealt first, not Ben. Ben is elder in the first deal." in changes(page)
    assert any(each.startswith("Rank of ") for each in changes(page))
    form = ben.get(page.links()["Ask for this correction"])
    assert "Who dealt first. Record: Ben" in form.text
    asked = ben.send(form, "Request a correction", reason="The cut was wrong.")
    address = next(href for href in asked.links().values() if href.endswith("/disputes/1"))
    shown = ada.get(address)
    assert "Who dealt first. Record: Ben" in shown.text
    assert "The player who cuts higher chooses who deals first (Law 4)." in shown.text
    both = ada.get(shown.links()["Agree: see both settlements"])
    (agree,) = (each.text for each in both.root.all("button") if each.text.startswith("Agree"))
    ada.send(both, agree)
    now = there(table.club.sheet(code))
    assert now.sheet.names == ("Ada", "Ben")
    assert "Corrected by agreement" in ada.get(f"/p/{code}/settlement").text
    assert "Ben elder" in ada.get(f"/p/{code}/sheet").text


def test_the_director_corrects_it(table: Table) -> None:
    code = table.play(signed=(0, 1))
    page = preview(table.director, code, dealer="0")
    settling = table.director.get(page.links()["Correct it as the director"])
    assert "Who dealt first. Record: Ben" in settling.text
