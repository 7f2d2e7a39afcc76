"""The day of a fixture: its players propose and answer, and a director can fix it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from ...ledger.appointments import DayEnding
from ...ledger.signature_words import author_words
from ...rules.words import first_up
from ...service.club.seasons.appointments import DayAnswer, FixtureDay, OwnDay
from ...service.club.seasons.season import Season
from ...table.entering import NotAllowed
from ..address import redirect_to
from ..forms import chosen_number, posts, text
from ..rights import the_actor, the_club
from ..visitor import the_club_services
from .day_words import begins_words, day_and_time, own_day_words
from .fixtures import fixture

bp = Blueprint(
    "appointments", __name__, url_prefix="/c/<club>/s/<int:season>/fixtures/<int:round>/<int:table>"
)


# Words


bp.add_app_template_filter(day_and_time)
bp.add_app_template_filter(begins_words)


@bp.app_template_filter()
def director_words(of: FixtureDay, names: Mapping[int, str]) -> str:
    """Name the director who last fixed or cleared a day."""
    return author_words(of.directed_by, names)


@bp.app_template_filter()
def ended_words(of: FixtureDay, names: Mapping[int, str]) -> str:
    """Say how a day, or a proposal of one, ended."""
    ended = of.appointment.ended
    assert ended is not None
    when = day_and_time(ended.day, ended.time)
    match ended.how:
        case DayEnding.DECLINED:
            return f"{names[ended.by]} declined {when}."
        case DayEnding.WITHDRAWN:
            return f"{names[ended.by]} withdrew the proposal of {when}."
        case DayEnding.CANCELLED:
            return f"{names[ended.by]} cancelled {when}."
        case DayEnding.CLEARED:
            return f"{first_up(director_words(of, names))} cleared {when}."
        case _:
            assert_never(ended.how)


@bp.app_template_filter()
def listed_day(of: FixtureDay, *, directs: bool) -> str:
    """Return the day that holds for a fixture in a list, or to a director what is proposed; else an
    empty text.
    """
    proposal = of.appointment.proposal
    if of.appointment.day or not directs or proposal is None:
        return own_day_words(of)
    return f"proposed: {day_and_time(proposal.day, proposal.time)}"


@bp.app_template_filter()
def arranged_on(season: Season, day: str) -> list[FixtureDay]:
    """Return the open fixtures of a season whose own day is this one, in ISO 8601."""
    return the_club_services().appointments.on_day(the_club().id, season.number, day)


@bp.app_template_filter()
def near_words(own: OwnDay, other: str) -> str:
    """Say of a fixture of today or tomorrow whom a player meets and when."""
    time = own.of.appointment.time
    near = "Tomorrow" if own.days_left else "Today"
    return f"{near}: {other}, {time}" if time else f"{near}: {other}"


# Forms


def _back(season: int, round_: int, table: int) -> Answer:
    return redirect_to("fixtures.fixture", season=season, round=round_, table=table)


def _answer() -> DayAnswer:
    try:
        return DayAnswer(request.form.get("do", ""))
    except ValueError:
        raise NotAllowed("Choose what to do with the day.") from None


@posts(bp, "/propose", fixture)
def propose(season: int, round: int, table: int) -> Answer:
    the_club_services().appointments.propose(
        the_actor(),
        season,
        (round, table),
        text("day"),
        text("time"),
        seen=chosen_number("seen"),
    )
    return _back(season, round, table)


@posts(bp, "/answer", fixture)
def answer(season: int, round: int, table: int) -> Answer:
    """Accept, decline, withdraw or cancel a day."""
    the_club_services().appointments.answer(
        the_actor(), season, (round, table), _answer(), seen=chosen_number("seen")
    )
    return _back(season, round, table)


@posts(bp, "/fix", fixture)
def fix(season: int, round: int, table: int) -> Answer:
    """Fix the day as a director, or clear it."""
    appointments = the_club_services().appointments
    slot = (round, table)
    seen = chosen_number("seen")
    if text("do") == "clear":
        appointments.clear(the_actor(), season, slot, seen=seen)
    else:
        appointments.fix(the_actor(), season, slot, text("day"), text("time"), seen=seen)
    return _back(season, round, table)
