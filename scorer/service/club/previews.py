"""
What an entry would move, before it is posted: it is posted, looked at, and taken back.

So nothing is reckoned in two ways: what the preview shows is what the verb
does, to the last rating.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import POOL, Entry
from ...storage import book
from ...storage.engine import Database, trying
from ..opening import NotAllowed
from .posting import read_entry
from .tables import SeasonTable, season_table


class BookHasGrown(NotAllowed):
    """Something was posted since the book was looked at."""


@dataclass(frozen=True, slots=True)
class Preview:
    """
    What something would move: the standings as they are, and as they would be.

    Attributes:
        before: the season as it is.
        after: the season as it would be.
        balances: for each account that would change, by member and commodity, what it holds and would hold.
        entries: what would be posted, in order.
        last: the number of the last entry of the book that was looked at; 0 for an empty one.
    """

    before: SeasonTable
    after: SeasonTable
    balances: dict[tuple[int, str], tuple[int, int]]
    entries: tuple[Entry, ...]
    last: int


def preview(database: Database, club_id: int, season: int, verb: Callable[[Connection], object]) -> Preview:
    """
    What *verb* would move in a season.

    Args:
        database: the database.
        club_id: whose book.
        season: the season.
        verb: posts something in the transaction that it is given.

    Raises:
        NotAllowed: the season is not there, or the verb raises it.
    """
    with trying(database) as db:
        before = season_table(db, club_id, season)
        last = last_number(db, club_id)
        verb(db)
        after = season_table(db, club_id, season)
        entries = tuple(read_entry(row).entry for row in book.entries(db, club_id, start=last + 1))
        moved: dict[tuple[int, str], int] = {}
        for posting in (each for entry in entries for each in entry.postings):
            if posting.account.member != POOL:
                key = posting.account.member, posting.commodity.name.lower()
                moved[key] = moved.get(key, 0) + posting.amount
        members = {member for member, _ in moved}
        holds = {key[1:]: amount for key, amount in book.balances(db, club_id, season, members).items()}
    balances = {key: (holds[key] - by, holds[key]) for key, by in sorted(moved.items()) if by}
    return Preview(before, after, balances, entries, last)


def last_number(db: Connection, club_id: int) -> int:
    """The number of the last entry of a club's book; 0 if it is empty."""
    last = book.last_entry(db, club_id)
    return 0 if last is None else last[0]


def check_last(db: Connection, club_id: int, last: int) -> None:
    """
    Insist that nothing was posted since somebody looked.

    Raises:
        BookHasGrown: something was.
    """
    if last_number(db, club_id) != last:
        raise BookHasGrown("Something was posted in the meantime. This is what it would move now.")
