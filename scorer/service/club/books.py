"""The book as it is read: every entry in one sentence, with what reversed it and whether it is what was posted."""

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
        members: the members' names as the club's pages show them.
        seasons: the seasons' names.
        units: for each season that is played for stakes, the smallest unit.
    """

    members: Mapping[int, str]
    seasons: Mapping[int, str]
    units: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Read:
    """
    An entry as it stands in the book.

    Attributes:
        number: its number.
        text: the whole of it, of which the digest was made.
        digest: as it was stored when it was posted.
        reversed_by: the number of the entry that reverses it, or `None`.
        entry: what the text says; `None` if it can no longer be read.
        says: that in one sentence.
        holds: whether the text still gives the digest, and moves nothing out of nothing.
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
    Some entries of a book, the latest first.

    Attributes:
        entries: the entries.
        last: the number of the last entry of the book; 0 if it has none.
        names: what their numbers stand for.
    """

    entries: tuple[Read, ...]
    last: int
    names: Names


@dataclass(frozen=True, slots=True)
class Whole:
    """
    One entry with what stands around it.

    Attributes:
        read: the entry.
        follows: whether it carries the digest of the entry before it.
        last: the number of the last entry of the book.
        names: what its numbers stand for.
    """

    read: Read
    follows: bool
    last: int
    names: Names


@dataclass(frozen=True, slots=True)
class Books:
    """The books of the clubs of one database, to be read."""

    engine: Database

    def page(self, club_id: int, before: int | None = None) -> OnePage:
        """The entries of a book with smaller numbers than *before*, the latest first; the latest of all without."""
        with reading(self.engine) as db:
            names, last = names_of(db, club_id), _last(db, club_id)
            rows = store.latest_entries(db, club_id, before=last + 1 if before is None else before, most=AT_A_TIME)
            return OnePage(_read(rows, names), last, names)

    def entry(self, club_id: int, number: int) -> Whole | None:
        """One entry, or `None` if the book has none of this number."""
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
        """The number of the season in which an entry moves something; 0 for none, or if there is no such entry."""
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            return 0 if row is None else int(getattr(chain.read(row.text).body, "season", 0))

    def of_partie(self, club_id: int, code: str) -> OnePage:
        """All that was posted about one partie of the club, reversals among it, the latest first."""
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
    """What the numbers in a club's book stand for."""
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
        return None, "This entry cannot be read any more."
    return entry, sentence(narration(entry.body, names.members, names.seasons))


def sentence(words: str) -> str:
    """
    Words as a sentence that stands by itself.

    >>> sentence("the club is founded: Turf Club"), sentence("Ada withdraws from Winter: she moves.")
    ('The club is founded: Turf Club.', 'Ada withdraws from Winter: she moves.')
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def _last(db: Connection, club_id: int) -> int:
    last = store.last_entry(db, club_id)
    return 0 if last is None else last[0]
