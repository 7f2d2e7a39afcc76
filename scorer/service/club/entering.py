"""
From partie to book: a finished partie of a season is posted, and taken out again.

What is posted is derived here from the statements as they are stored; nobody
hands in a figure.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.chain import record_digest
from ...ledger.entries import PartiePosted
from ...ledger.results import result_of
from ...storage import book as store
from ...storage import parties, places
from ...storage.parties import PartieRow
from ...storage.places import PlaceRow
from ..opening import NotAllowed
from ..sheets import Sheet, read_logs, read_sheet
from .posting import Posted, post, read_entry, reverse


@dataclass(frozen=True, slots=True)
class Placed:
    """A partie that is played in a season: as it is stored, its place, and its scored sheet."""

    row: PartieRow
    place: PlaceRow
    sheet: Sheet


def find_placed(db: Connection, code: str, club_id: int | None = None) -> Placed:
    """
    The partie with this code, which is played in a season.

    Args:
        db: a transaction.
        code: the partie's code, in letters of any case.
        club_id: the club that it must belong to, if any.

    Raises:
        NotAllowed: there is none, or it is played outside every season or in another club.
    """
    row = parties.find_partie(db, code.upper())
    place = None if row is None else places.place_of(db, row.id)
    if row is None or place is None or club_id not in (None, place.club_id):
        raise NotAllowed("No partie of the club has this code.")
    return Placed(row, place, read_sheet(db, row))


def standing_entry(db: Connection, club_id: int, code: str) -> Posted | None:
    """The entry by which a partie stands in the book now, or `None`."""
    found = None
    for row in store.entries_of_partie(db, club_id, code):
        posted = read_entry(row)
        if row.reversed_by is None and isinstance(posted.entry.body, PartiePosted):
            found = posted
    return found


def first_entry(db: Connection, club_id: int, code: str) -> int | None:
    """The number of the first entry by which a partie was posted, or `None`."""
    for row in store.entries_of_partie(db, club_id, code):
        if isinstance(read_entry(row).entry.body, PartiePosted):
            return row.number
    return None


def enter(db: Connection, placed: Placed, *, author: str, at: str) -> Posted:
    """
    Post a finished partie; if it stands in the book already, that entry is returned.

    Raises:
        NotAllowed: it is not over, or its season is closed.
    """
    standing = standing_entry(db, placed.place.club_id, placed.row.code)
    if standing is not None:
        return standing
    if not placed.sheet.partie.is_over:
        raise NotAllowed("A partie is posted when it is over.")
    row, place = placed.row, placed.place
    logs = read_logs(db, row.id)
    body = PartiePosted(
        place.season,
        place.members,
        row.code,
        tuple(len(log) for log in logs),
        record_digest(row.ruleset, (row.first, row.second), logs),
        result_of(placed.sheet.partie),
        place.round,
        first_entry(db, place.club_id, row.code),
    )
    return post(db, place.club_id, body, author=author, at=at)


def enter_again(db: Connection, placed: Placed, *, reason: str, law: str, author: str, at: str) -> Posted:
    """
    Post a partie whose record has been corrected: a reversal of the entry that stands, and a new entry.

    Args:
        db: a transaction that writes.
        placed: the partie, with its record as it is now.
        reason: why.
        law: the law that says so.
        author: who corrects it, in words.
        at: when, UTC in ISO 8601.
    """
    standing = standing_entry(db, placed.place.club_id, placed.row.code)
    if standing is not None:
        number = standing.entry.number
        reverse(db, placed.place.club_id, number, reason=reason, law=law, author=author, at=at)
    return enter(db, placed, author=author, at=at)
