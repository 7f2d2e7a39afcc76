"""Posted parties: a projection with one row per partie, so that no page reads entries to list them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    and_,
    delete,
    desc,
    func,
    insert,
    or_,
    select,
    union_all,
)

from ..ledger.pairing import Met
from ..ledger.results import SIDE_FIGURES, Result, Side
from . import schema as s
from .projections import Row, columns

_COLUMNS = columns(s.posted_partie)
_WIDTH = len(SIDE_FIGURES)
_side_figures = attrgetter(*SIDE_FIGURES)


@dataclass(frozen=True, slots=True)
class PostedPartie:
    """A partie as its current entry posts it, with the columns of its table."""

    first_entry: int
    entry: int
    season: int
    round: int
    code: str
    members: tuple[int, int]
    result: Result
    correctable_until: str = ""
    impossible: tuple[int, ...] = ()

    def player_of(self, member: int) -> int:
        return self.members.index(member)

    def margin(self, member: int) -> int:
        """Return the points a member won; negative if lost."""
        winner = self.result.winner
        return 0 if winner is None else self.result.points * (1 if self.members[winner] == member else -1)


def to_row(partie: PostedPartie) -> Row:
    result = partie.result
    return (
        partie.first_entry,
        partie.entry,
        partie.season,
        partie.round,
        partie.code,
        *partie.members,
        -1 if result.winner is None else result.winner,
        result.points,
        int(result.rubicon),
        int(result.lurch),
        int(result.from_paper),
        int(result.forfeit),
        *_side_figures(result.sides[0]),
        *_side_figures(result.sides[1]),
        partie.correctable_until,
        " ".join(map(str, partie.impossible)),
    )


def _from_row(row: tuple[int, ...]) -> PostedPartie:
    first_entry, entry, season, round_, code, first, second, winner, points, *rest, until, impossible = row
    flags, sides = (bool(each) for each in rest[:4]), rest[4:]
    pair = Side(*sides[:_WIDTH]), Side(*sides[_WIDTH:])
    result = Result(pair, None if winner < 0 else winner, points, *flags)
    deals = tuple(map(int, str(impossible).split()))
    return PostedPartie(first_entry, entry, season, round_, str(code), (first, second), result, str(until), deals)


def insert_posted(db: Connection, club_id: int, new: Iterable[PostedPartie]) -> None:
    rows = list(new)
    if not rows:
        return
    named = [{"club_id": club_id, **dict(zip(_COLUMNS, to_row(row), strict=True))} for row in rows]
    db.execute(insert(s.posted_partie), named)


def delete_posted(db: Connection, club_id: int, first_entry: int) -> None:
    c = s.posted_partie.c
    db.execute(delete(s.posted_partie).where(c.club_id == club_id, c.first_entry == first_entry))


def of_member(
    db: Connection,
    club_id: int,
    member: int,
    *,
    season: int | None = None,
    other: int | None = None,
    forfeits: bool = True,
    start: int = 0,
    most: int | None = None,
) -> list[PostedPartie]:
    """Return the parties of a member, latest first, filtered by season and opponent; *start* is how many to skip."""
    c = s.posted_partie.c
    halves = []
    for own, others in ((c.first, c.second), (c.second, c.first)):
        query = _query().order_by(None).where(c.club_id == club_id, own == member)
        query = query if season is None else query.where(c.season + 0 == season)  # else its index would be used
        query = query if forfeits else query.where(c.forfeit == 0)
        halves.append(query if other is None else query.where(others == other))
    return list(_rows(db, union_all(*halves).order_by(desc(c.first_entry.name)).offset(start).limit(most)))


def first_posted(db: Connection, club_id: int, numbers: Collection[int]) -> dict[int, PostedPartie]:
    c = s.posted_partie.c
    rows = _rows(db, _query().where(c.club_id == club_id, c.first_entry.in_(numbers)))
    return {row.first_entry: row for row in rows}


def met(db: Connection, club_id: int, season: int) -> tuple[list[Met], set[int]]:
    """Return the parties of a season as its fixtures see them, in order; and the entries of imported ones."""
    c = s.posted_partie.c
    query = select(c.round, c.first, c.second, c.forfeit, c.code, c.entry, c.correctable_until)
    rows = db.execute(query.where(c.club_id == club_id, c.season == season).order_by(c.first_entry)).all()
    found = [
        Met(round_, (first, second), bool(forfeit), code, entry)
        for round_, first, second, forfeit, code, entry, _ in rows
    ]
    return found, {each.entry for each, row in zip(found, rows, strict=True) if not row[-1] and not each.forfeit}


@dataclass(frozen=True, slots=True)
class Periods:
    """
    The open correction periods of a season: number, latest end, and the latest entry that has one (or 0).

    `impossible` is how many are of parties with a deal whose claims the pack does not allow.
    """

    count: int
    until: str
    latest: int
    impossible: int


def open_periods(db: Connection, club_id: int, season: int, now: datetime) -> Periods:
    c = s.posted_partie.c
    impossible = func.count(func.nullif(c.impossible, ""))
    found = select(func.count(), func.max(c.correctable_until), func.max(c.entry), impossible)
    count, until, latest, impossible_ones = db.execute(found.where(_is_open(club_id, season, now))).one()
    return Periods(int(count), str(until or ""), int(latest or 0), int(impossible_ones))


def periods_by_member(db: Connection, club_id: int, season: int, now: datetime) -> Mapping[int, int]:
    """Return the number of each member's open correction periods."""
    c, found = s.posted_partie.c, Counter[int]()
    for column in (c.first, c.second):
        query = select(column, func.count()).where(_is_open(club_id, season, now)).group_by(column)
        for member, number in db.execute(query):
            found[member] += number
    return found


def in_correction_period(
    db: Connection,
    club_id: int,
    season: int,
    now: datetime,
    *,
    first_entry: int = 0,
    member: int = 0,
    impossible: bool = False,
    start: int = 0,
    most: int | None = None,
) -> list[PostedPartie]:
    """
    Return the parties of a season whose correction period is open, latest first; *start* is how many to skip.

    Only the one with *first_entry*, those of *member*, or those with deals whose claims the pack does not allow.
    """
    c = s.posted_partie.c
    query = _query().where(_is_open(club_id, season, now)).order_by(None).order_by(c.entry.desc())
    if first_entry:
        query = query.where(c.first_entry == first_entry)
    if member:
        query = query.where(or_(c.first == member, c.second == member))
    if impossible:
        query = query.where(c.impossible != "")
    return list(_rows(db, query.offset(start).limit(most)))


def _is_open(club_id: int, season: int, now: datetime) -> ColumnElement[bool]:
    """Return the condition that a correction period runs and its season is open."""
    c, of = s.posted_partie.c, s.season.c
    closed = select(of.number).where(of.club_id == club_id, of.number == season, of.closed == 1)
    at = now.astimezone(UTC).isoformat(timespec="seconds")
    return and_(c.club_id == club_id, c.season == season, c.correctable_until > at, ~closed.exists())


def _query() -> Select[int]:
    c = s.posted_partie.c
    query: Select[int] = select(*(c[name] for name in _COLUMNS)).order_by(c.first_entry)
    return query


def _rows(db: Connection, query: Select[int] | CompoundSelect[int]) -> Iterator[PostedPartie]:
    for row in db.execute(query):
        yield _from_row(tuple(row))
