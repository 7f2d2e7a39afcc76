"""Each demand on a hand, by looking at the cards and by the solver's clauses, on hands of the whole pack."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorer.rules.cards import Card, Rank, Suit, parse_hand
from scorer.rules.claims import PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import fold
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import PointCompare, Ruleset
from tests.rules.checker.demands import (
    NO_BETTER,
    WORSE,
    AsMany,
    AtMost,
    BestPointIs,
    Cards,
    Demand,
    EveryCardIn,
    Hand,
    HasBetter,
    Holds,
    HoldsRuns,
    Lacks,
    NoCourts,
    NoPoint,
    PointsCompare,
    RunsCompare,
    WholeRunsAre,
)
from tests.rules.checker.sat import Formula

TIERCE, QUART, QUINT, NOUGHT = (SequenceClaim(length) for length in (3, 4, 5, 0))
TO_KING = SequenceClaim(3, Rank.KING)
HEARTS = SequenceClaim(3, None, Suit.HEARTS)
RULES = {
    "portland": PORTLAND,
    "nought": replace(PORTLAND, nought=True),
    "four": replace(PORTLAND, point_min=4),
    "pips": replace(PORTLAND, point_compare=PointCompare.PIPS),
}
EVERY = (
    Holds(PointClaim(5)),
    Holds(PointClaim(4, 40)),
    Holds(PointClaim(4, None, Suit.HEARTS)),
    Holds(SetClaim(3, Rank.KING)),
    HoldsRuns((TIERCE, TIERCE)),
    HoldsRuns((QUART, TIERCE)),
    HoldsRuns((TO_KING, HEARTS)),
    Lacks(PointClaim(4, 40)),
    Lacks(TO_KING),
    Lacks(SetClaim(3, Rank.TEN)),
    AsMany(PointClaim(5)),
    AsMany(QUART),
    HasBetter(PointClaim(4, 40)),
    HasBetter(TO_KING),
    HasBetter(SetClaim(3, Rank.QUEEN)),
    NoCourts(),
    NoPoint(),
    BestPointIs(PointClaim(5)),
    BestPointIs(PointClaim(4, 40)),
    BestPointIs(PointClaim(5, None, Suit.SPADES)),
    PointsCompare(PointClaim(5), WORSE),
    PointsCompare(PointClaim(5, 45), NO_BETTER),
    WholeRunsAre((TIERCE,)),
    WholeRunsAre((TIERCE,), only=True),
    WholeRunsAre((TIERCE, TIERCE), only=True),
    WholeRunsAre((), only=True),
    WholeRunsAre((TIERCE, TO_KING)),
    WholeRunsAre((HEARTS,), first_is_best=True),
    WholeRunsAre((TIERCE,), first_is_best=True, but_for=(QUART,)),
    RunsCompare(TIERCE, WORSE),
    RunsCompare(TO_KING, NO_BETTER),
    RunsCompare(TO_KING, WORSE, (SequenceClaim(4, Rank.ACE),)),
    AtMost(Rank.ACE, 1),
    EveryCardIn((PointClaim(6), SequenceClaim(6), SetClaim(3, Rank.TEN)), ()),
    EveryCardIn((PointClaim(6), SequenceClaim(4), SetClaim(4, Rank.ACE), SetClaim(3, Rank.KING)), ()),
    EveryCardIn((PointClaim(6), SequenceClaim(6), SetClaim(3, Rank.TEN)), (), whole_runs=True),
    EveryCardIn((PointClaim(6), SequenceClaim(6), SetClaim(3, Rank.TEN)), (), best_point=True),
)
WITH_NOUGHT = (
    Holds(PointClaim(0)),
    HoldsRuns((NOUGHT, TIERCE)),
    Lacks(NOUGHT),
    HasBetter(PointClaim(0)),
    HasBetter(NOUGHT),
    AsMany(PointClaim(5)),
    AsMany(QUINT),
    BestPointIs(PointClaim(0)),
    WholeRunsAre((NOUGHT, TIERCE), only=True),
    WholeRunsAre((NOUGHT,), first_is_best=True),
)
SCORED = (
    "AS KS QS JS TS 9S TH 9H 8H 7H TD TC",
    "AS KS QS JS TS 9S AH KH AD KD AC 7C",
    "AS KS QS JS TS 9S AH KH AD KD AC KC",
    "AS KS QS JS TS 9S 8H 7H AH KH QH JH",
)


def a_hand(rng: Random, rules: Ruleset) -> Cards:
    """A hand, of few suits and long runs more often than cards are dealt."""
    if rng.random() < 0.2:
        return frozenset(parse_hand(rng.choice(SCORED)))
    suits = rng.sample([*Suit], rng.choice((2, 2, 3, 4)))
    cards: list[Card] = [card for card in rules.pack if card.suit in suits]
    if rng.random() < 0.3:
        cards = [card for card in rules.pack if card.rank < Rank.KNAVE or card.rank is Rank.ACE]
    while len(cards) > rules.hand:
        start = rng.randrange(len(cards))
        del cards[start : start + min(rng.choice((1, 1, 2, 3)), len(cards) - rules.hand)]
    return frozenset(cards)


@pytest.mark.parametrize("name", RULES)
def test_sat_clauses_and_direct_checks_of_a_demand_agree(name: str) -> None:
    rules = RULES[name]
    deal = fold(rules, ()).require()
    met: Counter[Demand] = Counter()
    tried = 60
    demands = (*EVERY, *WITH_NOUGHT) if rules.nought else EVERY
    for demand in demands:
        rng = Random(f"{name}/{demand}")
        with Formula(deal) as formula:
            formula.x = formula.holds[0]
            formula.demand(demand)
            for _ in range(tried):
                cards = a_hand(rng, rules)
                seen = demand.met(Hand(rules, cards))
                met[demand] += seen
                assert formula.solver.solve(assumptions=[formula.x[card] for card in cards]) is seen, (demand, cards)
    assert sum(0 < met[demand] < tried for demand in demands) > len(demands) * 2 // 3


@pytest.mark.parametrize(
    ("cards", "claims", "held"),
    [
        ("AS KS QS JS TS", (TIERCE, TIERCE), False),
        ("AS KS QS JS TS 9S", (TIERCE, TIERCE), True),
        ("AS KS QS JS TS 9S", (TO_KING, TIERCE), False),
        ("AS KS QS JS TS 9S", (SequenceClaim(3, Rank.ACE), TIERCE), True),
        ("KS QS JS TS 9S 8S 7H", (QUART, TIERCE), False),
        ("AS KS QS JS TS 9S 8S", (QUART, TIERCE), True),
        ("AH KH QH JS TS 9S", (HEARTS, HEARTS), False),
        ("AS KS QS AH KH QH AD KD QD 7C", (NOUGHT, TIERCE), False),
    ],
)
def test_no_card_serves_two_runs(cards: str, claims: tuple[SequenceClaim, ...], held: bool) -> None:
    assert HoldsRuns(claims).met(Hand(PORTLAND, frozenset(parse_hand(cards)))) is held
