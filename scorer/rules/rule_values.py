"""
The values of rules, and of the terms of a company, as plain data and as typed text.

>>> value_from_data("trick_min_rank", "ten"), value_from_text("deal_weights", "2,1,1,2")
(<Rank.TEN: 10>, (2, 1, 1, 2))
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from .ruleset import RULE_FIELDS, Ruleset

LONGEST_NUMBER = 6
"""The most characters of a number in a rule."""

TYPES: Mapping[str, Any] = {
    name: hint for name, hint in get_type_hints(Ruleset).items() if name in {f.name for f in RULE_FIELDS}
}


def value_to_data(value: Any) -> Any:
    """Return a field's value as plain data for JSON and TOML: a member by its name, `None` as ``none``."""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [value_to_data(each) for each in value]
    return "none" if value is None else value


def value_from_data(name: str, data: Any) -> Any:
    """Return the value of the field *name* from plain data; the `ValueError` lists the fields or values there are."""
    if name not in TYPES:
        raise ValueError(f"there is no rule called '{name}'")
    return named_value(TYPES, name, data)


def named_value(types: Mapping[str, Any], name: str, data: Any) -> Any:
    """Return the value called *name* from plain data as `value_from_data`; *types* has the type of each name."""
    try:
        return _read(types[name], data)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def value_from_text(name: str, text: str) -> Any:
    """Return the value of the field *name* from typed text; otherwise as `value_from_data`."""
    return value_from_data(name, typed(TYPES.get(name), text))


def typed(hint: Any, text: str) -> Any:
    """
    Return typed text as TOML would read it where *hint* is expected.

    >>> typed(int, "21"), typed(bool, "yes"), typed(tuple[int, ...], "2,1")
    (21, True, [2, 1])
    """
    if get_origin(hint) is tuple:
        parts = [] if text in ("", "none") else text.split(",")
        return [typed(get_args(hint)[0], each) for each in parts]
    text = text.strip()
    if hint is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text


def _read(hint: Any, data: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return None if data in ("none", None) else _read(get_args(hint)[0], data)
    if get_origin(hint) is tuple:
        if not isinstance(data, list | tuple):
            raise ValueError(f"a list was expected, not {data!r}")
        return tuple(_read(get_args(hint)[0], each) for each in data)
    if hint is bool or hint is int:
        if type(data) is not hint:
            raise ValueError(f"{'true or false' if hint is bool else 'a whole number'} was expected, not {data!r}")
        return data
    words = {member.name.lower(): member for member in hint}
    if not isinstance(data, str) or data.lower() not in words:
        raise ValueError(f"{data!r} is not one of {', '.join(words)}")
    return words[data.lower()]


def written(data: Any) -> str:
    """
    Return plain data as it is typed.

    >>> written(True), written([2, 1]), written("ten")
    ('yes', '2,1', 'ten')
    """
    if isinstance(data, bool):
        return "yes" if data else "no"
    return ",".join(map(str, data)) if isinstance(data, list) else str(data)


def read_pairs(changes: Iterable[str], what: str) -> dict[str, str]:
    """Split each ``name=value``; `ValueError`, with *what* they are, for another form or a name given twice."""
    read: dict[str, str] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise ValueError(f"'{change}' is not a {what}: write {what.rpartition(' ')[2]}=value")
        if name in read:
            raise ValueError(f"{name} is given twice")
        read[name] = text
    return read
