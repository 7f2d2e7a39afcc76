"""Posting: write an entry with its postings and update the projections of the ledger, all or nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import (
    Adjusted,
    Body,
    ByeGiven,
    Entry,
    Posting,
    Replaced,
    Reversed,
    SeasonOpened,
    SheetPosted,
)
from ...ledger.postings import Projections, postings_of
from ...ledger.records import Feat, Rating, RecordKind, Records, add_partie, rated
from ...ledger.results import Meeting, Result
from ...ledger.terms import SeasonTerms
from ...storage import book as store
from ...storage import projections
from ...storage import schema as s
from ...storage.projections import MeetingKey, PostedPartie
from ...storage.season_sheets import delete_unposted
from ..opening import NotAllowed, refuse_if

# Projections


def update_projections(
    db: Connection, club_id: int, new: Sequence[Entry], seasons: Mapping[int, SeasonTerms], undone: Entry | None = None
) -> None:
    """Update the projections with new entries, or with one that reverses the entry *undone*."""
    more, opened = Projections(seasons=dict(seasons)), []
    meetings: defaultdict[MeetingKey, Meeting] = defaultdict(Meeting)
    for entry in new:
        if isinstance(entry.body, SeasonOpened):
            opened.append(entry.body.season)
        if isinstance(entry.body, Replaced):
            for row in projections.fixtures(db, club_id, entry.body.season):
                more.fixtures[entry.body.season, row.round, row.table] = row.first, row.second
        change = more.add(entry, undone)
        if change is not None:
            for pair, meeting in change.meetings.items():
                meetings[change.season, *pair] += meeting
    projections.add(db, club_id, more, meetings, opened)
    posted = [partie for entry in new if (partie := posted_partie(entry, more.seasons)) is not None]
    projections.put(db, club_id, s.posted_partie, map(projections.to_row, posted))
    codes = [entry.body.code for entry in new if isinstance(entry.body, SheetPosted) and entry.body.code]
    delete_unposted(db, club_id, codes)
    first = [each for each in posted if each.first_entry == each.entry]
    _add_records(db, club_id, first)
    _rate(db, club_id, [each for each in first if not each.result.forfeit])
    changed = [each for each in posted if each.first_entry != each.entry]
    old = None if undone is None else posted_partie(undone, more.seasons)
    if old is not None:
        m = s.meeting.c
        between = (m.season == old.season) & m.member.in_(old.members) & m.other.in_(old.members)
        projections.drop(db, club_id, s.meeting, between, m.parties == 0)
        projections.drop(db, club_id, s.posted_partie, s.posted_partie.c.first_entry == old.first_entry)
        changed.append(old)
    for each in changed:
        _records_again(db, club_id, each.season, each.members)
    again = [each.first_entry for each in changed if not each.result.forfeit]
    if again:
        projections.drop(db, club_id, s.rating, s.rating.c.entry >= min(again))
        _rate(db, club_id, projections.rated_parties(db, club_id, min(again)))


def correctable_until(entry: Entry, body: SheetPosted, terms: SeasonTerms) -> str:
    """Return when the correction period ends, in ISO 8601, if the season is still open; empty without one."""
    if body.imported or not body.code:
        return ""
    until = datetime.fromisoformat(entry.at) + timedelta(hours=terms.correction_hours)
    return until.isoformat(timespec="seconds")


def posted_partie(entry: Entry, seasons: Mapping[int, SeasonTerms]) -> PostedPartie | None:
    """Return the row of the partie between two that an entry posts; `None` if it posts none."""
    body = entry.body
    if not isinstance(body, SheetPosted) or not isinstance(body.result, Result):
        return None
    first, second = body.members
    what = body.season, body.round, body.code, (first, second), body.result
    until = correctable_until(entry, body, seasons[body.season])
    return PostedPartie(body.instead_of or entry.number, entry.number, *what, until, body.impossible)


def _rate(db: Connection, club_id: int, played: Sequence[PostedPartie]) -> None:
    latest = projections.latest_ratings(db, club_id, {member for each in played for member in each.members})
    ratings: list[projections.Row] = []
    for each in played:
        first, second = (latest.get(member, Rating()) for member in each.members)
        for member, after in zip(each.members, rated(first, second, each.result.winner), strict=True):
            latest[member] = after
            ratings.append((member, each.first_entry, *projections.values(after)))
    projections.put(db, club_id, s.rating, ratings)


def _add_records(db: Connection, club_id: int, played: Sequence[PostedPartie]) -> None:
    """Add the last parties of the book to the records of their members, in their season and in all."""
    seasons = {0, *(each.season for each in played)}
    found = projections.records(db, club_id, seasons, {member for each in played for member in each.members})
    before = {key: dict(records) for key, records in found.items()}
    for each in played:
        for player, member in enumerate(each.members):
            for season in (0, each.season):
                add_partie(found[season, member], each.first_entry, member, each.result, player)
    changed = (
        _record_row(season, kind, feat)
        for (season, member), records in found.items()
        for kind, feat in records.items()
        if before.get((season, member), {}).get(kind) != feat
    )
    projections.put(db, club_id, s.record, changed)


def _record_row(season: int, kind: RecordKind, feat: Feat) -> projections.Row:
    return season, feat.member, kind.name.lower(), feat.figure, feat.first, feat.last


def _records_again(db: Connection, club_id: int, season: int, members: Sequence[int]) -> None:
    """Make the records of members again after a change that is not at the end of the book."""
    for member in members:
        for of, only in ((0, None), (season, season)):
            records: Records = {}
            for each in reversed(projections.parties_of(db, club_id, member, season=only)):
                add_partie(records, each.first_entry, member, each.result, each.player_of(member))
            projections.drop(db, club_id, s.record, s.record.c.season == of, s.record.c.member == member)
            projections.put(db, club_id, s.record, (_record_row(of, *each) for each in records.items()))


# Posting
#
# Every entry goes through here, and none ever changes.


REVERSIBLE = (SheetPosted, Adjusted, ByeGiven)
"""Entries that can be reversed, because they move something; a decision is followed by another one instead."""


@dataclass(frozen=True, slots=True)
class Posted:
    entry: Entry
    digest: str

    def receipt(self, player: int) -> str:
        return chain.receipt(self.entry.number, player, self.digest)


@dataclass(frozen=True, slots=True)
class Draft:
    body: Body
    author: str
    at: str


def terms_of(db: Connection, club_id: int, season: int) -> SeasonTerms:
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    return row.terms


def open_terms(db: Connection, club_id: int, season: int) -> SeasonTerms:
    row = projections.find_season(db, club_id, season)
    if row is not None and row.closed:
        raise NotAllowed("The season is closed and takes no more entries.")
    return terms_of(db, club_id, season)


def last_number(db: Connection, club_id: int) -> int:
    """Return the number of the last entry of a book; 0 if it is empty."""
    last = store.last_entry(db, club_id)
    return 0 if last is None else last[0]


def read_entry(row: store.EntryRow) -> Posted:
    return Posted(chain.read(row.text), row.digest)


def find_entry(db: Connection, club_id: int, number: int) -> tuple[store.EntryRow, Posted]:
    row = store.find_entry(db, club_id, number)
    if row is None:
        raise NotAllowed(f"The book has no entry {number}.")
    return row, read_entry(row)


def post(db: Connection, club_id: int, body: Body, *, author: str, at: str) -> Posted:
    return post_all(db, club_id, [Draft(body, author, at)])[0]


def post_all(db: Connection, club_id: int, drafts: Sequence[Draft]) -> list[Posted]:
    """Post entries that are not reversals, in order."""
    seasons: dict[int, SeasonTerms] = {}
    made: list[tuple[Draft, int, tuple[Posting, ...]]] = []
    for draft in drafts:
        body = draft.body
        season: int = getattr(body, "season", 0)
        if isinstance(body, SeasonOpened):
            seasons[season] = body.terms
        elif season and season not in seasons:
            seasons[season] = open_terms(db, club_id, season)
        made.append((draft, season, postings_of(body, seasons.get(season))))
    posted = [each for each, _ in _append(db, club_id, made)]
    update_projections(db, club_id, [each.entry for each in posted], seasons)
    return posted


def reverse(db: Connection, club_id: int, number: int, *, reason: str, law: str, author: str, at: str) -> Posted:
    """Post the reversal of an entry; *law* is the law or the term that requires it, and may be empty."""
    row, old = find_entry(db, club_id, number)
    body = old.entry.body
    if not isinstance(body, REVERSIBLE):
        raise NotAllowed("Only parties, scorecards, penalties and byes can be reversed. This entry moves nothing.")
    if row.reversed_by is not None:
        raise NotAllowed(f"Entry {number} is already reversed by entry {row.reversed_by}.")
    refuse_if(not reason.strip(), "Enter a reason. It becomes part of the entry.")
    terms = open_terms(db, club_id, body.season)
    back = tuple(each.reversed for each in old.entry.postings)
    draft = Draft(Reversed(number, reason.strip(), law.strip()), author, at)
    ((posted, entry_row),) = _append(db, club_id, [(draft, body.season, back)])
    store.append_reversal(db, row.id, entry_row.id)
    update_projections(db, club_id, [posted.entry], {body.season: terms}, old.entry)
    return posted


def _append(
    db: Connection, club_id: int, made: Sequence[tuple[Draft, int, tuple[Posting, ...]]]
) -> list[tuple[Posted, store.EntryRow]]:
    """
    Append entries to the chain, each with its season and its postings.

    No entry is earlier than the one before it: if the clock was set back, it has that one's time.
    """
    last, previous = store.last_entry(db, club_id) or (0, chain.BEGINNING)
    at = _posted_at(db, club_id, last)
    new: list[store.NewEntry] = []
    for number, (draft, season, postings) in enumerate(made, last + 1):
        at = max(at, draft.at)  # both are UTC to the second, in one form
        entry = Entry(number, at, draft.author, draft.body, postings, previous)
        text = chain.write(entry)
        previous = chain.digest(text)
        new.append(store.NewEntry(entry, season, getattr(draft.body, "code", ""), text, previous))
    rows = store.append_entries(db, club_id, new)
    return [(Posted(each.entry, each.digest), row) for each, row in zip(new, rows, strict=True)]


def _posted_at(db: Connection, club_id: int, number: int) -> str:
    """Return the time of an entry; empty if there is none or it cannot be read."""
    row = store.find_entry(db, club_id, number)
    entry = None if row is None else chain.readable(row.text)
    return "" if entry is None else entry.at


# In a season


@dataclass(frozen=True, slots=True)
class Running:
    db: Connection
    club_id: int
    season: int
    terms: SeasonTerms
    author: str
    at: str

    def post(self, body: Body) -> Posted:
        return post(self.db, self.club_id, body, author=self.author, at=self.at)

    def reverse(self, number: int, *, reason: str, law: str) -> Posted:
        return reverse(self.db, self.club_id, number, reason=reason, law=law, author=self.author, at=self.at)


def running(db: Connection, club_id: int, season: int, *, author: str, at: str) -> Running:
    return Running(db, club_id, season, open_terms(db, club_id, season), author, at)
