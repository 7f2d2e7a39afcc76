"""All that a club is served with, on one database and by one clock."""

from __future__ import annotations

from dataclasses import dataclass

from ..parties import Parties
from .clubs import Clubs
from .disputes import Disputes
from .people import People
from .seasons import Seasons
from .signing import Signing


@dataclass(frozen=True, slots=True)
class ClubServices:
    """The use cases of the clubs of one database."""

    clubs: Clubs
    people: People
    seasons: Seasons
    signing: Signing
    disputes: Disputes


def club_services(parties: Parties) -> ClubServices:
    """The use cases on the database of *parties*, by the same clock."""
    engine, clock = parties.engine, parties.clock
    return ClubServices(
        Clubs(engine, clock),
        People(engine, clock),
        Seasons(engine, clock),
        Signing(engine, clock),
        Disputes(engine, clock),
    )
