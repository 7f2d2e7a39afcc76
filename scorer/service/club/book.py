"""Reading the book: every entry in one sentence, its reversal, and whether a receipt still holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import Body, Entry, Reversed, SheetPosted, narration, sums
from ...storage import book as store
from ...storage import projections
from ...storage.book import EntryRow
from ...storage.engine import reading
from ..opening import Service, sentence
from .people import shown_names
from .posting import last_number

AT_A_TIME = 50


class Names(NamedTuple):
    members: Mapping[int, str]
    seasons: Mapping[int, str]
    units: Mapping[int, str]


class ReadEntry(NamedTuple):
    """An entry as stored, `None` if it cannot be read; it holds if its text matches the digest and postings balance."""

    number: int
    text: str
    digest: str
    reversed_by: int | None
    entry: Entry | None
    says: str
    holds: bool


class Entries(NamedTuple):
    """A page of entries, latest first; `last` is the last entry of the book, 0 if it is empty."""

    entries: tuple[ReadEntry, ...]
    last: int
    names: Names


class EntryInBook(NamedTuple):
    """One entry in its book; `follows` says that it carries the digest of the entry before it."""

    read: ReadEntry
    follows: bool
    last: int
    names: Names


class Books(Service):
    def page(self, club_id: int, before: int | None = None) -> Entries:
        """Return the entries before number *before*, latest first; without it the latest of all."""
        with reading(self.engine) as db:
            names, last = names_of(db, club_id), last_number(db, club_id)
            rows = store.latest_entries(db, club_id, before=before, most=AT_A_TIME)
            return Entries(_read(rows, names), last, names)

    def entry(self, club_id: int, number: int) -> EntryInBook | None:
        with reading(self.engine) as db:
            names, row = names_of(db, club_id), store.find_entry(db, club_id, number)
            if row is None:
                return None
            before = store.find_entry(db, club_id, number - 1)
            (read,) = _read([row], names)
            expected = chain.BEGINNING if number == 1 else before.digest if before else ""
            follows = read.entry is not None and read.entry.previous == expected
            return EntryInBook(read, follows, last_number(db, club_id), names)

    def season_of(self, club_id: int, number: int) -> int:
        """Return the season in which an entry moves something; 0 for none."""
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            return 0 if row is None else int(getattr(chain.read(row.text).body, "season", 0))

    def of_partie(self, club_id: int, code: str) -> Entries:
        with reading(self.engine) as db:
            names = names_of(db, club_id)
            rows = {row.number: row for row in store.entries_of_sheet(db, club_id, code.upper())}
            for number in [row.reversed_by for row in rows.values() if row.reversed_by is not None]:
                reversal = store.find_entry(db, club_id, number)
                assert reversal is not None
                rows[number] = reversal
            latest = [rows[number] for number in sorted(rows, reverse=True)]
            return Entries(_read(latest, names), last_number(db, club_id), names)


def names_of(db: Connection, club_id: int) -> Names:
    terms = {row.number: row.terms for row in projections.seasons(db, club_id)}
    return Names(
        shown_names(db, club_id),
        {number: each.name for number, each in terms.items()},
        {number: each.stakes.unit for number, each in terms.items() if each.stakes is not None},
    )


def _read(rows: Iterable[store.EntryRow], names: Names) -> tuple[ReadEntry, ...]:
    found = []
    for row in rows:
        entry, says = chain.readable(row.text), "This entry can no longer be read."
        if entry is not None:
            says = sentence(narration(entry.body, names.members, names.seasons))
        holds = entry is not None and chain.digest(row.text) == row.digest and not any(sums(entry.postings).values())
        found.append(ReadEntry(row.number, row.text, row.digest, row.reversed_by, entry, says, holds))
    return tuple(found)


RECEIPT = re.compile(f"([0-9]{{1,9}})([{chain.HOLDERS}])([{chain.LETTERS}]{{8}})")

PLAYERS = tuple(f"the {ordinal} player" for ordinal in ["first", "second", "third", "fourth", "fifth", "sixth"])
PLAYERS += tuple(f"player {number}" for number in range(len(PLAYERS) + 1, len(chain.HOLDERS) + 1))
"""How players are called to somebody who may not read the club's names."""


class LaterEntry(NamedTuple):
    number: int
    at: str
    says: str


class CheckedReceipt(NamedTuple):
    """A valid receipt, its entry, and the later entries about the partie: a reversal, and what replaced it."""

    receipt: str
    number: int
    at: str
    season: str
    holder: str
    says: str
    reversed: LaterEntry | None
    replacement: LaterEntry | None


class Receipts(Service):
    def check(self, club_id: int, text: str, *, with_names: bool) -> CheckedReceipt | None:
        """Return what a receipt is of; `None` if no entry gives it: it was mistyped, or its entry has changed."""
        read = RECEIPT.fullmatch(re.sub(r"[\s–—-]+", "", text.upper()))
        if read is None:
            return None
        number, player = int(read[1]), chain.HOLDERS.index(read[2])
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            body = None if row is None else _sheet(row)
            if row is None or body is None or player >= len(body.members):
                return None
            receipt = chain.receipt(number, player, chain.digest(row.text))
            if receipt.replace("-", "") != read[0]:
                return None
            names = names_of(db, club_id)
            called = names.members if with_names else dict(zip(body.members, PLAYERS, strict=False))

            def says(what: Body) -> str:
                return sentence(narration(what, called, names.seasons))

            return CheckedReceipt(
                receipt,
                number,
                chain.read(row.text).at,
                names.seasons.get(body.season, str(body.season)),
                called.get(body.members[player], PLAYERS[player]),
                says(body),
                _reversal(db, club_id, row, with_names=with_names),
                _current(db, club_id, row, body.code, says),
            )


def _sheet(row: EntryRow) -> SheetPosted | None:
    entry = chain.readable(row.text)
    return entry.body if entry is not None and isinstance(entry.body, SheetPosted) else None


def _reversal(db: Connection, club_id: int, row: EntryRow, *, with_names: bool) -> LaterEntry | None:
    """Return the reversal of an entry; its reason is for members only."""
    if row.reversed_by is None:
        return None
    by = store.find_entry(db, club_id, row.reversed_by)
    assert by is not None
    entry = chain.read(by.text)
    assert isinstance(entry.body, Reversed)
    law = f" ({entry.body.law})" if entry.body.law else ""
    says = narration(entry.body, {}) if with_names else f"entry {row.number} is reversed{law}"
    return LaterEntry(by.number, entry.at, sentence(says))


def _current(db: Connection, club_id: int, row: EntryRow, code: str, says: Callable[[Body], str]) -> LaterEntry | None:
    if row.reversed_by is None or not code:
        return None
    for other in store.entries_of_sheet(db, club_id, code):
        posted = _sheet(other)
        if posted is not None and other.reversed_by is None:
            return LaterEntry(other.number, chain.read(other.text).at, says(posted))
    return None
