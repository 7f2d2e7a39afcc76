"""The bracket of a knock-out: every round with its matches, also those that are still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, assert_never

from ...ledger.pairing import Slot, rounds_to_win
from ...ledger.tie_breaks import level_name
from ...rules.words import first_up
from ...service.club.seasons.fixtures import FixtureNow, FixtureStatus
from ...table.formatting import day

MOST_MATCHES = 16
"""The most matches of a round that is shown: earlier ones are in the lists of the rounds."""


class BracketSide(NamedTuple):
    """A player of a match; `name` is empty while it is open who that is.

    Attributes:
        won: they go through.
        mark: what they won by, if they did.
    """

    name: str
    is_you: bool = False
    won: bool = False
    mark: str = ""


class Match(NamedTuple):
    """A match of a bracket; `slot` is `None` while it is not drawn, or for a bye.

    Attributes:
        sides: its two players, or the one who has a bye.
        note: what is still to come of it.
    """

    sides: Sequence[BracketSide]
    slot: tuple[int, int] | None = None
    note: str = ""


class BracketRound(NamedTuple):
    """A round of a bracket: what it is called, its day in words, and its matches in order."""

    name: str
    day: str
    matches: Sequence[Match]


class Bracket(NamedTuple):
    """A bracket; `third` is the match for third place, if it is played."""

    rounds: Sequence[BracketRound]
    third: Match | None


class BracketReader(NamedTuple):
    """Who reads a bracket: a `member` or 0, with the `names` of all as shown, and in words the days
    that hold for fixtures of their own.
    """

    names: Mapping[int, str]
    member: int
    days: Mapping[Slot, str]


def bracket_of(fixtures: Sequence[FixtureNow], reader: BracketReader) -> Bracket:
    """Return the bracket of a knock-out that is drawn."""
    drawn = {each.slot: each for each in fixtures}
    in_first_round = sum(each.round == 1 for each in fixtures)
    last = rounds_to_win(in_first_round)
    rounds = list[BracketRound]()
    for number in range(1, last + 1):
        tables = range(1, (in_first_round >> (number - 1)) + 1)
        if len(tables) > MOST_MATCHES:
            continue
        matches = [_match(drawn, number, table, reader) for table in tables]
        day_of_round = next((each.day for each in fixtures if each.round == number), "")
        rounds.append(BracketRound(_name(last - number + 1), _day(day_of_round), matches))
    third = drawn.get((last, 2))
    return Bracket(rounds, None if third is None else _drawn(third, reader))


def _name(left: int) -> str:
    """Return what a round is called from which so many are left.

    >>> [_name(left) for left in (1, 2, 3, 4)]
    ['Final', 'Semi-finals', 'Quarter-finals', 'Round of 16']
    """
    name = first_up(level_name(left))
    return f"{name}s" if left in (2, 3) else name


def _day(found: str) -> str:
    return day(found) if found else ""


def _match(
    drawn: Mapping[tuple[int, int], FixtureNow], number: int, table: int, reader: BracketReader
) -> Match:
    """Return a match as it is drawn, or with who has reached it so far."""
    fixture = drawn.get((number, table))
    if fixture is not None:
        return _drawn(fixture, reader)
    sides = list[BracketSide]()
    for feeding in (2 * table - 1, 2 * table):
        before = drawn.get((number - 1, feeding))
        through = None if before is None else before.through
        if through is None:
            sides.append(BracketSide(""))
        else:
            sides.append(BracketSide(reader.names[through], through == reader.member))
    return Match(sides)


def _drawn(fixture: FixtureNow, reader: BracketReader) -> Match:
    sides = [
        BracketSide(
            reader.names[each],
            is_you=each == reader.member,
            won=each == fixture.through,
            mark=_mark(fixture) if each == fixture.through else "",
        )
        for each in fixture.members
    ]
    if fixture.second is None:
        return Match(sides)
    return Match(sides, fixture.slot, _note(fixture, reader) if fixture.is_open else "")


def _note(fixture: FixtureNow, reader: BracketReader) -> str:
    """Return when an open fixture is played, if that is agreed on, or how far it has come."""
    if fixture.state is FixtureStatus.AT_TABLE:
        return str(fixture.state.value)
    return reader.days.get(fixture.slot) or str(fixture.state.value)


def _mark(fixture: FixtureNow) -> str:
    """Return by what somebody goes through: points, or without play."""
    match fixture.state:
        case FixtureStatus.FORFEIT:
            return "forfeit"
        case FixtureStatus.BYE:
            return "bye"
        case (
            FixtureStatus.PLAYED
            | FixtureStatus.TO_PLAY
            | FixtureStatus.AT_TABLE
            | FixtureStatus.AGAIN
            | FixtureStatus.LEFT_OUT
        ):
            return str(fixture.points) if fixture.points else ""
        case _:
            assert_never(fixture.state)
