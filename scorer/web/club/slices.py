"""Pages of a long table, with a link to each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slice:
    """A page of a long table, from row *start*."""

    start: int
    words: str
    shown: bool


def slices(total: int, size: int, start: int) -> tuple[Slice, ...]:
    """
    Return the pages of a table; none if it fits on one.

    >>> [(each.words, each.shown) for each in slices(230, 100, 101)]
    [('1 to 100', False), ('101 to 200', True), ('201 to 230', False)]
    """
    if total <= size:
        return ()
    starts = range(1, total + 1, size)
    return tuple(Slice(each, f"{each} to {min(each + size - 1, total)}", each == start) for each in starts)


def start_of(asked: str, total: int, size: int) -> int:
    """
    Return the first row of the page that has row *asked*; 1 for anything invalid.

    >>> start_of("101", 230, 100), start_of("150", 230, 100), start_of("999", 230, 100), start_of("x", 230, 100)
    (101, 101, 1, 1)
    """
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else 1
    return (number - 1) // size * size + 1 if 1 <= number <= total else 1
