"""
Every hand that can be dealt, counted.

All 225,792,840 hands of twelve cards are counted by dynamic programming over
the suits: each of the 256 holdings of a suit is analysed by the kernel's own
functions, two suits are joined into pairs, and pairs into hands. The tables
agree with a brute enumeration of every hand made apart from this project.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple, TypeVar

import pytest

from scorer.rules.cards import Card, Rank, Suit, parse_hand, pips, ranks
from scorer.rules.claims import PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import fold
from scorer.rules.hands import Run, declare, is_blank, runs
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import Ruleset
from tests.rows import beside, each_row

S = TypeVar("S")

EVERY_HAND = comb(32, 12)

LONGEST_SEQUENCE = {0: 80_400_026, 3: 98_629_730, 4: 35_336_570, 5: 9_088_848, 6: 1_955_130, 7: 340_032, 8: 42_504}
LONGEST_SUIT = {3: 9_834_496, 4: 124_522_720, 5: 74_962_944, 6: 15_070_048, 7: 1_360_128, 8: 42_504}
SEQUENCES = {0: 80_400_026, 1: 113_931_720, 2: 30_119_628, 3: 1_338_820, 4: 2_646}
TRIOS_AND_QUATORZES = {(trios, four): hands for trios, four, hands in beside(__file__)["trios_and_quatorzes"]}
CARTES_BLANCHES = {
    "portland": 125_970,  # no court card: 20 cards choose 12
    "meyer-1888": 1_820,  # no ten either: 16 choose 12
    "cent-36": 2_704_156,  # no court card among thirty-six: 24 choose 12
}


def cards_of(rules: Ruleset, holding: int, suit: Suit = Suit.SPADES) -> tuple[Card, ...]:
    """Return the cards of one suit that the bits of *holding* name, the lowest rank being bit 0."""
    return tuple(Card(rank, suit) for bit, rank in enumerate(rules.ranks) if holding >> bit & 1)


def count_hands(rules: Ruleset, measure: Callable[[int], S], join: Callable[[S, S], S]) -> Counter[S]:
    """Return the number of hands for each value of what *measure* finds in a suit and *join* makes of two."""
    suit = Counter((holding.bit_count(), measure(holding)) for holding in range(1 << len(rules.ranks)))
    pair: Counter[tuple[int, S]] = Counter()
    for (cards, found), ways in suit.items():
        for (others, other), other_ways in suit.items():
            pair[cards + others, join(found, other)] += ways * other_ways
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
    return max((run.length for run in runs(holding)), default=0)


SET_RANKS = tuple(rank for rank in Rank if PORTLAND.carries_set(rank))
"""The ranks that make sets; the number of each in a hand is one digit of a number to the base five."""


class Holding(NamedTuple):
    """What of some suits decides the total of a hand: ranks that make sets, points of the runs, longest suit."""

    ranks: int
    runs: int
    suit: int


def holding_of(bits: int) -> Holding:
    points = sum(claim_points(PORTLAND, SequenceClaim(run.length)) for run in runs(bits))
    in_suit = [card.rank for card in cards_of(PORTLAND, bits)]
    ranks = sum(5**digit for digit, rank in enumerate(SET_RANKS) if rank in in_suit)
    return Holding(ranks, points, bits.bit_count())


def join_holdings(one: Holding, other: Holding) -> Holding:
    return Holding(one.ranks + other.ranks, one.runs + other.runs, max(one.suit, other.suit))


def counts_of(ranks: int) -> dict[Rank, int]:
    """Return the number of cards of each rank that a number to the base five stands for."""
    return {rank: ranks // 5**digit % 5 for digit, rank in enumerate(SET_RANKS)}


@cache
def sets_of(ranks: int) -> tuple[SetClaim, ...]:
    return tuple(SetClaim(count, rank) for rank, count in counts_of(ranks).items() if count >= 3)


def total(holding: Holding) -> int:
    """Return what a hand declares, a carte blanche aside."""
    sets = sum(claim_points(PORTLAND, claim) for claim in sets_of(holding.ranks))
    return claim_points(PORTLAND, PointClaim(holding.suit)) + holding.runs + sets


def test_the_longest_sequence_and_the_number_of_sequences_of_every_hand() -> None:
    """A hand in three has no sequence at all; four are the most, one in each suit."""
    assert count_hands(PORTLAND, longest, max) == LONGEST_SEQUENCE
    assert count_hands(PORTLAND, lambda holding: len(runs(holding)), lambda one, other: one + other) == SEQUENCES
    assert sum(LONGEST_SEQUENCE.values()) == sum(SEQUENCES.values()) == EVERY_HAND == 225_792_840


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_hand_by_its_longest_suit_its_sets_and_its_total() -> None:
    """
    Twelve cards always hold three of a suit; three quatorzes are held by ten hands; 57 is the most declared.

    A declared 47, or 52 to 56, means that something was sunk. After a carte
    blanche a hand has at most seven court cards and declares 51 at the most: so
    ten for it, the repique, thirteen in play and the capot make 174 the most a
    deal can score.
    """
    suits, sets, totals = Counter[int](), Counter[tuple[int, int]](), Counter[int]()
    after_blank = 0
    for holding, ways in count_hands(PORTLAND, holding_of, join_holdings).items():
        suits[holding.suit] += ways
        counts = [claim.count for claim in sets_of(holding.ranks)]
        sets[counts.count(3), counts.count(4)] += ways
        declared = total(holding)
        totals[declared] += ways
        courts = sum(count for rank, count in counts_of(holding.ranks).items() if Rank.KNAVE <= rank <= Rank.KING)
        if courts <= 7:
            after_blank = max(after_blank, declared)
    assert (suits, sets) == (LONGEST_SUIT, TRIOS_AND_QUATORZES)
    assert suits.total() == EVERY_HAND
    assert set(totals) == set(range(3, 58)) - {47, 52, 53, 54, 55, 56}
    assert totals[57] == 3
    assert sum(ways for points, ways in totals.items() if points >= 30) == 857_490
    assert 10 + after_blank + 60 + 13 + 40 == 174


@pytest.mark.parametrize("three", ["AKQ", "KQJ", "QJT"])
def test_the_three_hands_that_declare_57(three: str) -> None:
    assert declare(PORTLAND, parse_hand(" ".join(rank + suit for suit in "SHDC" for rank in three))).total == 57


@pytest.mark.parametrize(("preset", "expected"), CARTES_BLANCHES.items(), ids=CARTES_BLANCHES)
def test_cartes_blanches_are_as_rare_as_the_plain_cards_make_them(preset: str, expected: int) -> None:
    rules = PRESETS[preset]
    found = count_hands(rules, lambda bits: is_blank(rules, cards_of(rules, bits)), lambda one, other: one and other)
    assert (found[True], found.total()) == (expected, comb(len(rules.pack), 12))


def test_the_runs_of_a_suit_are_its_maximal_ones() -> None:
    """A run ends at a gap or the end of the suit on both sides, and no three in a row are left out."""
    for holding in range(512):
        expected: list[Run] = []
        start = 0
        for bit, present in enumerate(format(holding, "09b")[::-1] + "0"):
            if present == "0":
                if bit - start >= 3:
                    expected.insert(0, Run(bit - start, bit - 1))
                start = bit + 1
        assert runs(holding) == tuple(expected)


@pytest.mark.parametrize("preset", ["portland", "cent-36"])
def test_pips_of_a_length_are_exactly_those_of_some_holding(preset: str) -> None:
    rules = PRESETS[preset]
    made: defaultdict[int, set[int]] = defaultdict(set)
    for holding in range(1, 1 << len(rules.ranks)):
        made[holding.bit_count()].add(pips(cards_of(rules, holding)))
    assert {length: set(rules.possible_pips(length)) for length in range(1, len(rules.ranks) + 1)} == made


@pytest.mark.parametrize(("preset", "overlapping"), [("portland", []), ("cent-36", [(3, 4), (4, 5), (5, 6), (6, 7)])])
def test_more_cards_make_more_pips_but_for_the_sixes(preset: str, overlapping: list[tuple[int, int]]) -> None:
    rules = PRESETS[preset]
    made = {length: rules.possible_pips(length) for length in rules.pips_of_length}
    assert [(n, n + 1) for n in range(3, len(made)) if max(made[n]) >= min(made[n + 1])] == overlapping


def test_one_less_at_four_and_a_tenth_of_the_pips_agree_on_every_holding() -> None:
    """They take one off the 16 holdings of 32 cards with nine, eight and seven and no ace."""
    less, tenth = (
        rules_named(f"portland point_pips=always point_value={value}")
        for value in ("less_one_at_four", "tenth_of_pips")
    )
    every = [each for length in range(1, 9) for each in combinations(ranks(Rank.SEVEN), length)]
    for in_suit in every:
        claim = PointClaim(len(in_suit), sum(rank.pips for rank in in_suit))
        short = {Rank.SEVEN, Rank.EIGHT, Rank.NINE} <= set(in_suit) and Rank.ACE not in in_suit
        assert claim_points(less, claim) == claim_points(tenth, claim) == len(in_suit) - short


@each_row("hand", "log", "score")
def test_the_most_a_deal_can_score(hand: str, log: str, score: int) -> None:
    """The log calls everything that the hand holds."""
    deal = fold(PORTLAND, parse_log(log, PORTLAND)).require()
    blank = 10 if "carte blanche" in log else 0
    assert deal.score.values == (score, 0)
    assert declare(PORTLAND, parse_hand(hand)).total + deal.rules.repique_bonus + 13 + 40 + blank == score


def test_the_count_by_suits_agrees_with_what_each_of_500_random_hands_declares() -> None:
    random = Random(32)
    for _ in range(500):
        hand = random.sample(PORTLAND.pack, 12)
        suits = [sum(1 << card.rank - 7 for card in hand if card.suit is suit) for suit in Suit]
        first, second, third, fourth = map(holding_of, suits)
        holding = join_holdings(join_holdings(first, second), join_holdings(third, fourth))
        declared = declare(PORTLAND, hand)
        assert declared.point is not None
        assert declared.point.length == holding.suit
        assert set(declared.sets) == set(sets_of(holding.ranks))
        assert declared.total == total(holding) + (10 if declared.carte_blanche else 0)
