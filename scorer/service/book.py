"""Where the book lies: a data directory with its database and the key that signs the cookies."""

from __future__ import annotations

import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from ..storage.engine import open_engine
from .parties import Parties

BOOK = "book.sqlite"
"""The file of the database in its directory."""


class NoBook(LookupError):
    """There is no book in the directory."""


def data_directory(asked: Path | None) -> Path:
    """The directory of the book, made if it is not there: as asked, or where the system keeps a user's data."""
    path = _directory(asked)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _directory(asked: Path | None) -> Path:
    default = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "piquet-scorer"
    return asked or default


def open_parties(data: Path) -> Parties:
    """The parties of the database in *data*, its schema brought up to date."""
    return Parties(open_engine(f"sqlite:///{data / BOOK}"), lambda: datetime.now(UTC))


def open_book(asked: Path | None) -> Parties:
    """
    The parties of a database that is there.

    Raises:
        NoBook: it is not; none is made.
    """
    data = _directory(asked)
    if not (data / BOOK).is_file():
        raise NoBook(f"there is no book in {data}")
    return open_parties(data)


def secret_key(data: Path) -> bytes:
    """The key that signs the cookies, drawn once for a data directory and readable by its owner alone."""
    path = data / "secret-key"
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
    except FileExistsError:
        pass
    return path.read_bytes()
