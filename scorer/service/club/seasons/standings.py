"""A season's standings, cross-table and race, with ratings and balances; and the club display."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger.chain import read
from ....ledger.changes import Changes, changes
from ....ledger.entries import ByeGiven, Commodity, Entry, Fixture, SheetPosted
from ....ledger.pairing import Slot, rounds_left
from ....ledger.records import Rating
from ....ledger.results import Meeting, Result, Tally
from ....ledger.standings import StandingsRow, standings
from ....ledger.terms import Format, TieBreak
from ....ledger.tie_breaks import Group, Met
from ....rules.names import Name
from ....storage import entry_rows, projections, season_sheets
from ....storage.engine import reading
from ....storage.projections import Periods, PostedPartie, Season, version_of_everything
from ....storage.queries import once
from ....table.recording import Sheet
from ....table.times import day_of
from ...service import Service
from ...sheets import read_sheet
from ...zones import zone_of
from ..people.members import alphabetical, by_name, shown_names
from ..posts import current_bodies, find_season, latest_season, terms_of
from .standings_columns import StandingsLine


class SeasonTable(NamedTuple):
    rows: tuple[StandingsRow, ...]
    ratings: dict[int, Rating]
    through: int


def season_rows(
    db: Connection,
    club_id: int,
    season: int,
    changed: Sequence[Changes] = (),
    instead: SheetPosted | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the standings of a season, or what they would be if tallies and meetings *changed*.

    In a knock-out the fixture of the partie *instead* is won as in this.
    """

    def meetings(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        if among:
            found = projections.meetings_among(db, club_id, season, groups)
        else:
            found = projections.meetings(
                db, club_id, season, [member for group in groups for member in group]
            )
        for pair, more in (each for change in changed for each in change.meetings.items()):
            found[pair] = found.get(pair, Meeting()) + more
        return found.items()

    terms = terms_of(db, club_id, season)
    tallies = projections.tallies(db, club_id, season)
    for member, tally in (each for change in changed for each in change.tallies.items()):
        tallies[member] = tallies.get(member, Tally()) + tally
    if terms.format is not Format.KNOCK_OUT:
        return standings(tallies, terms.ranking, meetings)
    without_byes = {
        member: tally - Tally(match_points=terms.bye * tally.byes)
        for member, tally in tallies.items()
    }
    before = dict[int, int]()
    if TieBreak.RANK_BEFORE in terms.ranking:
        before = {row.member: row.rank for row in season_rows(db, club_id, terms.after)}
    reached = _reached(db, club_id, season, instead)
    return standings(without_byes, terms.ranking, meetings, reached, before)


def _reached(
    db: Connection, club_id: int, season: int, instead: SheetPosted | None
) -> dict[int, Fraction]:
    """Return how far everybody in a knock-out is from having won it."""
    fixtures = projections.fixtures(db, club_id, season)
    winners = _winners(db, club_id, season, fixtures, instead)
    drawn = defaultdict[int, list[Fixture]](list)
    for each in fixtures:
        drawn[each.round].append(Fixture(each.first, each.second or None))
    rounds = [tuple(drawn[number]) for number in sorted(drawn)]
    entrants = projections.entrants(db, club_id, season)
    # Once the season is closed, nobody can play on.
    is_closed = find_season(db, club_id, season).closed
    out = entrants.keys() if is_closed else withdrawn(db, club_id, season)
    return rounds_left(rounds, winners, out)


def _winners(
    db: Connection,
    club_id: int,
    season: int,
    fixtures: Sequence[projections.FixtureRow],
    instead: SheetPosted | None,
) -> dict[Slot, int]:
    """Return who goes on from each fixture of a knock-out that is decided."""
    won = dict[tuple[int, frozenset[int]], int]()
    for settled in projections.settling(db, club_id, season, 0, 0):
        if settled.winner:
            won[settled.round, frozenset((settled.first, settled.second))] = settled.winner
    if instead is not None and isinstance(instead.result, Result):
        winner = instead.result.winner
        # A drawn partie takes back who had won.
        now_won = 0 if winner is None else instead.members[winner]
        won[instead.round, frozenset(instead.members)] = now_won
    byes = byes_given(db, club_id, season)
    found = dict[Slot, int]()
    for each in fixtures:
        through = won.get((each.round, frozenset(each.pair)), 0)
        if not each.second:
            through = through or each.first
        for member in each.pair:
            if not through and (each.round, member) in byes:
                through = member
        if through:
            found[each.round, each.table] = through
    return found


class Bye(NamedTuple):
    """The entry of a bye, and whether it was asked for."""

    entry: int
    absent: bool


@once
def byes_of(db: Connection, club_id: int, season: int) -> dict[tuple[int, int], Bye]:
    """Return the byes of a season, by round and member."""
    return {
        (body.round, body.member): Bye(number, body.absent)
        for number, body in current_bodies(db, club_id, season, ByeGiven)
    }


def byes_given(db: Connection, club_id: int, season: int) -> dict[tuple[int, int], int]:
    """Return the entries of the byes of a season, by round and member."""
    return {key: each.entry for key, each in byes_of(db, club_id, season).items()}


def listed_rows(db: Connection, club_id: int, season: int) -> tuple[StandingsRow, ...]:
    """Return the standings of a season, those who share a rank in alphabetical order."""
    rows = season_rows(db, club_id, season)
    if not any(row.shared for row in rows):
        return rows
    names = shown_names(db, club_id)
    return tuple(
        sorted(rows, key=lambda row: (row.rank, row.shared and alphabetical(names[row.member])))
    )


def withdrawn(db: Connection, club_id: int, season: int) -> frozenset[int]:
    return frozenset(
        member for member, gone in projections.entrants(db, club_id, season).items() if gone
    )


NO_NAMES: Mapping[int, Name] = MappingProxyType({})


class Preview(NamedTuple):
    """The standings, and the stakes that change, before and after;
    `last` is the last entry now, 0 for none. `admitted` has the names of who would be admitted.
    """

    before: SeasonTable
    after: SeasonTable
    stakes: dict[int, tuple[int, int]]
    entries: tuple[Entry, ...]
    last: int
    admitted: Mapping[int, Name] = NO_NAMES


def season_table(db: Connection, club_id: int, season: int) -> SeasonTable:
    rows = listed_rows(db, club_id, season)
    ratings = projections.latest_ratings(db, club_id, [row.member for row in rows])
    return SeasonTable(rows, ratings, projections.position(db, club_id))


def provisional_for(db: Connection, club_id: int) -> int:
    """Return how many parties a rating is provisional for, by the terms of the latest season."""
    seasons = projections.seasons(db, club_id)
    return seasons[-1].terms.provisional if seasons else 0


def stakes_held(
    db: Connection, club_id: int, season: int, members: Collection[int] | None = None
) -> dict[int, int]:
    """Return what the accounts of all or some members hold, and that of the pool."""
    held = entry_rows.balances(db, club_id, season, members)
    return {
        member: amount
        for (_, member, name), amount in held.items()
        if name == Commodity.STAKES.name.lower()
    }


def rank_changes(
    db: Connection, club_id: int, old: SheetPosted | None, new: SheetPosted
) -> tuple[tuple[int, str, str], ...]:
    """Return member, rank before and rank after of each player whose rank changes
    if *new* replaces *old*.
    """
    terms = terms_of(db, club_id, new.season)
    changed = list[Changes]()
    if old is not None and (less := changes(old, terms)) is not None:
        changed.append(-less)
    if (more := changes(new, terms)) is not None:
        changed.append(more)
    rows_before = season_rows(db, club_id, new.season)
    rows_after = season_rows(db, club_id, new.season, changed, instead=new)
    before = {row.member: row.rank_words for row in rows_before}
    after = {row.member: row.rank_words for row in rows_after}
    moved = list[tuple[int, str, str]]()
    for member in new.members:
        was = before.get(member, "none")
        if was != after[member]:
            moved.append((member, was, after[member]))
    return tuple(moved)


# The season
#
# Pages read projections and only the latest entries, so their cost does not grow with the book.


class SeasonNow(NamedTuple):
    """A season's standings, and what can still change.

    Attributes:
        correctable: open correction periods by member.
        is_imported: all its results were imported, as those of a season before the club had this
            program.
    """

    season: Season
    table: SeasonTable
    names: Mapping[int, str]
    unposted: int
    periods: Periods
    correctable: Mapping[int, int]
    withdrawn: frozenset[int]
    is_imported: bool

    def line(self, row: StandingsRow) -> StandingsLine:
        """Return what the columns of the standings show of a row."""
        return StandingsLine(row, self.names, self.season.terms, self.table.ratings.get(row.member))

    @property
    def parties(self) -> int:
        """Return how many were played between two."""
        return sum(row.tally.played for row in self.table.rows) // 2

    @property
    def forfeits(self) -> int:
        return sum(row.tally.forfeits for row in self.table.rows) // 2

    @property
    def results_only(self) -> int:
        """Return how many parties are known by the result only."""
        return sum(row.tally.result_only for row in self.table.rows) // 2


class CrossTable(NamedTuple):
    """Who beat whom: the standings, and the meetings of those in the rows
    with those in the columns.
    """

    standings: tuple[StandingsRow, ...]
    names: Mapping[int, str]
    meetings: Mapping[tuple[int, int], Meeting]


class Race(NamedTuple):
    """The balances of some members after each partie and adjustment as it counts now, leader first.

    `days` are the first and the last on which the parties were played.
    """

    names: Mapping[int, str]
    lines: Mapping[int, tuple[entry_rows.Point, ...]]
    first: int
    last: int
    days: tuple[str, ...]


POINTS_DRAWN = 50
"""The number of points in a member's line of the race, about."""


class Standings(Service):
    def now(self, club_id: int, season: int) -> SeasonNow:
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            return SeasonNow(
                season=found,
                table=season_table(db, club_id, season),
                names=shown_names(db, club_id),
                unposted=0 if found.closed else season_sheets.count_unposted(db, club_id, season),
                periods=projections.open_periods(db, club_id, season, self.clock()),
                correctable=projections.periods_by_member(db, club_id, season, self.clock()),
                withdrawn=withdrawn(db, club_id, season),
                is_imported=projections.is_all_imported(db, club_id, season),
            )

    def in_period(self, club_id: int, season: int, start: int, most: int) -> list[PostedPartie]:
        """Return the parties of a season whose correction period is open, latest first,
        from number *start*, from 1.
        """
        with reading(self.engine) as db:
            return projections.in_correction_period(
                db, club_id, season, self.clock(), start=start - 1, most=most
            )

    def playing(self, club_id: int, season: int) -> dict[int, str]:
        """Return the entrants who have not withdrawn,
        and their names as shown, in alphabetical order.
        """
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            entrants = projections.entrants(db, club_id, season)
            playing = (member for member, gone in entrants.items() if not gone)
            return {member: names[member] for member in by_name(playing, names)}

    def cross_table(
        self, club_id: int, season: int, start: int, column: int, most: int, *, around: int = 0
    ) -> CrossTable:
        """Return who beat whom, for *most* members from row *start* and *most* from *column* of it,
        both from 1.

        If the member *around* has a row, the rows are the page with it.
        """
        with reading(self.engine) as db:
            rows = listed_rows(db, club_id, season)
            order = [row.member for row in rows]
            if around in order:
                start = order.index(around) // most * most + 1
            asked = order[start - 1 :][:most]
            others = order[column - 1 :][:most]
            meetings = projections.meetings(db, club_id, season, asked, others)
            return CrossTable(rows, shown_names(db, club_id), meetings)

    def race(self, club_id: int, season: int, most: int, reader: int = 0) -> Race:
        """Return the race of the first *most* members of a season, and of its *reader*."""
        with reading(self.engine) as db:
            rows = season_rows(db, club_id, season)
            playing = [row.member for row in rows if row.tally.parties]
            leaders = [
                member for number, member in enumerate(playing) if number < most or member == reader
            ]
            first, last = entry_rows.ends_of_season(db, club_id, season)
            zone = zone_of(db, club_id)
            # Scorecards have no day of play: they count when they are posted.
            posted = tuple(day_of(read(row.text).at, zone) for row in (first, last))
            every = (last.id - first.id) // POINTS_DRAWN + 1
            of_two = terms_of(db, club_id, season).is_for_two
            is_counted = projections.counting(db, club_id)
            found = entry_rows.race_lines(
                db, club_id, season, leaders, every, of_two=of_two, is_counted=is_counted
            )
            return Race(
                shown_names(db, club_id),
                {member: found[member] for member in leaders if member in found},
                first.number,
                last.number,
                projections.days_played(db, club_id, season) or posted,
            )


# The club display


FRESH = timedelta(hours=12)
"""A partie opened longer ago is not shown."""


class TableNow(NamedTuple):
    """A table; a partie of a season that is `closed` was left out."""

    sheet: Sheet
    members: tuple[int, int]
    closed: bool


class DisplayNow(NamedTuple):
    """The club display: tables in play or just over, oldest first,
    and the standings of a season.
    """

    tables: tuple[TableNow, ...]
    season: Season | None
    table: SeasonTable | None
    names: Mapping[int, str]
    at: datetime


class Display(Service):
    def version(self, club_id: int) -> tuple[str, int]:
        """Return a text that changes with everything the display shows,
        and the largest number of its parties.
        """
        with reading(self.engine) as db:
            return version_of_everything(db, club_id), season_sheets.count_unposted(db, club_id)

    def now(self, club_id: int) -> DisplayNow:
        at = self.clock()
        with reading(self.engine) as db:
            fresh = [
                row
                for row in season_sheets.unposted(db, club_id)
                if datetime.fromisoformat(row.membership.added_at) > at - FRESH
            ]
            rows = projections.seasons(db, club_id)
            shown = max((each.membership.season for each in fresh), default=0)
            row = next((each for each in rows if each.number == shown), latest_season(rows))
            closed = {each.number for each in rows if each.closed}
            playing = [(each, each.membership) for each in reversed(fresh)]
            tables = (
                TableNow(read_sheet(db, each), of.pair, of.season in closed) for each, of in playing
            )
            return DisplayNow(
                tuple(tables),
                row,
                None if row is None else season_table(db, club_id, row.number),
                shown_names(db, club_id),
                at,
            )
