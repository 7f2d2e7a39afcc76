"""Statements and turns: what a partie records, deal by deal, and a company, partie by partie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from . import row_chains
from . import schema as s
from .queries import once


class StatementRow(NamedTuple):
    deal: int
    position: int
    text: str
    form_key: str
    recorded_at: str


_STATEMENTS = (
    select(s.statement.c.partie_id, *(s.statement.c[name] for name in StatementRow._fields))
    .where(s.statement.c.partie_id.in_(bindparam("ids", expanding=True)))
    .order_by(s.statement.c.partie_id, s.statement.c.deal, s.statement.c.position)
)


def statements(db: Connection, partie_id: int, *, through: str = "") -> list[StatementRow]:
    """Return the statements of a partie, or those up to the one with the digest *through*."""
    if not through:
        return statements_of(db, [partie_id])[partie_id]
    c = s.statement.c
    last = (
        select(func.max(c.id))
        .where(c.partie_id == partie_id, c.digest == through)
        .scalar_subquery()
    )
    return [
        StatementRow(*row[1:])
        for row in db.execute(_STATEMENTS.where(c.id <= last), {"ids": [partie_id]})
    ]


def heads(db: Connection, partie_id: int) -> list[tuple[int, int, str]]:
    """Return deal, position and digest of each statement of a partie, in the order of recording."""
    c = s.statement.c
    query = select(c.deal, c.position, c.digest).where(c.partie_id == partie_id).order_by(c.id)
    return [(int(deal), int(position), str(digest)) for deal, position, digest in db.execute(query)]


def statements_with(db: Connection, partie_id: int, form_key: str) -> list[StatementRow]:
    with_key = _STATEMENTS.where(s.statement.c.form_key == form_key)
    found = db.execute(with_key, {"ids": [partie_id]})
    return [StatementRow(*statement) for _partie_id, *statement in found]


@once
def statements_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[StatementRow]]:
    found: defaultdict[int, list[StatementRow]] = defaultdict(list)
    for partie_id, *statement in db.execute(_STATEMENTS, {"ids": [*ids]}):
        found[partie_id].append(StatementRow(*statement))
    return found


def by_deals(rows: Iterable[StatementRow]) -> list[list[StatementRow]]:
    return [list(deal) for _, deal in groupby(rows, key=lambda row: row.deal)]


def append_statements(
    db: Connection,
    partie_id: int,
    *,
    deal: int,
    position: int,
    said: Sequence[str],
    form_key: str,
    at: str,
) -> None:
    """Append *said* to a log; `IntegrityError` if a position or the key is taken."""
    new = [
        StatementRow(deal, number, text, form_key, at) for number, text in enumerate(said, position)
    ]
    row_chains.append(db, s.statement, partie_id, *(each._asdict() for each in new))


# Turns: what a company records, its parties in order


class TurnRow(NamedTuple):
    """One partie of a company, with its latest result: from a paper card, struck, or `None`."""

    id: int
    number: int
    first: int
    second: int
    partie_id: int | None
    result: str | None


@once
def turns(db: Connection, company_id: int, without: Collection[str] = ()) -> list[TurnRow]:
    """Return the turns in order, each with its latest result,
    leaving out results with the keys *without*.
    """
    c = s.turn.c
    last = (
        select(s.turn_result.c.result)
        .where(s.turn_result.c.turn_id == c.id, s.turn_result.c.form_key.not_in(without))
        .order_by(s.turn_result.c.id.desc())
        .limit(1)
    ).scalar_subquery()
    stored = (c[name] for name in TurnRow._fields if name != "result")
    query = (
        select(*stored, last.label("result")).where(c.company_id == company_id).order_by(c.number)
    )
    return [TurnRow(**row._asdict()) for row in db.execute(query)]


def append_turn(
    db: Connection,
    company_id: int,
    *,
    number: int,
    first: int,
    second: int,
    partie_id: int | None,
    at: str,
) -> int:
    values = {"number": number, "first": first, "second": second}
    return row_chains.append(
        db, s.turn, company_id, {**values, "partie_id": partie_id, "begun_at": at}
    )


def append_result(db: Connection, turn_id: int, *, result: str, form_key: str, at: str) -> None:
    row_chains.append(
        db, s.turn_result, turn_id, {"result": result, "form_key": form_key, "recorded_at": at}
    )


def has_result_with(db: Connection, company_id: int, form_key: str) -> bool:
    said = select(s.turn_result.c.id).join(s.turn, s.turn.c.id == s.turn_result.c.turn_id)
    found = said.where(s.turn.c.company_id == company_id, s.turn_result.c.form_key == form_key)
    return db.execute(found.limit(1)).one_or_none() is not None


def turn_of(db: Connection, partie_id: int) -> tuple[int, int] | None:
    c = s.turn.c
    found = db.execute(select(c.company_id, c.number).where(c.partie_id == partie_id)).one_or_none()
    if found is None:
        return None
    company_id, number = found
    return company_id, number
