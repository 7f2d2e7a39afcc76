"""Reading and appending the entries of a book, with their postings."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    exists,
    func,
    select,
    union_all,
)

from ..ledger.entries import KINDS, Adjusted, Commodity, DisputeEnded, Posting, SheetPosted
from . import schema as s
from .queries import batched, given, once, streamed

POSTED = KINDS[SheetPosted]
ADJUSTED = KINDS[Adjusted]
DISPUTE_ENDED = KINDS[DisputeEnded]

COMMODITIES = tuple(each.name.lower() for each in Commodity)
"""What accounts hold, as postings name it."""


class EntryRow(NamedTuple):
    """An entry as stored; `reversed_by` is the number of the entry that reverses it, or `None`."""

    id: int
    number: int
    kind: str
    season: int
    code: str
    text: str
    digest: str
    reversed_by: int | None


class NewEntry(NamedTuple):
    """An entry to append, by the columns of its table."""

    number: int
    kind: str
    season: int
    code: str
    text: str
    digest: str


def last_entry(db: Connection, club_id: int) -> EntryRow | None:
    return next(iter(latest_entries(db, club_id, before=None, most=1)), None)


def append_entries(
    db: Connection, club_id: int, new: Sequence[NewEntry], postings_of: Sequence[Sequence[Posting]]
) -> list[int]:
    """Append entries, each with its postings, and return their ids."""
    values = [{"club_id": club_id, **each._asdict()} for each in new]
    numbered = s.entry.insert().returning(s.entry.c.id, sort_by_parameter_order=True)
    ids = list(db.execute(numbered, values).scalars())
    postings = [
        {
            "entry_id": entry_id,
            "club_id": club_id,
            "season": each.account.season,
            "member": each.account.member,
            "commodity": each.commodity.name.lower(),
            "amount": each.amount,
        }
        for entry_id, moved in zip(ids, postings_of, strict=True)
        for each in moved
    ]
    if postings:
        db.execute(s.posting.insert(), postings)
    return ids


@once
def find_entry(db: Connection, club_id: int, number: int) -> EntryRow | None:
    return next(iter(_rows(db, _entries(club_id).where(s.entry.c.number == number))), None)


def entries(
    db: Connection,
    club_id: int,
    *,
    kind: str | None = None,
    season: int | None = None,
    start: int = 1,
) -> Iterator[EntryRow]:
    c = s.entry.c
    return entries_where(db, club_id, c.number >= start, *given((c.kind, kind), (c.season, season)))


def latest_entries(
    db: Connection, club_id: int, *, before: int | None, most: int
) -> list[EntryRow]:
    """Return the entries before number *before*, latest first; without it the latest of all."""
    query = (
        _entries(club_id) if before is None else _entries(club_id).where(s.entry.c.number < before)
    )
    return _rows(db, query.order_by(s.entry.c.number.desc()).limit(most))


def latest_current(
    db: Connection,
    club_id: int,
    season: int | None,
    kind: str = POSTED,
    *,
    codes: Select[str] | None = None,
    before: int = 0,
    start: int = 0,
    most: int,
) -> list[EntryRow]:
    """Return the current entries of a *kind*, or of sheets by their *codes*, latest first;
    *start* are skipped.
    """
    query = _entries(club_id).where(_is_current(season, kind, codes))
    query = query.where(s.entry.c.number < before) if before else query
    number = (
        s.entry.c.number if codes is None else s.entry.c.number + 0
    )  # or SQLite would scan the book for the codes
    return _rows(db, query.order_by(number.desc()).offset(start).limit(most))


def count_current(db: Connection, club_id: int, season: int | None, codes: Select[str]) -> int:
    """Return how many sheets with these *codes* are posted now."""
    query = (
        _entries(club_id).where(_is_current(season, POSTED, codes)).with_only_columns(func.count())
    )
    return int(db.execute(query).scalar_one())


def _is_current(season: int | None, kind: str, codes: Select[str] | None) -> ColumnElement[bool]:
    c = s.entry.c
    found = and_(c.kind == kind, _BY.c.id.is_(None))
    if codes is None:
        return and_(found, *given((c.season, season)))
    # Without the 0 the index of seasons would be used, and not that of codes.
    return and_(found, c.code.in_(codes), *given((c.season + 0, season)))


@once
def entries_of_sheet(
    db: Connection, club_id: int, code: str, kind: str | None = None
) -> list[EntryRow]:
    c = s.entry.c
    query = _entries(club_id).where(c.code == code, *given((c.kind, kind)))
    return _rows(db, query.order_by(c.number + 0))  # without the 0 SQLite would scan the whole book


def entries_where(
    db: Connection, club_id: int, *conditions: ColumnElement[bool]
) -> Iterator[EntryRow]:
    query = _entries(club_id).where(*conditions).order_by(s.entry.c.number)
    return (EntryRow(*row) for row in streamed(db, query))


def balances(
    db: Connection, club_id: int, season: int | None = None, members: Collection[int] | None = None
) -> dict[tuple[int, int, str], int]:
    c = s.posting.c
    query = select(c.season, c.member, c.commodity, func.sum(c.amount))
    query = query.where(c.club_id == club_id, *given((c.season, season)))
    if members is not None:
        query = query.where(c.member.in_(members))
    rows = db.execute(query.group_by(c.season, c.member, c.commodity))
    return {(season, member, commodity): amount for season, member, commodity, amount in rows}


_BY = s.entry.alias("by")
"""The entry that reverses another; made once, since an alias copies every column."""


def _entries(club_id: int) -> Select[Any]:
    c = s.entry.c
    joined = s.entry.outerjoin(s.reversal, s.reversal.c.entry_id == c.id).outerjoin(
        _BY, _BY.c.id == s.reversal.c.by_id
    )
    return (
        select(*(c[name] for name in EntryRow._fields[:-1]), _BY.c.number)
        .select_from(joined)
        .where(c.club_id == club_id)
    )


def _rows(db: Connection, query: Select[Any]) -> list[EntryRow]:
    return [*map(EntryRow._make, db.execute(query))]


def ends_of_season(db: Connection, club_id: int, season: int) -> list[EntryRow]:
    c = s.entry.c
    query = _entries(club_id).where(c.season == season)
    first = _rows(db, query.order_by(c.number).limit(1))
    return first + _rows(db, query.order_by(c.number.desc()).limit(1))


class Point(NamedTuple):
    """A member's balance after an entry."""

    number: int
    balance: int


def race_lines(
    db: Connection,
    club_id: int,
    season: int,
    members: Collection[int],
    every: int = 1,
    *,
    is_counted: ColumnElement[bool],
    of_two: bool = True,
) -> dict[int, tuple[Point, ...]]:
    """Return the balances of some members over a season, in order; nothing for one without any.

    Entries are numbered through the book: a point is the balance after the last of *every* 10
    numbers, if 10 are asked for. What was reversed is left out. A corrected partie *of_two* stands
    where it was first posted, a scorecard where it was posted last.

    Args:
        is_counted: which posted parties *of_two* count, as in `projections.counting`.
    """
    c = s.posting.c
    e = s.entry.c
    q = s.posted_partie.c
    undone = exists().where(s.reversal.c.entry_id == c.entry_id) | exists().where(
        s.reversal.c.by_id == c.entry_id
    )
    moved = (
        select(
            c.member.label("member"),
            func.max(e.number).label("number"),
            func.sum(c.amount).label("gained"),
        )
        .join(s.entry, e.id == c.entry_id)
        .where(c.member.in_(members), c.commodity == "points", ~undone)
        .group_by(c.member, e.number // every)
    )
    # The database adds up each group, so that a long season returns no more rows than a short one.
    if of_two:
        groups = [moved.where(e.club_id == club_id, e.season == season, e.kind == ADJUSTED)]
        for player, own in enumerate((q.first, q.second)):
            gained = case((q.winner == player, q.points), else_=-q.points)
            in_season = (q.club_id == club_id) & own.in_(members) & (q.season == season)
            groups.append(
                select(own, func.max(q.first_entry), func.sum(gained))
                .where(in_season, q.winner >= 0, is_counted)
                .group_by(own, q.first_entry // every)
            )
    else:
        groups = [moved.where(c.club_id == club_id, c.season == season)]
    g = union_all(*groups).subquery().c
    part = g.number // every  # once, because PostgreSQL takes two numbers for two expressions
    drawn = (
        select(g.member, func.max(g.number), func.sum(g.gained))
        .group_by(g.member, part)
        .order_by(g.member, part)
    )
    points = defaultdict[int, list[Point]](list)
    balance = Counter[int]()
    for member, number, gain in db.execute(drawn):
        balance[member] += int(gain)
        points[member].append(Point(number, balance[member]))
    return {member: tuple(line) for member, line in points.items()}


def moved_since(
    db: Connection, club_id: int, member: int, number: int, most: int
) -> list[EntryRow]:
    """Return the entries after number *number* that move a member's accounts, latest first."""
    e = s.entry.c
    p = s.posting.c
    after = select(e.id).where(e.club_id == club_id, e.number == number).scalar_subquery()
    seasons = select(s.season.c.number).where(s.season.c.club_id == club_id)
    moved = (
        select(p.entry_id)
        .where(
            p.club_id == club_id,
            p.season.in_(seasons),
            p.member == member,
            p.commodity.in_(COMMODITIES),
        )
        .where(p.entry_id > func.coalesce(after, 0))
        .distinct()
        .order_by(p.entry_id.desc())
        .limit(most)
    )
    return _rows(db, _entries(club_id).where(e.id.in_(moved)).order_by(e.number.desc()))


def posted_since(
    db: Connection,
    club_id: int,
    seasons: Collection[int],
    number: int,
    *,
    kinds: Collection[str],
    most: int,
) -> list[EntryRow]:
    """Return the entries of some kinds after number *number* in some seasons, latest first."""
    c = s.entry.c
    query = _entries(club_id).where(c.kind.in_(kinds), c.season.in_(seasons), c.number > number)
    return _rows(db, query.order_by(c.number.desc()).limit(most))


def codes(db: Connection, club_id: int, numbers: Collection[int]) -> dict[int, str]:
    """Return the codes of the sheets that entries post, by their numbers; empty texts for none."""
    c = s.entry.c
    found: dict[int, str] = {}
    for some in batched(numbers):
        query = select(c.number, c.code).where(c.club_id == club_id, c.number.in_(some))
        found |= {int(number): str(code) for number, code in db.execute(query)}
    return found


def times(db: Connection, club_id: int, numbers: Collection[int]) -> dict[int, str]:
    c = s.entry.c
    found: dict[int, str] = {}
    for some in batched(numbers):
        query = select(c.number, c.text).where(c.club_id == club_id, c.number.in_(some))
        found |= {int(number): str(json.loads(text)["at"]) for number, text in db.execute(query)}
    return found
