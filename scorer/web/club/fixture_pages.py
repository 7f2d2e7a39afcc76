"""View models of the pages about a season's fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...ledger.terms import Format
from ...service.club.drawing import Lots
from ...service.club.fixtures import FixtureNow, FixtureState
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.terms import season_rules
from .forms import Field, select, words_of

NEXT = 3
"""So many of their own fixtures that are to be played a member sees above all others."""


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """
    A fixture in the list.

    Attributes:
        round: its round.
        table: its place in it.
        first: the name of the one who is elder in the first deal.
        second: the other's; empty for a bye.
        state: how far it has come, in words.
        is_open: whether it waits to be played.
        mine: whether whoever looks plays in it.
        code: of a partie that is played for it, or empty.
    """

    round: int
    table: int
    first: str
    second: str
    state: str
    is_open: bool
    mine: bool
    code: str


@dataclass(frozen=True, slots=True)
class RoundOfRows:
    """A round: its number, its fixtures, and whether nothing of it waits to be played."""

    number: int
    rows: tuple[FixtureRow, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """
    The fixtures of a season.

    Attributes:
        yours: the next fixtures of whoever looks.
        rounds: every round.
        seats: what the order of the names means.
        to_play: how many wait.
        draw: the field of the form that draws; `None` if nothing can be drawn now.
        draw_words: what its key says.
        next_draw: when something is drawn again, or how it all ended; empty if there is nothing to say.
    """

    yours: tuple[FixtureRow, ...]
    rounds: tuple[RoundOfRows, ...]
    seats: str
    to_play: int
    draw: Field | None
    draw_words: str
    next_draw: str


@dataclass(frozen=True, slots=True)
class FixturePage:
    """One fixture, with the numbers of those who meet and who sits where."""

    row: FixtureRow
    members: tuple[tuple[int, str], ...]
    seats: str
    can_start: bool
    can_forfeit: bool


def fixtures_page(services: ClubServices, club_id: int, season: Season, member: int) -> FixturesPage:
    """The fixtures of a season, seen by a member (0 for somebody else)."""
    now = services.seasons.fixtures_now(club_id, season.number)
    names = services.people.shown_names(club_id)
    rounds: dict[int, list[FixtureRow]] = {}
    for each in now:
        rounds.setdefault(each.round, []).append(_row(each, names, member))
    draw, words, next_draw = _draw(season, now, names)
    yours = [each for rows in rounds.values() for each in rows if each.mine and each.is_open]
    return FixturesPage(
        tuple(yours[:NEXT]),
        tuple(
            RoundOfRows(number, tuple(rows), not any(each.is_open for each in rows)) for number, rows in rounds.items()
        ),
        _seats(season, "the one named first", "the other"),
        sum(each.is_open for each in now),
        draw,
        words,
        next_draw,
    )


def _draw(season: Season, now: tuple[FixtureNow, ...], names: Mapping[int, str]) -> tuple[Field | None, str, str]:
    """The field of the form that draws and what its key says, or in words why there is none."""
    if season.closed or season.terms.format is Format.OPEN:
        return None, "", ""
    if not now:
        return select("lots", "Drawn", words_of(Lots), "by_lot"), "Draw the fixtures", ""
    if season.terms.format is not Format.KNOCK_OUT:
        return None, "", ""
    last = [each for each in now if each.round == now[-1].round]
    if any(each.is_open for each in last):
        return None, "", "The next round is drawn when this one is settled." if len(last) > 1 else ""
    if len(last) > 1:
        return Field("lots", "", "by_lot", "hidden"), "Draw the next round", ""
    winner = last[0].through
    return None, "", "" if winner is None else f"{names[winner]} has won the knock-out."


def fixture_page(services: ClubServices, club_id: int, season: Season, slot: tuple[int, int]) -> FixturePage | None:
    """One fixture; `None` if nobody meets in it."""
    now = services.seasons.fixtures_now(club_id, season.number)
    found = next((each for each in now if each.slot == slot), None)
    if found is None or found.second is None:
        return None
    names = services.people.shown_names(club_id)
    row = _row(found, names, 0)
    at_table = found.state is FixtureState.AT_TABLE
    return FixturePage(
        row,
        ((found.first, row.first), (found.second, row.second)),
        _seats(season, row.first, row.second),
        can_start=found.is_open and not at_table and not season.closed,
        can_forfeit=found.is_open and not at_table and not season.closed,
    )


def _row(fixture: FixtureNow, names: Mapping[int, str], member: int) -> FixtureRow:
    second = "" if fixture.second is None else names[fixture.second]
    return FixtureRow(
        fixture.round,
        fixture.table,
        names[fixture.first],
        second,
        _state(fixture, names),
        fixture.is_open,
        member in fixture.members,
        fixture.code,
    )


def _state(fixture: FixtureNow, names: Mapping[int, str]) -> str:
    if fixture.second is None:
        return "bye"
    if fixture.state is FixtureState.BYE and fixture.through is not None:
        return f"bye for {names[fixture.through]}"
    if fixture.state is FixtureState.FORFEIT and fixture.through is not None:
        return f"{names[fixture.through]} by forfeit"
    if fixture.state is FixtureState.PLAYED:
        return "drawn" if fixture.through is None else f"{names[fixture.through]} won {fixture.points}"
    return str(fixture.state.value)


def _seats(season: Season, first: str, second: str) -> str:
    deals = season_rules(season.terms).deals
    if deals is None or deals < 2:
        return f"{first} is elder in the first deal."
    last = first if deals % 2 else second
    ordinal = {2: "second", 4: "fourth", 6: "sixth"}.get(deals, "last")
    words = f"{first} is elder in the first deal, {last} in the {ordinal}."
    return words[0].upper() + words[1:]
