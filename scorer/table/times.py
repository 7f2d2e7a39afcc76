"""Say when and on which day something was, where people are: moments are stored in UTC, a day is
that of a zone.

A zone is that of a club, or of a table. Without one (`None`) it is that of the machine on which
this runs: the server, or a phone without the club.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone, tzinfo

from ..rules.language import current

FIRST_ZONE = timezone(timedelta(hours=14))
"""Where a day begins first."""

LAST_ZONE = timezone(timedelta(hours=-12))
"""Where a day ends last."""

LATE_DAYS = 366
"""The longest that a partie which was begun without the club may wait for it and keep its day."""


def local(at: str, zone: tzinfo | None = None) -> datetime:
    """Return a stored moment on the clock of a zone; `ValueError` if the text is none."""
    return datetime.fromisoformat(at).astimezone(zone)


def day_of(at: str, zone: tzinfo | None = None) -> str:
    """Return the day of a stored moment in a zone, in ISO 8601.

    >>> day_of("2026-11-28T01:30:00+00:00", timezone(timedelta(hours=-5)))
    '2026-11-27'
    """
    return local(at, zone).date().isoformat()


def day_at_table(said: str, at: str, zone: tzinfo | None = None, *, begun_on: str = "") -> str:
    """Return the day at a table on which a partie is begun at the moment *at*, in ISO 8601.

    A phone may have *said* it, if it then is that day anywhere on earth; or that the partie was
    *begun_on* an earlier day, without the club. What no phone can mean leaves the day in the
    *zone*.
    """
    earliest = day_of(at, LAST_ZONE)
    latest = day_of(at, FIRST_ZONE)
    begun = _between(begun_on, day_after(latest, -LATE_DAYS), latest)
    return begun or _between(said, earliest, latest) or day_of(at, zone)


def moment_begun(now: datetime, ago: int) -> str:
    """Return the moment at which a partie was begun without the club *ago* seconds before *now*, in
    UTC.

    What no phone can mean, in the future or more than `LATE_DAYS` ago, is now.
    """
    is_meant = 0 <= ago <= timedelta(days=LATE_DAYS).total_seconds()
    return _stored(now - timedelta(seconds=ago if is_meant else 0))


def moment_said(now: datetime, ago: int, opened_at: str) -> str:
    """Return the moment at which a statement was said *ago* seconds before *now*, in UTC.

    It is neither in the future nor before its sheet was opened, unless the clock was set back
    since.

    >>> now = datetime.fromisoformat("2026-11-21T18:10:00+00:00")
    >>> moment_said(now, 90, "2026-11-21T18:04:59+00:00")
    '2026-11-21T18:08:30+00:00'
    """
    if ago <= 0:
        return _stored(now)
    passed = int((now - datetime.fromisoformat(opened_at)).total_seconds())
    return _stored(now - timedelta(seconds=min(ago, max(0, passed))))


def _stored(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def day_carried(said: str, at: str, zone: tzinfo | None = None) -> str:
    """Return the day of a partie that comes with the day it was played, as *said*,
    unless that is in the future.
    """
    return _between(said, date.min.isoformat(), day_of(at, FIRST_ZONE)) or day_of(at, zone)


def _between(said: str, earliest: str, latest: str) -> str:
    """Return a day in ISO 8601; an empty text if it is none, or is not between two others."""
    try:
        found = date.fromisoformat(said).isoformat()
    except ValueError:
        return ""
    return found if earliest <= found <= latest else ""


def when(at: str, zone: tzinfo | None = None) -> str:
    """Format a stored time to the minute with its zone; other text is returned unchanged.

    >>> when("2026-11-21T18:04:59+00:00")
    '21 November 2026, 18:04 UTC'
    """
    try:
        time = local(at, zone)
    except ValueError:
        return at  # of an entry that was tampered with
    return current().moment_words(f"{time:%Y-%m-%d}", f"{time:%H:%M %Z}")


def noon(day: str) -> str:
    """Return noon, UTC, of a day: the time of what was written down on it without one."""
    return f"{day}T12:00:00+00:00"


def day_after(day: str, days: int = 1) -> str:
    """Return the day some *days* after another, both in ISO 8601."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def day(at: str, zone: tzinfo | None = None) -> str:
    """Format the day of a stored time in a zone, or a day.

    >>> day("2026-11-21T18:04:59+00:00"), day("2026-11-21")
    ('21 November 2026', '21 November 2026')
    """
    is_day = len(at) == len("2026-11-21")
    try:
        found = date.fromisoformat(at).isoformat() if is_day else day_of(at, zone)
    except ValueError:
        return at
    return current().day_words(found)
