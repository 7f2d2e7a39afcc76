"""The database, a SQLite file or on a PostgreSQL server: connect to it, read it, write it, migrate
it.

SQLite runs with a write-ahead log, full synchronisation and foreign keys, so that an acknowledged
row is on the disk. Writers take SQLite's lock at the start of their transaction, so that none of
them meets a stale read. The writers of one process queue for it first, because SQLite lets waiting
writers poll and sleep, and some of them starve.

On PostgreSQL a writer locks only what it names: a club, a sheet, or else the book. A snapshot that
was taken before a lock was granted would be stale, so each query of a writer reads what is
committed by then; readers keep one snapshot.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from . import generations

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT = 5_000
"""Milliseconds a writer waits for the lock of another process."""

PATIENCE = 2.0
"""Seconds a writer queues behind the other writers of its process, or for a lock of PostgreSQL;
each waiting writer holds a thread of the server.
"""

Database = Engine | Connection
"""A database, or a transaction that a use case becomes part of."""


# What passes: errors after which a retry may succeed


class Unavailable(SQLAlchemyError):
    """A retry may succeed. Nothing was written,
    unless the connection was lost just as it was committed.
    """


class Busy(Unavailable):
    """Other writers took too long."""


class DiskFull(Unavailable):
    """There is no room on the disk."""


class DiskUnusable(Unavailable):
    """The disk or the database is read-only, damaged or gone."""


_PASSING: dict[int | str, Unavailable] = {
    sqlite3.SQLITE_BUSY: Busy("another program is writing to the book"),
    sqlite3.SQLITE_FULL: DiskFull("the disk is full"),
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
        DiskUnusable("the disk cannot be written or read"),
    ),
    "53100": DiskFull("the disk of the database server is full"),
    "25006": DiskUnusable("the database is read-only"),
    **dict.fromkeys(("55P03", "40P01", "40001"), Busy("another writer took too long")),
    **dict.fromkeys(("53300", "53400", "57014"), Busy("the database server is busy")),
}
"""What an error means after which a retry may succeed,
by the code of SQLite or the SQLSTATE of PostgreSQL.
"""


def raise_what_passes(error: BaseException) -> None:
    """Raise an error of a type of its own if a retry may succeed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without its extension
    found = _PASSING.get(code or getattr(error, "sqlstate", None) or "")
    if found is not None:
        raise type(found)(*found.args) from error


def _name_what_passes(context: sa.ExceptionContext) -> None:
    error = context.original_exception
    raise_what_passes(error)
    if context.dialect.name != "postgresql":
        return
    state = getattr(error, "sqlstate", "") or ""
    if context.is_disconnect or state.startswith(("08", "57")):
        raise Unavailable("the connection to the database server was lost") from error
    if context.connection is None:  # it could not be made
        first_line, *_ = str(error).splitlines()
        raise Unavailable(first_line) from error


# Connecting


def file_address(path: Path) -> sa.URL:
    """Return the address of a database file, whatever characters are in its path."""
    return sa.URL.create("sqlite", database=str(path))


def connect(url: str | sa.URL) -> Engine:
    """Return an engine for a database as it is, `sqlite:///FILE` or `postgresql+psycopg://...`."""
    return _engine(sa.make_url(url))


def _engine(url: sa.URL) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {}
    if not is_file:
        # A server can go away between two requests; a file cannot.
        options["pool_pre_ping"] = True
        # A reader sees one state throughout, as in a file.
        options["isolation_level"] = "REPEATABLE READ"
        options["connect_args"] = REACHING
    engine = sa.create_engine(
        url,
        pool_use_lifo=True,  # the connection used last has the newest pages in its cache
        hide_parameters=True,  # in a log they would be names, and hashes of PINs, soon guessed
        **options,
    )
    if is_file:
        engine.update_execution_options(writers=FairLock())
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", _set_up_postgresql)
        event.listen(engine, "connect", lambda *_: generations.read_again(engine))
    event.listen(engine, "handle_error", _name_what_passes)
    return engine


REACHING = {
    "application_name": "scorer",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
}
"""How long a server of PostgreSQL may take to answer:
seconds to connect, and then milliseconds for the network.
"""


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    connection.execute(f"SET lock_timeout = {int(PATIENCE * 1000)}")
    connection.commit()


def _set_up_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # the driver would begin late and deferred; `_begin` does it
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",  # a name that was erased is overwritten
        "recursive_triggers=ON",  # without it REPLACE would bypass the DELETE trigger
        f"busy_timeout={BUSY_TIMEOUT}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    if writes(connection):
        # The lock is taken now: a transaction that first reads would write from a stale state, and
        # SQLite would refuse it. It may fail, so it goes through what gives the error its type.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.connection.cursor().execute("BEGIN")


# Reading


@contextmanager
def reading(database: Database) -> Iterator[Connection]:
    """Open a read transaction, which sees one state throughout;
    a nested one is part of the outer one.
    """
    if isinstance(database, Connection):
        yield database
        return
    connection = database.connect()
    try:
        yield connection
    finally:
        # What was read is right, even if the connection has been lost since.
        with suppress(Unavailable):
            connection.close()


# Writing, one after another


class FairLock:
    """A lock that is granted in the order of the requests."""

    def __init__(self) -> None:
        self._waiting: deque[Lock] = deque()
        self._guard = Lock()

    @contextmanager
    def held(self, patience: float) -> Iterator[None]:
        """Hold the lock; `Busy` if it was not granted within *patience* seconds."""
        turn = Lock()
        with self._guard:
            if self._waiting:
                turn.acquire()  # the writer before us releases it
            self._waiting.append(turn)
        try:
            if not turn.acquire(timeout=patience):
                raise Busy("too many writers are waiting")
            yield
        finally:
            with self._guard:
                was_first = self._waiting[0] is turn
                self._waiting.remove(turn)
                if was_first and self._waiting:
                    self._waiting[0].release()


@contextmanager
def writing(
    database: Database, *, club: int = 0, sheet: str = "", season_sheet: str = ""
) -> Iterator[Connection]:
    """Open a write transaction: committed at the end, rolled back if anything is raised; nested, it
    is a savepoint.

    `Busy`, if other writers took too long, and `DiskFull` mean that nothing was written.

    On PostgreSQL it waits only for writers that lock the same. What posts an entry or changes
    anything of a club locks the club; what changes a sheet, the sheet. Whoever needs several locks
    takes the book's before a club's, and that before a sheet's, so that no two writers wait for
    each other.

    Args:
        club: the id of the club to lock.
        sheet: the code of the sheet to lock. A partie of a company has the lock of its company.
        season_sheet: the code of a sheet to lock, and before it the club in whose season it is.
    """
    if isinstance(database, Connection) and writes(database):
        with database.begin_nested():
            _lock(database, club, sheet, season_sheet)
            yield database
        return
    # Who reads meanwhile goes on reading what was there: a writer has a connection of its own.
    database = database.engine
    options: dict[str, Any] = {"writes": True}
    writers: FairLock | None = database.get_execution_options().get("writers")
    if writers is None:
        turn: AbstractContextManager[None] = nullcontext()
        # A snapshot would be from before the locks were granted.
        options["isolation_level"] = "READ COMMITTED"
    else:
        turn = writers.held(PATIENCE)
    start = time.perf_counter()
    with turn, database.connect().execution_options(**options) as connection, connection.begin():
        if not (club or sheet or season_sheet):  # who names nothing may write anything
            _lock(connection, book=True)
        _lock(connection, club, sheet, season_sheet)
        if waited := database.get_execution_options().get("waited"):
            waited(time.perf_counter() - start)
        yield connection


def writes(connection: Connection) -> bool:
    """Return whether a transaction may write, so that what it reads may not be committed."""
    return bool(connection.get_execution_options().get("writes", False))


_LOCK_BOOK = text("SELECT pg_advisory_xact_lock(0, 0)")
_LOCK_CLUB = text("SELECT pg_advisory_xact_lock(1, :club)")
_LOCK_CLUB_OF = text(
    "SELECT pg_advisory_xact_lock(1, season_sheet.club_id) "
    "FROM season_sheet JOIN sheet ON sheet.id = season_sheet.sheet_id WHERE sheet.code = :code"
)
_LOCK_SHEET = text(
    "SELECT pg_advisory_xact_lock(2, coalesce(turn.company_id, sheet.id)) "
    "FROM sheet LEFT JOIN turn ON turn.partie_id = sheet.id WHERE sheet.code = :code"
)


def _lock(
    db: Connection, club: int = 0, sheet: str = "", season_sheet: str = "", *, book: bool = False
) -> None:
    """Wait for the locks of a writer, which it keeps to the end;
    SQLite has given it the only one that there is.
    """
    if db.dialect.name != "postgresql":
        return
    if book:
        db.execute(_LOCK_BOOK)
    if club:
        db.execute(_LOCK_CLUB, {"club": club})
    if season_sheet:
        db.execute(_LOCK_CLUB_OF, {"code": season_sheet.upper()})
    if sheet or season_sheet:
        db.execute(_LOCK_SHEET, {"code": (sheet or season_sheet).upper()})


# Trying: a preview writes, reads what came of it, and takes all of it back


@contextmanager
def trying(database: Database, *, club: int = 0) -> Iterator[Connection]:
    """Open a write transaction that is always rolled back, to preview what would happen."""
    with suppress(_Tried), writing(database, club=club) as connection:
        yield connection
        raise _Tried


class _Tried(Exception):
    """Roll back what was only tried."""


# The schema


def open_engine(url: str | sa.URL) -> Engine:
    """Return an engine for `sqlite:///FILE` or `postgresql+psycopg://...`,
    migrated to the newest version.
    """
    engine = connect(url)
    prepare(engine)
    return engine


def prepare(engine: Engine) -> None:
    """Migrate a database to the newest version,
    and begin the first generation of the book in it.
    """
    migrate(engine)
    with reading(engine) as db:
        has_begun = generations.has_begun(db)
    if not has_begun:
        _begin_first_generation(engine)
    generations.token(engine)  # a database that is lost later answers no request that asks for it


def _begin_first_generation(engine: Engine) -> None:
    with writing(engine) as db:
        if not generations.has_begun(db):  # another process may have begun it
            generations.begin(db, at=datetime.now(UTC).isoformat(timespec="seconds"))


def make_empty(engine: Engine, version: str = "") -> None:
    """Make the tables of a *version*, or of the newest, without a row:
    for a copy, which has those of another book.
    """
    if not version:
        migrate(engine)
        return
    with writing(engine) as db:
        _upgrade(db, version)


def migrate(engine: Engine) -> None:
    """Bring the schema to the newest version;
    Alembic, which takes long to import, is loaded only if it is older.
    """
    with reading(engine) as connection:
        if is_newest(connection):
            return
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            # Another process may be migrating, which may take long.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        if is_newest(connection):  # it has done so
            return
        _upgrade(connection, "head")


def _upgrade(db: Connection, version: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = db
    command.upgrade(config, version)


def versions_in(db: Connection) -> set[str]:
    """Return the version of the schema that a database has, or nothing."""
    if not sa.inspect(db).has_table("alembic_version"):
        return set()
    return {*db.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()}


def version_of(engine: Engine) -> str:
    """Return the version of the schema that a database has; empty if it is an empty database."""
    with reading(engine) as db:
        return next(iter(versions_in(db)), "")


def newest_version() -> str:
    """Return the version of the schema that this program needs."""
    return revisions()[-1]


def is_newest(db: Connection) -> bool:
    """Whether a database has the version of the schema that this program needs."""
    return versions_in(db) == {newest_version()}


def revisions() -> list[str]:
    """Return every version of the schema, the newest last:
    the file of revision 0001 is called `v0001_baseline.py`.
    """
    return sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))
