"""Back up a book: copy it while it is in use, verify the copy, and only then give it its name."""

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
    Copy a book into a new file and verify the copy.

    Args:
        path: must not exist.
        progress: called with the number of entries verified since the last call.

    Returns:
        The faults of the copy, and so of the book. The copy is kept, because a backup of a damaged book is better than
            none.

    Raises:
        NotAllowed: the file exists.
        OSError: it cannot be written.
    """
    if path.exists():
        raise NotAllowed(f"{path} exists. A backup never replaces a file: choose another name.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.touch(mode=0o600)  # it holds the hashes of links and passwords
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
