"""What the processes that serve a book share, so that they act as one: rate limits, what watching
phones have, and the removal of what was erased.
"""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import timedelta
from itertools import chain, repeat
from threading import Event, Lock, Thread

from sqlalchemy import Engine, delete, select, text
from sqlalchemy.exc import SQLAlchemyError

from ..storage import erasures
from ..storage import schema as s
from ..storage.engine import Unavailable, reading, writing
from .service import Service
from .sheets import find_state

MOST_COUNTED = 200
"""More attempts than any limit allows; a flood of them is not written down one by one."""

_COUNT = text(
    "INSERT INTO attempt (key, hits, until) VALUES (:key, 1, :until) "
    "ON CONFLICT (key) DO UPDATE SET hits = attempt.hits + 1 RETURNING hits"
)
_NOTE = text(
    "INSERT INTO sent_version (code, version) VALUES (:code, :version) "
    "ON CONFLICT (code) DO UPDATE SET version = excluded.version"
)


class Attempts(Service):
    def count(self, key: str, seconds: int) -> int:
        """Count an attempt and return their number in the period; a new period lasts *seconds*."""
        before = self.counted(key)
        if before > MOST_COUNTED:
            return before
        now = self.clock()
        until = (now + timedelta(seconds=seconds)).isoformat()
        with writing(self.engine) as db:
            db.execute(delete(s.attempt).where(s.attempt.c.until <= now.isoformat()))
            return int(db.execute(_COUNT, {"key": key, "until": until}).scalar_one())

    def counted(self, key: str) -> int:
        a = s.attempt.c
        with reading(self.engine) as db:
            found = db.execute(
                select(a.hits).where(a.key == key, a.until > self.clock().isoformat())
            )
            return found.scalar_one_or_none() or 0

    def forget(self, key: str | None = None) -> None:
        with writing(self.engine) as db:
            query = delete(s.attempt)
            if key is not None:
                query = query.where(s.attempt.c.key == key)
            db.execute(query)


class Presence(Service):
    """Which version of a partie a phone that watches has."""

    def note_sent(self, code: str, version: str) -> None:
        """Note that a version is being sent to a phone that watches,
        unless it is known, or no longer current.
        """
        if self.was_sent(code, version):
            return
        # the phone gets its page even if this is not noted
        with suppress(Unavailable), writing(self.engine, sheet=code) as db:
            if find_state(db, code).version == version:
                db.execute(_NOTE, {"code": code, "version": version})

    def was_sent(self, code: str, version: str) -> bool:
        with reading(self.engine) as db:
            found = db.execute(
                select(s.sent_version.c.version).where(s.sent_version.c.code == code)
            )
            return found.scalar_one_or_none() == version


PAUSES = (1, 2, 5, 15, 60)
"""Seconds until the next attempt; the last pause is repeated."""


class Cleaner:
    """Tries to remove traces until none is left, in a thread of its own; each process has one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._wanted = Event()
        self._guard = Lock()
        self._thread: Thread | None = None

    def wake(self) -> None:
        self._wanted.set()
        with self._guard:
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while self._wanted.wait():
            self._wanted.clear()
            for pause in chain(PAUSES, repeat(PAUSES[-1])):
                if self._is_clean():
                    break
                time.sleep(pause)

    def _is_clean(self) -> bool:
        try:
            return erasures.clean(self._engine)
        except SQLAlchemyError:
            return False  # as while the database is restarted
