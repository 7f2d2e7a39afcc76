"""The auction on the pages: every legal bid has a key, and the contract is shown once it is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled
from scorer.service.parties import Sheet
from scorer.web.walk import bids_sentence
from tests.web.conftest import Phone
from tests.web.test_walk import NAMES, PLAYERS, ask, dealt, keys

AUCTION = PRESETS["auction"]
REST = "E exchange 5; Y exchange 3; E point 5; Y good; E no sequence; E no set; "


@pytest.mark.parametrize(
    ("log", "heading", "bids"),
    [
        ("", "Ada bids", ""),
        ("E passes", "Ada passes. Bea bids", "Ada passes"),
        ("E passes; Y passes", "Both passed, so deal again. Ada bids", "Ada passes, Bea passes"),
        ("E bids 7", "Ada: seven. Bea?", "Ada bids seven"),
        ("E bids 7; Y bids minus 8", "Bea: minus eight. Ada?", "Ada bids seven, Bea bids minus eight"),
        ("E bids minus 9; Y doubles", "Ada: minus nine, doubled. Ada?", "Ada bids minus nine, Bea doubles"),
        (
            "E bids 7; Y doubles; E redoubles",
            "Ada: seven, redoubled. Bea?",
            "Ada bids seven, Bea doubles, Ada redoubles",
        ),
        ("E bids 12", "Ada: twelve. Bea?", "Ada bids twelve"),
    ],
)
def test_every_legal_bid_has_a_key_under_what_was_bid_and_whose_turn_it_is(log: str, heading: str, bids: str) -> None:
    deal = dealt(AUCTION, log)
    legal = {each for each in legal_next(deal) if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    asked = ask(deal)
    assert {parse_log(key.said, AUCTION)[0] for row in asked.rows for key in row.keys} == legal
    assert (asked.heading, bids_sentence(deal, NAMES)) == (heading, bids)


@pytest.mark.parametrize(
    ("log", "contract"),
    [
        ("E bids 7; Y passes", "Ada to win seven"),
        ("E bids minus 8; Y doubles; E passes", "Ada to lose eight, doubled"),
        ("E bids 7; Y passes; tricks E5 Y3", "Ada to win seven: two to go"),
        ("E bids 7; Y passes; tricks E8 Y2", "Ada to win seven: made, one over"),
        ("E bids 7; Y passes; tricks E1 Y6", "Ada to win seven: one short"),
        ("E bids 7; Y passes; tricks E7 Y5", "Ada to win seven: made"),
        ("E bids 7; Y passes; tricks E5 Y7", "Ada to win seven: two short"),
        ("E bids minus 7; Y passes; tricks E3 Y2", "Ada to lose seven: five to go"),
        ("E bids minus 7; Y passes; tricks E3 Y9", "Ada to lose seven: made, two over"),
        # Law 57: the two cards that Bea cannot play are tricks of Ada's
        ("E bids 7; Y passes; Y short 2; tricks E5 Y5", "Ada to win seven: made"),
    ],
)
def test_the_card_shows_the_contract_and_its_result(log: str, contract: str) -> None:
    assert bids_sentence(dealt(AUCTION, log), NAMES) == contract


def test_after_the_tricks_only_the_last_is_asked_for_since_leads_score_nothing() -> None:
    deal = dealt(AUCTION, f"E bids 7; Y passes; {REST}")
    asked = ask(deal, "count-8")
    assert asked.heading == "Ada took eight tricks. Who took the last?"
    assert [(key.label, key.said) for key in asked.rows[0].keys] == [
        ("Ada", "count E8 last E play 8"),
        ("Bea", "count E8 last Y play 8"),
    ]


@pytest.mark.parametrize("rules", [name for name in PRESETS if name != AUCTION.id])
def test_rules_without_an_auction_offer_no_bid(rules: str) -> None:
    deal, names = dealt(PRESETS[rules]), BySeat(PLAYERS[: PRESETS[rules].players])
    assert bids_sentence(deal, names) == ""
    assert not any("bids" in key.said for key in keys(ask(deal)))


def test_other_rules_are_offered_only_if_they_can_express_the_bids(phone: Phone, record: Callable[..., Sheet]) -> None:
    bid, plain = phone.open("Ada", "Bea", rules="auction"), phone.open("Ada", "Bea")
    record(bid, f"E bids 7; Y passes; {REST}tricks E7 Y5")
    record(plain, f"{REST}tricks E7 Y5")
    assert f"/p/{bid}/other-rules" not in phone.get(f"/p/{bid}/sheet").links().values()
    assert f"/p/{plain}/other-rules" in phone.get(f"/p/{plain}/sheet").links().values()
    assert "Auction" not in phone.get(f"/p/{plain}/other-rules").text
