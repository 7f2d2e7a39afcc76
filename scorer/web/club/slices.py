"""A long table in parts, every row of which can be reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a long table: its first row, what it is called, and whether it is the one that is shown."""

    start: int
    words: str
    shown: bool


def slices(total: int, size: int, start: int) -> tuple[Slice, ...]:
    """
    The parts of a long table; none if it is short.

    >>> [(each.words, each.shown) for each in slices(230, 100, 101)]
    [('1 to 100', False), ('101 to 200', True), ('201 to 230', False)]
    """
    if total <= size:
        return ()
    starts = range(1, total + 1, size)
    return tuple(Slice(each, f"{each} to {min(each + size - 1, total)}", each == start) for each in starts)


def start_of(asked: str, total: int, size: int) -> int:
    """
    The first row of the part of a table that is asked for; 1 for anything else.

    >>> start_of("101", 230, 100), start_of("150", 230, 100), start_of("999", 230, 100), start_of("x", 230, 100)
    (101, 101, 1, 1)
    """
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else 1
    return (number - 1) // size * size + 1 if 1 <= number <= total else 1
