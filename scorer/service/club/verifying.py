"""
Verify a book: nothing has changed since it was posted, and every projection follows from the entries.

Entries are read in order with everything that belongs to them. An entry's text must match its digest and carry the
digest of the entry before. The columns beside the text must agree with it: kind, season, partie, postings, and what it
reverses. The postings must follow from the body and the terms. A posted partie must still have the same players,
season, statements and signatures, and its result must follow from them; a ruling must have the same dispute. Times
must not run backwards, or be ahead of this machine's clock by more than `AHEAD`. The projections must be those of the
entries. So every change in one place is found and named.

Not covered is what the book does not rest on: credentials, settings, disputes without a ruling, parties that are not
posted, and the ids of rows. Whoever rewrites the last entries with everything that belongs to them is found out by the
receipts.
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
"""Called with the number of entries verified since the last call."""


@dataclass(frozen=True, slots=True)
class Fault:
    """
    A fault in a book.

    Attributes:
        club: the club's code; empty for a fault of the file itself.
        entry: 0 for none.
    """

    club: str
    entry: int
    what: str


def how_many_entries(engine: Engine | Connection, code: str | None = None) -> int:
    """
    Return how many entries there are to verify, of all clubs or of one.

    Raises:
        NoSuchClub
    """
    with audit.reading_damaged(engine) as db:
        return sum(audit.count_entries(db, club.id) for club in _clubs(db, code))


def where_books_end(engine: Engine | Connection, code: str | None = None) -> dict[str, tuple[int, str]]:
    """
    Return, by club code, the number of entries and the digest of the last.

    Raises:
        NoSuchClub
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
    Verify the books of all clubs, or of one, and yield the faults as they are found.

    Args:
        now: the time with its zone; by default this machine's clock.

    Raises:
        NoSuchClub
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
    Return whether the rows behind one entry are unchanged: statements and signatures, or a dispute.

    Args:
        number: of an entry whose own text is unchanged.

    Raises:
        NoSuchClub
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
    The verification of one book so far.

    Attributes:
        figures: the projections so far.
        entered: the first entry of each partie.
        standing: the current entry of each partie.
        undone: the reversed entries.
        countable: every entry could be counted, so the projections can be compared.
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
        """Yield whether an entry's time runs backwards or is ahead of the clock; after a jump ahead only the jump."""
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
        """Yield the faults of one entry and of the columns beside it, and count it."""
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
                yield f"posting {number} is {_posting(kept)}, but {_posting(wanted)} was posted"
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
        """Return the entry that a reversal reverses, if it can be reversed."""
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
        """Yield whether an entry does not follow from what was posted before it."""
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
                yield f"it replaces entry {body.instead_of}, not of {self.entered.get(body.code)}"
            if body.code in self.standing:
                yield f"partie {body.code} is already posted, by entry {self.standing[body.code]}"
            self.entered.setdefault(body.code, entry.number)
            self.standing[body.code] = entry.number


def _posting(posting: tuple[int, int, int, str, int] | None) -> str:
    if posting is None:
        return "none"
    club, season, member, commodity, amount = posting
    return f"{amount} {commodity} to member {member} in season {season} of club {club}"
