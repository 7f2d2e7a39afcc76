"""What is wrong with the database under the books: damaged pages, lost references and
triggers that are off.

Nothing in it is trusted. A byte that is not UTF-8 is read as U+FFFD, so that the damaged row can be
named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from sqlalchemy import Column, Connection, Engine, Select, exists, func, select, text

from ....storage import schema as s
from ....storage.connecting import decode
from ....storage.engine import is_newest, reading
from ....storage.row_chains import CHAINS


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
    """Yield what is wrong with the file, and with the references of rows if
    the book is of the newest version.
    """
    for (words,) in (
        db.execute(text("PRAGMA integrity_check")) if db.dialect.name == "sqlite" else ()
    ):
        if words != "ok":
            yield f"the database file is damaged: {words}"
    for column, lost in _references() if is_newest(db) else ():
        if count := db.execute(lost).scalar_one():
            rows = "1 row" if count == 1 else f"{count:,} rows"
            yield (
                f"{rows} of the table {column.table.name}: what {column.name} refers to is missing"
            )


@cache
def _references() -> list[tuple[Column[object], Select[int]]]:
    """Return each column that refers to rows,
    with what counts those that refer to a missing one.
    """
    found = []
    keys = [key for table in s.metadata.sorted_tables for key in table.foreign_keys]
    for key in sorted(keys, key=lambda key: key.parent.name):
        owner = key.column.table.alias("owner").c
        lost = select(func.count()).where(
            key.parent.is_not(None), ~exists().where(owner.id == key.parent)
        )
        found.append((key.parent, lost))
    return found


_GUARDS = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgenabled IN ('O', 'A') "
        "UNION ALL "
        "SELECT 'CREATE FUNCTION ' || proname || '() RETURNS trigger AS $$' || prosrc || '$$ "
        "LANGUAGE plpgsql' "
        "FROM pg_proc WHERE proname LIKE ANY (ARRAY['%\\_append\\_only', '%\\_chain\\_end'])"
    ),
}
"""What reads the statements that made the triggers which are on,
and on PostgreSQL their functions.
"""


def unguarded_tables(db: Connection) -> list[str]:
    """Return the append-only tables that lack a trigger,
    also one that notes where their chains end.
    """
    dialect = db.dialect.name
    found = set(db.execute(text(_GUARDS[dialect])).scalars())
    wanted = {table: [*s.trigger_statements(table.name, dialect)] for table in s.APPEND_ONLY}
    for table, rows in CHAINS.items():
        wanted[table] += s.end_statements(table.name, rows.owner, dialect)
    wanted[s.generation] += s.end_statements(s.generation.name, "id", dialect)
    return [
        table.name
        for table, made in wanted.items()
        if not {_as_kept(each) for each in made} <= found
    ]


def _as_kept(statement: str) -> str:
    """Return the statement that makes a trigger as PostgreSQL gives it back,
    which names DELETE first.
    """
    return re.sub(r"BEFORE (UPDATE.*) OR DELETE ON", r"BEFORE DELETE OR \1 ON", statement)
