"""
The chain: each entry carries the digest of the one before, so that nothing can be changed without showing.

A receipt is a few letters of an entry's digest together with the entry's
number and the player's; whoever holds one can tell whether the book still says
what it said when the receipt was given.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .accounts import Account, Commodity, Posting, sums
from .entries import BODIES, Entry
from .plain import canonical, from_data, to_data

BEGINNING = "0" * 64
"""What the first entry of a book carries in place of a digest."""

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What a receipt is written in: 32 letters, none of which is mistaken for another."""


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
        player: 0 for the first player of the partie, 1 for the second.
        entry_digest: the entry's digest.

    >>> receipt(217, 0, "00" * 32)
    '217A-GLG4-JNHE'
    """
    bits = int.from_bytes(hashlib.sha256(f"{player}:{entry_digest}".encode()).digest()[:5])
    letters = "".join(LETTERS[bits >> 5 * place & 31] for place in range(8))
    return f"{number}{'AB'[player]}-{letters[:4]}-{letters[4:]}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the book that is not as it was posted: where, and what."""

    number: int
    what: str


def faults(texts: Iterable[tuple[int, str, str]]) -> Iterable[Fault]:
    """
    What is wrong with a chain.

    Args:
        texts: for each entry in order its number, its text and the digest that was stored with it.

    Yields:
        A fault for each entry whose text is not what its digest was made of,
        that does not follow the one before, or whose postings do not sum to
        zero.
    """
    expected, previous = 1, BEGINNING
    for number, text, stored in texts:
        if number > expected:
            missing = f"entry {expected} is" if number == expected + 1 else f"entries {expected} to {number - 1} are"
            yield Fault(expected, f"{missing} missing")
        if number < expected:
            yield Fault(number, f"entry {number} stands where entry {expected} should")
        expected = number + 1
        if digest(text) != stored:
            yield Fault(number, f"entry {number} is not what was posted: its text does not give its digest")
        try:
            entry = read(text)
        except ValueError:
            yield Fault(number, f"entry {number} cannot be read")
        else:
            if entry.number != number:
                yield Fault(number, f"entry {number} says that it is entry {entry.number}")
            if entry.previous != previous:
                yield Fault(number, f"entry {number} does not follow entry {number - 1}: the chain is broken there")
            yield from (
                Fault(number, f"entry {number} makes {amount} {commodity.value} out of nothing")
                for commodity, amount in sums(entry.postings).items()
                if amount
            )
        previous = stored


def record_digest(rules: str, players: tuple[str, str], deals: Sequence[Sequence[str]]) -> str:
    """
    The digest of all that a partie was made from.

    Args:
        rules: the whole ruleset, as it is stored.
        players: both names.
        deals: for each deal the statements in their canonical form, or for
            one from paper the two figures.
    """
    return digest(canonical([rules, list(players), [list(deal) for deal in deals]]))
