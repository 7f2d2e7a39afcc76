"""A copy of a database while it is used: one state of it, in one file, without stopping whoever writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, create_engine


def copy_to(engine: Engine, path: Path) -> None:
    """
    Copy the database of *engine* into a new file.

    It is copied in one step, within one transaction that reads: what is
    written meanwhile goes into the log beside it, and is not in the copy.
    """
    connection = engine.raw_connection()
    try:
        source = connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        with closing(sqlite3.connect(path)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file, and no log belongs to it
    finally:
        connection.close()


def open_copy(path: Path) -> Engine:
    """An engine that only reads a database file, and changes nothing in it or beside it."""
    return create_engine("sqlite://", creator=lambda: sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
