"""All use cases of clubs on one database and one clock;
and previews, which run a verb and roll it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, cast, get_type_hints

from sqlalchemy import Connection, Engine

from ...ledger.entries import Commodity, Entry, MemberAdmitted
from ...storage import entry_rows, projections
from ...storage.engine import Database, trying, writing
from ...storage.queries import reading_once
from ...table.entering import NotAllowed
from ..companies import Companies
from ..pairs import Pairs
from ..parties import Parties
from ..service import Clock
from .audit.ledger_pages import Books, Receipts
from .desk.open_items import Closing, Home, OpenItems
from .disputes.cases import Disputes
from .disputes.paper import Paper
from .people.clubs import Clubs, HouseRules
from .people.members import People
from .posting.signing import Signing
from .posts import last_number, read_entry
from .seasons.appointments import Appointments
from .seasons.evenings import Evenings
from .seasons.mistaken import MistakenEntries
from .seasons.records import PlayerRecords, StakesOfSeason
from .seasons.rounds import Rounds
from .seasons.season import Seasons
from .seasons.standings import Display, Preview, Standings, season_table, stakes_held
from .transfer.copying import Copying
from .transfer.exporting import Exporting
from .transfer.for_programs import Documents
from .transfer.importing import Importing


class BookHasGrown(NotAllowed):
    """Something was posted since the preview."""


class ClubServices(NamedTuple):
    clubs: Clubs
    people: People
    seasons: Seasons
    rounds: Rounds
    evenings: Evenings
    appointments: Appointments
    mistaken: MistakenEntries
    signing: Signing
    disputes: Disputes
    standings: Standings
    home: Home
    records: PlayerRecords
    stakes: StakesOfSeason
    paper: Paper
    display: Display
    book: Books
    open_items: OpenItems
    closing: Closing
    receipts: Receipts
    exporting: Exporting
    importing: Importing
    copying: Copying
    documents: Documents
    house_rules: HouseRules

    def preview(self, club_id: int, season: int, verb: Callable[[ClubServices], object]) -> Preview:
        """Run *verb* in a transaction, look at what it has posted in a season, and roll back."""
        with trying(self.seasons.engine, club=club_id) as db:
            before = season_table(db, club_id, season)
            last = last_number(db, club_id)
            verb(services_on(db, self.seasons.clock))
            after = season_table(db, club_id, season)
            entries = tuple(_posted_since(db, club_id, last))
            paid = Counter[int]()
            for each in (posting for entry in entries for posting in entry.postings):
                if each.commodity is Commodity.STAKES:
                    paid[each.account.member] += each.amount
            held = stakes_held(db, club_id, season, paid)
            new = [each.body.member for each in entries if isinstance(each.body, MemberAdmitted)]
            admitted = dict(projections.members(db, club_id, new)) if new else {}
        stakes = {member: (held[member] - by, held[member]) for member, by in paid.items() if by}
        return Preview(before, after, stakes, entries, last=last, admitted=admitted)

    def post_as_seen(
        self, club_id: int, last: int, verb: Callable[[ClubServices], object]
    ) -> tuple[Entry, ...]:
        """Run *verb* as previewed, and return what it has posted.

        This is done only if *last* is still the last entry, so that a repeated form posts once.
        """
        with writing(self.seasons.engine, club=club_id) as db:
            if last_number(db, club_id) != last:
                raise BookHasGrown(
                    "Something was posted since this preview. Check the new preview, then post."
                )
            verb(services_on(db, self.seasons.clock))
            return tuple(_posted_since(db, club_id, last))


def _posted_since(db: Connection, club_id: int, last: int) -> Iterator[Entry]:
    return (read_entry(row).entry for row in entry_rows.entries(db, club_id, start=last + 1))


@contextmanager
def in_one_state(parties: Parties) -> Iterator[Mapping[str, object]]:
    """Open a read transaction, and yield the use cases in it, by name;
    what they write is not seen in it.
    """
    with reading_once(parties.engine) as db:
        on_it = Parties(cast("Engine", db), parties.clock)  # it records nothing
        yield {
            "parties": on_it,
            "companies": Companies(db, on_it.clock),
            "pairs": Pairs(db, on_it.clock),
            "clubs": services_on(db, on_it.clock),
        }


def club_services(parties: Parties) -> ClubServices:
    return services_on(parties.engine, parties.clock)


def services_on(engine: Database, clock: Clock) -> ClubServices:
    """Return the use cases on a database, or inside one transaction."""
    return ClubServices(
        **{name: service(engine, clock) for name, service in get_type_hints(ClubServices).items()}
    )
