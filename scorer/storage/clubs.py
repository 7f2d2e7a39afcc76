"""Clubs, their settings and their credentials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from . import schema as s
from .engine import insert_row


class ClubRow(NamedTuple):
    id: int
    code: str
    opened_at: str


@dataclass(frozen=True, slots=True)
class CredentialRow:
    id: int
    club_id: int
    kind: str
    role: str
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
    return ClubRow(insert_row(db, s.club, code=code, setup_link_id=setup_link_id, opened_at=at), code, at)


def find_club(db: Connection, code: str) -> ClubRow | None:
    return next(iter(_clubs(db, s.club.c.code == code)), None)


def club_by_id(db: Connection, club_id: int) -> ClubRow:
    return _clubs(db, s.club.c.id == club_id)[0]


def clubs(db: Connection) -> list[ClubRow]:
    return _clubs(db)


def _clubs(db: Connection, *conditions: ColumnElement[bool]) -> list[ClubRow]:
    c = s.club.c
    return [ClubRow(*row) for row in db.execute(select(c.id, c.code, c.opened_at).where(*conditions).order_by(c.id))]


def save_setting(db: Connection, club_id: int, *, name: str, value: str, at: str, member: int = 0) -> None:
    db.execute(s.setting.insert().values(club_id=club_id, member=member, name=name, value=value, set_at=at))


def settings(db: Connection, club_id: int, name: str) -> dict[int, str]:
    """Return the current values of a setting by member; 0 is the club."""
    c = s.setting.c
    latest = select(func.max(c.id)).where(c.club_id == club_id, c.name == name).group_by(c.member)
    return {int(member): str(value) for member, value in db.execute(select(c.member, c.value).where(c.id.in_(latest)))}


def setting_of(db: Connection, club_id: int, name: str, member: int) -> str | None:
    c = s.setting.c
    query = select(c.value).where(c.club_id == club_id, c.name == name, c.member == member)
    return db.execute(query.order_by(c.id.desc()).limit(1)).scalar_one_or_none()


FIRST_NUMBER = "first number"
"""The setting of a club that was founded from a copy: the id of the club in the book where it was first founded."""


def first_number(db: Connection, club_id: int) -> int:
    """Return the number of a club that the digests of its scorecards contain: the id that it had first."""
    found = setting_of(db, club_id, FIRST_NUMBER, 0)
    return club_id if found is None else int(found)


def save_first_number(db: Connection, club_id: int, number: int, *, at: str) -> None:
    save_setting(db, club_id, name=FIRST_NUMBER, value=str(number), at=at)


def settings_starting(db: Connection, club_id: int, beginning: str) -> dict[str, str]:
    """Return the club's current settings whose names begin with *beginning*."""
    c = s.setting.c
    ours = (c.club_id == club_id) & (c.member == 0) & c.name.startswith(beginning, autoescape=True)
    latest = select(func.max(c.id)).where(ours).group_by(c.name)
    return {str(name): str(value) for name, value in db.execute(select(c.name, c.value).where(c.id.in_(latest)))}


def insert_credential(
    db: Connection, club_id: int, *, kind: str, role: str, secret_hash: str, at: str, member: int = 0, name: str = ""
) -> int:
    values = {"club_id": club_id, "kind": kind, "role": role, "member": member, "name": name}
    return insert_row(db, s.credential, **values, secret_hash=secret_hash, made_at=at)


def credentials(
    db: Connection, club_id: int, kind: str | None = None, member: int | None = None
) -> list[CredentialRow]:
    c = s.credential.c
    condition = c.club_id == club_id
    condition = condition if kind is None else condition & (c.kind == kind)
    return _credentials(db, condition if member is None else condition & (c.member == member))


def active_credentials(db: Connection, club_id: int, kind: str, member: int | None = None) -> list[CredentialRow]:
    return [row for row in credentials(db, club_id, kind, member) if not row.ended]


def credential(db: Connection, credential_id: int) -> CredentialRow | None:
    return next(iter(_credentials(db, s.credential.c.id == credential_id)), None)


def link_with(db: Connection, token_hash: str, kind: str = "link") -> CredentialRow | None:
    c = s.credential.c
    return next(iter(_credentials(db, (c.kind == kind) & (c.secret_hash == token_hash))), None)


def end_credential(db: Connection, credential_id: int, *, at: str) -> None:
    db.execute(s.credential_end.insert().values(credential_id=credential_id, ended_at=at))


def insert_sign_out(db: Connection, session: str, *, at: str) -> None:
    db.execute(s.sign_out.insert().values(session=session, signed_out_at=at))


def is_signed_out(db: Connection, session: str) -> bool:
    return db.execute(select(s.sign_out.c.id).where(s.sign_out.c.session == session)).first() is not None


def _credentials(db: Connection, condition: ColumnElement[bool]) -> list[CredentialRow]:
    c, end = s.credential.c, s.credential_end
    query = (
        select(c.id, c.club_id, c.kind, c.role, c.member, c.name, c.secret_hash, c.made_at, end.c.id)
        .select_from(s.credential.outerjoin(end, end.c.credential_id == c.id))
        .where(condition)
        .order_by(c.id)
    )
    return [CredentialRow(*row[:8], ended=row[8] is not None) for row in db.execute(query)]
