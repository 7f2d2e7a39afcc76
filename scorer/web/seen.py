"""Which version of a partie was last sent to phones that watch; in memory, so a restart forgets it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

MOST = 1000
"""Maximum parties remembered; the least recently seen goes first."""

_seen: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


def note_seen(code: str, version: str) -> None:
    """Note that this version is being sent to a phone that watches."""
    with _lock:
        _seen[code.upper()] = version
        _seen.move_to_end(code.upper())
        while len(_seen) > MOST:
            _seen.popitem(last=False)


def seen_by_another(code: str, version: str) -> bool:
    """Whether this version has been sent to a phone that watches."""
    with _lock:
        return _seen.get(code.upper()) == version
