"""
How a time that is stored is told to people: by the clock of the place where the scorer runs.

What is stored is UTC and stays so; a club looks at the clock on its own wall.
"""

from __future__ import annotations

from datetime import date, datetime

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Not those of the locale: everything is said in one language."""


def when(at: str) -> str:
    """
    A time that was stored, to the minute, with the name of its zone; what is none stays as it is.

    >>> when("2026-11-21T18:04:59+00:00")
    '21 November 2026, 18:04 UTC'
    """
    try:
        time = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at  # of an entry that was tampered with
    return f"{time.day} {MONTHS[time.month - 1]} {time:%Y, %H:%M %Z}"


def day(at: str) -> str:
    """
    The day of a time that was stored, or of a day.

    >>> day("2026-11-21T18:04:59+00:00"), day("2026-11-21")
    ('21 November 2026', '21 November 2026')
    """
    try:
        found = date.fromisoformat(at) if len(at) == len("2026-11-21") else datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at
    return f"{found.day} {MONTHS[found.month - 1]} {found.year}"
