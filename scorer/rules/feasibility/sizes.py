"""
Joint sizes: how many cards two hands can have together, looking at nothing but sizes.

A *board* is a set of pairs of sizes, as bits of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .demands import Demands
from .holdings import SUITS, Suit
from .reach import Reach

SIDE = 32
"""Cards of one hand never come to so many: joint sizes are packed on a board of this width."""


@lru_cache(maxsize=2048)
def pairs(suit: Suit, first: int, second: int) -> int:
    """The sizes, as first * SIDE + second, of disjoint holdings of two families."""
    board = 0
    for size, sized in enumerate(suit.sized):
        free = suit.clear_of(second & sized)
        for own, fits in enumerate(suit.sized):
            if first & fits & free:
                board |= 1 << own * SIDE + size
    return board


def goal_sizes(hands: Sequence[Demands]) -> int:
    """The sizes of two full hands, as a board."""
    first, second = hands
    rows = sum(1 << own * SIDE for own in range(first.low, first.high + 1))
    return sum(rows << theirs for theirs in range(second.low, second.high + 1))


def joint_sizes(suit: Suit, seats: Sequence[Reach], goal: int) -> tuple[int, ...]:
    """For each number of suits tried the board of sizes from which both hands can come to the right ones."""
    boards = [goal]
    for place in reversed(range(len(SUITS))):
        first, second = (seat.steps[place].family for seat in seats)
        boards.append(moved(boards[-1], pairs(suit, first, second), back=True))
    return tuple(reversed(boards))


def moved(board: int, steps: int, *, back: bool) -> int:
    """The sizes that each of *steps* leads to from one of *board*, or back from it."""
    found = 0
    while steps:
        low = steps & -steps
        shift = low.bit_length() - 1
        found |= board >> shift if back else board << shift
        steps ^= low
    return found
