"""The time zone of a club, in which its days begin and end."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from sqlalchemy import Connection

from ..storage import clubs as store
from ..storage.sheets import SheetRow
from ..table.times import day_of

ZONE = "time zone"
"""The setting of a club with the IANA name of its zone; empty for that of the server."""


@cache
def _names() -> dict[str, str]:
    """Return the IANA names of all zones by what somebody may type for them."""
    return {name.casefold(): name for name in available_timezones()}


def zone_typed(text: str) -> str:
    """Return the IANA name of the zone that somebody typed; empty if there is none.

    >>> zone_typed("america/new york"), zone_typed("Elsewhere")
    ('America/New_York', '')
    """
    return _names().get("_".join(text.split()).casefold(), "")


def zone_named(name: str) -> tzinfo | None:
    """Return a zone by its name; `None` without one, or if this machine does not know it."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None


def zone_name_of(db: Connection, club_id: int) -> str:
    """Return the name of the zone that a club has chosen, or an empty text."""
    return store.settings(db, club_id, ZONE).get(0, "")


def zone_of(db: Connection, club_id: int) -> tzinfo | None:
    """Return the zone of a club; `None` for that of the server."""
    return zone_named(zone_name_of(db, club_id))


def chosen_zone(db: Connection, club_id: int) -> tzinfo:
    """Return the zone that a club has chosen, or UTC.

    What is stored in projections is counted in it: a book must verify alike on every machine.
    """
    return zone_of(db, club_id) or UTC


def today(db: Connection, club_id: int, at: str) -> str:
    """Return the day in a club at the moment *at*, in ISO 8601."""
    return day_of(at, zone_of(db, club_id))


def played_on(db: Connection, row: SheetRow) -> str:
    """Return the day of a sheet in ISO 8601;
    of one opened before days were stored, that in its club.
    """
    if row.day:
        return row.day
    return day_of(
        row.opened_at, None if row.of_season is None else zone_of(db, row.of_season.club_id)
    )
