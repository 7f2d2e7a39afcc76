"""Records of a member, of two members and of a club; and the ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger.ratings import Rating
from ...ledger.records import (
    SIDE_RECORDS,
    Feat,
    HeadToHead,
    MemberRecord,
    Played,
    RecordKind,
    club_records,
    head_to_head,
)
from ...ledger.records import member_record as record_of
from ...ledger.results import Meeting, Tally
from ...storage import book, projections, season_sheets
from ...storage import posted_parties as store
from ...storage.engine import reading
from ...storage.posted_parties import PostedPartie
from ...storage.sheets import SheetKind
from ..base import Service
from .people import shown_names
from .posting import Posted, read_entry
from .seasons import NoSuchSeason, Season, find_season, season_of
from .standings import rank_words, season_table

__all__ = ["MemberNow", "PostedPartie", "Records", "TwoNow", "as_played", "head_to_head_of"]

RATINGS_DRAWN = 60
"""The number of a member's last ratings in the chart."""

FIGURES = ("points", *SIDE_RECORDS.values())
"""The figures of a posted partie that give the records, except the longest run."""


@dataclass(frozen=True, slots=True)
class MemberNow:
    """
    A member's page, in one season or over all (then `season` and `rank` are `None`); parties and cards latest first.

    Attributes:
        days: when each partie was first posted, by first entry.
        provisional: a rating is provisional below this number of parties.
    """

    member: int
    names: Mapping[int, str]
    season: Season | None
    seasons: tuple[Season, ...]
    rank: tuple[str, int] | None
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
    """Two members' parties with each other, latest first; `days` is when each was first posted, by first entry."""

    members: tuple[int, int]
    names: Mapping[int, str]
    seasons: Mapping[int, str]
    found: HeadToHead
    parties: tuple[PostedPartie, ...]
    days: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RecordsNow:
    """The records of a club, or of one of its seasons; `codes` are those of the parties that set them, by entry."""

    season: Season | None
    names: Mapping[int, str]
    records: Mapping[RecordKind, Feat]
    codes: Mapping[int, str]


class Rated(NamedTuple):
    member: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingsNow:
    """All ratings, highest first; a rating is provisional until `provisional` parties."""

    names: Mapping[int, str]
    rated: tuple[Rated, ...]
    provisional: int


def as_played(row: PostedPartie) -> Played:
    """Return a posted partie as the records count it, without its time."""
    return Played(row.entry, "", row.season, row.members, row.result)


class Records(Service):
    def of_member(self, club_id: int, member: int, season: int | None = None) -> MemberNow:
        """Return a member's record, in a season or over all."""
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
                None if season is None else _rank(db, club_id, season, member),
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
        with reading(self.engine) as db:
            asked = None if season is None else find_season(db, club_id, season)
            best = {
                row.first_entry: row for figure in FIGURES for row in store.best_of(db, club_id, figure, season=season)
            }
            records = club_records(as_played(best[number]) for number in sorted(best))
            records.pop(RecordKind.RUN, None)  # those few parties say nothing of runs
            run = store.longest_run(db, club_id, season)
            if run is not None:
                records[RecordKind.RUN] = Feat(*run)
            codes = {row.entry: row.code for row in best.values()}
            return RecordsNow(asked, shown_names(db, club_id), records, codes)

    def ratings(self, club_id: int) -> RatingsNow:
        with reading(self.engine) as db:
            found = [Rated(*each) for each in projections.latest_ratings(db, club_id).items()]
            found.sort(key=lambda each: (-each.rating.rating, each.member))
            return RatingsNow(shown_names(db, club_id), tuple(found), _provisional(db, club_id))


def cards_of(db: Connection, club_id: int, member: int, season: int | None = None) -> list[Posted]:
    """Return the current entries of a member's scorecards, latest first."""
    rows = season_sheets.of_member(db, club_id, member, SheetKind.COMPANY, season)
    entries = (each for row in rows for each in book.entries_of_sheet(db, club_id, row.code, kind=book.POSTED))
    return [read_entry(each) for each in sorted(entries, key=lambda row: -row.number) if each.reversed_by is None]


def head_to_head_of(rows: list[PostedPartie], member: int) -> dict[int, Meeting]:
    """Return a member's parties with each opponent, the one met most often first."""
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


def _rank(db: Connection, club_id: int, season: int, member: int) -> tuple[str, int] | None:
    rows = season_table(db, club_id, season).rows
    row = next((row for row in rows if row.member == member), None)
    return None if row is None else (rank_words(row.rank, shared=row.shared), len(rows))


def _provisional(db: Connection, club_id: int) -> int:
    """Return the limit of the latest season."""
    rows = projections.seasons(db, club_id)
    return season_of(rows[-1]).terms.provisional if rows else 0
