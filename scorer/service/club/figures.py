"""The figures beside the book: kept with every entry, and made again from all of them."""

from __future__ import annotations

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.changes import Changes, changes
from ...ledger.entries import (
    Entered,
    Entry,
    MemberAdmitted,
    MemberRenamed,
    PartiePosted,
    Replaced,
    Reversed,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from ...ledger.plain import canonical, to_data
from ...ledger.ratings import Rating, rated
from ...ledger.terms import Terms
from ...storage import book as store
from ...storage import derived


def keep(db: Connection, club_id: int, entry: Entry, change: Changes | None) -> None:
    """Keep what a new entry, which is no reversal, changes."""
    body = entry.body
    match body:
        case MemberAdmitted() | MemberRenamed():
            derived.put_member(db, club_id, body.member, body.name)
        case SeasonOpened():
            derived.put_season(db, club_id, body.season, canonical(to_data(body.terms)))
        case Entered():
            derived.put_entrant(db, club_id, body.season, body.member)
        case Withdrew():
            derived.put_withdrawal(db, club_id, body.season, body.member)
        case Replaced():
            derived.put_entrant(db, club_id, body.season, body.by)
            _hand_over(db, club_id, body)
        case RoundDrawn():
            for table, each in enumerate(body.fixtures, 1):
                row = derived.FixtureRow(body.round, table, each.first, each.second or 0)
                derived.put_fixture(db, club_id, body.season, row)
        case SeasonClosed():
            derived.close_season(db, club_id, body.season)
        case _:
            pass
    if change is not None:
        _add(db, club_id, change)
    if isinstance(body, PartiePosted) and not body.result.forfeit:
        place = body.instead_of or entry.number
        if place == entry.number:
            _rate(db, club_id, place, body)
        else:
            rate_again(db, club_id, place)
    derived.note_through(db, club_id, entry.number)


def keep_reversal(db: Connection, club_id: int, entry: Entry, old: Entry, undone: Changes) -> None:
    """Keep what the reversal of an entry changes: the opposite of what that had changed."""
    _add(db, club_id, undone)
    if isinstance(old.body, PartiePosted) and not old.body.result.forfeit:
        rate_again(db, club_id, old.body.instead_of or old.number)
    derived.note_through(db, club_id, entry.number)


def rate_again(db: Connection, club_id: int, start: int) -> None:
    """
    Rate again from the place of entry *start* on, as if what stands now had always stood.

    A partie that was corrected keeps the place of its first entry.
    """
    derived.drop_ratings(db, club_id, start)
    standing = []
    for row in store.entries(db, club_id, kind="partie posted", start=start):
        body = chain.read(row.text).body
        if row.reversed_by is None and isinstance(body, PartiePosted) and not body.result.forfeit:
            standing.append((body.instead_of or row.number, body))
    for place, body in sorted(standing, key=lambda each: each[0]):
        if place >= start:
            _rate(db, club_id, place, body)


def make_again(db: Connection, club_id: int) -> None:
    """Throw away every figure of a club and make all of them from its entries."""
    derived.forget(db, club_id)
    seasons: dict[int, Terms] = {}
    bodies: dict[int, Entry] = {}
    for row in store.entries(db, club_id):
        entry = chain.read(row.text)
        bodies[entry.number] = entry
        if isinstance(entry.body, SeasonOpened):
            seasons[entry.body.season] = entry.body.terms
        if isinstance(entry.body, Reversed):
            old = bodies[entry.body.entry]
            undone = changes(old.body, seasons[getattr(old.body, "season", 0)])
            assert undone is not None
            keep_reversal(db, club_id, entry, old, -undone)
        else:
            keep(db, club_id, entry, changes(entry.body, seasons.get(getattr(entry.body, "season", 0))))


def _add(db: Connection, club_id: int, change: Changes) -> None:
    for member, tally in change.tallies.items():
        derived.add_to_tally(db, club_id, change.season, member, tally)
    for pair, meeting in change.meetings.items():
        derived.add_to_meeting(db, club_id, change.season, pair, meeting)


def _rate(db: Connection, club_id: int, place: int, body: PartiePosted) -> None:
    before = derived.latest_ratings(db, club_id, body.members)
    first, second = (before.get(member, Rating()) for member in body.members)
    for member, after in zip(body.members, rated(first, second, body.result.winner), strict=True):
        derived.put_rating(db, club_id, member, place, after)


def _hand_over(db: Connection, club_id: int, body: Replaced) -> None:
    taken = set(body.taken)
    for each in derived.fixtures(db, club_id, body.season):
        if (each.round, each.table) in taken:
            first = body.by if each.first == body.member else each.first
            second = body.by if each.second == body.member else each.second
            derived.put_fixture(db, club_id, body.season, derived.FixtureRow(each.round, each.table, first, second))
