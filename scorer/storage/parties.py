"""Parties: statements, signatures and scoring links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Connection, bindparam, func, select, union, union_all

from . import schema as s
from .engine import insert_row


@dataclass(frozen=True, slots=True)
class PartieRow:
    """A partie; `ruleset` is JSON."""

    id: int
    code: str
    first: str
    second: str
    ruleset: str
    opened_at: str
    third: str | None = None
    fourth: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the two, three or four players in their turn."""
        return tuple(name for name in (self.first, self.second, self.third, self.fourth) if name is not None)


@dataclass(frozen=True, slots=True)
class StatementRow:
    deal: int
    position: int
    text: str
    form_key: str
    recorded_at: str


STATEMENT_FIELDS = tuple(each.name for each in fields(StatementRow))


@dataclass(frozen=True, slots=True)
class SignatureRow:
    """A signature; `covers` is the id of the partie's last statement at that time, 0 before it is stored."""

    player: int
    name: str
    signed_at: str
    covers: int = 0


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link that lets a phone score a partie."""

    id: int
    partie_id: int
    made_at: str
    revoked: bool


def insert_partie(db: Connection, *, code: str, players: Sequence[str], ruleset: str, at: str) -> int:
    """Append a partie and return its id; `IntegrityError` if the code is taken."""
    named = dict(zip(("first", "second", "third", "fourth"), players, strict=False))
    return insert_row(db, s.partie, code=code, ruleset=ruleset, opened_at=at, **named)


def find_partie(db: Connection, code: str) -> PartieRow | None:
    row = db.execute(select(s.partie).where(s.partie.c.code == code)).one_or_none()
    return None if row is None else PartieRow(*row)


@dataclass(frozen=True, slots=True)
class Sight:
    """The parties and companies that a phone may list: of its clubs, by its links, and by codes it has followed."""

    clubs: frozenset[int] = frozenset()
    links: frozenset[int] = frozenset()
    company_links: frozenset[int] = frozenset()
    codes: frozenset[str] = frozenset()


def latest_parties(db: Connection, most: int, sight: Sight) -> list[PartieRow]:
    """Return the parties in *sight*, latest first; those of a company are listed on its card."""
    of_company = select(s.turn.c.partie_id).where(s.turn.c.partie_id.is_not(None))
    seen = _seen(sight) & s.partie.c.id.not_in(of_company)
    rows = db.execute(select(s.partie).where(seen).order_by(s.partie.c.id.desc()).limit(most))
    return [PartieRow(*row) for row in rows]


def names(db: Connection, most: int, sight: Sight) -> list[str]:
    """Return the names used in the parties in *sight*, latest first."""
    used = union_all(
        *(
            select(column.label("name"), s.partie.c.id).where(_seen(sight))
            for column in (s.partie.c.first, s.partie.c.second, s.partie.c.third, s.partie.c.fourth)
        )
    ).subquery()
    named = select(used.c.name).where(used.c.name.is_not(None)).group_by(used.c.name)
    query = named.order_by(func.max(used.c.id).desc()).limit(most)
    return [str(name) for name in db.execute(query).scalars()]


def _seen(sight: Sight) -> ColumnElement[bool]:
    of_clubs = select(s.season_partie.c.partie_id).where(s.season_partie.c.club_id.in_(sight.clubs))
    revoked = select(s.revocation.c.link_id)
    scored = select(s.scoring_link.c.partie_id).where(
        s.scoring_link.c.id.in_(sight.links), s.scoring_link.c.id.not_in(revoked)
    )
    followed = select(s.partie.c.id).where(s.partie.c.code.in_(sight.codes))
    return s.partie.c.id.in_(union(of_clubs, scored, followed))  # each by its index, without a scan


def statements(db: Connection, partie_id: int, *, last: int | None = None) -> list[StatementRow]:
    """Return the statements of a partie, deal by deal; up to the one with id *last*."""
    of_partie = s.statement.c.partie_id == partie_id
    return _statements(db, of_partie if last is None else of_partie & (s.statement.c.id <= last))[partie_id]


def statements_with(db: Connection, partie_id: int, form_key: str) -> list[StatementRow]:
    """Return what was recorded with this key, in order; empty if it is unused."""
    return _statements(db, (s.statement.c.partie_id == partie_id) & (s.statement.c.form_key == form_key))[partie_id]


def statements_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[StatementRow]]:
    """Return the statements of each partie, in order."""
    return _statements(db, s.statement.c.partie_id.in_(ids))


def _statements(db: Connection, condition: ColumnElement[bool]) -> defaultdict[int, list[StatementRow]]:
    c = s.statement.c
    query = select(c.partie_id, *(c[name] for name in STATEMENT_FIELDS)).where(condition)
    found: defaultdict[int, list[StatementRow]] = defaultdict(list)
    for row in db.execute(query.order_by(c.partie_id, c.deal, c.position)):
        found[row[0]].append(StatementRow(*row[1:]))
    return found


def append_statements(
    db: Connection, partie_id: int, *, deal: int, position: int, said: Sequence[str], form_key: str, at: str
) -> None:
    """Append *said* to the log of *deal* from *position*; `IntegrityError` if a position or the key is taken."""
    new = [StatementRow(deal, number, text, form_key, at) for number, text in enumerate(said, position)]
    db.execute(s.statement.insert(), [statement_values(partie_id, each) for each in new])


def statement_values(partie_id: int, row: StatementRow) -> dict[str, object]:
    """Return the columns of a statement of a partie."""
    return {"partie_id": partie_id, **{name: getattr(row, name) for name in STATEMENT_FIELDS}}


def version(db: Connection, partie_id: int) -> str:
    """Return a text that changes with every row of the partie."""
    said = select(func.max(s.statement.c.id)).where(s.statement.c.partie_id == partie_id).scalar_subquery()
    signed = select(func.max(s.signature.c.id)).where(s.signature.c.partie_id == partie_id).scalar_subquery()
    row = db.execute(select(said, signed)).one()
    return f"{row[0] or 0}-{row[1] or 0}"


def signatures(db: Connection, partie_id: int) -> list[SignatureRow]:
    """Return the signatures, oldest first."""
    return signatures_of(db, [partie_id])[partie_id]


def append_signature(db: Connection, partie_id: int, *, player: int, name: str, at: str) -> None:
    """Append a signature of the current statements; `IntegrityError` if the player has signed them."""
    append_signatures(db, [(partie_id, SignatureRow(player, name, at))])


def append_signatures(db: Connection, new: Sequence[tuple[int, SignatureRow]]) -> None:
    """Append signatures of the current statements, each with the id of its partie."""
    last = select(func.max(s.statement.c.id)).where(s.statement.c.partie_id == bindparam("of")).scalar_subquery()
    rows = [
        {"of": number, "partie_id": number, "player": each.player, "name": each.name, "signed_at": each.signed_at}
        for number, each in new
    ]
    if rows:
        db.execute(s.signature.insert().values(covers=last), rows)


def insert_link(db: Connection, partie_id: int, *, token_hash: str, at: str) -> int:
    """Append a scoring link and return its id."""
    return insert_row(db, s.scoring_link, partie_id=partie_id, token_hash=token_hash, made_at=at)


def links(db: Connection, partie_id: int) -> list[LinkRow]:
    """Return the scoring links, oldest first."""
    return _links(db, s.scoring_link.c.partie_id == partie_id)


def link_with(db: Connection, token_hash: str) -> LinkRow | None:
    return next(iter(_links(db, s.scoring_link.c.token_hash == token_hash)), None)


def _links(db: Connection, condition: ColumnElement[bool]) -> list[LinkRow]:
    c = s.scoring_link.c
    query = (
        select(c.id, c.partie_id, c.made_at, s.revocation.c.id)
        .select_from(s.scoring_link.outerjoin(s.revocation, s.revocation.c.link_id == c.id))
        .where(condition)
        .order_by(c.id)
    )
    return [LinkRow(row[0], row[1], row[2], row[3] is not None) for row in db.execute(query)]


def revoke_link(db: Connection, link_id: int, *, at: str) -> None:
    """Revoke a link; `IntegrityError` if it is already revoked."""
    db.execute(s.revocation.insert().values(link_id=link_id, revoked_at=at))


def partie_by_id(db: Connection, partie_id: int) -> PartieRow:
    return PartieRow(*db.execute(select(s.partie).where(s.partie.c.id == partie_id)).one())


def parties_with(db: Connection, codes: Collection[str]) -> dict[str, PartieRow]:
    rows = db.execute(select(s.partie).where(s.partie.c.code.in_(codes)))
    return {row.code: PartieRow(*row) for row in rows}


def signatures_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[SignatureRow]]:
    """Return the signatures of each partie, oldest first."""
    c = s.signature.c
    found: defaultdict[int, list[SignatureRow]] = defaultdict(list)
    query = select(c.partie_id, c.player, c.name, c.signed_at, c.covers).where(c.partie_id.in_(ids)).order_by(c.id)
    for row in db.execute(query):
        found[row[0]].append(SignatureRow(*row[1:]))
    return found
