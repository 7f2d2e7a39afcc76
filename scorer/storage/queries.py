"""Queries: read once for a page, by a key, and many rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from inspect import signature
from itertools import islice
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, Executable

from .engine import reading

AT_A_TIME = 1000
"""Rows of a long list that are read together."""

T = TypeVar("T")
Read = TypeVar("Read", bound=Callable[..., Any])

_READ = WeakKeyDictionary[Connection, dict[object, Any]]()


@contextmanager
def reading_once(engine: Engine) -> Iterator[Connection]:
    """Open a read transaction that reads what is marked with `once` a single time:
    for a page, not for a whole book.
    """
    with reading(engine) as db:
        _READ[db] = {}
        yield db


def once(read: Read) -> Read:
    """Keep what is read in a transaction of `reading_once`;
    a list or a mapping is copied for each who asks.
    """
    form = signature(read)

    @wraps(read)
    def known(db: Connection, *asked: object, **named: object) -> Any:
        found = _READ.get(db)
        if found is None:
            return read(db, *asked, **named)
        whole = form.bind(db, *asked, **named)
        whole.apply_defaults()  # what is left out and what is given as its default are the same
        key = read, repr(whole.args[1:]), repr(whole.kwargs)
        if key not in found:
            found[key] = read(db, *asked, **named)
        return found[key].copy() if isinstance(found[key], list | dict) else found[key]

    return cast("Read", known)


@cache
def by_key(query: sa.Select[Any], column: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the query of the rows with `key` in a *column*;
    kept, as to build one takes longer than to run it.
    """
    return query.where(column == sa.bindparam("key"))


def given(*asked: tuple[sa.ColumnElement[Any], object]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions that columns have the values that are asked for;
    one that is `None` is not asked for.
    """
    return [column == value for column, value in asked if value is not None]


def streamed(db: Connection, query: Executable) -> Iterator[Any]:
    """Yield the rows of a query, with only `AT_A_TIME` in memory at once."""
    found = db.execute(query, execution_options={"yield_per": AT_A_TIME})
    try:
        yield from found
    finally:
        if not db.closed or db.dialect.name != "sqlite":  # whose cursor goes with its connection
            found.close()


def batched(rows: Iterable[T], size: int = AT_A_TIME) -> Iterator[list[T]]:
    """Yield rows in lists of *size*, of which only the last may be shorter;
    the standard library does from 3.12 on.
    """
    rows = iter(rows)
    while some := list(islice(rows, size)):
        yield some
