"""
Pool: players meet in turn, and the loser of each partie pays into the pool.

The sources tell no more than that the loser paid his guinea: who rises, when
the pool is taken and what a draw does are choices here, each with the usual
one of card tables as its beginning and "unsourced" as its source.

>>> pool = play_pool(3, [Won(0, 150), Won(0, 80)])
>>> pool.balances, pool.held, pool.taken_by
((2, -1, -1), 0, (None, 0))
>>> pool.seats, pool.waiting
((0, 1), (2,))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .result import Won


class Rises(Enum):
    """Who gives up his seat after a partie."""

    LOSER = "the loser"
    WINNER = "the winner"


@dataclass(frozen=True, slots=True)
class PoolTerms:
    """
    What the company agrees on; no source but for the stake.

    Attributes:
        stake: what the loser of a partie pays into the pool, in units.
        entry: what each pays into it when it begins, and again when it was taken, in units.
        rises: who gives up his seat to the one who waits longest.
        in_a_row: so many parties won one after another take the pool; 0 for
            one against each of the others.
        stakes_of_a_draw: whether both pay the stake after a drawn partie; the
            same two then play again either way.
    """

    stake: int = 1
    entry: int = 0
    rises: Rises = Rises.LOSER
    in_a_row: int = 0
    stakes_of_a_draw: bool = False


SOURCES = {
    "stake": "older writers: the loser pays a guinea to the pool",
    "entry": "unsourced",
    "rises": "unsourced",
    "in_a_row": "unsourced",
    "stakes_of_a_draw": "unsourced",
}
"""Where each choice comes from."""


@dataclass(frozen=True, slots=True)
class Pool:
    """
    A pool as far as it has come; persons by their place in the company, from 0.

    Attributes:
        terms: what was agreed.
        balances: what each has taken and paid, in units; with what the pool
            holds they add up to nothing.
        held: what the pool holds, in units.
        seats: who play the next partie.
        waiting: the others, who waits longest first.
        row: how many parties the first of the seats has won one after another.
        taken_by: after each partie who took the pool with it, or `None`.
    """

    terms: PoolTerms
    balances: tuple[int, ...]
    held: int
    seats: tuple[int, int]
    waiting: tuple[int, ...]
    row: int
    taken_by: tuple[int | None, ...]


def play_pool(players: int, parties: Iterable[Won], terms: PoolTerms | None = None) -> Pool:
    """
    A pool after these parties.

    Args:
        players: how many play, at least three; the first two begin.
        parties: how each ended, 0 being who has the first of the seats.
        terms: what was agreed.

    Raises:
        ValueError: fewer than three play, or the terms contradict themselves;
            the message says how.
    """
    terms = terms or PoolTerms()
    _refuse(players, terms)
    balances, held = _enter([0] * players, 0, terms)
    seats, waiting, row = (0, 1), tuple(range(2, players)), 0
    taken: list[int | None] = []
    for won in parties:
        if won.by is None:
            losers: tuple[int, ...] = seats if terms.stakes_of_a_draw else ()
        else:
            losers = (seats[1 - won.by],)
        for loser in losers:
            balances[loser] -= terms.stake
            held += terms.stake
        taken.append(None)
        if won.by is None:
            continue
        winner, loser = seats[won.by], seats[1 - won.by]
        row = row + 1 if won.by == 0 else 1
        if row >= (terms.in_a_row or players - 1):
            balances[winner] += held
            taken[-1] = winner
            balances, held = _enter(balances, 0, terms)
            row = 0
        stays, leaves = (winner, loser) if terms.rises is Rises.LOSER else (loser, winner)
        row = row if stays == winner else 0
        seats, waiting = (stays, waiting[0]), (*waiting[1:], leaves)
    return Pool(terms, tuple(balances), held, seats, waiting, row, tuple(taken))


def _refuse(players: int, terms: PoolTerms) -> None:
    if players < 3:
        raise ValueError("a pool has three players or more")
    if min(terms.stake, terms.entry, terms.in_a_row) < 0:
        raise ValueError("the stake, the entry and the number of parties are not less than nothing")
    if terms.rises is Rises.WINNER and terms.in_a_row != 1:
        raise ValueError("a winner who rises wins no two parties in a row: then one partie takes the pool")


def _enter(balances: list[int], held: int, terms: PoolTerms) -> tuple[list[int], int]:
    """Everybody pays his entry."""
    return [balance - terms.entry for balance in balances], held + terms.entry * len(balances)
