"""
The chain: each entry carries the digest of the one before, so that nothing can be changed without showing.

A receipt is a few letters of an entry's digest together with the entry's
number and the player's; whoever holds one can tell whether the book still says
what it said when the receipt was given.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .canonical import canonical, from_data, to_data
from .entries import BODIES, Account, Commodity, Entry, Posting, sums

BEGINNING = "0" * 64
"""What the first entry of a book carries in place of a digest."""

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What a receipt is written in: 32 letters, none of which is mistaken for another."""


HOLDERS = "ABCDEFGHJKLM"
"""A letter for each who may hold a receipt of one entry."""


@dataclass(frozen=True, slots=True)
class _Written:
    """An entry as it stands in its text; a posting is season, member, commodity and amount."""

    number: int
    at: str
    author: str
    kind: str
    body: Any
    postings: tuple[tuple[int, int, Commodity, int], ...]
    previous: str


def write(entry: Entry) -> str:
    """The one text of an entry, of which its digest is made."""
    postings = tuple((each.account.season, each.account.member, each.commodity, each.amount) for each in entry.postings)
    return canonical(
        to_data(_Written(entry.number, entry.at, entry.author, entry.kind, entry.body, postings, entry.previous))
    )


def read(text: str) -> Entry:
    """
    The entry that `write` wrote.

    Raises:
        ValueError: the text is no entry.
    """
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise ValueError("this is no entry: it has lists within lists without end") from None
    written = from_data(_Written, data)
    if written.kind not in BODIES:
        raise ValueError(f"this is no entry: there is no kind '{written.kind}'")
    postings = tuple(
        Posting(Account(season, member), commodity, amount) for season, member, commodity, amount in written.postings
    )
    body = from_data(BODIES[written.kind], written.body)
    return Entry(written.number, written.at, written.author, body, postings, written.previous)


def digest(text: str) -> str:
    """The digest of an entry's text: SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def receipt(number: int, player: int, entry_digest: str) -> str:
    """
    The receipt that a player gets for an entry.

    Args:
        number: the entry's number.
        player: 0 for the first player, 1 for the second, and so on.
        entry_digest: the entry's digest.

    >>> receipt(217, 0, "00" * 32)
    '217A-GLG4-JNHE'
    """
    bits = int.from_bytes(hashlib.sha256(f"{player}:{entry_digest}".encode()).digest()[:5])
    letters = "".join(LETTERS[bits >> 5 * place & 31] for place in range(8))
    return f"{number}{HOLDERS[player]}-{letters[:4]}-{letters[4:]}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the book that is not as it was posted: where, and what."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Link:
    """
    An entry of a chain as it was found.

    Attributes:
        number: the number it is stored under.
        entry: what its text says; `None` if it cannot be read.
        faults: what is wrong with it, or missing before it.
    """

    number: int
    entry: Entry | None
    faults: tuple[Fault, ...]


def follow(texts: Iterable[tuple[int, str, str]]) -> Iterator[Link]:
    """
    Follow a chain from its beginning.

    Args:
        texts: for each entry in order its number, its text and the digest that was stored with it.

    Yields:
        Each entry, with a fault if its text is not what its digest was made
        of, if it does not follow the one before, or if its postings do not
        sum to zero.
    """
    expected, previous = 1, BEGINNING
    for number, text, stored in texts:
        found = list(_out_of_order(number, expected))
        if digest(text) != stored:
            found.append(Fault(number, f"entry {number} is not what was posted: its text does not give its digest"))
        entry = None
        try:
            entry = read(text)
        except ValueError:
            found.append(Fault(number, f"entry {number} cannot be read"))
        else:
            found += _out_of_line(number, entry, previous)
        yield Link(number, entry, tuple(found))
        expected, previous = number + 1, stored


def _out_of_order(number: int, expected: int) -> Iterator[Fault]:
    if number > expected:
        missing = f"entry {expected} is" if number == expected + 1 else f"entries {expected} to {number - 1} are"
        yield Fault(expected, f"{missing} missing")
    if number < expected:
        yield Fault(number, f"entry {number} stands where entry {expected} should")


def _out_of_line(number: int, entry: Entry, previous: str) -> Iterator[Fault]:
    if entry.number != number:
        yield Fault(number, f"entry {number} says that it is entry {entry.number}")
    if entry.previous != previous:
        yield Fault(number, f"entry {number} does not follow entry {number - 1}: the chain is broken there")
    for commodity, amount in sums(entry.postings).items():
        if amount:
            yield Fault(number, f"entry {number} makes {amount} {commodity.value} out of nothing")


def faults(texts: Iterable[tuple[int, str, str]]) -> Iterator[Fault]:
    """What is wrong with a chain, as `follow` finds it."""
    for link in follow(texts):
        yield from link.faults


def mark(words: Sequence[str]) -> str:
    """
    Two letters by which one row that was changed is told from the others; they prove nothing.

    >>> mark(("E point 5", "deal 1", "2026-09-01T20:00:00+00:00"))
    'TC'
    """
    bits = int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest()[:2])
    return LETTERS[bits & 31] + LETTERS[bits >> 5 & 31]


def asked_digest(*asked: str | int) -> str:
    """The digest of a dispute as it was raised: who, of what kind, why, about which deal, what it would say, when."""
    return digest(canonical(list(asked)))


def record_digest(
    opened: Mapping[str, str | int], deals: Sequence[Sequence[Sequence[str]]], signatures: Sequence[Sequence[str | int]]
) -> str:
    """
    The digest of all that a partie was made from: its rows as they are stored.

    Args:
        opened: how it was opened: its code, both names, the whole ruleset, its place in the season, and when.
        deals: for each deal what was said, in its canonical form, with the form that said it, and when. A deal
            from paper is said as its totals.
        signatures: who signed, under what name, and when.
    """
    return digest(canonical([opened, deals, signatures]))
