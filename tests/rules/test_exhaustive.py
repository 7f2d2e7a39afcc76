"""
Every hand that can be dealt, counted.

All 225,792,840 hands of twelve cards are counted by dynamic programming over
the suits: each of the 256 holdings of a suit is analysed by the kernel's own
functions, two suits are joined into pairs, and pairs into hands. The tables
agree with a brute enumeration of every hand made apart from this project.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple, TypeVar

import pytest

from scorer.rules.cards import Card, Rank, Suit, parse_hand, pips
from scorer.rules.claims import PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import fold
from scorer.rules.hands import Run, declare, is_blank, runs
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import point_points, sequence_points, set_points
from scorer.rules.ruleset import Ruleset

S = TypeVar("S")

EVERY_HAND = comb(32, 12)

LONGEST_SEQUENCE = {
    0: 80_400_026,
    3: 98_629_730,
    4: 35_336_570,
    5: 9_088_848,
    6: 1_955_130,
    7: 340_032,
    8: 42_504,
}
LONGEST_SUIT = {
    3: 9_834_496,
    4: 124_522_720,
    5: 74_962_944,
    6: 15_070_048,
    7: 1_360_128,
    8: 42_504,
}
SEQUENCES_HELD = {
    0: 80_400_026,
    1: 113_931_720,
    2: 30_119_628,
    3: 1_338_820,
    4: 2_646,
}
TRIOS_AND_QUATORZES = {
    (0, 0): 96_334_325,
    (1, 0): 94_035_440,
    (2, 0): 19_263_040,
    (3, 0): 724_480,
    (4, 0): 1_280,
    (0, 1): 12_023_715,
    (1, 1): 3_213_120,
    (2, 1): 91_200,
    (0, 2): 103_830,
    (1, 2): 2_400,
    (0, 3): 10,
}
SUITS_BY_LONGEST_RUN = {0: 149, 3: 59, 4: 28, 5: 12, 6: 5, 7: 2, 8: 1}
NOBODYS_WHOLE_TOTAL = (47, 52, 53, 54, 55, 56)
CARTES_BLANCHES = {
    "portland": 125_970,  # no court card: 20 cards choose 12
    "meyer-1888": 1_820,  # no ten either: 16 choose 12
    "cent-36": 2_704_156,  # no court card among thirty-six: 24 choose 12
}


def cards_of(rules: Ruleset, holding: int, suit: Suit = Suit.SPADES) -> tuple[Card, ...]:
    """The cards of one suit that the bits of *holding* name, the lowest rank being bit 0."""
    return tuple(Card(rank, suit) for place, rank in enumerate(rules.ranks) if holding >> place & 1)


def count_hands(rules: Ruleset, measure: Callable[[int], S], join: Callable[[S, S], S]) -> Counter[S]:
    """How many hands have each value of what *measure* finds in a suit's holding and *join* makes of two."""
    suit = Counter((holding.bit_count(), measure(holding)) for holding in range(1 << len(rules.ranks)))
    pair: Counter[tuple[int, S]] = Counter()
    for (cards, mine), ways in suit.items():
        for (others, theirs), other_ways in suit.items():
            pair[cards + others, join(mine, theirs)] += ways * other_ways
    by_cards: defaultdict[int, list[tuple[S, int]]] = defaultdict(list)
    for (cards, found), ways in pair.items():
        by_cards[cards].append((found, ways))
    hands: Counter[S] = Counter()
    for cards in range(rules.hand + 1):
        for found, ways in by_cards[cards]:
            for other, other_ways in by_cards[rules.hand - cards]:
                hands[join(found, other)] += ways * other_ways
    return hands


def longest(holding: int) -> int:
    """The length of the longest run in a suit; 0 for none."""
    return max((run.length for run in runs(holding)), default=0)


SET_RANKS = tuple(rank for rank in Rank if PORTLAND.carries_set(rank))
"""The ranks that make sets; the number of each in a hand is one digit of a number to the base five."""


class Holding(NamedTuple):
    """What of some suits decides the total of a hand: ranks that make sets, points of the runs, longest suit."""

    ranks: int
    runs: int
    suit: int


def holding_of(bits: int) -> Holding:
    """What one suit adds to the total."""
    points = sum(sequence_points(PORTLAND, SequenceClaim(run.length)) for run in runs(bits))
    held = [card.rank for card in cards_of(PORTLAND, bits)]
    ranks = sum(5**digit for digit, rank in enumerate(SET_RANKS) if rank in held)
    return Holding(ranks, points, bits.bit_count())


def join_holdings(mine: Holding, theirs: Holding) -> Holding:
    """What two holdings of different suits make together."""
    return Holding(mine.ranks + theirs.ranks, mine.runs + theirs.runs, max(mine.suit, theirs.suit))


def how_many(ranks: int) -> Iterator[tuple[Rank, int]]:
    """How many cards of each rank a number to the base five stands for."""
    for digit, rank in enumerate(SET_RANKS):
        yield rank, ranks // 5**digit % 5


@cache
def sets_of(ranks: int) -> tuple[SetClaim, ...]:
    """The sets among so many cards of each rank."""
    return tuple(SetClaim(count, rank) for rank, count in how_many(ranks) if count >= 3)


def total(held: Holding) -> int:
    """What a hand declares, a carte blanche aside."""
    sets = sum(set_points(PORTLAND, claim) for claim in sets_of(held.ranks))
    return point_points(PORTLAND, PointClaim(held.suit)) + held.runs + sets


@pytest.fixture(scope="module")
def every_hand() -> Counter[Holding]:
    """All hands by what decides their total."""
    return count_hands(PORTLAND, holding_of, join_holdings)


@pytest.fixture(scope="module")
def totals(every_hand: Counter[Holding]) -> Counter[int]:
    """All hands by what they declare."""
    found: Counter[int] = Counter()
    for held, ways in every_hand.items():
        found[total(held)] += ways
    return found


@pytest.mark.slow
def test_every_hand_is_counted(every_hand: Counter[Holding]) -> None:
    """32 cards choose 12."""
    assert every_hand.total() == EVERY_HAND == 225_792_840


def test_longest_sequence() -> None:
    """A hand in three has no sequence at all."""
    found = count_hands(PORTLAND, longest, max)

    assert found == LONGEST_SEQUENCE
    assert sum(LONGEST_SEQUENCE.values()) == EVERY_HAND


@pytest.mark.slow
def test_longest_suit(every_hand: Counter[Holding]) -> None:
    """Twelve cards always hold three of a suit, so everybody has a point."""
    found: Counter[int] = Counter()
    for held, ways in every_hand.items():
        found[held.suit] += ways

    assert found == LONGEST_SUIT


def test_sequences_held() -> None:
    """Four sequences are the most: one in each suit."""
    found = count_hands(PORTLAND, lambda holding: len(runs(holding)), lambda mine, theirs: mine + theirs)

    assert found == SEQUENCES_HELD


@pytest.mark.slow
def test_trios_and_quatorzes(every_hand: Counter[Holding]) -> None:
    """Three quatorzes are held by exactly ten hands, four trios by 1,280."""
    found: Counter[tuple[int, int]] = Counter()
    for held, ways in every_hand.items():
        counts = [claim.count for claim in sets_of(held.ranks)]
        found[counts.count(3), counts.count(4)] += ways

    assert found == TRIOS_AND_QUATORZES


def test_no_quatorze() -> None:
    """The hands without a quatorze agree with inclusion and exclusion over the five ranks that make sets."""
    without = sum(ways for (_, quatorzes), ways in TRIOS_AND_QUATORZES.items() if not quatorzes)

    assert without == 210_358_565
    assert without == sum((-1) ** n * comb(5, n) * comb(32 - 4 * n, 12 - 4 * n) for n in range(4))


@pytest.mark.parametrize(("preset", "expected"), CARTES_BLANCHES.items(), ids=CARTES_BLANCHES)
def test_cartes_blanches(preset: str, expected: int) -> None:
    """A carte blanche is as rare as the cards without courts (or tens) make it."""
    rules = PRESETS[preset]
    found = count_hands(
        rules, lambda held: is_blank(rules, cards_of(rules, held)), lambda mine, theirs: mine and theirs
    )

    assert found[True] == expected
    assert found.total() == comb(len(rules.pack), 12)


def test_holdings_of_a_suit_by_their_longest_run() -> None:
    """Of the 256 holdings of a suit 149 have no run."""
    assert Counter(longest(holding) for holding in range(256)) == SUITS_BY_LONGEST_RUN


def test_runs_of_a_suit_are_its_maximal_ones() -> None:
    """A run is bounded by a gap or the end of the suit on both sides, and no three in a row are left out."""
    for holding in range(512):
        found = runs(holding)
        spelt = format(holding, "09b")[::-1] + "0"
        expected: list[Run] = []
        start = 0
        for place, bit in enumerate(spelt):
            if bit == "0":
                if place - start >= 3:
                    expected.insert(0, Run(place - start, place - 1))
                start = place + 1

        assert found == tuple(expected)


def test_points_of_every_hand() -> None:
    """The best point of a hand is one of 37, every one of which is the kernel's and is held by somebody."""
    found = count_hands(
        PORTLAND,
        lambda held: (held.bit_count(), pips(cards_of(PORTLAND, held))),
        max,
    )
    kernel = {(length, value) for length in range(3, 9) for value in PORTLAND.possible_pips(length)}

    assert len(found) == 37
    assert set(found) == kernel


@pytest.mark.parametrize("preset", ["portland", "cent-36"])
def test_pips_of_a_length_are_exactly_those_of_some_holding(preset: str) -> None:
    """The range of pips that the kernel allows a length has neither a gap nor a value too many."""
    rules = PRESETS[preset]
    held: defaultdict[int, set[int]] = defaultdict(set)
    for holding in range(1, 1 << len(rules.ranks)):
        held[holding.bit_count()].add(pips(cards_of(rules, holding)))

    assert {length: set(rules.possible_pips(length)) for length in range(1, len(rules.ranks) + 1)} == held


@pytest.mark.slow
def test_nobody_declares_more_than_57(totals: Counter[int]) -> None:
    """57 is the most a hand declares, and exactly three hands reach it: A K Q, K Q J or Q J 10 of every suit."""
    assert max(totals) == 57
    assert totals[57] == 3
    for ranks in ("AKQ", "KQJ", "QJT"):
        hand = parse_hand(" ".join(rank + suit for suit in "SHDC" for rank in ranks))
        assert declare(PORTLAND, hand).total == 57


@pytest.mark.slow
def test_totals_that_no_hand_has(totals: Counter[int]) -> None:
    """A declared 47, or 52 to 56, means that something was sunk; every other total from 3 to 57 is somebody's."""
    assert set(range(3, 58)) - set(totals) == set(NOBODYS_WHOLE_TOTAL)
    assert min(totals) == 3


@pytest.mark.slow
def test_hands_that_make_thirty_alone(totals: Counter[int]) -> None:
    """857,490 hands declare thirty or more."""
    assert sum(ways for points, ways in totals.items() if points >= 30) == 857_490


@pytest.mark.slow
def test_after_a_carte_blanche_nobody_declares_more_than_51(every_hand: Counter[Holding]) -> None:
    """
    Who was dealt no court holds at most seven after the exchange, and such a hand declares 51 at the most.

    So ten for the carte blanche, the repique, thirteen in play and the capot make 174 the most a deal can score.
    """
    courts = (Rank.KNAVE, Rank.QUEEN, Rank.KING)
    best = max(
        total(held) for held in every_hand if sum(count for rank, count in how_many(held.ranks) if rank in courts) <= 7
    )

    assert best == 51
    assert 10 + best + 60 + 13 + 40 == 174


MAXIMA = {
    "hoyle-170": (
        "AS KS QS AH KH QH AD KD QD AC KC QC",
        "E point 3; Y good; E tierce major; Y good; E tierce major; E tierce major; E tierce major;"
        "E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; tricks E12",
        170,
    ),
    "carte-blanche-174": (
        "JS TS JH TH JD TD 9D JC TC 9C 8C 7C",
        "E carte blanche; E exchange 4; Y exchange 1;"
        "E point 5; Y good; E quint to knave; Y good; E tierce to knave;"
        "E quatorze of knaves; Y good; E quatorze of tens; tricks E12",
        174,
    ),
}


@pytest.mark.parametrize(("hand", "log", "score"), MAXIMA.values(), ids=MAXIMA)
def test_the_most_a_deal_can_score(hand: str, log: str, score: int) -> None:
    """Hoyle's 170, and the 174 that a carte blanche makes of it; the log calls everything the hand holds."""
    declared = declare(PORTLAND, parse_hand(hand))
    deal = fold(PORTLAND, parse_log(log, PORTLAND)).require()

    assert deal.score.values == (score, 0)
    assert declared.total + deal.rules.repique_bonus + 13 + 40 + (10 if "carte blanche" in log else 0) == score


def test_the_count_by_suits_agrees_with_what_each_hand_declares() -> None:
    """On two thousand random hands the counting and the kernel's own declarations find the same."""
    random = Random(32)
    for _ in range(2000):
        hand = random.sample(PORTLAND.pack, 12)
        suits = [sum(1 << card.rank - 7 for card in hand if card.suit is suit) for suit in Suit]
        parts = [holding_of(suit) for suit in suits]
        held = join_holdings(join_holdings(parts[0], parts[1]), join_holdings(parts[2], parts[3]))
        declared = declare(PORTLAND, hand)
        assert declared.point is not None

        assert declared.point.length == held.suit
        assert declared.point.pips == max(
            pips(card for card in hand if card.suit is suit)
            for suit, bits in zip(Suit, suits, strict=True)
            if bits.bit_count() == held.suit
        )
        assert sorted(claim.length for claim in declared.sequences) == sorted(
            run.length for suit in suits for run in runs(suit)
        )
        assert set(declared.sets) == set(sets_of(held.ranks))
        assert declared.total == total(held) + (10 if declared.carte_blanche else 0)
