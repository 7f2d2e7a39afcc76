"""The tables of an export, each with its name, its columns and what it has.

Members, seasons and entries are identified by number, parties by code. Deals, rounds and statements
count from 1. Points and match points are whole numbers; times are UTC in ISO 8601. Passwords, links
and PINs are listed without their secrets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain as chained
from typing import NamedTuple

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.chain import to_data
from ....ledger.finality import ResultState, finality, state_of
from ....ledger.results import MEETING_FIGURES, TALLY_FIGURES
from ....ledger.terms import SeasonTerms
from ....rules.house_rules import name_of
from ....rules.names import without_isolates
from ....rules.partie import Partie, play_partie
from ....storage import clubs as clubs_store
from ....storage import entry_rows, projections, season_sheets
from ....storage import schema as s
from ....storage.disputes import DisputeRow
from ....storage.projections import STATES
from ....storage.season_sheets import WholePartie
from ....table.entering import sentence
from ....table.saving import Cell
from ...zones import ZONE, played_on
from ..audit.ledger_pages import names_of
from ..people.clubs import RULES_PREFIX, SETTINGS
from ..people.members import members as everybody
from ..posts import entries_of_sheet, record_of
from ..seasons.fixtures import fixtures_now
from ..seasons.standings import season_table
from ..seasons.standings_columns import IN_CSV, StandingsLine
from .exported_sheets import Source, all_disputes, cards


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# Tables


Row = Sequence[Cell]


class ExportTable(NamedTuple):
    name: str
    columns: tuple[str, ...]
    rows: Callable[[Source], Iterator[Row]]

    @property
    def meaning(self) -> str:
        return (self.rows.__doc__ or "").strip()


TABLES: dict[str, ExportTable] = {}


def table(
    columns: str, *more: str
) -> Callable[[Callable[[Source], Iterator[Row]]], Callable[[Source], Iterator[Row]]]:
    """Add a table with the name and the docstring of the function that yields its rows."""

    def add(rows: Callable[[Source], Iterator[Row]]) -> Callable[[Source], Iterator[Row]]:
        TABLES[rows.__name__] = ExportTable(rows.__name__, (*columns.split(), *more), rows)
        return rows

    return add


@table("number name shown_as role has_pin")
def members(of: Source) -> Iterator[Row]:
    """The members."""
    for each in everybody(of.db, of.club_id):
        if of.wants(each.number):
            shown = "initials" if each.shown != each.name else "name"
            yield each.number, each.name, shown, each.role.value, each.has_pin


@table("member name entry")
def aliases(of: Source) -> Iterator[Row]:
    """The other names by which members are found, each with the entry that gave it."""
    for each in projections.aliases(of.db, of.club_id):
        member = of.merged.get(each.member, each.member)
        if of.wants(member):
            yield member, each.name, each.entry


@table("member name value")
def settings(of: Source) -> Iterator[Row]:
    """The settings of the club and of each member."""
    for name in (*SETTINGS, ZONE):
        for member, value in clubs_store.settings(of.db, of.club_id, name).items():
            if of.wants(member):
                yield member or None, name, value
    if of.wants():
        for name, line in clubs_store.settings_starting(of.db, of.club_id, RULES_PREFIX).items():
            yield None, name, line


@table("kind member name made_at ended")
def credentials(of: Source) -> Iterator[Row]:
    """Passwords, links and PINs, without the secrets."""
    for row in clubs_store.credentials(of.db, of.club_id):
        if of.wants(row.member):
            yield (
                row.kind,
                row.member or None,
                row.name or of.names.get(row.member),
                row.made_at,
                row.ended,
            )


@table("number closed", *(each.name for each in fields(SeasonTerms)))
def seasons(of: Source) -> Iterator[Row]:
    """The seasons with their terms."""
    for row in of.seasons:
        terms = row.terms
        yield (
            row.number,
            row.closed,
            *(to_data(getattr(terms, each.name)) for each in fields(terms)),
        )


@table("season member name withdrew")
def entrants(of: Source) -> Iterator[Row]:
    """The entrants of each season."""
    for season in of.seasons:
        for member, withdrew in projections.entrants(of.db, of.club_id, season.number).items():
            if of.wants(member):
                yield season.number, member, of.names.get(member), withdrew


@table("season round table first second first_name second_name state through points entry partie")
def fixtures(of: Source) -> Iterator[Row]:
    """The fixtures; a bye has no second player."""
    for season in of.seasons:
        for each in fixtures_now(of.db, of.club_id, season.number):
            if of.wants(*each.members):
                yield (
                    season.number,
                    each.round,
                    each.table,
                    each.first,
                    each.second,
                    of.names.get(each.first),
                    None if each.second is None else of.names.get(each.second),
                    each.words,
                    each.through,
                    each.points,
                    each.entry,
                    each.code,
                )


@table("season", *IN_CSV, *TALLY_FIGURES)
def standings(of: Source) -> Iterator[Row]:
    """The standings."""
    for season in of.seasons:
        table = season_table(of.db, of.club_id, season.number)
        for row in table.rows:
            if of.wants(row.member):
                line = StandingsLine(row, of.names, season.terms, table.ratings.get(row.member))
                cells = [column.value(line) for column in IN_CSV.values()]
                yield season.number, *cells, *row.tally.figures


@table("season member other", *MEETING_FIGURES)
def meetings(of: Source) -> Iterator[Row]:
    """The parties of each two members, added up from the first member's side."""
    for season in of.seasons:
        only = None if of.member is None else [of.member]
        for pair, each in sorted(
            projections.meetings(of.db, of.club_id, season.number, only).items()
        ):
            yield season.number, *pair, *each.figures


@table(
    "code season round first second first_name second_name opened_at rules deals over first_total "
    "second_total winner points rubicon lurch entry state"
)
def parties(of: Source) -> Iterator[Row]:
    """The parties; the winner is 1 or 2, the entry is the current one, and the state is its:
    signed, agreed, ruled, final, from paper or imported.
    """
    closed = closed_seasons(of)
    for found in of.parties():
        partie = play_partie(record_of(found))
        row = found.row
        membership = found.row.membership
        yield (
            row.code,
            membership.season,
            membership.round or None,
            *membership.members,
            *row.names,
            row.opened_at,
            partie.record.rules.id,
            len(partie.deals),
            partie.is_over,
            *partie.totals,
            *_end(partie),
            found.entry,
            _state(found, is_closed=membership.season in closed),
        )


def closed_seasons(of: Source) -> set[int]:
    return {each.number for each in of.seasons if each.closed}


def _state(found: WholePartie, *, is_closed: bool) -> str | None:
    """Return the state of what a partie posts, in a word; `None` if it is not posted."""
    if found.entry is None:
        return None
    state = ResultState.FINAL if is_closed else STATES[found.state]
    return state.value


def _end(partie: Partie) -> Row:
    settlement = partie.settlement
    if settlement is None:
        return None, None, None, None
    winner = None if settlement.winner is None else settlement.winner + 1
    return winner, settlement.points, settlement.rubicon, settlement.lurch


@table(
    "partie date season round first second deal elder first_points second_points weight "
    "from_paper over"
)
def deals(of: Source) -> Iterator[Row]:
    """The deals of the parties; this table can be imported again."""
    for found in of.parties():
        row = found.row
        membership = found.row.membership
        day = found.posted_on or played_on(of.db, row)
        partie = play_partie(record_of(found))
        for deal in partie.deals:
            yield (
                row.code,
                day,
                membership.season,
                membership.round or None,
                *row.names,
                deal.number + 1,
                partie.record.elder(deal.number) + 1,
                *deal.points,
                deal.weight,
                deal.deal is None,
                deal.is_over,
            )


@table("code season frame opened_at rules parties held signed entry state")
def companies(of: Source) -> Iterator[Row]:
    """The companies, what they played, and the current entry of each card, with its state."""
    closed = closed_seasons(of)
    for season, card, posted in cards(of):
        state = None
        if posted is not None:
            found = finality(entries_of_sheet(of.db, of.club_id, card.code))
            state = state_of(found, is_closed=season in closed).value
        company = card.company
        yield (
            card.code,
            season,
            company.record.terms.frame.value,
            card.opened_at,
            name_of(company.record.rules),
            len(company.card.turns),
            company.card.held,
            card.is_signed,
            None if posted is None else posted.entry.number,
            state,
        )


@table("company seat member name balance signed")
def company_players(of: Source) -> Iterator[Row]:
    """The players of each company in the order of the cut, and what each has won."""
    for _, card, _ in cards(of):
        for seat, number in enumerate(card.members):
            member = of.merged.get(number, number)
            if of.wants(member):
                name = of.names.get(member)
                signed = card.signatures[seat] is not None
                yield card.code, seat + 1, member, name, card.company.card.balances[seat], signed


@table("partie deal number text recorded_at")
def statements(of: Source) -> Iterator[Row]:
    """The statements."""
    for found in of.parties():
        for each in chained.from_iterable(found.deals):
            yield found.row.code, each.deal + 1, each.position + 1, each.text, each.recorded_at


@table("partie player name signed_at means phone")
def signatures(of: Source) -> Iterator[Row]:
    """The signatures, by what they were made, and whose phone a PIN was typed on."""
    for found in of.parties():
        for each in found.signatures:
            yield (
                found.row.code,
                each.player + 1,
                each.name,
                each.signed_at,
                each.means or None,
                without_isolates(ledger.author_words(each.phone, of.names)) or None,
            )


@table(
    "partie number raised_by kind reason turn deal correction raised_at how by words law ended_at "
    "superseded_by"
)
def disputes(of: Source) -> Iterator[Row]:
    """The disputes about parties and companies, raised by a player, numbered from 1, or the
    director; with the number of the dispute by which its decision is superseded.
    """
    yield from (dispute_row(code, each, of.names) for code, each in all_disputes(of))


def dispute_row(code: str, each: DisputeRow, names: Mapping[int, str]) -> Row:
    return (
        code,
        each.number,
        each.player + 1 or "director",
        each.kind,
        each.reason,
        each.turn + 1 or None,  # -1 is no turn, and no deal
        each.deal + 1 or None,
        each.correction,
        each.raised_at,
        each.how,
        None if each.by is None else without_isolates(ledger.author_words(each.by, names)),
        each.words,
        each.law,
        each.ended_at,
        each.superseded_by or None,
    )


@table("partie dispute player kind words replied_at")
def replies(of: Source) -> Iterator[Row]:
    """The players' replies in disputes."""
    for code, dispute in all_disputes(of):
        for each in dispute.replies:
            yield code, dispute.number, each.player + 1, each.kind, each.words, each.replied_at


@table("number at author kind season partie says reversed_by digest text")
def entries(of: Source) -> Iterator[Row]:
    """The ledger; a digest is the SHA-256 of an entry's text, and the next entry carries it."""
    called = names_of(of.db, of.club_id).seasons
    if of.member is None:
        rows = entry_rows.entries(of.db, of.club_id, season=of.season)
    else:
        rows = season_sheets.entries_about(of.db, of.club_id, of.member)
    for row in rows:
        entry = chain.read(row.text)
        body = entry.body
        season = getattr(body, "season", None)
        # The entries about a member are of all seasons.
        of_another_season = of.season not in (None, _season_of(entry.postings, season))
        if of.member is not None and of_another_season:
            continue
        if not of.wants(*_about(body, entry.postings)):
            continue
        yield (
            row.number,
            entry.at,
            without_isolates(ledger.author_words(entry.author, of.names)),
            entry.kind,
            season,
            getattr(body, "code", "") or None,
            without_isolates(sentence(ledger.narration(body, of.names, called))),
            row.reversed_by,
            row.digest,
            row.text,
        )


def _season_of(postings: Sequence[ledger.Posting], season: int | None) -> int | None:
    return postings[0].account.season if season is None and postings else season


def _about(body: ledger.Body, postings: Sequence[ledger.Posting]) -> set[int]:
    found = {each.account.member for each in postings}
    for name in ("member", "into", "by", "payer", "payee"):
        found.add(getattr(body, name, 0))
    found |= set(getattr(body, "members", ()))
    for each in getattr(body, "fixtures", ()):
        assert isinstance(each, ledger.Fixture)
        found |= {each.first, each.second or 0}
    return found


@table("entry season member commodity amount")
def postings(of: Source) -> Iterator[Row]:
    """The postings of the entries."""
    yield from season_sheets.postings(of.db, of.club_id, season=of.season, member=of.member)


@table("member played entry rating deviation volatility parties")
def ratings(of: Source) -> Iterator[Row]:
    """The ratings, each as it is after a partie: the day it was played, and its first entry."""
    found: Iterable[projections.Row] = ()
    if of.member is not None:
        each = projections.ratings_of(of.db, of.club_id, of.member)
        found = ((of.member, moment, *rating) for moment, rating in each)
    elif of.season is None:
        found = projections.rows(of.db, of.club_id, s.rating)
    for member, moment, *rest in found:
        yield member, str(moment)[:10], int(str(moment)[11:]), *rest
