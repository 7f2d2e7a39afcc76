"""The entries of a club as they are stored, with their postings, read in batches and in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ....ledger.entries import Entry
from ....storage import entry_rows
from ....storage import schema as s
from ....storage.queries import batched

AT_A_TIME = 200
"""How many entries are read together, with what belongs to them."""

PostingCells = tuple[int, int, int, str, int]
"""A posting as it is stored: club, season, member, commodity and amount."""


class StoredEntry(NamedTuple):
    """An entry with its postings, and the entry that it reverses."""

    row: entry_rows.EntryRow
    postings: tuple[PostingCells, ...]
    reverses: int | None


class AboutSheets(NamedTuple):
    """The entries that post some sheets, and those that end their disputes, by the sheets' codes,
    each in order.
    """

    posted: defaultdict[str, list[entry_rows.EntryRow]]
    ruled: defaultdict[str, list[entry_rows.EntryRow]]


def stored_entries(db: Connection, club_id: int) -> Iterator[StoredEntry]:
    """Yield the entries of a club in order, read some at a time."""
    for some in batched(entry_rows.entries(db, club_id), AT_A_TIME):
        ids = [row.id for row in some]
        postings = _postings_of(db, ids)
        reverses = _reversed_by(db, ids)
        for row in some:
            yield StoredEntry(row, tuple(postings[row.id]), reverses.get(row.id))


def _postings_of(db: Connection, ids: Collection[int]) -> Mapping[int, Sequence[PostingCells]]:
    """Return the postings of entries by the ids of these, as they are stored."""
    c = s.posting.c
    cells = (c.club_id, c.season, c.member, c.commodity, c.amount)
    query = select(c.entry_id, *cells).where(c.entry_id.in_(ids)).order_by(c.id)
    found = defaultdict[int, list[PostingCells]](list)
    for entry_id, *moved in db.execute(query):
        found[entry_id].append(tuple(moved))
    return found


def _reversed_by(db: Connection, ids: Collection[int]) -> Mapping[int, int]:
    """Return the numbers of the entries that others reverse, by the ids of these."""
    c = s.reversal.c
    old = s.entry.alias("old")
    query = select(c.by_id, old.c.number).join(old, old.c.id == c.entry_id)
    return dict(db.execute(query.where(c.by_id.in_(ids))).all())


def about_sheets(db: Connection, club_id: int, entries: Iterable[Entry]) -> AboutSheets:
    """Read what else the ledger of a club says of the sheets that some entries are about."""
    codes = {getattr(entry.body, "code", "") for entry in entries} - {""}
    return AboutSheets(
        posted=_by_code(db, club_id, codes, entry_rows.POSTED),
        ruled=_by_code(db, club_id, codes, entry_rows.DISPUTE_ENDED),
    )


def _by_code(
    db: Connection, club_id: int, codes: Collection[str], kind: str
) -> defaultdict[str, list[entry_rows.EntryRow]]:
    found = defaultdict[str, list[entry_rows.EntryRow]](list)
    c = s.entry.c
    for row in entry_rows.entries_where(db, club_id, c.code.in_(codes), c.kind == kind):
        found[row.code].append(row)
    return found
