"""
The value of a rule as plain data, for JSON and TOML, and as somebody writes it in a line.

>>> value_from_data("trick_min_rank", "ten"), value_from_text("deal_weights", "2,1,1,2")
(<Rank.TEN: 10>, (2, 1, 1, 2))
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from .ruleset import RULE_FIELDS, Ruleset

LONGEST_NUMBER = 6
"""How many characters a number in a rule has at most."""

TYPES: Mapping[str, Any] = {
    name: hint for name, hint in get_type_hints(Ruleset).items() if name in {f.name for f in RULE_FIELDS}
}
"""What each rule's value is."""


def value_to_data(value: Any) -> Any:
    """
    A field's value as plain data: numbers, booleans, words and lists, fit for JSON and TOML.

    >>> from scorer.rules.cards import Rank
    >>> value_to_data(Rank.TEN), value_to_data((2, 1)), value_to_data(None)
    ('ten', [2, 1], 'none')
    """
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [value_to_data(each) for each in value]
    return "none" if value is None else value


def value_from_data(name: str, data: Any) -> Any:
    """
    The value of the field *name* from plain data.

    Raises:
        ValueError: the ruleset has no such field, or the field no such value;
            the message says what it may be.
    """
    if name not in TYPES:
        raise ValueError(f"there is no rule called '{name}'")
    return named_value(TYPES, name, data)


def named_value(types: Mapping[str, Any], name: str, data: Any) -> Any:
    """
    The value called *name* from plain data, where *types* says what each may be.

    Raises:
        ValueError: it has no such value; the message names it.
    """
    try:
        return _read(types[name], data)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def value_from_text(name: str, text: str) -> Any:
    """
    The value of the field *name* as somebody writes it: a number, a word, or a list with commas.

    >>> value_from_text("point_min", "4"), value_from_text("concession", "no")
    (4, False)
    >>> value_from_text("deal_weights", "2,1,1,2")
    (2, 1, 1, 2)

    Raises:
        ValueError: as `value_from_data`.
    """
    return value_from_data(name, typed(TYPES.get(name), text))


def typed(hint: Any, text: str) -> Any:
    """
    What TOML would have for the word, number or list that somebody writes, where *hint* is expected.

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
