"""Databases for tests that are about what is in them.

A new one is a copy of one that was made once, every engine has the statements that another has
compiled, nobody waits until what is written is on the disk, and passwords are hashed in the
cheapest way there is. `tests/storage` has databases as they are made for users.
"""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from scorer.storage.engine import connect, migrate, open_engine
from tests import postgresql

_DIRECTORY = tempfile.TemporaryDirectory()


def kept_directory() -> Path:
    """A new directory that is there until the tests are over, for what many of them copy."""
    return Path(tempfile.mkdtemp(dir=_DIRECTORY.name))


@cache
def empty() -> tuple[Engine, bytes, str]:
    """A database of the newest version with nothing in it: its engine, its file and its version."""
    path = kept_directory() / "book.sqlite"
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    return engine, path.read_bytes(), version(path)


def version(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        return str(db.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def _without_sync(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute("PRAGMA synchronous=OFF")


def made_quickly(engine: Engine) -> None:
    """What a new database needs, in place of `migrate`."""
    if engine.dialect.name != "sqlite":
        migrate(engine)
        return
    first, data, newest = empty()
    engine.dialect = first.dialect
    engine._compiled_cache = first._compiled_cache
    event.listen(engine, "connect", _without_sync)
    assert engine.url.database is not None
    path = Path(engine.url.database)
    if not path.exists() or not path.stat().st_size:
        path.write_bytes(data)
    elif version(path) != newest:
        migrate(engine)


def copied(engine: Engine, directory: Path) -> Engine:
    engine.dispose()  # while it is open, a part of a book is in other files
    path = directory / "book.sqlite"
    if postgresql.INSTEAD:
        postgresql.copied(engine, path)
    else:
        shutil.copy(str(engine.url.database), path)
    return open_engine(f"sqlite:///{path}")


@pytest.fixture(autouse=True)
def quick_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are made quickly while a test runs."""
    if not postgresql.INSTEAD:
        monkeypatch.setattr("scorer.storage.engine.migrate", made_quickly)
    monkeypatch.setattr("scorer.service.club.credentials.METHOD", "scrypt:256:1:1")
