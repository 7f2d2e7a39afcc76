"""
Every hand that can be dealt, counted.

All 225,792,840 hands of twelve cards are counted by dynamic programming over
the suits: each of the 256 holdings of a suit is analysed by the kernel's own
functions, two suits are joined into pairs, and pairs into hands. The tables
agree with a brute enumeration of every hand made apart from this project.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import TypeVar

import pytest

from scorer.rules.cards import Card, Rank, Suit, parse_hand, pips, ranks
from scorer.rules.claims import PointClaim
from scorer.rules.deal import fold
from scorer.rules.hands import Run, declare, is_blank, runs
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import Ruleset
from tests.rows import each_row

S = TypeVar("S")

EVERY_HAND = comb(32, 12)

LONGEST_SEQUENCE = {0: 80_400_026, 3: 98_629_730, 4: 35_336_570, 5: 9_088_848, 6: 1_955_130, 7: 340_032, 8: 42_504}
SEQUENCES = {0: 80_400_026, 1: 113_931_720, 2: 30_119_628, 3: 1_338_820, 4: 2_646}
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


def test_the_longest_sequence_and_the_number_of_sequences_of_every_hand() -> None:
    """A hand in three has no sequence at all; four are the most, one in each suit."""
    assert count_hands(PORTLAND, longest, max) == LONGEST_SEQUENCE
    assert count_hands(PORTLAND, lambda holding: len(runs(holding)), lambda one, other: one + other) == SEQUENCES
    assert sum(LONGEST_SEQUENCE.values()) == sum(SEQUENCES.values()) == EVERY_HAND == 225_792_840


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
