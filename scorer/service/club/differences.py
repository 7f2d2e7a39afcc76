"""Compare stored projections with those that the entries give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, Table

from ...ledger.projections import Projections
from ...storage import projections, season_parties
from ...storage import schema as s
from .figures import tables

_AT = {"season": "in season", "round": "round", "table": "table", "entry": "after entry", "first_entry": "of entry"}
"""How the rest of a row's key is worded."""


def differences(db: Connection, club_id: int, figures: Projections) -> Iterator[str]:
    """Yield what differs, row by row, in words."""
    through = projections.position(db, club_id)
    if through > figures.position:
        yield f"entry {through} is missing at the end: the figures hold it"
    for table, wanted in (*tables(figures), (s.unposted, season_parties.expected_unposted(db, club_id))):
        yield from _table(table, projections.rows(db, club_id, table), wanted, figures.members)


def _table(
    table: Table, kept: Iterator[projections.Row], wanted: Iterator[projections.Row], names: Mapping[int, str]
) -> Iterator[str]:
    """Yield what differs in one table; both sides are ordered by key."""
    columns = projections.columns(table)
    key = [columns.index(name) for name in projections.KEYS[table]]
    now, then = next(kept, None), next(wanted, None)
    while now is not None or then is not None:
        if now == then:
            now, then = next(kept, None), next(wanted, None)
        elif now is not None and (then is None or _order(now, key) < _order(then, key)):
            yield f"{_named(table, now, names)} is there, and follows from nothing"
            now = next(kept, None)
        elif then is not None and (now is None or _order(then, key) < _order(now, key)):
            yield f"{_named(table, then, names)} is not there"
            then = next(wanted, None)
        elif now is not None and then is not None:
            for name, value, again in zip(columns, now, then, strict=True):
                if not _same(value, again):
                    yield f"{_named(table, now, names)}: {name} is {value}, recomputed {again}"
            now, then = next(kept, None), next(wanted, None)


def _order(row: projections.Row, key: list[int]) -> tuple[tuple[bool, int | float | str], ...]:
    """Return a row's key as the database sorts it: text after all numbers."""
    values = (row[place] for place in key)
    return tuple((False, each) if isinstance(each, int | float) else (True, str(each)) for each in values)


def _named(table: Table, row: projections.Row, names: Mapping[int, str]) -> str:
    """Name a row: the tally of Ada in season 1."""
    key = dict(zip(projections.columns(table), row, strict=True))
    key = {name: key[name] for name in projections.KEYS[table]}
    words = [f"the {table.name.replace('_', ' ')}"]
    for name, how in (("member", "of"), ("other", "with"), ("code", "of partie")):
        if name in key:
            member = key[name]
            words.append(f"{how} {names.get(member, f'member {member}') if isinstance(member, int) else member}")
    if "number" in key:
        words.append(str(key["number"]))
    return " ".join(words + [f"{_AT[name]} {key[name]}" for name in _AT if name in key])


def _same(value: object, again: object) -> bool:
    return type(value) is type(again) and value == again
