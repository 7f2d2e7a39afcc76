"""Columns: what is demanded of one hand, or of what is left over, in the grid of a deal."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .demands import Demands, FrozenDemands
from .families import FIELD
from .holdings import SUITS, Suit
from .options import Families, options
from .reach import Need
from .sums import numbers


class Count(NamedTuple):
    """How many of some cards of each suit there are to be, all suits together: the numbers as bits."""

    cards: int
    numbers: int


class Column(NamedTuple):
    """
    What is demanded of one hand, or of what is left over.

    Attributes:
        cells: for each suit what it can be.
        serving: for each suit what of the demands it can serve, as `options` finds it.
        every: the demands that some suit must serve, as bits.
        sets: a rank's card in each suit, and how many of the rank are demanded, if not all.
        least: the fewest cards of each rank, as packed counts.
        most: the most.
        counts: how many cards it can have, and what else is counted.
    """

    cells: tuple[int, ...]
    serving: tuple[Families, ...]
    every: int
    sets: tuple[tuple[int, int], ...]
    least: int
    most: int
    counts: tuple[Count, ...]


def column_of(hand: Demands, counts: tuple[Count, ...]) -> Column:
    """The column of a hand, of which some cards are counted beside all; one that is loose may stay short of cards."""
    most = tuple((int(rank), count) for rank, count in hand.most.items())
    return _column(hand.frozen, most, counts)


@lru_cache(maxsize=1024)
def _column(hand: FrozenDemands, most: tuple[tuple[int, int], ...], counts: tuple[Count, ...]) -> Column:
    suit, lowest = hand.suit, hand.suit.ranks[0]
    serving = tuple(each.serving for each in options(hand, nought=False))
    every = Need(hand).every
    counted = [(rank - lowest, count) for rank, count in hand.least if count > 0]
    return Column(
        tuple(joint(families, 0, every) for families in serving),
        serving,
        every,
        tuple((1 << place, count) for place, count in counted if count < len(SUITS)),
        sum(count << FIELD * place for place, count in counted),
        len(SUITS) * suit.counts[suit.full]
        - sum(len(SUITS) - count << FIELD * (rank - lowest) for rank, count in most),
        (Count(suit.full, numbers(0 if hand.is_loose else hand.low, hand.high)), *counts),
    )


def left_over(suit: Suit, sizes: int, counts: tuple[Count, ...]) -> Column:
    """The column of the cards that are in none of the hands in question, so many as one of *sizes*, as bits."""
    every, most = suit.everything, len(SUITS) * suit.counts[suit.full]
    serving = (((0, every),),) * len(SUITS)
    return Column((every,) * len(SUITS), serving, 0, (), 0, most, (Count(suit.full, sizes), *counts))


def joint(families: Families, served: int, left: int) -> int:
    """What a suit can be that serves *served*, and beside it nothing but what is *left*."""
    found = 0
    for each, family in families:
        if not served & ~each and not each & ~(served | left):
            found |= family
    return found
