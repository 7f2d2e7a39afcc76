"""Preview what a verb would post: run it in a transaction, look, and roll back, so that the two cannot differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import POOL, Entry
from ...storage import book
from ...storage.engine import Database, trying
from ..opening import NotAllowed
from .posting import last_number, read_entry
from .standings import SeasonTable, season_table


class BookHasGrown(NotAllowed):
    """Something was posted since the preview."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The standings and balances as they are and as they would be; `last` is the last entry now, 0 for none."""

    before: SeasonTable
    after: SeasonTable
    balances: dict[tuple[int, str], tuple[int, int]]
    entries: tuple[Entry, ...]
    last: int


def preview(database: Database, club_id: int, season: int, verb: Callable[[Connection], object]) -> Preview:
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
