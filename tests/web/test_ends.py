"""The ends of a partie, and the forms around it that may be sent twice."""

from __future__ import annotations

from collections.abc import Callable

from scorer.service.parties import Parties, Sheet
from tests.service.tables import EVERY_LINK
from tests.web.conftest import RUBICON_PARTIE, Phone

Recorder = Callable[..., Sheet]

EVEN = "E no point; E no sequence; E no set; tricks E6 Y6"
"""Six tricks each and no cards; elder counts seven, younger eight, so that two such deals leave the players level."""


def test_a_level_partie_goes_on_for_two_extra_deals_and_is_then_drawn(phone: Phone, record: Recorder) -> None:
    """Law 71: one more deal each, and then it is over whatever the result."""
    code = phone.open("Ada", "Bea")
    record(code, *[EVEN] * 6)
    page = phone.table(code)
    assert "Level, 42 each, after six deals: two more deals are due (Law 71)." in page.text
    extra = next(href for text, href in page.links().items() if text == "Next deal")
    assert "Deal 7, extra" in phone.get(extra).root.text
    record(code, EVEN)
    assert "One more deal is due (Law 71)." in phone.table(code).text
    record(code, EVEN)
    assert "Drawn." in phone.get(f"/p/{code}/settlement").root.text


def test_a_partie_that_is_over_no_longer_says_how_it_stands(phone: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE[:5])
    assert "As it stands: Ada by" in phone.table(code).text
    record(code, RUBICON_PARTIE[5])
    page = phone.table(code)
    assert "As it stands" not in page.text
    assert "Settlement" in page.links()


def test_only_the_last_deal_offers_a_concession(phone: Phone, record: Recorder) -> None:
    """It gives the other every trick and the cards: thirteen and ten."""
    code = phone.open("Ada", "Bea")
    record(code, *[EVEN] * 4)
    said = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
    for deal, offered in ((4, False), (5, True)):
        page = phone.get(f"/p/{code}/?deal={deal}")
        for words in said.split("; ")[2:]:
            page = phone.tap(page, "; ".join(said.split("; ")[:2])) if "The exchange" in page.root.text else page
            page = phone.tap(page, words)
        assert ("E concedes" in page.said()) == offered
        if not offered:
            record_rest = phone.tap(page, "tricks E1")
            for _ in range(11):
                record_rest = phone.tap(record_rest, "tricks Y1")
    page = phone.tap(page, "E concedes")
    assert "Settlement" in page.links()


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


def test_a_key_that_is_none_of_ours_makes_no_link_of_its_own(phone: Phone, parties: Parties) -> None:
    """A guessable word is not taken for a secret."""
    code = phone.open()
    phone.post(f"/p/{code}/links", {"key": "sesame"})
    assert parties.open_link("sesame") is None
    assert len(parties.links(code)) == 2
