"""Lots: an order of members that anybody can find again from the entry that records it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, member: int) -> str:
    """Return the lot of a member: the SHA-256, in hexadecimal, of the *seed*, a space and the
    member's number.

    >>> lot("5eed", 3)[:12]
    '02466b3cb138'
    """
    return sha256(f"{seed} {member}".encode()).hexdigest()


def by_lot(seed: str, members: Iterable[int]) -> tuple[int, ...]:
    """Return members in the order of their lots; others who draw from the same *seed* do not change
    it.

    >>> by_lot("5eed", [1, 2, 3])
    (3, 2, 1)
    """
    return tuple(sorted(members, key=lambda member: lot(seed, member)))
