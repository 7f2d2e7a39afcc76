"""
Reading a database that may be damaged: batch by batch, in the order of the book, with nothing taken for granted.

A byte of a text that is no UTF-8 any more is read as one that says so, so
that what is damaged can be named instead of stopping whoever reads.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, func, select, text

from . import schema as s
from .book import EntryRow
from .engine import MIGRATIONS, reading
from .parties import PartieRow, SignatureRow, StatementRow
from .places import DisputeRow, PlaceRow
from .places import disputes as disputes_about

AT_A_TIME = 200
"""Entries that are read at once, with all that belongs to them."""

FIRST_TABLES = {"alembic_version", "partie", "statement"}
"""Tables that a book of any version has."""

RESTORE = "Put your last backup in its place"


class Unusable(ValueError):
    """A file is not a book that can be opened; the message says why, and what to do."""


def refuse_unusable(path: Path, *, older: bool) -> None:
    """
    Refuse a file that is empty, damaged or another program's, or was made by a version that cannot be opened.

    Args:
        path: the file, which is only read.
        older: a book of an older version is accepted, because it will be migrated.

    Raises:
        Unusable: the file is refused.
    """
    empty = f"{path} is empty: it has no book in it. {RESTORE}, or remove it to start a new book."
    if not path.stat().st_size:
        raise Unusable(empty)
    versions: set[str] = set()
    try:
        with closing(_connect_to_read(path)) as db:
            db.text_factory = _decode
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables >= FIRST_TABLES:
                versions = {version for (version,) in db.execute("SELECT version_num FROM alembic_version")}
    except sqlite3.OperationalError as error:
        raise Unusable(f"{path} cannot be opened: {error}. Check who uses it and who may read it.") from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise Unusable(f"{path} cannot be read as a book: {_reason(error)}. {RESTORE}.") from None
    if not tables:
        raise Unusable(empty)
    if not versions:
        raise Unusable(f"{path} is another program's database, not a book. Move it away, or give another directory.")
    scripts = ScriptDirectory(str(MIGRATIONS))
    if not versions <= {each.revision for each in scripts.walk_revisions()}:
        raise Unusable(f"{path} was made by a newer version of scorer. Update scorer, and try again.")
    if not older and versions != set(scripts.get_heads()):
        raise Unusable(
            f"{path} was made by an older version of scorer. Copy it, and run scorer serve once: that updates it."
        )


def _reason(error: Exception) -> str:
    """What SQLite says is wrong; the driver cannot decode a message that quotes a damaged schema."""
    return "its schema is damaged" if isinstance(error, UnicodeDecodeError) else str(error)


def _decode(data: bytes) -> str:
    return data.decode(errors="replace")


def open_to_read(path: Path) -> Engine:
    """
    Return an engine that only reads a database file, and neither migrates nor changes it.

    Raises:
        Unusable: the file is refused.
    """
    refuse_unusable(path, older=False)
    engine = create_engine(f"sqlite:///{path}", creator=lambda: _connect_to_read(path), hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """
    Connect to a file that is only read.

    A book that nobody has open has no write-ahead log. SQLite makes an empty
    one to read it, and cannot where the directory is read-only; there the file
    is all of the book, and nothing can be written to it meanwhile.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DIRECTORY):
            return connection
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise Unusable(
                f"{path} cannot be read where it lies, because {log.name} is in use. "
                f"Copy both into a directory of your own, and give that."
            ) from None
        return sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # whoever reads further is told what is wrong
    return connection


def lost(db: Connection, before: Mapping[str, tuple[int, str]]) -> Iterator[tuple[str, int, str]]:
    """
    Find what the books of some clubs had once and have no more.

    Args:
        db: a transaction that reads.
        before: for each club's code how many entries its book had, and the digest of the last.

    Yields:
        The code of a club, the number of the entry that was its last, and what has happened to it.
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
    """
    An entry with what is stored beside its text.

    Attributes:
        row: the entry.
        kind: its kind, as stored.
        season: its season, as stored.
        code: its partie's code, as stored.
        postings: its postings, as stored: club, season, member, commodity and amount.
        reverses: the number in the book of the entry that it reverses, as stored; `None` if it reverses none.
        stands: nothing reverses it.
    """

    row: EntryRow
    kind: str
    season: int
    code: str
    postings: tuple[tuple[int, int, int, str, int], ...]
    reverses: int | None
    stands: bool


@contextmanager
def reading_damaged(engine: Engine | Connection) -> Iterator[Connection]:
    """A transaction that only reads, and is not stopped by a text that is damaged."""
    with reading(engine) as db:
        raw = db.connection.driver_connection
        if engine.dialect.name != "sqlite" or raw is None:
            yield db
            return
        usual = raw.text_factory
        raw.text_factory = _decode
        try:
            yield db
        finally:
            raw.text_factory = usual


def damage(db: Connection) -> Iterator[str]:
    """What the database itself finds wrong with its file: pages, indexes, rows that refer to none."""
    if db.dialect.name != "sqlite":
        return
    for (words,) in db.execute(text("PRAGMA integrity_check")):
        if words != "ok":
            yield f"the database file is damaged: {words}"
    for table, row, other, _ in db.execute(text("PRAGMA foreign_key_check")):
        yield f"row {row} of the table {table} belongs to a row of the table {other} that is not there"


def unguarded(db: Connection) -> list[str]:
    """The append-only tables whose rows could be changed, because a trigger is missing."""
    if db.dialect.name != "sqlite":
        return []
    found = set(db.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars())
    wanted = {table.name: {f"{table.name}_no_update", f"{table.name}_no_delete"} for table in s.APPEND_ONLY}
    return [name for name, triggers in wanted.items() if not triggers <= found]


def how_many(db: Connection, club_id: int) -> int:
    """How many entries a book has."""
    return int(db.execute(select(func.count()).where(s.entry.c.club_id == club_id)).scalar_one())


def entries(db: Connection, club_id: int) -> Iterator[StoredEntry]:
    """The entries of a book in order."""
    c, last = s.entry.c, 0
    while True:
        query = select(c.id, c.number, c.text, c.digest, c.kind, c.season, c.code).where(c.club_id == club_id)
        rows = db.execute(query.where(c.number > last).order_by(c.number).limit(AT_A_TIME)).all()
        if not rows:
            return
        last = rows[-1][1]
        ids = [row[0] for row in rows]
        postings, reverses, reversed_ = _postings(db, ids), _reverses(db, ids), _reversed(db, ids)
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


def _reversed(db: Connection, ids: list[int]) -> set[int]:
    return set(db.execute(select(s.reversal.c.entry_id).where(s.reversal.c.entry_id.in_(ids))).scalars())


def parties_with(db: Connection, codes: Collection[str]) -> dict[str, PartieRow]:
    """The parties with these codes."""
    rows = db.execute(select(s.partie).where(s.partie.c.code.in_(codes)))
    return {row.code: PartieRow(*row) for row in rows}


def places_of(db: Connection, ids: Collection[int]) -> dict[int, PlaceRow]:
    """The places of these parties, by partie."""
    c = s.place.c
    columns = (c.partie_id, c.club_id, c.season, c.first, c.second, c.round, c.taken_at)
    rows = db.execute(select(*columns).where(c.partie_id.in_(ids)))
    return {row[0]: PlaceRow(row[0], row[1], row[2], (row[3], row[4]), row[5], row[6]) for row in rows}


def statements_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[StatementRow]]:
    """What was said in these parties, in order, by partie."""
    c = s.statement.c
    columns = (c.partie_id, c.deal, c.position, c.said, c.form_key, c.said_at)
    found: defaultdict[int, list[StatementRow]] = defaultdict(list)
    query = select(*columns).where(c.partie_id.in_(ids)).order_by(c.partie_id, c.deal, c.position)
    for row in db.execute(query):
        found[row[0]].append(StatementRow(*row[1:]))
    return found


def signatures_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[SignatureRow]]:
    """The signatures of these parties in order, by partie."""
    c = s.signature.c
    found: defaultdict[int, list[SignatureRow]] = defaultdict(list)
    query = select(c.partie_id, c.player, c.name, c.signed_at, c.covers).where(c.partie_id.in_(ids)).order_by(c.id)
    for row in db.execute(query):
        found[row[0]].append(SignatureRow(*row[1:]))
    return found


def disputes_of(db: Connection, ids: Collection[int]) -> dict[int, list[DisputeRow]]:
    """The disputes about these parties in order, by partie."""
    return {number: disputes_about(db, number) for number in ids}
