"""Sums: numbers of cards that are not yet known, each written as the bits of what it can be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache


def numbers(low: int, high: int) -> int:
    """The numbers from *low* to *high*, as bits."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def bits(number: int) -> Iterator[int]:
    """The bits of a number, each as a number."""
    while number:
        low = number & -number
        yield low
        number ^= low


@lru_cache(maxsize=65536)
def sums(numbers: tuple[int, ...], totals: int) -> tuple[int, ...] | None:
    """
    Several *numbers*, each as the bits of what it can be, without those that never add up to one of *totals*.

    >>> sums((0b110, 0b11, 0b10000), 1 << 5)
    (2, 1, 16)
    """
    before = [1]
    for number in numbers[:-1]:
        before.append(sum_of(before[-1], number))
    found = []
    for number, so_far in zip(reversed(numbers), reversed(before), strict=True):
        kept = number & _less(totals, so_far)
        if not kept:
            return None
        found.append(kept)
        totals = _less(totals, kept)
    return tuple(reversed(found))


def sum_of(numbers: int, others: int) -> int:
    """What one of *numbers* and one of *others* can be together."""
    found = 0
    for other in bits(others):
        found |= numbers << other.bit_length() - 1
    return found


def _less(numbers: int, others: int) -> int:
    """What one of *numbers* can be without one of *others*."""
    found = 0
    for other in bits(others):
        found |= numbers >> other.bit_length() - 1
    return found
