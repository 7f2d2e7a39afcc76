"""All that a club is served with, on one database and by one clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, Engine

from ..parties import Parties
from . import previews
from .books import Books
from .closing import Closing
from .clubs import Clubs
from .disputes import Disputes
from .house import HouseRules
from .night import Night
from .paper import Paper
from .people import People
from .previews import Preview
from .receipts import Receipts
from .records import Records
from .seasons import Seasons
from .settling import Settling
from .signing import Signing
from .standings import Standings
from .wall import Wall


@dataclass(frozen=True, slots=True)
class ClubServices:
    """The use cases of the clubs of one database."""

    clubs: Clubs
    people: People
    seasons: Seasons
    signing: Signing
    disputes: Disputes
    standings: Standings
    records: Records
    settling: Settling
    paper: Paper
    wall: Wall
    books: Books
    night: Night
    closing: Closing
    receipts: Receipts
    house: HouseRules

    def preview(self, club_id: int, season: int, verb: Callable[[ClubServices], object]) -> Preview:
        """
        What a verb of these services would move in a season; nothing is kept of it.

        Args:
            club_id: the club.
            season: the season's number.
            verb: does with the services that it is given what is to be seen beforehand.

        Raises:
            NotAllowed: the season is not there, or the verb raises it.
        """
        engine, clock = self.seasons.engine, self.seasons.clock

        def on(db: Connection) -> object:
            # reading and writing take a transaction in place of an engine, and then are a part of it
            return verb(club_services(Parties(cast("Engine", db), clock)))

        return previews.preview(engine, club_id, season, on)


def club_services(parties: Parties) -> ClubServices:
    """The use cases on the database of *parties*, by the same clock."""
    engine, clock = parties.engine, parties.clock
    return ClubServices(
        Clubs(engine, clock),
        People(engine, clock),
        Seasons(engine, clock),
        Signing(engine, clock),
        Disputes(engine, clock),
        Standings(engine, clock),
        Records(engine, clock),
        Settling(engine, clock),
        Paper(engine, clock),
        Wall(engine, clock),
        Books(engine),
        Night(engine, clock),
        Closing(engine, clock),
        Receipts(engine),
        HouseRules(engine, clock),
    )
