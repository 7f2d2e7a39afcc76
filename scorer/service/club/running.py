"""A season while something is posted in it: one transaction, one author, one time."""

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
    """
    An open season in a transaction that writes.

    Attributes:
        db: the transaction.
        club_id: the club.
        season: the season's number.
        terms: its terms.
        author: who posts, in words.
        at: when, UTC in ISO 8601.
    """

    db: Connection
    club_id: int
    season: int
    terms: SeasonTerms
    author: str
    at: str

    def post(self, body: Body) -> Posted:
        """Post an entry."""
        return posting.post(self.db, self.club_id, body, author=self.author, at=self.at)

    def reverse(self, number: int, *, reason: str, law: str) -> Posted:
        """Post the reversal of an entry."""
        return posting.reverse(self.db, self.club_id, number, reason=reason, law=law, author=self.author, at=self.at)


def running(db: Connection, club_id: int, season: int, *, author: str, at: str) -> Running:
    """
    An open season, to post in.

    Raises:
        NotAllowed: it is not there, or closed.
    """
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    if row.closed:
        raise NotAllowed("The season is closed; its book takes no more entries.")
    return Running(db, club_id, season, read_terms(row.terms), author, at)
