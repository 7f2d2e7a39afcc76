"""Whether a file, or a database on a server, can be opened as a book; and if not, why, in words."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Engine, event
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from .engine import connect, file_address, prepare, reading, revisions, versions_in

FIRST_TABLES = {"alembic_version", "sheet", "statement"}
"""Tables of every version of the schema."""

RESTORE = "Replace it with your last backup"


class Unusable(ValueError):
    """A file cannot be opened as a book; the message says why, and what to do."""


class Misplaced(Unusable):
    """There is no book where one was looked for: what was *found* there, and advice for commands
    that have the option `--data`.
    """

    def __init__(self, found: str, advice: str) -> None:
        super().__init__(f"{found}. {advice}")
        self.found = found


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
    known = revisions()
    if not versions <= {*known}:
        raise Unusable(
            f"{book} was made by a newer version of scorer. Update scorer, then try again."
        )
    if not older and versions != {known[-1]}:
        raise Unusable(
            f"{book} is of an older version of scorer. Start scorer serve once: it backs "
            f"up the book, then migrates it."
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
        file_address(path), creator=lambda: _connect_to_read(path), hide_parameters=True
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


NOT_AN_ADDRESS = "A database is named as postgresql+psycopg://USER@HOST/NAME"
IN_A_DIRECTORY = "For a book in a directory use --data."


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
            raise Misplaced(NOT_AN_ADDRESS, IN_A_DIRECTORY)
        engine = connect(url)
    except (ArgumentError, ValueError):
        raise Misplaced(NOT_AN_ADDRESS, IN_A_DIRECTORY) from None
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
            versions = versions_in(db) if tables >= FIRST_TABLES else set()
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
            f"scorer book copy."
        )
