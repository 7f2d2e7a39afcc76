"""View models of a club's records and ratings."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.ratings import interval, is_provisional
from ...ledger.records import RecordKind
from ...service.club.records import RatingsNow, RecordsNow
from ...service.club.seasons import Season
from ..figures import counted, first_up, grouped
from .season_tables import A_PAGE
from .slices import Slice, slices


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """A record; *where* names the entries it comes from, *entry* is the last of them."""

    kind: str
    figure: str
    member: int
    name: str
    entry: int
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsPage:
    """The records of a season, or of the whole club."""

    season: Season | None
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """One row of the ratings; *between* is the 95 % interval."""

    rank: int
    member: int
    name: str
    rating: str
    between: str
    parties: str
    provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsPage:
    """One page of the ratings."""

    explanation: str
    rows: tuple[RatedRow, ...]
    slices: tuple[Slice, ...]


def records_page(now: RecordsNow) -> RecordsPage:
    """Return the records of a club, or of a season."""
    lines = []
    for kind in RecordKind:
        feat = now.records.get(kind)
        if feat is not None:
            lines.append(
                RecordLine(
                    kind=first_up(kind.value),
                    figure=grouped(feat.figure),
                    member=feat.member,
                    name=now.names[feat.member],
                    entry=feat.last,
                    where=f"entry {feat.first}" if feat.first == feat.last else f"entries {feat.first} to {feat.last}",
                )
            )
    return RecordsPage(season=now.season, lines=tuple(lines))


def ratings_page(now: RatingsNow, start: int) -> RatingsPage:
    """Return the ratings from rank *start*."""
    rows = []
    for rank, (member, rating) in enumerate(now.rated[start - 1 : start - 1 + A_PAGE], start):
        least, most = interval(rating)
        rows.append(
            RatedRow(
                rank=rank,
                member=member,
                name=now.names[member],
                rating=grouped(round(rating.rating)),
                between=f"{grouped(round(least))} to {grouped(round(most))}",
                parties=grouped(rating.parties),
                provisional=is_provisional(rating, now.provisional),
            )
        )
    explanation = (
        "Computed from every current partie. The true strength is within the range shown in 95 cases of 100. "
        f"A rating is provisional for the first {counted(now.provisional, 'partie')}."
    )
    return RatingsPage(explanation=explanation, rows=tuple(rows), slices=slices(len(now.rated), A_PAGE, start))
