"""What the processes that serve a book must agree on, but nobody needs later: attempts, and versions sent to phones."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text

from . import schema as s

_COUNT = text(
    "INSERT INTO attempt (key, hits, until) VALUES (:key, 1, :until) "
    "ON CONFLICT (key) DO UPDATE SET hits = attempt.hits + 1 RETURNING hits"
)
_NOTE = text(
    "INSERT INTO sent_version (code, version) VALUES (:code, :version) "
    "ON CONFLICT (code) DO UPDATE SET version = excluded.version"
)


def count_attempt(db: Connection, key: str, *, now: str, until: str) -> int:
    """Count an attempt and return their number in the period of *key*; one that begins now ends at *until*."""
    db.execute(delete(s.attempt).where(s.attempt.c.until <= now))
    return int(db.execute(_COUNT, {"key": key, "until": until}).scalar_one())


def attempts(db: Connection, key: str, *, now: str) -> int:
    """Return the number of the attempts in the period of *key*."""
    a = s.attempt.c
    return db.execute(select(a.hits).where(a.key == key, a.until > now)).scalar_one_or_none() or 0


def forget_attempts(db: Connection, key: str | None) -> None:
    db.execute(delete(s.attempt) if key is None else delete(s.attempt).where(s.attempt.c.key == key))


def note_sent(db: Connection, code: str, version: str) -> None:
    db.execute(_NOTE, {"code": code, "version": version})


def was_sent(db: Connection, code: str, version: str) -> bool:
    """Return whether this version of a sheet was the last that was sent to a phone that watches."""
    found = db.execute(select(s.sent_version.c.version).where(s.sent_version.c.code == code))
    return found.scalar_one_or_none() == version
