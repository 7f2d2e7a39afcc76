"""Where a book is: what every command and the server are told of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Location:
    """
    A data directory with its book, or beside a PostgreSQL *database*.

    The directory has the cookie key and the note of the last check in any case; `None` is the user's own.
    """

    data: Path | None = None
    database: str = ""
