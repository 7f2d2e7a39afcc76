"""View models of the wall: the tables that are being played, and the top of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ...service.club.standings import place_words
from ...service.club.wall import TableNow, WallNow
from ..card import deal_title, totals_before
from ..figures import signed

AT_ONCE = 6
"""So many tables are read from five metres; of more, others are shown after a while."""

TURN = 20
"""After so many seconds the next tables are shown."""

LEADERS = 8


@dataclass(frozen=True, slots=True)
class WallPlayer:
    """A player at a table."""

    name: str
    total: int
    count: str
    elder: bool


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table of the club room."""

    deal: str
    players: tuple[WallPlayer, WallPlayer]
    state: str


@dataclass(frozen=True, slots=True)
class WallLeader:
    """A row of the standings."""

    place: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class WallPage:
    """The wall."""

    tables: tuple[WallTable, ...]
    few: bool
    which: str
    season: str
    leaders: tuple[WallLeader, ...]


def turn(at: datetime, tables: int) -> int:
    """
    Which of the pages of tables is shown at a time.

    It goes up every `TURN` seconds; where one page holds all tables every
    hour, so that those of last night go.
    """
    return int(at.timestamp()) // (TURN if tables > AT_ONCE else 3600)


def wall_page(now: WallNow) -> WallPage:
    """What the wall shows."""
    pages = [now.tables[first : first + AT_ONCE] for first in range(0, len(now.tables), AT_ONCE)] or [()]
    number = turn(now.at, len(now.tables)) % len(pages)
    shown, first = pages[number], AT_ONCE * number + 1
    return WallPage(
        tuple(_table(each, now.names) for each in shown),
        len(shown) <= 2,
        f"{first} to {first + len(shown) - 1} of {len(now.tables)}" if len(pages) > 1 else "",
        now.season.terms.name if now.season else "",
        _leaders(now),
    )


def _leaders(now: WallNow) -> tuple[WallLeader, ...]:
    rows = now.table.rows if now.table else ()
    return tuple(
        WallLeader(place_words(row.rank, shared=row.shared), now.names[row.member], signed(row.tally.balance))
        for row in rows[:LEADERS]
        if row.tally.parties
    )


def _table(each: TableNow, names: Mapping[int, str]) -> WallTable:
    sheet = each.sheet
    partie, number = sheet.partie, sheet.current_deal
    elder = number % 2
    playing = number < len(partie.deals) and not partie.deals[number].is_over
    totals = totals_before(partie, number) if not partie.is_over else partie.totals
    counts = partie.deals[number].points if playing else (0, 0)
    players = tuple(
        WallPlayer(names[member], total, f"+{count}" if playing else "", not partie.is_over and player == elder)
        for player, (member, total, count) in enumerate(zip(each.members, totals, counts, strict=True))
    )
    state = "to be signed" if partie.is_over else ""
    deal = "Over" if partie.is_over else deal_title(partie, number)
    return WallTable(deal, (players[0], players[1]), state)
