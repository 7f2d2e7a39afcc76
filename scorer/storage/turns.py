"""Turns: what a company records, its parties in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, select

from . import schema as s
from .engine import insert_row


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One partie of a company, with its latest result: from a paper card, struck, or `None`."""

    id: int
    number: int
    first: int
    second: int
    partie_id: int | None
    result: str | None


def turns(db: Connection, company_id: int, without: Collection[str] = ()) -> list[TurnRow]:
    """Return the turns in order, each with its latest result, leaving out results with the keys *without*."""
    c = s.turn.c
    last = (
        select(s.turn_result.c.result)
        .where(s.turn_result.c.turn_id == c.id, s.turn_result.c.form_key.not_in(without))
        .order_by(s.turn_result.c.id.desc())
        .limit(1)
    ).scalar_subquery()
    query = (
        select(c.id, c.number, c.first, c.second, c.partie_id, last)
        .where(c.company_id == company_id)
        .order_by(c.number)
    )
    return [TurnRow(*row) for row in db.execute(query)]


def append_turn(
    db: Connection, company_id: int, *, number: int, first: int, second: int, partie_id: int | None, at: str
) -> int:
    """Append a turn and return its id; `IntegrityError` if the number is taken."""
    values = {"company_id": company_id, "number": number, "first": first, "second": second}
    return insert_row(db, s.turn, **values, partie_id=partie_id, begun_at=at)


def append_result(db: Connection, turn_id: int, *, result: str, form_key: str, at: str) -> None:
    """Append the result of a turn; `IntegrityError` if the key is used."""
    db.execute(s.turn_result.insert().values(turn_id=turn_id, result=result, form_key=form_key, recorded_at=at))


def has_result_with(db: Connection, company_id: int, form_key: str) -> bool:
    said = select(s.turn_result.c.id).join(s.turn, s.turn.c.id == s.turn_result.c.turn_id)
    found = said.where(s.turn.c.company_id == company_id, s.turn_result.c.form_key == form_key)
    return db.execute(found.limit(1)).one_or_none() is not None


def turn_of(db: Connection, partie_id: int) -> tuple[int, int] | None:
    """Return the id of the company that a partie is a turn of, and the turn's number; or `None`."""
    c = s.turn.c
    found = db.execute(select(c.company_id, c.number).where(c.partie_id == partie_id)).one_or_none()
    return None if found is None else (found[0], found[1])
