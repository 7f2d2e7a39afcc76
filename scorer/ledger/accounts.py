"""Accounts, what is counted in them, and postings that move it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from enum import Enum


class Commodity(Enum):
    """What an account holds; each is counted in whole units of its own."""

    POINTS = "points"
    MATCH_POINTS = "match points"
    STAKES = "stakes"


POOL = 0
"""The number, in place of a member's, of the season's pool: the other side of match points and of penalties."""


@dataclass(frozen=True, slots=True)
class Account:
    """
    What a member holds in a season.

    Attributes:
        season: the season's number.
        member: the member's number, or `POOL`.
    """

    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Posting:
    """So much of a commodity into an account; out of it, if the amount is negative."""

    account: Account
    commodity: Commodity
    amount: int

    @property
    def reversed(self) -> Posting:
        """The posting that undoes this one."""
        return Posting(self.account, self.commodity, -self.amount)


def moved(season: int, commodity: Commodity, amount: int, *, giver: int, taker: int) -> tuple[Posting, ...]:
    """
    The postings that move *amount* from one member to another in a season; none if it is nothing.

    >>> [each.amount for each in moved(1, Commodity.POINTS, 150, giver=2, taker=1)]
    [-150, 150]
    """
    if amount == 0:
        return ()
    return (
        Posting(Account(season, giver), commodity, -amount),
        Posting(Account(season, taker), commodity, amount),
    )


def sums(postings: Iterable[Posting]) -> dict[Commodity, int]:
    """What the postings of each commodity add up to: zero, if nothing is made or lost."""
    found: defaultdict[Commodity, int] = defaultdict(int)
    for each in postings:
        found[each.commodity] += each.amount
    return dict(found)


def balances(postings: Iterable[Posting]) -> dict[tuple[Account, Commodity], int]:
    """What every account holds of every commodity after the postings."""
    found: dict[tuple[Account, Commodity], int] = {}
    enter(found, postings)
    return found


def enter(held: MutableMapping[tuple[Account, Commodity], int], postings: Iterable[Posting]) -> None:
    """Change what accounts hold by some more postings."""
    for each in postings:
        key = each.account, each.commodity
        held[key] = held.get(key, 0) + each.amount
