"""
Post a finished partie of a season, or reverse it.

What is posted is derived from the stored statements; no caller passes a figure.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import PartiePosted, Ruled
from ...storage import book as store
from ...storage import parties, season_parties
from ...storage.parties import PartieRow
from ...storage.season_parties import SeasonPartie
from ..opening import NotAllowed
from ..sheets import Sheet, read_sheet
from .posting import Posted, post, read_entry, reverse
from .recorded import read_recorded


@dataclass(frozen=True, slots=True)
class Placed:
    """A partie of a season: its row, its season and its scored sheet."""

    row: PartieRow
    place: SeasonPartie
    sheet: Sheet


def find_placed(db: Connection, code: str, club_id: int | None = None) -> Placed:
    """
    Return the season partie with this code, in any case.

    Args:
        club_id: the club it must belong to, if any.

    Raises:
        NotAllowed: there is none, or it is in no season or in another club's.
    """
    row = parties.find_partie(db, code.upper())
    place = None if row is None else season_parties.season_partie(db, row.id)
    if row is None or place is None or club_id not in (None, place.club_id):
        raise NotAllowed("No partie of the club has this code.")
    return Placed(row, place, read_sheet(db, row))


@dataclass(frozen=True, slots=True)
class InBook:
    """The entries about a partie, in order, each with the number of the one that reverses it."""

    entries: tuple[tuple[Posted, int | None], ...]

    @property
    def posted(self) -> tuple[tuple[int, PartiePosted], ...]:
        """Return number and body of each entry that posted it, in order."""
        found = ((each.entry.number, each.entry.body) for each, _ in self.entries)
        return tuple((number, body) for number, body in found if isinstance(body, PartiePosted))

    @property
    def current(self) -> Posted | None:
        """Return its current entry, or `None`."""
        found = [each for each, by in self.entries if by is None and isinstance(each.entry.body, PartiePosted)]
        return found[-1] if found else None

    @property
    def taken_out(self) -> int | None:
        """Return the entry that reversed it, if it is no longer posted."""
        found = [by for each, by in self.entries if isinstance(each.entry.body, PartiePosted)]
        return found[-1] if found else None

    def is_ruled(self, posted: Posted) -> bool:
        """Return whether the entry follows a ruling: the one before it about the partie, by the same director."""
        before = [each for each, _ in self.entries if each.entry.number < posted.entry.number]
        last = before[-1].entry if before else None
        return last is not None and isinstance(last.body, Ruled) and last.author == posted.entry.author


def in_book(db: Connection, club_id: int, code: str) -> InBook:
    rows = store.entries_of_partie(db, club_id, code)
    return InBook(tuple((read_entry(row), row.reversed_by) for row in rows))


def enter(db: Connection, placed: Placed, *, author: str, at: str) -> Posted:
    """
    Post a finished partie; if it is already posted, return that entry.

    Raises:
        NotAllowed: it is not over, or its season is closed.
    """
    now = in_book(db, placed.place.club_id, placed.row.code)
    if now.current is not None:
        return now.current
    if not placed.sheet.partie.is_over:
        raise NotAllowed("This partie is not over. Finish it, then post it.")
    row, place = placed.row, placed.place
    first = now.posted[0][0] if now.posted else None
    body = read_recorded(db, row, place).body(placed.sheet.partie, first)
    return post(db, place.club_id, body, author=author, at=at)


def enter_again(db: Connection, placed: Placed, *, reason: str, law: str, author: str, at: str) -> Posted:
    """Post a corrected partie: a reversal of its current entry, and a new entry."""
    current = in_book(db, placed.place.club_id, placed.row.code).current
    if current is not None:
        number = current.entry.number
        reverse(db, placed.place.club_id, number, reason=reason, law=law, author=author, at=at)
    return enter(db, placed, author=author, at=at)
