"""
The figures that are kept beside a book's entries so that a page need not add them up.

They are changed with every entry, in the entry's own transaction, and can be
thrown away and made again from the entries at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, and_, delete, func, insert, select, update

from ..ledger.meetings import MEETING_FIGURES, Meeting
from ..ledger.ratings import Rating
from ..ledger.tallies import FIGURES as TALLY_FIGURES
from ..ledger.tallies import Tally
from . import schema as s

Figures = TypeVar("Figures", Tally, Meeting)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season: its number, its terms as plain data in JSON, and whether it takes no more parties."""

    number: int
    terms: str
    closed: bool


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A fixture: its round and its place in it, both from 1; `second` is 0 for a bye."""

    round: int
    table: int
    first: int
    second: int


def put_member(db: Connection, club_id: int, number: int, name: str) -> None:
    """Keep a new member, or the new name of one."""
    c = s.member.c
    changed = db.execute(update(s.member).where(c.club_id == club_id, c.number == number).values(name=name))
    if not changed.rowcount:
        db.execute(insert(s.member).values(club_id=club_id, number=number, name=name))


def members(db: Connection, club_id: int, only: Collection[int] | None = None) -> dict[int, str]:
    """The names of a club's members by number, or of some of them."""
    c = s.member.c
    query = select(c.number, c.name).where(c.club_id == club_id).order_by(c.number)
    if only is not None:
        query = query.where(c.number.in_(only))
    return {int(number): str(name) for number, name in db.execute(query)}


def put_season(db: Connection, club_id: int, number: int, terms: str) -> None:
    """Keep a new season."""
    db.execute(insert(s.season).values(club_id=club_id, number=number, terms=terms, closed=0))


def close_season(db: Connection, club_id: int, number: int) -> None:
    """Keep that a season is closed."""
    c = s.season.c
    db.execute(update(s.season).where(c.club_id == club_id, c.number == number).values(closed=1))


def seasons(db: Connection, club_id: int) -> list[SeasonRow]:
    """The seasons of a club, in order."""
    c = s.season.c
    rows = db.execute(select(c.number, c.terms, c.closed).where(c.club_id == club_id).order_by(c.number))
    return [SeasonRow(int(row[0]), str(row[1]), bool(row[2])) for row in rows]


def find_season(db: Connection, club_id: int, number: int) -> SeasonRow | None:
    """One season of a club, or `None`."""
    c = s.season.c
    query = select(c.number, c.terms, c.closed).where(c.club_id == club_id, c.number == number)
    row = db.execute(query).one_or_none()
    return None if row is None else SeasonRow(int(row[0]), str(row[1]), bool(row[2]))


def put_entrant(db: Connection, club_id: int, season: int, member: int) -> None:
    """Keep that a member takes part in a season; once more changes nothing."""
    if member not in entrants(db, club_id, season):
        db.execute(insert(s.entrant).values(club_id=club_id, season=season, member=member, withdrew=0))
        _insert(db, s.tally, {"club_id": club_id, "season": season, "member": member}, Tally())


def put_withdrawal(db: Connection, club_id: int, season: int, member: int) -> None:
    """Keep that a member withdrew from a season."""
    c = s.entrant.c
    where = and_(c.club_id == club_id, c.season == season, c.member == member)
    db.execute(update(s.entrant).where(where).values(withdrew=1))


def entrants(db: Connection, club_id: int, season: int) -> dict[int, bool]:
    """Who takes part in a season, and whether each has withdrawn."""
    c = s.entrant.c
    query = select(c.member, c.withdrew).where(c.club_id == club_id, c.season == season).order_by(c.member)
    return {int(member): bool(withdrew) for member, withdrew in db.execute(query)}


def put_fixture(db: Connection, club_id: int, season: int, fixture: FixtureRow) -> None:
    """Keep a fixture that was drawn, in the place of one that stood there."""
    c = s.fixture.c
    where = (c.club_id == club_id, c.season == season, c.round == fixture.round, c.table == fixture.table)
    db.execute(delete(s.fixture).where(*where))
    values = {"round": fixture.round, "table": fixture.table, "first": fixture.first, "second": fixture.second}
    db.execute(insert(s.fixture).values(club_id=club_id, season=season, **values))


def fixtures(db: Connection, club_id: int, season: int) -> list[FixtureRow]:
    """The fixtures of a season, round by round."""
    c = s.fixture.c
    query = (
        select(c.round, c.table, c.first, c.second)
        .where(c.club_id == club_id, c.season == season)
        .order_by(c.round, c.table)
    )
    return [FixtureRow(*map(int, row)) for row in db.execute(query)]


def add_to_tally(db: Connection, club_id: int, season: int, member: int, change: Tally) -> None:
    """Add a change to a member's tally, which begins with nothing."""
    _add(db, s.tally, {"club_id": club_id, "season": season, "member": member}, change)


def add_to_meeting(db: Connection, club_id: int, season: int, pair: tuple[int, int], change: Meeting) -> None:
    """Add a change to the meeting of a member with another."""
    _add(db, s.meeting, {"club_id": club_id, "season": season, "member": pair[0], "other": pair[1]}, change)


def tallies(db: Connection, club_id: int, season: int) -> dict[int, Tally]:
    """Every tally of a season, by member."""
    c = s.tally.c
    figures = [c[name] for name in TALLY_FIGURES]
    rows = db.execute(select(c.member, *figures).where(c.club_id == club_id, c.season == season))
    return {row[0]: Tally(*row[1:]) for row in rows.all()}


def tallies_of(db: Connection, club_id: int, member: int) -> dict[int, Tally]:
    """A member's tallies, by season."""
    c = s.tally.c
    figures = [c[name] for name in TALLY_FIGURES]
    rows = db.execute(select(c.season, *figures).where(c.club_id == club_id, c.member == member).order_by(c.season))
    return {row[0]: Tally(*row[1:]) for row in rows.all()}


def meetings(
    db: Connection, club_id: int, season: int, only: Collection[int] | None = None
) -> dict[tuple[int, int], Meeting]:
    """The meetings of a season by pair, or those of some members with anybody."""
    c = s.meeting.c
    figures = [c[name] for name in MEETING_FIGURES]
    query = select(c.member, c.other, *figures).where(c.club_id == club_id, c.season == season)
    if only is not None:
        query = query.where(c.member.in_(only))
    return {(row[0], row[1]): Meeting(*row[2:]) for row in db.execute(query)}


def put_rating(db: Connection, club_id: int, member: int, entry: int, rating: Rating) -> None:
    """Keep a member's rating as it is after the entry with this number."""
    figures = dict(zip(("rating", "deviation", "volatility", "parties"), astuple(rating), strict=True))
    db.execute(insert(s.rating).values(club_id=club_id, member=member, entry=entry, **figures))


def drop_ratings(db: Connection, club_id: int, start: int) -> None:
    """Forget the ratings after entry *start* and all that follow."""
    c = s.rating.c
    db.execute(delete(s.rating).where(c.club_id == club_id, c.entry >= start))


def latest_ratings(db: Connection, club_id: int, only: Collection[int] | None = None) -> dict[int, Rating]:
    """The ratings of a club's members as they are now, or of some of them; none for a member who has not played."""
    c = s.rating.c
    latest = select(c.member, func.max(c.entry).label("entry")).where(c.club_id == club_id).group_by(c.member)
    if only is not None:
        latest = latest.where(c.member.in_(only))
    last = latest.subquery()
    query = (
        select(c.member, c.rating, c.deviation, c.volatility, c.parties)
        .join(last, and_(last.c.member == c.member, last.c.entry == c.entry))
        .where(c.club_id == club_id)
    )
    return {row[0]: Rating(*row[1:]) for row in db.execute(query)}


def ratings_of(db: Connection, club_id: int, member: int, most: int) -> list[tuple[int, Rating]]:
    """A member's last ratings in order, each with the number of the entry after which it holds."""
    c = s.rating.c
    query = (
        select(c.entry, c.rating, c.deviation, c.volatility, c.parties)
        .where(c.club_id == club_id, c.member == member)
        .order_by(c.entry.desc())
        .limit(most)
    )
    return [(row[0], Rating(*row[1:])) for row in reversed(db.execute(query).all())]


def note_through(db: Connection, club_id: int, number: int) -> None:
    """Keep up to which entry the figures hold."""
    c = s.derived.c
    changed = db.execute(update(s.derived).where(c.club_id == club_id).values(through=number))
    if not changed.rowcount:
        db.execute(insert(s.derived).values(club_id=club_id, through=number))


def through(db: Connection, club_id: int) -> int:
    """The number of the last entry that the figures hold; 0 for none."""
    c = s.derived.c
    return db.execute(select(c.through).where(c.club_id == club_id)).scalar_one_or_none() or 0


def forget(db: Connection, club_id: int) -> None:
    """Throw away every figure of a club."""
    for table in s.DERIVED:
        db.execute(delete(table).where(table.c.club_id == club_id))


def _add(db: Connection, table: Table, key: Mapping[str, int], change: Figures) -> None:
    named = _figures(change)
    where = [table.c[name] == value for name, value in key.items()]
    more: dict[str, Any] = {name: table.c[name] + value for name, value in named.items() if value}
    if not more:
        return
    if not db.execute(update(table).where(*where).values(more)).rowcount:
        _insert(db, table, key, change)


def _insert(db: Connection, table: Table, key: Mapping[str, int], figures: Figures) -> None:
    db.execute(insert(table).values({**key, **_figures(figures)}))


def _figures(figures: Figures) -> dict[str, int]:
    names = TALLY_FIGURES if isinstance(figures, Tally) else MEETING_FIGURES
    return dict(zip(names, astuple(figures), strict=True))
