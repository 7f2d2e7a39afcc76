"""The rows of each table of an export. The docstring of a table is its description in the export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.canonical import to_data
from ...ledger.entries import Body, Fixture, Posting, narration
from ...ledger.ratings import is_provisional
from ...rules.partie import Partie, play_partie
from ...storage import book, projections
from ...storage import clubs as clubs_store
from ...storage import export as store
from ...storage import schema as s
from ...storage.export import WholeRows
from .books import names_of, sentence
from .clubs import SETTINGS
from .fixtures import fixtures_now
from .house import KEPT
from .members import members as everybody
from .posting import read_terms
from .recorded import Recorded, by_deals
from .spreadsheet import Cell
from .tables import season_table

Row = Sequence[Cell]
EVERY_RATING = 10**9


@dataclass(frozen=True, slots=True)
class Source:
    """
    What to export.

    Attributes:
        names: whole names; in a member's own data as the club shows them.
        season: only this season.
        member: only this member's own data.
    """

    db: Connection
    club_id: int
    names: Mapping[int, str]
    season: int | None = None
    member: int | None = None

    @property
    def seasons(self) -> list[projections.SeasonRow]:
        rows = projections.seasons(self.db, self.club_id)
        if self.member is not None:
            playing = projections.tallies_of(self.db, self.club_id, self.member)
            rows = [row for row in rows if row.number in playing]
        return [row for row in rows if self.season in (None, row.number)]

    def wants(self, *numbers: int) -> bool:
        """Return whether data about these members is exported."""
        return self.member is None or self.member in numbers

    def parties(self) -> Iterator[WholeRows]:
        return store.whole_parties(self.db, self.club_id, season=self.season, member=self.member)


def record_of(found: WholeRows) -> Recorded:
    return Recorded(found.row, found.season_partie, by_deals(found.statements), found.signatures)


def members(of: Source) -> Iterator[Row]:
    """The members."""
    for each in everybody(of.db, of.club_id):
        if of.wants(each.number):
            shown = "initials" if each.shown != each.name else "name"
            yield each.number, each.name, shown, each.role.value, each.has_pin


def settings(of: Source) -> Iterator[Row]:
    """The settings of the club and of each member."""
    for name in (*SETTINGS, "role"):
        for member, value in clubs_store.settings(of.db, of.club_id, name).items():
            if of.wants(member):
                yield member or None, name, value
    if of.wants():
        for name, line in clubs_store.settings_starting(of.db, of.club_id, KEPT).items():
            yield None, name, line


def credentials(of: Source) -> Iterator[Row]:
    """Passwords, links and PINs, without the secrets."""
    for row in clubs_store.credentials(of.db, of.club_id):
        if of.wants(row.member):
            yield row.kind, row.role, row.member or None, row.name or of.names.get(row.member), row.made_at, row.ended


def seasons(of: Source) -> Iterator[Row]:
    """The seasons with their terms."""
    for row in of.seasons:
        terms = read_terms(row.terms)
        yield row.number, row.closed, *(to_data(getattr(terms, each.name)) for each in fields(terms))


def entrants(of: Source) -> Iterator[Row]:
    """The entrants of each season."""
    for season in of.seasons:
        for member, withdrew in projections.entrants(of.db, of.club_id, season.number).items():
            if of.wants(member):
                yield season.number, member, of.names.get(member), withdrew


def fixtures(of: Source) -> Iterator[Row]:
    """The fixtures; a bye has no second player."""
    for season in of.seasons:
        for each in fixtures_now(of.db, of.club_id, season.number, read_terms(season.terms)):
            if of.wants(*each.members):
                second = None if each.second is None else of.names.get(each.second)
                pair = each.first, each.second, of.names.get(each.first), second
                state = each.state.value, each.through, each.points, each.entry, each.code
                yield season.number, each.round, each.table, *pair, *state


def entries(of: Source) -> Iterator[Row]:
    """The book; a digest is the SHA-256 of an entry's text, and the next entry carries it."""
    called = names_of(of.db, of.club_id).seasons
    rows = (
        book.entries(of.db, of.club_id, season=of.season)
        if of.member is None
        else store.entries_about(of.db, of.club_id, of.member)
    )
    for row in rows:
        entry = chain.read(row.text)
        body, season = entry.body, getattr(entry.body, "season", None)
        if of.season is not None and of.member is not None and _season_of(entry.postings, season) != of.season:
            continue
        if not of.wants(*_about(body, entry.postings)):
            continue
        says = sentence(narration(body, of.names, called))
        kind = entry.kind, season, getattr(body, "code", "") or None
        yield row.number, entry.at, entry.author, *kind, says, row.reversed_by, row.digest, row.text


def _season_of(postings: Sequence[Posting], season: int | None) -> int | None:
    return postings[0].account.season if season is None and postings else season


def _about(body: Body, postings: Sequence[Posting]) -> set[int]:
    """Return the members whom an entry names or moves."""
    found = {each.account.member for each in postings}
    for name in ("member", "by", "payer", "payee"):
        found.add(getattr(body, name, 0))
    found |= set(getattr(body, "members", ()))
    for each in getattr(body, "fixtures", ()):
        assert isinstance(each, Fixture)
        found |= {each.first, each.second or 0}
    return found


def postings(of: Source) -> Iterator[Row]:
    """The postings of the entries."""
    yield from store.postings(of.db, of.club_id, season=of.season, member=of.member)


def parties(of: Source) -> Iterator[Row]:
    """The parties; the winner is 1 or 2, and the entry is the current one."""
    for found in of.parties():
        partie, row, place = play_partie(record_of(found).record), found.row, found.season_partie
        opened = row.code, place.season, place.round or None, *place.members, row.first, row.second, row.opened_at
        yield (
            *opened,
            partie.record.rules.id,
            len(partie.deals),
            partie.is_over,
            *partie.totals,
            *_end(partie),
            found.entry,
        )


def _end(partie: Partie) -> Row:
    settlement = partie.settlement
    if settlement is None:
        return None, None, None, None
    winner = None if settlement.winner is None else settlement.winner + 1
    return winner, settlement.points, settlement.rubicon, settlement.lurch


def deals(of: Source) -> Iterator[Row]:
    """The deals of the parties; this table can be imported again."""
    for found in of.parties():
        row, place = found.row, found.season_partie
        for deal in play_partie(record_of(found).record).deals:
            played = row.code, place.season, place.round or None, row.first, row.second
            elder = 1 if deal.number % 2 == 0 else 2
            yield *played, deal.number + 1, elder, *deal.points, deal.weight, deal.deal is None, deal.is_over


def statements(of: Source) -> Iterator[Row]:
    """The statements."""
    for found in of.parties():
        for each in found.statements:
            yield found.row.code, each.deal + 1, each.position + 1, each.text, each.recorded_at


def signatures(of: Source) -> Iterator[Row]:
    """The signatures."""
    for found in of.parties():
        for each in found.signatures:
            yield found.row.code, each.player + 1, each.name, each.signed_at


def disputes(of: Source) -> Iterator[Row]:
    """The disputes, raised by player 1, player 2 or the director, and how each ended."""
    for found in of.parties():
        for each in found.disputes:
            by, deal = ("director", 1, 2)[each.player + 1], each.deal + 1 or None
            raised = each.number, by, each.kind, each.reason, deal, each.correction, each.raised_at
            yield found.row.code, *raised, each.how, each.by, each.words, each.law, each.ended_at


def standings(of: Source) -> Iterator[Row]:
    """The standings."""
    for season in of.seasons:
        table, terms = season_table(of.db, of.club_id, season.number), read_terms(season.terms)
        for row in table.rows:
            if not of.wants(row.member):
                continue
            rating = table.ratings.get(row.member)
            rated: Row = (None, None, None)
            if rating is not None:
                rated = rating.rating, rating.deviation, is_provisional(rating, terms.provisional)
            place = season.number, row.rank, row.shared, row.member, of.names.get(row.member)
            yield *place, row.tally.balance, row.tally.score, *rated, *projections.values(row.tally)


def meetings(of: Source) -> Iterator[Row]:
    """The parties of each two members, added up from the first member's side."""
    for season in of.seasons:
        only = None if of.member is None else [of.member]
        for pair, each in sorted(projections.meetings(of.db, of.club_id, season.number, only).items()):
            yield season.number, *pair, *projections.values(each)


def ratings(of: Source) -> Iterator[Row]:
    """The ratings, each as it is after an entry."""
    if of.member is not None:
        for entry, each in projections.ratings_of(of.db, of.club_id, of.member, EVERY_RATING):
            yield of.member, entry, *projections.values(each)
    elif of.season is None:
        yield from projections.rows(of.db, of.club_id, s.rating)
