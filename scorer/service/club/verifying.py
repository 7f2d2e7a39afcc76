"""
Verifying a book: that nothing in it has changed since it was posted, and that every figure follows from it.

Each entry is read in its order with all that belongs to it. Its text must give
its digest and carry the digest of the entry before. What is stored beside the
text must say the same: its kind, season and partie, its postings, what it
reverses, and what a dispute asked that it ruled on and how it ended. Its postings must follow
from what happened and the terms of its season, and its partie must be there
as it was posted: how it was opened, its place, every statement and every
signature, and the result must follow from them by the rules. No entry may be
earlier than the one before it, or later than the clock of this machine by more
than `AHEAD`. The figures beside the book, ratings included, must be those that
the entries give. So whatever is changed in one place is found, and named.

Not covered is what the book does not rest on: passwords, links and PINs, what
a club or a member chose, disputes that were not ruled on, parties that are
not posted, and by what number a row is known inside the database. Whoever
writes the last entries anew, with all that belongs to them, is found out by
the receipts that were given for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice, tee, zip_longest

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ...ledger import chain
from ...ledger.chain import CheckedEntry
from ...ledger.entries import CompanyPosted, Entry, PartiePosted, Reversed, SeasonOpened
from ...ledger.postings import postings_of
from ...ledger.projections import Projections
from ...storage import audit, book
from ...storage import clubs as clubs_store
from ...storage.audit import StoredEntry
from ...storage.clubs import ClubRow
from .clubs import find_club
from .differences import differences
from .evidence import read_evidence
from .posting import REVERSIBLE

AHEAD = timedelta(hours=1)
"""How far the clocks of two machines may differ."""

Progress = Callable[[int], None]
"""Told how many more entries have been verified."""


@dataclass(frozen=True, slots=True)
class Fault:
    """
    Something that is not as it was posted.

    Attributes:
        club: the code of the club whose book it is in; empty for what is wrong with the database itself.
        entry: the number of the entry it was found at; 0 for what belongs to none.
        what: what is wrong.
    """

    club: str
    entry: int
    what: str


def how_many_entries(engine: Engine | Connection, code: str | None = None) -> int:
    """
    How many entries there are to verify, of all clubs or of one.

    Raises:
        NoSuchClub: no club has the code.
    """
    with audit.reading_damaged(engine) as db:
        return sum(audit.count_entries(db, club.id) for club in _clubs(db, code))


def where_books_end(engine: Engine | Connection, code: str | None = None) -> dict[str, tuple[int, str]]:
    """
    Return how many entries the book of each club has, and the digest of the last: of all clubs or of one.

    Raises:
        NoSuchClub: no club has the code.
    """
    with audit.reading_damaged(engine) as db:
        found = {club.code: book.last_entry(db, club.id) for club in _clubs(db, code)}
    return {each: last for each, last in found.items() if last is not None}


def verify(
    engine: Engine | Connection,
    code: str | None = None,
    progress: Progress = lambda _: None,
    now: datetime | None = None,
) -> Iterator[Fault]:
    """
    Verify the books of all clubs, or of one.

    Args:
        engine: the database, or a transaction in it; nothing is changed.
        code: the code of the one club.
        progress: told how many more entries have been verified.
        now: what the clock says, with its zone; the clock of this machine without it.

    Yields:
        What is wrong, as it is found; nothing, if nothing is.

    Raises:
        NoSuchClub: no club has the code.
    """
    with audit.reading_damaged(engine) as db:
        try:
            yield from (Fault("", 0, what) for what in audit.file_damage(db))
            for table in audit.unguarded_tables(db):
                yield Fault("", 0, f"the table {table} has lost a trigger that keeps its rows from being changed")
            for club in _clubs(db, code):
                yield from _Verifying(db, club, progress, now or datetime.now(UTC)).faults()
        except SQLAlchemyError as error:
            yield Fault("", 0, f"the database cannot be read: {getattr(error, 'orig', None) or error}")


def rests_on(engine: Engine | Connection, code: str, number: int) -> Iterator[Fault]:
    """
    Whether what one entry was made from is still there as it was: what was said and signed, or a dispute.

    Args:
        engine: the database, or a transaction in it; nothing is changed.
        code: the club's code.
        number: the number of the entry, whose text is as it was posted.

    Raises:
        NoSuchClub: no club has the code.
    """
    with audit.reading_damaged(engine) as db:
        club = find_club(db, code)
        row = book.find_entry(db, club.id, number)
        if row is None:
            yield Fault(club.code, number, f"entry {number} is not there")
            return
        entry = chain.read(row.text)
        for what in read_evidence(db, club.id, [entry]).faults(entry, stands=row.reversed_by is None):
            yield Fault(club.code, number, f"entry {number}: {what}")


def _clubs(db: Connection, code: str | None) -> list[ClubRow]:
    return clubs_store.clubs(db) if code is None else [find_club(db, code)]


@dataclass(slots=True)
class _Verifying:
    """
    One book, as far as it has been verified.

    Attributes:
        db: the transaction that reads it.
        club: whose it is.
        progress: told of every few entries.
        now: what the clock says.
        figures: the figures as far as they follow.
        entered: for each partie the number of its first entry.
        standing: for each partie the number of the entry by which it stands.
        undone: the numbers of the entries that were reversed.
        countable: every entry could be counted, so that the figures can be held against those that are kept.
        latest: the latest time of an entry.
    """

    db: Connection
    club: ClubRow
    progress: Progress
    now: datetime
    figures: Projections = field(default_factory=Projections)
    entered: dict[str, int] = field(default_factory=dict)
    standing: dict[str, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    countable: bool = True
    latest: datetime = datetime(1, 1, 1, tzinfo=UTC)

    def faults(self) -> Iterator[Fault]:
        """What is wrong with the book and with its figures."""
        linked = self._linked()
        while some := list(islice(linked, audit.AT_A_TIME)):
            entries = [link.entry for _, link in some if link.entry is not None]
            evidence = read_evidence(self.db, self.club.id, entries)
            for stored, link in some:
                yield from (Fault(self.club.code, each.number, each.what) for each in link.faults)
                if link.entry is None:
                    self.countable = False
                    continue
                times = self._times(link.entry)
                for what in (
                    *times,
                    *self._entry(stored, link.entry),
                    *evidence.faults(link.entry, stands=stored.is_current),
                ):
                    yield Fault(self.club.code, link.number, f"entry {link.number}: {what}")
            self.progress(len(some))
        if self.countable:
            yield from (Fault(self.club.code, 0, what) for what in differences(self.db, self.club.id, self.figures))
        else:
            yield Fault(self.club.code, 0, "the figures cannot be recomputed, for not every entry can be counted")

    def _linked(self) -> Iterator[tuple[StoredEntry, CheckedEntry]]:
        ours, theirs = tee(audit.stored_entries(self.db, self.club.id))
        return zip(ours, chain.check((each.row.number, each.row.text, each.row.digest) for each in theirs), strict=True)

    def _times(self, entry: Entry) -> Iterator[str]:
        """Whether the time of an entry runs backwards, or leaps ahead of the clock; what follows a leap is not told."""
        try:
            at = datetime.fromisoformat(entry.at).astimezone(UTC)
        except (ValueError, OverflowError):
            yield f"its time {entry.at!r} cannot be read"
            return
        if at < self.latest:
            yield f"its time runs backwards: it says {entry.at}, after {self.latest.isoformat()}"
        elif at > self.now + AHEAD >= self.latest:
            now = self.now.isoformat(timespec="seconds")
            yield f"its time leaps ahead of the clock: it says {entry.at}, and now it is {now}"
        self.latest = max(at, self.latest)

    def _entry(self, stored: StoredEntry, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry and what is stored beside its text; it is counted."""
        body = entry.body
        undone = self._undone(entry) if isinstance(body, Reversed) else None
        season = getattr(undone.body if undone is not None else body, "season", 0)
        for what, now, then in (
            ("kind", stored.kind, entry.kind),
            ("season", stored.season, season),
            ("partie", stored.code, getattr(body, "code", "")),
            ("entry that it reverses", stored.reverses, body.entry if isinstance(body, Reversed) else None),
        ):
            if now != then:
                yield f"the {what} is stored as {now or 'none'}, posted was {then or 'none'}"
        posted = [
            (self.club.id, each.account.season, each.account.member, each.commodity.name.lower(), each.amount)
            for each in entry.postings
        ]
        for number, (kept, wanted) in enumerate(zip_longest(stored.postings, posted), 1):
            if kept != wanted:
                yield f"posting {number} is stored as {_posting(kept)}, posted was {_posting(wanted)}"
        if isinstance(body, Reversed) and undone is None:
            self.countable = False
            yield f"it reverses entry {body.entry}, which cannot be reversed"
            return
        if season and season not in self.figures.seasons and not isinstance(body, SeasonOpened):
            self.countable = False
            yield f"season {season} was not opened before it"
            return
        if season in self.figures.closed:
            yield f"season {season} was closed before it"
        yield from self._follows(entry, undone)
        self.figures.add(entry, undone)

    def _undone(self, entry: Entry) -> Entry | None:
        """The entry that a reversal reverses, if that can be reversed."""
        assert isinstance(entry.body, Reversed)
        row = book.find_entry(self.db, self.club.id, entry.body.entry)
        if row is None or entry.body.entry >= entry.number:
            return None
        try:
            found = chain.read(row.text)
        except ValueError:
            return None
        return found if isinstance(found.body, REVERSIBLE) else None

    def _follows(self, entry: Entry, undone: Entry | None) -> Iterator[str]:
        """Whether an entry follows from what was posted before it."""
        body = entry.body
        if undone is not None:
            wanted = tuple(each.reversed for each in undone.postings)
            if undone.number in self.undone:
                yield f"entry {undone.number} was reversed before"
            self.undone.add(undone.number)
            if isinstance(undone.body, PartiePosted | CompanyPosted):
                self.standing.pop(undone.body.code, None)
        else:
            terms = self.figures.seasons.get(getattr(body, "season", 0))
            wanted = postings_of(body, terms)
        if entry.postings != wanted:
            yield "its postings do not follow from what happened"
        if isinstance(body, PartiePosted | CompanyPosted) and body.code:
            if body.instead_of != self.entered.get(body.code):
                yield f"it takes the place of entry {body.instead_of}, not of {self.entered.get(body.code)}"
            if body.code in self.standing:
                yield f"partie {body.code} stands already, by entry {self.standing[body.code]}"
            self.entered.setdefault(body.code, entry.number)
            self.standing[body.code] = entry.number


def _posting(posting: tuple[int, int, int, str, int] | None) -> str:
    if posting is None:
        return "none"
    club, season, member, commodity, amount = posting
    return f"{amount} {commodity} to member {member} in season {season} of club {club}"
