"""A copy of a database while it is used: one state of it, in one file, without stopping whoever writes."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine


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
