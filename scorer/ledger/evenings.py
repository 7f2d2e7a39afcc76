"""An evening of a season: who is here, who plays whom at which table, and when it ends.

It counts nothing (`scorer.ledger.arranging`). What follows from it, a round drawn or a partie
played, is posted by itself. The state of an evening is a fold of its events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count
from typing import NamedTuple, assert_never, get_args

from .arranging import event_of_merged
from .entries import named

BEGINNING = "evening "
"""How what an event is about begins; the day follows, in ISO 8601."""


def about_evening(day: str) -> str:
    return f"{BEGINNING}{day}"


# Events


@dataclass(frozen=True, slots=True)
class CameIn:
    member: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """Somebody has gone, or was never here; or comes after all, who was not to."""

    member: int


@dataclass(frozen=True, slots=True)
class ComesLate:
    """Somebody comes later, at a time of the club such as ``21:00``, or at an unknown one."""

    member: int
    at: str


@dataclass(frozen=True, slots=True)
class IsAway:
    """Somebody does not come on this evening."""

    member: int


@dataclass(frozen=True, slots=True)
class SitsOut:
    """Somebody who is here does not want to be paired."""

    member: int


@dataclass(frozen=True, slots=True)
class PlaysAgain:
    member: int


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Who plays at a table, in the order of their seats: the first is elder in the first deal.

    Attributes:
        number: that of the table in the room, from 1.
        members: two, or those of a company; one alone sits out.
        round: the round of their fixture; 0 for none.
        reason: why they were paired by hand; else empty.
    """

    number: int
    members: tuple[int, ...]
    round: int = 0
    reason: str = ""

    @property
    def is_bye(self) -> bool:
        return len(self.members) == 1


@dataclass(frozen=True, slots=True)
class Paired:
    """A pairing, which takes the place of any that has not started. Empty for none."""

    tables: tuple[TablePlan, ...]


@dataclass(frozen=True, slots=True)
class PlayStarted:
    """The tables of the pairing start."""


@dataclass(frozen=True, slots=True)
class TableUndone:
    """The table that was the *started* one, from 1, to start does not play."""

    started: int


@dataclass(frozen=True, slots=True)
class TableLeft:
    """The partie of the table that was the *started* one to start is not finished tonight."""

    started: int


@dataclass(frozen=True, slots=True)
class TableResumed:
    """It is gone on with after all."""

    started: int


@dataclass(frozen=True, slots=True)
class BellSet:
    """Play ends at a time of the club, such as ``22:15``; empty for no such time."""

    at: str


@dataclass(frozen=True, slots=True)
class NextSet:
    """The next evening is on a day, in ISO 8601; empty for none."""

    day: str


@dataclass(frozen=True, slots=True)
class EveningEnded:
    pass


@dataclass(frozen=True, slots=True)
class EveningResumed:
    pass


EveningEvent = (
    CameIn
    | WentAway
    | ComesLate
    | IsAway
    | SitsOut
    | PlaysAgain
    | Paired
    | PlayStarted
    | TableUndone
    | TableLeft
    | TableResumed
    | BellSet
    | NextSet
    | EveningEnded
    | EveningResumed
)

KINDS: Mapping[str, type[EveningEvent]] = named(*get_args(EveningEvent))


def of_merged(event: EveningEvent, merged: Mapping[int, int]) -> EveningEvent:
    """Return an event with its members as they are now, some of whom are *merged* into others."""
    if not isinstance(event, Paired):
        return event_of_merged(event, merged)
    tables = tuple(
        replace(each, members=tuple(merged.get(member, member) for member in each.members))
        for each in event.tables
    )
    return Paired(tables)


# What holds now


class StartedTable(NamedTuple):
    """A table that plays or has played; `started` counts those of the evening, from 1.

    `at` is when it started, in UTC and ISO 8601.
    """

    started: int
    plan: TablePlan
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What holds on an evening.

    Attributes:
        here: who is here, in the order in which they came.
        late: who comes later, each with when; empty for an unknown time.
        away: who does not come.
        resting: who is here and sits out until they say otherwise.
        plan: the pairing that has not started.
        tables: those that have started, without those that were undone.
        started: how many have started, those included.
        left: which of them, from 1, are not finished on this evening.
        bell: when play ends; empty for no such time.
        next_day: the day of the next evening; empty if nobody has set it.
        is_over: it has ended.
    """

    here: tuple[int, ...] = ()
    late: Mapping[int, str] = field(default_factory=dict)
    away: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()
    plan: tuple[TablePlan, ...] = ()
    tables: tuple[StartedTable, ...] = ()
    started: int = 0
    left: frozenset[int] = frozenset()
    bell: str = ""
    next_day: str = ""
    is_over: bool = False

    @property
    def unplanned(self) -> tuple[int, ...]:
        """Return who is here, wants to play, and is in no pairing that has not started."""
        planned = {member for each in self.plan for member in each.members}
        return tuple(each for each in self.here if each not in planned | self.resting)

    @property
    def planned_away(self) -> tuple[int, ...]:
        """Return who is in the pairing and is not here, or sits out."""
        wanted = [member for each in self.plan for member in each.members]
        return tuple(each for each in wanted if each not in self.here or each in self.resting)


def fold_evening(events: Iterable[tuple[EveningEvent, str]]) -> Evening:
    """Return what holds after *events*, each with when it was noted, in UTC and ISO 8601.

    >>> at = "2026-12-05T19:30:00+00:00"
    >>> evening = fold_evening([(CameIn(1), at), (CameIn(2), at), (WentAway(1), at)])
    >>> evening.here
    (2,)
    """
    return reduce(lambda now, noted: after_event(now, *noted), events, Evening())


def after_event(now: Evening, event: EveningEvent, at: str) -> Evening:
    """Return what holds after one more event. One that says what holds already changes nothing."""
    match event:
        case CameIn(member):
            here = now.here if member in now.here else (*now.here, member)
            return replace(_known_of(now, member), here=here)
        case WentAway(member):
            return _gone(now, member)
        case ComesLate(member, time):
            found = _gone(now, member)
            return replace(found, late={**found.late, member: time})
        case IsAway(member):
            found = _gone(now, member)
            return replace(found, away=found.away | {member})
        case SitsOut(member):
            return replace(now, resting=now.resting | {member})
        case PlaysAgain(member):
            return replace(now, resting=now.resting - {member})
        case Paired(tables):
            return replace(now, plan=tables)
        case PlayStarted():
            return _started(now, at)
        case TableUndone(started):
            left = tuple(each for each in now.tables if each.started != started)
            return replace(now, tables=left)
        case TableLeft(started):
            return replace(now, left=now.left | {started})
        case TableResumed(started):
            return replace(now, left=now.left - {started})
        case BellSet(time):
            return replace(now, bell=time)
        case NextSet(day):
            return replace(now, next_day=day)
        case EveningEnded():
            return replace(now, is_over=True, plan=())
        case EveningResumed():
            return replace(now, is_over=False)
        case _:
            assert_never(event)


def _known_of(now: Evening, member: int) -> Evening:
    """Return an evening for which a member is neither late nor away."""
    late = {each: time for each, time in now.late.items() if each != member}
    return replace(now, late=late, away=now.away - {member})


def _gone(now: Evening, member: int) -> Evening:
    """Return an evening at which a member is not, and of whom nothing else is known."""
    found = _known_of(now, member)
    here = tuple(each for each in now.here if each != member)
    return replace(found, here=here, resting=now.resting - {member})


def _started(now: Evening, at: str) -> Evening:
    new = [
        StartedTable(started, plan, at) for started, plan in enumerate(now.plan, now.started + 1)
    ]
    count = now.started + len(new)
    return replace(now, tables=(*now.tables, *new), started=count, plan=())


# Changing a pairing


def swapped(plan: Iterable[TablePlan], one: int, other: int) -> tuple[TablePlan, ...]:
    """Return a pairing in which two members have changed seats.

    Tables whose members change are of no round any more: their fixture was that of others. Two of
    one table only turn their seats, which `turned` does too.
    """
    seats = {one: other, other: one}
    found = []
    for each in plan:
        members = tuple(seats.get(member, member) for member in each.members)
        is_same = set(members) == set(each.members)
        round_ = each.round if is_same else 0
        reason = each.reason if is_same else ""
        found.append(replace(each, members=members, round=round_, reason=reason))
    return tuple(found)


def replaced_in(plan: Iterable[TablePlan], member: int, by: int) -> tuple[TablePlan, ...]:
    """Return a pairing in which somebody has the seat of a *member*, whose fixture is theirs now.

    >>> replaced_in([TablePlan(1, (3, 2), 1)], 3, by=4)
    (TablePlan(number=1, members=(4, 2), round=1, reason=''),)
    """
    seats = {member: by}
    found = []
    for each in plan:
        members = tuple(seats.get(seated, seated) for seated in each.members)
        found.append(replace(each, members=members))
    return tuple(found)


def turned(plan: Iterable[TablePlan], number: int) -> tuple[TablePlan, ...]:
    """Return a pairing in which a table has its seats turned: the last sits first."""
    return tuple(
        replace(each, members=(*each.members[-1:], *each.members[:-1]))
        if each.number == number
        else each
        for each in plan
    )


def by_hand(plan: Iterable[TablePlan], one: int, other: int, reason: str) -> tuple[TablePlan, ...]:
    """Return a pairing of two at a table in which *one* meets *other*, for a *reason*.

    Either may be in no pairing yet. The two whom they were to meet now meet each other; one who is
    left alone sits out.
    """
    pair = {one, other}
    found = list[TablePlan]()
    left = list[int]()
    for each in plan:
        if pair.isdisjoint(each.members):
            found.append(each)
        else:
            left += [member for member in each.members if member not in pair]
    found.append(TablePlan(0, (one, other), reason=reason))
    if left:
        found.append(TablePlan(0, tuple(left)))
    return numbered_tables(found)


def numbered_tables(
    tables: Iterable[TablePlan], busy: Collection[int] = ()
) -> tuple[TablePlan, ...]:
    """Return tables in the order of their numbers; those without one have the first that are
    neither taken nor *busy*. Who sits out has 0, and comes last.

    >>> tables = [TablePlan(0, (1,)), TablePlan(0, (2, 3)), TablePlan(1, (4, 5))]
    >>> [each.number for each in numbered_tables(tables, busy=[2])]
    [1, 3, 0]
    """
    tables = tuple(tables)
    taken = {each.number for each in tables if not each.is_bye} | {*busy}
    free = (number for number in count(1) if number not in taken)
    alone = [replace(each, number=0) for each in tables if each.is_bye]
    found = [
        each if each.number else replace(each, number=next(free))
        for each in tables
        if not each.is_bye
    ]
    return (*sorted(found, key=lambda table: table.number), *alone)
