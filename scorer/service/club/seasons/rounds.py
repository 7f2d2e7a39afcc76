"""A round of a season: what it decides before it is played, its bulletin after it,
and the club's feed of both.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger.changes import Changes, changes
from ....ledger.deciding import Margins, OpenRound, margins_of
from ....ledger.entries import (
    KINDS,
    ByeGiven,
    RoundDated,
    RoundDrawn,
    RoundRedrawn,
    SeasonOpened,
    SheetPosted,
)
from ....ledger.records import OF_A_CLUB, Feat, RecordKind
from ....ledger.results import Tally
from ....ledger.standings import StandingsRow
from ....ledger.terms import Format
from ....storage import entry_rows, projections
from ....storage.engine import reading
from ....storage.projections import PostedPartie
from ...service import Service
from ..people.members import shown_names
from ..posts import read_entry
from .fixtures import FixtureNow, fixtures_now
from .season import NoSuchSeason, Season, find_season, season_rules
from .standings import byes_given, byes_of, season_rows

LAST_ROUNDS = 2
"""The last rounds of a season, of which it is worth reading what they decide."""


class Deciding(NamedTuple):
    """What a round decides.

    Open fixtures of other rounds are not considered: `earlier` counts those of rounds before it,
    without which nothing is decided yet, and `later` those after it.
    """

    names: Mapping[int, str]
    rows: tuple[StandingsRow, ...]
    earlier: int
    later: int
    before: OpenRound


class Moved(NamedTuple):
    """A member's rank before and after a round, and what the round gave them."""

    before: str
    row: StandingsRow
    gained: Tally


class RecordSet(NamedTuple):
    kind: RecordKind
    feat: Feat
    of_club: bool


class Bulletin(NamedTuple):
    """What a round came to; without a posted partie `day` is empty,
    and of a knock-out nobody has `moved`.
    """

    season: Season
    names: Mapping[int, str]
    round: int
    day: str
    fixtures: tuple[FixtureNow, ...]
    parties: Mapping[int, PostedPartie]
    moved: tuple[Moved, ...]
    records: tuple[RecordSet, ...]

    @property
    def is_open(self) -> bool:
        return any(each.is_open for each in self.fixtures)


class FeedItem(NamedTuple):
    """A result, or the bulletin of a round of a season; times are UTC in ISO 8601."""

    id: str
    published: str
    updated: str
    partie: PostedPartie | None
    season: Season
    round: int = 0


class Feed(NamedTuple):
    id: str
    updated: str
    names: Mapping[int, str]
    items: tuple[FeedItem, ...]


FEED_ITEMS = 30
"""The results in a feed, and at most as many bulletins."""


class Rounds(Service):
    def deciding(self, club_id: int, season: int, round_: int) -> Deciding:
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            last = projections.last_round(db, club_id, season)
            if not 1 <= round_ <= last or found.terms.format is Format.KNOCK_OUT:
                raise NoSuchSeason(round_)
            every = _unsettled(db, club_id, season)
            of_round = tuple((one, other) for number, one, other in every if number == round_)
            rows = season_rows(db, club_id, season)
            tallies = {row.member: row.tally for row in rows}
            before = OpenRound(found.terms, _margins(db, club_id, found), tallies, of_round)
            return Deciding(
                names=shown_names(db, club_id),
                rows=rows,
                earlier=sum(number < round_ for number, *_ in every),
                later=sum(number > round_ for number, *_ in every),
                before=before,
            )

    def next_decided(self, club_id: int, season: int) -> int:
        """Return the first open round of a season, if it is one of the last and ranks depend on it;
        else 0.
        """
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            last = projections.last_round(db, club_id, season)
            terms = found.terms
            if found.closed or terms.format in (Format.OPEN, Format.KNOCK_OUT):
                return 0
            if terms.format is Format.SWISS and last < terms.rounds:
                return 0
            first = min((number for number, *_ in _unsettled(db, club_id, season)), default=0)
            return first if first > last - LAST_ROUNDS else 0

    def bulletin(self, club_id: int, season: int, round_: int) -> Bulletin:
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            fixtures = fixtures_now(db, club_id, season, since=round_)
            own = tuple(each for each in fixtures if each.round == round_)
            if not own:
                raise NoSuchSeason(round_)
            parties = projections.parties_for_rounds(db, club_id, season, round_)
            of_round = [each for each in parties if each.round == round_]
            moved: Iterable[Moved] = ()
            if found.terms.format is not Format.KNOCK_OUT:
                moved = _moved(db, club_id, found, round_, parties)
            records = _records_set(db, club_id, season, [each.first_entry for each in of_round])
            return Bulletin(
                season=found,
                names=shown_names(db, club_id),
                round=round_,
                day=max((each.played for each in of_round), default=""),
                fixtures=own,
                parties={each.entry: each for each in of_round},
                moved=tuple(moved),
                records=tuple(records),
            )

    def revisions(self, club_id: int, season: int) -> dict[int, list[str]]:
        """Return when each round of a season was drawn, changed or dated,
        and as that of round 0 when the season was opened.
        """
        kinds = (SeasonOpened, RoundDrawn, RoundRedrawn, RoundDated)
        found = defaultdict[int, list[str]](list)
        with reading(self.engine) as db:
            rows = list[entry_rows.EntryRow]()
            for kind in kinds:
                rows += entry_rows.entries(db, club_id, kind=KINDS[kind], season=season)
        for row in sorted(rows, key=lambda row: row.number):
            entry = read_entry(row).entry
            found[getattr(entry.body, "round", 0)].append(entry.at)
        return found

    def feed(self, club_id: int) -> Feed:
        with reading(self.engine) as db:
            first = entry_rows.find_entry(db, club_id, 1)
            own = uuid.uuid5(uuid.NAMESPACE_URL, first.digest if first else "")
            seasons = {each.number: each for each in projections.seasons(db, club_id)}
            parties = projections.latest_parties(db, club_id, FEED_ITEMS)
            entries = {number for each in parties for number in (each.first_entry, each.entry)}
            at = entry_rows.times(db, club_id, entries)
            items = [
                FeedItem(
                    id=uuid.uuid5(own, f"entry {each.first_entry}").urn,
                    published=at[each.first_entry],
                    updated=at[each.entry],
                    partie=each,
                    season=seasons[each.season],
                    round=each.round,
                )
                for each in parties
            ]
            for number in sorted({each.season for each in parties if each.round}):
                items += _bulletins(db, club_id, seasons[number], own, items)
            items.sort(key=lambda each: each.updated, reverse=True)
            last = max((each.updated for each in items), default="")
            founded = entry_rows.times(db, club_id, [1]).get(1, "")
            return Feed(own.urn, last or founded, shown_names(db, club_id), tuple(items))


def _unsettled(db: Connection, club_id: int, season: int) -> list[tuple[int, int, int]]:
    """Return round and members of each fixture without a partie, a forfeit or a bye."""
    byes = byes_given(db, club_id, season)
    found = projections.unplayed(db, club_id, season)
    return [
        (number, one, other)
        for number, one, other in found
        if (number, one) not in byes and (number, other) not in byes
    ]


def _margins(db: Connection, club_id: int, season: Season) -> Margins:
    """Return the margins up to the largest of the season."""
    largest = projections.best_records(db, club_id, season.number, RecordKind.MARGIN)
    return margins_of(
        season_rules(season.terms),
        season.terms.forfeit_points,
        max((each.figure for each in largest), default=0),
    )


def _moved(
    db: Connection, club_id: int, season: Season, round_: int, parties: Collection[PostedPartie]
) -> Iterator[Moved]:
    """Yield everybody's rank before and after a round, in the order after it.

    Later rounds are subtracted from the standings as they are; parties outside the rounds and
    penalties count in both.
    """
    bodies: list[SheetPosted | ByeGiven] = [
        SheetPosted(
            season=each.season,
            members=each.members,
            code=each.code,
            record="",
            result=each.result,
            round=each.round,
        )
        for each in parties
    ]
    bodies += [
        ByeGiven(season=season.number, member=member, round=number, absent=bye.absent)
        for (number, member), bye in byes_of(db, club_id, season.number).items()
    ]
    of_later = list[Changes]()
    of_this = list[Changes]()
    for each in bodies:
        change = changes(each, season.terms)
        if change is not None and each.round >= round_:
            (of_this if each.round == round_ else of_later).append(-change)
    before = season_rows(db, club_id, season.number, of_later + of_this)
    ranks = {row.member: row for row in before}
    for row in season_rows(db, club_id, season.number, of_later):
        old = ranks[row.member]
        yield Moved(old.rank_words, row, row.tally - old.tally)


def _records_set(
    db: Connection, club_id: int, season: int, entries: Collection[int]
) -> Iterator[RecordSet]:
    """Yield the records of the season, and of the club,
    that the parties with these first entries set.
    """
    for kind in OF_A_CLUB:
        for of in (0, season):
            records = projections.best_records(db, club_id, of, kind)
            best = next((each for each in records if each.last in entries), None)
            if best is None or (kind is RecordKind.RUN and best.figure == 1):
                continue
            # A record of the club is one of the season too, and is said once.
            yield RecordSet(kind, best, of_club=of == 0)
            break


def _bulletins(
    db: Connection, club_id: int, season: Season, own: uuid.UUID, results: Collection[FeedItem]
) -> list[FeedItem]:
    """Return the bulletins of the complete rounds of a season that have *results*."""
    of_season = [each for each in results if each.season.number == season.number and each.round]
    found = []
    since = min(each.round for each in of_season)
    fixtures = fixtures_now(db, club_id, season.number, since=since)
    for number in sorted(
        {each.round for each in of_season} - {each.round for each in fixtures if each.is_open}
    ):
        latest = [each for each in of_season if each.round == number]
        name = uuid.uuid5(own, f"season {season.number}, round {number}").urn
        published = max(each.published for each in latest)
        updated = max(each.updated for each in latest)
        found.append(
            FeedItem(
                id=name,
                published=published,
                updated=updated,
                partie=None,
                season=season,
                round=number,
            )
        )
    return found
