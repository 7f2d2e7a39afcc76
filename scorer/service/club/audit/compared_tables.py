"""A projection as it is stored, compared row by row with what follows from the entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, Table

from ....storage import projections
from ....storage import schema as s

_AT = {"kind": "for", "season": "in season", "round": "round", "table": "table"}
_AT |= {"moment": "after the partie of entry", "first_entry": "of entry"}


class ComparedTable:
    """The stored rows of one projection, which are passed as the expected ones come, in order.

    Attributes:
        is_right: whether nothing has differed so far.
    """

    def __init__(
        self, db: Connection, club_id: int, table: Table, names: Mapping[int, str]
    ) -> None:
        self.table = table
        self.names = names
        self.columns = s.own_columns(table)
        self.key = [self.columns.index(name) for name in projections.KEYS[table]]
        self.stored = projections.rows(db, club_id, table)
        self.now = next(self.stored, None)
        self.is_right = True

    def expect(self, wanted: projections.Row) -> Iterator[str]:
        """Yield what differs up to the next row that follows from the entries."""
        while self.now is not None and self._order(self.now) < self._order(wanted):
            yield from self._surplus()
        if self.now is None or self._order(wanted) < self._order(self.now):
            self.is_right = False
            yield f"{_named_row(self.table, wanted, self.names)} is missing"
            return
        for name, value, again in zip(self.columns, self.now, wanted, strict=True):
            if type(value) is not type(again) or value != again:
                self.is_right = False
                row = _named_row(self.table, self.now, self.names)
                yield f"{row}: {name} is stored as {value}, but should be {again}"
        self.now = next(self.stored, None)

    def end(self) -> Iterator[str]:
        """Yield the rows that are left when no more are expected."""
        while self.now is not None:
            yield from self._surplus()

    def _surplus(self) -> Iterator[str]:
        assert self.now is not None
        self.is_right = False
        yield (
            f"{_named_row(self.table, self.now, self.names)} is stored, but does not follow "
            f"from the entries"
        )
        self.now = next(self.stored, None)

    def _order(self, row: projections.Row) -> tuple[tuple[bool, int | float | str], ...]:
        """Return a row's key as the database sorts it: text after all numbers."""
        values = (row[index] for index in self.key)
        return tuple(
            (False, each) if isinstance(each, int | float) else (True, str(each)) for each in values
        )


def _named_row(table: Table, row: projections.Row, names: Mapping[int, str]) -> str:
    key = dict(zip(s.own_columns(table), row, strict=True))
    key = {name: key[name] for name in projections.KEYS[table]}
    called = {"unposted": "mark as not posted", "season_facts": "row of facts"}
    name = called.get(table.name, table.name.replace("_", " "))
    words = [name if "number" in key else f"the {name}"]
    for name, how in (("member", "of"), ("other", "with"), ("code", "of partie")):
        if name in key:
            member = key[name]
            words.append(
                f"{how} "
                f"{names.get(member, f'member {member}') if isinstance(member, int) else member}"
            )
    if "moment" in key:
        key["moment"] = str(key["moment"])[len("2026-09-01 ") :].lstrip("0") or key["moment"]
    if "number" in key:
        words.append(str(key["number"]))
    return " ".join(words + [f"{_AT[name]} {key[name]}" for name in _AT if name in key])
