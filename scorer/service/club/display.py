"""The club display: the tables in play and the top of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from ...storage import projections, season_sheets
from ...storage.engine import reading
from ...storage.projections import version_of_everything
from ..base import Service
from ..sheets import Sheet, read_sheet
from .people import shown_names
from .seasons import Season, latest_season, season_of
from .standings import SeasonTable, season_table

FRESH = timedelta(hours=12)
"""A partie opened longer ago is not shown."""


@dataclass(frozen=True, slots=True)
class TableNow:
    sheet: Sheet
    members: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DisplayNow:
    """The club display: tables in play or just over, oldest first, and the standings of a season."""

    tables: tuple[TableNow, ...]
    season: Season | None
    table: SeasonTable | None
    names: Mapping[int, str]
    at: datetime


class Display(Service):
    def version(self, club_id: int) -> tuple[str, int]:
        """Return a text that changes with everything the display shows, and the largest number of its parties."""
        with reading(self.engine) as db:
            return version_of_everything(db, club_id), season_sheets.count_unposted(db, club_id)

    def now(self, club_id: int) -> DisplayNow:
        at = self.clock()
        with reading(self.engine) as db:
            fresh = [
                (row, membership)
                for row, membership in season_sheets.unposted(db, club_id)
                if datetime.fromisoformat(membership.added_at) > at - FRESH
            ]
            rows = projections.seasons(db, club_id)
            shown = max((membership.season for _, membership in fresh), default=0)
            row = next((each for each in rows if each.number == shown), latest_season(rows))
            tables = (TableNow(read_sheet(db, partie), of.pair) for partie, of in reversed(fresh))
            return DisplayNow(
                tuple(tables),
                None if row is None else season_of(row),
                None if row is None else season_table(db, club_id, row.number),
                shown_names(db, club_id),
                at,
            )
