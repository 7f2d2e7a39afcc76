"""
The standings of a season, its cross-table and its race.

Pages read projections and only the latest entries, so their cost does not grow with the book.
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
    """There is no such season, or no such member in it."""


@dataclass(frozen=True, slots=True)
class SeasonPlayers:
    """
    A season and its members.

    Attributes:
        names: of all members, as the club's pages show them.
        playing: entrants who have not withdrawn, by number, in alphabetical order.
    """

    season: Season
    names: Mapping[int, str]
    playing: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """
    The standings of a season.

    Attributes:
        names: of all members, as the club's pages show them.
        unposted: parties that are not posted; 0 when the season is closed.
        periods: the open correction periods.
    """

    season: Season
    table: SeasonTable
    names: Mapping[int, str]
    unposted: int
    periods: Periods

    @property
    def parties(self) -> int:
        """Return how many parties count."""
        return sum(row.tally.parties for row in self.table.rows) // 2


@dataclass(frozen=True, slots=True)
class CrossTable:
    """
    Who beat whom.

    Attributes:
        order: the members by rank.
        places: the rank of each, as text.
        meetings: of the requested members with anybody.
    """

    season: Season
    order: tuple[int, ...]
    places: Mapping[int, str]
    names: Mapping[int, str]
    meetings: Mapping[tuple[int, int], Meeting]


@dataclass(frozen=True, slots=True)
class Race:
    """
    The balances of some members over a season.

    Attributes:
        lines: for each member, leader first, the balance after each entry that moved it.
        first: the entry that opened the season.
        last: its last entry.
        days: when its first and last parties were posted; empty before.
    """

    season: Season
    names: Mapping[int, str]
    lines: Mapping[int, tuple[Point, ...]]
    first: int
    last: int
    days: tuple[str, ...]


def find_season(db: Connection, club_id: int, number: int) -> Season:
    """
    Return a season of the club.

    Raises:
        NoSuchSeason
    """
    row = projections.find_season(db, club_id, number)
    if row is None:
        raise NoSuchSeason(number)
    return season_of(row)


def season_of(row: SeasonRow) -> Season:
    return Season(row.number, read_terms(row.terms), row.closed)


def place_words(place: int, *, shared: bool) -> str:
    """
    Format a rank.

    >>> place_words(4, shared=True)
    '4='
    """
    return f"{place}=" if shared else str(place)


@dataclass(frozen=True, slots=True)
class Standings:
    engine: Database
    clock: Clock

    def now(self, club_id: int, season: int) -> SeasonNow:
        """
        Return the standings of a season.

        Raises:
            NoSuchSeason
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
        """Return the parties of a season whose correction period is open, latest first, from number *start*, from 1."""
        with reading(self.engine) as db:
            return posted_parties.in_correction_period(db, club_id, season, self.clock(), start=start - 1, most=most)

    def players(self, club_id: int, season: int) -> SeasonPlayers:
        """
        Return a season and its members.

        Raises:
            NoSuchSeason
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            names = shown_names(db, club_id)
            here = [member for member, withdrew in projections.entrants(db, club_id, season).items() if not withdrew]
            here.sort(key=lambda member: names[member].casefold())
            return SeasonPlayers(found, names, {member: names[member] for member in here})

    def size(self, club_id: int, season: int) -> int:
        """Return the number of entrants; 0 if there is no such season."""
        with reading(self.engine) as db:
            return len(projections.entrants(db, club_id, season))

    def cross_table(self, club_id: int, season: int, start: int, most: int) -> CrossTable:
        """
        Return who beat whom, for *most* rows of the standings from row *start*, from 1.

        Raises:
            NoSuchSeason
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
        Return the race of the first members in the standings.

        Raises:
            NoSuchSeason
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
        """Return the latest open season, or else the latest."""
        with reading(self.engine) as db:
            rows = projections.seasons(db, club_id)
            found = next((row for row in reversed(rows) if not row.closed), rows[-1] if rows else None)
            return None if found is None else season_of(found)

    def terms(self, club_id: int, season: int) -> SeasonTerms:
        """
        Return the terms of a season.

        Raises:
            NoSuchSeason
        """
        with reading(self.engine) as db:
            return find_season(db, club_id, season).terms
