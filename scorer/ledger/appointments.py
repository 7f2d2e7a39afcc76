"""The day of a fixture, which its two players agree on, or a director fixes.

It counts nothing (`scorer.ledger.arranging`). What holds is a fold of the events of a round that
are of the same two members, at whatever table they are drawn. So a substitute, or another opponent
in a round that was redrawn, begins without a day; and who is drawn together again has the day that
the two had agreed on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import NamedTuple, assert_never, get_args

from .entries import named
from .pairing import Slot

BEGINNING = "fixture "
"""How what an event is about begins; the round and the table follow."""


def about_fixture(slot: Slot) -> str:
    """Return what the events of a fixture are about.

    >>> about_fixture((3, 2))
    'fixture 3.2'
    """
    round_, table = slot
    return f"{BEGINNING}{round_}.{table}"


def round_of(about: str) -> int:
    """Return the round of what `about_fixture` wrote."""
    return int(about.removeprefix(BEGINNING).partition(".")[0])


# Events
#
# `by` is the player whose event it is, and `other` the opponent. Days are those of the club, in
# ISO 8601. A time is like ``19:30``, or empty if none was said.


@dataclass(frozen=True, slots=True)
class DayProposed:
    by: int
    other: int
    day: str
    time: str


@dataclass(frozen=True, slots=True)
class DayAccepted:
    """The player accepts what the other proposes."""

    by: int
    other: int


@dataclass(frozen=True, slots=True)
class DayDeclined:
    """The player declines what the other proposes. A day that they had agreed on before stays."""

    by: int
    other: int


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    """The player withdraws their own proposal."""

    by: int
    other: int


@dataclass(frozen=True, slots=True)
class DayCancelled:
    """The player cannot come on the day that the two agreed on."""

    by: int
    other: int


@dataclass(frozen=True, slots=True)
class DayFixed:
    """A director fixes the day of two members."""

    member: int
    other: int
    day: str
    time: str


@dataclass(frozen=True, slots=True)
class DayCleared:
    """A director clears the day of two members, and what was proposed."""

    member: int
    other: int


OfPlayer = DayProposed | DayAccepted | DayDeclined | ProposalWithdrawn | DayCancelled
OfDirector = DayFixed | DayCleared
AppointmentEvent = OfPlayer | OfDirector

KINDS: Mapping[str, type[AppointmentEvent]] = named(*get_args(AppointmentEvent))


def pair_of(event: AppointmentEvent) -> frozenset[int]:
    """Return the two members whose fixture an event is about."""
    if isinstance(event, OfDirector):
        return frozenset((event.member, event.other))
    return frozenset((event.by, event.other))


# What holds now


class AppointmentStatus(Enum):
    NOTHING = "no day is agreed on"
    PROPOSED = "a day is proposed"
    AGREED = "the players agreed on a day"
    FIXED = "a director fixed the day"


class DayProposal(NamedTuple):
    """A day that a player proposes, with a time or an empty one."""

    by: int
    day: str
    time: str


class DayEnding(Enum):
    """How a day, or a proposal of one, came to its end."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    CANCELLED = "cancelled"
    CLEARED = "cleared"


class EndedDay(NamedTuple):
    """The day that no longer holds, and the player who ended it; 0 for a director."""

    how: DayEnding
    by: int
    day: str
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """What holds of the day of a fixture.

    Attributes:
        day: on which they meet, in ISO 8601; empty if there is none yet.
        time: when, such as ``19:30``; empty if none was said.
        is_fixed: a director fixed the day, and the players did not agree on it.
        proposal: what a player proposes; another day than `day`, if there is one.
        ended: what ended last, until something else is proposed or holds.
        events: how many there were, which a form sends back.
    """

    day: str = ""
    time: str = ""
    is_fixed: bool = False
    proposal: DayProposal | None = None
    ended: EndedDay | None = None
    events: int = 0

    @property
    def status(self) -> AppointmentStatus:
        """Return how far it has come; a day that holds counts before what is proposed instead."""
        if self.is_fixed:
            return AppointmentStatus.FIXED
        if self.day:
            return AppointmentStatus.AGREED
        return AppointmentStatus.NOTHING if self.proposal is None else AppointmentStatus.PROPOSED

    def holds_on(self, today: str) -> bool:
        """Return whether the players are to meet on a day that is not over *today*."""
        return bool(self.day) and self.day >= today

    def is_asked_of(self, member: int, today: str) -> bool:
        """Return whether a player is to answer a proposal whose day is not over *today*."""
        asked = self.proposal
        return asked is not None and asked.by != member and asked.day >= today


NO_DAY = Appointment()


def after_event(now: Appointment, event: AppointmentEvent) -> Appointment:
    """Return what holds after an event; one that answers nothing which is there changes nothing.

    To propose what the other proposes is to accept it.
    """
    counted = replace(now, events=now.events + 1)
    asked = now.proposal
    match event:
        case DayProposed():
            proposal = DayProposal(event.by, event.day, event.time)
            if asked is not None and proposal == asked._replace(by=event.by) != asked:
                return _agreed(counted, asked)
            return replace(counted, proposal=proposal, ended=None)
        case DayAccepted():
            if asked is None or asked.by == event.by:
                return counted
            return _agreed(counted, asked)
        case DayDeclined():
            if asked is None or asked.by == event.by:
                return counted
            return _without_proposal(counted, asked, DayEnding.DECLINED, event.by)
        case ProposalWithdrawn():
            if asked is None or asked.by != event.by:
                return counted
            return _without_proposal(counted, asked, DayEnding.WITHDRAWN, event.by)
        case DayCancelled():
            if now.status is not AppointmentStatus.AGREED:
                return counted
            called_off = EndedDay(DayEnding.CANCELLED, event.by, now.day, now.time)
            return replace(counted, day="", time="", ended=called_off)
        case DayFixed():
            return Appointment(day=event.day, time=event.time, is_fixed=True, events=counted.events)
        case DayCleared():
            ended = EndedDay(DayEnding.CLEARED, 0, now.day, now.time) if now.day else None
            return Appointment(ended=ended, events=counted.events)
        case _:
            assert_never(event)


def _agreed(now: Appointment, asked: DayProposal) -> Appointment:
    return Appointment(day=asked.day, time=asked.time, events=now.events)


def _without_proposal(now: Appointment, asked: DayProposal, how: DayEnding, by: int) -> Appointment:
    return replace(now, proposal=None, ended=EndedDay(how, by, asked.day, asked.time))


def fold_appointment(events: Iterable[AppointmentEvent], pair: Collection[int]) -> Appointment:
    """Return what holds for two members after the events of a round; those of other pairs change
    nothing.
    """
    own = [event for event in events if pair_of(event) == frozenset(pair)]
    return reduce(after_event, own, NO_DAY)
