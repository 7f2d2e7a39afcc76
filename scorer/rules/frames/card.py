"""
The running card of a company: who plays next, and what each partie moved.

A company plays one partie after another, two at a time or all together. What
is with somebody and what is in the pool always add up to nothing; only a pool
has one.
"""

from __future__ import annotations

from dataclasses import dataclass

from .result import Won
from .terms import CompanyTerms


@dataclass(frozen=True, slots=True)
class Lineup:
    """
    Who plays a partie; persons by their place in the company, from 0.

    Attributes:
        seats: those who play. Of two the first is in a chouette the single
            player, in the box, and in a pool who kept his seat; of more,
            partners sit opposite.
        others: the rest, the next to play first: they advise the second, or wait.
    """

    seats: tuple[int, ...]
    others: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """Who sits first."""
        return self.seats[0]

    @property
    def second(self) -> int:
        """Who sits second: of two, the opponent of the first."""
        return self.seats[1]

    def seated(self, seats: tuple[int, ...] | None) -> Lineup:
        """
        The same company with these at the table.

        A result put right later may change whose turn it was; the parties
        after it stay as they were played.

        >>> Lineup((0, 1), (2, 3)).seated((2, 0))
        Lineup(seats=(2, 0), others=(1, 3))
        """
        if seats is None or seats == self.seats:
            return self
        return Lineup(seats, tuple(each for each in (*self.seats, *self.others) if each not in seats))


@dataclass(frozen=True, slots=True)
class Turn:
    """
    One partie of the company, as the card has it.

    Attributes:
        lineup: who played, and who looked on.
        in_turn: whether it was their turn.
        won: how it ended.
        points: what was counted of it: a chouette's points, rounded; in a
            pool what was paid in, at a table what each loser paid, in units.
        moves: what each person won of it; with what the pool won they add up to nothing.
        after: each person's balance after it.
        held: what the pool holds after it.
        taken_by: who took the pool with it.
    """

    lineup: Lineup
    in_turn: bool
    won: Won
    points: int
    moves: tuple[int, ...]
    after: tuple[int, ...]
    held: int = 0
    taken_by: int | None = None

    @property
    def to_pool(self) -> int:
        """What the pool won of it, less than nothing if it was taken."""
        return -sum(self.moves)


@dataclass(frozen=True, slots=True)
class Card:
    """
    A company as far as it has come.

    Attributes:
        terms: what was agreed.
        turns: its parties.
        lineup: who plays next.
        row: how many parties the first of them has won one after another.
        balances: what each person has won; with what the pool holds they add up to nothing.
        held: what the pool holds.
        sides: how many sides a partie has.
    """

    terms: CompanyTerms
    turns: tuple[Turn, ...]
    lineup: Lineup
    row: int
    balances: tuple[int, ...]
    held: int = 0
    sides: int = 2

    @property
    def players(self) -> int:
        """How many they are."""
        return len(self.balances)
