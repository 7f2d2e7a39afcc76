"""What is wrong with the projections: standings, parties, ratings, records, members, and powers.

They must be those that follow from the entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, Table

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.entries import Entry, SheetPosted
from ....ledger.projections import History, Projections
from ....ledger.results import CardResult, Meeting, meeting_of
from ....rules.names import Name
from ....storage import clubs as clubs_store
from ....storage import entry_rows, projections, season_sheets
from ....storage import schema as s
from ....storage.clubs import ClubRow
from ....storage.projections import MemberRow
from ...zones import chosen_zone
from .. import posts
from .compared_tables import ComparedTable
from .stored_entries import AboutSheets, StoredEntry


class ProjectionChecks:
    """The projections of a club, to be compared with the figures that its entries give.

    The posted parties are compared while the entries are read, since a book may have too many of
    them to keep; all else is compared at the end.

    Attributes:
        is_countable: whether each posted partie so far could be worked out.
    """

    def __init__(
        self,
        db: Connection,
        club: ClubRow,
        *,
        figures: Projections,
        people: Mapping[int, MemberRow],
    ) -> None:
        self.db = db
        self.club = club
        self.figures = figures
        self.people = people
        self.merged = projections.merged(db, club.id)
        self.parties = self._compared(s.posted_partie)
        self.zone = chosen_zone(db, club.id)
        self.is_countable = True

    def _compared(self, table: Table) -> ComparedTable:
        names = {number: row.name for number, row in self.people.items()}
        return ComparedTable(self.db, self.club.id, table, names)

    def partie(self, stored: StoredEntry, entry: Entry, about: AboutSheets) -> Iterator[str]:
        """Yield how the projection of the partie that an entry posts differs, if it posts one."""
        body = entry.body
        if (
            not isinstance(body, SheetPosted)
            or isinstance(body.result, CardResult)
            or body.instead_of is not None
        ):
            return
        rows = (*about.posted[body.code], *about.ruled[body.code]) if body.code else (stored.row,)
        in_order = sorted(rows, key=lambda row: row.number)
        read = [found for row in in_order if (found := chain.readable(row.text)) is not None]
        now = entry if stored.row.reversed_by is None else _replacement(body, about)
        if now is None:
            return
        try:
            partie = posts.posted_partie(now, self.figures.seasons, self.zone, read, self.merged)
        except (ValueError, OverflowError):
            # The time of one of them cannot be read, as `EntryChecks` says.
            self.is_countable = False
            return
        if partie is not None:
            yield from self.parties.expect(projections.to_row(partie))

    def differences(self) -> Iterator[str]:
        """Yield how the other projections differ, once all entries have been counted."""
        through = projections.position(self.db, self.club.id)
        yield from self._left_behind()
        yield from self._powers()
        if through > self.figures.position:
            yield f"entry {through} is missing at the end: the projections include it"
        yield from self.parties.end()
        expected: list[tuple[Table, Iterable[projections.Row]]] = [
            (s.member, self._members()),
            (s.alias, self._aliases()),
        ]
        expected += projections.rows_of(self.figures)
        if self.parties.is_right:
            yield from self._history()
            expected.append((s.meeting, _meetings(self.db, self.club.id, self.figures)))
        else:
            yield (
                "the meetings, ratings and records cannot be checked, because not every posted "
                "partie is right"
            )
        expected.append((s.unposted, season_sheets.expected_unposted(self.db, self.club.id)))
        for table, wanted in expected:
            compared = self._compared(table)
            for row in wanted:
                yield from compared.expect(row)
            yield from compared.end()

    def _members(self) -> Iterator[projections.Row]:
        """Yield the rows of members; a name and its salt,
        which are beside the ledger, must fit the seal.
        """
        for number, now in sorted(self.figures.members.items()):
            row = self.people.get(number)
            if (
                row is not None
                and now.sealed
                and chain.seal(row.name, row.salt, now.sealed) != now.sealed
            ):
                row = row._replace(name=Name("as sealed in the ledger"))
            yield posts.member_row(number, now, row)

    def _aliases(self) -> Iterator[projections.Row]:
        """Yield the rows of other names, which must fit their seals as the names of members do."""
        stored = {row.entry: row for row in projections.aliases(self.db, self.club.id)}
        for number, (member, sealed) in sorted(self.figures.aliases.items()):
            name = Name("as sealed in the ledger")
            salt = ""
            row = stored.get(number)
            if row is not None and chain.seal(row.name, row.salt, sealed) == sealed:
                name = row.name
                salt = row.salt
            yield number, member, name, salt, sealed

    def _left_behind(self) -> Iterator[str]:
        """Yield what accounts of members still hold who were merged into others."""
        gone = self.figures.merged.keys()
        for (season, member, commodity), amount in entry_rows.balances(
            self.db, self.club.id, members=gone
        ).items():
            if amount:
                yield (
                    f"member {member} was merged, but still holds {amount} {commodity} in "
                    f"season {season}"
                )

    def _powers(self) -> Iterator[str]:
        """Yield what the entries do not give:
        another name of the club, or a password of a director.
        """
        now = clubs_store.settings(self.db, self.club.id, "name").get(0)
        if not self.figures.club:
            yield f"club {self.club.code} has no entry that founded it"
        elif now != self.figures.club:
            yield (
                f"the club {f'is called {now}' if now else 'has no name'}, but was founded as "
                f"{self.figures.club}"
            )
        held = Counter(
            str(row.name)
            for row in clubs_store.active_credentials(self.db, self.club.id, "password")
        )
        for name in held - Counter(
            self.figures.directors
        ):  # who has no password yet can do nothing
            yield f"{name} has a password of a director that no entry gave"

    def _history(self) -> Iterator[str]:
        """Yield what differs in the ratings and records,
        which follow from the parties in the order of play.
        """
        history = History()
        ratings = self._compared(s.rating)
        records = self._compared(s.record)
        for each in projections.parties_since(self.db, self.club.id):
            after = history.add(
                each.first_entry,
                each.season,
                each.members,
                each.result,
                counts=self.figures.seasons[each.season].counts(each.result),
            )
            for member, rating in sorted(after.items()):
                yield from ratings.expect((member, each.moment, *rating))
        for record in _records(history):
            yield from records.expect(record)
        yield from (*ratings.end(), *records.end())


def _replacement(body: SheetPosted, about: AboutSheets) -> Entry | None:
    """Return the current entry of a corrected partie, which comes later in the ledger;
    `None` if it has none.
    """
    current = [row for row in about.posted[body.code] if row.reversed_by is None]
    return chain.readable(current[-1].text) if current else None


def _meetings(db: Connection, club_id: int, figures: Projections) -> Iterator[projections.Row]:
    """Yield the meetings that the posted parties give, of one member at a time,
    since there are as many as parties.
    """
    for season, member in sorted(figures.tallies):
        found: dict[int, Meeting] = {}
        for each in projections.parties_of(db, club_id, member, season=season):
            player = each.player_of(member)
            terms = figures.seasons[season]
            if not terms.counts(each.result):
                continue
            other = each.members[1 - player]
            met = meeting_of(
                each.result,
                player,
                match_points=terms.match_points(each.result.winner)[player],
                stakes=ledger.stakes_of(each.result, terms),
            )
            found[other] = found.get(other, Meeting()) + met
        for other, meeting in sorted(found.items()):
            yield season, member, other, *meeting.figures


def _records(history: History) -> Iterator[projections.Row]:
    for (season, _), records in sorted(history.records.items()):
        yield from sorted(posts.record_row(season, kind, feat) for kind, feat in records.items())
