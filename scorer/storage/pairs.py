"""Pairs: their links and settings, which parties they have, and what these add up to.

The rows of `pair_sheet` say to which pair a partie belongs. `pair_partie` is made from them and
from the sheets: it has a row for each partie of a pair, with its result once it is over, so that no
page has to read old sheets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Select, bindparam, func, select, text

from ..rules.figures import SIDE_FIGURES, Side
from ..rules.names import Name
from ..table.great_lines import MomentKind
from ..table.pair_results import (
    PAIR_COUNTS,
    BestDeal,
    BestOf,
    DealMoment,
    PairResult,
    PairStep,
    PairSums,
    Period,
    PlayerSums,
    in_all,
    sums_of,
)
from ..table.recording import SheetKind
from . import row_chains
from . import schema as s
from .queries import batched, by_key, given, once, streamed
from .row_chains import root_digest, sealed_line
from .sheets import SheetRow, name_now, sheets_where

OVER = "over"
RUNNING = "running"
OUT = "out"
"""How a partie of a pair stands: it counts, it goes on, or it is left out."""

LEFT_OUT = -1
"""What a row of `pair_sheet` has instead of the left player."""


class PairRow(NamedTuple):
    id: int
    code: str
    opened_at: str


class InPair(NamedTuple):
    """Where a partie is: in which pair, which player from 0 is on the left, and how it stands."""

    pair_id: int
    sheet_id: int
    left: int
    status: str


_LOCK = text("SELECT pg_advisory_xact_lock(3, 0)")


def lock(db: Connection) -> None:
    """Wait for others that move parties between pairs or change their results.

    It is the last lock that a writer takes, after that of a sheet: what it then reads of pairs
    stays as it is to the end.
    """
    if db.dialect.name == "postgresql":
        db.execute(_LOCK)


# Pairs and their links


def insert_pair(db: Connection, *, code: str, token_hash: str, at: str) -> PairRow:
    """Append a pair with its first link; `IntegrityError` if the code or the link is taken."""
    row = {"code": code, "opened_at": at}
    inserted = s.pair.insert().returning(s.pair.c.id)
    values = {**row, "digest": root_digest(s.pair, row)}
    pair_id = int(db.execute(inserted, values).scalar_one())
    insert_link(db, pair_id, token_hash=token_hash, at=at)
    return PairRow(pair_id, code, at)


def insert_link(db: Connection, pair_id: int, *, token_hash: str, at: str) -> None:
    row_chains.append(db, s.pair_link, pair_id, {"token_hash": token_hash, "made_at": at})


def taken(db: Connection, codes: Collection[str]) -> set[str]:
    return set(db.execute(select(s.pair.c.code).where(s.pair.c.code.in_(codes))).scalars())


_PAIRS = select(*(s.pair.c[name] for name in PairRow._fields))


def pairs_by_id(db: Connection, ids: Collection[int]) -> dict[int, PairRow]:
    rows = db.execute(_PAIRS.where(s.pair.c.id.in_(ids)))
    return {row.id: PairRow(*row) for row in rows}


def pairs_with(db: Connection, codes: Collection[str]) -> dict[str, PairRow]:
    rows = db.execute(_PAIRS.where(s.pair.c.code.in_(codes)))
    return {row.code: PairRow(*row) for row in rows}


def pairs_of_links(db: Connection, hashes: Collection[str]) -> dict[str, int]:
    """Return the ids of the pairs whose links in force have these hashes, by hash."""
    c = s.pair_link.c
    newer = s.pair_link.alias("newer").c
    later = sa.exists().where(newer.pair_id == c.pair_id, newer.id > c.id)
    query = select(c.token_hash, c.pair_id).where(c.token_hash.in_(hashes), ~later)
    return {str(token_hash): int(pair_id) for token_hash, pair_id in db.execute(query)}


class OldLink(NamedTuple):
    """A link of a pair with its hash, and when the next one was made; empty if that is the last."""

    token_hash: str
    pair_id: int
    renewed_at: str


def old_links(db: Connection, hashes: Collection[str]) -> list[OldLink]:
    c = s.pair_link.c
    newer = s.pair_link.alias("newer")
    later = (newer.c.pair_id == c.pair_id) & (newer.c.id > c.id)
    renewed = func.coalesce(func.min(newer.c.made_at), "")
    both = s.pair_link.outerjoin(newer, later)
    query = select(c.token_hash, c.pair_id, renewed).select_from(both)
    rows = db.execute(query.where(c.token_hash.in_(hashes)).group_by(c.token_hash, c.pair_id))
    return [OldLink(*row) for row in rows]


def sheets_of_links(db: Connection, links: Collection[int], kind: SheetKind) -> list[SheetRow]:
    """Return the sheets of a kind of these scoring links that are not revoked, latest first."""
    c = s.scoring_link.c
    revoked = select(s.revocation.c.link_id)
    own = select(c.sheet_id).where(c.id.in_(links), c.id.not_in(revoked))
    return sheets_where(db, s.sheet.c.id.in_(own) & (s.sheet.c.kind == kind))


# Settings


STAKE = "stake"
SETTLED = "settled"
JOINED = "joined"


class SettingRow(NamedTuple):
    """A setting of a pair as stored: its value, a line beside it, and when it was set."""

    id: int
    value: str
    text: str
    set_at: str


def save_setting(
    db: Connection, pair_id: int, *, name: str, value: str, at: str, line: str = ""
) -> None:
    row = {"name": name, "value": value, **sealed_line(line), "set_at": at}
    row_chains.append(db, s.pair_setting, pair_id, row)


def settings(db: Connection, pair_id: int, name: str) -> list[SettingRow]:
    """Return every value that a setting of a pair has had, oldest first."""
    c = s.pair_setting.c
    query = select(*(c[each] for each in SettingRow._fields))
    rows = db.execute(query.where(c.pair_id == pair_id, c.name == name).order_by(c.id))
    return [SettingRow(*row) for row in rows]


class Joining(NamedTuple):
    """That a pair was joined into another, and whether its links lead there: until the link of that
    one is renewed.
    """

    into: int
    leads: bool


def save_joined(db: Connection, pair_id: int, into: PairRow | None, *, at: str) -> None:
    """Join a pair into another, or with `None` part it again."""
    value = "" if into is None else f"{into.code} {count_links(db, into.id)}"
    save_setting(db, pair_id, name=JOINED, value=value, at=at)


def joined(db: Connection, ids: Collection[int]) -> dict[int, Joining]:
    """Return those of some pairs that were joined into others and not parted again."""
    c = s.pair_setting.c
    last = select(func.max(c.id)).where(c.pair_id.in_(ids), c.name == JOINED).group_by(c.pair_id)
    query = select(c.pair_id, c.value).where(c.id.in_(last), c.value != "")
    found = {}
    for pair_id, value in db.execute(query).all():
        code, links = str(value).split()
        into = pairs_with(db, [code])[code].id
        found[int(pair_id)] = Joining(into, count_links(db, into) == int(links))
    return found


def count_links(db: Connection, pair_id: int) -> int:
    query = select(func.count()).where(s.pair_link.c.pair_id == pair_id)
    return int(db.execute(query).scalar_one())


# Notes


def add_note(db: Connection, sheet_id: int, line: str, *, at: str) -> None:
    row_chains.append(db, s.sheet_note, sheet_id, {**sealed_line(line), "set_at": at})


def notes(db: Connection, ids: Collection[int]) -> dict[int, str]:
    """Return the notes of sheets that have one, by the ids of these."""
    c = s.sheet_note.c
    last = select(func.max(c.id)).where(c.sheet_id.in_(ids)).group_by(c.sheet_id)
    query = select(c.sheet_id, c.text).where(c.id.in_(last), c.text != "")
    return {int(sheet_id): str(line) for sheet_id, line in db.execute(query)}


# Which parties a pair has


def put_sheet(db: Connection, spot: InPair, *, at: str) -> None:
    """Append to the chain of a sheet where it is from now on.

    One that is left out has two rows, so that who is on the left stays known.
    """
    rows = [spot.left, LEFT_OUT] if spot.status == OUT else [spot.left]
    values = [{"pair_id": spot.pair_id, "left": left, "set_at": at} for left in rows]
    row_chains.append(db, s.pair_sheet, spot.sheet_id, *values)


def all_by_rows(db: Connection, *, most: int = 200) -> Iterator[list[InPair]]:
    """Yield where every sheet is by the rows of its chain, some at a time; how one stands that is
    not left out is not known from these.
    """
    c = s.pair_sheet.c
    rows = streamed(db, select(c.sheet_id, c.pair_id, c.left).order_by(c.sheet_id, c.id))
    found: dict[int, InPair] = {}
    for sheet_id, pair_id, left in rows:
        if len(found) >= most and sheet_id not in found:
            yield [*found.values()]
            found = {}
        seat = found[sheet_id].left if left == LEFT_OUT and sheet_id in found else left
        status = OUT if left == LEFT_OUT else ""
        found[sheet_id] = InPair(pair_id, sheet_id, seat, status)
    if found:
        yield [*found.values()]


def came_from(db: Connection, pair_id: int, other: int) -> dict[int, int]:
    """Return the sheets of a pair that came to it from another, each with who was on the left
    there.
    """
    c = s.pair_sheet.c
    now = select(s.pair_partie.c.sheet_id).where(s.pair_partie.c.pair_id == pair_id)
    before: dict[int, int] = {}
    left: dict[int, int] = {}
    rows = select(c.sheet_id, c.pair_id, c.left).where(c.sheet_id.in_(now)).order_by(c.id)
    for sheet_id, of, seat in db.execute(rows):
        if of != pair_id:
            before[sheet_id] = of
            if seat != LEFT_OUT:
                left[sheet_id] = seat
    return {sheet_id: left[sheet_id] for sheet_id, of in before.items() if of == other}


_IN_PAIRS = select(
    s.pair_partie.c.pair_id,
    s.pair_partie.c.sheet_id,
    s.pair_partie.c.seat,
    s.pair_partie.c.status,
)


@once
def in_pair(db: Connection, sheet_id: int) -> InPair | None:
    row = db.execute(by_key(_IN_PAIRS, s.pair_partie.c.sheet_id), {"key": sheet_id}).first()
    return None if row is None else InPair(*row)


def all_in(
    db: Connection, pair_id: int, *, status: str | None = None, most: int | None = None
) -> list[InPair]:
    """Return where the parties of a pair are, the last opened first, or those that stand so."""
    c = s.pair_partie.c
    query = _IN_PAIRS.where(c.pair_id == pair_id, *given((c.status, status)))
    return [InPair(*row) for row in db.execute(query.order_by(c.sheet_id.desc()).limit(most))]


def count_left_out(db: Connection, pair_id: int) -> int:
    c = s.pair_partie.c
    query = select(func.count()).where(c.pair_id == pair_id, c.status == OUT)
    return int(db.execute(query).scalar_one())


class LatestPartie(NamedTuple):
    """The partie of a pair that was opened last: when, its id, which orders those of a second, and
    the names of the left and the right player.
    """

    opened_at: str
    sheet_id: int
    names: tuple[Name, Name]


def latest_of(
    db: Connection, ids: Collection[int], status: str = "", until: str = ""
) -> dict[int, LatestPartie]:
    """Return the latest partie of each of these pairs, also if it is left out, or the latest of
    those that stand so, or were opened *until* a moment.
    """
    c = s.pair_partie.c
    p = s.player.c
    newest = s.pair_partie.alias("newest").c
    last = (
        select(func.max(newest.sheet_id))
        .where(newest.pair_id == s.pair.c.id)
        .where(newest.status == status if status else sa.true())
        .where(newest.opened_at <= until if until else sa.true())
        .correlate(s.pair)
        .scalar_subquery()
    )
    columns: list[sa.ColumnElement[Any]] = [
        c.pair_id,
        c.opened_at,
        c.sheet_id,
        c.seat.label("left_seat"),
        p.seat,
        sa.type_coerce(name_now(), s.PersonName).label("name"),
    ]
    query = (
        select(*columns)
        .select_from(s.pair)
        .join(s.pair_partie, (c.pair_id == s.pair.c.id) & (c.sheet_id == last))
        .join(s.player, p.sheet_id == c.sheet_id)
        .where(s.pair.c.id.in_(ids))
    )
    found: dict[int, dict[int, Name]] = {}
    opened: dict[int, tuple[str, int]] = {}
    for row in db.execute(query):
        opened[row.pair_id] = row.opened_at, row.sheet_id
        side = int(row.seat != row.left_seat)
        found.setdefault(row.pair_id, {})[side] = row.name
    return {
        pair_id: LatestPartie(*opened[pair_id], (names[0], names[1]))
        for pair_id, names in found.items()
    }


# What its parties add up to


Cells = dict[str, Any]

COLUMNS = tuple(column.name for column in s.pair_partie.columns)

_NO_RESULT: Mapping[str, Any] = {
    column.name: 0 if column.type.python_type is int else "" for column in s.pair_partie.columns
} | {"winner": -1}

SIDES = ("left", "right")


class PartieNow(NamedTuple):
    """A partie of a pair as it is now; `result` is `None` before it is over."""

    spot: InPair
    code: str
    day: str
    opened_at: str
    result: PairResult | None


def to_row(now: PartieNow) -> Cells:
    """Return the columns of a partie of a pair."""
    is_out = now.spot.status == OUT
    result = now.result
    ended = RUNNING if result is None else OVER
    row = {
        **_NO_RESULT,
        "pair_id": now.spot.pair_id,
        "sheet_id": now.spot.sheet_id,
        "status": OUT if is_out else ended,
        "seat": now.spot.left,
        "day": now.day,
        "opened_at": now.opened_at,
        "code": now.code,
    }
    if result is None:
        return row
    row["rules"] = result.rules
    row["winner"] = -1 if result.winner is None else result.winner
    row["paid"] = result.paid
    row["in_parties"] = int(result.in_parties)
    row["rubicon"] = int(result.rubicon)
    for side, made, best in zip(SIDES, result.sides, result.best, strict=True):
        row |= {f"{side}_{name}": getattr(made, name) for name in SIDE_FIGURES}
        row[f"{side}_best"] = best.points
        row[f"{side}_best_deal"] = best.deal
    for name in ("deals", "unknown", "to_elder", "to_younger"):
        row[name] = getattr(result, name)
    row["moments"] = " ".join(
        f"{each.deal}.{int(each.kind)}.{each.whose}" for each in result.moments
    )
    return row


def _side(row: Cells, side: str) -> Side:
    return Side(**{name: row[f"{side}_{name}"] for name in SIDE_FIGURES})


def _best_of(row: Cells, side: str) -> BestDeal:
    return BestDeal(points=row[f"{side}_best"], deal=row[f"{side}_best_deal"])


def _from_row(row: Cells, note: str) -> PairResult:
    left, right = SIDES
    return PairResult(
        code=row["code"],
        day=row["day"],
        opened_at=row["opened_at"],
        rules=row["rules"],
        winner=None if row["winner"] < 0 else row["winner"],
        paid=row["paid"],
        in_parties=bool(row["in_parties"]),
        rubicon=bool(row["rubicon"]),
        sides=(_side(row, left), _side(row, right)),
        best=(_best_of(row, left), _best_of(row, right)),
        deals=row["deals"],
        unknown=row["unknown"],
        to_elder=row["to_elder"],
        to_younger=row["to_younger"],
        moments=tuple(map(_moment, row["moments"].split())),
        note=note,
    )


def _moment(written: str) -> DealMoment:
    deal, kind, whose = map(int, written.split("."))
    return DealMoment(deal, MomentKind(kind), whose)


def crossed(row: Cells) -> Cells:
    """Return the row of a partie with left and right exchanged."""
    turned = dict(row)
    for name in COLUMNS:
        side, _, figure = name.partition("_")
        if side in SIDES:
            other = SIDES[1 - SIDES.index(side)]
            turned[name] = row[f"{other}_{figure}"]
    turned["seat"] = 1 - row["seat"]
    if row["winner"] >= 0:
        turned["winner"] = 1 - row["winner"]
    moments = sorted(
        each._replace(whose=1 - each.whose) for each in map(_moment, row["moments"].split())
    )
    turned["moments"] = " ".join(f"{each.deal}.{int(each.kind)}.{each.whose}" for each in moments)
    return turned


def keep(db: Connection, rows: Sequence[Cells]) -> None:
    """Put the rows of parties in place of those that they have, and add up what that changes."""
    c = s.pair_partie.c
    for some in batched(rows):
        own = c.sheet_id.in_([row["sheet_id"] for row in some])
        changed = _periods(db, own)
        db.execute(sa.delete(s.pair_partie).where(own))
        db.execute(s.pair_partie.insert(), some)
        _add_up(db, changed | _periods(db, own))


def _periods(db: Connection, own: sa.ColumnElement[bool]) -> set[Chosen]:
    """Return the pairs, years and rules of the finished parties that meet a condition."""
    c = s.pair_partie.c
    found = db.execute(select(c.pair_id, c.day, c.rules).where(own, c.status == OVER))
    return {Chosen(pair_id, str(day)[:4], str(rules)) for pair_id, day, rules in found}


def _add_up(db: Connection, periods: Iterable[Chosen]) -> None:
    c = s.pair_sum.c
    names = [column.name for column in s.pair_sum.columns]
    for each in sorted(periods):
        same = (c.pair_id == each.pair_id) & (c.year == each.year) & (c.rules == each.rules)
        db.execute(sa.delete(s.pair_sum).where(same))
        db.execute(s.pair_sum.insert().from_select(names, _sums().where(each.condition)))


def rows_of_sheets(db: Connection, ids: Collection[int]) -> dict[int, Cells]:
    """Return the rows of parties as they are stored, by the ids of their sheets."""
    query = select(s.pair_partie).where(s.pair_partie.c.sheet_id.in_(ids))
    return {row["sheet_id"]: dict(row) for row in db.execute(query).mappings()}


def rows_of_pair(db: Connection, pair_id: int) -> list[Cells]:
    query = select(s.pair_partie).where(s.pair_partie.c.pair_id == pair_id)
    ordered = query.order_by(s.pair_partie.c.sheet_id)
    return [dict(row) for row in db.execute(ordered).mappings()]


def pairs_of_sheets(
    db: Connection, codes: Collection[str], status: str | None = None
) -> dict[str, str]:
    """Return the codes of pairs by those of their parties, of these that are in one, or that stand
    so there.
    """
    p = s.pair_partie.c
    query = (
        select(s.sheet.c.code.label("sheet"), s.pair.c.code.label("pair"))
        .join(s.pair_partie, p.sheet_id == s.sheet.c.id)
        .join(s.pair, s.pair.c.id == p.pair_id)
    )
    query = query.where(s.sheet.c.code.in_(codes), *given((p.status, status)))
    return {row.sheet: row.pair for row in db.execute(query)}


def without_sheet(db: Connection) -> list[Cells]:
    """Return the rows of parties that no row of `pair_sheet` puts into a pair."""
    c = s.pair_partie.c
    put = sa.exists().where(s.pair_sheet.c.sheet_id == c.sheet_id)
    return [dict(row) for row in db.execute(select(s.pair_partie).where(~put)).mappings()]


class Chosen(NamedTuple):
    """Which finished parties of a pair are asked for: those of a year and by some rules; empty for
    all.
    """

    pair_id: int
    year: str = ""
    rules: str = ""

    @property
    def condition(self) -> sa.ColumnElement[bool]:
        c = s.pair_partie.c
        asked: list[tuple[sa.ColumnElement[Any], object]] = [(c.rules, self.rules or None)]
        # a point comes after the hyphen of a day
        of_year = [c.day >= self.year, c.day < f"{self.year}."] if self.year else []
        return sa.and_(c.pair_id == self.pair_id, c.status == OVER, *of_year, *given(*asked))


def _sums() -> Select[Any]:
    """Return the query of the rows of `pair_sum`, as they follow from those of parties."""
    c = s.pair_partie.c
    year = func.substr(c.day, sa.literal_column("1"), sa.literal_column("4"))
    in_parties = c.in_parties == 1
    columns: list[sa.ColumnElement[Any]] = [
        func.count(),
        func.sum(sa.case((c.winner < 0, 1), else_=0)),
        func.sum(sa.case((c.unknown > 0, 1), else_=0)),
        *(func.sum(c[name]) for name in ("deals", "unknown", "to_elder", "to_younger")),
    ]
    for player, side in enumerate(SIDES):
        won = c.winner == player
        columns += [
            func.sum(sa.case((won, 1), else_=0)),
            func.sum(sa.case((won & ~in_parties, c.paid), else_=0)),
            func.sum(sa.case((won & in_parties, c.paid), else_=0)),
            func.sum(sa.case((won, c.rubicon), else_=0)),
            *(func.sum(c[f"{side}_{name}"]) for name in SIDE_FIGURES if name != "total"),
        ]
    query = select(c.pair_id, year, c.rules, *columns).where(c.status == OVER)
    return query.group_by(c.pair_id, year, c.rules)


_SUMS = select(*(column for column in s.pair_sum.columns if column.name != "pair_id")).order_by(
    s.pair_sum.c.year, s.pair_sum.c.rules
)


def sums_by_period(db: Connection, pair_id: int) -> dict[Period, PairSums]:
    """Return the sums of the finished parties of a pair by year and rules."""
    found = {}
    rows = db.execute(by_key(_SUMS, s.pair_sum.c.pair_id), {"key": pair_id})
    for year, rules, *figures in rows:
        counts = dict(zip(PAIR_COUNTS, figures, strict=False))
        players = figures[len(PAIR_COUNTS) :]
        half = len(players) // 2
        left = PlayerSums(*players[:half])
        right = PlayerSums(*players[half:])
        found[Period(year, rules)] = PairSums(**counts, left=left, right=right)
    return found


def wrong_sums(db: Connection) -> Iterator[tuple[str, Period]]:
    """Yield the codes of pairs with the periods whose sums are not those of their parties."""
    stored = select(*s.pair_sum.columns)
    found = {
        (row[0], Period(str(row[1]), str(row[2])))
        for query in (_sums().except_(stored), stored.except_(_sums()))
        for row in db.execute(query)
    }
    pairs = pairs_by_id(db, [pair_id for pair_id, _ in found])
    for pair_id, period in sorted(found):
        yield pairs[pair_id].code if pair_id in pairs else f"number {pair_id}", period


def without_link(db: Connection) -> list[str]:
    """Return the codes of pairs to which no link was ever made."""
    linked = sa.exists().where(s.pair_link.c.pair_id == s.pair.c.id)
    found = db.execute(select(s.pair.c.code).where(~linked).order_by(s.pair.c.id))
    return [str(code) for code in found.scalars()]


def sums_of_rows(rows: Iterable[Cells]) -> PairSums:
    """Return the sums of those rows of parties that are over and not left out."""
    return in_all(sums_of(_from_row(row, "")) for row in rows if row["status"] == OVER)


def steps(db: Connection, chosen: Chosen) -> list[PairStep]:
    """Return what parties did to the balance, the earliest first."""
    c = s.pair_partie.c
    change = sa.case((c.in_parties == 1, 0), (c.winner == 1, -c.paid), else_=c.paid)
    winner = sa.case((c.winner >= 0, c.winner), else_=None)
    query = select(c.day, sa.case((c.winner < 0, 0), else_=change), winner, c.code)
    ordered = query.where(chosen.condition).order_by(c.day, c.opened_at, c.code)
    cursor = db.execute(ordered).cursor
    assert cursor is not None, "a query has one"
    # the rows of the driver itself, since there may be a thousand
    return [*map(PairStep._make, cursor.fetchall())]


def results(db: Connection, chosen: Chosen, *, start: int, most: int) -> list[PairResult]:
    """Return results with their notes, the latest first; *start* is how many to skip."""
    c = s.pair_partie.c
    query = select(s.pair_partie).where(chosen.condition)
    ordered = query.order_by(c.day.desc(), c.opened_at.desc(), c.code.desc())
    rows = [dict(row) for row in db.execute(ordered.offset(start).limit(most)).mappings()]
    known = notes(db, [row["sheet_id"] for row in rows])
    return [_from_row(row, known.get(row["sheet_id"], "")) for row in rows]


def best_deals(db: Connection, chosen: Chosen) -> tuple[BestOf | None, BestOf | None]:
    """Return the deal in which each player made the most; of several the earliest."""
    return _best_deal(db, chosen, "left"), _best_deal(db, chosen, "right")


def _best_deal(db: Connection, chosen: Chosen, side: str) -> BestOf | None:
    c = s.pair_partie.c
    best = c[f"{side}_best"]
    query = select(best, c.code, c.day, c[f"{side}_best_deal"]).where(chosen.condition)
    row = db.execute(query.order_by(best.desc(), *_IN_ORDER).limit(1)).first()
    return None if row is None else BestOf(*row)


def best_parties(db: Connection, chosen: Chosen) -> tuple[BestOf | None, BestOf | None]:
    """Return the partie that each player won by the most points; of several the earliest."""
    return _best_partie(db, chosen, 0), _best_partie(db, chosen, 1)


def _best_partie(db: Connection, chosen: Chosen, player: int) -> BestOf | None:
    c = s.pair_partie.c
    won = chosen.condition & (c.winner == player) & (c.in_parties == 0)
    query = select(c.paid, c.code, c.day).where(won).order_by(c.paid.desc(), *_IN_ORDER)
    row = db.execute(query.limit(1)).first()
    return None if row is None else BestOf(*row)


_IN_ORDER = (s.pair_partie.c.day, s.pair_partie.c.opened_at, s.pair_partie.c.code)


# Names and lines that are erased


def erase(db: Connection, pair_id: int, player: int, name: str) -> None:
    """Give the left player, 0, or the right one another name on all sheets of a pair, also where
    they signed, and empty the lines that people have written about these.
    """
    seats = [
        {"of": each.sheet_id, "at": each.left if player == 0 else 1 - each.left}
        for each in all_in(db, pair_id)
    ]
    erased = {"name": name, "salt": ""}
    named = ((s.player, s.player.c.seat, erased), (s.renaming, s.renaming.c.seat, erased))
    for table, seat, values in (*named, (s.signature, s.signature.c.player, {"name": name})):
        own = (table.c.sheet_id == bindparam("of")) & (seat == bindparam("at"))
        if seats:
            db.execute(sa.update(table).where(own).values(values), seats)
    empty = {"text": "", "salt": ""}
    n = s.sheet_note.c
    for some in batched(seats):
        ids = [each["of"] for each in some]
        db.execute(sa.update(s.sheet_note).where(n.sheet_id.in_(ids)).values(empty))
    own_lines = s.pair_setting.c.pair_id == pair_id
    db.execute(sa.update(s.pair_setting).where(own_lines).values(empty))
