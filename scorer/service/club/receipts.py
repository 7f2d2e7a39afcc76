"""Check receipts: does the book still say what it said when a receipt was given, and what is current if not?"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import Body, CompanyPosted, PartiePosted, Reversed, narration
from ...storage import book as store
from ...storage.book import EntryRow
from ...storage.engine import Database, reading
from .books import names_of, sentence

RECEIPT = re.compile(f"([0-9]{{1,9}})([{chain.HOLDERS}])([{chain.LETTERS}]{{8}})")
"""A receipt without its separators."""

PLAYERS = tuple(f"the {place} player" for place in ["first", "second", "third", "fourth", "fifth", "sixth"])
PLAYERS += tuple(f"player {number}" for number in range(len(PLAYERS) + 1, len(chain.HOLDERS) + 1))
"""How players are called to somebody who may not read the club's names."""


@dataclass(frozen=True, slots=True)
class Now:
    """A later entry about the partie."""

    number: int
    at: str
    says: str


@dataclass(frozen=True, slots=True)
class Checked:
    """
    A valid receipt and its entry.

    Attributes:
        holder: who it was given to.
        says: the entry in one sentence.
        reversed: the entry that reverses it; `None` if it is current.
        instead: the current entry of the partie, if it is another.
    """

    receipt: str
    number: int
    at: str
    season: str
    holder: str
    says: str
    reversed: Now | None
    instead: Now | None


@dataclass(frozen=True, slots=True)
class Receipts:
    engine: Database

    def check(self, club_id: int, text: str, *, with_names: bool) -> Checked | None:
        """
        Return what a receipt is a receipt of.

        `None` if no entry gives this receipt: it was mistyped, or its entry has changed. Nothing else can tell which.

        Args:
            text: as typed.
            with_names: whether the players may be named.
        """
        read = RECEIPT.fullmatch(re.sub(r"[\s–—-]+", "", text.upper()))
        if read is None:
            return None
        number, player = int(read[1]), chain.HOLDERS.index(read[2])
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            body = None if row is None else _partie(row)
            if row is None or body is None or player >= len(body.members):
                return None
            receipt = chain.receipt(number, player, chain.digest(row.text))
            if receipt.replace("-", "") != read[0]:
                return None
            names = names_of(db, club_id)
            called = names.members if with_names else dict(zip(body.members, PLAYERS, strict=False))

            def says(what: Body) -> str:
                return sentence(narration(what, called, names.seasons))

            return Checked(
                receipt,
                number,
                chain.read(row.text).at,
                names.seasons.get(body.season, str(body.season)),
                called.get(body.members[player], PLAYERS[player]),
                says(body),
                _reversal(db, club_id, row, with_names=with_names),
                _standing(db, club_id, row, body.code, says),
            )


def _partie(row: EntryRow) -> PartiePosted | CompanyPosted | None:
    """Return the partie or company that an entry posts; `None` if it posts none or cannot be read."""
    try:
        body = chain.read(row.text).body
    except ValueError:
        return None
    return body if isinstance(body, PartiePosted | CompanyPosted) else None


def _reversal(db: Connection, club_id: int, row: EntryRow, *, with_names: bool) -> Now | None:
    """Return the reversal of an entry; its reason is for members only."""
    if row.reversed_by is None:
        return None
    by = store.find_entry(db, club_id, row.reversed_by)
    assert by is not None
    entry = chain.read(by.text)
    assert isinstance(entry.body, Reversed)
    law = f" ({entry.body.law})" if entry.body.law else ""
    says = narration(entry.body, {}) if with_names else f"entry {row.number} is reversed{law}"
    return Now(by.number, entry.at, sentence(says))


def _standing(db: Connection, club_id: int, row: EntryRow, code: str, says: Callable[[Body], str]) -> Now | None:
    """Return the current entry of the partie, if it is not *row*."""
    if row.reversed_by is None or not code:
        return None
    for other in store.entries_of_partie(db, club_id, code):
        posted = _partie(other)
        if posted is not None and other.reversed_by is None:
            return Now(other.number, chain.read(other.text).at, says(posted))
    return None
