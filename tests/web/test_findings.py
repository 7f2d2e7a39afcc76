"""What the pack allows, on the pages: the warning at the table, marks on the sheet, cards that fit, false claims."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn, cast

import pytest
from flask import Flask

from scorer.rules.cards import format_hand, parse_hand
from scorer.rules.checker import Verdict, Witness
from scorer.rules.deal import Deal
from scorer.service.checking import check
from scorer.service.parties import Parties, Sheet
from scorer.web import findings
from scorer.web.findings import SUNK_NOW
from scorer.web.rights import Right
from tests.web.conftest import WORKED_DEAL, Node, Page, Phone, routes

Recorder = Callable[..., Sheet]

WORKED = "; ".join(WORKED_DEAL)
TAPS = (
    "E exchange 5; Y exchange 3",
    "E point 5",
    "Y good",
    "E quint",
    "E to ace",
    "Y good",
    "E trio of knaves",
    "Y not good",
)
"""Ada has a ten in her quint, so that Bea's better set is any but four tens."""

TENS = "Y quatorze of tens"
CONFLICT = "Ada's quint and Bea's four tens can't both be."
SUNK = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
"""Every hand has a point to call; that neither called one is known with the first trick."""

SANK = "Possible if Ada sank a point and Bea sank a point."
BLANK = "E carte blanche; E exchange 5; Y exchange 3; E point 4; Y good; E no sequence; E no set; tricks E12"


def warnings(page: Page) -> list[Node]:
    return [node for node in page.root.walk() if node.attrs.get("class") == "doubt"]


def said_aloud(page: Page) -> str:
    return page.root.all("div", id="table")[0].attrs["data-warning"]


def everything(app: Flask, phone: Phone, code: str) -> list[tuple[str, Page]]:
    """Every page that whoever has the code may ask for, with each of the numbers that a deal or a statement has."""
    paths = {path for method, path in routes(app, Right.READER, code) if method == "GET"}
    for deal in (1, 2, 3):
        paths |= {f"/p/{code}/deals/{deal}", f"/p/{code}/deals/{deal}/cards", f"/p/{code}/?deal={deal}"}
        paths |= {f"/p/{code}/deals/{deal}/statements/{number}" for number in range(1, 8)}
    return [(path, phone.get(path)) for path in sorted(paths)]


# The warning at the table


def test_the_warning_is_one_tap_from_the_form_that_takes_it_away(phone: Phone) -> None:
    code = phone.open("Ada", "Bea")
    form = phone.get(warnings(phone.tap_all(code, *TAPS, TENS))[0].attrs["href"])
    assert form.root.all("p", class_="doubt")[0].text == f"Impossible {CONFLICT}"
    (queens,) = (node for node in form.root.all("a") if node.attrs.get("aria-label") == "three queens")
    chosen = phone.get(queens.attrs["href"])
    after = phone.tap(chosen, "strike 10 for Y trio of queens")
    assert (warnings(after), said_aloud(after)) == ([], "")


def test_a_warning_never_stops_the_walk(phone: Phone, parties: Parties) -> None:
    """The deal goes on to its end, and the mark stays with the statement that was warned of."""
    code = phone.open("Ada", "Bea")
    phone.tap_all(code, *TAPS, TENS, *["tricks E1"] * 12)
    sheet = parties.sheet(code)
    assert sheet.partie.deals[0].is_over
    page = phone.table(code)
    assert warnings(page)[0].attrs["href"] == f"/p/{code}/deals/1/statements/10"
    assert "Next deal" in page.links()


# Sinking


def test_during_a_deal_no_page_says_who_sank_what(app: Flask, phone: Phone, other: Phone) -> None:
    """No seat, no class and no card, on any page and on either phone."""
    code = phone.open("Ada", "Bea")
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E no point", "E no sequence", "E no set", "tricks E1")
    page = phone.table(code)
    assert [node.text for node in warnings(page)] == [SUNK_NOW]
    assert said_aloud(page) == SUNK_NOW
    assert SUNK_NOW in phone.get(f"/p/{code}/deals/1").root.all("section", id="claims")[0].text
    for each in (phone, other):
        for path, found in everything(app, each, code):
            rest = found.html.replace(SUNK_NOW, "")
            assert not re.search(r"\bs[au]nk\b", rest), path


def test_a_deal_that_is_opened_again_is_silent_again(phone: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, f"{SUNK}; tricks E12")
    page = phone.table(code)
    assert SANK in page.text
    undo = next(said for said, node in page.said().items() if node.text.startswith("Undo"))
    assert [node.text for node in warnings(phone.tap(page, undo))] == [SUNK_NOW]
    assert phone.get(f"/p/{code}/deals/1/cards").status == 404


# The marks on the sheet


# Cards that fit


def held(node: Node) -> list[str]:
    """The cards that are listed suit by suit, as in 10♥."""
    suits = [(each.all("span")[0].text, each.all("span")[1].text) for each in node.all("dt")]
    assert [word for _, word in suits] == ["spades", "hearts", "diamonds", "clubs"]
    cards = [each.text for each in node.all("dd")]
    return [
        f"{rank}{sign}" for (sign, _), ranks in zip(suits, cards, strict=True) for rank in ranks.split() if rank != "–"
    ]


def test_cards_that_fit_are_shown_on_request_and_called_what_they_are(
    phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    """Two hands of one pack, those of the checker, each under the name of the player who sat there."""
    code = phone.open("Ada", "Bea")
    record(code, WORKED, WORKED)
    explained = other.get(f"/p/{code}/deals/1")
    assert "♠" not in explained.text
    page = other.get(explained.links()["Show cards that fit"])
    assert "With these cards every claim is true" in page.text
    assert "may have been different" in page.text
    for number in (1, 2):
        page = other.get(f"/p/{code}/deals/{number}/cards")
        hands = {node.all("h2")[0].text: node for node in page.root.all("section", class_="seat")}
        assert list(hands) == ["Ada", "Bea"]
        deal = parties.sheet(code).partie.deals[number - 1].deal
        assert deal is not None
        witness = check(deal).witness
        assert witness is not None
        for name, hand in zip(("Ada", "Bea") if number == 1 else ("Bea", "Ada"), witness.hands, strict=True):
            assert format_hand(parse_hand(" ".join(held(hands[name])))) == format_hand(hand)
            assert ("elder" in hands[name].text) == ((name == "Ada") == (number == 1))


@pytest.mark.parametrize("number", ["0", "3", "99999999999", "x"])
def test_a_deal_that_is_not_there_has_no_cards(phone: Phone, record: Recorder, number: str) -> None:
    code = phone.open()
    record(code, WORKED, WORKED)
    assert phone.get(f"/p/{code}/deals/{number}/cards").status == 404


def test_an_impossible_deal_has_no_cards_to_show(phone: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, "; ".join((*TAPS, TENS, "tricks E12")))
    assert "Show cards that fit" not in phone.get(f"/p/{code}/deals/1").links()
    assert phone.get(f"/p/{code}/deals/1/cards").status == 404


class Hidden:
    """Cards that nobody may look at."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise AssertionError("the cards of a deal that goes on were looked at")


@pytest.mark.parametrize(
    "log", ["; ".join(WORKED_DEAL[:-1]), f"{SUNK}; tricks E11", WORKED_DEAL[0], BLANK.rpartition(";")[0]]
)
def test_no_page_shows_cards_of_a_deal_that_goes_on(
    app: Flask, phone: Phone, other: Phone, record: Recorder, monkeypatch: pytest.MonkeyPatch, log: str
) -> None:
    """
    On either phone every address is tried, whole and in part; none even looks at them.

    The first deal is over, and its cards are shown: so the test would see the second's.
    """

    def guarded(deal: Deal) -> Verdict:
        found = check(deal)
        return found if deal.is_over else replace(found, witness=cast("Witness", Hidden()))

    monkeypatch.setattr(findings, "check", guarded)
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    assert phone.say(code, log, deal=1, position=0, key="the second").status == 303
    for each in (phone, other):
        pages = dict(everything(app, each, code))
        assert {page.status for page in pages.values()} <= {200, 204, 404}
        shown = {path for path, page in pages.items() if "♠" in page.text or "suits" in page.html}
        assert shown == {f"/p/{code}/deals/1/cards"}
        assert pages[f"/p/{code}/deals/2/cards"].status == 404
        assert "Show cards that fit" not in pages[f"/p/{code}/deals/2"].text


# False claims


def answers(page: Page) -> dict[str, str]:
    """For each claim that was or may be found false, what is said of it."""
    found = {}
    for item in page.root.all("li", class_="item false"):
        label, answer = (node.text for node in item.children if isinstance(node, Node))
        found[label] = answer
    return found


def test_a_claim_found_false_keeps_its_answer_and_can_be_waived(phone: Phone, parties: Parties) -> None:
    """It has its own key, and is seen before it is kept; whether the penalty is waived the other player says."""
    code = phone.open("Ada", "Bea")
    phone.say(code, "E trio of kings; Y not good; Y quatorze of aces; tricks E12", deal=0, position=0, key="kings")
    page = phone.get(f"/p/{code}/deals/1")
    after = phone.tap(phone.get(page.links()["Bea: four aces found false"]), "Y false quatorze of aces")
    assert after.status == 200
    page = phone.get(f"/p/{code}/deals/1")
    assert answers(page)["Bea: four aces found false"].startswith("By what was said, Bea could have held it")
    assert not any("change=Y+false" in href for href in page.links().values())
    assert "Ada: waives the penalty" in page.links()


# A claim that is shown when asked


def test_a_claim_that_was_shown_is_no_longer_offered(phone: Phone) -> None:
    """It is a line of the timeline and no point; what was shown is no longer offered, to be shown or found false."""
    code = phone.open("Ada", "Bea")
    phone.tap_all(code, *TAPS[:3])
    page = phone.get(f"/p/{code}/deals/1")
    shows, false = "Ada: shows point of five", "Ada: point of five found false"
    assert {shows, false} <= set(page.links())
    before = phone.table(code).counts()
    phone.tap(phone.get(page.links()[shows]), "E shows point 5")
    page = phone.get(f"/p/{code}/deals/1")
    assert "Ada: shows point of five" in page.text
    assert false not in page.links()
    assert page.links()[shows].endswith("/statements/5"), "it is a line, and no key any more"
    assert phone.table(code).counts() == before


def test_showing_a_claim_is_offered_on_the_deal_and_only_where_a_source_allows_it(phone: Phone) -> None:
    for rules in ("portland", "wikipedia"):
        code = phone.open("Ada", "Bea", rules=rules)
        table = phone.tap_all(code, *TAPS[:3])
        assert not any("shows" in said for said in table.said())
        offered = phone.get(f"/p/{code}/deals/1").links()
        assert any("shows" in said for said in offered) == (rules == "portland")
