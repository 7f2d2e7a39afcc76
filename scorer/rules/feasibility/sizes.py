"""
Joint sizes: how many cards two hands can have together, looking at nothing but sizes.

A *board* is a set of pairs of sizes, as bits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .holdings import Suit
from .reach import Reach

SIDE = 32
"""Cards of one hand never come to so many: joint sizes are packed on a board of this width."""


@lru_cache(maxsize=4096)
def pairs(suit: Suit, first: int, second: int) -> tuple[int, ...]:
    """The sizes, each as first * SIDE + second, of disjoint holdings of two families."""
    found = []
    for size, sized in enumerate(suit.sized):
        theirs = second & sized
        if theirs:
            fitting = first & suit.clear_of(theirs)
            found += [own * SIDE + size for own, fits in enumerate(suit.sized) if fits & fitting]
    return tuple(found)


def boards(seats: Sequence[Reach]) -> tuple[list[int], int]:
    """For each number of suits the sizes to which so many can bring two hands; and the sizes of full hands."""
    first, second = (seat.digits.sizes for seat in seats)
    room = _board(range(first.stop), range(second.stop))
    found = [1]
    for own, theirs in zip(*(seat.families for seat in seats), strict=True):
        found.append(moved(found[-1], pairs(seats[0].digits.suit, own, theirs)) & room)
    return found, _board(first, second)


@lru_cache(maxsize=64)
def _board(first: range, second: range) -> int:
    """Every size of one hand with every size of the other."""
    return sum(1 << own * SIDE + size for own in first for size in second)


def moved(board: int, steps: Iterable[int]) -> int:
    """The sizes that each of *steps* leads to from one of *board*."""
    found = 0
    for step in steps:
        found |= board << step
    return found


def moved_back(board: int, steps: Iterable[int]) -> int:
    """The sizes from which one of *steps* leads to one of *board*."""
    found = 0
    for step in steps:
        found |= board >> step
    return found
