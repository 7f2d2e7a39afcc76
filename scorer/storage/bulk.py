"""Appending many whole parties of a season at once: as they come from paper, from files, or from a rehearsal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from . import schema as s
from .parties import PartieRow, SignatureRow, StatementRow, append_signatures
from .places import PlaceRow


@dataclass(frozen=True, slots=True)
class WholePartie:
    """All the rows of a partie of a season; the numbers that the database gives them are not known yet."""

    row: PartieRow
    place: PlaceRow
    statements: tuple[StatementRow, ...]
    signatures: tuple[SignatureRow, ...]


def taken(db: Connection, codes: Collection[str]) -> set[str]:
    """Those of *codes* that some partie has."""
    return set(db.execute(select(s.partie.c.code).where(s.partie.c.code.in_(codes))).scalars())


def append_parties(db: Connection, new: Sequence[WholePartie]) -> None:
    """Append parties with all that belongs to them; `IntegrityError` if a code is taken."""
    opened = s.partie.insert().returning(s.partie.c.id, sort_by_parameter_order=True)
    values = [
        {
            "code": each.row.code,
            "first": each.row.first,
            "second": each.row.second,
            "ruleset": each.row.ruleset,
            "opened_at": each.row.opened_at,
        }
        for each in new
    ]
    numbered = list(zip(db.execute(opened, values).scalars(), new, strict=True))
    places = [
        {
            "partie_id": number,
            "club_id": each.place.club_id,
            "season": each.place.season,
            "first": each.place.members[0],
            "second": each.place.members[1],
            "round": each.place.round,
            "taken_at": each.place.taken_at,
        }
        for number, each in numbered
    ]
    statements = [
        {
            "partie_id": number,
            "deal": said.deal,
            "position": said.position,
            "said": said.said,
            "form_key": said.form_key,
            "said_at": said.said_at,
        }
        for number, each in numbered
        for said in each.statements
    ]
    for table, rows in ((s.place, places), (s.statement, statements)):
        if rows:
            db.execute(table.insert(), rows)
    append_signatures(db, [(number, signed) for number, each in numbered for signed in each.signatures])
