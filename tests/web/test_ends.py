"""The ends of a partie, and the forms around it that may be sent twice."""

from __future__ import annotations

from scorer.service.parties import Parties
from tests.service.tables import EVERY_LINK
from tests.web.conftest import Phone


def test_a_partie_whose_form_is_sent_twice_is_opened_once(phone: Phone, parties: Parties) -> None:
    """A doubled tap on Begin, or an answer that was lost, leads to the same table."""
    page = phone.get("/parties/new")
    key = page.root.all("input", name="key")[0].attrs["value"]
    form = {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "second", "key": key}
    answers = [phone.post("/parties", form) for _ in range(2)]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert len(parties.latest(EVERY_LINK)) == 1
    code = answers[1].headers["Location"].split("/")[2]
    assert phone.table(code).said()


def test_a_scoring_link_whose_form_is_sent_twice_is_made_once(phone: Phone, parties: Parties) -> None:
    """And the second answer shows the same link."""
    code = phone.open()
    page = phone.get(f"/p/{code}/share")
    key = page.root.all("input", name="key")[0].attrs["value"]
    shown = [phone.post(f"/p/{code}/links", {"key": key}).root.text for _ in range(2)]
    assert all(f"/s/{key}" in text for text in shown)
    assert len(parties.links(code)) == 2


def test_a_guessable_form_key_becomes_no_scoring_link(phone: Phone, parties: Parties) -> None:
    """A guessable word is not taken for a secret."""
    code = phone.open()
    phone.post(f"/p/{code}/links", {"key": "sesame"})
    assert parties.open_link("sesame") is None
    assert len(parties.links(code)) == 2
