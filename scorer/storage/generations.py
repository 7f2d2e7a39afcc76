"""The generations of a book: each restore from a backup begins another, without what was recorded
after the backup.

The token of the latest tells a phone whether the book is the one that it has sent its taps to. The
digest of a generation covers the one before it, and each is noted in `chain_end` under its own
number, so that a change and a removal are found. What is restored keeps its ids: up to the last
ones noted here, rows are from before.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import Connection, Engine, Table, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from ..ledger.chain import row_digest
from . import schema as s

LENGTH = 12
"""Characters of a token."""


class GenerationRow(NamedTuple):
    """A generation; the last ids and the numbers of entries
    and statements are those with which it began.
    """

    id: int
    token: str
    begun_at: str
    last_entry: int
    entries: int
    last_statement: int
    statements: int
    digest: str


def generations(db: Connection) -> list[GenerationRow]:
    """Return the generations of a book, oldest first; none of a book of an older version."""
    if not inspect(db).has_table(s.generation.name):
        return []
    return [
        GenerationRow._make(row)
        for row in db.execute(select(s.generation).order_by(s.generation.c.id))
    ]


def has_begun(db: Connection) -> bool:
    return db.execute(select(s.generation.c.id).limit(1)).first() is not None


def begin(db: Connection, *, at: str) -> None:
    """Append the next generation of a book, with what is in it now."""
    known = generations(db)
    before = known[-1].digest if known else ""
    cells = (secrets.token_hex(LENGTH // 2), at, *_extent(db, s.entry), *_extent(db, s.statement))
    number = len(known) + 1
    new = GenerationRow(number, *cells, digest=row_digest(before, number, *cells))
    db.execute(s.generation.insert(), new._asdict())


def _extent(db: Connection, table: Table) -> tuple[int, int]:
    """Return the last id in a table and the number of its rows."""
    last, count = db.execute(select(func.coalesce(func.max(table.c.id), 0), func.count())).one()
    return int(last), int(count)


_TOKENS = WeakKeyDictionary[Engine, str]()
_UNSURE = WeakSet[Engine]()


def token(database: Engine | Connection) -> str:
    """Return the token of the latest generation, as it was last read: no request has to ask for it.

    Nothing is restored into a file that is served. A database on a server may be replaced by a
    restored one, and then every connection to it is a new one.
    """
    engine = database.engine
    if engine in _UNSURE or engine not in _TOKENS:
        _read_token(engine)
    return _TOKENS[engine]


def read_again(engine: Engine) -> None:
    """Let the token be read again, since there is a new connection."""
    _UNSURE.add(engine)


def _read_token(engine: Engine) -> None:
    """Read the token; while the database is lost, the one that is known holds."""
    try:
        with engine.connect() as db:
            _UNSURE.discard(engine)
            known = generations(db)
    except SQLAlchemyError:
        _UNSURE.add(engine)
        if engine not in _TOKENS:
            raise
    else:
        _TOKENS[engine] = known[-1].token if known else ""


def generation_at(known: Sequence[GenerationRow], at: str) -> int:
    """Return the number of the generation at a moment; that of the first before it had begun."""
    return max([each.id for each in known if each.begun_at < at], default=1)


def end_of(
    db: Connection, club_id: int, number: int, *, since: int
) -> tuple[GenerationRow, int] | None:
    """Return the restore in which entry *number* of a club was lost, if it was in the generation
    with number *since*.

    The number of the last entry in the backup is returned too. A generation that has lost rows
    explains nothing.
    """
    c = s.entry.c
    for each in generations(db):
        if each.id <= since or [*_missing(db, each)]:
            continue
        ours = select(func.coalesce(func.max(c.number), 0)).where(
            c.club_id == club_id, c.id <= each.last_entry
        )
        last = int(db.execute(ours).scalar_one())
        if number > last:
            return each, last
    return None


def faults(db: Connection) -> Iterator[str]:
    """Yield which generations were changed or removed, and which have lost what they began with."""
    known = generations(db)
    before = ""
    for number, each in enumerate(known, 1):
        _, *cells, digest = each
        if each.id != number or row_digest(before, number, *cells, like=digest) != digest:
            yield (
                f"generation {each.id} of the book was changed, or one before it was added or "
                f"removed"
            )
        before = digest
    e = s.chain_end.c
    noted = dict(db.execute(select(e.owner, e.digest).where(e.chain == s.generation.name)).all())
    for number in sorted(noted.keys() - {each.id for each in known}):
        yield f"generation {number} of the book was removed"
    for each in known:
        if noted.get(each.id) != each.digest:
            yield f"the note of generation {each.id} of the book was removed or changed"
        yield from _missing(db, each)


def _missing(db: Connection, row: GenerationRow) -> Iterator[str]:
    """Yield how much is missing of what a generation began with."""
    for table, last, wanted in (
        (s.entry, row.last_entry, row.entries),
        (s.statement, row.last_statement, row.statements),
    ):
        count = db.execute(select(func.count()).where(table.c.id <= last)).scalar_one()
        if count != wanted:
            plural = {"entry": "entries"}.get(table.name, f"{table.name}s")
            yield (
                f"generation {row.id} of the book began with {wanted:,} {plural}, but "
                f"{count:,} are left"
            )
