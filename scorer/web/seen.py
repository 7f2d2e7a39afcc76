"""Which version of a partie the phones that look on were sent last; kept in memory, forgotten at a restart."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

MOST = 1000
"""Parties remembered; the longest unseen are forgotten first."""

_seen: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


def note_seen(code: str, version: str) -> None:
    """A phone that looks on is being sent this version."""
    with _lock:
        _seen[code.upper()] = version
        _seen.move_to_end(code.upper())
        while len(_seen) > MOST:
            _seen.popitem(last=False)


def seen_by_another(code: str, version: str) -> bool:
    """Whether a phone that looks on has been sent this version."""
    with _lock:
        return _seen.get(code.upper()) == version
