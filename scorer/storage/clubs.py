"""Reading and appending what a club is run with: its row, its choices, its credentials."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select

from . import schema as s


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club: its number in the database, the code in its addresses, and when it was opened."""

    id: int
    code: str
    opened_at: str


@dataclass(frozen=True, slots=True)
class CredentialRow:
    """
    What somebody proves himself with.

    Attributes:
        id: its number.
        club_id: the club it is for.
        kind: `password`, `link`, `pin` or `director link`.
        role: `director`, `scorer` or `member`.
        member: the member's number; 0 for a director who is none.
        name: by which a director signs in, or empty.
        secret_hash: of the secret.
        made_at: when it was made.
        ended: it holds no more.
    """

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
    """Append a set-up link."""
    db.execute(s.setup_link.insert().values(token_hash=token_hash, made_at=at))


def open_setup_link(db: Connection, token_hash: str) -> int | None:
    """The number of the set-up link with this hash, if it is the last one made and founded no club."""
    c = s.setup_link.c
    last = select(func.max(c.id)).scalar_subquery()
    used = select(s.club.c.setup_link_id)
    query = select(c.id).where(c.token_hash == token_hash, c.id == last, c.id.not_in(used))
    return db.execute(query).scalar_one_or_none()


def insert_club(db: Connection, *, code: str, setup_link_id: int, at: str) -> ClubRow:
    """Append a club; `IntegrityError` if the code or the set-up link is taken."""
    values = {"code": code, "setup_link_id": setup_link_id, "opened_at": at}
    number = db.execute(s.club.insert().values(values).returning(s.club.c.id)).scalar_one()
    return ClubRow(int(number), code, at)


def find_club(db: Connection, code: str) -> ClubRow | None:
    """The club with this code, or `None`."""
    return _club(db, s.club.c.code == code)


def club_by_id(db: Connection, club_id: int) -> ClubRow:
    """The club with this number, which exists."""
    found = _club(db, s.club.c.id == club_id)
    assert found is not None
    return found


def clubs(db: Connection) -> list[ClubRow]:
    """Every club, oldest first."""
    rows = db.execute(select(s.club.c.id, s.club.c.code, s.club.c.opened_at).order_by(s.club.c.id))
    return [ClubRow(*row) for row in rows]


def _club(db: Connection, condition: ColumnElement[bool]) -> ClubRow | None:
    row = db.execute(select(s.club.c.id, s.club.c.code, s.club.c.opened_at).where(condition)).one_or_none()
    return None if row is None else ClubRow(*row)


def save_setting(db: Connection, club_id: int, *, name: str, value: str, at: str, member: int = 0) -> None:
    """Append a choice of the club, or of a member."""
    db.execute(s.setting.insert().values(club_id=club_id, member=member, name=name, value=value, set_at=at))


def settings(db: Connection, club_id: int, name: str) -> dict[int, str]:
    """What was last chosen under *name*: by the club (0), and by each member who chose."""
    c = s.setting.c
    latest = select(func.max(c.id)).where(c.club_id == club_id, c.name == name).group_by(c.member)
    return {int(member): str(value) for member, value in db.execute(select(c.member, c.value).where(c.id.in_(latest)))}


def setting_of(db: Connection, club_id: int, name: str, member: int) -> str | None:
    """What a member last chose, or was given, under *name*; `None` if nothing."""
    c = s.setting.c
    query = select(c.value).where(c.club_id == club_id, c.name == name, c.member == member)
    return db.execute(query.order_by(c.id.desc()).limit(1)).scalar_one_or_none()


def settings_starting(db: Connection, club_id: int, beginning: str) -> dict[str, str]:
    """What the club last chose under each name that begins so."""
    c = s.setting.c
    ours = (c.club_id == club_id) & (c.member == 0) & c.name.startswith(beginning, autoescape=True)
    latest = select(func.max(c.id)).where(ours).group_by(c.name)
    return {str(name): str(value) for name, value in db.execute(select(c.name, c.value).where(c.id.in_(latest)))}


def insert_credential(
    db: Connection, club_id: int, *, kind: str, role: str, secret_hash: str, at: str, member: int = 0, name: str = ""
) -> int:
    """Append a credential and return its number."""
    values = {"club_id": club_id, "kind": kind, "role": role, "member": member, "name": name}
    values |= {"secret_hash": secret_hash, "made_at": at}
    return int(db.execute(s.credential.insert().values(values).returning(s.credential.c.id)).scalar_one())


def credentials(db: Connection, club_id: int, kind: str | None = None) -> list[CredentialRow]:
    """The credentials of a club, oldest first; of one kind, if that is named."""
    condition = s.credential.c.club_id == club_id
    return _credentials(db, condition if kind is None else condition & (s.credential.c.kind == kind))


def active_credentials(db: Connection, club_id: int, kind: str) -> list[CredentialRow]:
    """The credentials of one kind that have not been ended, oldest first."""
    return [row for row in credentials(db, club_id, kind) if not row.ended]


def credentials_of(db: Connection, club_id: int, member: int, kind: str) -> list[CredentialRow]:
    """The credentials of one kind that a member holds, oldest first."""
    c = s.credential.c
    return _credentials(db, (c.club_id == club_id) & (c.member == member) & (c.kind == kind))


def credential(db: Connection, credential_id: int) -> CredentialRow | None:
    """The credential with this number, or `None`."""
    return next(iter(_credentials(db, s.credential.c.id == credential_id)), None)


def link_with(db: Connection, token_hash: str, kind: str = "link") -> CredentialRow | None:
    """The link of this kind whose secret has this hash, or `None`."""
    c = s.credential.c
    return next(iter(_credentials(db, (c.kind == kind) & (c.secret_hash == token_hash))), None)


def end_credential(db: Connection, credential_id: int, *, at: str) -> None:
    """Append the end of a credential; `IntegrityError` if it was ended before."""
    db.execute(s.credential_end.insert().values(credential_id=credential_id, ended_at=at))


def insert_sign_out(db: Connection, session: str, *, at: str) -> None:
    """Append the end of a session; `IntegrityError` if it was ended before."""
    db.execute(s.sign_out.insert().values(session=session, signed_out_at=at))


def is_signed_out(db: Connection, session: str) -> bool:
    """Whether a session was ended."""
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
