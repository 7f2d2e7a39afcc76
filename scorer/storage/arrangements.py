"""The log of what is arranged in a club and counts nothing, as `scorer.ledger.arranging` has it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select

from . import row_chains
from . import schema as s
from .queries import once


class ArrangementRow(NamedTuple):
    """An event of the log as stored; `about` says of what evening or fixture it is."""

    season: int
    about: str
    event: str
    author: str
    set_at: str


def append(db: Connection, club_id: int, row: ArrangementRow) -> None:
    """Append an event to the log of a club."""
    row_chains.append(db, s.arrangement, club_id, row._asdict())


@once
def about(db: Connection, club_id: int, season: int, what: str) -> list[ArrangementRow]:
    """Return all that was arranged about one evening or fixture, oldest first."""
    return _rows(db, club_id, season, s.arrangement.c.about == what)


@once
def starting(
    db: Connection, club_id: int, season: int, beginning: str, having: tuple[str, ...] = ()
) -> list[ArrangementRow]:
    """Return all that was arranged about the evenings, or the fixtures, of a season, oldest
    first; only the events that have one of these texts in them, if any are given.

    `starting(db, club, 2, "fixture ")` are those of every fixture.
    """
    c = s.arrangement.c
    like = c.about.startswith(beginning, autoescape=True)
    if having:
        like &= or_(*(c.event.contains(each, autoescape=True) for each in having))
    return _rows(db, club_id, season, like)


def _rows(
    db: Connection, club_id: int, season: int, of: ColumnElement[bool]
) -> list[ArrangementRow]:
    c = s.arrangement.c
    columns = (c[name] for name in ArrangementRow._fields)
    query = select(*columns).where(c.club_id == club_id, c.season == season, of).order_by(c.id)
    return [ArrangementRow(*row) for row in db.execute(query)]
