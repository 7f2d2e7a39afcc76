"""A backup of a book: a copy made while it is used, and verified before it bears its name."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from ..storage import engine as storage
from .club.verifying import Fault, verify
from .opening import NotAllowed


def back_up(engine: Engine, path: Path, progress: Callable[[int], None] = lambda _: None) -> list[Fault]:
    """
    Copy a book into a new file, and verify the copy.

    Args:
        engine: the database of the book, which may be in use.
        path: the file, which must not be there.
        progress: told how many more entries of the copy have been verified.

    Returns:
        What is wrong with the copy, and so with the book; it is kept all the
        same, since a backup of a damaged book is better than none.

    Raises:
        NotAllowed: there is such a file already.
        OSError: it cannot be written.
    """
    if path.exists():
        raise NotAllowed(f"{path} is there already; a backup takes the place of nothing.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.touch(mode=0o600)  # it holds what everybody's links and passwords are checked against
    try:
        storage.copy_to(engine, unfinished)
        copy = storage.open_to_read(unfinished)
        try:
            faults = list(verify(copy, progress=progress))
        finally:
            copy.dispose()
        _to_disk(unfinished)
        unfinished.rename(path)
        return faults
    finally:
        unfinished.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
