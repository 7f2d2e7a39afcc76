"""
The database: an engine set up so that an acknowledged row is on the disk, and migrated at start.

SQLite runs with a write-ahead log, full synchronisation and foreign keys. A
writer takes SQLite's lock at once, so that two never wait for each other; the
writers of one process queue for it first, because SQLite lets those that wait
poll and sleep, and some of them starve.
"""

from __future__ import annotations

import errno
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT = 5_000
"""Milliseconds a writer waits for the lock of another process before it gives up."""

PATIENCE = 2.0
"""Seconds a writer queues behind the others of its process before it gives up; each holds a thread of the server."""

Database = Engine | Connection
"""What a use case works on: a database, or a transaction in it, of which it is then a part."""


class Unavailable(SQLAlchemyError):
    """Nothing was written, and the same may succeed later."""


class Busy(Unavailable):
    """Other writers were not done in time."""


class DiskFull(Unavailable):
    """There is no room for what was to be written."""


class FairLock:
    """A lock that is given in the order in which it was asked for."""

    def __init__(self) -> None:
        self._waiting: deque[Lock] = deque()
        self._guard = Lock()

    @contextmanager
    def held(self, patience: float) -> Iterator[None]:
        """
        Hold the lock.

        Raises:
            Busy: it was not given within *patience* seconds.
        """
        turn = Lock()
        with self._guard:
            if self._waiting:
                turn.acquire()  # whoever is before us releases it
            self._waiting.append(turn)
        try:
            if not turn.acquire(timeout=patience):
                raise Busy("too many are writing to the book")
            yield
        finally:
            with self._guard:
                was_first = self._waiting[0] is turn
                self._waiting.remove(turn)
                if was_first and self._waiting:
                    self._waiting[0].release()


def open_engine(url: str) -> Engine:
    """
    An engine for *url*, ready for use; the schema is brought up to date first.

    Args:
        url: an SQLAlchemy URL, `sqlite:///FILE` or `postgresql+psycopg://...`.
    """
    # a statement that fails is logged without what it carried: names, and hashes of PINs that are soon tried
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
    if engine.dialect.name == "sqlite":
        engine.update_execution_options(writers=FairLock())
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "handle_error", _name_what_passes)
    migrate(engine)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # the driver would begin late and deferred; `_begin` says what is meant
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",  # or REPLACE would delete a row without its trigger
        f"busy_timeout={BUSY_TIMEOUT}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _name_what_passes(context: ExceptionContext) -> None:
    """Give an error after which the same may succeed later a type of its own."""
    error = context.original_exception
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without its extension
    if code == sqlite3.SQLITE_BUSY:
        raise Busy("another program is writing to the book") from error
    if code == sqlite3.SQLITE_FULL:
        raise DiskFull("the disk is full") from error


def migrate(engine: Engine) -> None:
    """Bring the schema of *engine* to the newest version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def reading(database: Database) -> Iterator[Connection]:
    """A transaction that only reads, and sees one state throughout; inside another it is a part of that."""
    if isinstance(database, Connection):
        yield database
        return
    with database.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(database: Database) -> Iterator[Connection]:
    """
    A transaction that writes: committed at the end, rolled back if anything is raised.

    Inside another it is a part of that, which is committed or rolled back as a whole.

    Raises:
        Busy: other writers were not done in time; nothing was written.
        DiskFull: it has no room; nothing was written.
    """
    if isinstance(database, Connection):
        with database.begin_nested():
            yield database
        return
    with _writer(database) as connection, connection.begin():
        yield connection


@contextmanager
def trying(database: Database) -> Iterator[Connection]:
    """A transaction that writes, and is rolled back whatever happens: for seeing what would be."""
    if isinstance(database, Connection):
        with database.begin_nested() as part:
            yield database
            part.rollback()
        return
    with _writer(database) as connection, connection.begin() as transaction:
        yield connection
        transaction.rollback()


@contextmanager
def _writer(engine: Engine) -> Iterator[Connection]:
    """A connection that writes, once the writers before it are done."""
    writers: FairLock | None = engine.get_execution_options().get("writers")
    turn = writers.held(PATIENCE) if writers else nullcontext()
    with turn, engine.connect().execution_options(writes=True) as connection:
        yield connection


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
            db.text_factory = decode
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


def decode(data: bytes) -> str:
    """Decode UTF-8, with U+FFFD for what is damaged."""
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


def copy_to(engine: Engine, path: Path) -> None:
    """
    Copy the database of *engine* into a new file.

    It is copied in one step, within one transaction that reads: what is
    written meanwhile goes into the log beside it, and is not in the copy.

    Raises:
        OSError: it cannot be written, or the database cannot be read.
    """
    connection = engine.raw_connection()
    try:
        source = connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        with closing(sqlite3.connect(path)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file, and no log belongs to it
    except sqlite3.Error as error:
        raise OSError(errno.EIO, f"the copy failed: {error}") from None
    finally:
        connection.close()
