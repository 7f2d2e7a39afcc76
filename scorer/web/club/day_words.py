"""When two players meet, in words."""

from __future__ import annotations

from datetime import date

from ...rules.words import MONTHS
from ...service.club.seasons.appointments import FixtureDay
from ...table.pair_words import WEEKDAYS


def day_and_time(day: str, time: str = "") -> str:
    """Return a day with its weekday, and the time if there is one.

    >>> str(day_and_time("2026-12-04", "19:30"))
    'Friday 4 December, 19:30'
    """
    found = date.fromisoformat(day)
    words = f"{WEEKDAYS[found.weekday()]()} {found.day} {MONTHS[found.month - 1]}"
    return f"{words}, {time}" if time else words


def begins_words(of: FixtureDay) -> str:
    """Return the day and the time at which two meet; of their round, if no other holds; an empty
    text if it has none.
    """
    on, time = of.begins
    return day_and_time(on, time) if on else ""


def own_day_words(of: FixtureDay) -> str:
    """Return the day and the time that hold for a fixture of its own; an empty text for none."""
    now = of.appointment
    return day_and_time(now.day, now.time) if now.day else ""
