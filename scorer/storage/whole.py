"""The figures beside a book as whole tables, row by row: to be held against what they must be, and to be made again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from sqlalchemy import Connection, Table, delete, insert, select

from . import schema as s

Row = tuple[int | float | str, ...]
"""What a row holds beside its club, column by column as in the schema: its key first."""

AT_A_TIME = 1000
"""Rows that are read or written at once."""

KEYS: dict[Table, tuple[str, ...]] = {
    table: tuple(column.name for column in table.primary_key.columns if column.name != "club_id") for table in s.DERIVED
} | {s.rating: ("entry", "member"), s.waiting: ("code",)}
"""In what order the rows of each table are read: by their key; of ratings, the first given first."""


def columns(table: Table) -> tuple[str, ...]:
    """The names of the columns of a table of figures, without its club."""
    return tuple(column.name for column in table.columns if column.name != "club_id")


def rows(db: Connection, club_id: int, table: Table) -> Iterator[Row]:
    """The rows of a club in one table of figures, in the order of `KEYS`."""
    query = (
        select(*(table.c[name] for name in columns(table)))
        .where(table.c.club_id == club_id)
        .order_by(*(table.c[name] for name in KEYS[table]))
        .execution_options(yield_per=AT_A_TIME)
    )
    for row in db.execute(query):
        yield tuple(row)


def put_rows(db: Connection, club_id: int, table: Table, new: Iterable[Row]) -> None:
    """Keep new rows of a club."""
    names = columns(table)
    waiting = iter(new)
    while some := list(islice(waiting, AT_A_TIME)):
        db.execute(insert(table), [{"club_id": club_id, **dict(zip(names, row, strict=True))} for row in some])


def forget(db: Connection, club_id: int) -> None:
    """Throw away every figure of a club."""
    for table in s.DERIVED:
        db.execute(delete(table).where(table.c.club_id == club_id))
