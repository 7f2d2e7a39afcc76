"""
Frozen dataclasses as plain data and back, so that what an entry says has exactly one text.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Said:
...     who: str
...     points: tuple[int, ...] = ()
>>> to_data(Said("Ada", (28, 23)))
{'who': 'Ada', 'points': [28, 23]}
>>> from_data(Said, {"who": "Ada", "points": [28, 23]})
Said(who='Ada', points=(28, 23))
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def to_data(value: Any) -> Any:
    """A value as dictionaries, lists, words and numbers; an enum is its member's name in lower case."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_data(getattr(value, name)) for name in _hints(type(value))}
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple | list):
        return [to_data(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): to_data(each) for key, each in value.items()}
    return value


def from_data(kind: type[T], data: Any) -> T:
    """
    The value of the dataclass *kind* that `to_data` wrote.

    Raises:
        ValueError: the data is not of this kind.
    """
    return cast("T", _read(kind, data))


def canonical(data: Any) -> str:
    """The one text of plain data: JSON in UTF-8 with sorted keys and without white space."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _read(hint: Any, data: Any) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return None if data is None else _read(get_args(hint)[0], data)
    if origin is tuple:
        kinds = get_args(hint)
        if not isinstance(data, list) or (kinds[-1] is not ... and len(data) != len(kinds)):
            raise ValueError(f"a list was expected, not {data!r}")
        return tuple(_read(kinds[0] if kinds[-1] is ... else kinds[place], each) for place, each in enumerate(data))
    if origin is not None or hint is Any:
        return data
    if is_dataclass(hint):
        kind: Any = hint
        wanted = _hints(kind)
        if not isinstance(data, dict) or data.keys() != wanted.keys():
            raise ValueError(f"{kind.__name__} has {', '.join(wanted)}, not {data!r}")
        return kind(**{name: _read(each, data[name]) for name, each in wanted.items()})
    if isinstance(hint, type) and issubclass(hint, Enum):
        if not isinstance(data, str) or data.upper() not in hint.__members__:
            raise ValueError(f"{data!r} is no {hint.__name__}")
        return hint[data.upper()]
    if type(data) is not hint:
        raise ValueError(f"{hint.__name__} was expected, not {data!r}")
    return data
