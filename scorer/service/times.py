"""Format stored times (UTC) in the time zone of the machine that runs the scorer."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from ..rules.words import MONTHS, day_words


def when(at: str) -> str:
    """Format a stored time to the minute with its zone; other text is returned unchanged.

    >>> when("2026-11-21T18:04:59+00:00")
    '21 November 2026, 18:04 UTC'
    """
    try:
        time = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at  # of an entry that was tampered with
    return f"{time.day} {MONTHS[time.month - 1]} {time:%Y, %H:%M %Z}"


def noon(day: str) -> str:
    """Return noon, UTC, of a day: the time of what was written down on it without one."""
    return f"{day}T12:00:00+00:00"


def day_after(day: str, days: int = 1) -> str:
    """Return the day some *days* after another, both in ISO 8601."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def days_now(at: str) -> list[str]:
    """Return the day of a stored time in UTC and on this machine, the earlier first."""
    return sorted((at[:10], datetime.fromisoformat(at).astimezone().date().isoformat()))


def day(at: str) -> str:
    """Format the day of a stored time, or a day.

    >>> day("2026-11-21T18:04:59+00:00"), day("2026-11-21")
    ('21 November 2026', '21 November 2026')
    """
    is_day = len(at) == len("2026-11-21")
    try:
        found = date.fromisoformat(at) if is_day else datetime.fromisoformat(at).astimezone().date()
    except ValueError:
        return at
    return day_words(found.isoformat())
