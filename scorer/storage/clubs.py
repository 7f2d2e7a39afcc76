"""Clubs, their settings and their credentials."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, select

from . import row_chains
from . import schema as s
from .engine import insert_row, once
from .row_chains import root_digest


class ClubRow(NamedTuple):
    id: int
    code: str
    opened_at: str


@dataclass(frozen=True, slots=True)
class CredentialRow:
    id: int
    club_id: int
    kind: str
    member: int
    name: str
    secret_hash: str
    made_at: str
    ended: bool


def insert_setup_link(db: Connection, *, token_hash: str, at: str) -> None:
    db.execute(s.setup_link.insert().values(token_hash=token_hash, made_at=at))


def open_setup_link(db: Connection, token_hash: str) -> int | None:
    """Return the id of the set-up link with this hash, if it is the latest and unused."""
    c = s.setup_link.c
    last = select(func.max(c.id)).scalar_subquery()
    used = select(s.club.c.setup_link_id)
    query = select(c.id).where(c.token_hash == token_hash, c.id == last, c.id.not_in(used))
    return db.execute(query).scalar_one_or_none()


def insert_club(db: Connection, *, code: str, setup_link_id: int, at: str) -> ClubRow:
    row = {"code": code, "opened_at": at}
    row["digest"] = root_digest(s.club, row)
    return ClubRow(insert_row(db, s.club, setup_link_id=setup_link_id, **row), code, at)


@once
def find_club(db: Connection, code: str) -> ClubRow | None:
    row = db.execute(_club_by(s.club.c.code), {"key": code}).one_or_none()
    return None if row is None else ClubRow(*row)


def club_by_id(db: Connection, club_id: int) -> ClubRow:
    return ClubRow(*db.execute(_club_by(s.club.c.id), {"key": club_id}).one())


@cache  # as all queries of every page: to build one takes longer than to run it
def _club_by(column: ColumnElement[Any]) -> Select[Any]:
    return _clubs().where(column == bindparam("key"))


def clubs(db: Connection) -> list[ClubRow]:
    return [ClubRow(*row) for row in db.execute(_clubs().order_by(s.club.c.id))]


def _clubs() -> Select[Any]:
    return select(s.club.c.id, s.club.c.code, s.club.c.opened_at)


def save_setting(db: Connection, club_id: int, *, name: str, value: str, at: str, member: int = 0) -> None:
    row_chains.append(db, s.setting, club_id, {"member": member, "name": name, "value": value, "set_at": at})


@once
def settings(db: Connection, club_id: int, name: str) -> dict[int, str]:
    """Return the current values of a setting by member; 0 is the club."""
    return {int(row[0]): str(row[1]) for row in db.execute(_settings(), {"club_id": club_id, "name": name})}


@cache
def _settings() -> Select[Any]:
    c = s.setting.c
    latest = select(func.max(c.id)).where(c.club_id == bindparam("club_id"), c.name == bindparam("name"))
    return select(c.member, c.value).where(c.id.in_(latest.group_by(c.member)))


FIRST_NUMBER = "first number"
"""The setting of a club that was founded from a copy: the id of the club in the book where it was first founded."""


def first_number(db: Connection, club_id: int) -> int:
    """Return the number of a club that the digests of its scorecards contain: the id that it had first."""
    return int(settings(db, club_id, FIRST_NUMBER).get(0, club_id))


def save_first_number(db: Connection, club_id: int, number: int, *, at: str) -> None:
    save_setting(db, club_id, name=FIRST_NUMBER, value=str(number), at=at)


def settings_starting(db: Connection, club_id: int, beginning: str) -> dict[str, str]:
    """Return the club's current settings whose names begin with *beginning*."""
    c = s.setting.c
    ours = (c.club_id == club_id) & (c.member == 0) & c.name.startswith(beginning, autoescape=True)
    latest = select(func.max(c.id)).where(ours).group_by(c.name)
    return {str(name): str(value) for name, value in db.execute(select(c.name, c.value).where(c.id.in_(latest)))}


def insert_credential(
    db: Connection, club_id: int, *, kind: str, secret_hash: str, at: str, member: int = 0, name: str = ""
) -> int:
    values = {"kind": kind, "member": member, "name": name, "secret_hash": secret_hash, "made_at": at}
    return row_chains.append(db, s.credential, club_id, values)[0]


@once
def credentials(
    db: Connection, club_id: int, kind: str | None = None, member: int | None = None
) -> list[CredentialRow]:
    c = s.credential.c
    condition = c.club_id == club_id
    condition = condition if kind is None else condition & (c.kind == kind)
    query = _credentials().where(condition if member is None else condition & (c.member == member))
    return [CredentialRow(*row) for row in db.execute(query.order_by(c.id))]


def active_credentials(db: Connection, club_id: int, kind: str, member: int | None = None) -> list[CredentialRow]:
    return [row for row in credentials(db, club_id, kind, member) if not row.ended]


@once
def credential(db: Connection, credential_id: int) -> CredentialRow | None:
    return _first(db.execute(_credential_by_id(), {"id": credential_id}))


@cache
def _credential_by_id() -> Select[Any]:
    return _credentials().where(s.credential.c.id == bindparam("id"))


def link_with(db: Connection, token_hash: str, kind: str = "link") -> CredentialRow | None:
    c = s.credential.c
    query = _credentials().where(c.kind == kind, c.secret_hash == token_hash).order_by(c.id)
    return _first(db.execute(query))


def end_credential(db: Connection, club_id: int, credential_id: int, *, at: str) -> None:
    row_chains.append(db, s.credential_end, club_id, {"credential_id": credential_id, "ended_at": at})


def insert_sign_out(db: Connection, session: str, *, at: str) -> None:
    db.execute(s.sign_out.insert().values(session=session, signed_out_at=at))


@once
def is_signed_out(db: Connection, session: str) -> bool:
    return db.execute(_sign_out(), {"session": session}).first() is not None


@cache
def _sign_out() -> Select[Any]:
    return select(s.sign_out.c.id).where(s.sign_out.c.session == bindparam("session"))


def _credentials() -> Select[Any]:
    c, end = s.credential.c, s.credential_end
    ended = end.c.id.is_not(None)
    return select(c.id, c.club_id, c.kind, c.member, c.name, c.secret_hash, c.made_at, ended).select_from(
        s.credential.outerjoin(end, end.c.credential_id == c.id)
    )


def _first(rows: Iterable[Any]) -> CredentialRow | None:
    return next((CredentialRow(*row) for row in rows), None)
