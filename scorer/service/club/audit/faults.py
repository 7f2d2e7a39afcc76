"""What is wrong with a book, as every check of it reports it."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """A fault in a book; `club` is empty for a fault of the file itself, `entry` 0 for none."""

    club: str
    entry: int
    what: str
