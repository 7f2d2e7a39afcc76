"""All use cases of clubs on one database and one clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_type_hints

from ...storage.engine import Database, writing
from ..base import Clock
from ..parties import Parties
from .book import Books, Receipts
from .clubs import Clubs, HouseRules
from .display import Display
from .disputes import Disputes
from .exporting import Exporting
from .importing import Importing
from .open_items import Closing, OpenItems
from .paper import Paper
from .people import People
from .posting import last_number
from .previews import BookHasGrown, Preview, preview
from .records import PlayerRecords
from .seasons import Seasons
from .signing import Signing
from .stakes import Settling
from .standings import Standings


@dataclass(frozen=True, slots=True)
class ClubServices:
    clubs: Clubs
    people: People
    seasons: Seasons
    signing: Signing
    disputes: Disputes
    standings: Standings
    records: PlayerRecords
    stakes: Settling
    paper: Paper
    display: Display
    book: Books
    open_items: OpenItems
    closing: Closing
    receipts: Receipts
    exporting: Exporting
    importing: Importing
    house_rules: HouseRules

    def preview(self, club_id: int, season: int, verb: Callable[[ClubServices], object]) -> Preview:
        engine, clock = self.seasons.engine, self.seasons.clock
        return preview(engine, club_id, season, lambda db: verb(services_on(db, clock)))

    def post_as_seen(self, club_id: int, last: int, verb: Callable[[ClubServices], object]) -> None:
        """Run *verb* as previewed, if *last* is still the last entry, so that a repeated form posts once."""
        with writing(self.seasons.engine) as db:
            if last_number(db, club_id) != last:
                raise BookHasGrown("Something was posted since this preview. Check the new preview, then post.")
            verb(services_on(db, self.seasons.clock))


def club_services(parties: Parties) -> ClubServices:
    return services_on(parties.engine, parties.clock)


def services_on(engine: Database, clock: Clock) -> ClubServices:
    """Return the use cases on a database, or inside one transaction."""
    return ClubServices(**{name: service(engine, clock) for name, service in get_type_hints(ClubServices).items()})
