"""The database, a SQLite file or on a PostgreSQL server: open it, migrate it, read it, write it,
copy it.

SQLite runs with a write-ahead log, full synchronisation and foreign keys, so that an acknowledged
row is on the disk. Writers take SQLite's lock at the start of their transaction, so that none of
them meets a stale read. The writers of one process queue for it first, because SQLite lets waiting
writers poll and sleep, and some of them starve.

On PostgreSQL a writer locks only what it names: a club, a sheet, or else the book. A snapshot that
was taken before a lock was granted would be stale, so each query of a writer reads what is
committed by then; readers keep one snapshot.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import cache, wraps
from inspect import signature
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, Executable, event, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from . import generations

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT = 5_000
"""Milliseconds a writer waits for the lock of another process."""

PATIENCE = 2.0
"""Seconds a writer queues behind the other writers of its process, or for a lock of PostgreSQL;
each waiting writer holds a thread of the server.
"""

AT_A_TIME = 1000
"""Rows of a long list that are read together."""

Database = Engine | Connection
"""A database, or a transaction that a use case becomes part of."""


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


def open_engine(url: str | sa.URL) -> Engine:
    """Return an engine for `sqlite:///FILE` or `postgresql+psycopg://...`,
    migrated to the newest version.
    """
    engine = connect(url)
    prepare(engine)
    return engine


def connect(url: str | sa.URL) -> Engine:
    """Return an engine for a database as it is."""
    return _engine(sa.make_url(url))


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


def _engine(url: sa.URL) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = (
        {} if is_file else {"isolation_level": "REPEATABLE READ", "connect_args": REACHING}
    )
    # parameters stay out of the log: they hold names, and hashes of PINs that are quickly guessed
    # the connection that was used last has the newest pages in its cache
    engine = sa.create_engine(
        url, pool_pre_ping=not is_file, pool_use_lifo=True, hide_parameters=True, **options
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
        connection.exec_driver_sql(
            "BEGIN IMMEDIATE"
        )  # it may fail, and then the error gets its type
    else:
        connection.connection.cursor().execute("BEGIN")


def writes(connection: Connection) -> bool:
    """Return whether a transaction may write, so that what it reads may not be committed."""
    return bool(connection.get_execution_options().get("writes", False))


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


def _raise_what_passes(error: BaseException) -> None:
    """Raise an error of a type of its own if a retry may succeed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without its extension
    found = _PASSING.get(code or getattr(error, "sqlstate", None) or "")
    if found is not None:
        raise type(found)(*found.args) from error


def _name_what_passes(context: sa.ExceptionContext) -> None:
    error = context.original_exception
    _raise_what_passes(error)
    state = getattr(error, "sqlstate", "") or ""
    if context.dialect.name == "postgresql" and (
        context.is_disconnect or state[:2] in ("08", "57")
    ):
        raise Unavailable("the connection to the database server was lost") from error
    if context.dialect.name == "postgresql" and context.connection is None:
        raise Unavailable(str(error).splitlines()[0]) from error


def migrate(engine: Engine) -> None:
    """Bring the schema to the newest version;
    Alembic, which takes long to import, is loaded only if it is older.
    """
    with reading(engine) as connection:
        if is_newest(connection):
            return
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(
                "SET LOCAL lock_timeout = 0"
            )  # another process may take long to migrate
        if is_newest(connection):
            return
        _upgrade(connection, "head")


def _upgrade(db: Connection, version: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = db
    command.upgrade(config, version)


def _versions(db: Connection) -> set[str]:
    """Return the version of the schema that a database has, or nothing."""
    if not sa.inspect(db).has_table("alembic_version"):
        return set()
    return {*db.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()}


def version_of(engine: Engine) -> str:
    """Return the version of the schema that a database has; empty if it is an empty database."""
    with reading(engine) as db:
        return next(iter(_versions(db)), "")


def newest_version() -> str:
    """Return the version of the schema that this program needs."""
    return _revisions()[-1]


def is_newest(db: Connection) -> bool:
    """Whether a database has the version of the schema that this program needs."""
    return _versions(db) == {newest_version()}


def _revisions() -> list[str]:
    """Return every version of the schema, the newest last:
    the file of revision 0001 is called `v0001_baseline.py`.
    """
    return sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))


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
        with suppress(
            Unavailable
        ):  # what was read is right, even if the connection has been lost since
            connection.close()


T = TypeVar("T")
Read = TypeVar("Read", bound=Callable[..., Any])

_READ = WeakKeyDictionary[Connection, dict[object, Any]]()


@contextmanager
def reading_once(engine: Engine) -> Iterator[Connection]:
    """Open a read transaction that reads what is marked with `once` a single time:
    for a page, not for a whole book.
    """
    with reading(engine) as db:
        _READ[db] = {}
        yield db


def once(read: Read) -> Read:
    """Keep what is read in a transaction of `reading_once`;
    a list or a mapping is copied for each who asks.
    """
    form = signature(read)

    @wraps(read)
    def known(db: Connection, *asked: object, **named: object) -> Any:
        found = _READ.get(db)
        if found is None:
            return read(db, *asked, **named)
        whole = form.bind(db, *asked, **named)
        whole.apply_defaults()  # what is left out and what is given as its default are the same
        key = read, repr(whole.args[1:]), repr(whole.kwargs)
        if key not in found:
            found[key] = read(db, *asked, **named)
        return found[key].copy() if isinstance(found[key], list | dict) else found[key]

    return cast("Read", known)


@cache
def by_key(query: sa.Select[Any], column: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the query of the rows with `key` in a *column*;
    kept, as to build one takes longer than to run it.
    """
    return query.where(column == sa.bindparam("key"))


def given(*asked: tuple[sa.ColumnElement[Any], object]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions that columns have the values that are asked for;
    one that is `None` is not asked for.
    """
    return [column == value for column, value in asked if value is not None]


def streamed(db: Connection, query: Executable) -> Iterator[Any]:
    """Yield the rows of a query, with only `AT_A_TIME` in memory at once."""
    found = db.execute(query, execution_options={"yield_per": AT_A_TIME})
    try:
        yield from found
    finally:
        if not db.closed or db.dialect.name != "sqlite":  # whose cursor goes with its connection
            found.close()


def batched(rows: Iterable[T], size: int = AT_A_TIME) -> Iterator[list[T]]:
    """Yield rows in lists of *size*, of which only the last may be shorter;
    the standard library does from 3.12 on.
    """
    rows = iter(rows)
    while some := list(islice(rows, size)):
        yield some


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
    database = database.engine  # what is being read meanwhile stays as it is
    writers: FairLock | None = database.get_execution_options().get("writers")
    turn = writers.held(PATIENCE) if writers else nullcontext()
    options: dict[str, Any] = (
        {"writes": True} if writers else {"writes": True, "isolation_level": "READ COMMITTED"}
    )
    start = time.perf_counter()
    with turn, database.connect().execution_options(**options) as connection, connection.begin():
        if not (club or sheet or season_sheet):
            _lock(connection, book=True)
        _lock(connection, club, sheet, season_sheet)
        if waited := database.get_execution_options().get("waited"):
            waited(time.perf_counter() - start)
        yield connection


@contextmanager
def trying(database: Database, *, club: int = 0) -> Iterator[Connection]:
    """Open a write transaction that is always rolled back, to preview what would happen."""
    with suppress(_Tried), writing(database, club=club) as connection:
        yield connection
        raise _Tried


class _Tried(Exception):
    """Roll back what was only tried."""


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


FIRST_TABLES = {"alembic_version", "sheet", "statement"}
"""Tables of every version of the schema."""

RESTORE = "Replace it with your last backup"


class Unusable(ValueError):
    """A file cannot be opened as a book; the message says why, and what to do."""


def refuse_unusable(path: Path, *, older: bool) -> str:
    """Raise `Unusable` for a file that is empty, damaged, of another program, or of a version that
    cannot be opened.

    Return the version of its schema, which may be *older* only if that is accepted.
    """
    empty = f"{path} is empty. {RESTORE}, or remove it to start a new book."
    if not path.stat().st_size:
        raise Unusable(empty)
    versions: set[str] = set()
    try:
        with closing(_connect_to_read(path)) as db:
            db.text_factory = decode
            tables = {
                name
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            if tables >= FIRST_TABLES:
                versions = {
                    version for (version,) in db.execute("SELECT version_num FROM alembic_version")
                }
    except sqlite3.OperationalError as error:
        raise Unusable(
            f"{path} cannot be opened: {error}. Check whether another program uses it, and "
            f"whether you may read it."
        ) from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # the driver cannot decode a reason that quotes a damaged schema
        reason = "its schema is damaged" if isinstance(error, UnicodeDecodeError) else error
        raise Unusable(f"{path} cannot be read as a book: {reason}. {RESTORE}.") from None
    if not tables:
        raise Unusable(empty)
    return _refuse_version(str(path), versions, older=older)


def _refuse_version(book: str, versions: set[str], *, older: bool) -> str:
    if not versions:
        raise Unusable(
            f"{book} is the database of another program. Choose another place for the book."
        )
    known = _revisions()
    if not versions <= {*known}:
        raise Unusable(
            f"{book} was made by a newer version of scorer. Update scorer, then try again."
        )
    if not older and versions != {known[-1]}:
        raise Unusable(
            f"{book} is of an older version of scorer. Start scorer serve once: it copies the "
            f"book, then migrates it."
        )
    return max(versions)


def decode(data: bytes) -> str:
    """Decode UTF-8, with U+FFFD for damaged bytes."""
    return data.decode(errors="replace")


def open_to_read(path: Path, *, older: bool = False) -> Engine:
    """Return an engine that only reads a database file and does not migrate it;
    `Unusable` if it is refused.
    """
    refuse_unusable(path, older=older)
    engine = sa.create_engine(
        f"sqlite:///{path}", creator=lambda: _connect_to_read(path), hide_parameters=True
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Connect to a file for reading.

    A book that nobody has open has no write-ahead log. SQLite creates an empty one to read it,
    which fails in a read- only directory. There the file is the whole book, and nobody can write to
    it meanwhile.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_READONLY_DIRECTORY,
        ):
            return connection
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise Unusable(
                f"{path} cannot be read here, because {log.name} is in use. "
                f"Copy both files into a directory of your own, and use that."
            ) from None
        return sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None)
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # the next read raises
    return connection


NOT_AN_ADDRESS = (
    "A database is named as postgresql+psycopg://USER@HOST/NAME. For a book in a "
    "directory use --data."
)


def open_server(address: str) -> Engine:
    """Return an engine for a database of a PostgreSQL server, migrated to the newest version;
    otherwise as below.
    """
    engine = connect_server(address, older=True)
    try:
        prepare(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def connect_server(address: str, *, to_read: bool = False, older: bool = False) -> Engine:
    """Return an engine for a database of a PostgreSQL server as it is, perhaps only *to_read*.

    `Unusable` says why it is refused, without the password that *address* may have. An empty
    database can only be written to, and an *older* schema must be accepted.
    """
    try:
        url = sa.make_url(address)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        if url.drivername != "postgresql+psycopg":
            raise Unusable(NOT_AN_ADDRESS)
        engine = _engine(url)
    except (ArgumentError, ValueError):
        raise Unusable(NOT_AN_ADDRESS) from None
    except ImportError:
        raise Unusable(
            "PostgreSQL needs a driver. Install it with: pip install 'piquet-scorer[postgres]'"
        ) from None
    host = server_host(url)
    is_here = host in ("this machine", "localhost", "::1") or host.startswith(("/", "127."))
    if not is_here and "sslmode" not in url.query and "PGSSLMODE" not in os.environ:
        raise Unusable(
            "The database is on another machine, and the address does not say how the connection "
            "is encrypted. Add "
            "?sslmode=verify-full, or ?sslmode=disable on a network that nobody else can read."
        )
    if to_read:
        engine.update_execution_options(postgresql_readonly=True)
    try:
        _refuse_unusable_server(engine, older=older, empty=not to_read)
    except BaseException:
        engine.dispose()
        raise
    return engine


def address_words(address: str) -> str:
    """Return what the database at an address is called, without user and password."""
    try:
        return server_name(sa.make_url(address))
    except (ArgumentError, ValueError):
        return "the database"


def server_name(url: sa.URL) -> str:
    """Return what a database on a server is called, without user and password."""
    return f"the database {url.database or url.username} on {server_host(url)}"


def server_host(url: sa.URL) -> str:
    return str(url.host or url.query.get("host") or "this machine")


def _refuse_unusable_server(engine: Engine, *, older: bool, empty: bool) -> None:
    name = server_name(engine.url)
    try:
        with reading(engine) as db:
            encoding = db.exec_driver_sql("SHOW server_encoding").scalar_one()
            tables = {*sa.inspect(db).get_table_names()}
            versions = _versions(db) if tables >= FIRST_TABLES else set()
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise Unusable(
            f"{name} cannot be opened: {reason}. Check that the server runs, the address, the "
            f"user and the password."
        ) from None
    if encoding != "UTF8":
        raise Unusable(f"{name} is encoded in {encoding}. Make one with ENCODING 'UTF8'.")
    if tables:
        _refuse_version(name, versions, older=older)
    elif not empty:
        raise Unusable(
            f"{name} is empty. Start a book there with scorer serve, or copy one into it with "
            f"scorer copy."
        )


def make_one_file(engine: Engine) -> None:
    """Move what is in the log of a file into the file, and remove the log;
    nobody else has it open.
    """
    pragma = "PRAGMA journal_mode = DELETE"
    with closing(engine.raw_connection()) as connection:
        try:
            connection.cursor().execute(pragma)
        except sqlite3.Error as error:
            _raise_what_passes(error)
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
        raise OSError(errno.EIO, f"the copy failed: {error}") from None
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
