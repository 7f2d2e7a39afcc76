"""The auction on the pages: the keys of whoever is to speak, the contract wherever a deal is told, and no more taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled
from scorer.service.parties import Sheet
from scorer.web.walk import bids_sentence, question
from tests.web.conftest import Phone
from tests.web.test_walk import NAMES, TABLE, check, dealt, keys

Recorder = Callable[..., Sheet]

AUCTION = PRESETS["auction"]
REST = "E exchange 5; Y exchange 3; E point 5; Y good; E no sequence; E no set; "


@pytest.mark.parametrize(
    "log",
    [
        "",
        "E passes",
        "E passes; Y passes",
        "E bids 7",
        "E bids minus 9; Y doubles",
        "E bids 7; Y doubles; E redoubles",
        "E bids 11",
        "E bids 12",
    ],
)
def test_every_legal_bid_can_be_tapped_and_nothing_else(log: str) -> None:
    deal = dealt(AUCTION, log)
    legal = {each for each in legal_next(deal) if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    rows = check(question(deal, NAMES)).rows
    assert {parse_log(key.said, AUCTION)[0] for row in rows for key in row.keys} == legal


@pytest.mark.parametrize(
    ("log", "heading"),
    [
        ("", "Ada bids"),
        ("E passes", "Ada passes. Bea bids"),
        ("E passes; Y passes", "Both passed, so deal again. Ada bids"),
        ("E bids 7", "Ada: seven. Bea?"),
        ("E bids 7; Y bids minus 8", "Bea: minus eight. Ada?"),
        ("E bids 7; Y doubles", "Ada: seven, doubled. Ada?"),
        ("E bids 7; Y doubles; E redoubles", "Ada: seven, redoubled. Bea?"),
        ("E bids 7; Y passes", "The exchange"),
    ],
)
def test_the_heading_says_what_was_said_and_whose_turn_it_is(log: str, heading: str) -> None:
    assert check(question(dealt(AUCTION, log), NAMES)).heading == heading


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("", ""),
        ("E passes; Y passes; E bids 7", "Ada passes, Bea passes, Ada bids seven"),
        ("E bids 7; Y passes", "Ada to win seven"),
        ("E bids minus 8; Y doubles; E passes", "Ada to lose eight, doubled"),
        ("E bids 7; Y passes; tricks E5 Y3", "Ada to win seven: two to go"),
        ("E bids 7; Y passes; tricks E8 Y2", "Ada to win seven: made, one over"),
        ("E bids 7; Y passes; tricks E1 Y6", "Ada to win seven: one short"),
        ("E bids 7; Y passes; tricks E7 Y5", "Ada to win seven: made"),
        ("E bids 7; Y passes; tricks E5 Y7", "Ada to win seven: two short"),
        ("E bids minus 7; Y passes; tricks E3 Y2", "Ada to lose seven: five to go"),
        ("E bids minus 7; Y passes; tricks E3 Y9", "Ada to lose seven: made, two over"),
    ],
)
def test_the_card_shows_the_bids_then_the_contract_and_its_result(log: str, told: str) -> None:
    assert bids_sentence(dealt(AUCTION, log), NAMES) == told


def test_a_hand_that_is_short_makes_the_contract_of_the_other() -> None:
    """Law 57: the two cards that Bea cannot play are tricks of Ada's."""
    log = "E bids 7; Y passes; Y short 2; tricks E5 Y5"
    assert bids_sentence(dealt(AUCTION, log), NAMES) == "Ada to win seven: made"


def test_where_the_tricks_are_all_that_counts_only_the_last_is_asked_for() -> None:
    deal = dealt(AUCTION, f"E bids 7; Y passes; {REST}")
    asked = check(question(deal, NAMES, "count-8"))
    assert asked.heading == "Ada took eight tricks. Who took the last?"
    assert [(key.label, key.said) for key in asked.rows[0].keys] == [
        ("Ada", "count E8 last E play 8"),
        ("Bea", "count E8 last Y play 8"),
    ]


def test_other_rules_are_played_without_an_auction() -> None:
    """Not a key or a row more than there was."""
    for rules in PRESETS.values():
        if not rules.auction:
            deal, names = dealt(rules), BySeat(TABLE[: rules.players])
            assert bids_sentence(deal, names) == ""
            assert not any("bids" in key.said for key in keys(check(question(deal, names))))


def test_a_bid_can_be_corrected_to_any_legal_bid(phone: Phone) -> None:
    code = phone.open("Ada", "Bea", rules="auction")
    phone.tap_all(code, "E passes")
    page = phone.get(f"/p/{code}/deals/1/statements/1")
    bids = {node.attrs.get("aria-label"): node.attrs["href"] for node in page.root.all("a")}
    assert "Ada bids minus seven" in bids
    assert "“Ada: passes” becomes “Ada: bids seven”." in phone.get(bids["Ada bids seven"]).text


def test_other_rules_are_offered_only_where_they_can_express_the_bidding(phone: Phone, record: Recorder) -> None:
    """No other preset can express a bid, so nothing is offered that could only refuse."""
    bid, plain = phone.open("Ada", "Bea", rules="auction"), phone.open("Ada", "Bea")
    record(bid, f"E bids 7; Y passes; {REST}tricks E7 Y5")
    record(plain, f"{REST}tricks E7 Y5")
    assert f"/p/{bid}/other-rules" not in phone.get(f"/p/{bid}/sheet").links().values()
    others = phone.get(f"/p/{plain}/other-rules")
    assert f"/p/{plain}/other-rules" in phone.get(f"/p/{plain}/sheet").links().values()
    assert "Auction" not in others.text
