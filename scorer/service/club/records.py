"""What the parties that stand say: of a member, of two members, of the club; and everybody's rating."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger.ratings import Rating
from ...ledger.records import Feat, HeadToHead, MemberRecord, Played, RecordKind, club_records, head_to_head
from ...ledger.records import member_record as record_of
from ...ledger.results import Meeting, Tally
from ...storage import book, projections
from ...storage import posted_parties as store
from ...storage.engine import Database, reading
from ...storage.posted_parties import PostedPartie
from ..parties import Clock
from .companies import cards_of
from .people import shown_names
from .posting import Posted
from .seasons import Season
from .standings import NoSuchSeason, find_season, place_words, season_of
from .tables import season_table

__all__ = ["MemberNow", "PostedPartie", "Records", "TwoNow", "as_played", "head_to_head_of"]

RATINGS_DRAWN = 60
"""So many of a member's last ratings are in the picture."""

FIGURES = {
    RecordKind.MARGIN: "points",
    RecordKind.TOTAL: "total",
    RecordKind.PIQUES: "piques",
    RecordKind.REPIQUES: "repiques",
    RecordKind.CAPOTS: "capots",
}
"""By which figure of a stored partie each record is found, but the longest run."""


@dataclass(frozen=True, slots=True)
class MemberNow:
    """
    A member's page.

    Attributes:
        member: the member's number.
        names: of every member.
        season: the season it is about; `None` for all of them.
        seasons: the seasons in which the member takes part, in order.
        place: the place in the season's standings, as it is written, and of how many; `None` for all seasons.
        tally: what the parties add up to.
        record: what they say besides.
        parties: the parties, the latest first.
        days: when each of them was posted first, by place.
        meetings: with each opponent, by number.
        cards: the entries by which cards of companies stand in which the member played, the latest first.
        ratings: the last ratings of the member, in order, each with the number of the entry after which it holds.
        provisional: a rating is provisional until so many parties.
    """

    member: int
    names: Mapping[int, str]
    season: Season | None
    seasons: tuple[Season, ...]
    place: tuple[str, int] | None
    tally: Tally
    record: MemberRecord
    parties: tuple[PostedPartie, ...]
    days: Mapping[int, str]
    meetings: Mapping[int, Meeting]
    cards: tuple[Posted, ...]
    ratings: tuple[tuple[int, Rating], ...]
    provisional: int


@dataclass(frozen=True, slots=True)
class TwoNow:
    """
    Two members' parties with each other.

    Attributes:
        members: both numbers.
        names: of every member.
        seasons: the name of every season, by number.
        found: what the parties add up to, from the first one's side.
        parties: the parties, the latest first.
        days: when each of them was posted first, by place.
    """

    members: tuple[int, int]
    names: Mapping[int, str]
    seasons: Mapping[int, str]
    found: HeadToHead
    parties: tuple[PostedPartie, ...]
    days: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RecordsNow:
    """
    The records of a club, or of one of its seasons.

    Attributes:
        season: the season; `None` for all of them.
        names: of every member.
        records: each record, with its holder.
        codes: the code of the partie by which each was made, by the number of the entry.
    """

    season: Season | None
    names: Mapping[int, str]
    records: Mapping[RecordKind, Feat]
    codes: Mapping[int, str]


class Rated(NamedTuple):
    """A member with the present rating."""

    member: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingsNow:
    """
    Everybody's rating, the highest first.

    Attributes:
        names: of every member.
        rated: the members who have played.
        provisional: a rating is provisional until so many parties.
    """

    names: Mapping[int, str]
    rated: tuple[Rated, ...]
    provisional: int


def as_played(row: PostedPartie) -> Played:
    """A stored partie as the records count it; they do not ask when it was played."""
    return Played(row.entry, "", row.season, row.members, row.result)


@dataclass(frozen=True, slots=True)
class Records:
    """The records of the clubs of one database, and the clock by which they are told."""

    engine: Database
    clock: Clock

    def of_member(self, club_id: int, member: int, season: int | None = None) -> MemberNow:
        """
        A member's record, in a season or over all.

        Raises:
            NoSuchSeason: the club has no such member or season, or the member does not take part in it.
        """
        with reading(self.engine) as db:
            names = _names_with(db, club_id, member)
            tallies = projections.tallies_of(db, club_id, member)
            seasons = [season_of(row) for row in projections.seasons(db, club_id) if row.number in tallies]
            asked = None if season is None else find_season(db, club_id, season)
            if season is not None and season not in tallies:
                raise NoSuchSeason(season)
            rows = list(store.of_member(db, club_id, member, season=season))
            found = head_to_head_of(rows, member)
            latest = tuple(reversed(rows))
            return MemberNow(
                member,
                names,
                asked,
                tuple(seasons),
                None if season is None else _place(db, club_id, season, member),
                sum(tallies.values(), Tally()) if season is None else tallies[season],
                record_of(member, [as_played(row) for row in rows]),
                latest,
                book.days(db, club_id, [row.first_entry for row in latest]),
                found,
                tuple(cards_of(db, club_id, member, season)),
                tuple(projections.ratings_of(db, club_id, member, RATINGS_DRAWN)),
                _provisional(db, club_id),
            )

    def of_two(self, club_id: int, member: int, other: int) -> TwoNow:
        """
        Every partie between two members.

        Raises:
            NoSuchSeason: the club has no such members, or they are the same.
        """
        with reading(self.engine) as db:
            names = _names_with(db, club_id, member, other)
            if member == other:
                raise NoSuchSeason(other)
            rows = list(store.of_member(db, club_id, member, other=other))
            return TwoNow(
                (member, other),
                names,
                {row.number: season_of(row).terms.name for row in projections.seasons(db, club_id)},
                head_to_head(member, other, [as_played(row) for row in rows]),
                tuple(reversed(rows)),
                book.days(db, club_id, [row.first_entry for row in rows]),
            )

    def of_club(self, club_id: int, season: int | None = None) -> RecordsNow:
        """
        The records of a club, or of one of its seasons.

        Raises:
            NoSuchSeason: the club has none of this number.
        """
        with reading(self.engine) as db:
            asked = None if season is None else find_season(db, club_id, season)
            best = {
                row.first_entry: row
                for figure in FIGURES.values()
                for row in store.best_of(db, club_id, figure, season=season)
            }
            records = club_records(as_played(best[place]) for place in sorted(best))
            records.pop(RecordKind.RUN, None)  # those few parties say nothing of runs
            run = store.longest_run(db, club_id, season)
            if run is not None:
                records[RecordKind.RUN] = Feat(*run)
            codes = {row.entry: row.code for row in best.values()}
            return RecordsNow(asked, shown_names(db, club_id), records, codes)

    def ratings(self, club_id: int) -> RatingsNow:
        """Everybody's rating, the highest first."""
        with reading(self.engine) as db:
            found = [Rated(*each) for each in projections.latest_ratings(db, club_id).items()]
            found.sort(key=lambda each: (-each.rating.rating, each.member))
            return RatingsNow(shown_names(db, club_id), tuple(found), _provisional(db, club_id))


def head_to_head_of(rows: list[PostedPartie], member: int) -> dict[int, Meeting]:
    """What a member's parties add up to with each opponent, the one met most often first."""
    by_other: dict[int, list[Played]] = {}
    for row in rows:
        by_other.setdefault(row.members[1 - row.player_of(member)], []).append(as_played(row))
    found = {other: head_to_head(member, other, parties).meeting for other, parties in by_other.items()}
    return dict(sorted(found.items(), key=lambda each: (-each[1].parties, each[0])))


def _names_with(db: Connection, club_id: int, *members: int) -> dict[int, str]:
    names = shown_names(db, club_id)
    if not names.keys() >= set(members):
        raise NoSuchSeason(members)
    return names


def _place(db: Connection, club_id: int, season: int, member: int) -> tuple[str, int] | None:
    rows = season_table(db, club_id, season).rows
    row = next((row for row in rows if row.member == member), None)
    return None if row is None else (place_words(row.rank, shared=row.shared), len(rows))


def _provisional(db: Connection, club_id: int) -> int:
    """By the terms of the latest season."""
    rows = projections.seasons(db, club_id)
    return season_of(rows[-1]).terms.provisional if rows else 0
