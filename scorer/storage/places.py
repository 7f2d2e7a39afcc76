"""Reading and appending what ties a partie to a club: its place in a season, and its disputes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, or_, select

from . import schema as s
from .parties import PartieRow


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """
    The place of a partie in a season.

    Attributes:
        partie_id: the partie.
        club_id: the club.
        season: the season's number.
        members: the first player's number as a member, and the second's.
        round: of the fixture it is played for; 0 for none.
        taken_at: UTC, ISO 8601.
    """

    partie_id: int
    club_id: int
    season: int
    members: tuple[int, int]
    round: int
    taken_at: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """
    A dispute about a partie.

    Attributes:
        id: its number in the database.
        partie_id: the partie.
        number: from 1, in its partie.
        player: who raised it: 0 or 1, or -1 for the director.
        kind: `refusal`, `call` or `correction`.
        reason: in the player's own words.
        deal: the deal it is about, from 0; -1 for none.
        said: what would put it right, at the end of that deal's log; or empty.
        raised_at: UTC, ISO 8601.
        how: how it ended: `agreed`, `withdrawn` or `ruled`; `None` while it is open.
        by: who ended it, in words, or `None`.
        words: the ruling, or `None`.
        law: what it rests on, or `None`.
        ended_at: UTC, ISO 8601, or `None`.
    """

    id: int
    partie_id: int
    number: int
    player: int
    kind: str
    reason: str
    deal: int
    said: str
    raised_at: str
    how: str | None
    by: str | None
    words: str | None
    law: str | None
    ended_at: str | None

    @property
    def is_open(self) -> bool:
        """Whether it waits for an end."""
        return self.how is None


def take_place(
    db: Connection, partie_id: int, *, club_id: int, season: int, members: tuple[int, int], round_: int, at: str
) -> None:
    """Append that a partie is played in a season, and waits for its entry; `IntegrityError` if it has a place."""
    values = {"partie_id": partie_id, "club_id": club_id, "season": season, "first": members[0], "second": members[1]}
    db.execute(s.place.insert().values({**values, "round": round_, "taken_at": at}))
    code = select(s.partie.c.code).where(s.partie.c.id == partie_id).scalar_subquery()
    db.execute(s.waiting.insert().values(club_id=club_id, code=code, season=season))


def place_of(db: Connection, partie_id: int) -> PlaceRow | None:
    """The place of a partie, or `None` if it is played outside every season."""
    row = db.execute(select(s.place).where(s.place.c.partie_id == partie_id)).one_or_none()
    return None if row is None else _place(row)


def club_and_place(db: Connection, code: str) -> tuple[str, bool, PlaceRow] | None:
    """The code of a partie's club, whether its season is closed, and its place; `None` if it is of no season."""
    closed = exists().where(
        s.season.c.club_id == s.place.c.club_id, s.season.c.number == s.place.c.season, s.season.c.closed == 1
    )
    query = (
        select(s.club.c.code, closed, s.place)
        .select_from(
            s.place.join(s.partie, s.partie.c.id == s.place.c.partie_id).join(s.club, s.club.c.id == s.place.c.club_id)
        )
        .where(s.partie.c.code == code)
    )
    row = db.execute(query).one_or_none()
    return None if row is None else (str(row[0]), bool(row[1]), _place(row[2:]))


def is_held(db: Connection, partie_id: int) -> bool:
    """Whether the record of a partie is held as it is: there is a dispute about it, or it has been in the book."""
    disputed = _disputes().where(s.dispute.c.partie_id == partie_id, s.dispute_end.c.id.is_(None))
    entered = (
        select(s.entry.c.id)
        .join(s.place, s.place.c.club_id == s.entry.c.club_id)
        .join(s.partie, (s.partie.c.id == s.place.c.partie_id) & (s.partie.c.code == s.entry.c.code))
        .where(s.partie.c.id == partie_id, s.entry.c.kind == "partie posted")
    )
    return bool(db.execute(select(or_(exists(disputed.order_by(None)), exists(entered)))).scalar_one())


def places(db: Connection, club_id: int, season: int | None = None) -> list[tuple[PartieRow, PlaceRow]]:
    """The parties of a club, or of one of its seasons, newest first."""
    condition = s.place.c.club_id == club_id
    return _places(db, condition if season is None else condition & (s.place.c.season == season))


def unposted(db: Connection, club_id: int, season: int | None = None) -> list[tuple[PartieRow, PlaceRow]]:
    """The parties of a club that have no entry yet, or those of one season, newest first."""
    w = s.waiting.c
    query = select(w.code).where(w.club_id == club_id)
    codes = list(db.execute(query if season is None else query.where(w.season == season)).scalars())
    return _places(db, s.partie.c.code.in_(codes) & (s.place.c.club_id == club_id)) if codes else []


def number_unposted(db: Connection, club_id: int, season: int | None = None) -> int:
    """How many parties of a club, or of one of its seasons, have no entry yet."""
    w = s.waiting.c
    query = select(func.count()).select_from(s.waiting).where(w.club_id == club_id)
    query = query if season is None else query.where(w.season == season)
    return int(db.execute(query).scalar_one())


def wait_again(db: Connection, club_id: int) -> None:
    """Make again which parties of a club wait for an entry, from the places and the entries."""
    db.execute(delete(s.waiting).where(s.waiting.c.club_id == club_id))
    db.execute(insert(s.waiting).from_select(["code", "season", "club_id"], _without_entry(club_id)))


def without_entry(db: Connection, club_id: int) -> Iterator[tuple[str, int]]:
    """The parties that have a place in a club and no entry, as the places and the entries tell: code and season."""
    for code, season, _ in db.execute(_without_entry(club_id).order_by(s.partie.c.code)):
        yield code, season


def _without_entry(club_id: int) -> Select[str, int, int]:
    e = s.entry.c
    posted = select(e.id).where(e.club_id == club_id, e.kind == "partie posted", e.code == s.partie.c.code)
    return (
        select(s.partie.c.code, s.place.c.season, s.place.c.club_id)
        .join(s.partie, s.partie.c.id == s.place.c.partie_id)
        .where(s.place.c.club_id == club_id, ~posted.exists())
    )


def disputed(db: Connection, club_id: int) -> list[tuple[PartieRow, PlaceRow]]:
    """The parties of a club about which a dispute is open, newest first."""
    waiting = (
        select(s.dispute.c.partie_id)
        .select_from(s.dispute.outerjoin(s.dispute_end, s.dispute_end.c.dispute_id == s.dispute.c.id))
        .where(s.dispute_end.c.id.is_(None))
    )
    ids = list(db.execute(waiting).scalars())  # few, and asked for first, lest every partie of the club be looked at
    return _places(db, (s.place.c.club_id == club_id) & s.partie.c.id.in_(ids)) if ids else []


def _places(db: Connection, condition: ColumnElement[bool]) -> list[tuple[PartieRow, PlaceRow]]:
    query = (
        select(s.partie, s.place)
        .join(s.place, s.place.c.partie_id == s.partie.c.id)
        .where(condition)
        .order_by(s.partie.c.id.desc())
    )
    width = len(s.partie.columns)
    return [(PartieRow(*row[:width]), _place(row[width:])) for row in db.execute(query)]


def _place(row: Sequence[Any]) -> PlaceRow:
    _, partie_id, club_id, season, first, second, round_, at = row
    return PlaceRow(partie_id, club_id, season, (first, second), round_, at)


def raise_dispute(
    db: Connection, partie_id: int, *, player: int, kind: str, reason: str, deal: int, said: str, at: str
) -> int:
    """Append a dispute and return its number in the partie."""
    c = s.dispute.c
    number = (db.execute(select(func.max(c.number)).where(c.partie_id == partie_id)).scalar_one() or 0) + 1
    values = {"partie_id": partie_id, "number": number, "player": player, "kind": kind, "reason": reason}
    db.execute(s.dispute.insert().values({**values, "deal": deal, "said": said, "raised_at": at}))
    return int(number)


def end_dispute(db: Connection, dispute_id: int, *, how: str, by: str, words: str, law: str, at: str) -> None:
    """Append the end of a dispute; `IntegrityError` if it was ended before."""
    values = {"dispute_id": dispute_id, "how": how, "by": by, "words": words, "law": law, "ended_at": at}
    db.execute(s.dispute_end.insert().values(values))


def disputes(db: Connection, partie_id: int) -> list[DisputeRow]:
    """The disputes about a partie, in order."""
    rows = db.execute(_disputes().where(s.dispute.c.partie_id == partie_id))
    return [DisputeRow(*row) for row in rows]


def disputes_about(db: Connection, ids: Collection[int]) -> dict[int, list[DisputeRow]]:
    """The disputes about each of some parties, in order; nothing of one about which there is none."""
    found: dict[int, list[DisputeRow]] = {}
    for row in db.execute(_disputes().where(s.dispute.c.partie_id.in_(ids))):
        found.setdefault(row[1], []).append(DisputeRow(*row))
    return found


def disputes_of_club(db: Connection, club_id: int) -> list[tuple[PartieRow, DisputeRow]]:
    """Every dispute about a club's parties, newest first."""
    found = [
        DisputeRow(*row)
        for row in db.execute(
            _disputes()
            .join(s.place, s.place.c.partie_id == s.dispute.c.partie_id)
            .where(s.place.c.club_id == club_id)
            .order_by(None)
            .order_by(s.dispute.c.id.desc())
        )
    ]
    query = select(s.partie).where(s.partie.c.id.in_([each.partie_id for each in found]))
    parties = {row[0]: PartieRow(*row) for row in db.execute(query)}
    return [(parties[each.partie_id], each) for each in found]


def _disputes() -> Select[int, int, int, int, str, str, int, str, str, str, str, str, str, str]:
    d, end = s.dispute.c, s.dispute_end.c
    return (
        select(
            d.id,
            d.partie_id,
            d.number,
            d.player,
            d.kind,
            d.reason,
            d.deal,
            d.said,
            d.raised_at,
            end.how,
            end.by,
            end.words,
            end.law,
            end.ended_at,
        )
        .select_from(s.dispute.outerjoin(s.dispute_end, end.dispute_id == d.id))
        .order_by(d.number)
    )
