"""A season's partie is signed: on one's own phone, with the PIN on the shared one, half, and wholly; or refused."""

from scorer.service.club.signing import Status
from tests.web.club.table import ADA, BEN, PINS, Table
from tests.web.conftest import Phone


def test_on_one_players_phone_the_other_signs_with_a_pin(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    with phone.client.session_transaction() as session:
        named = table.visit.club.services.people.begin(table.visit.club.members[ADA])
        session["acts"] = {table.visit.club.club.code: named}
    page = phone.get(f"/p/{code}/settlement")
    assert [node.attrs["id"] for node in page.root.all("input", name="pin")] == ["signing-sign1"]
    asked = phone.get(f"/p/{code}/ask/refusal")
    assert len(asked.root.all("input", name="player")) == 2, "it may be either player"
    table.visit.club.clock.later(days=401)
    assert "You are no longer signed in on this phone." in phone.send(page, "Ada signs").text
    table.visit.club.clock.later(days=-401)
    page = phone.send(page, "Ada signs")
    assert "Signed and posted." in phone.send(page, "Ben signs", pin=PINS[BEN]).text


def test_a_wrong_pin_signs_nothing_and_says_so(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    for pin in ("", "0000", PINS[BEN], "x" * 50, "４７１１"):
        page = phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=pin)
        assert page.refusal.startswith("That is not Ada’s PIN.")
    for data in ({}, {"player": "2"}, {"player": "-1"}, {"player": "x"}):
        assert "Choose who you are" in phone.post(f"/p/{code}/signatures", data | {"pin": PINS[ADA]}).refusal
    assert table.member(ADA).post(f"/p/{code}/signatures", {"player": "1", "pin": PINS[BEN]}).status == 403
    assert table.sheet(code).status is Status.UNSIGNED
    assert "Half signed" in phone.send(phone.get(f"/p/{code}/settlement"), "Ada signs", pin=PINS[ADA]).text


def test_a_member_s_pin_is_tried_ten_times_at_most_from_any_address(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    token = phone.token
    for number in range(10):
        phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        data = {"player": "0", "pin": "0000", "reason": "No."}
        assert phone.post(f"/p/{code}/ask/refusal", data, token=token).status == 422
    page = phone.post(f"/p/{code}/signatures", {"player": "0", "pin": PINS[ADA]})
    assert "Too many PINs were tried" in page.refusal
    assert table.sheet(code).status is Status.UNSIGNED
    assert phone.post(f"/p/{code}/signatures", {"player": "1", "pin": PINS[BEN]}).status == 303, "only Ada’s were tried"
    assert table.member(ADA).post(f"/p/{code}/signatures", {}).status == 303, "Ada’s own phone needs none"


def test_outside_every_season_and_before_the_end_nothing_is_signed(table: Table) -> None:
    assert table.member(ADA).post(f"/p/{table.play('tricks E12')}/signatures", {}, missing=True).status == 404
    phone = Phone(table.visit.app)
    code = phone.open("Ada", "Ben")
    page = phone.table(code)
    assert "director" not in page.text
    assert "director" not in phone.get(f"/p/{code}/sheet").text
    assert phone.get(f"/p/{code}/ask/call").status == 404
    assert phone.post(f"/p/{code}/signatures", {}, missing=True).status == 404
    assert phone.get("/p/ZZZZZZ/ask/call").status == 404


def test_a_refusal_without_a_reason_keeps_the_form(table: Table) -> None:
    code = table.play()
    phone = table.shared(code)
    page = phone.get(f"/p/{code}/ask/refusal")
    page = phone.send(page, "Refuse to sign", player="1", pin=PINS[BEN], reason="  ")
    assert "Enter a reason" in page.refusal
    chosen = [node.attrs["value"] for node in page.root.all("input", name="player") if "checked" in node.attrs]
    assert chosen == ["1"]
    page = phone.send(page, "Refuse to sign", player="1", pin="9999", reason="The <third> deal")
    assert (page.status, page.typed["reason"]) == (422, "The <third> deal")
    page = phone.send(page, "Refuse to sign", player="1", pin=PINS[BEN])
    assert table.sheet(code).status is Status.DISPUTED
