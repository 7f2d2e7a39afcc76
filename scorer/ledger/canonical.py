"""
Frozen dataclasses as canonical JSON, so that an entry has exactly one text.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

Reader = Callable[[Any], Any]
"""Makes a value from plain data; raises ValueError."""

_SCALARS = frozenset({int, str, bool, float, type(None)})


def to_data(value: Any) -> Any:
    """Return *value* as dictionaries, lists, strings and numbers; an enum member as its name in lower case."""
    if type(value) in _SCALARS:
        return value
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
    """Return the dataclass *kind* that `to_data` wrote; `ValueError` if the data does not fit it."""
    read: Reader = _reader(cast("Any", kind))
    return cast("T", read(data))


def canonical(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


@cache
def _reader(hint: Any) -> Reader:
    """Make the reader of a type, once per type, because a book has hundreds of thousands of values."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _either(get_args(hint))
    if origin is tuple:
        kinds = get_args(hint)
        return partial(_series, _reader(kinds[0])) if kinds[-1] is ... else partial(_row, tuple(map(_reader, kinds)))
    if origin is not None or hint is Any:
        return lambda data: data
    if is_dataclass(hint):
        return partial(_fields, hint, {name: _reader(each) for name, each in _hints(cast("Any", hint)).items()})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return partial(_member, hint, {name.lower(): member for name, member in hint.__members__.items()})
    return partial(_scalar, hint)


def _either(kinds: Sequence[Any]) -> Reader:
    """Make the reader of one of several dataclasses, which it knows by their fields; or of a value or `None`."""
    first, *others = (_reader(kind) for kind in kinds if kind is not type(None))
    if not others:
        return lambda data: None if data is None else first(data)
    by_fields = {frozenset(_hints(kind)): _reader(kind) for kind in kinds}
    return lambda data: by_fields.get(frozenset(data) if isinstance(data, dict) else frozenset(), first)(data)


def _series(read: Reader, data: Any) -> Any:
    if not isinstance(data, list):
        raise ValueError(f"a list was expected, not {data!r}")
    return tuple([read(each) for each in data])


def _row(readers: tuple[Reader, ...], data: Any) -> Any:
    if not isinstance(data, list) or len(data) != len(readers):
        raise ValueError(f"a list of {len(readers)} was expected, not {data!r}")
    return tuple([read(each) for read, each in zip(readers, data, strict=True)])


def _fields(kind: Any, readers: Mapping[str, Reader], data: Any) -> Any:
    if not isinstance(data, dict) or data.keys() != readers.keys():
        raise ValueError(f"{kind.__name__} needs {', '.join(readers)}, not {data!r}")
    return kind(*[read(data[name]) for name, read in readers.items()])


def _member(kind: type[Enum], members: Mapping[str, Enum], data: Any) -> Any:
    if not isinstance(data, str) or data not in members:
        raise ValueError(f"{data!r} is not a {kind.__name__}")
    return members[data]


def _scalar(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise ValueError(f"{kind.__name__} was expected, not {data!r}")
    return data
