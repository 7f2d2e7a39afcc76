"""What is wrong with an entry itself: its time, the columns beside its text, and its postings.

Times must not run backwards, or be ahead of this machine's clock by more than `AHEAD`. The columns
must agree with the text: kind, season, partie, postings, and what it reverses. The postings must
follow from the body and the terms of the season.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import zip_longest

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.entries import Entry, SheetPosted
from ....ledger.lots import by_lot
from ....ledger.projections import Projections
from ....storage import entry_rows
from ....storage import schema as s
from .. import posts
from .stored_entries import AboutSheets, PostingCells, StoredEntry

AHEAD = timedelta(hours=1)
"""How far the clocks of two machines may differ."""


class EntryChecks:
    """What the entries of a club have said so far, to check the next one against.

    Entries are forgotten, so that it grows with members only.

    Attributes:
        figures: what the entries so far add up to.
        is_countable: whether all of them could be added.
    """

    def __init__(self, db: Connection, club_id: int, now: datetime) -> None:
        self.db = db
        self.club_id = club_id
        self.now = now
        self.figures = Projections()
        self.is_countable = True
        self.latest = datetime(1, 1, 1, tzinfo=UTC)

    def faults(self, stored: StoredEntry, entry: Entry, about: AboutSheets) -> Iterator[str]:
        """Yield what is wrong with the next entry, and add it to the figures."""
        body = entry.body
        reverses = body.entry if isinstance(body, ledger.Reversed) else None
        undone = None
        if isinstance(body, ledger.Reversed):
            undone = self._undone(body, entry.number)
        # A reversal belongs to the season of what it reverses.
        season = getattr(body if undone is None else undone.body, "season", 0)
        yield from self._times(entry)
        yield from _columns(stored, entry, season=season, reverses=reverses)
        yield from _postings(stored, entry, self.club_id)
        if stored.reverses != reverses:
            # The figures would count an entry that the projections leave out, or the reverse.
            self.is_countable = False
        if reverses is not None and undone is None:
            self.is_countable = False
            yield f"it reverses entry {reverses}, which cannot be reversed"
            return
        opens_it = isinstance(body, ledger.SeasonOpened)
        if season and season not in self.figures.seasons and not opens_it:
            self.is_countable = False
            yield f"season {season} was not opened before it"
            return
        if season in self.figures.closed:
            yield f"season {season} was closed before it"
        yield from self._contents(entry, undone, about)
        self.figures.add(entry, undone)

    def _times(self, entry: Entry) -> Iterator[str]:
        """Yield whether an entry's time runs backwards or is ahead of the clock;
        after a jump ahead only the jump.
        """
        try:
            at = datetime.fromisoformat(entry.at).astimezone(UTC)
        except (ValueError, OverflowError):
            yield f"its time {entry.at!r} cannot be read"
            return
        if at < self.latest:
            yield (
                f"its time {entry.at} is before that of an earlier entry, {self.latest.isoformat()}"
            )
        elif at > self.now + AHEAD >= self.latest:
            now = self.now.isoformat(timespec="seconds")
            yield f"its time {entry.at} is ahead of the clock, which says {now}"
        self.latest = max(at, self.latest)

    def _undone(self, reversal: ledger.Reversed, by: int) -> Entry | None:
        """Return the entry that a *reversal*, entry *by*, reverses, if that is earlier and can be
        reversed so.
        """
        row = entry_rows.find_entry(self.db, self.club_id, reversal.entry)
        found = None if row is None or reversal.entry >= by else chain.readable(row.text)
        if found is None or not posts.can_be_reversed(found.body, mistyped=reversal.mistyped):
            return None
        return found

    def _contents(self, entry: Entry, undone: Entry | None, about: AboutSheets) -> Iterator[str]:
        """Yield whether the postings, and what it replaces, do not follow from what it says."""
        body = entry.body
        if undone is not None:
            wanted = tuple(each.reversed(self.figures.merged) for each in undone.postings)
        else:
            terms = self.figures.seasons.get(getattr(body, "season", 0))
            wanted = ledger.postings_of(body, terms)
        if entry.postings != wanted:
            yield "its postings do not follow from its contents"
        if isinstance(body, ledger.LotDrawn):
            yield from self._lot(entry.number, body)
        if isinstance(body, SheetPosted) and body.code:
            before = [each for each in about.posted[body.code] if each.number < entry.number]
            first = next((each.number for each in before), None)
            if body.instead_of != first:
                named = (
                    f"entry {each}" if each else "no entry" for each in (body.instead_of, first)
                )
                yield f"it replaces {' instead of '.join(named)}"
            for each in before:
                if each.reversed_by is None or each.reversed_by > entry.number:
                    yield f"partie {body.code} is already posted, by entry {each.number}"

    def _lot(self, number: int, body: ledger.LotDrawn) -> Iterator[str]:
        """Yield whether a lot is not drawn again from what it says."""
        if body.members != by_lot(body.seed, body.members):
            yield "its order is not the one that its lot gives"
        earlier = (s.entry.c.digest == body.seed) & (s.entry.c.number < number)
        if not entry_rows.entries_where(self.db, self.club_id, earlier):
            yield "its lot is drawn from the digest of no earlier entry"


def _columns(
    stored: StoredEntry, entry: Entry, *, season: int, reverses: int | None
) -> Iterator[str]:
    """Yield the columns beside an entry's text that differ from it."""
    for what, now, then in (
        ("kind", stored.row.kind, entry.kind),
        ("season", stored.row.season, season),
        ("partie", stored.row.code, getattr(entry.body, "code", "")),
        ("entry that it reverses", stored.reverses, reverses),
    ):
        if now != then:
            yield f"the {what} is stored as {now or 'none'}, but {then or 'none'} was posted"


def _postings(stored: StoredEntry, entry: Entry, club_id: int) -> Iterator[str]:
    """Yield the stored postings that differ from those in an entry's text."""
    posted = [
        (
            club_id,
            each.account.season,
            each.account.member,
            each.commodity.name.lower(),
            each.amount,
        )
        for each in entry.postings
    ]
    for number, (now, then) in enumerate(zip_longest(stored.postings, posted), 1):
        if now != then:
            yield f"posting {number} is stored as {_posting(now)}, but {_posting(then)} was posted"


def _posting(posting: PostingCells | None) -> str:
    if posting is None:
        return "none"
    club, season, member, commodity, amount = posting
    return f"{amount} {commodity} to member {member} in season {season} of club {club}"
