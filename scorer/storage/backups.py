"""The file of a backup: a copy of the whole database, and the key that signs cookies in a table of its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from .engine import Unusable


def add_key(path: Path, key: bytes) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE cookie_key (content BLOB NOT NULL)")
        db.execute("INSERT INTO cookie_key VALUES (?)", [key])


def copy_without_key(backup: Path, path: Path) -> bytes:
    """Copy a backup into a new file and return the key, which is not in the copy; empty if the backup has none."""
    try:
        with (
            closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(path)) as db,
        ):
            source.backup(db)
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'cookie_key'").fetchone():
                return b""
            key = bytes(db.execute("SELECT content FROM cookie_key").fetchone()[0])
            db.execute("PRAGMA secure_delete = ON")
            db.execute("DROP TABLE cookie_key")
            return key
    except sqlite3.Error as error:
        raise Unusable(f"{backup} cannot be copied: {error}. Use another backup.") from None
