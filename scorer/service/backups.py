"""Backups: copy a book into one file that has all that a restore needs, keep the newest, and restore one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from ..storage import backups as store
from ..storage import copies
from ..storage import engine as storage
from .book import BOOK, KEY, book_name, copy_book, data_directory, note_good, open_parties
from .club.verification import Fault, how_many_entries, missing_entries, reading_damaged, verify, where_books_end
from .location import Location
from .opening import refuse_if

Progress = Callable[[int], None]


def back_up(
    engine: Engine, path: Path, data: Path, *, since: Path | None = None, progress: Progress = lambda _: None
) -> list[Fault]:
    """
    Copy a book and the cookie key in *data* into a new file, verify the copy, and return its faults.

    A damaged copy is better than none. It is a fault too if *since*, an earlier backup, has entries that are missing.
    """
    refuse_if(path.exists(), f"{path} exists. A backup never replaces a file: choose another name.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.touch(mode=0o600)  # it holds the cookie key, and the hashes of links and passwords
    try:
        if engine.dialect.name == "sqlite":
            storage.copy_to(engine, unfinished)
        else:
            copies.copy_to_file(engine, unfinished)
        key = data / KEY
        if key.exists():
            store.add_key(unfinished, key.read_bytes())
        copy = storage.open_to_read(unfinished)
        try:
            faults = [*_lost(copy, since), *verify(copy, progress=progress)]
        finally:
            copy.dispose()
        _sync(unfinished)
        unfinished.rename(path)
        return faults
    finally:
        unfinished.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _lost(engine: Engine, since: Path | None) -> list[Fault]:
    """Return what an earlier backup has and a book lacks; nothing if that backup is of an older version."""
    if since is None:
        return []
    try:
        earlier = storage.open_to_read(since)
    except storage.Unusable:
        return []
    ends = where_books_end(earlier)
    earlier.dispose()
    with reading_damaged(engine) as db:
        advice = f"since {since}. Restore that; or, if this is the book you want, move that backup away."
        return [Fault(code, number, f"{what} {advice}") for code, number, what in missing_entries(db, ends)]


NAMES = "book-????????-??????.sqlite"
"""Backups whose number is limited."""


def next_name(directory: Path, now: datetime) -> Path:
    return directory / f"book-{now:%Y%m%d-%H%M%S}.sqlite"


def newest(directory: Path) -> Path | None:
    return max(directory.glob(NAMES), default=None)


def remove_old(directory: Path, keep: int) -> int:
    """Remove all but the newest backups of a directory and return how many were removed."""
    old = sorted(directory.glob(NAMES))[:-keep]
    for each in old:
        each.unlink()
    return len(old)


@dataclass(frozen=True, slots=True)
class Restored:
    name: str
    entries: int
    has_key: bool
    faults: list[Fault]


def restore(backup: Path, where: Location) -> Restored:
    """
    Copy a backup to where there is no book, migrate the copy and verify it.

    Phones go on with the cookies that they have, if the backup has the key. A damaged book in a directory is better
    than none; into a database on a server it is not copied.
    """
    storage.refuse_unusable(backup, older=True)
    data = data_directory(where.data)
    path, key_path = data / BOOK, data / KEY
    for each in (path, key_path):
        refuse_if(each.exists(), f"{each} exists. A restore never replaces a book: choose a new directory.")
    unfinished = data / f"{BOOK}.unfinished"
    unfinished.touch(mode=0o600)
    try:
        key = store.copy_without_key(backup, unfinished)
        if key:
            key_path.touch(mode=0o600)
            key_path.write_bytes(key)
            _sync(key_path)
        if where.database:
            _move_to_server(unfinished, data, where.database)
        else:
            _sync(unfinished)
            unfinished.rename(path)
    except BaseException:
        key_path.unlink(missing_ok=True)  # so that the next try finds a new directory again
        raise
    finally:
        for each in data.glob(f"{unfinished.name}*"):
            each.unlink()
    engine = open_parties(data, where.database).engine
    try:
        faults = list(verify(engine))
        if not faults:
            note_good(data, engine, where_books_end(engine))
        return Restored(book_name(engine), how_many_entries(engine), bool(key), faults)
    finally:
        engine.dispose()


def _move_to_server(file: Path, data: Path, database: str) -> None:
    source, target = storage.open_engine(f"sqlite:///{file}"), open_parties(data, database).engine
    try:
        copy_book(source, target)
    finally:
        source.dispose()
        target.dispose()
