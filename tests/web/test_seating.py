"""Names and who dealt first, corrected from the sheet:
shown in words before it is kept, and signed again.
"""

import pytest

from scorer.service.parties import Parties
from tests import there
from tests.rows import each_row
from tests.web.conftest import Page, Phone, Recorder
from tests.web.test_companies import begun, opened
from tests.web.test_phone import ask, at_hand, kept_of, words

DEAL = "E point 5; Y good; count E7 last E play 9"
"""24 to elder, 6 to younger."""


def preview(phone: Phone, code: str, **typed: str) -> Page:
    """Type into the page of the names and the dealer, and tap the key that shows what changes."""
    page = phone.get(phone.get(f"/p/{code}/sheet").links()["Names and dealer"])
    (form,) = page.root.all("form", action=f"/p/{code}/players")
    shown = {
        each.attrs["name"]: each.attrs["value"]
        for each in form.all("input")
        if "checked" in each.attrs
    }
    shown |= {
        each.attrs["name"]: each.attrs["value"]
        for each in form.all("input")
        if "type" not in each.attrs
    }
    assert set(typed) <= {*shown, "dealer"}
    return phone.get(f"/p/{code}/players", query_string=shown | typed)


def correct(phone: Phone, code: str, **typed: str) -> Page:
    page = preview(phone, code, **typed)
    return phone.tap_form(page.key("Keep"))


def changes(page: Page) -> list[str]:
    (found,) = [
        each for each in page.root.all("ul") if each.attrs.get("aria-labelledby") == "changes"
    ]
    return [each.text for each in found.all("li")]


def test_a_misspelt_name_is_corrected_on_the_sheet(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, DEAL)
    assert changes(preview(phone, code, name0="  Adele ")) == [
        "Ada is now called Adele.",
        "No point changes.",
    ]
    page = correct(phone, code, name0="Adele")
    assert page.root.all("h1")[0].text == "Adele and Bea"
    assert "Kept. Ada is now called Adele." in page.text
    assert "Ada " not in phone.table(code).text


def test_what_elder_said_goes_to_who_was_elder(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    """The deal of Ada, said of elder, was Bea's;
    and from then on the seats alternate the other way.
    """
    record(code, DEAL, "tricks E12")
    assert parties.sheet(code).partie.totals == (24, 59)
    assert changes(preview(phone, code, dealer="0")) == [
        "Ada dealt first, not Bea. Bea is elder in the first deal.",
        "Deal 1: Ada −18, Bea +18.",
        "Deal 2: Ada +53, Bea −53.",
        "Total: Ada 59, Bea 24.",
    ]
    assert "Bea elder" in correct(phone, code, dealer="0").text
    sheet = parties.sheet(code)
    assert sheet.names == ("Ada", "Bea")
    assert sheet.partie.totals == (59, 24)
    assert sheet.seated(0).values == ("Bea", "Ada")


@each_row
def test_what_cannot_be_kept_is_said_at_once(
    phone: Phone, code: str, typed: dict[str, str], why: str
) -> None:
    page = preview(phone, code, **typed)
    assert why in page.text
    assert not page.root.all("form", method="post"), "there is nothing to keep"
    shown = {
        each.attrs["name"]: each.attrs["value"] for each in page.root.all("input", maxlength="80")
    }
    assert shown == {"name0": "Ada", "name1": "Bea"} | {
        name: each.strip() for name, each in typed.items() if name in shown
    }


def test_totals_stay_with_the_names(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    record(code, "scores 15 31")
    assert changes(preview(phone, code, dealer="0")) == [
        "Ada dealt first, not Bea. Bea is elder in the first deal.",
        "Totals from paper stay with the names they were written beside.",
        "No point changes.",
    ]
    correct(phone, code, dealer="0")
    assert parties.sheet(code).partie.totals == (15, 31)
    assert parties.sheet(code).elder(1) == 0


@pytest.mark.parametrize("dealer", range(3))
def test_of_three_the_one_after_the_dealer_is_elder(
    phone: Phone, parties: Parties, dealer: int
) -> None:
    code = phone.open(rules="normand")
    if dealer != 2:  # who deals first if the first player is elder
        correct(phone, code, dealer=str(dealer))
    sheet = parties.sheet(code)
    assert sheet.partie.record.dealer == dealer
    assert sheet.elder(0) == (dealer + 1) % 3
    elder = str(sheet.names[sheet.elder(0)])
    assert f"{elder} 0 elder" in phone.table(code).text


def test_a_signature_goes_as_with_every_correction(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    record(code, *("tricks E12", "tricks Y12") * 3)
    phone.sign(code, "Ada", player=0)
    shown = preview(phone, code, name1="Beatrice")
    assert changes(shown)[-1] == "This removes the signature of Ada."
    page = phone.tap_form(shown.key("Keep"))
    assert "What Ada signed no longer counts." in page.text
    assert parties.sheet(code).signatures == (None, None)


def test_another_phone_that_was_ahead_clashes_with_it(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    page = preview(phone, code, dealer="0")
    before = record(code, "E point 5")
    answer = phone.tap_form(page.key("Keep"), refused=True)
    assert answer.status == 409
    assert "Your tap was not recorded: The correction of the names and the dealer" in answer.text
    assert parties.sheet(code) == before


def test_a_second_phone_sees_it_at_once(phone: Phone, other: Phone, code: str) -> None:
    version = other.client.get(f"/p/{code}/live").headers["ETag"]
    assert "Names and dealer" not in other.get(f"/p/{code}/sheet").text
    correct(phone, code, name0="Adele")
    now = other.client.get(f"/p/{code}/live", headers={"If-None-Match": version})
    assert now.status_code == 200
    assert ("Adele" in now.text) is True
    assert ("Ada" in now.text) is False


def test_a_scorecard_keeps_its_names(phone: Phone, parties: Parties) -> None:
    code = begun(phone, opened(phone))
    page = phone.get(f"/p/{code}/players")
    assert "The names are those of the scorecard" in page.text
    assert not page.root.all("input", name="name0")
    correct(phone, code, dealer="0")
    assert parties.sheet(code).elder(0) == 1


def test_a_phone_without_the_club_corrects_them_alike(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    record(code, DEAL, "scores 15 31", DEAL)
    at_hand(kept_of(phone, code))
    address = f"/p/{code}/players?name0=Adele&name1=Bea&dealer=0"
    page = phone.get(address)
    own = ask(address=address)
    assert words(own["html"]) == words(page.html)
    _, form = page.form(page.key("Keep"))
    said = ask(address=f"/p/{code}/say", form=form)
    assert said["location"] == f"/p/{code}/sheet"
    assert said["is_new"] is True
    phone.tap_form(page.key("Keep"))
    assert "Kept Ada is now called Adele" in " ".join(words(ask(address=said["location"])["html"]))
    for shown in ("sheet", "players", "deals/1", "deals/3"):
        assert words(ask(address=f"/p/{code}/{shown}")["html"]) == words(
            phone.get(f"/p/{code}/{shown}").html
        ), shown
    kept = there(phone.client.get(f"/p/{code}/kept").json)["sheet"]
    confirmed = ask(code=code, confirmed=form, version=kept["version"])
    assert confirmed == {}, "it has the tap"
    assert kept["players"] == ["Adele", "Bea"]
    assert kept["first"] == 1
    at_hand(kept_of(phone, code))
    tap = {"say": "E point 6", "deal": "3", "position": "0", "key": "next"}
    assert "6" in ask(address=f"/p/{code}/say", form=tap)["html"]
    assert parties.sheet(code).partie.totals == (6 + 15 + 6, 24 + 31 + 24)
