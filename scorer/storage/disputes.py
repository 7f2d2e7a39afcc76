"""Disputes about sheets, and how each ended."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, select

from . import schema as s
from .sheets import SheetRow, sheets_where


class DisputeRow(NamedTuple):
    """A dispute with the columns of its table and, once it has ended, those of its end."""

    id: int
    sheet_id: int
    number: int
    player: int
    kind: str
    reason: str
    turn: int
    deal: int
    correction: str
    raised_at: str
    how: str | None
    by: str | None
    words: str | None
    law: str | None
    ended_at: str | None

    @property
    def is_open(self) -> bool:
        return self.how is None

    @property
    def asked(self) -> Correction:
        return Correction(self.turn, self.deal, self.correction)


class Correction(NamedTuple):
    """
    What a request or a ruling corrects; -1 for no turn of a company, or no deal.

    `said` is statements for the end of the deal's log; the totals of a deal from paper, as in `scores 28 23`; of a turn
    from paper, its result as `format_paper` writes it; or `removed`.
    """

    turn: int = -1
    deal: int = -1
    said: str = ""


NOTHING = Correction()


def raise_dispute(
    db: Connection, sheet_id: int, player: int, kind: str, reason: str, *, asked: Correction = NOTHING, at: str
) -> DisputeRow:
    """Append a dispute, of the director if *player* is -1."""
    c = s.dispute.c
    number = (db.execute(select(func.max(c.number)).where(c.sheet_id == sheet_id)).scalar_one() or 0) + 1
    values = {"sheet_id": sheet_id, "number": number, "player": player, "kind": kind, "reason": reason}
    said = {"turn": asked.turn, "deal": asked.deal, "correction": asked.said}
    db.execute(s.dispute.insert().values({**values, **said, "raised_at": at}))
    return disputes(db, sheet_id)[-1]


def append_agreement(db: Connection, dispute_id: int, *, player: int, at: str) -> None:
    db.execute(s.agreement.insert().values(dispute_id=dispute_id, player=player, agreed_at=at))


def agreed(db: Connection, dispute_id: int) -> tuple[int, ...]:
    c = s.agreement.c
    return tuple(db.execute(select(c.player).where(c.dispute_id == dispute_id).order_by(c.player)).scalars())


def end_dispute(db: Connection, dispute_id: int, *, how: str, by: str, words: str, law: str, at: str) -> None:
    values = {"dispute_id": dispute_id, "how": how, "by": by, "words": words, "law": law, "ended_at": at}
    db.execute(s.dispute_end.insert().values(values))


def disputes(db: Connection, sheet_id: int) -> list[DisputeRow]:
    return disputes_about(db, [sheet_id]).get(sheet_id, [])


def disputes_about(db: Connection, ids: Collection[int]) -> dict[int, list[DisputeRow]]:
    found: dict[int, list[DisputeRow]] = {}
    for row in db.execute(_disputes().where(s.dispute.c.sheet_id.in_(ids))):
        found.setdefault(row[1], []).append(DisputeRow(*row))
    return found


def disputes_of_club(db: Connection, club_id: int) -> list[tuple[SheetRow, DisputeRow]]:
    c, d = s.season_sheet.c, s.dispute.c
    ours = select(c.id).where(c.sheet_id == d.sheet_id, c.club_id == club_id).exists()  # a join would start at the club
    query = _disputes().where(ours).order_by(None).order_by(d.id.desc())
    found = [DisputeRow(*row) for row in db.execute(query)]
    rows = sheets_where(db, s.sheet.c.id.in_([each.sheet_id for each in found]))
    sheets = {row.id: row for row in rows}
    return [(sheets[each.sheet_id], each) for each in found]


def open_disputes() -> Select[int]:
    d, end = s.dispute, s.dispute_end
    return select(d.c.sheet_id).select_from(d.outerjoin(end, end.c.dispute_id == d.c.id)).where(end.c.id.is_(None))


def _disputes() -> Select[Any]:
    end = s.dispute_end.c
    return (
        select(s.dispute, end.how, end.by, end.words, end.law, end.ended_at)
        .select_from(s.dispute.outerjoin(s.dispute_end, end.dispute_id == s.dispute.c.id))
        .order_by(s.dispute.c.number)
    )
