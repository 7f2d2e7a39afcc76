"""Every holding of a suit: its runs, its pips and its points; and the most that a hand and a deal can score."""

from collections import defaultdict
from itertools import combinations

import pytest

from scorer.rules.cards import Card, Rank, Suit, parse_hand, pips, ranks
from scorer.rules.claims import PointClaim
from scorer.rules.deal import fold
from scorer.rules.hands import Run, declare, runs
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import Ruleset
from tests.rows import each_row


def cards_of(rules: Ruleset, holding: int, suit: Suit = Suit.SPADES) -> tuple[Card, ...]:
    """Return the cards of one suit that the bits of *holding* name, the lowest rank being bit 0."""
    return tuple(Card(rank, suit) for bit, rank in enumerate(rules.ranks) if holding >> bit & 1)


@pytest.mark.parametrize("three", ["AKQ", "KQJ", "QJT"])
def test_the_three_hands_that_declare_57(three: str) -> None:
    assert declare(PORTLAND, parse_hand(" ".join(rank + suit for suit in "SHDC" for rank in three))).total == 57


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
