"""Posting: write an entry with its postings and update the projections of the ledger, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from sqlalchemy import Connection, Table

from ...ledger import chain
from ...ledger.canonical import canonical, to_data
from ...ledger.entries import (
    Adjusted,
    Arrangement,
    Body,
    ByeGiven,
    Entered,
    Entry,
    MemberAdmitted,
    MemberRenamed,
    Posting,
    Replaced,
    Reversed,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    SheetPosted,
    Withdrew,
)
from ...ledger.postings import Changes, Projections, changes, postings_of
from ...ledger.records import Rating, Records, add_partie, rated
from ...ledger.results import Meeting, Result, Tally
from ...ledger.terms import SeasonTerms
from ...storage import book as store
from ...storage import projections
from ...storage import schema as s
from ...storage.projections import PostedPartie, delete_posted, insert_posted, parties_of
from ...storage.season_sheets import delete_unposted
from ..opening import NotAllowed

# Projections


AT_A_TIME = 1000

Rated = tuple[int, tuple[int, ...], Result]


def update_projections(db: Connection, club_id: int, new: Sequence[tuple[Entry, Changes | None]]) -> None:
    again: list[int] = []
    played: list[Rated] = []
    current: list[PostedPartie] = []
    for entry, _ in new:
        body = entry.body
        if isinstance(body, Arrangement):
            _record_arrangement(db, club_id, body)
        if not isinstance(body, SheetPosted) or not isinstance(body.result, Result):
            continue
        current.append(posted_partie(entry, body, terms_of(db, club_id, body.season)))
        if body.result.forfeit:
            continue
        if body.instead_of is None:
            played.append((entry.number, body.members, body.result))
        else:
            again.append(body.instead_of)
    _add(db, club_id, [change for _, change in new if change is not None])
    insert_posted(db, club_id, current)
    _add_records(db, club_id, [each for each in current if each.first_entry == each.entry])
    for each in current:
        if each.first_entry != each.entry:
            _records_again(db, club_id, each.season, each.members)
    posted = [entry.body.code for entry, _ in new if isinstance(entry.body, SheetPosted)]
    delete_unposted(db, club_id, [code for code in posted if code])
    _rate(db, club_id, played)
    if again:
        rate_again(db, club_id, min(again))
    projections.set_position(db, club_id, new[-1][0].number)


def _record_arrangement(db: Connection, club_id: int, body: Arrangement) -> None:
    match body:
        case MemberAdmitted() | MemberRenamed():
            projections.put_member(db, club_id, body.member, body.name)
        case SeasonOpened():
            projections.put_season(db, club_id, body.season, canonical(to_data(body.terms)))
        case Entered():
            projections.put_entrant(db, club_id, body.season, body.member)
        case Withdrew():
            projections.put_withdrawal(db, club_id, body.season, body.member)
        case Replaced():
            projections.put_entrant(db, club_id, body.season, body.by)
            _hand_over(db, club_id, body)
        case RoundDrawn():
            for table, each in enumerate(body.fixtures, 1):
                row = projections.FixtureRow(body.round, table, each.first, each.second or 0)
                projections.put_fixture(db, club_id, body.season, row)
        case SeasonClosed():
            projections.close_season(db, club_id, body.season)
        case _:
            assert_never(body)


def update_for_reversal(db: Connection, club_id: int, entry: Entry, old: Entry, undone: Changes) -> None:
    _add(db, club_id, [undone])
    if isinstance(old.body, SheetPosted) and isinstance(old.body.result, Result):
        first, second = old.body.members
        projections.delete_empty_meetings(db, club_id, old.body.season, (first, second))
        first_entry = old.body.instead_of or old.number
        delete_posted(db, club_id, first_entry)
        _records_again(db, club_id, old.body.season, (first, second))
        if not old.body.result.forfeit:
            rate_again(db, club_id, first_entry)
    projections.set_position(db, club_id, entry.number)


def rate_again(db: Connection, club_id: int, start: int) -> None:
    """Rate again from first entry *start* on, as if the current entries had always been there."""
    projections.delete_ratings(db, club_id, start)
    current: list[Rated] = []
    for row in store.entries(db, club_id, kind=store.POSTED, start=start):
        body = chain.read(row.text).body if row.reversed_by is None else None
        if isinstance(body, SheetPosted) and isinstance(body.result, Result):
            current.append((body.instead_of or row.number, body.members, body.result))
    played = sorted((each for each in current if not each[2].forfeit), key=lambda each: each[0])
    for first in range(0, len(played), AT_A_TIME):
        _rate(db, club_id, [each for each in played[first : first + AT_A_TIME] if each[0] >= start])


def tables(found: Projections) -> Iterator[tuple[Table, Iterator[projections.Row]]]:
    """Yield the rows that each table must hold, in the order of `projections.KEYS`; not those that parties make."""
    yield s.member, iter(sorted(found.members.items()))
    yield (
        s.season,
        (
            (number, canonical(to_data(terms)), int(number in found.closed))
            for number, terms in sorted(found.seasons.items())
        ),
    )
    yield s.entrant, ((*key, int(withdrew)) for key, withdrew in sorted(found.entrants.items()))
    yield s.fixture, ((*key, *pair) for key, pair in sorted(found.fixtures.items()))
    yield s.tally, ((*key, *projections.values(each)) for key, each in sorted(found.tallies.items()))
    yield s.projection_position, iter([(found.position,)] if found.position else [])


def correctable_until(entry: Entry, body: SheetPosted, terms: SeasonTerms) -> str:
    """Return when the correction period ends, in ISO 8601, if the season is still open; empty without one."""
    if body.imported or not body.code:
        return ""
    until = datetime.fromisoformat(entry.at) + timedelta(hours=terms.correction_hours)
    return until.isoformat(timespec="seconds")


def posted_partie(entry: Entry, body: SheetPosted, terms: SeasonTerms) -> PostedPartie:
    assert isinstance(body.result, Result)
    first, second = body.members
    what = body.season, body.round, body.code, (first, second), body.result
    until = correctable_until(entry, body, terms)
    return PostedPartie(body.instead_of or entry.number, entry.number, *what, until, body.impossible)


def _add(db: Connection, club_id: int, new: Sequence[Changes]) -> None:
    tallies: dict[int, dict[int, Tally]] = {}
    meetings: dict[int, dict[tuple[int, int], Meeting]] = {}
    for change in new:
        more = tallies.setdefault(change.season, {})
        for member, tally in change.tallies.items():
            more[member] = more[member] + tally if member in more else tally
        met = meetings.setdefault(change.season, {})
        for pair, meeting in change.meetings.items():
            met[pair] = met[pair] + meeting if pair in met else meeting
    for season, more in tallies.items():
        projections.add_to_tallies(db, club_id, season, more)
    for season, met in meetings.items():
        projections.add_to_meetings(db, club_id, season, met)


def _rate(db: Connection, club_id: int, played: Sequence[Rated]) -> None:
    latest = projections.latest_ratings(db, club_id, {member for _, members, _ in played for member in members})
    ratings: list[tuple[int, int, Rating]] = []
    for first_entry, members, result in played:
        first, second = (latest.get(member, Rating()) for member in members)
        for member, after in zip(members, rated(first, second, result.winner), strict=True):
            latest[member] = after
            ratings.append((member, first_entry, after))
    projections.put_ratings(db, club_id, ratings)


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
        (key[0], {kind: feat for kind, feat in records.items() if before.get(key, {}).get(kind) != feat})
        for key, records in found.items()
    )
    projections.put_records(db, club_id, changed)


def _records_again(db: Connection, club_id: int, season: int, members: Sequence[int]) -> None:
    """Make the records of members again after a change that is not at the end of the book."""
    for member in members:
        for of, only in ((0, None), (season, season)):
            records: Records = {}
            for each in reversed(parties_of(db, club_id, member, season=only)):
                add_partie(records, each.first_entry, member, each.result, each.player_of(member))
            projections.delete_records(db, club_id, of, member)
            projections.put_records(db, club_id, [(of, records)])


def _hand_over(db: Connection, club_id: int, body: Replaced) -> None:
    for each in projections.fixtures(db, club_id, body.season):
        if (each.round, each.table) in body.slots:
            pair = (body.by if member == body.member else member for member in (each.first, each.second))
            row = projections.FixtureRow(each.round, each.table, *pair)
            projections.put_fixture(db, club_id, body.season, row)


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
    effects: list[Changes | None] = []
    for draft in drafts:
        body = draft.body
        season: int = getattr(body, "season", 0)
        if isinstance(body, SeasonOpened):
            seasons[season] = body.terms
        elif season and season not in seasons:
            seasons[season] = open_terms(db, club_id, season)
        terms = seasons.get(season)
        made.append((draft, season, postings_of(body, terms)))
        effects.append(changes(body, terms))
    posted = [each for each, _ in _append(db, club_id, made)]
    update_projections(db, club_id, list(zip((each.entry for each in posted), effects, strict=True)))
    return posted


def reverse(db: Connection, club_id: int, number: int, *, reason: str, law: str, author: str, at: str) -> Posted:
    """Post the reversal of an entry; *law* is the law or the term that requires it, and may be empty."""
    row, old = find_entry(db, club_id, number)
    body = old.entry.body
    if not isinstance(body, REVERSIBLE):
        raise NotAllowed("Only parties, scorecards, penalties and byes can be reversed. This entry moves nothing.")
    if row.reversed_by is not None:
        raise NotAllowed(f"Entry {number} is already reversed by entry {row.reversed_by}.")
    if not reason.strip():
        raise NotAllowed("Enter a reason. It becomes part of the entry.")
    terms = open_terms(db, club_id, body.season)
    back = tuple(each.reversed for each in old.entry.postings)
    draft = Draft(Reversed(number, reason.strip(), law.strip()), author, at)
    ((posted, entry_row),) = _append(db, club_id, [(draft, body.season, back)])
    store.append_reversal(db, row.id, entry_row.id)
    undone = changes(body, terms)
    assert undone is not None
    update_for_reversal(db, club_id, posted.entry, old.entry, -undone)
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
