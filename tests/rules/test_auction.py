"""Auction Piquet: what may be bid, what a contract gives, and what becomes of a deal that is played to lose."""

from __future__ import annotations

import pytest

from scorer.rules.deal import Deal, Phase, fold
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.seats import BySeat, Seat
from scorer.rules.sentences import contract_sentence
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled, statement_sentence
from scorer.rules.watch import watch, watch_sentence

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def deal(log: str) -> Deal:
    """The deal of *log*, every statement of it legal."""
    return fold(AUCTION, parse_log(log, AUCTION)).require()


def test_the_deal_is_in_the_auction_until_it_ends() -> None:
    assert deal("").phase is deal("E bids 7").phase is Phase.AUCTION
    assert deal("E bids 7; Y passes").phase is Phase.EXCHANGE


def test_a_page_offers_exactly_what_may_be_said() -> None:
    offered = legal_next(deal("E bids 11; Y doubles"))
    auction = {each for each in offered if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    elder = Seat.ELDER
    assert auction == {Bid(elder, 12), Bid(elder, 12, minus=True), Passed(elder), Redoubled(elder)}
    assert not any(isinstance(each, Bid) for each in legal_next(fold(PORTLAND, ()).deal))


def test_the_auction_is_written_and_read_back_and_spoken() -> None:
    log = parse_log("e bid minus 7; y doubles; e redoubles; y pass", AUCTION)
    assert format_log(log) == "E bids minus 7\nY doubles\nE redoubles\nY passes"
    assert parse_log(format_log(log), AUCTION) == log
    assert [statement_sentence(each) for each in log] == [
        "elder: bids minus seven",
        "younger: doubles",
        "elder: redoubles",
        "younger: passes",
    ]


def test_the_watch_knows_the_threshold_of_the_deal() -> None:
    (found, *_) = watch(deal("E bids minus 7; Y passes; E point 5; Y good"))
    assert found.threshold == 21


def test_a_quick_count_of_a_minus_deal_gives_the_tricks_lost() -> None:
    assert {said.play for said in legal_play(deal("E bids minus 7; Y passes; " + NOTHING), 3)} == {9}


def test_the_deal_keeps_the_rules_of_its_partie() -> None:
    assert deal("E bids minus 7; Y passes").rules == AUCTION


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({"bid_min": 0}, "a bid is of one to 12 tricks"),
        ({"bid_min": 13}, "a bid is of one to 12 tricks"),
        ({"minus_threshold": 0}, "at least one point"),
        ({"contract_points": -1}, "contract_points cannot be negative"),
        ({"trick_count": "club"}, "each trick counts one"),
        ({"concession": True}, "no source says what a conceded contract is worth"),
        ({"cards_to_pique": "at_seventh_trick"}, "the ten for the cards comes last"),
        ({"minus_cards": "nobody", "cards_tie": "carried"}, "look the same as tied ones"),
        ({"minus_calls": "other", "pique_order": "chronological"}, "a pique goes by the order of reckoning"),
        ({"trick_count": "lost"}, "tricks lost count in a minus deal alone"),
    ],
)
def test_contradictory_rules_say_why(house: dict[str, object], reason: str) -> None:
    with pytest.raises(ContradictoryRules, match=reason):
        house_rules(AUCTION, house)


def test_an_auction_for_a_target_is_refused() -> None:
    with pytest.raises(ContradictoryRules, match="where the hands are bid for, a partie ends after deals"):
        house_rules(PRESETS["cent-32"], {"auction": True})


@pytest.mark.parametrize(
    ("log", "contract"),
    [
        ("E bids 7", ""),
        ("E bids 7; Y passes", "elder to win seven"),
        ("E bids 7; Y bids minus 8; E passes", "younger to lose eight"),
        ("E passes; Y bids 7; E passes", "younger to win seven"),
        ("E passes; Y passes; E bids 9; Y passes", "elder to win nine"),
        ("E bids 7; Y doubles; E passes", "elder to win seven, doubled"),
        ("E bids 7; Y doubles; E redoubles; Y passes", "elder to win seven, redoubled"),
        ("E bids 7; Y doubles; E bids 8; Y passes", "elder to win eight"),
    ],
)
def test_the_last_bid_with_its_doubles_is_the_contract(log: str, contract: str) -> None:
    assert contract_sentence(deal(log).state.auction) == contract


def test_a_contract_is_shown_with_the_players_names() -> None:
    found = deal("E bids minus 8; Y passes").state.auction
    assert contract_sentence(found, BySeat(("Ada", "Bea"))) == "Ada to lose eight"


def test_a_pique_of_tricks_lost_is_closed_by_a_trick_won() -> None:
    called = "Y passes; E point 6; Y good; E {}; Y good; E no set; tricks {}"
    plus, minus = "E bids 7; " + called.format("quint", "E4"), "E bids minus 7; " + called.format("tierce", "Y4")
    assert [watch_sentence(watch(deal(each))[0]) for each in (plus, minus)] == [
        "Pique in four for elder: 25 of 29. A trick to younger closes it.",
        "Pique in eight for elder: 13 of 21. A trick to elder closes it.",
    ]
