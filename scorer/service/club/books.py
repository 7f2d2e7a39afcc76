"""Reading a book: every entry in one sentence, what reversed it, and whether it is unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import Entry, narration, sums
from ...storage import book as store
from ...storage import projections
from ...storage.engine import Database, reading
from .people import shown_names
from .posting import read_terms

AT_A_TIME = 50
"""Entries on a page."""


@dataclass(frozen=True, slots=True)
class Names:
    """
    What the numbers in a book stand for.

    Attributes:
        members: as the club's pages show them.
        units: the smallest unit of the money, by season with stakes.
    """

    members: Mapping[int, str]
    seasons: Mapping[int, str]
    units: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Read:
    """
    An entry as stored.

    Attributes:
        reversed_by: the number of the entry that reverses it, or `None`.
        entry: `None` if the text cannot be read.
        says: the entry in one sentence.
        holds: the text matches the digest, and the postings balance.
    """

    number: int
    text: str
    digest: str
    reversed_by: int | None
    entry: Entry | None
    says: str
    holds: bool


@dataclass(frozen=True, slots=True)
class OnePage:
    """
    A page of entries, latest first.

    Attributes:
        last: the number of the last entry of the book; 0 if it is empty.
    """

    entries: tuple[Read, ...]
    last: int
    names: Names


@dataclass(frozen=True, slots=True)
class Whole:
    """
    One entry in its book.

    Attributes:
        follows: it carries the digest of the entry before it.
        last: the number of the last entry of the book.
    """

    read: Read
    follows: bool
    last: int
    names: Names


@dataclass(frozen=True, slots=True)
class Books:
    engine: Database

    def page(self, club_id: int, before: int | None = None) -> OnePage:
        """Return the entries before number *before*, latest first; without it the latest of all."""
        with reading(self.engine) as db:
            names, last = names_of(db, club_id), _last(db, club_id)
            rows = store.latest_entries(db, club_id, before=last + 1 if before is None else before, most=AT_A_TIME)
            return OnePage(_read(rows, names), last, names)

    def entry(self, club_id: int, number: int) -> Whole | None:
        with reading(self.engine) as db:
            names, row = names_of(db, club_id), store.find_entry(db, club_id, number)
            if row is None:
                return None
            before = store.find_entry(db, club_id, number - 1)
            (read,) = _read([row], names)
            expected = chain.BEGINNING if number == 1 else before.digest if before else ""
            follows = read.entry is not None and read.entry.previous == expected
            return Whole(read, follows, _last(db, club_id), names)

    def season_of(self, club_id: int, number: int) -> int:
        """Return the season in which an entry moves something; 0 for none."""
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            return 0 if row is None else int(getattr(chain.read(row.text).body, "season", 0))

    def of_partie(self, club_id: int, code: str) -> OnePage:
        """Return the entries about a partie with their reversals, latest first."""
        with reading(self.engine) as db:
            names = names_of(db, club_id)
            rows = {row.number: row for row in store.entries_of_partie(db, club_id, code.upper())}
            for number in [row.reversed_by for row in rows.values() if row.reversed_by is not None]:
                reversal = store.find_entry(db, club_id, number)
                assert reversal is not None
                rows[number] = reversal
            latest = [rows[number] for number in sorted(rows, reverse=True)]
            return OnePage(_read(latest, names), _last(db, club_id), names)


def names_of(db: Connection, club_id: int) -> Names:
    terms = {row.number: read_terms(row.terms) for row in projections.seasons(db, club_id)}
    return Names(
        shown_names(db, club_id),
        {number: each.name for number, each in terms.items()},
        {number: each.stakes.unit for number, each in terms.items() if each.stakes is not None},
    )


def _read(rows: Iterable[store.EntryRow], names: Names) -> tuple[Read, ...]:
    found = []
    for row in rows:
        entry, says = _entry(row.text, names)
        holds = entry is not None and chain.digest(row.text) == row.digest and not any(sums(entry.postings).values())
        found.append(Read(row.number, row.text, row.digest, row.reversed_by, entry, says, holds))
    return tuple(found)


def _entry(text: str, names: Names) -> tuple[Entry | None, str]:
    try:
        entry = chain.read(text)
    except ValueError:
        return None, "This entry can no longer be read."
    return entry, sentence(narration(entry.body, names.members, names.seasons))


def sentence(words: str) -> str:
    """
    Return words as a sentence.

    >>> sentence("the club is founded: Turf Club"), sentence("Ada withdraws from Winter: she moves.")
    ('The club is founded: Turf Club.', 'Ada withdraws from Winter: she moves.')
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def _last(db: Connection, club_id: int) -> int:
    last = store.last_entry(db, club_id)
    return 0 if last is None else last[0]
