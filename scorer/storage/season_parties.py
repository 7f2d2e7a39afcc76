"""The parties of a club's seasons, and which of them are not posted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, or_, select

from . import schema as s
from .disputes import DisputeRow, open_disputes
from .parties import PartieRow, SignatureRow, StatementRow, append_signatures, statement_values


@dataclass(frozen=True, slots=True)
class SeasonPartie:
    """A partie's membership of a season; `round` is 0 for none."""

    partie_id: int
    club_id: int
    season: int
    members: tuple[int, int]
    round: int
    added_at: str


def _values(partie_id: int, of: SeasonPartie) -> dict[str, object]:
    first, second = of.members
    values = {"club_id": of.club_id, "season": of.season, "first": first, "second": second, "round": of.round}
    return {"partie_id": partie_id, **values, "added_at": of.added_at}


def add_to_season(
    db: Connection, partie_id: int, *, club_id: int, season: int, members: tuple[int, int], round_: int, at: str
) -> None:
    """Add a partie to a season as unposted; `IntegrityError` if it is in one."""
    values = _values(partie_id, SeasonPartie(partie_id, club_id, season, members, round_, at))
    db.execute(s.season_partie.insert().values(values))
    code = select(s.partie.c.code).where(s.partie.c.id == partie_id).scalar_subquery()
    db.execute(s.unposted.insert().values(club_id=club_id, code=code, season=season))


def season_partie(db: Connection, partie_id: int) -> SeasonPartie | None:
    """Return the season of a partie, or `None`."""
    return season_parties_of(db, [partie_id]).get(partie_id)


def club_and_season(db: Connection, code: str) -> tuple[str, bool, SeasonPartie] | None:
    """Return the club's code, whether the season is closed, and the membership; `None` outside a season."""
    closed = exists().where(
        s.season.c.club_id == s.season_partie.c.club_id,
        s.season.c.number == s.season_partie.c.season,
        s.season.c.closed == 1,
    )
    query = (
        select(s.club.c.code, closed, s.season_partie)
        .select_from(
            s.season_partie.join(s.partie, s.partie.c.id == s.season_partie.c.partie_id).join(
                s.club, s.club.c.id == s.season_partie.c.club_id
            )
        )
        .where(s.partie.c.code == code)
    )
    row = db.execute(query).one_or_none()
    return None if row is None else (str(row[0]), bool(row[1]), _season_partie(row[2:]))


def is_locked(db: Connection, partie_id: int) -> bool:
    """Return whether the players may no longer change a partie: it has an open dispute, or it has been posted."""
    disputed = open_disputes().where(s.dispute.c.partie_id == partie_id)
    entered = (
        select(s.entry.c.id)
        .join(s.season_partie, s.season_partie.c.club_id == s.entry.c.club_id)
        .join(s.partie, (s.partie.c.id == s.season_partie.c.partie_id) & (s.partie.c.code == s.entry.c.code))
        .where(s.partie.c.id == partie_id, s.entry.c.kind == "partie posted")
    )
    return bool(db.execute(select(or_(exists(disputed), exists(entered)))).scalar_one())


def unposted(db: Connection, club_id: int, season: int | None = None) -> list[tuple[PartieRow, SeasonPartie]]:
    """Return the parties of a club or season without an entry, newest first."""
    w = s.unposted.c
    query = select(w.code).where(w.club_id == club_id)
    codes = list(db.execute(query if season is None else query.where(w.season == season)).scalars())
    return _season_parties(db, s.partie.c.code.in_(codes) & (s.season_partie.c.club_id == club_id)) if codes else []


def count_unposted(db: Connection, club_id: int, season: int | None = None) -> int:
    w = s.unposted.c
    query = select(func.count()).select_from(s.unposted).where(w.club_id == club_id)
    query = query if season is None else query.where(w.season == season)
    return int(db.execute(query).scalar_one())


def expected_unposted(db: Connection, club_id: int) -> Iterator[tuple[str, int]]:
    """Yield code and season of each partie without an entry, as the entries say."""
    e = s.entry.c
    posted = select(e.id).where(e.club_id == club_id, e.kind == "partie posted", e.code == s.partie.c.code)
    query = (
        select(s.partie.c.code, s.season_partie.c.season)
        .join(s.partie, s.partie.c.id == s.season_partie.c.partie_id)
        .where(s.season_partie.c.club_id == club_id, ~posted.exists())
        .order_by(s.partie.c.code)
    )
    yield from db.execute(query)


def disputed(db: Connection, club_id: int) -> list[tuple[PartieRow, SeasonPartie]]:
    """Return the parties of a club with an open dispute, newest first."""
    ids = list(db.execute(open_disputes()).scalars())  # few; a join would scan every partie of the club
    return _season_parties(db, (s.season_partie.c.club_id == club_id) & s.partie.c.id.in_(ids)) if ids else []


def _season_parties(db: Connection, condition: ColumnElement[bool]) -> list[tuple[PartieRow, SeasonPartie]]:
    query = (
        select(s.partie, s.season_partie)
        .join(s.season_partie, s.season_partie.c.partie_id == s.partie.c.id)
        .where(condition)
        .order_by(s.partie.c.id.desc())
    )
    width = len(s.partie.columns)
    return [(PartieRow(*row[:width]), _season_partie(row[width:])) for row in db.execute(query)]


def _season_partie(row: Sequence[Any]) -> SeasonPartie:
    _, partie_id, club_id, season, first, second, round_, at = row
    return SeasonPartie(partie_id, club_id, season, (first, second), round_, at)


def season_parties_of(db: Connection, ids: Collection[int]) -> dict[int, SeasonPartie]:
    """Return the membership of each partie."""
    rows = db.execute(select(s.season_partie).where(s.season_partie.c.partie_id.in_(ids)))
    return {each.partie_id: each for each in map(_season_partie, rows)}


@dataclass(frozen=True, slots=True)
class WholePartie:
    """All rows of a partie of a season; `entry` is its current entry, or `None`."""

    row: PartieRow
    season_partie: SeasonPartie
    statements: tuple[StatementRow, ...]
    signatures: tuple[SignatureRow, ...]
    disputes: tuple[DisputeRow, ...] = ()
    entry: int | None = None


def taken(db: Connection, codes: Collection[str]) -> set[str]:
    """Return those of *codes* that are in use."""
    return set(db.execute(select(s.partie.c.code).where(s.partie.c.code.in_(codes))).scalars())


def append_parties(db: Connection, new: Sequence[WholePartie]) -> None:
    """Append new parties of seasons, without disputes and entries; `IntegrityError` if a code is taken."""
    opened = s.partie.insert().returning(s.partie.c.id, sort_by_parameter_order=True)
    named = ("code", "first", "second", "ruleset", "opened_at")
    parties = [{name: getattr(each.row, name) for name in named} for each in new]
    numbered = list(zip(db.execute(opened, parties).scalars(), new, strict=True))
    memberships = [_values(number, each.season_partie) for number, each in numbered]
    statements = [statement_values(number, said) for number, each in numbered for said in each.statements]
    for table, rows in ((s.season_partie, memberships), (s.statement, statements)):
        if rows:
            db.execute(table.insert(), rows)
    append_signatures(db, [(number, signed) for number, each in numbered for signed in each.signatures])
