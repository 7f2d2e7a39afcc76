"""Copies: of a whole database into another or into the file of a backup, and of a club into another
book.

The rows of a club are read as plain lists, and appended in the other book under new ids.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    MetaData,
    Select,
    Table,
    false,
    func,
    select,
    text,
    union,
)
from sqlalchemy.exc import DBAPIError

from . import schema as s
from .connecting import Unusable
from .engine import (
    connect,
    file_address,
    make_empty,
    raise_what_passes,
    reading,
    version_of,
    writing,
)
from .queries import batched, streamed

# The file of a database


def make_one_file(engine: Engine) -> None:
    """Move what is in the log of a file into the file, and remove the log;
    nobody else has it open.
    """
    pragma = "PRAGMA journal_mode = DELETE"
    with closing(engine.raw_connection()) as connection:
        try:
            connection.cursor().execute(pragma)
        except sqlite3.Error as error:
            raise_what_passes(error)
            raise DBAPIError.instance(pragma, None, error, sqlite3.Error) from error


def copy_to(engine: Engine, path: Path) -> None:
    """Copy a database into a new file as one consistent snapshot; `OSError` if it cannot be read,
    or the file written.

    Writers are not stopped: what they write meanwhile goes to the write-ahead log and is not
    copied.
    """
    connection = engine.raw_connection()
    try:
        source = connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        with closing(sqlite3.connect(path)) as target:
            source.backup(target)
            target.execute(
                "PRAGMA journal_mode = DELETE"
            )  # so that the copy is one file without a log
    except sqlite3.Error as error:
        refuse_full(error, path, Path(str(engine.url.database)))
        raise OSError(errno.EIO, f"the backup failed: {error}") from None
    finally:
        connection.close()


def refuse_full(error: sqlite3.Error, path: Path, of: Path) -> None:
    """Raise `OSError` in words if *error* says that there is no room for a file at *path*,
    a copy *of* another.
    """
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        raise no_room(path, of) from None


def no_room(path: Path, of: Path) -> OSError:
    """Return the error which says that there is no room for a file at *path*,
    a copy *of* another.
    """
    partial = path.stat().st_size if path.exists() else 0  # it is removed
    needed = of.stat().st_size
    free = shutil.disk_usage(path.parent).free + partial
    room = f"{needed / 1e6:,.1f} MB are needed, and {free / 1e6:,.1f} MB are free"
    why = f"the disk is full: {room}. Free some space, or choose another disk."
    return OSError(errno.ENOSPC, why, str(path.parent))


# A whole database


def copy_rows(source: Connection, target: Connection, tables: MetaData = s.metadata) -> None:
    """Copy every row of every table, with its id, into a database without rows; few are in memory
    at once.

    Where chains end is copied too: what was removed from the end of one is missing in the copy as
    well.
    """
    ends = tables.tables.get(s.chain_end.name)
    for table in (each for each in tables.sorted_tables if each is not ends):
        _copy_table(source, target, table)
    if ends is not None:
        target.execute(ends.delete())  # what the triggers have noted of the copied rows
        _copy_table(source, target, ends)
    number_after(target, tables.sorted_tables)


def _copy_table(source: Connection, target: Connection, table: Table) -> None:
    for some in batched(streamed(source, _in_order(table))):
        target.execute(table.insert(), [row._asdict() for row in some])


def digests(db: Connection) -> dict[str, tuple[int, str]]:
    """Return for each table how many rows it has, and the SHA-256 of all of them in order."""
    found = {}
    for table in s.metadata.sorted_tables:
        rows = 0
        digest = hashlib.sha256()
        for row in streamed(db, _in_order(table)):
            rows += 1
            digest.update(f"{tuple(row)!r}\n".encode(errors="replace"))
        found[table.name] = rows, digest.hexdigest()
    return found


def _in_order(table: Table) -> Select[Any]:
    return select(table).order_by(*table.primary_key.columns)


def copy_to_file(engine: Engine, path: Path) -> None:
    """Copy one state of a database on a server into a new SQLite file of the same version."""
    file = connect(file_address(path))
    try:
        make_empty(file, version_of(engine))
        with reading(engine) as source, writing(file) as target:
            copy_rows(source, target, _tables_of(target))
        make_one_file(file)
    finally:
        file.dispose()


def _tables_of(db: Connection) -> MetaData:
    """Return the tables that a database has, which may be of an older version,
    without that of its version.
    """
    found = MetaData()
    found.reflect(db)
    found.remove(found.tables["alembic_version"])
    return found


def number_after(db: Connection, tables: Iterable[Table]) -> None:
    """Let the database number the next rows of tables after those that they have."""
    for table in (
        [each for each in tables if "id" in each.c] if db.dialect.name == "postgresql" else ()
    ):
        last = f"(SELECT max(id) FROM {table.name})"
        db.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {last})"))


# A club


COPIED = (
    *(
        s.setting,
        s.arrangement,
        s.sheet,
        s.player,
        s.renaming,
        s.statement,
        s.signature,
        s.unseen_signature,
        s.season_sheet,
        s.day_of_play,
    ),
    *(s.dispute, s.reply, s.outcome, s.unopened, s.turn, s.turn_result),
)
"""The tables whose rows a copy has, each after those that it refers to."""

Value = int | str | None
Row = Sequence[Value]

LARGEST = 2**31 - 1


class RowRefused(ValueError):
    """A row cannot be appended; the message says why."""


def rows(db: Connection, club_id: int, table: Table) -> Iterator[Row]:
    query = select(*(table.c[name] for name in s.own_columns(table))).where(of_club(table, club_id))
    return map(tuple, streamed(db, query.order_by(*table.primary_key.columns)))


def of_club(table: Table, club_id: int) -> ColumnElement[bool]:
    """Return the condition for the rows of a table that belong to a club."""
    if table is s.club:
        return table.c.id == club_id
    if table is s.pair:
        return false()  # the parties of a pair are in no season
    if table is s.sheet:
        own = select(s.season_sheet.c.sheet_id).where(s.season_sheet.c.club_id == club_id)
        of_turns = select(s.turn.c.partie_id).where(
            s.turn.c.company_id.in_(own), s.turn.c.partie_id.is_not(None)
        )
        return table.c.id.in_(union(own, of_turns))
    if "club_id" in table.c:
        return table.c.club_id == club_id
    column, owner = next(
        (column, owner) for column in table.columns if (owner := _owner(column)) is not None
    )
    return column.in_(select(owner.c.id).where(of_club(owner, club_id)))


def _owner(column: Column[Any]) -> Table | None:
    """Return the table whose ids a column has; `None` for a column of anything else."""
    return next((key.column.table for key in column.foreign_keys), None)


class Appending:
    """Append the rows of a copy to a club; every id moves up by as much as its table had before."""

    def __init__(self, db: Connection, club_id: int) -> None:
        self.db = db
        self.club_id = club_id
        tables = [table for table in COPIED if "id" in table.c]
        if db.dialect.name == "postgresql":
            db.execute(
                text(
                    f"LOCK TABLE {', '.join(each.name for each in tables)} IN SHARE ROW "
                    f"EXCLUSIVE MODE"
                )
            )
        self.shifts = {
            each: db.execute(select(func.coalesce(func.max(each.c.id), 0))).scalar_one()
            for each in tables
        }

    def append(self, table: Table, found: Iterable[Row]) -> None:
        """Append rows as `rows` gave them; `RowRefused` if one is damaged,
        `IntegrityError` if they do not fit together.
        """
        names = s.own_columns(table)
        moves = [self._move(table.c[name]) for name in names]
        values = []
        for row in found:
            if len(row) != len(names):
                raise RowRefused(
                    f"a row of {table.name} has {len(row)} values instead of {len(names)}"
                )
            values.append(
                {name: move(value) for name, move, value in zip(names, moves, row, strict=True)}
            )
            if "club_id" in table.c:
                values[-1]["club_id"] = self.club_id
        if values:
            self.db.execute(table.insert(), values)

    def _move(self, column: Column[Any]) -> Callable[[Value], Value]:
        owner = column.table if column.name == "id" else _owner(column)
        is_text = column.type.python_type is str
        least = 1 if owner is not None else -LARGEST

        def move(value: Value) -> Value:
            if value is None and column.nullable:
                return None
            if isinstance(value, str) and is_text:
                return value
            if isinstance(value, int) and not is_text and least <= value <= LARGEST:
                return value if owner is None else value + self.shifts[owner]
            raise RowRefused(f"{column.table.name}.{column.name} cannot be {str(value)[:40]!r}")

        return move

    def finish(self) -> None:
        number_after(self.db, self.shifts)


# A backup


def add_key(path: Path, key: bytes) -> None:
    try:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("CREATE TABLE cookie_key (content BLOB NOT NULL)")
            db.execute("INSERT INTO cookie_key VALUES (?)", [key])
    except sqlite3.Error as error:
        refuse_full(error, path, path)
        raise


def copy_without_key(backup: Path, path: Path) -> bytes:
    """Copy a backup into a new file and return the key, which is not in the copy;
    empty if the backup has none.
    """
    try:
        with (
            closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(path)) as db,
        ):
            source.backup(db)
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'cookie_key'").fetchone():
                return b""
            (key,) = db.execute("SELECT content FROM cookie_key").fetchone()
            db.execute("PRAGMA secure_delete = ON")
            db.execute("DROP TABLE cookie_key")
            return bytes(key)
    except sqlite3.Error as error:
        refuse_full(error, path, backup)
        raise Unusable(f"{backup} cannot be copied: {error}. Use another backup.") from None
