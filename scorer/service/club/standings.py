"""
A season read: its standings, who beat whom, its race, and what of it is not settled yet.

Nothing here grows with the book: what a page shows is read from the figures
beside it, and of the entries only the latest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.chain import read
from ...ledger.results import Meeting
from ...ledger.standings import Point, race
from ...ledger.terms import SeasonTerms
from ...storage import book, posted_parties, projections, season_parties
from ...storage.engine import Database, reading
from ...storage.posted_parties import Periods, PostedPartie
from ...storage.projections import SeasonRow
from ..parties import Clock
from .people import shown_names
from .posting import read_terms
from .seasons import Season
from .tables import SeasonTable, season_table


class NoSuchSeason(LookupError):
    """The club has no such season, or the season no such member."""


@dataclass(frozen=True, slots=True)
class SeasonPlayers:
    """
    A season and its people.

    Attributes:
        season: the season.
        names: of every member of the club, as its pages show them.
        playing: the names of those who take part and have not withdrawn, by number, in the order of the alphabet.
    """

    season: Season
    names: Mapping[int, str]
    playing: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """
    The standings of a season, and what stands beside them.

    Attributes:
        season: the season.
        table: its standings.
        names: of every member of the club, as its pages show them.
        unposted: how many of its parties are not in the book yet; 0 when it is closed.
        periods: the correction periods that are open.
    """

    season: Season
    table: SeasonTable
    names: Mapping[int, str]
    unposted: int
    periods: Periods

    @property
    def parties(self) -> int:
        """How many parties count."""
        return sum(row.tally.parties for row in self.table.rows) // 2


@dataclass(frozen=True, slots=True)
class CrossTable:
    """
    Who beat whom.

    Attributes:
        season: the season.
        order: every member of the season, the first place first.
        places: the place of each, as it is written.
        names: of every member.
        meetings: of the members asked for with anybody.
    """

    season: Season
    order: tuple[int, ...]
    places: Mapping[int, str]
    names: Mapping[int, str]
    meetings: Mapping[tuple[int, int], Meeting]


@dataclass(frozen=True, slots=True)
class Race:
    """
    The accounts of some members as a season went on.

    Attributes:
        season: the season.
        names: of every member.
        lines: for each member, the leader first, the balance after each entry that moved it, by the entry's number.
        first: the number of the entry that opened the season.
        last: the number of its last entry.
        days: when the first of its parties was posted and the last; empty before.
    """

    season: Season
    names: Mapping[int, str]
    lines: Mapping[int, tuple[Point, ...]]
    first: int
    last: int
    days: tuple[str, ...]


def find_season(db: Connection, club_id: int, number: int) -> Season:
    """
    A season of the club.

    Raises:
        NoSuchSeason: there is none.
    """
    row = projections.find_season(db, club_id, number)
    if row is None:
        raise NoSuchSeason(number)
    return season_of(row)


def season_of(row: SeasonRow) -> Season:
    """A season as it is stored."""
    return Season(row.number, read_terms(row.terms), row.closed)


def place_words(place: int, *, shared: bool) -> str:
    """
    A place as it is written.

    >>> place_words(4, shared=True)
    '4='
    """
    return f"{place}=" if shared else str(place)


@dataclass(frozen=True, slots=True)
class Standings:
    """The seasons of the clubs of one database as they stand, and the clock by which that is told."""

    engine: Database
    clock: Clock

    def now(self, club_id: int, season: int) -> SeasonNow:
        """
        The standings of a season.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            return SeasonNow(
                found,
                season_table(db, club_id, season),
                shown_names(db, club_id),
                0 if found.closed else season_parties.count_unposted(db, club_id, season),
                posted_parties.open_periods(db, club_id, season, self.clock()),
            )

    def in_period(self, club_id: int, season: int, start: int, most: int) -> list[PostedPartie]:
        """The parties of a season whose correction period is open, the latest first: from *start*, from 1, on."""
        with reading(self.engine) as db:
            return posted_parties.in_correction_period(db, club_id, season, self.clock(), start=start - 1, most=most)

    def players(self, club_id: int, season: int) -> SeasonPlayers:
        """
        A season and who plays in it.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            names = shown_names(db, club_id)
            here = [member for member, withdrew in projections.entrants(db, club_id, season).items() if not withdrew]
            here.sort(key=lambda member: names[member].casefold())
            return SeasonPlayers(found, names, {member: names[member] for member in here})

    def size(self, club_id: int, season: int) -> int:
        """How many members take part in a season; none if there is no such season."""
        with reading(self.engine) as db:
            return len(projections.entrants(db, club_id, season))

    def cross_table(self, club_id: int, season: int, start: int, most: int) -> CrossTable:
        """
        Who beat whom, from the side of some members.

        Args:
            club_id: the club.
            season: the season's number.
            start: the first row of the standings to be read, from 1.
            most: how many rows.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            rows = season_table(db, club_id, season).rows
            asked = [row.member for row in rows[start - 1 : start - 1 + most]]
            return CrossTable(
                found,
                tuple(row.member for row in rows),
                {row.member: place_words(row.rank, shared=row.shared) for row in rows},
                shown_names(db, club_id),
                projections.meetings(db, club_id, season, asked),
            )

    def race(self, club_id: int, season: int, most: int) -> Race:
        """
        How the accounts of the first members in the standings came to what they are.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            rows = season_table(db, club_id, season).rows
            leaders = [row.member for row in rows if row.tally.parties][:most]
            lines = race([each for member in leaders for each in book.movements(db, club_id, season, member)])
            ends = book.ends_of_season(db, club_id, season)
            return Race(
                found,
                shown_names(db, club_id),
                {member: lines[member] for member in leaders if member in lines},
                ends[0].number if ends else 0,
                ends[-1].number if ends else 0,
                tuple(read(row.text).at[:10] for row in ends) if rows else (),
            )

    def open_season(self, club_id: int) -> Season | None:
        """The season that is played now: the latest that is not closed, or the latest of all."""
        with reading(self.engine) as db:
            rows = projections.seasons(db, club_id)
            found = next((row for row in reversed(rows) if not row.closed), rows[-1] if rows else None)
            return None if found is None else season_of(found)

    def terms(self, club_id: int, season: int) -> SeasonTerms:
        """
        What a season is played by.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            return find_season(db, club_id, season).terms
