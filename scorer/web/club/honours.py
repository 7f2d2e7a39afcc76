"""View models of the lists of a club: its records, and everybody's rating."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.ratings import interval, is_provisional
from ...ledger.records import RecordKind
from ...service.club.records import RatingsNow, RecordsNow
from ..figures import counted, first_up, grouped
from .season_tables import A_PAGE
from .slices import Slice, slices


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record: what it is, the figure, whose, and where it comes from."""

    what: str
    figure: str
    member: int
    name: str
    entry: int
    where: str


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """The records of a club, or of a season."""

    season: int
    title: str
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One row of the ratings."""

    place: int
    member: int
    name: str
    rating: str
    between: str
    parties: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """Everybody's rating."""

    said: str
    rows: tuple[RatedRow, ...]
    slices: tuple[Slice, ...]


def records_page(now: RecordsNow) -> RecordsPage:
    """The records of a club, or of a season."""
    lines = []
    for kind in RecordKind:
        feat = now.records.get(kind)
        if feat is not None:
            where = f"entry {feat.first}" if feat.first == feat.last else f"entries {feat.first} to {feat.last}"
            figure = grouped(feat.figure)
            lines.append(
                RecordLine(first_up(kind.value), figure, feat.member, now.names[feat.member], feat.last, where)
            )
    season = now.season
    return RecordsPage(season.number if season else 0, season.terms.name if season else "", tuple(lines))


def ratings_page(now: RatingsNow, start: int) -> RatingsPage:
    """Everybody's rating, from the *start*-th on."""
    rows = []
    for place, (member, rating) in enumerate(now.rated[start - 1 : start - 1 + A_PAGE], start):
        least, most = interval(rating)
        between = f"{grouped(round(least))} to {grouped(round(most))}"
        provisional = is_provisional(rating, now.provisional)
        figure = grouped(round(rating.rating))
        rows.append(RatedRow(place, member, now.names[member], figure, between, grouped(rating.parties), provisional))
    said = (
        "By replay of every partie that stands. The strength is between the two figures in 95 cases of a hundred; "
        f"until {counted(now.provisional, 'partie')} a rating is provisional."
    )
    return RatingsPage(said, tuple(rows), slices(len(now.rated), A_PAGE, start))
