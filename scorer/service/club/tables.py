"""The current standings of a season with ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.ratings import Rating
from ...ledger.standings import Group, Met, Row, standings
from ...storage import projections
from .posting import terms_of


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings of a season; `ratings` by member, `through` is the last entry counted."""

    rows: tuple[Row, ...]
    ratings: dict[int, Rating]
    through: int

    def row_of(self, member: int) -> Row | None:
        return next((row for row in self.rows if row.member == member), None)


def season_table(db: Connection, club_id: int, season: int) -> SeasonTable:
    """
    Return the standings of a season.

    Raises:
        NotAllowed: there is no such season.
    """

    def meetings(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        if among:
            return projections.meetings_among(db, club_id, season, groups).items()
        return projections.meetings(db, club_id, season, [member for group in groups for member in group]).items()

    terms = terms_of(db, club_id, season)
    tallies = projections.tallies(db, club_id, season)
    rows = standings(tallies, terms.order, meetings)
    return SeasonTable(rows, projections.latest_ratings(db, club_id, tallies), projections.position(db, club_id))
