"""Export a club: tables for a spreadsheet, one JSON document, a journal for accounting tools, and
data for programs.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime, tzinfo
from enum import Enum
from io import RawIOBase
from itertools import chain as chained
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, true

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.chain import to_data
from ....ledger.journal import journal
from ....ledger.results import MEETING_FIGURES, TALLY_FIGURES, CardResult
from ....ledger.terms import TWO, SeasonTerms
from ....rules.house_rules import name_of
from ....rules.laws import by_member
from ....rules.names import without_isolates
from ....rules.notation.company_document import format_company
from ....rules.notation.document import format_partie
from ....rules.partie import Partie, play_partie
from ....storage import clubs as clubs_store
from ....storage import disputes as disputes_store
from ....storage import entry_rows, projections, season_sheets
from ....storage import schema as s
from ....storage.disputes import DisputeRow, Search
from ....storage.engine import reading
from ....storage.projections import PostedPartie
from ....storage.season_sheets import WholePartie
from ....table.entering import A_PAGE, NotAllowed, sentence
from ....table.recording import SheetKind
from ....table.saving import Cell, written
from ....table.times import day_after, day_of
from ...service import Service
from ...sheets import CompanyCard, read_card
from ...zones import ZONE, played_on, zone_of
from ..audit.ledger_pages import names_of
from ..people.clubs import RULES_PREFIX, SETTINGS, Club
from ..people.members import members as everybody
from ..people.members import shown_names
from ..posting.signing import entries_about
from ..posts import Posted, chosen_season, read_entry, record_of
from ..seasons.fixtures import fixtures_now
from ..seasons.season import find_season
from ..seasons.standings import SeasonNow, provisional_for, season_table
from ..seasons.standings_columns import IN_CSV, IN_JSON, StandingsLine, rating_document
from .copying import compressed, copy_of

# Tables
#
# Members, seasons and entries are identified by number, parties by code. Deals, rounds and
# statements count from 1. Points and match points are whole numbers; times are UTC in ISO 8601.
# Passwords, links and PINs are listed without their secrets.


Row = Sequence[Cell]


class Source(NamedTuple):
    """What to export: everything, one season, or one member's own data (with names as the club
    shows them).

    What is of members who were *merged* is of those who they are.
    """

    db: Connection
    club_id: int
    names: Mapping[int, str]
    merged: Mapping[int, int]
    season: int | None = None
    member: int | None = None

    @property
    def seasons(self) -> list[projections.Season]:
        rows = projections.seasons(self.db, self.club_id)
        if self.member is not None:
            playing = projections.tallies_of(self.db, self.club_id, self.member)
            rows = [row for row in rows if row.number in playing]
        return [row for row in rows if self.season in (None, row.number)]

    def wants(self, *numbers: int) -> bool:
        return self.member is None or self.member in {
            self.merged.get(number, number) for number in numbers
        }

    def parties(self) -> Iterator[WholePartie]:
        return season_sheets.whole_parties(
            self.db, self.club_id, season=self.season, member=self.member
        )


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
                    each.state.value,
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
    "second_total winner points rubicon lurch entry"
)
def parties(of: Source) -> Iterator[Row]:
    """The parties; the winner is 1 or 2, and the entry is the current one."""
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
        )


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


@table("code season frame opened_at rules parties held signed entry")
def companies(of: Source) -> Iterator[Row]:
    """The companies, what they played, and the current entry of each card."""
    for season, card, posted in _cards(of):
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
        )


@table("company seat member name balance signed")
def company_players(of: Source) -> Iterator[Row]:
    """The players of each company in the order of the cut, and what each has won."""
    for _, card, _ in _cards(of):
        for seat, number in enumerate(card.members):
            member = of.merged.get(number, number)
            if of.wants(member):
                name = of.names.get(member)
                signed = card.signatures[seat] is not None
                yield card.code, seat + 1, member, name, card.company.card.balances[seat], signed


def _cards(of: Source) -> Iterator[tuple[int, CompanyCard, Posted | None]]:
    """Yield each card with the number of its season and its current entry,
    in the order they were opened.
    """
    for season in of.seasons:
        which = of.db, of.club_id, SheetKind.COMPANY
        for row in reversed(
            season_sheets.sheets_of(*which, season=season.number, member=of.member)
        ):
            yield (
                season.number,
                read_card(of.db, row),
                entries_about(of.db, of.club_id, row.code).current,
            )


@table("partie deal number text recorded_at")
def statements(of: Source) -> Iterator[Row]:
    """The statements."""
    for found in of.parties():
        for each in chained.from_iterable(found.deals):
            yield found.row.code, each.deal + 1, each.position + 1, each.text, each.recorded_at


@table("partie player name signed_at")
def signatures(of: Source) -> Iterator[Row]:
    """The signatures."""
    for found in of.parties():
        for each in found.signatures:
            yield found.row.code, each.player + 1, each.name, each.signed_at


@table(
    "partie number raised_by kind reason turn deal correction raised_at how by words law ended_at"
)
def disputes(of: Source) -> Iterator[Row]:
    """The disputes about parties and companies, raised by a player,
    numbered from 1, or the director.
    """
    yield from (_dispute_row(code, each, of.names) for code, each in _disputes(of))


def _disputes(of: Source) -> Iterator[tuple[str, DisputeRow]]:
    for kind in EXPORTING.values():
        for code, found in kind.disputes(of):
            for each in found:
                yield code, each


def _disputes_of_parties(of: Source) -> Iterator[tuple[str, Sequence[DisputeRow]]]:
    for found in of.parties():
        yield found.row.code, found.disputes


def _disputes_of_cards(of: Source) -> Iterator[tuple[str, Sequence[DisputeRow]]]:
    for _, card, _ in _cards(of):
        yield card.code, disputes_store.disputes(of.db, card.id)


def _dispute_row(code: str, each: DisputeRow, names: Mapping[int, str]) -> Row:
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
    )


@table("partie dispute player kind words replied_at")
def replies(of: Source) -> Iterator[Row]:
    """The players' replies in disputes."""
    for code, dispute in _disputes(of):
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


# Formats
#
# The JSON document is one object. `format` names it, `made_at` is its time, `club` has code and
# name; then follows a list for each table of `TABLES`, with its columns as keys. A season's `rules`
# and `stakes` are objects; an entry's `text` is the string that its `digest` is made from.
#
# Everything is streamed while it is read in one transaction, so an export shows one state of the
# club and needs little memory.


CSV_TYPE = "text/csv"


class Exported(NamedTuple):
    name: str
    type: str
    pieces: Iterator[bytes]


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    for piece in pieces:
        yield piece.encode(errors="replace")


def _document(of: Source, now: datetime) -> Iterator[str]:
    club = {
        "code": clubs_store.club_by_id(of.db, of.club_id).code,
        "name": clubs_store.name_of(of.db, of.club_id),
    }
    asked = {"season": of.season, "member": of.member}
    head = {
        "format": "scorer club 1",
        "made_at": now.isoformat(timespec="seconds"),
        "club": club,
        **asked,
    }
    yield "{\n" + ",\n".join(f"{_json(key)}: {_json(value)}" for key, value in head.items())
    for table in TABLES.values():
        yield f",\n{_json(table.name)}: ["
        for number, row in enumerate(table.rows(of)):
            yield f"{',' if number else ''}\n{_json(dict(zip(table.columns, row, strict=True)))}"
        yield "\n]"
    yield "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _journal(of: Source) -> Iterator[str]:
    e = s.entry.c
    chosen: ColumnElement[bool] = true()
    if of.season is not None:
        # A merge moves the accounts of every season.
        chosen = (e.season == of.season) | (e.kind == ledger.KINDS[ledger.MemberMerged])
    entries = (
        (chain.read(row.text), row.digest)
        for row in entry_rows.entries_where(of.db, of.club_id, chosen)
    )
    club = clubs_store.name_of(of.db, of.club_id)
    zone = zone_of(of.db, of.club_id)
    return journal(
        club,
        entries,
        of.names,
        day_of=lambda at: day_of(at, zone),
        day_after=day_after,
        season=of.season,
    )


def _piquets(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    for kind in EXPORTING.values():
        yield from kind.piquets(of)


def _piquets_of_parties(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    club = clubs_store.name_of(of.db, of.club_id)
    seasons = {row.number: row.terms.name for row in of.seasons}
    for found in of.parties():
        row = found.row
        season = found.row.membership.season
        status = "not posted" if found.entry is None else f"entry {found.entry} of the ledger"
        about = (
            f"# {club}, {seasons.get(season, season)}: partie {row.code}, opened "
            f"{row.opened_at}, {status}\n"
        )
        text = format_partie(record_of(found), found.posted_on or played_on(of.db, row))
        yield f"season-{season}/{row.code}.piquet", iter([about, text])


def _piquets_of_cards(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    club = clubs_store.name_of(of.db, of.club_id)
    seasons = {row.number: row.terms.name for row in of.seasons}
    for season, card, posted in _cards(of):
        status = "not posted" if posted is None else f"entry {posted.entry.number} of the ledger"
        about = f"# {club}, {seasons.get(season, season)}: card {card.code}, {status}\n"
        yield (
            f"season-{season}/{card.code}.piquet",
            iter([about, format_company(card.company.record)]),
        )


class KindExported(NamedTuple):
    """What is exported of each sheet of a kind, beside the tables of its own: its disputes with
    its code, and its file in the notation with the name of that.
    """

    disputes: Callable[[Source], Iterator[tuple[str, Sequence[DisputeRow]]]]
    piquets: Callable[[Source], Iterator[tuple[str, Iterator[str]]]]


EXPORTING: Mapping[SheetKind, KindExported] = by_member(
    SheetKind,
    {
        "PARTIE": KindExported(_disputes_of_parties, _piquets_of_parties),
        "COMPANY": KindExported(_disputes_of_cards, _piquets_of_cards),
    },
)


class _Pipe(RawIOBase):
    """A file that an archive is written to and that is read piece by piece; it cannot seek."""

    def __init__(self) -> None:
        self.unread: list[bytes] = []

    def write(self, data: Any) -> int:
        self.unread.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        found = b"".join(self.unread)
        self.unread.clear()
        return found


def archive(files: Iterable[tuple[str, Iterator[str]]], now: datetime) -> Iterator[bytes]:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files:
            about = zipfile.ZipInfo(name, now.timetuple()[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            with made.open(about, "w", force_zip64=True) as file:
                for piece in text:
                    file.write(piece.encode(errors="replace"))
                    if pipe.unread:
                        yield pipe.taken()
    yield pipe.taken()


# Each format


def _csv(of: Source, now: datetime) -> Iterator[bytes]:
    files = ((f"{each.name}.csv", written(each.columns, each.rows(of))) for each in TABLES.values())
    return archive(files, now)


class FileFormat(NamedTuple):
    """A format of exports: how the name of its file ends, its media type,
    and what makes it, piece by piece.

    One that is not `of_season`, or not `of_member`, covers the whole club; the `refusal` says so.
    The `title` and the `note` describe it on a page, `contents` in the help of the command.
    """

    ending: str
    type: str
    pieces: Callable[[Source, datetime], Iterator[bytes]]
    title: str = ""
    note: str = ""
    contents: str = ""
    of_season: bool = True
    of_member: bool = True
    refusal: str = ""


class ExportFormat(Enum):
    """The formats of exports, in the order in which pages and commands list them;
    the value names one in an address and on the command line.
    """

    file: FileFormat

    def __new__(cls, name: str, file: FileFormat) -> ExportFormat:
        made = object.__new__(cls)
        made._value_ = name
        made.file = file
        return made

    CSV = (
        "csv",
        FileFormat(
            ending="zip",
            type="application/zip",
            pieces=_csv,
            title="Tables",
            note="CSV for a spreadsheet, in one archive",
            contents="a ZIP archive of tables",
        ),
    )
    JSON = (
        "json",
        FileFormat(
            ending="json",
            type="application/json",
            pieces=lambda of, now: _encoded(_document(of, now)),
            title="One document",
            note="JSON for programs",
            contents="one document",
        ),
    )
    JOURNAL = (
        "journal",
        FileFormat(
            ending="beancount",
            type="text/plain",
            pieces=lambda of, now: _encoded(_journal(of)),
            title="Journal",
            note="plain-text accounting, for beancount",
            contents="plain-text accounting for bean-check",
            of_member=False,
            refusal="The journal covers the whole club. Export a member’s own data as CSV, JSON or "
            "parties.",
        ),
    )
    PIQUET = (
        "piquet",
        FileFormat(
            ending="zip",
            type="application/zip",
            pieces=lambda of, now: archive(_piquets(of), now),
            title="Parties",
            note="one .piquet text each, in one archive",
            contents="a ZIP archive of all parties as text",
        ),
    )
    COPY = (
        "copy",
        FileFormat(
            ending="jsonl.gz",
            type="application/gzip",
            pieces=lambda of, now: compressed(copy_of(of.db, of.club_id, now)),
            title="Copy",
            note="to found this club on another server",
            contents="a file from which scorer club --copy founds the club on another server",
            of_season=False,
            of_member=False,
            refusal="A copy covers the whole club. Export a season or a member’s own data in "
            "another form.",
        ),
    )


FORMATS: Mapping[str, ExportFormat] = {each.value: each for each in ExportFormat}
"""The formats by their names."""


def one_table(table: ExportTable) -> FileFormat:
    """Return the format of a table alone."""
    return FileFormat(
        "csv", CSV_TYPE, lambda of, now: _encoded(written(table.columns, table.rows(of)))
    )


class Exporting(Service):
    def export(
        self,
        club_id: int,
        form: ExportFormat,
        *,
        table: str = "",
        season: int | None = None,
        member: int | None = None,
    ) -> Exported:
        """Export a club, a season or a member's own data as one file;
        *table* names one table, as CSV.
        """
        if table and (form is not ExportFormat.CSV or table not in TABLES):
            raise NotAllowed(f"Choose one of the tables {', '.join(TABLES)} as CSV.")
        file = form.file
        if season is not None and not file.of_season:
            raise NotAllowed(file.refusal)
        if member is not None and not file.of_member:
            raise NotAllowed(file.refusal)
        with reading(self.engine) as db:
            if season is not None:
                chosen_season(db, club_id, season)
            if member is not None and not projections.members(db, club_id, [member]):
                raise NotAllowed(f"The club has no member {member}.")
            club = clubs_store.club_by_id(db, club_id)
        if table:
            file = one_table(TABLES[table])
        parts = [club.code, table or form.value]
        if season is not None:
            parts.append(f"season-{season}")
        if member is not None:
            parts.append(f"member-{member}")
        pieces = self._pieces(file, club_id, season, member)
        return Exported(f"{'-'.join(parts)}.{file.ending}", file.type, pieces)

    def rulings(self, club_id: int, asked: Search) -> Exported:
        """Export the disputes that ended as *asked*, latest first, as a table like `disputes`."""
        with reading(self.engine) as db:
            found = disputes_store.with_sheets(db, asked.condition(club_id))
            club = clubs_store.club_by_id(db, club_id)
            names = shown_names(db, club_id)
        rows = (_dispute_row(row.code, each, names) for row, each in found)
        pieces = _encoded(written(TABLES["disputes"].columns, rows))
        return Exported(f"{club.code}-rulings.csv", CSV_TYPE, pieces)

    def _pieces(
        self, file: FileFormat, club_id: int, season: int | None, member: int | None
    ) -> Iterator[bytes]:
        with reading(self.engine) as db:
            if member is None:
                names: Mapping[int, str] = projections.members(db, club_id)
            else:
                names = shown_names(db, club_id)
            of = Source(
                db=db,
                club_id=club_id,
                names=names,
                merged=projections.merged(db, club_id),
                season=season,
                member=member,
            )
            yield from file.pieces(of, self.clock())


# For programs


Document = dict[str, Any]


class ListPart(NamedTuple):
    """A part of a long list, and where the next one begins: 0 if it is the last."""

    rows: list[Document]
    next: int


class Documents(Service):
    def seasons(self, club_id: int) -> list[Document]:
        with reading(self.engine) as db:
            return [
                {
                    "season": each.number,
                    "name": each.terms.name,
                    "closed": each.closed,
                    "format": each.terms.format.name.lower(),
                    "frame": each.terms.frame_name,
                    "rules": each.terms.rules["id"],
                    "order": [tie_break.value for tie_break in each.terms.ranking],
                }
                for each in projections.seasons(db, club_id)
            ]

    def results(self, club_id: int, season: int, before: int = 0) -> ListPart:
        """Return the current results of a season, latest first;
        *before* is the `next` of the part before.
        """
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            terms = find_season(db, club_id, season).terms
            if terms.frame != TWO:
                entries = entry_rows.latest_current(
                    db, club_id, season, before=before, most=A_PAGE + 1
                )
                merged = projections.merged(db, club_id)
                posted = [read_entry(row, merged) for row in entries]
                zone = zone_of(db, club_id)
                found = [(each.entry.number, card_document(each, names, zone)) for each in posted]
            else:
                rows = projections.latest_parties(
                    db, club_id, A_PAGE + 1, season=season, before=before
                )
                found = [(row.first_entry, partie_document(row, names)) for row in rows]
        return _part(found)

    def members(self, club_id: int, after: int = 0) -> ListPart:
        """Return the members by number, from the one after number *after*, with their ratings."""
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            merged = projections.merged(db, club_id)
            some = sorted(number for number in names.keys() - merged.keys() if number > after)[
                : A_PAGE + 1
            ]
            ratings = projections.latest_ratings(db, club_id, some)
            provisional = provisional_for(db, club_id)
        found = []
        for number in some:
            rating = rating_document(ratings.get(number), provisional)
            found.append((number, {"member": number, "name": names[number], "rating": rating}))
        return _part(found)


def _part(found: list[tuple[int, Document]]) -> ListPart:
    """Return at most `A_PAGE` rows; one more shows that there is another part."""
    shown = found[:A_PAGE]
    last = 0
    if len(found) > A_PAGE:
        last, _ = shown[-1]
    return ListPart([row for _, row in shown], last)


def partie_document(row: PostedPartie, names: Mapping[int, str]) -> Document:
    result = row.result
    sides = zip(row.members, result.sides, strict=True)
    return {
        "entry": row.entry,
        "code": row.code or None,
        "date": row.played,
        "round": row.round or None,
        "players": [
            {"member": each, "name": names[each], "total": side.total} for each, side in sides
        ],
        "winner": None if result.winner is None else row.members[result.winner],
        "points": result.points,
        "rubicon": result.rubicon,
        "lurch": result.lurch,
        "forfeit": result.forfeit,
    }


def card_document(posted: Posted, names: Mapping[int, str], zone: tzinfo | None) -> Document:
    entry = posted.entry
    body = posted.entry.body
    assert isinstance(body, ledger.SheetPosted)
    card = body.result
    assert isinstance(card, CardResult)
    points = [each for each in entry.postings if each.commodity is ledger.Commodity.POINTS]
    return {
        "entry": entry.number,
        "code": body.code,
        "date": day_of(entry.at, zone),
        "frame": card.frame,
        "players": [
            {
                "member": each.member,
                "name": names[each.member],
                "parties": each.parties,
                "points": each.balance,
            }
            for each in card.shares
        ],
        "pool": sum(each.amount for each in points if each.account.member == ledger.POOL),
    }


def standings_document(club: Club, now: SeasonNow) -> Document:
    return {
        "club": club.code,
        "season": now.season.number,
        "name": now.season.terms.name,
        "closed": now.season.closed,
        "order": [each.value for each in now.season.terms.ranking],
        "through": now.table.through,
        "unposted": now.unposted,
        "rows": [
            {name: column.value(line) for name, column in IN_JSON.items()}
            for line in map(now.line, now.table.rows)
        ],
    }
