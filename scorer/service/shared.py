"""What the processes that serve a book share, so that they act as one: rate limits, and what watching phones have."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from ..storage import shared as store
from ..storage import sheets
from ..storage.engine import Unavailable, reading, writing
from ..storage.sheets import SheetKind
from .base import Service
from .sheets import find_any

MOST_COUNTED = 200
"""More attempts than any limit allows; a flood of them is not written down one by one."""


class Attempts(Service):
    def count(self, key: str, seconds: int) -> int:
        """Count an attempt and return their number in the period; a new period lasts *seconds*."""
        before = self.counted(key)
        if before > MOST_COUNTED:
            return before
        now = self.clock()
        until = (now + timedelta(seconds=seconds)).isoformat()
        with writing(self.engine) as db:
            return store.count_attempt(db, key, now=now.isoformat(), until=until)

    def counted(self, key: str) -> int:
        """Return the number of the attempts in the current period."""
        with reading(self.engine) as db:
            return store.attempts(db, key, now=self.clock().isoformat())

    def forget(self, key: str | None = None) -> None:
        with writing(self.engine) as db:
            store.forget_attempts(db, key)


class Presence(Service):
    """Which version of a partie a phone that watches has."""

    def note_sent(self, code: str, version: str) -> None:
        """Note that a version is being sent to a phone that watches, unless it is known, or no longer current."""
        if self.was_sent(code, version):
            return
        with suppress(Unavailable), writing(self.engine) as db:  # the phone gets its page even if this is not noted
            if sheets.version(db, find_any(db, code, SheetKind.PARTIE).id) == version:
                store.note_sent(db, code, version)

    def was_sent(self, code: str, version: str) -> bool:
        with reading(self.engine) as db:
            return store.was_sent(db, code, version)
