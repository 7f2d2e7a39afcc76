"""What is arranged and counts nothing: who comes to an evening, who sits where, and the days on
which two players want to meet.

It is no entry of the ledger, because no account depends on it. It is kept as a log of events beside
the ledger, and what holds now is a fold of them: to take something back is to append its opposite.
An event is a frozen dataclass with the numbers of members, never their names; a family of them is a
union, by whose names they are written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from .chain import canonical, from_data, to_data
from .entries import named

T = TypeVar("T")


def write_event(event: Any) -> str:
    """Return the one text of an event."""
    (name,) = named(type(event))
    return canonical({"event": name, **to_data(event)})


def read_event(text: str, kinds: Mapping[str, type[T]]) -> T:
    """Return the event that `write_event` wrote; `ValueError` if it is none of these *kinds*."""
    data = json.loads(text)
    name = data.pop("event", "") if isinstance(data, dict) else ""
    if name not in kinds:
        raise ValueError(f"{name!r} is not an event of this kind")
    return from_data(kinds[name], data)


MEMBERS = ("member", "other", "by")
"""The fields of events that hold the number of a member."""


def event_of_merged(event: T, merged: Mapping[int, int]) -> T:
    """Return an event with its members as they are now, some of whom are *merged* into others."""
    changed: dict[str, Any] = {}
    for name in MEMBERS:
        if hasattr(event, name):
            number = getattr(event, name)
            changed[name] = merged.get(number, number)
    found: T = replace(event, **changed)  # type: ignore[type-var]  # every event is a dataclass
    return found
