"""
Options: for one seat and one suit, what its holding can be worth to the whole hand.

Holdings that serve the same demands, are of the same size and have the same
of the ranks that are counted are one option: the search need not tell them
apart until a card of one is wanted elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .demands import FrozenDemands
from .holdings import SUITS, Run, Suit
from .rouge import all_scored

Option = tuple[int, int, int, int]
"""
Holdings of one suit that are all worth the same: four numbers.

The demands they serve, a bit for each run and then for each token; how many
cards they are; their cards of the ranks that are counted, packed; and which
holdings they are, as a family.
"""


class Options:
    """
    All options of one seat in one suit.

    Attributes:
        every: the options, those that serve the most first.
        family: the holdings of all of them.
    """

    def __init__(self, every: Iterable[Option]) -> None:
        self.every = tuple(every)
        self.family = 0
        for *_, part in self.every:
            self.family |= part


Families = tuple[tuple[int, int], ...]
"""What is served, as bits, and the family of the holdings that serve just that."""


def options(hand: FrozenDemands, counted: int, *, nought: bool) -> list[Options]:
    """
    The options of *hand* in each suit, those that serve the most first.

    Args:
        hand: what is demanded.
        counted: the ranks whose cards are counted, as packed counts full of ones.
        nought: an empty suit is a run.

    To a hand that is loose more cards are always as good, so only the least
    holdings are worth trying.
    """
    suit = hand.suit
    lowest = int(suit.ranks[0])
    always = suit.having(sum(1 << rank - lowest for rank, count in hand.least if count == len(SUITS)))
    ranks = tuple(1 << rank - lowest for rank, count in hand.least if count < len(SUITS))
    found: list[Options] = []
    alike: dict[tuple[object, ...], Options] = {}
    for place, runs in enumerate(hand.runs):
        tokens = tuple(token[place] for token in hand.tokens)
        key = hand.allowed[place], runs, tokens, hand.rouge and hand.rouge.in_suit(place)
        if key not in alike:
            allowed = hand.allowed[place] & always
            if hand.rouge is None:
                families = _by_runs(
                    suit, allowed, runs, whole=hand.whole_runs, no_more=hand.no_more_runs, nought=nought
                )
            else:
                families = _all_scored(hand, place, allowed, nought=nought)
            if hand.is_loose:
                alike[key] = _least(suit, _serving(families, len(runs), tokens), ranks, counted)
            else:
                alike[key] = _every(suit, _parting(families, len(runs), tokens), counted)
        found.append(alike[key])
    return found


@lru_cache(maxsize=256)
def _by_runs(suit: Suit, allowed: int, runs: tuple[Run, ...], *, whole: bool, no_more: bool, nought: bool) -> Families:
    """What of *runs* the suit can show together, as bits, and the holdings that show just that; most first."""
    found: list[tuple[int, int]] = []
    for chosen in suit.choices(runs):
        together = tuple(runs[number] for number in chosen)
        whole_runs = suit.showing(together, nothing_more=no_more, nought=nought) if whole else None
        family = allowed & (suit.containing(together) if whole_runs is None else whole_runs)
        served = sum(1 << number for number in chosen)
        for more, taken in found:
            if more & served == served:
                family &= ~taken
        if family:
            found.append((served, family))
    return tuple(found)


def _all_scored(hand: FrozenDemands, place: int, allowed: int, *, nought: bool) -> Families:
    """What a suit can serve of a carte rouge, as bits, and the allowed holdings of which every card has scored."""
    runs = hand.runs[place]
    assert hand.rouge is not None
    families = all_scored(
        hand.suit,
        hand.rouge.in_suit(place),
        runs,
        len(runs) + len(hand.tokens),
        whole=hand.whole_runs,
        no_more=hand.no_more_runs,
        nought=nought,
    )
    return tuple((served, family & allowed) for served, family in families if family & allowed)


def _parting(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families parted by the tokens that their holdings serve."""
    for number, token in enumerate(tokens, runs):
        serving = ((served | 1 << number, family & token) for served, family in families)
        families = (*serving, *((served, family & ~token) for served, family in families))
    return families


def _serving(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families, and such parts of them as serve these or those of the tokens."""
    for number, token in enumerate(tokens, runs):
        families = (*((served | 1 << number, family & token) for served, family in families), *families)
    return families


@lru_cache(maxsize=256)
def _every(suit: Suit, families: Families, counted: int) -> Options:
    """Every holding, by what it is worth."""
    found = [
        (served, size, counts, part)
        for served, family in families
        if family
        for size, counts, part in _alike(suit, family, counted)
    ]
    return Options(sorted(found, key=lambda each: -each[0].bit_count()))


def _alike(suit: Suit, family: int, counted: int) -> list[tuple[int, int, int]]:
    """A family parted into holdings of one size and the same counted cards."""
    return [(size, counts, part & family) for size, counts, part in _parted(suit, counted) if part & family]


@lru_cache(maxsize=64)
def _parted(suit: Suit, counted: int) -> tuple[tuple[int, int, int], ...]:
    """All holdings, parted by size and the counted cards: those of about a quarter of a hand and few of these first."""
    parts: dict[tuple[int, int], int] = {}
    for holding in range(suit.full + 1):
        key = suit.size[holding], suit.counts[holding] & counted
        parts[key] = parts.get(key, 0) | 1 << holding
    order = sorted(parts, key=lambda key: (abs(key[0] - 3), key[1].bit_count()))
    return tuple((*key, parts[key]) for key in order)


@lru_cache(maxsize=256)
def _least(suit: Suit, families: Families, ranks: tuple[int, ...], counted: int) -> Options:
    """The least holdings of each family, with or without the card of each of *ranks*."""
    found: dict[tuple[int, int, int], int] = {}
    for served, family in families:
        holdings: Iterable[int] = suit.minimal(family)
        for rank in ranks:
            holdings = {*holdings, *(holding | rank for holding in holdings)}
        for holding in holdings:
            key = served, suit.size[holding], suit.counts[holding] & counted
            found[key] = found.get(key, 0) | 1 << holding
    order = sorted(found, key=lambda key: (-key[0].bit_count(), key[1]))
    return Options((*key, found[key]) for key in order)
