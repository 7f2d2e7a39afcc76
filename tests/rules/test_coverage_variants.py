"""
One test or more for every row `V` of the coverage table in `scorer.rules.coverage`.

The variants are games of their own: each row of what is known of one is shown
on a log, or in what its preset says and where that comes from.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from scorer.rules import coverage
from scorer.rules.deal import Deal, fold
from scorer.rules.feasibility import Finding, check
from scorer.rules.feasibility.words import verdict_sentence
from scorer.rules.house import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import Player, Seat
from scorer.rules.settlement import settle
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled, Statement

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def deal(log: str, **house: Any) -> Deal:
    """A deal of Auction Piquet, every statement of it legal."""
    rules = house_rules(AUCTION, house)
    return fold(rules, parse_log(log, rules)).require()


def refused(log: str, **house: Any) -> Rule | None:
    """Why the last statement of *log* is refused; `None` if it is not."""
    rules = house_rules(AUCTION, house)
    statements = parse_log(log, rules)
    folded = fold(rules, statements)
    assert folded.position in (None, len(statements) - 1)
    return None if folded.refusal is None else folded.refusal.rule


def points(log: str, kind: str, **house: Any) -> list[tuple[Seat, int]]:
    """Whose the lines of *kind* are, and what they score."""
    return [(line.seat, line.points) for line in deal(log, **house).lines if line.kind.value == kind]


def unsourced(*names: str) -> bool:
    """Whether the values of all these fields are hearsay, and said to be."""
    return {AUCTION.source(name) for name in names} == {"unsourced"}


# Auction Piquet


def test_variant_auction_players_are_two() -> None:
    assert AUCTION.players == 2


def test_variant_auction_pack_is_that_of_the_parent() -> None:
    assert (len(AUCTION.pack), AUCTION.hand, AUCTION.talon) == (32, 12, 8)


def test_variant_auction_exchange_comes_after_the_contract_and_is_free() -> None:
    assert refused("E exchange 5") is Rule.AUCTION_OPEN
    assert refused("E bids 7; Y passes; E exchange 0") is None
    assert refused("E bids 7; Y passes; E exchange 0; Y exchange 0") is None
    assert unsourced("elder_exchange_min", "younger_exchange_min")


def test_variant_auction_bidding() -> None:
    """Elder opens at seven; each bid is higher; a minus ranks with its plus; two passes and he opens anew."""
    assert refused("Y bids 7") is Rule.OTHERS_BID
    assert refused("E bids 6") is Rule.BID_LIMIT
    assert refused("E bids 7; Y bids minus 7") is Rule.BID_LIMIT
    assert refused("E passes; Y passes; Y bids 7") is Rule.OTHERS_BID
    assert refused("E passes; Y passes; E bids minus 7") is None
    assert {Bid, Passed, Doubled, Redoubled} < set(get_args(Statement))


def test_variant_auction_minus_forbids_sinking() -> None:
    """Nothing stops it at the table; the checker, which finds it, says that it is forbidden."""
    sunk = "Y passes; E point 3; Y good; E no sequence; E no set; Y no sequence; Y no set; tricks E1"
    verdict = check(deal("E bids minus 7; " + sunk))
    assert verdict.finding is Finding.SUNK
    assert verdict_sentence(verdict).endswith("; sinking is forbidden in a minus deal")
    for lawful in (check(deal("E bids 7; " + sunk)), check(deal("E bids minus 7; " + sunk, minus_sinking=True))):
        assert lawful.finding is Finding.SUNK
        assert "forbidden" not in verdict_sentence(lawful)
    assert AUCTION.source("minus_sinking") == "Card Game Heaven, Piquet"


@pytest.mark.parametrize(("whose", "seat"), [("holder", Seat.ELDER), ("other", Seat.YOUNGER)])
def test_variant_auction_calls_have_their_values_and_in_a_minus_deal_a_disputed_owner(whose: str, seat: Seat) -> None:
    assert points("E bids minus 7; Y passes; E point 6; Y good", "point", minus_calls=whose) == [(seat, 6)]
    assert points("E bids 7; Y passes; E point 6; Y good", "point", minus_calls=whose) == [(Seat.ELDER, 6)]
    assert unsourced("minus_calls", "point_value", "sequence_points")


def test_variant_auction_bonuses_at_thirty_and_twenty_nine_or_in_a_minus_deal_at_twenty_one() -> None:
    twenty_one = "Y passes; E point 6; Y good; E quint; Y good; "
    assert points("E bids minus 7; " + twenty_one, "repique") == [(Seat.ELDER, 60)]
    assert points("E bids 7; " + twenty_one + "E no set; tricks E7", "pique") == []
    assert points("E bids 7; " + twenty_one + "E no set; tricks E8", "pique") == [(Seat.ELDER, 30)]
    twenty = "E bids minus 7; Y passes; E no point; E quint; Y good; E trio of kings; Y good; "
    assert points(twenty + "tricks Y2", "pique") == []
    assert points(twenty + "tricks Y3", "pique") == [(Seat.ELDER, 30)]
    assert unsourced("repique_threshold", "pique_threshold", "minus_threshold")


def test_variant_auction_tricks_count_one_won_or_lost_and_nothing_for_a_lead_or_the_last() -> None:
    for bid, elder, younger in (("7", 5, 7), ("minus 7", 7, 5)):
        log = f"E bids {bid}; Y passes; {NOTHING}tricks E1 Y3 E4 Y4"
        assert points(log, "trick") == [(Seat.ELDER, elder), (Seat.YOUNGER, younger)]
        assert points(log, "lead") == points(log, "last") == []
    assert unsourced("trick_count", "last_points")


@pytest.mark.parametrize(("said", "factor"), [("", 1), ("Y doubles; E passes; ", 2), ("Y doubles; E redoubles; ", 4)])
def test_variant_auction_contract_pays_ten_a_trick_over_or_short(said: str, factor: int) -> None:
    said = said or "Y passes; "
    said += "Y passes; " if factor == 4 else ""
    assert points(f"E bids 7; {said}{NOTHING}tricks E9 Y3", "contract") == [(Seat.ELDER, 20 * factor)]
    assert points(f"E bids 9; {said}{NOTHING}tricks E7 Y5", "contract") == [(Seat.YOUNGER, 20 * factor)]
    assert unsourced("contract_points")


def test_variant_auction_cards_are_as_in_the_parent_and_in_a_minus_deal_disputed() -> None:
    log = "E bids {}; Y passes; " + NOTHING + "tricks {}"
    assert points(log.format("7", "E7 Y5"), "cards") == [(Seat.ELDER, 10)]
    assert points(log.format("7", "E12"), "capot") == [(Seat.ELDER, 40)]
    whose = {word: points(log.format("minus 7", "E3 Y9"), "cards", minus_cards=word) for word in ("winner", "loser")}
    assert whose == {"winner": [(Seat.YOUNGER, 10)], "loser": [(Seat.ELDER, 10)]}
    assert points(log.format("minus 7", "E3 Y9"), "cards", minus_cards="nobody") == []
    assert unsourced("minus_cards", "cards_points", "capot_points")


def test_variant_auction_end_after_six_deals_with_a_rubicon_of_150_and_one_more_when_level() -> None:
    players = (Player("A"), Player("B"))

    def over(*scores: tuple[int, int]) -> bool:
        return play_partie(PartieRecord(AUCTION, players, tuple(DealRecord(scores=each) for each in scores))).is_over

    assert [over(*[(30, 20)] * 5), over(*[(30, 20)] * 6)] == [False, True]
    assert [over(*[(30, 30)] * 6), over(*[(30, 30)] * 7)] == [False, True]
    assert settle(AUCTION, (200, 150)).points == 200 - 150 + 150
    assert settle(AUCTION, (200, 149)).points == 200 + 149 + 150
    assert unsourced("deals", "tie_deals", "rubicon", "partie_bonus")


def test_variant_auction_money_is_the_parents_for_want_of_a_source() -> None:
    assert AUCTION.stakes is PORTLAND.stakes
    assert unsourced("stakes", "stake_rounding")


def test_variant_auction_rotation_alternates_even_when_the_hands_are_thrown_in() -> None:
    """Two passes are no deal: the same dealer deals it, and what was told of the hands thrown in is gone."""
    log = parse_log("E carte blanche; E passes; Y passes; E bids 7; Y passes; tricks E7 Y5", AUCTION)
    record = PartieRecord(AUCTION, (Player("A"), Player("B")), (DealRecord(log=log), DealRecord()))
    first, second = play_partie(record).deals
    assert first.points == (17, 5)
    assert [each.seats[Seat.ELDER].name for each in (first, second)] == ["A", "B"]


# Counterpique


def test_variant_counterpique_is_refused_for_it_is_another_game() -> None:
    """Its bids run from 21 to 104 by tricks and cards left, and it keeps two scores: there is no field for either."""
    assert "counterpique" not in PRESETS
    assert "V counterpique          refused: " in (coverage.__doc__ or "")
