"""The dictionary of columns: what a program reads of a club, in one vocabulary.

A name means the same in every table of an export, in the API and in the JSON of the command line.
The tables take their columns from here, and the help its list of them; `dictionary.toml` has the
words.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, assert_never

from ..resources import resource_text


class ColumnType(Enum):
    """The type of a column's values; the value is its name in the dictionary and in the help."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    FLAG = "flag"
    DAY = "day"
    MOMENT = "moment"
    OBJECT = "object"
    LIST = "list"

    def fits(self, value: object) -> bool:
        """Return whether a value, as in JSON, is of this type.

        >>> ColumnType.DAY.fits("2026-11-21"), ColumnType.INTEGER.fits(True)
        (True, False)
        """
        match self:
            case ColumnType.TEXT:
                return isinstance(value, str)
            case ColumnType.INTEGER:
                return isinstance(value, int) and not isinstance(value, bool)
            case ColumnType.DECIMAL:
                return isinstance(value, int | float) and not isinstance(value, bool)
            case ColumnType.FLAG:
                return isinstance(value, bool)
            case ColumnType.DAY:
                return isinstance(value, str) and _is_day(value)
            case ColumnType.MOMENT:
                return isinstance(value, str) and _is_moment(value)
            case ColumnType.OBJECT:
                return isinstance(value, Mapping)
            case ColumnType.LIST:
                return isinstance(value, list | tuple)
            case _:
                assert_never(self)


def _is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_moment(value: str) -> bool:
    """Return whether a text is a moment in UTC, in ISO 8601."""
    try:
        offset = datetime.fromisoformat(value).utcoffset()
    except ValueError:
        return False
    return offset is not None and not offset


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedColumn:
    """What a column has.

    Attributes:
        meaning: a phrase that says what it has.
        unit: what a number counts; empty for what counts nothing.
        example: a value, as in JSON.
        values: all that are allowed, where these are few.
        empty: a phrase that says when it has nothing; empty if it always has a value.
    """

    name: str
    meaning: str
    type: ColumnType
    example: Any
    unit: str = ""
    values: tuple[str, ...] = ()
    empty: str = ""

    def fits(self, value: object) -> bool:
        """Return whether the column may have a value, as in JSON."""
        if value is None:
            return bool(self.empty)
        return self.type.fits(value) and (not self.values or value in self.values)


@dataclass(frozen=True, slots=True)
class DescribedTable:
    """A table of an export, or an object of the API, with its columns in their order.

    Attributes:
        meaning: a sentence, or several.
    """

    name: str
    meaning: str
    columns: tuple[DescribedColumn, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.columns)


_WORDS = tomllib.loads(resource_text("service/dictionary.toml"))


def column(name: str, where: str = "", like: str = "") -> DescribedColumn:
    """Return the description of a column; with what is said of it in the table *where*, and before
    that in the table that it is *like*.

    Raises:
        KeyError: the dictionary has no such column.
    """
    general = dict(_WORDS["columns"][name])
    said = general.pop("in", {})
    found = general | said.get(like, {}) | said.get(where, {})
    return DescribedColumn(
        name=name,
        meaning=found["meaning"],
        type=ColumnType(found["type"]),
        example=found["example"],
        unit=found.get("unit", ""),
        values=tuple(found.get("values", ())),
        empty=found.get("empty", ""),
    )


def _described(kind: str) -> dict[str, DescribedTable]:
    return {
        name: DescribedTable(
            name,
            said["meaning"],
            tuple(column(each, name, said.get("like", "")) for each in said["columns"].split()),
        )
        for name, said in _WORDS[kind].items()
    }


COLUMNS: Mapping[str, DescribedColumn] = {name: column(name) for name in _WORDS["columns"]}
"""Every column by its name, with what it means wherever it stands."""

EXPORTED: Mapping[str, DescribedTable] = _described("tables")
"""The tables of an export by their names, in its order."""

DOCUMENTS: Mapping[str, DescribedTable] = _described("documents")
"""The objects of the API by their names: the keys of each."""


def column_words(name: str) -> str:
    """Return what the dictionary has of a column, in sentences: with all that tables say of it.

    >>> print(column_words("weight"))
    how many times the deal counts in the total (integer; example: `2`).
    """
    general = COLUMNS[name]
    unit = f"; unit: {general.unit}" if general.unit else ""
    example = json.dumps(general.example, ensure_ascii=False)
    # A number before a full stop would begin a list where the text is wrapped before it.
    said = [f"{general.meaning} ({general.type.value}{unit}; example: `{example}`)."]
    said += _values_and_empty(general)
    for where in _WORDS["columns"][name].get("in", {}):
        there = column(name, where)
        found = [] if there.meaning == general.meaning else [f"{there.meaning}."]
        if there.values != general.values or there.empty != general.empty:
            found += _values_and_empty(there) or ["Never empty."]
        said.append(f"In `{where}`: {' '.join(found)}")
    return " ".join(said)


def _values_and_empty(described: DescribedColumn) -> list[str]:
    found = []
    if described.values:
        found.append(f"One of {', '.join(described.values)}.")
    if described.empty:
        found.append(f"Empty if {described.empty}.")
    return found
