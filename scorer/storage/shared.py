"""What the processes that serve a book must agree on, but nobody needs later: attempts, and versions sent to phones."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text

from . import schema as s

_COUNT = text(
    "INSERT INTO attempt (key, hits, until) VALUES (:key, :hits, :until) "
    "ON CONFLICT (key) DO UPDATE SET hits = attempt.hits + excluded.hits RETURNING hits"
)
_NOTE = text(
    "INSERT INTO sent_version (code, version) VALUES (:code, :version) "
    "ON CONFLICT (code) DO UPDATE SET version = excluded.version"
)


def count_attempts(db: Connection, key: str, hits: int, *, now: str, until: str) -> int:
    """Count attempts in the period of *key* and return their sum; *until* is the end of a period that begins now."""
    db.execute(delete(s.attempt).where(s.attempt.c.until <= now))
    return int(db.execute(_COUNT, {"key": key, "hits": hits, "until": until}).scalar_one())


def attempts(db: Connection, key: str, *, now: str) -> tuple[int, str]:
    """Return the sum of the attempts in the period of *key*, and its end; 0 and *now* if there is none."""
    a = s.attempt.c
    found = db.execute(select(a.hits, a.until).where(a.key == key, a.until > now)).one_or_none()
    return (0, now) if found is None else (found.hits, found.until)


def forget_attempts(db: Connection, key: str | None) -> None:
    """Delete the attempts of *key*, or all."""
    db.execute(delete(s.attempt) if key is None else delete(s.attempt).where(s.attempt.c.key == key))


def note_sent(db: Connection, code: str, version: str) -> None:
    """Note the version of a sheet that was sent to a phone that watches."""
    db.execute(_NOTE, {"code": code, "version": version})


def was_sent(db: Connection, code: str, version: str) -> bool:
    """Return whether this version of a sheet was the last that was sent to a phone that watches."""
    found = db.execute(select(s.sent_version.c.version).where(s.sent_version.c.code == code))
    return found.scalar_one_or_none() == version
