"""
The database: an engine set up so that an acknowledged row is on the disk, and migrated at start.

SQLite runs with a write-ahead log, full synchronisation and foreign keys;
a writer takes its lock at once, so that two never wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT = 5_000
"""Milliseconds a writer waits for another's lock before it gives up."""

Database = Engine | Connection
"""What a use case works on: a database, or a transaction in it, of which it is then a part."""


def open_engine(url: str) -> Engine:
    """
    An engine for *url*, ready for use; the schema is brought up to date first.

    Args:
        url: an SQLAlchemy URL, `sqlite:///FILE` or `postgresql+psycopg://...`.
    """
    # a statement that fails is logged without what it carried: names, and hashes of PINs that are soon tried
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin)
    migrate(engine)
    return engine


def _set_up_sqlite(connection: SqliteConnection, _record: Any) -> None:
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
    """
    if isinstance(database, Connection):
        with database.begin_nested():
            yield database
        return
    with database.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def trying(database: Database) -> Iterator[Connection]:
    """A transaction that writes, and is rolled back whatever happens: for seeing what would be."""
    if isinstance(database, Connection):
        with database.begin_nested() as part:
            yield database
            part.rollback()
        return
    with database.connect().execution_options(writes=True) as connection, connection.begin() as transaction:
        yield connection
        transaction.rollback()
