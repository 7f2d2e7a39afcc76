"""Projections of the ledger: updated with each entry in its transaction,
checked against all entries.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib import import_module
from itertools import permutations
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from ..ledger.chain import canonical, from_data, to_data
from ..ledger.entries import Role, former_name
from ..ledger.finality import ResultState
from ..ledger.pairing import Met
from ..ledger.projections import MemberStatus, Projections
from ..ledger.records import Feat, Rating, RecordKind, Records
from ..ledger.results import (
    GAME_FIGURES,
    MEETING_FIGURES,
    TALLY_FIGURES,
    Basis,
    GameFacts,
    Meeting,
    Result,
    Tally,
)
from ..ledger.terms import SeasonTerms
from ..rules.figures import SIDE_FIGURES, Side
from ..rules.names import Name
from ..table.times import day_after
from . import schema as s
from .queries import batched, by_key, once, streamed

PAIRS_AT_A_TIME = 5000

MeetingKey = tuple[int, int, int]
"""A season, a member and an opponent."""


class Season(NamedTuple):
    number: int
    terms: SeasonTerms
    closed: bool


class FixtureRow(NamedTuple):
    """A fixture; `round` and `table` count from 1, `second` is 0 for a bye."""

    round: int
    table: int
    first: int
    second: int

    @property
    def pair(self) -> tuple[int, int]:
        return self.first, self.second


def rows_of(found: Projections) -> Iterator[tuple[sa.Table, list[Row]]]:
    """Yield the rows of seasons, in the order of `KEYS`; not those that parties or members make."""
    terms = ((number, canonical(to_data(each))) for number, each in sorted(found.seasons.items()))
    yield s.season, [(number, text, int(number in found.closed)) for number, text in terms]
    yield s.season_round, [(*key, day) for key, day in sorted(found.days.items())]
    yield s.entrant, [(*key, withdrew) for key, withdrew in sorted(found.entrants.items())]
    yield s.fixture, [(*key, *pair) for key, pair in sorted(found.fixtures.items())]
    yield s.tally, [(*key, *each.figures) for key, each in sorted(found.tallies.items())]
    yield s.season_facts, [(number, *each.figures) for number, each in sorted(found.facts.items())]
    yield s.projection_position, [(found.position,)] if found.position else []


ADDED = {s.entrant: ("withdrew",), s.tally: TALLY_FIGURES, s.season_facts: GAME_FIGURES}
"""The columns to which new entries add."""


def add(
    db: Connection, club_id: int, more: Projections, meetings: Mapping[MeetingKey, Meeting]
) -> None:
    """Add what new entries give: *more* holds nothing that was before."""
    for table, rows in rows_of(more):
        put(db, club_id, table, rows, ADDED.get(table, ()))
    put(
        db,
        club_id,
        s.meeting,
        [(*key, *each.figures) for key, each in meetings.items()],
        added=MEETING_FIGURES,
    )


def put(
    db: Connection, club_id: int, table: sa.Table, rows: Iterable[Row], added: tuple[str, ...] = ()
) -> None:
    """Insert rows of a projection; in an existing row the columns *added* are added to,
    the others replaced.
    """
    named = [
        {"club_id": club_id, **dict(zip(s.own_columns(table), row, strict=True))} for row in rows
    ]
    if named:
        db.execute(_upsert(table, added, db.dialect.name), named)


def drop(
    db: Connection, club_id: int, table: sa.Table, *conditions: sa.ColumnElement[bool]
) -> None:
    db.execute(sa.delete(table).where(table.c.club_id == club_id, *conditions))


# Members


class MemberRow(NamedTuple):
    """A member with the columns of its table;
    a `merged` one is another member, and keeps its own name.
    """

    number: int
    name: Name
    salt: str = ""
    sealed: str = ""
    status: str = MemberStatus.MEMBER.name.lower()
    merged_into: int = 0
    role: str = Role.MEMBER.value

    @property
    def itself(self) -> int:
        """Return the number under which this member is now."""
        return self.merged_into or self.number

    @property
    def is_member(self) -> bool:
        return self.status == MemberStatus.MEMBER.name.lower()

    @property
    def is_erased(self) -> bool:
        return not self.sealed and self.name == former_name(self.itself)


_MEMBERS = sa.select(*(s.member.c[name] for name in MemberRow._fields)).where(
    s.member.c.club_id == sa.bindparam("club_id")
)
_SOME_MEMBERS = [
    _MEMBERS.where(column.in_(sa.bindparam("only", expanding=True)))
    for column in (s.member.c.number, s.member.c.merged_into)
]
"""The queries of some members and of those that were merged into them, each by an index."""


@once
def member_rows(
    db: Connection, club_id: int, only: Collection[int] | None = None
) -> dict[int, MemberRow]:
    """Return the members, or *only* some, with those that were merged into them."""
    asked: dict[str, object] = {"club_id": club_id}
    queries = [_MEMBERS]
    if only is not None:
        asked["only"] = [*{*only} - {0}]
        queries = _SOME_MEMBERS
    rows = [MemberRow(*row) for query in queries for row in db.execute(query, asked)]
    return {row.number: row for row in sorted(rows)}


def members(db: Connection, club_id: int, only: Collection[int] | None = None) -> dict[int, Name]:
    """Return the names of the members by all their numbers, or by *only* some."""
    rows = member_rows(db, club_id) if only is None else member_rows(db, club_id, only)
    if only is not None and any(row.itself not in rows for row in rows.values()):
        rows |= member_rows(db, club_id, [row.itself for row in rows.values()])
    return {
        number: rows[row.itself].name
        for number, row in rows.items()
        if only is None or number in only
    }


def are_members(db: Connection, club_id: int, numbers: Collection[int]) -> bool:
    """Return whether these are members of the club, who have not left."""
    rows = member_rows(db, club_id, numbers)
    return all(number in rows and rows[number].is_member for number in numbers)


class AliasRow(NamedTuple):
    """Another name by which a member is found, with the columns of its table."""

    entry: int
    member: int
    name: Name
    salt: str
    sealed: str


@once
def aliases(db: Connection, club_id: int, only: Collection[int] | None = None) -> list[AliasRow]:
    """Return the other names of the members, or of *only* some, in the order of their entries."""
    c = s.alias.c
    query = sa.select(*(c[name] for name in AliasRow._fields)).where(c.club_id == club_id)
    if only is not None:
        query = query.where(c.member.in_([*only]))
    return [AliasRow(*row) for row in db.execute(query.order_by(c.entry))]


@once
def merged(db: Connection, club_id: int) -> dict[int, int]:
    """Return the numbers of members that were merged, with those under which they are now."""
    c = s.member.c
    query = sa.select(c.number, c.merged_into).where(c.club_id == club_id, c.merged_into > 0)
    return dict(db.execute(query).all())


def merge(db: Connection, club_id: int, member: int, into: int) -> None:
    """Give what the projections have of a member to another; ratings and records are made again."""
    for table, name in (
        (s.fixture, "first"),
        (s.fixture, "second"),
        (s.posted_partie, "first"),
        (s.posted_partie, "second"),
        (s.unopened, "member"),
    ):
        of = (table.c.club_id == club_id) & (table.c[name] == member)
        db.execute(sa.update(table).where(of).values({name: into}))
    playing = seasons_entered(db, club_id, into)
    for season, withdrew in seasons_entered(db, club_id, member).items():
        # Who plays on under either number has not withdrawn.
        put(db, club_id, s.entrant, [(season, into, int(withdrew and playing.get(season, True)))])
    drop(db, club_id, s.entrant, s.entrant.c.member == member)
    for table, name, figures in (
        (s.tally, "member", TALLY_FIGURES),
        (s.meeting, "member", MEETING_FIGURES),
        (s.meeting, "other", MEETING_FIGURES),
    ):
        of = (table.c.club_id == club_id) & (table.c[name] == member)
        given = [
            sa.literal(into) if each == name else table.c[each] for each in s.own_columns(table)
        ]
        moved = [tuple(row) for row in db.execute(sa.select(*given).where(of))]
        put(db, club_id, table, moved, added=figures)
        drop(db, club_id, table, table.c[name] == member)
    drop(db, club_id, s.record, s.record.c.member == member)


# Seasons


_SEASONS = (
    sa.select(s.season.c.number, s.season.c.terms, s.season.c.closed)
    .where(s.season.c.club_id == sa.bindparam("club_id"))
    .order_by(s.season.c.number)
)


@once
def seasons(db: Connection, club_id: int) -> list[Season]:
    return [_season(row) for row in db.execute(_SEASONS, {"club_id": club_id})]


@once
def find_season(db: Connection, club_id: int, number: int) -> Season | None:
    row = db.execute(
        by_key(_SEASONS, s.season.c.number), {"club_id": club_id, "key": number}
    ).one_or_none()
    return None if row is None else _season(row)


def _season(row: Iterable[Any]) -> Season:
    number, terms, closed = row
    return Season(number, read_terms(terms), bool(closed))


@lru_cache(maxsize=64)
def read_terms(text: str) -> SeasonTerms:
    return from_data(SeasonTerms, json.loads(text))


@once
def entrants(db: Connection, club_id: int, season: int) -> dict[int, bool]:
    c = s.entrant.c
    query = (
        sa.select(c.member, c.withdrew)
        .where(c.club_id == club_id, c.season == season)
        .order_by(c.member)
    )
    return {member: bool(withdrew) for member, withdrew in db.execute(query)}


def seasons_entered(db: Connection, club_id: int, member: int) -> dict[int, bool]:
    """Return the seasons for which a member was entered, and whether they withdrew."""
    c = s.entrant.c
    query = (
        sa.select(c.season, c.withdrew)
        .where(c.club_id == club_id, c.member == member)
        .order_by(c.season)
    )
    return {season: bool(withdrew) for season, withdrew in db.execute(query)}


@once
def fixtures(
    db: Connection, club_id: int, season: int, member: int = 0, since: int = 0
) -> list[FixtureRow]:
    """Return the fixtures of a season from round *since* on, or those of a *member* in it."""
    c = s.fixture.c
    query = (
        sa.select(c.round, c.table, c.first, c.second)
        .where(c.club_id == club_id, c.season == season)
        .order_by(c.round, c.table)
    )
    if member:
        query = query.where(sa.or_(c.first == member, c.second == member))
    return [FixtureRow(*row) for row in db.execute(query.where(c.round >= since))]


def last_round(db: Connection, club_id: int, season: int) -> int:
    c = s.fixture.c
    query = sa.select(sa.func.max(c.round)).where(c.club_id == club_id, c.season == season)
    return int(db.execute(query).scalar() or 0)


def unplayed(db: Connection, club_id: int, season: int) -> list[tuple[int, int, int]]:
    """Return round and members, the lower first,
    of each fixture of a season for which no partie is posted.
    """

    def meetings(table: sa.Table) -> sa.Select[Any]:
        c = table.c
        low = sa.case((c.first < c.second, c.first), else_=c.second)
        high = sa.case((c.first < c.second, c.second), else_=c.first)
        # Without the 0 the index of members would be used, and not that of the rounds.
        of_two = c.second + 0 > 0
        return sa.select(c.round, low, high).where(
            c.club_id == club_id, c.season == season, c.round > 0, of_two
        )

    found = db.execute(meetings(s.fixture).except_(meetings(s.posted_partie)))
    return sorted((number, one, other) for number, one, other in found)


@once
def days_of_rounds(db: Connection, club_id: int, season: int) -> dict[int, str]:
    """Return the days of the rounds that have one, in ISO 8601."""
    c = s.season_round.c
    query = sa.select(c.round, c.day).where(c.club_id == club_id, c.season == season)
    return dict(db.execute(query).all())


def game_facts(db: Connection, club_id: int, season: int | None = None) -> GameFacts:
    """Return what the results of a season, or of all, say about the game."""
    c = s.season_facts.c
    query = sa.select(*(c[name] for name in GAME_FIGURES)).where(c.club_id == club_id)
    if season is not None:
        query = query.where(c.season == season)
    return sum((GameFacts(*row) for row in db.execute(query)), GameFacts())


@once
def tallies(db: Connection, club_id: int, season: int) -> dict[int, Tally]:
    c = s.tally.c
    return _tallies(db, c.member, (c.club_id == club_id) & (c.season == season))


@once
def tallies_of(db: Connection, club_id: int, member: int) -> dict[int, Tally]:
    c = s.tally.c
    return _tallies(db, c.season, (c.club_id == club_id) & (c.member == member))


def _tallies(
    db: Connection, key: sa.ColumnElement[int], condition: sa.ColumnElement[bool]
) -> dict[int, Tally]:
    query = (
        sa.select(key, *(s.tally.c[name] for name in TALLY_FIGURES)).where(condition).order_by(key)
    )
    return {number: Tally(*figures) for number, *figures in db.execute(query)}


def meetings(
    db: Connection,
    club_id: int,
    season: int,
    only: Collection[int] | None = None,
    others: Collection[int] | None = None,
) -> dict[tuple[int, int], Meeting]:
    """Return the meetings of a season by pair, or only those of some members,
    with anybody or with some others.
    """
    c = s.meeting.c
    figures = [c[name] for name in MEETING_FIGURES]
    query = sa.select(c.member, c.other, *figures).where(c.club_id == club_id, c.season == season)
    if only is not None:
        query = query.where(c.member.in_(only))
    if others is not None:
        query = query.where(c.other.in_(others))
    return {(member, other): Meeting(*figures) for member, other, *figures in db.execute(query)}


def meetings_among(
    db: Connection, club_id: int, season: int, groups: Iterable[Collection[int]]
) -> dict[tuple[int, int], Meeting]:
    """Return the meetings between members of the same group, by pair.

    The pairs are literals in the statement, because binding a hundred of them takes fifty times as
    long as the query.
    """
    pairs = (pair for group in groups for pair in permutations(group, 2))
    found: dict[tuple[int, int], Meeting] = {}
    for some in batched(pairs, PAIRS_AT_A_TIME):
        listed = ", ".join(f"({int(member)}, {int(other)})" for member, other in some)
        query = sa.text(
            f"WITH pair (one, two) AS (VALUES {listed}) "
            f"SELECT member, other, {', '.join(MEETING_FIGURES)} FROM pair "
            "JOIN meeting ON club_id = :club_id AND season = :season AND member = one AND other "
            "= two"
        )
        rows = db.execute(query, {"club_id": club_id, "season": season})
        found |= {(member, other): Meeting(*figures) for member, other, *figures in rows}
    return found


_OWN = s.rating.alias("own")
"""The ratings of one member; made once, since an alias copies every column."""


def latest_ratings(
    db: Connection, club_id: int, only: Collection[int] | None = None
) -> dict[int, Rating]:
    """Return the current ratings by member; members without a rated partie are left out."""
    c = s.rating.c
    m = s.member.c
    own = _OWN.c
    last = (
        sa.select(sa.func.max(own.moment))
        .where(own.club_id == club_id, own.member == m.number)
        .scalar_subquery()
    )  # per member: GROUP BY would read every rating
    query = (
        sa.select(c.member, *(c[name] for name in Rating._fields))
        .select_from(s.member)
        .outerjoin(s.rating, sa.and_(c.club_id == club_id, c.member == m.number, c.moment == last))
        .where(m.club_id == club_id)
    )  # an outer join, so that the planner does not start from the ratings, one or more per partie
    if only is not None:
        query = query.where(m.number.in_(only))
    found = db.execute(query)
    return {member: Rating(*rating) for member, *rating in found if member is not None}


def ratings_of(
    db: Connection, club_id: int, member: int, most: int | None = None
) -> list[tuple[str, Rating]]:
    """Return the latest ratings of a member,
    each with the moment of the partie after which it holds, in order.
    """
    c = s.rating.c
    query = (
        sa.select(c.moment, *(c[name] for name in Rating._fields))
        .where(c.club_id == club_id, c.member == member)
        .order_by(c.moment.desc())
        .limit(most)
    )
    return [(moment, Rating(*rating)) for moment, *rating in reversed(db.execute(query).all())]


def records(
    db: Connection, club_id: int, seasons: Collection[int], members: Collection[int]
) -> defaultdict[tuple[int, int], Records]:
    c = s.record.c
    query = _records(club_id).where(c.season.in_(seasons), c.member.in_(members))
    found: defaultdict[tuple[int, int], Records] = defaultdict(dict)
    for row in db.execute(query):
        kind = RecordKind[row.kind.upper()]
        found[row.season, row.member][kind] = _feat(row)
    return found


def best_records(db: Connection, club_id: int, season: int, kind: RecordKind) -> list[Feat]:
    """Return the highest record of a kind; if two players share it in one partie, of both."""
    c = s.record.c
    query = _records(club_id).where(c.season == season, c.kind == kind.name.lower(), c.figure > 0)
    rows = db.execute(query.order_by(c.figure.desc(), c.last).limit(2))
    found = [_feat(row) for row in rows]
    return [each for each in found if (each.figure, each.last) == (found[0].figure, found[0].last)]


def _records(club_id: int) -> sa.Select[Any]:
    return sa.select(s.record).where(s.record.c.club_id == club_id)


def _feat(row: sa.Row[Any]) -> Feat:
    return Feat(figure=row.figure, member=row.member, first=row.first, last=row.last)


@once
def position(db: Connection, club_id: int) -> int:
    """Return the number of the last entry in the projections; 0 for none."""
    c = s.projection_position.c
    return db.execute(sa.select(c.through).where(c.club_id == club_id)).scalar_one_or_none() or 0


@cache
def _upsert(table: sa.Table, added: tuple[str, ...], dialect: str) -> sa.Insert:
    # Only the dialect of the database is loaded: the other may not be installed.
    statement = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    new = statement.excluded
    key = list(table.primary_key.columns)
    changed = [column.name for column in table.columns if not column.primary_key]
    values = {name: new[name] for name in changed}
    for name in added:
        values[name] = table.c[name] + new[name]
    upsert: sa.Insert = statement.on_conflict_do_update(index_elements=key, set_=values)
    return upsert


def version_of_everything(db: Connection, club_id: int) -> str:
    """Return a text that changes with every row of a club, without scanning a table."""
    tables = (
        s.statement,
        s.signature,
        s.season_sheet,
        s.dispute,
        s.reply,
        s.outcome,
        s.setting,
        s.arrangement,
    )
    numbers = db.execute(
        sa.select(*(sa.select(sa.func.max(each.c.id)).scalar_subquery() for each in tables))
    ).one()
    return "-".join(str(each or 0) for each in (*numbers, position(db, club_id)))


Row = tuple[int | float | str, ...]

KEYS: dict[sa.Table, tuple[str, ...]] = {
    table: tuple(column.name for column in table.primary_key.columns if column.name != "club_id")
    for table in s.PROJECTIONS
} | {s.rating: ("moment", "member"), s.unposted: ("code",)}
"""The columns that order each table: its key; for ratings the moment first."""


def rows(db: Connection, club_id: int, table: sa.Table) -> Iterator[Row]:
    query = (
        sa.select(*(table.c[name] for name in s.own_columns(table)))
        .where(table.c.club_id == club_id)
        .order_by(*(table.c[name] for name in KEYS[table]))
    )
    return map(tuple, streamed(db, query))


# Posted parties: one row per partie, so that no page reads entries to list them


_PARTIES: sa.Select[int] = sa.select(
    *(s.posted_partie.c[name] for name in s.own_columns(s.posted_partie))
)


class PostedPartie(NamedTuple):
    """A partie as its current entry posts it, with the columns of its table."""

    first_entry: int
    entry: int
    moment: str
    season: int
    round: int
    code: str
    members: tuple[int, int]
    result: Result
    correctable_until: str = ""
    state: ResultState = ResultState.SIGNED
    impossible: tuple[int, ...] = ()

    @property
    def played(self) -> str:
        """Return the day it was played, in ISO 8601."""
        return self.moment[:10]

    def state_in(self, *, closed: bool) -> ResultState:
        """Return its state in its season, which is open or *closed*."""
        return ResultState.FINAL if closed else self.state

    def player_of(self, member: int) -> int:
        return self.members.index(member)

    def margin(self, member: int) -> int:
        winner = self.result.winner
        if winner is None:
            return 0
        points = self.result.points
        return points if self.members[winner] == member else -points


def to_row(partie: PostedPartie) -> Row:
    """Return the columns of a partie, in the order of its table."""
    result = partie.result
    return (
        partie.first_entry,
        partie.entry,
        partie.moment,
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
        *(getattr(side, name) for side in result.sides for name in SIDE_FIGURES),
        partie.correctable_until,
        partie.state.name.lower(),
        " ".join(map(str, partie.impossible)),
        result.known.value,
    )


STATES = {each.name.lower(): each for each in ResultState}


def moment(day: str, first_entry: int) -> str:
    """Return what orders the parties of a club: the day a partie was played, then its first entry.

    >>> moment("2026-09-01", 42)
    '2026-09-01 000000042'
    """
    return f"{day} {first_entry:09}"


def _from_row(row: Sequence[Any]) -> PostedPartie:
    # Unpacked, since by name it would take much longer, and a whole book is read so.
    first_entry, entry, at, season, round_, code, first, second, *rest = row
    *of_result, until, state, impossible, known = rest
    winner, points, rubicon, lurch, from_paper, forfeit, *figures = of_result
    of_one = len(SIDE_FIGURES)
    result = Result(
        sides=(Side(*figures[:of_one]), Side(*figures[of_one:])),
        winner=None if winner < 0 else winner,
        points=points,
        rubicon=bool(rubicon),
        lurch=bool(lurch),
        from_paper=bool(from_paper),
        forfeit=bool(forfeit),
        known=Basis(known),
    )
    return PostedPartie(
        first_entry=first_entry,
        entry=entry,
        moment=str(at),
        season=season,
        round=round_,
        code=str(code),
        members=(first, second),
        result=result,
        correctable_until=str(until),
        state=STATES[state],
        impossible=tuple(map(int, str(impossible).split())),
    )


def parties_since(db: Connection, club_id: int, start: str = "") -> Iterator[PostedPartie]:
    """Yield the parties from the moment *start* on, in the order of play."""
    return map(_from_row, streamed(db, _since(club_id, start)))


def counted_since(db: Connection, club_id: int, start: str) -> Iterator[PostedPartie]:
    """Yield those of them that count by the terms of their seasons."""
    return map(_from_row, streamed(db, _since(club_id, start).where(counting(db, club_id))))


def _since(club_id: int, start: str) -> sa.Select[int]:
    c = s.posted_partie.c
    return _PARTIES.where(c.club_id == club_id, c.moment >= start).order_by(c.moment)


def last_moment(db: Connection, club_id: int) -> str:
    c = s.posted_partie.c
    return str(
        db.execute(sa.select(sa.func.max(c.moment)).where(c.club_id == club_id)).scalar_one() or ""
    )


def counting(db: Connection, club_id: int) -> sa.ColumnElement[bool]:
    """Return the condition that a posted partie counts by the terms of its season."""
    c = s.posted_partie.c
    left_out = [each.number for each in seasons(db, club_id) if not each.terms.counts_results_only]
    if not left_out:
        return sa.true()
    return (c.known == Basis.DEALS.value) | c.season.not_in(left_out)


def won_in(db: Connection, club_id: int, season: int) -> tuple[int, int]:
    """Return the sum of the points of the parties won in a season, and their number;
    without forfeits.
    """
    c = s.posted_partie.c
    is_counted = counting(db, club_id)
    query = sa.select(sa.func.coalesce(sa.func.sum(c.points), 0), sa.func.count())
    points, parties = db.execute(
        query.where(
            c.club_id == club_id, c.season == season, c.winner >= 0, c.forfeit == 0, is_counted
        )
    ).one()
    return int(points), int(parties)


def won_by_margin(db: Connection, club_id: int, season: int) -> PostedPartie | None:
    """Return a partie of a season that was won, and of which only the margin is known."""
    c = s.posted_partie.c
    query = _PARTIES.where(c.club_id == club_id, c.season == season, c.winner >= 0)
    query = query.where(c.known == Basis.MARGIN.value)
    return next(_rows(db, query.limit(1)), None)


@once
def parties_for_rounds(db: Connection, club_id: int, season: int, since: int) -> list[PostedPartie]:
    """Return the parties that were played for the fixtures of a season, from round *since* on."""
    c = s.posted_partie.c
    query = _PARTIES.where(c.club_id == club_id, c.season == season, c.round >= since).order_by(
        c.moment
    )
    return [*_rows(db, query)]


class FixtureSettled(NamedTuple):
    """What a posted partie settles of a fixture; `winner` is a member, or 0,
    and `state` as in its table.
    """

    round: int
    first: int
    second: int
    winner: int
    points: int
    forfeit: bool
    entry: int
    code: str
    state: str


@once
def settling(
    db: Connection, club_id: int, season: int, member: int, since: int
) -> list[FixtureSettled]:
    """Return what settles the fixtures of a season,
    as `fixtures` has these, in the order of play.
    """
    c = s.posted_partie.c
    winner = sa.case((c.winner == 0, c.first), (c.winner == 1, c.second), else_=0)
    stored = (c[name] for name in FixtureSettled._fields if name != "winner")
    query = sa.select(*stored, winner.label("winner")).order_by(c.moment)
    query = query.where(c.club_id == club_id, c.season == season, c.round >= max(since, 1))
    if member:
        query = query.where(sa.or_(c.first == member, c.second == member))
    return [FixtureSettled(**row._asdict()) for row in db.execute(query)]


def parties_of(
    db: Connection,
    club_id: int,
    member: int,
    *,
    season: int | None = None,
    other: int | None = None,
    forfeits: bool = True,
    counted: bool = False,
    results_only: bool = False,
    start: int = 0,
    most: int | None = None,
) -> list[PostedPartie]:
    """Return the parties of a member, latest first, filtered by season and opponent;
    *start* is how many to skip.

    The *counted* ones are without those that do not count by the terms of their seasons;
    *results_only* are those without their deals.
    """
    c = s.posted_partie.c
    halves = []
    for own, others in ((c.first, c.second), (c.second, c.first)):
        query = _PARTIES.where(c.club_id == club_id, own == member)
        if season is not None:
            # Without the 0 the index of seasons would be used, and not that of members.
            query = query.where(c.season + 0 == season)
        if not forfeits:
            query = query.where(c.forfeit == 0)
        if results_only:
            query = query.where(c.known != Basis.DEALS.value)
        if counted:
            query = query.where(counting(db, club_id))
        if other is not None:
            query = query.where(others == other)
        halves.append(query)
    both = sa.union_all(*halves).order_by(sa.desc(c.moment.name))
    return list(_rows(db, both.offset(start).limit(most)))


def latest_parties(
    db: Connection, club_id: int, most: int, *, season: int = 0, before: int = 0
) -> list[PostedPartie]:
    """Return the parties of a club or a *season*, latest first;
    those before the one first posted as *before*.
    """
    c = s.posted_partie.c
    other = s.posted_partie.alias().c
    query = _PARTIES.where(c.club_id == club_id).order_by(c.moment.desc())
    if season:
        query = query.where(c.season == season)
    if before:
        moment = sa.select(other.moment).where(
            other.club_id == club_id, other.first_entry == before
        )
        query = query.where(c.moment < moment.scalar_subquery())
    return list(_rows(db, query.limit(most)))


def parties_on(db: Connection, club_id: int, season: int, day: str) -> list[PostedPartie]:
    """Return the parties of a season that were played on a day, in ISO 8601, in their order."""
    c = s.posted_partie.c
    query = _PARTIES.where(c.club_id == club_id, c.season == season)
    query = query.where(c.moment >= day, c.moment < day_after(day))
    return list(_rows(db, query.order_by(c.moment)))


def is_all_imported(db: Connection, club_id: int, season: int) -> bool:
    """Return whether every posted partie of a season came in with an import, and there is one."""
    c = s.posted_partie.c
    of_season = sa.select(sa.literal(1)).where(c.club_id == club_id, c.season == season).limit(1)
    others = of_season.where(c.state != ResultState.IMPORTED.name.lower())
    # Of a season that was played here the first row decides, however many there are.
    if db.execute(others).first() is not None:
        return False
    return db.execute(of_season).first() is not None


def days_played(db: Connection, club_id: int, season: int) -> tuple[str, ...]:
    """Return the first and the last day of play of a season's posted parties, in ISO 8601;
    nothing before the first.
    """
    c = s.posted_partie.c
    of_season = sa.select(c.moment).where(c.club_id == club_id, c.season == season).limit(1)
    # each of them is found at one end of an index; both in one query would read all of it
    first = db.execute(of_season.order_by(c.moment)).scalar()
    last = db.execute(of_season.order_by(c.moment.desc())).scalar()
    return tuple(str(moment)[:10] for moment in (first, last) if moment)


@once
def first_posted(db: Connection, club_id: int, numbers: Collection[int]) -> dict[int, PostedPartie]:
    c = s.posted_partie.c
    query = _PARTIES.where(c.club_id == club_id, c.first_entry.in_(numbers))
    rows = _rows(db, query)  # in their order SQLite would scan every partie
    return {row.first_entry: row for row in rows}


def met(db: Connection, club_id: int, season: int) -> tuple[list[Met], set[int]]:
    """Return the parties of a season that count as its fixtures see them, in order;
    and the entries of imported ones.
    """
    c = s.posted_partie.c
    names = ("round", "first", "second", "forfeit", "code", "entry", "correctable_until")
    query = sa.select(*(c[name] for name in names))
    is_counted = counting(db, club_id)
    query = query.where(c.club_id == club_id, c.season == season, is_counted).order_by(c.moment)
    found = list[Met]()
    imported = set[int]()
    for row in db.execute(query):
        partie = Met(
            round=row.round,
            members=(row.first, row.second),
            forfeit=bool(row.forfeit),
            code=row.code,
            entry=row.entry,
        )
        found.append(partie)
        # Of parties that were played, only an imported one has no correction period.
        if not partie.forfeit and not row.correctable_until:
            imported.add(partie.entry)
    return found, imported


@dataclass(frozen=True, slots=True)
class Periods:
    """The open correction periods of a season:
    number, latest end, latest entry or 0, and with impossible claims.
    """

    count: int
    until: str
    latest: int
    impossible: int


def open_periods(db: Connection, club_id: int, season: int, now: datetime) -> Periods:
    c = s.posted_partie.c
    impossible = sa.func.count(sa.func.nullif(c.impossible, ""))
    found = sa.select(
        sa.func.count(), sa.func.max(c.correctable_until), sa.func.max(c.entry), impossible
    )
    count, until, latest, impossible_ones = db.execute(
        found.where(_is_open(club_id, season, now))
    ).one()
    return Periods(int(count), str(until or ""), int(latest or 0), int(impossible_ones))


def periods_by_member(
    db: Connection, club_id: int, season: int, now: datetime
) -> Mapping[int, int]:
    c = s.posted_partie.c
    found = Counter[int]()
    for column in (c.first, c.second):
        query = (
            sa.select(column, sa.func.count())
            .where(_is_open(club_id, season, now))
            .group_by(column)
        )
        for member, number in db.execute(query):
            found[member] += number
    return found


def in_correction_period(
    db: Connection,
    club_id: int,
    season: int,
    now: datetime,
    *,
    member: int = 0,
    impossible: bool = False,
    start: int = 0,
    most: int | None = None,
) -> list[PostedPartie]:
    """Return the parties of a season whose correction period is open, latest first;
    *start* is how many to skip.
    """
    c = s.posted_partie.c
    query = _PARTIES.where(_is_open(club_id, season, now)).order_by(c.entry.desc())
    if member:
        query = query.where(sa.or_(c.first == member, c.second == member))
    if impossible:
        query = query.where(c.impossible != "")
    return list(_rows(db, query.offset(start).limit(most)))


def _is_open(club_id: int, season: int, now: datetime) -> sa.ColumnElement[bool]:
    c = s.posted_partie.c
    of = s.season.c
    closed = sa.select(of.number).where(of.club_id == club_id, of.number == season, of.closed == 1)
    at = now.astimezone(UTC).isoformat(timespec="seconds")
    return sa.and_(
        c.club_id == club_id, c.season == season, c.correctable_until > at, ~closed.exists()
    )


def _rows(db: Connection, query: sa.Select[int] | sa.CompoundSelect[int]) -> Iterator[PostedPartie]:
    return map(_from_row, map(tuple, db.execute(query)))
