"""View models of a season's fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...ledger.terms import Format
from ...service.club.drawing import Lots
from ...service.club.fixtures import FixtureNow, FixtureState
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.terms import season_rules
from ..figures import first_up
from .forms import Field, select, words_of

NEXT = 3
"""A member's own next fixtures shown above the rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureRow:
    """
    A fixture in the list.

    Attributes:
        first: the elder in the first deal.
        second: the other player; empty for a bye.
        state: the status in words.
        is_open: it is still to be played.
        mine: the reader plays in it.
        code: the code of its partie, or empty.
    """

    round: int
    table: int
    first: str
    second: str
    state: str
    is_open: bool
    mine: bool
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round, settled when none of its fixtures is still to be played."""

    number: int
    rows: tuple[FixtureRow, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The form to draw, with the label of its key; or a sentence on the next draw."""

    field: Field | None = None
    key: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage:
    """The fixtures of a season; *seats* says who is elder, *yours* are the reader's next ones."""

    yours: tuple[FixtureRow, ...]
    rounds: tuple[Round, ...]
    seats: str
    to_play: int
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePage:
    """One fixture, with the numbers and names of its members."""

    row: FixtureRow
    members: tuple[tuple[int, str], ...]
    seats: str
    is_startable: bool


def fixtures_page(services: ClubServices, club_id: int, season: Season, member: int) -> FixturesPage:
    """Return the fixtures of a season as a member sees them; *member* is 0 for anyone else."""
    now = services.seasons.fixtures_now(club_id, season.number)
    names = services.people.shown_names(club_id)
    rounds: dict[int, list[FixtureRow]] = {}
    for each in now:
        rounds.setdefault(each.round, []).append(_row(each, names, member))
    yours = [each for rows in rounds.values() for each in rows if each.mine and each.is_open]
    return FixturesPage(
        yours=tuple(yours[:NEXT]),
        rounds=tuple(
            Round(number=number, rows=tuple(rows), settled=not any(each.is_open for each in rows))
            for number, rows in rounds.items()
        ),
        seats=_seats(season, "the player named first", "the other"),
        to_play=sum(each.is_open for each in now),
        draw=_draw(season, now, names),
    )


def _draw(season: Season, now: tuple[FixtureNow, ...], names: Mapping[int, str]) -> Draw:
    if season.closed or season.terms.format is Format.OPEN:
        return Draw()
    if not now:
        return Draw(field=select("lots", "Order of the draw", words_of(Lots), "by_lot"), key="Draw the fixtures")
    if season.terms.format is not Format.KNOCK_OUT:
        return Draw()
    last = [each for each in now if each.round == now[-1].round]
    if any(each.is_open for each in last):
        return Draw(next="The next round is drawn when this one is complete.") if len(last) > 1 else Draw()
    if len(last) > 1:
        return Draw(field=Field("lots", "", "by_lot", "hidden"), key="Draw the next round")
    winner = last[0].through
    return Draw() if winner is None else Draw(next=f"{names[winner]} has won the knock-out.")


def fixture_page(services: ClubServices, club_id: int, season: Season, slot: tuple[int, int]) -> FixturePage | None:
    """Return the page of one fixture; `None` for a bye."""
    now = services.seasons.fixtures_now(club_id, season.number)
    found = next((each for each in now if each.slot == slot), None)
    if found is None or found.second is None:
        return None
    row = _row(found, services.people.shown_names(club_id), 0)
    return FixturePage(
        row=row,
        members=((found.first, row.first), (found.second, row.second)),
        seats=_seats(season, row.first, row.second),
        is_startable=found.is_open and found.state is not FixtureState.AT_TABLE and not season.closed,
    )


def _row(fixture: FixtureNow, names: Mapping[int, str], member: int) -> FixtureRow:
    return FixtureRow(
        round=fixture.round,
        table=fixture.table,
        first=names[fixture.first],
        second="" if fixture.second is None else names[fixture.second],
        state=_state(fixture, names),
        is_open=fixture.is_open,
        mine=member in fixture.members,
        code=fixture.code,
    )


def _state(fixture: FixtureNow, names: Mapping[int, str]) -> str:
    if fixture.second is None:
        return "bye"
    if fixture.state is FixtureState.BYE and fixture.through is not None:
        return f"bye for {names[fixture.through]}"
    if fixture.state is FixtureState.FORFEIT and fixture.through is not None:
        return f"{names[fixture.through]} won by forfeit"
    if fixture.state is FixtureState.PLAYED:
        return "drawn" if fixture.through is None else f"{names[fixture.through]} won {fixture.points}"
    return str(fixture.state.value)


def _seats(season: Season, first: str, second: str) -> str:
    deals = season_rules(season.terms).deals
    if deals is None or deals < 2:
        return first_up(f"{first} is elder in the first deal.")
    last = first if deals % 2 else second
    ordinal = {2: "second", 4: "fourth", 6: "sixth"}.get(deals, "last")
    return first_up(f"{first} is elder in the first deal, {last} in the {ordinal}.")
