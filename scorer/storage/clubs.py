"""Clubs, their settings and their credentials."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from ..rules.names import Name
from . import row_chains
from . import schema as s
from .queries import by_key, given, once
from .row_chains import root_digest


class ClubRow(NamedTuple):
    id: int
    code: str
    opened_at: str
    digest: str


class CredentialRow(NamedTuple):
    id: int
    club_id: int
    kind: str
    member: int
    name: Name
    secret_hash: str
    made_at: str
    ended: bool


class SignInRow(NamedTuple):
    id: int
    session: str
    credential_id: int
    browser: str
    signed_in_at: str
    used_on: str
    ended: str


def insert_setup_link(db: Connection, *, token_hash: str, at: str) -> None:
    db.execute(s.setup_link.insert().values(token_hash=token_hash, made_at=at))


def open_setup_link(db: Connection, hashes: Collection[str]) -> int | None:
    """Return the id of the set-up link with one of these hashes, if it is the latest and unused."""
    c = s.setup_link.c
    last = select(func.max(c.id)).scalar_subquery()
    used = select(s.club.c.setup_link_id)
    query = select(c.id).where(c.token_hash.in_(hashes), c.id == last, c.id.not_in(used))
    return db.execute(query).scalar_one_or_none()


def insert_club(
    db: Connection, *, code: str, setup_link_id: int, at: str, like: str = ""
) -> ClubRow:
    row = {"code": code, "opened_at": at}
    row["digest"] = root_digest(s.club, row, like=like)
    inserted = s.club.insert().values(setup_link_id=setup_link_id, **row).returning(s.club.c.id)
    return ClubRow(db.execute(inserted).scalar_one(), **row)


_CLUBS = select(*(s.club.c[name] for name in ClubRow._fields)).order_by(s.club.c.id)


@once
def find_club(db: Connection, code: str) -> ClubRow | None:
    row = db.execute(by_key(_CLUBS, s.club.c.code), {"key": code}).one_or_none()
    return None if row is None else ClubRow(*row)


def club_by_id(db: Connection, club_id: int) -> ClubRow:
    return ClubRow(*db.execute(by_key(_CLUBS, s.club.c.id), {"key": club_id}).one())


def clubs(db: Connection) -> list[ClubRow]:
    return [ClubRow(*row) for row in db.execute(_CLUBS)]


def save_setting(
    db: Connection, club_id: int, *, name: str, value: str, at: str, member: int = 0
) -> None:
    row_chains.append(
        db, s.setting, club_id, {"member": member, "name": name, "value": value, "set_at": at}
    )


_SETTINGS = select(s.setting.c.member, s.setting.c.value).where(
    s.setting.c.id.in_(
        select(func.max(s.setting.c.id))
        .where(s.setting.c.club_id == bindparam("club_id"), s.setting.c.name == bindparam("name"))
        .group_by(s.setting.c.member)
    )
)


@once
def settings(db: Connection, club_id: int, name: str) -> dict[int, str]:
    """Return the current values of a setting by member; 0 is the club."""
    return dict(db.execute(_SETTINGS, {"club_id": club_id, "name": name}).all())


def name_of(db: Connection, club_id: int) -> str:
    return settings(db, club_id, "name")[0]


FIRST_NUMBER = "first number"
"""The setting of a club that was founded from a copy:
the id of the club in the book where it was first founded.
"""


def first_number(db: Connection, club_id: int) -> int:
    """Return the number of a club that the digests of its scorecards contain:
    the id that it had first.
    """
    return int(settings(db, club_id, FIRST_NUMBER).get(0, club_id))


def settings_starting(db: Connection, club_id: int, beginning: str) -> dict[str, str]:
    c = s.setting.c
    ours = (c.club_id == club_id) & (c.member == 0) & c.name.startswith(beginning, autoescape=True)
    latest = select(func.max(c.id)).where(ours).group_by(c.name)
    return dict(db.execute(select(c.name, c.value).where(c.id.in_(latest))).all())


def insert_credential(
    db: Connection,
    club_id: int,
    *,
    kind: str,
    secret_hash: str,
    at: str,
    member: int = 0,
    name: str = "",
) -> int:
    values = {
        "kind": kind,
        "member": member,
        "name": name,
        "secret_hash": secret_hash,
        "made_at": at,
    }
    return row_chains.append(db, s.credential, club_id, values)


_CREDENTIALS = select(
    *(s.credential.c[name] for name in CredentialRow._fields if name != "ended"),
    s.credential_end.c.id.is_not(None),
).select_from(
    s.credential.outerjoin(s.credential_end, s.credential_end.c.credential_id == s.credential.c.id)
)


@once
def credentials(
    db: Connection, club_id: int, kind: str | None = None, member: int | None = None
) -> list[CredentialRow]:
    c = s.credential.c
    query = _CREDENTIALS.where(c.club_id == club_id, *given((c.kind, kind), (c.member, member)))
    return [*map(CredentialRow._make, db.execute(query.order_by(c.id)))]


def active_credentials(
    db: Connection, club_id: int, kind: str, member: int | None = None
) -> list[CredentialRow]:
    return [row for row in credentials(db, club_id, kind, member) if not row.ended]


@once
def credential(db: Connection, credential_id: int) -> CredentialRow | None:
    row = db.execute(by_key(_CREDENTIALS, s.credential.c.id), {"key": credential_id}).one_or_none()
    return None if row is None else CredentialRow._make(row)


def link_with(db: Connection, hashes: Collection[str], kind: str = "link") -> CredentialRow | None:
    c = s.credential.c
    row = db.execute(
        _CREDENTIALS.where(c.kind == kind, c.secret_hash.in_(hashes)).order_by(c.id)
    ).first()
    return None if row is None else CredentialRow._make(row)


def end_credential(db: Connection, club_id: int, credential_id: int, *, at: str) -> None:
    row_chains.append(
        db, s.credential_end, club_id, {"credential_id": credential_id, "ended_at": at}
    )


def insert_sign_in(
    db: Connection, session: str, credential_id: int, *, browser: str, at: str, forget: str
) -> None:
    """Add a sign-in, and delete those that were made and used before *forget*."""
    row = {
        "session": session,
        "credential_id": credential_id,
        "browser": browser,
        "signed_in_at": at,
    }
    db.execute(s.sign_in.insert().values(used_on="", ended="", **row))
    db.execute(
        delete(s.sign_in).where(s.sign_in.c.signed_in_at < forget, s.sign_in.c.used_on < forget)
    )


_SIGN_INS = select(*(s.sign_in.c[name] for name in SignInRow._fields))


@once
def sign_in(db: Connection, session: str) -> SignInRow | None:
    row = db.execute(by_key(_SIGN_INS, s.sign_in.c.session), {"key": session}).one_or_none()
    return None if row is None else SignInRow._make(row)


def sign_ins(
    db: Connection, club_id: int, member: int, credential_id: int | None = None
) -> list[SignInRow]:
    """Return the sign-ins of a member, or by one credential,
    that have not ended and whose credential has not.
    """
    c = s.credential.c
    ended = select(s.credential_end.c.credential_id)
    own = select(c.id).where(
        c.club_id == club_id, c.member == member, c.id.not_in(ended), *given((c.id, credential_id))
    )
    query = _SIGN_INS.where(s.sign_in.c.credential_id.in_(own), s.sign_in.c.ended == "").order_by(
        s.sign_in.c.id
    )
    return [*map(SignInRow._make, db.execute(query))]


def change_sign_ins(db: Connection, ids: Iterable[int], **values: str) -> None:
    db.execute(update(s.sign_in).where(s.sign_in.c.id.in_(ids)).values(values))


def delete_sign_ins(db: Connection, club_id: int, member: int) -> None:
    own = select(s.credential.c.id).where(
        s.credential.c.club_id == club_id, s.credential.c.member == member
    )
    db.execute(delete(s.sign_in).where(s.sign_in.c.credential_id.in_(own)))
