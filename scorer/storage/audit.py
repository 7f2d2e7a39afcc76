"""
Reading a book for verify, in batches and in order; nothing in it is trusted.

A byte that is not UTF-8 is read as U+FFFD, so that the damaged row can be named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select, text

from . import schema as s
from .book import EntryRow
from .engine import decode, reading

AT_A_TIME = 200


def missing_entries(db: Connection, before: Mapping[str, tuple[int, str]]) -> Iterator[tuple[str, int, str]]:
    """
    Yield what the books had and have no longer: club code, last entry then, and what happened.

    *before* has, by club code, the number of entries then and the digest of the last.
    """
    c, numbers = s.entry.c, {club.code: club.id for club in db.execute(select(s.club.c.id, s.club.c.code))}
    for code, (number, digest) in before.items():
        ours = c.club_id == numbers.get(code)
        found = db.execute(select(c.digest).where(ours, c.number == number)).scalar_one_or_none()
        if found is None:
            now = db.execute(select(func.max(c.number)).where(ours)).scalar_one() or 0
            yield code, number, f"the book has shrunk from {number:,} entries to {now:,}"
        elif found != digest:
            yield code, number, f"entry {number:,} has been replaced"


@dataclass(frozen=True, slots=True)
class StoredEntry:
    row: EntryRow
    kind: str
    season: int
    code: str
    postings: tuple[tuple[int, int, int, str, int], ...]
    reverses: int | None
    is_current: bool


@contextmanager
def reading_damaged(engine: Engine | Connection) -> Iterator[Connection]:
    """Open a read transaction in which damaged text does not raise."""
    with reading(engine) as db:
        raw = db.connection.driver_connection
        if engine.dialect.name != "sqlite" or raw is None:
            yield db
            return
        usual = raw.text_factory
        raw.text_factory = decode
        try:
            yield db
        finally:
            raw.text_factory = usual


def file_damage(db: Connection) -> Iterator[str]:
    if db.dialect.name != "sqlite":
        return
    for (words,) in db.execute(text("PRAGMA integrity_check")):
        if words != "ok":
            yield f"the database file is damaged: {words}"
    for table, row, other, _ in db.execute(text("PRAGMA foreign_key_check")):
        yield f"row {row} of the table {table} belongs to a row of the table {other} that is missing"


def unguarded_tables(db: Connection) -> list[str]:
    """Return the append-only tables that lack a trigger."""
    if db.dialect.name != "sqlite":
        return []
    found = set(db.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars())
    wanted = {table.name: {f"{table.name}_no_update", f"{table.name}_no_delete"} for table in s.APPEND_ONLY}
    return [name for name, triggers in wanted.items() if not triggers <= found]


def count_entries(db: Connection, club_id: int) -> int:
    return int(db.execute(select(func.count()).where(s.entry.c.club_id == club_id)).scalar_one())


def stored_entries(db: Connection, club_id: int) -> Iterator[StoredEntry]:
    c, last = s.entry.c, 0
    while True:
        query = select(c.id, c.number, c.text, c.digest, c.kind, c.season, c.code).where(c.club_id == club_id)
        rows = db.execute(query.where(c.number > last).order_by(c.number).limit(AT_A_TIME)).all()
        if not rows:
            return
        last = rows[-1][1]
        ids = [row[0] for row in rows]
        postings, reverses = _postings(db, ids), _reverses(db, ids)
        reversed_ = set(db.execute(select(s.reversal.c.entry_id).where(s.reversal.c.entry_id.in_(ids))).scalars())
        for number, *rest in rows:
            yield StoredEntry(
                EntryRow(number, rest[0], str(rest[1]), str(rest[2]), None),
                rest[3],
                rest[4],
                rest[5],
                tuple(postings[number]),
                reverses.get(number),
                number not in reversed_,
            )


def _postings(db: Connection, ids: list[int]) -> defaultdict[int, list[tuple[int, int, int, str, int]]]:
    c = s.posting.c
    found: defaultdict[int, list[tuple[int, int, int, str, int]]] = defaultdict(list)
    query = select(c.entry_id, c.club_id, c.season, c.member, c.commodity, c.amount).where(c.entry_id.in_(ids))
    for row in db.execute(query.order_by(c.id)):
        found[row[0]].append((row[1], row[2], row[3], row[4], row[5]))
    return found


def _reverses(db: Connection, ids: list[int]) -> dict[int, int]:
    old = s.entry.alias("old")
    query = (
        select(s.reversal.c.by_id, old.c.number)
        .join(old, old.c.id == s.reversal.c.entry_id)
        .where(s.reversal.c.by_id.in_(ids))
    )
    return {row[0]: row[1] for row in db.execute(query)}


def postings_of_sheets(
    db: Connection, club_id: int, codes: Collection[str]
) -> defaultdict[str, list[tuple[int, int | None]]]:
    c, by = s.entry.c, s.entry.alias("by")
    query = (
        select(c.code, c.number, by.c.number)
        .select_from(s.entry.outerjoin(s.reversal, s.reversal.c.entry_id == c.id))
        .outerjoin(by, by.c.id == s.reversal.c.by_id)
        .where(c.club_id == club_id, c.code.in_(codes), c.kind.endswith(" posted"))
    )
    found: defaultdict[str, list[tuple[int, int | None]]] = defaultdict(list)
    for code, number, reversed_by in sorted(db.execute(query), key=lambda row: row[1]):
        found[code].append((number, reversed_by))
    return found
