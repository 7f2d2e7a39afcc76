"""Companies: players, turns, signatures, links and season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select, union

from . import schema as s
from .engine import insert_row
from .parties import Sight


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company; `terms` is one line (`scorer.rules.company.terms_named`), `ruleset` is JSON."""

    id: int
    code: str
    terms: str
    ruleset: str
    opened_at: str


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a company; `member` is 0 outside a season."""

    seat: int
    name: str
    member: int


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One partie of a company, with its latest result: from a paper card, struck, or `None`."""

    id: int
    number: int
    first: int
    second: int
    partie_id: int | None
    result: str | None


@dataclass(frozen=True, slots=True)
class CompanyLinkRow:
    """A link that lets a phone score every partie of a company."""

    id: int
    company_id: int
    made_at: str
    revoked: bool


def insert_company(
    db: Connection, *, code: str, terms: str, ruleset: str, players: Sequence[tuple[str, int]], at: str
) -> int:
    """
    Append a company and return its id; `IntegrityError` if the code is taken or two players have one name.

    Args:
        players: name and member number of each, in the order of the cut.
    """
    number = insert_row(db, s.company, code=code, terms=terms, ruleset=ruleset, opened_at=at)
    db.execute(
        s.company_player.insert(),
        [
            {"company_id": number, "seat": seat, "name": name, "member": member}
            for seat, (name, member) in enumerate(players)
        ],
    )
    return number


def find_company(db: Connection, code: str) -> CompanyRow | None:
    row = db.execute(select(s.company).where(s.company.c.code == code)).one_or_none()
    return None if row is None else CompanyRow(*row)


def company_by_id(db: Connection, company_id: int) -> CompanyRow:
    return CompanyRow(*db.execute(select(s.company).where(s.company.c.id == company_id)).one())


def players(db: Connection, company_id: int) -> list[PlayerRow]:
    """Return the players in the order of the cut."""
    c = s.company_player.c
    query = select(c.seat, c.name, c.member).where(c.company_id == company_id).order_by(c.seat)
    return [PlayerRow(*row) for row in db.execute(query)]


def latest(db: Connection, most: int, sight: Sight) -> list[CompanyRow]:
    """Return the companies in *sight*, latest first."""
    of_clubs = select(s.season_company.c.company_id).where(s.season_company.c.club_id.in_(sight.clubs))
    scored = select(s.company_link.c.company_id).where(
        s.company_link.c.id.in_(sight.company_links), s.company_link.c.id.not_in(select(s.company_revocation.c.link_id))
    )
    followed = select(s.company.c.id).where(s.company.c.code.in_(sight.codes))
    seen = s.company.c.id.in_(union(of_clubs, scored, followed))
    return [
        CompanyRow(*row)
        for row in db.execute(select(s.company).where(seen).order_by(s.company.c.id.desc()).limit(most))
    ]


def turns(db: Connection, company_id: int) -> list[TurnRow]:
    """Return the turns in order, each with its latest result."""
    c = s.turn.c
    last = (
        select(s.turn_result.c.result)
        .where(s.turn_result.c.turn_id == c.id)
        .order_by(s.turn_result.c.id.desc())
        .limit(1)
    ).scalar_subquery()
    query = (
        select(c.id, c.number, c.first, c.second, c.partie_id, last)
        .where(c.company_id == company_id)
        .order_by(c.number)
    )
    return [TurnRow(*row) for row in db.execute(query)]


def append_turn(
    db: Connection, company_id: int, *, number: int, first: int, second: int, partie_id: int | None, at: str
) -> int:
    """Append a turn and return its id; `IntegrityError` if the number is taken."""
    values = {"company_id": company_id, "number": number, "first": first, "second": second}
    return insert_row(db, s.turn, **values, partie_id=partie_id, begun_at=at)


def append_result(db: Connection, turn_id: int, *, result: str, form_key: str, at: str) -> None:
    """Append the result of a turn; `IntegrityError` if the key is used."""
    db.execute(s.turn_result.insert().values(turn_id=turn_id, result=result, form_key=form_key, recorded_at=at))


def has_result_with(db: Connection, company_id: int, form_key: str) -> bool:
    """Return whether a result of the company was recorded with this key."""
    said = select(s.turn_result.c.id).join(s.turn, s.turn.c.id == s.turn_result.c.turn_id)
    found = said.where(s.turn.c.company_id == company_id, s.turn_result.c.form_key == form_key)
    return db.execute(found.limit(1)).one_or_none() is not None


def company_of(db: Connection, partie_id: int) -> int | None:
    """Return the id of the company that a partie is a turn of, or `None`."""
    return db.execute(select(s.turn.c.company_id).where(s.turn.c.partie_id == partie_id)).scalar_one_or_none()


def is_signed(db: Connection, company_id: int) -> bool:
    """Return whether anybody has signed the company's card."""
    signed = select(s.company_signature.c.id).where(s.company_signature.c.company_id == company_id)
    return db.execute(signed.limit(1)).one_or_none() is not None


def is_locked(db: Connection, partie_id: int) -> bool:
    """Return whether a partie is a turn of a company whose card is signed."""
    company_id = company_of(db, partie_id)
    return company_id is not None and is_signed(db, company_id)


def version(db: Connection, company_id: int) -> str:
    """Return a text that changes with every row of the company and of its parties."""
    parties = select(s.turn.c.partie_id).where(s.turn.c.company_id == company_id)
    own = select(s.turn.c.id).where(s.turn.c.company_id == company_id)
    newest = (
        select(func.max(s.turn.c.id)).where(s.turn.c.company_id == company_id),
        select(func.max(s.turn_result.c.id)).where(s.turn_result.c.turn_id.in_(own)),
        select(func.max(s.company_signature.c.id)).where(s.company_signature.c.company_id == company_id),
        select(func.max(s.statement.c.id)).where(s.statement.c.partie_id.in_(parties)),
    )
    row = db.execute(select(*(each.scalar_subquery() for each in newest))).one()
    return "-".join(str(each or 0) for each in row)


def signatures(db: Connection, company_id: int) -> dict[int, str]:
    """Return the signed name by seat."""
    c = s.company_signature.c
    rows = db.execute(select(c.seat, c.name).where(c.company_id == company_id).order_by(c.id))
    return {row.seat: row.name for row in rows}


def append_signature(db: Connection, company_id: int, *, seat: int, name: str, at: str) -> None:
    """Append a signature; `IntegrityError` if the player has signed."""
    db.execute(s.company_signature.insert().values(company_id=company_id, seat=seat, name=name, signed_at=at))


def insert_link(db: Connection, company_id: int, *, token_hash: str, at: str) -> int:
    """Append a scoring link and return its id."""
    return insert_row(db, s.company_link, company_id=company_id, token_hash=token_hash, made_at=at)


def links(db: Connection, company_id: int) -> list[CompanyLinkRow]:
    """Return the scoring links, oldest first."""
    return _links(db, s.company_link.c.company_id == company_id)


def link_with(db: Connection, token_hash: str) -> CompanyLinkRow | None:
    return next(iter(_links(db, s.company_link.c.token_hash == token_hash)), None)


def _links(db: Connection, condition: ColumnElement[bool]) -> list[CompanyLinkRow]:
    c = s.company_link.c
    ended = s.company_revocation
    query = (
        select(c.id, c.company_id, c.made_at, ended.c.id)
        .select_from(s.company_link.outerjoin(ended, ended.c.link_id == c.id))
        .where(condition)
        .order_by(c.id)
    )
    return [CompanyLinkRow(row[0], row[1], row[2], row[3] is not None) for row in db.execute(query)]


def revoke_link(db: Connection, link_id: int, *, at: str) -> None:
    """Revoke a link; `IntegrityError` if it is already revoked."""
    db.execute(s.company_revocation.insert().values(link_id=link_id, revoked_at=at))


def add_to_season(db: Connection, company_id: int, *, club_id: int, season: int, at: str) -> None:
    """Add a company to a season; `IntegrityError` if it is in one."""
    db.execute(s.season_company.insert().values(company_id=company_id, club_id=club_id, season=season, added_at=at))


def season_of(db: Connection, company_id: int) -> tuple[int, int] | None:
    """Return club and season of a company, or `None`."""
    c = s.season_company.c
    row = db.execute(select(c.club_id, c.season).where(c.company_id == company_id)).one_or_none()
    return None if row is None else (row.club_id, row.season)


def of_member(db: Connection, club_id: int, member: int, season: int | None = None) -> list[CompanyRow]:
    """Return the companies of a club in which a member plays, oldest first."""
    c, p = s.season_company.c, s.company_player.c
    query = select(s.company).join(s.season_company, c.company_id == s.company.c.id)
    query = query.join(s.company_player, p.company_id == s.company.c.id).where(c.club_id == club_id, p.member == member)
    if season is not None:
        query = query.where(c.season == season)
    return [CompanyRow(*row) for row in db.execute(query.order_by(s.company.c.id))]


def unposted(db: Connection, club_id: int, season: int) -> list[CompanyRow]:
    """Return the companies of a season that have never been posted, oldest first."""
    e = s.entry.c
    query = select(e.code).where(e.club_id == club_id, e.season == season, e.kind == "company posted")
    posted = set(db.execute(query).scalars())
    return [each for each in of_season(db, club_id, season) if each.code not in posted]


def of_season(db: Connection, club_id: int, season: int) -> list[CompanyRow]:
    """Return the companies of a season, oldest first."""
    c = s.season_company.c
    query = select(s.company).join(s.season_company, c.company_id == s.company.c.id)
    rows = db.execute(query.where(c.club_id == club_id, c.season == season).order_by(s.company.c.id))
    return [CompanyRow(*row) for row in rows]
