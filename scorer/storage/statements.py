"""Statements: what a partie records, deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Connection, select

from . import schema as s


@dataclass(frozen=True, slots=True)
class StatementRow:
    deal: int
    position: int
    text: str
    form_key: str
    recorded_at: str


STATEMENT_FIELDS = tuple(each.name for each in fields(StatementRow))


def statements(db: Connection, partie_id: int, *, last: int | None = None) -> list[StatementRow]:
    """Return the statements of a partie, deal by deal; up to the one with id *last*."""
    of_partie = s.statement.c.partie_id == partie_id
    return _statements(db, of_partie if last is None else of_partie & (s.statement.c.id <= last))[partie_id]


def statements_with(db: Connection, partie_id: int, form_key: str) -> list[StatementRow]:
    """Return what was recorded with this key, in order; empty if it is unused."""
    return _statements(db, (s.statement.c.partie_id == partie_id) & (s.statement.c.form_key == form_key))[partie_id]


def statements_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[StatementRow]]:
    return _statements(db, s.statement.c.partie_id.in_(ids))


def _statements(db: Connection, condition: ColumnElement[bool]) -> defaultdict[int, list[StatementRow]]:
    c = s.statement.c
    query = select(c.partie_id, *(c[name] for name in STATEMENT_FIELDS)).where(condition)
    found: defaultdict[int, list[StatementRow]] = defaultdict(list)
    for row in db.execute(query.order_by(c.partie_id, c.deal, c.position)):
        found[row[0]].append(StatementRow(*row[1:]))
    return found


def append_statements(
    db: Connection, partie_id: int, *, deal: int, position: int, said: Sequence[str], form_key: str, at: str
) -> int:
    """Append *said* to a log and return the id of the last; `IntegrityError` if a position or the key is taken."""
    new = [StatementRow(deal, number, text, form_key, at) for number, text in enumerate(said, position)]
    rows = [statement_values(partie_id, each) for each in new]
    return int(max(db.execute(_APPEND, rows if len(rows) > 1 else rows[0]).scalars()))  # one row alone costs half


_APPEND = s.statement.insert().returning(s.statement.c.id)


def statement_values(partie_id: int, row: StatementRow) -> dict[str, object]:
    return {"partie_id": partie_id, **{name: getattr(row, name) for name in STATEMENT_FIELDS}}
