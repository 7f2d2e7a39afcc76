"""An open season in one transaction, with one author and one time."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import Body
from ...ledger.terms import SeasonTerms
from ...storage import projections
from ..opening import NotAllowed
from . import posting
from .posting import Posted, read_terms


@dataclass(frozen=True, slots=True)
class Running:
    """An open season to post in."""

    db: Connection
    club_id: int
    season: int
    terms: SeasonTerms
    author: str
    at: str

    def post(self, body: Body) -> Posted:
        return posting.post(self.db, self.club_id, body, author=self.author, at=self.at)

    def reverse(self, number: int, *, reason: str, law: str) -> Posted:
        return posting.reverse(self.db, self.club_id, number, reason=reason, law=law, author=self.author, at=self.at)


def running(db: Connection, club_id: int, season: int, *, author: str, at: str) -> Running:
    """
    Return an open season to post in.

    Raises:
        NotAllowed: it is missing or closed.
    """
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    if row.closed:
        raise NotAllowed("The season is closed and takes no more entries.")
    return Running(db, club_id, season, read_terms(row.terms), author, at)
