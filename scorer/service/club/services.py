"""All that a club is served with, on one database and by one clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from ...storage.engine import Database, writing
from ..parties import Clock, Parties
from . import previews
from .books import Books
from .closing import Closing
from .clubs import Clubs
from .companies import ClubCompanies
from .disputes import Disputes
from .exporting import Exporting
from .house import HouseRules
from .importing import Importing
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
    exporting: Exporting
    importing: Importing
    house: HouseRules
    companies: ClubCompanies

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

        def on(db: Connection) -> object:
            return verb(services_on(db, self.seasons.clock))

        return previews.preview(self.seasons.engine, club_id, season, on)

    def post_as_seen(self, club_id: int, last: int, verb: Callable[[ClubServices], object]) -> None:
        """
        Do what was seen in a preview, if nothing was posted in the meantime; so a form sent twice posts once.

        Args:
            club_id: the club.
            last: the number of the last entry that was there then.
            verb: what is to be done, as in the preview.

        Raises:
            BookHasGrown: something was posted.
            NotAllowed: the verb raises it.
        """
        with writing(self.seasons.engine) as db:
            previews.check_last(db, club_id, last)
            verb(services_on(db, self.seasons.clock))


def club_services(parties: Parties) -> ClubServices:
    """The use cases on the database of *parties*, by the same clock."""
    return services_on(parties.engine, parties.clock)


def services_on(engine: Database, clock: Clock) -> ClubServices:
    """The use cases on a database, or as parts of one transaction in it."""
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
        Exporting(engine, clock),
        Importing(engine, clock),
        HouseRules(engine, clock),
        ClubCompanies(engine, clock),
    )
