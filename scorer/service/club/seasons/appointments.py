"""The days of fixtures: what their players propose, accept and cancel, and what a director fixes.

All of it is appended to the log of the fixture (`scorer.ledger.appointments`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, time
from enum import Enum
from typing import NamedTuple, assert_never

from sqlalchemy import Connection

from ....ledger.appointments import (
    BEGINNING,
    KINDS,
    Appointment,
    AppointmentEvent,
    AppointmentStatus,
    DayAccepted,
    DayCancelled,
    DayCleared,
    DayDeclined,
    DayFixed,
    DayProposed,
    EndedDay,
    OfDirector,
    ProposalWithdrawn,
    about_fixture,
    fold_appointment,
    pair_of,
    round_of,
)
from ....ledger.arranging import event_of_merged, read_event, write_event
from ....ledger.pairing import Slot
from ....storage import arrangements, projections
from ....storage.arrangements import ArrangementRow
from ....storage.engine import reading, writing
from ....storage.projections import Season
from ....table import times
from ....table.entering import NotAllowed, refuse_if
from ....table.times import day_after
from ...service import Service
from ...zones import today, zone_of
from ..credentials import Actor
from ..posts import find_season, reads
from .fixtures import FixtureNow, day_in, fixtures_now, left, open_fixture


class Noted(NamedTuple):
    """An event of the days of a round, and who noted it; `at` is when, in UTC and ISO 8601."""

    round: int
    event: AppointmentEvent
    author: str
    at: str


class FixtureDay(NamedTuple):
    """A fixture with its day, and what was `noted` of that, oldest first."""

    season: Season
    fixture: FixtureNow
    appointment: Appointment
    noted: tuple[Noted, ...]

    def as_seen(self, seen: int) -> FixtureDay:
        """Return it as it was when so many events were noted."""
        noted = self.noted[:seen]
        events = [each.event for each in noted]
        appointment = fold_appointment(events, self.fixture.members)
        return self._replace(appointment=appointment, noted=noted)

    @property
    def begins(self) -> tuple[str, str]:
        """Return the day and the time at which the two meet; of the round, if no other holds."""
        if self.appointment.day:
            return self.appointment.day, self.appointment.time
        return self.fixture.day, ""

    @property
    def directed_by(self) -> str:
        """Return the author of what a director last fixed or cleared; empty if none did."""
        by_directors = [each for each in self.noted if isinstance(each.event, OfDirector)]
        return by_directors[-1].author if by_directors else ""


class OwnDay(NamedTuple):
    """The day of a member's fixture that is to be shown to them; see `own_days` for which are."""

    of: FixtureDay
    is_asked: bool
    ended: EndedDay | None
    days_left: int | None


class Reminder(NamedTuple):
    """The fixture of a day that is near; `at` is since when it is, in UTC and ISO 8601."""

    of: FixtureDay
    at: str


# Reading


def _log(db: Connection, club_id: int, season: int) -> list[Noted]:
    """Return what was noted of the days of a season, with members as they are now."""
    rows = arrangements.starting(db, club_id, season, BEGINNING)
    if not rows:
        return []
    merged = projections.merged(db, club_id)
    found = []
    for row in rows:
        event = event_of_merged(read_event(row.event, KINDS), merged)
        found.append(Noted(round_of(row.about), event, row.author, row.set_at))
    return found


def _with_days(
    db: Connection,
    club_id: int,
    season: Season,
    fixtures: Sequence[FixtureNow],
    log: Sequence[Noted],
) -> list[FixtureDay]:
    """Return those of the *fixtures* that have two players, each with its day by the *log*.

    Of somebody who has withdrawn nothing is arranged.
    """
    by_pair = defaultdict[tuple[int, frozenset[int]], list[Noted]](list)
    for each in log:
        by_pair[each.round, pair_of(each.event)].append(each)
    gone = left(db, club_id, season.number) if log else {}
    found = []
    for fixture in fixtures:
        if fixture.second is None:
            continue
        own = by_pair.get((fixture.round, frozenset(fixture.members)), [])
        events = [each.event for each in own] if gone.keys().isdisjoint(fixture.members) else []
        appointment = fold_appointment(events, fixture.members)
        found.append(FixtureDay(season, fixture, appointment, tuple(own)))
    return found


def days_of(
    db: Connection, club_id: int, season: Season, fixtures: Sequence[FixtureNow]
) -> list[FixtureDay]:
    """Return those of the *fixtures* that have two players, each with its day."""
    return _with_days(db, club_id, season, fixtures, _log(db, club_id, season.number))


def pairs_with_days(
    db: Connection, club_id: int, season: int
) -> dict[tuple[int, frozenset[int]], Appointment]:
    """Return what was arranged in a season, by the round and the two players."""
    events = defaultdict[tuple[int, frozenset[int]], list[AppointmentEvent]](list)
    for each in _log(db, club_id, season):
        events[each.round, pair_of(each.event)].append(each.event)
    return {
        (round_, pair): fold_appointment(found, pair) for (round_, pair), found in events.items()
    }


class SeasonDays(NamedTuple):
    """Fixtures of a season, each with its day.

    `revised` has when anything was noted of the day of each member in each round, oldest first.
    What was noted with an opponent whom they no longer meet is among it, so that the number of
    changes never falls.
    """

    days: Sequence[FixtureDay]
    revised: Mapping[tuple[int, int], Sequence[str]]


def season_days(
    db: Connection, club_id: int, season: Season, fixtures: Sequence[FixtureNow]
) -> SeasonDays:
    log = _log(db, club_id, season.number)
    revised = defaultdict[tuple[int, int], list[str]](list)
    for each in log:
        for member in pair_of(each.event):
            revised[each.round, member].append(each.at)
    return SeasonDays(_with_days(db, club_id, season, fixtures, log), revised)


SHOWN_DAYS = 1
"""How many days before it a fixture is shown to its players, beside that day itself."""


def own_days(db: Connection, club_id: int, member: int, at: str) -> list[OwnDay]:
    """Return what of the days of a member's open fixtures is to be shown to them at a moment: what
    they are asked, what the other or a director ended, and fixtures of today and tomorrow.
    """
    day = today(db, club_id, at)
    tomorrow = day_after(day, SHOWN_DAYS)
    found = []
    for season in projections.seasons(db, club_id):
        log = [] if season.closed else _log(db, club_id, season.number)
        if not log:
            continue  # nothing more is read for nothing
        fixtures = fixtures_now(db, club_id, season.number, member=member)
        still_open = [each for each in fixtures if each.is_open]
        for each in _with_days(db, club_id, season, still_open, log):
            now = each.appointment
            is_asked = now.is_asked_of(member, day)
            ended = now.ended
            if ended is not None and (ended.by == member or ended.day < day):
                ended = None
            is_near = day <= now.day <= tomorrow
            days_left = int(now.day == tomorrow) if is_near else None
            if is_asked or ended is not None or is_near:
                found.append(OwnDay(each, is_asked, ended, days_left))
    return found


def reminders(db: Connection, club_id: int, at: str) -> list[Reminder]:
    """Return the open fixtures of today and of tomorrow on which the players agreed, or that a
    director fixed.
    """
    zone = zone_of(db, club_id)
    day = today(db, club_id, at)
    tomorrow = day_after(day, SHOWN_DAYS)
    found = []
    for season in projections.seasons(db, club_id):
        log = [] if season.closed else _log(db, club_id, season.number)
        if not log:
            continue  # nothing more is read for nothing
        fixtures = fixtures_now(db, club_id, season.number)
        for each in _with_days(db, club_id, season, fixtures, log):
            on = each.appointment.day
            if each.fixture.is_open and day <= on <= tomorrow:
                midnight = datetime.combine(
                    datetime.fromisoformat(day_after(on, -SHOWN_DAYS)), time(), zone
                )
                near_since = midnight.astimezone(UTC).isoformat(timespec="seconds")
                found.append(Reminder(each, max(near_since, each.noted[-1].at)))
    return found


def on_day(db: Connection, club_id: int, season: int, day: str) -> list[FixtureDay]:
    """Return the open fixtures of a season whose own day is this one, in ISO 8601, earliest
    first.
    """
    log = _log(db, club_id, season)
    if not log:
        return []
    of = find_season(db, club_id, season)
    still_open = [each for each in fixtures_now(db, club_id, season) if each.is_open]
    arranged = _with_days(db, club_id, of, still_open, log)
    found = [each for each in arranged if each.appointment.day == day]
    return sorted(found, key=lambda each: (each.appointment.time, each.fixture.slot))


# Writing


def parse_time(text: str) -> str:
    """Return a typed time of the day as ``19:30``; an empty text if none was typed."""
    if not text.strip():
        return ""
    try:
        return time.fromisoformat(text.strip()).strftime("%H:%M")
    except ValueError:
        raise NotAllowed(f"{text[:40]} is not a time. Enter it like this: 19:30.") from None


CHANGED = (
    "The day of this fixture changed after you opened the page. Check it below, then choose again."
)
NOT_ASKED = "The other player proposes no day. Propose one."
ONLY_BY_DIRECTOR = "A director fixed this day. Ask a director to change it."


class DayAnswer(Enum):
    """What a player can say about a day that is proposed or agreed on."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    CANCEL = "cancel"


class DayAsked(NamedTuple):
    """Who says something about the day of a fixture, as it was when they opened the page."""

    by: Actor
    today: str
    now: FixtureDay

    @property
    def other(self) -> int:
        return self.now.fixture.other(self.by.member)

    def day_ahead(self, text: str) -> str:
        """Return a typed day of the season that is not over, in ISO 8601."""
        found = day_in(self.now.season.terms, text)
        refuse_if(found < self.today, f"{times.day(found)} is over. Choose a later day.")
        return found


def _proposed(asked: DayAsked, day: str, time_of_day: str) -> AppointmentEvent:
    now = asked.now.appointment
    refuse_if(now.is_fixed and now.holds_on(asked.today), ONLY_BY_DIRECTOR)
    on = asked.day_ahead(day)
    return DayProposed(asked.by.member, asked.other, on, parse_time(time_of_day))


def _answered(asked: DayAsked, answer: DayAnswer) -> AppointmentEvent:
    own = asked.by.member
    now = asked.now.appointment
    proposal = now.proposal
    is_of_other = proposal is not None and proposal.by != own
    match answer:
        case DayAnswer.ACCEPT:
            if proposal is None or not is_of_other:
                raise NotAllowed(NOT_ASKED)
            asked.day_ahead(proposal.day)
            return DayAccepted(own, asked.other)
        case DayAnswer.DECLINE:
            refuse_if(not is_of_other, NOT_ASKED)
            return DayDeclined(own, asked.other)
        case DayAnswer.WITHDRAW:
            refuse_if(proposal is None or is_of_other, "You propose no other day for this fixture.")
            return ProposalWithdrawn(own, asked.other)
        case DayAnswer.CANCEL:
            refuse_if(now.is_fixed, ONLY_BY_DIRECTOR)
            refuse_if(not now.day, "You have not agreed on a day for this fixture.")
            return DayCancelled(own, asked.other)
        case _:
            assert_never(answer)


def _fixed(asked: DayAsked, day: str, time_of_day: str) -> AppointmentEvent:
    fixture = asked.now.fixture
    on = asked.day_ahead(day)
    return DayFixed(fixture.first, fixture.other(fixture.first), on, parse_time(time_of_day))


def _cleared(asked: DayAsked) -> AppointmentEvent:
    fixture = asked.now.fixture
    is_empty = asked.now.appointment.status is AppointmentStatus.NOTHING
    refuse_if(is_empty, "This fixture has no day to clear.")
    return DayCleared(fixture.first, fixture.other(fixture.first))


class Appointments(Service):
    """What is arranged about the days of fixtures.

    Whoever says something sends back how many events of the fixture they had *seen*. What was
    already said changes nothing, and what answers something that is no longer there is refused.
    """

    of_season = reads(days_of)
    season_days = reads(season_days)
    on_day = reads(on_day)

    def own_days(self, club_id: int, member: int) -> list[OwnDay]:
        """Return what of the days of a member's open fixtures is to be shown to them now."""
        with reading(self.engine) as db:
            return own_days(db, club_id, member, self.at())

    def reminders(self, club_id: int) -> list[Reminder]:
        """Return the fixtures of today and tomorrow whose day holds."""
        with reading(self.engine) as db:
            return reminders(db, club_id, self.at())

    def propose(
        self, by: Actor, season: int, slot: Slot, day: str, time_of_day: str = "", *, seen: int
    ) -> None:
        """Propose a day of the season to the other player. A day that they agreed on holds until
        the other accepts.
        """

        def event(asked: DayAsked) -> AppointmentEvent:
            return _proposed(asked, day, time_of_day)

        self._say_as_player(by, season, slot, event, seen=seen)

    def answer(self, by: Actor, season: int, slot: Slot, answer: DayAnswer, *, seen: int) -> None:
        """Accept or decline what the other player proposes, withdraw what the player proposes
        themselves, or cancel the day on which the two agreed.
        """

        def event(asked: DayAsked) -> AppointmentEvent:
            return _answered(asked, answer)

        self._say_as_player(by, season, slot, event, seen=seen)

    def fix(
        self, by: Actor, season: int, slot: Slot, day: str, time_of_day: str = "", *, seen: int
    ) -> None:
        """Fix the day of a fixture as a director, whatever its players said."""

        def event(asked: DayAsked) -> AppointmentEvent:
            return _fixed(asked, day, time_of_day)

        self._say(by, season, slot, event, seen=seen)

    def clear(self, by: Actor, season: int, slot: Slot, *, seen: int) -> None:
        """Clear the day of a fixture, and what was proposed, as a director."""
        self._say(by, season, slot, _cleared, seen=seen)

    def _say_as_player(
        self, by: Actor, season: int, slot: Slot, event: MakeEvent, *, seen: int
    ) -> None:
        def of_player(asked: DayAsked) -> AppointmentEvent:
            refuse_if(
                by.member not in asked.now.fixture.members,
                "Only the two players of this fixture can arrange its day.",
            )
            return event(asked)

        self._say(by, season, slot, of_player, seen=seen)

    def _say(self, by: Actor, season: int, slot: Slot, event: MakeEvent, *, seen: int) -> None:
        """Append the event that somebody makes of an open fixture as they had *seen* it."""
        at = self.at()
        with writing(self.engine, club=by.club_id) as db:
            fixture = open_fixture(db, by.club_id, season, slot)
            gone = left(db, by.club_id, season)
            refuse_if(
                not gone.keys().isdisjoint(fixture.members),
                "A player of this fixture has withdrawn from the season.",
            )
            of = find_season(db, by.club_id, season)
            (now,) = days_of(db, by.club_id, of, [fixture])
            made = event(DayAsked(by, today(db, by.club_id, at), now.as_seen(seen)))
            since = now.noted[seen:]
            if since:
                # A doubled tap, or a phone that sends what it has sent.
                is_repeat = since[0].event == made and since[0].author == by.author
                refuse_if(not is_repeat, CHANGED)
                return
            row = ArrangementRow(season, about_fixture(slot), write_event(made), by.author, at)
            arrangements.append(db, by.club_id, row)


MakeEvent = Callable[[DayAsked], AppointmentEvent]
