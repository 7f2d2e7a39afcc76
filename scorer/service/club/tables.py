"""The standings of a season as they are now, with what stands beside them: ratings and balances."""

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
    """
    The standings of a season.

    Attributes:
        rows: a row a member, the first place first.
        ratings: of the members who have played, by number.
        through: the number of the last entry that is counted.
    """

    rows: tuple[Row, ...]
    ratings: dict[int, Rating]
    through: int

    def row_of(self, member: int) -> Row | None:
        """The row of a member, or `None` if he does not take part."""
        return next((row for row in self.rows if row.member == member), None)


def season_table(db: Connection, club_id: int, season: int) -> SeasonTable:
    """
    The standings of a season.

    Raises:
        NotAllowed: the club has no such season.
    """

    def meetings(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        if among:
            return projections.meetings_among(db, club_id, season, groups).items()
        return projections.meetings(db, club_id, season, [member for group in groups for member in group]).items()

    terms = terms_of(db, club_id, season)
    tallies = projections.tallies(db, club_id, season)
    rows = standings(tallies, terms.order, meetings)
    return SeasonTable(rows, projections.latest_ratings(db, club_id, tallies), projections.position(db, club_id))
