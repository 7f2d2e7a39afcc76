"""
Databases for tests that are about what is in them.

A new one is a copy of one that was made once, nobody waits until what is
written is on the disk, and passwords are hashed in the cheapest way there is.
`tests/storage` has databases as they are made for users.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import pytest
from sqlalchemy import Engine, event

from scorer.storage.engine import migrate, open_engine

_DIRECTORY = tempfile.TemporaryDirectory()


def kept_directory() -> Path:
    """A new directory that is there until the tests are over, for what many of them copy."""
    return Path(tempfile.mkdtemp(dir=_DIRECTORY.name))


@cache
def empty_book() -> bytes:
    """A database of the newest version with nothing in it."""
    path = kept_directory() / "book.sqlite"
    path.touch()  # one that is there is migrated
    open_engine(f"sqlite:///{path}").dispose()
    return path.read_bytes()


def _without_sync(connection: Connection, _record: Any) -> None:
    connection.execute("PRAGMA synchronous=OFF")


def made_quickly(engine: Engine) -> None:
    """What a new database needs, in place of `migrate`."""
    event.listen(engine, "connect", _without_sync)
    assert engine.url.database is not None
    path = Path(engine.url.database)
    if path.exists():
        migrate(engine)
    else:
        path.write_bytes(empty_book())


@pytest.fixture(autouse=True)
def quick_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are made quickly while a test runs."""
    monkeypatch.setattr("scorer.storage.engine.migrate", made_quickly)
    monkeypatch.setattr("scorer.service.club.credentials.METHOD", "scrypt:256:1:1")
