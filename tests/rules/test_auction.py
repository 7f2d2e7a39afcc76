"""Auction Piquet: what may be bid, what a contract gives, and what becomes of a deal that is played to lose."""

from __future__ import annotations

import pytest

from scorer.rules.deal import Deal, Folded, Phase, fold
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import house_rules, ruleset_from_data, ruleset_to_data
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.lines import LineKind
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import BySeat, Seat
from scorer.rules.sentences import contract_sentence, line_sentence, refusal_sentence
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled, statement_sentence
from scorer.rules.watch import watch, watch_sentence

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def folded(log: str, **house: object) -> Folded:
    rules = house_rules(AUCTION, house)
    return fold(rules, parse_log(log, rules))


def deal(log: str, **house: object) -> Deal:
    return folded(log, **house).require()


def refused(log: str, **house: object) -> tuple[Rule, str]:
    found = folded(log, **house).refusal
    assert found is not None
    return found.rule, refusal_sentence(found)


# The auction


def test_elder_opens_and_a_pass_leaves_the_contract() -> None:
    found = deal("E bids 7; Y bids minus 8; E passes")
    assert found.state.auction.contract == Bid(Seat.YOUNGER, 8, minus=True)
    assert found.phase is Phase.EXCHANGE


def test_until_then_it_is_the_auction() -> None:
    assert deal("").phase is deal("E bids 7").phase is Phase.AUCTION


def test_two_passes_have_the_same_dealer_deal_again() -> None:
    """The deal is no other deal of the partie: the auction begins anew in it."""
    found = deal("E passes; Y passes; E bids 9; Y passes")
    assert found.state.auction.contract == Bid(Seat.ELDER, 9)


def test_nothing_stands_of_what_was_said_of_hands_thrown_in() -> None:
    """Neither a carte blanche nor a penalty; and the new hands may have one of their own."""
    found = deal("E carte blanche; Y reckons nothing; E passes; Y passes")
    assert found.score.values == (0, 0)
    assert not found.state.reckons_nothing(Seat.YOUNGER)
    assert deal("E carte blanche; E passes; Y passes; Y carte blanche").score.values == (0, 10)


def test_younger_may_bid_after_elder_has_passed() -> None:
    assert deal("E passes; Y bids 7; E passes").state.auction.contract == Bid(Seat.YOUNGER, 7)


def test_a_bid_is_doubled_and_redoubled_and_a_higher_one_ends_both() -> None:
    assert deal("E bids 7; Y doubles; E passes").state.auction.factor == 2
    assert deal("E bids 7; Y doubles; E redoubles; Y passes").state.auction.factor == 4
    found = deal("E bids 7; Y doubles; E bids 8; Y passes").state.auction
    assert (found.factor, found.contract) == (1, Bid(Seat.ELDER, 8))


@pytest.mark.parametrize(
    ("log", "rule", "sentence"),
    [
        ("Y bids 7", Rule.OTHERS_BID, "elder is to speak in the auction"),
        ("E bids 6", Rule.BID_LIMIT, "a bid must now be 7 to 12 tricks"),
        ("E bids 8; Y bids minus 8", Rule.BID_LIMIT, "a bid must now be 9 to 12 tricks"),
        ("E bids 12; Y bids 12", Rule.BID_LIMIT, "no higher bid can be made"),
        ("E doubles", Rule.NOTHING_TO_DOUBLE, "there is no bid to double"),
        ("E bids 7; Y redoubles", Rule.NOTHING_TO_REDOUBLE, "there is no double to redouble"),
        ("E bids 7; Y doubles; E doubles", Rule.NOTHING_TO_DOUBLE, "no bid to double"),
        ("E bids 7; Y passes; E passes", Rule.AUCTION_OVER, "the auction is over"),
        ("E bids 7; Y passes; E exchange 5; Y passes", Rule.AUCTION_OVER, "the auction is over"),
        ("E exchange 5", Rule.AUCTION_OPEN, "the auction is not over: elder is to speak"),
        ("E bids 7; E point 5", Rule.AUCTION_OPEN, "younger is to speak"),
        ("E no point", Rule.AUCTION_OPEN, "elder is to speak"),
        ("tricks E12", Rule.AUCTION_OPEN, "elder is to speak"),
        ("count E12 last E play 12", Rule.AUCTION_OPEN, "elder is to speak"),
    ],
)
def test_what_may_not_be_said_says_what_may(log: str, rule: Rule, sentence: str) -> None:
    found = refused(log)
    assert found[0] is rule
    assert sentence in found[1]


def test_where_nothing_is_bid_for_there_is_no_auction() -> None:
    found = fold(PORTLAND, parse_log("E bids 7", PORTLAND)).refusal
    assert found is not None
    assert found.rule is Rule.NOT_PLAYED


def test_a_carte_blanche_may_be_told_before() -> None:
    assert deal("E carte blanche; E bids 7; Y passes").score.values == (10, 0)


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


# What the tricks and the contract give


def kinds(found: Deal) -> list[tuple[str, int, int]]:
    return [(line.kind.value, int(line.seat), line.points) for line in found.lines]


def test_each_trick_over_the_contract_gives_ten() -> None:
    found = deal("E bids 7; Y passes; " + NOTHING + "tricks E9 Y3")
    assert kinds(found) == [("trick", 0, 9), ("trick", 1, 3), ("cards", 0, 10), ("contract", 0, 20)]
    assert line_sentence(found.lines[-1]) == "seven: two over"


def test_each_trick_short_of_it_gives_ten_to_the_other() -> None:
    found = deal("E bids 9; Y doubles; E passes; " + NOTHING + "tricks E7 Y5")
    assert kinds(found)[-1] == ("contract", 1, 40)
    assert line_sentence(found.lines[-1]) == "elder's contract, nine: two short, doubled"


def test_a_contract_made_exactly_gives_nothing_more() -> None:
    assert LineKind.CONTRACT not in {line.kind for line in deal("E bids 7; Y passes; tricks E7 Y5").lines}


def test_in_a_minus_deal_the_tricks_lost_count() -> None:
    """Elder loses nine, two more than he bid; the ten for the cards is younger's, who won them."""
    found = deal("E bids minus 7; Y doubles; E redoubles; Y passes; " + NOTHING + "tricks E3 Y9")
    assert kinds(found) == [("trick", 0, 9), ("trick", 1, 3), ("cards", 1, 10), ("contract", 0, 80)]
    assert [line_sentence(line) for line in (found.lines[0], found.lines[-1])] == [
        "nine tricks lost",
        "minus seven: two over, redoubled",
    ]


@pytest.mark.parametrize(("whose", "kept"), [("winner", [1]), ("loser", [0]), ("nobody", [])])
def test_who_has_the_cards_in_a_minus_deal_is_a_choice(whose: str, kept: list[int]) -> None:
    found = deal("E bids minus 7; Y passes; tricks E3 Y9", minus_cards=whose)
    assert [int(line.seat) for line in found.lines if line.kind is LineKind.CARDS] == kept


@pytest.mark.parametrize(("whose", "seat"), [("winner", 1), ("loser", 0)])
def test_cards_that_go_to_the_last_trick_are_whose_the_cards_are(whose: str, seat: int) -> None:
    found = deal("E bids minus 7; Y passes; tricks E3 Y9", minus_cards=whose, cards_basis="last_trick")
    assert [int(line.seat) for line in found.lines if line.kind is LineKind.CARDS] == [seat]


def test_a_capot_of_tricks_lost() -> None:
    found = deal("E bids minus 12; Y passes; tricks Y12", minus_cards="loser")
    assert kinds(found) == [("trick", 0, 12), ("capot", 0, 40)]


@pytest.mark.parametrize(("whose", "score"), [("holder", (5, 0)), ("other", (0, 5))])
def test_for_whom_calls_score_in_a_minus_deal_is_a_choice(whose: str, score: tuple[int, int]) -> None:
    assert deal("E bids minus 7; Y passes; E point 5; Y good", minus_calls=whose).score.values == score
    assert deal("E bids 7; Y passes; E point 5; Y good", minus_calls=whose).score.values == (5, 0)


CALLS = "E point 6; Y good; E quint; Y good; "
"""Twenty-one in hand."""


def test_in_a_minus_deal_twenty_one_is_a_repique() -> None:
    assert deal("E bids minus 7; Y passes; " + CALLS).made_by(LineKind.REPIQUE) is Seat.ELDER
    assert deal("E bids 7; Y passes; " + CALLS).made_by(LineKind.REPIQUE) is None


def test_in_a_plus_deal_twenty_nine_is_a_pique() -> None:
    log = "E bids 7; Y passes; E point 5; Y good; E quint; Y good; E trio of aces; Y good; E trio of kings; tricks E3"
    assert deal(log).made_by(LineKind.PIQUE) is Seat.ELDER
    assert deal(log, pique_threshold=30).made_by(LineKind.PIQUE) is None


def test_the_watch_knows_the_threshold_of_the_deal() -> None:
    (found, *_) = watch(deal("E bids minus 7; Y passes; E point 5; Y good"))
    assert found.threshold == 21


def test_the_play_may_be_said_the_short_way() -> None:
    plus = deal("E bids 7; Y passes; " + NOTHING + "count E9 last E play 9")
    minus = deal("E bids minus 7; Y passes; " + NOTHING + "count E3 last Y play 9")
    assert (plus.score.values, minus.score.values) == ((9 + 10 + 20, 3), (9 + 20, 3 + 10))
    assert {said.play for said in legal_play(deal("E bids minus 7; Y passes; " + NOTHING), 3)} == {9}


def test_the_deal_keeps_the_rules_of_its_partie() -> None:
    assert deal("E bids minus 7; Y passes").rules == AUCTION


# The rules themselves


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({"bid_min": 0}, "a bid is of one to 12 tricks"),
        ({"bid_min": 13}, "a bid is of one to 12 tricks"),
        ({"minus_threshold": 0}, "at least one point"),
        ({"contract_points": -1}, "contract_points cannot be less than nothing"),
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


def test_what_has_only_hearsay_for_a_source_is_unsourced() -> None:
    names = ("contract_points", "minus_threshold", "minus_calls", "minus_cards", "pique_threshold", "rubicon")
    assert {AUCTION.source(name) for name in names} == {"unsourced"}


def test_rules_that_were_stored_before_there_was_an_auction_have_none() -> None:
    data = ruleset_to_data(PORTLAND)
    for name in ("auction", "bid_min", "contract_points", "minus_threshold", "minus_sinking"):
        del data["values"][name], data["sources"][name]
    found = ruleset_from_data(data)
    assert found.auction is False
    assert found.source("auction") == "not yet asked when these rules were written down"
    assert fold(found, parse_log("E point 5; Y good", found)).deal.score.values == (5, 0)


def test_a_contract_in_words() -> None:
    assert contract_sentence(deal("E bids 7").state.auction) == ""
    assert contract_sentence(deal("E bids 7; Y passes").state.auction) == "elder to win seven"
    log = "E bids minus 8; Y doubles; E redoubles; Y passes"
    assert contract_sentence(deal(log).state.auction, BySeat(("Ada", "Bea"))) == "Ada to lose eight, redoubled"


def test_a_pique_of_tricks_lost_is_closed_by_a_trick_won() -> None:
    called = "Y passes; E point 6; Y good; E {}; Y good; E no set; tricks {}"
    plus, minus = "E bids 7; " + called.format("quint", "E4"), "E bids minus 7; " + called.format("tierce", "Y4")
    assert [watch_sentence(watch(deal(each))[0]) for each in (plus, minus)] == [
        "Pique in four for elder: 25 of 29. A trick to younger closes it.",
        "Pique in eight for elder: 13 of 21. A trick to elder closes it.",
    ]
