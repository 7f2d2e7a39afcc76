"""Standings, cross-table, race, records and stakes of a season;
the players, ratings and records of a club.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import NamedTuple

from flask import Blueprint, Response, abort, request
from jinja2_fragments.flask import render_block

from ...ledger.entries import SheetPosted
from ...ledger.records import (
    CONFIDENCE,
    PartieOutcome,
    Rating,
    RecordKind,
    Records,
    interval,
    is_provisional,
)
from ...ledger.results import CardResult, Meeting, Tally
from ...ledger.standings import StandingsRow, explain
from ...ledger.terms import Format, Owed, SeasonTerms, TieBreak
from ...ledger.tie_breaks import TIE_BREAKS, heading_of
from ...rules.company import Frame, frame_message
from ...rules.messages import Message
from ...rules.ruleset import Ruleset
from ...rules.words import number_words, signed
from ...service.club.credentials import Role
from ...service.club.people.clubs import Club
from ...service.club.people.members import by_name
from ...service.club.posting.signing import SeasonSheet, SheetStatus
from ...service.club.posts import Posted
from ...service.club.seasons.evenings import InRoom
from ...service.club.seasons.records import (
    LEAST_DEALS,
    LEAST_PARTIES,
    MOST_MEMBERS,
    MemberRecords,
    MetBy,
    Paying,
    PostedPartie,
    StakesNow,
)
from ...service.club.seasons.season import plays_in, season_rules
from ...service.club.seasons.standings import CrossTable, DisplayNow, SeasonNow, TableNow
from ...service.club.seasons.standings_columns import StandingsColumn, StandingsLine, page_columns
from ...table.card import deal_title
from ...table.contexts import Context
from ...table.formatting import counted, day, grouped, named, parse_number
from ...table.race import totals_before
from ..contexts import render
from ..forms import LONGEST, Page, PageOfList, club_page, own_row, part_of
from ..kinds import pages_of
from ..rights import maybe_actor, the_club
from ..season_sheet import terms_words
from ..sheet_words import state_word
from ..tables import answer_poll
from ..visitor import has_role, the_club_services
from .season_charts import RatingChart, race_chart, rating_chart

bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

for _each in (is_provisional, interval):
    bp.add_app_template_filter(_each)


def rating_words(rating: Rating | None, provisional: int) -> str:
    """Return a rating with its 95 % interval."""
    if rating is None:
        return ""
    mark = ", provisional" if is_provisional(rating, provisional) else ""
    return (
        f"{grouped(round(rating.rating))} ± {grouped(round(CONFIDENCE * rating.deviation))}{mark}"
    )


@bp.app_template_filter()
def ranking_label(by: TieBreak) -> str:
    return heading_of(by)


@bp.app_template_filter()
def ranking_figure(row: StandingsRow) -> str:
    """Return the figure of a row that ranks:
    what the member has in the first tie-break of the season.
    """
    return row.figure_words


@bp.app_template_filter()
def ranking_words(row: StandingsRow) -> str:
    """Return the figure of a row that ranks, with its unit,
    for where no column is headed with it.
    """
    if row.by is None or row.figure is None:
        return row.figure_words
    return f"{row.figure_words}{TIE_BREAKS[row.by].unit}"


@bp.app_template_filter()
def columns_for(now: SeasonNow, rows: Sequence[StandingsRow]) -> list[StandingsColumn]:
    return page_columns(now.season.terms, rows)


@bp.app_template_filter()
def standings_cell(column: StandingsColumn, line: StandingsLine) -> str:
    value = column.value(line)
    if isinstance(value, int):
        return signed(value) if column.is_signed else grouped(value)
    return str(value)


def _points_by_byes(tally: Tally, terms: SeasonTerms) -> int:
    """Return the match points that no partie gave: byes may give more than rounds sat out."""
    of_parties = tally.won * terms.win + tally.drawn * terms.draw + tally.lost * terms.loss
    return tally.match_points - of_parties


@bp.app_template_filter()
def reasons(row: StandingsRow, now: SeasonNow, asked: str) -> str:
    """Return why a row has its rank, as far as a tie-break decided it.

    If it is *asked*, by `yes` for all rows or by the member's number, return all of it, byes that
    count among match points, and how many results can change.
    """
    if asked not in ("yes", str(row.member)):
        return explain(row, now.names, whole=False)
    said = [explain(row, now.names)]
    terms = now.season.terms
    byes = row.tally.byes
    ranks_by_match_points = (
        terms.format is not Format.KNOCK_OUT and TieBreak.MATCH_POINTS in terms.ranking
    )
    points = _points_by_byes(row.tally, terms)
    if byes and points and ranks_by_match_points:
        said.append(f"{counted(points, 'match point')} by {in_words(byes, 'bye')}")
    periods = now.correctable.get(row.member, 0)
    if periods:
        said.append(f"{in_words(periods, 'correction period')} still open")
    return "; ".join(filter(None, said))


@bp.app_template_filter()
def in_words(number: int, word: str) -> str:
    written = number_words(number) if number <= 12 else grouped(number)
    return f"{written} {word}{'' if number == 1 else 's'}"


@bp.app_template_filter()
def pending_words(season_sheet: SeasonSheet, names: Mapping[int, str]) -> str:
    """Return the state of a partie that is not posted, and who must sign."""
    state = season_sheet.status.value
    sheet = season_sheet.sheet
    if season_sheet.status in (SheetStatus.UNSIGNED, SheetStatus.HALF_SIGNED):
        unsigned = [season_sheet.membership.members[each] for each in season_sheet.unsigned]
        state += f": {named(unsigned, names)} to sign"
    note = pages_of(sheet).note(sheet)
    return f"{state}, {note}" if note else state


# A season


A_SIDE = 20
"""Rows and columns of the cross-table on one page."""

A_WIDTH = 14
"""Columns of the cross-table that A4 has room for."""

PRINTED = 40
"""Members up to whom the whole cross-table is printed;
that of more would be long to load, so it is asked for.
"""

LEADERS = 6
"""Members in the points chart; the reader is drawn too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage(Context):
    """The standings of a season, of which *rows* are shown.

    Attributes:
        deciding: the round of which it is shown what it decides; 0 for none.
        asked: whose rank is to be explained: `yes` for all, or a member's number.
        companies: what the companies play; empty for parties between two.
        enters: the reader may enter a paper sheet.
    """

    template = "club/standings.html"
    now: SeasonNow
    rows: Sequence[StandingsRow]
    part: PageOfList
    deciding: int
    asked: str
    rules: Ruleset
    companies: str
    enters: bool


@bp.get("/")
def standings(season: int) -> Page:
    now = the_club_services().standings.now(the_club().id, season)
    rows = now.table.rows
    terms = now.season.terms
    part = part_of(len(rows), own=own_row(row.member for row in rows), may_be_whole=True)
    page = StandingsPage(
        now=now,
        rows=part.of(rows),
        part=part,
        deciding=the_club_services().rounds.next_decided(the_club().id, season),
        asked=request.args.get("why", ""),
        rules=season_rules(terms),
        companies="" if terms.is_for_two else plays_in(terms),
        enters=has_role(maybe_actor(), Role.SCORER),
    )
    return club_page(page)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTablePage(Context):
    """A part of the cross-table, and what of it is printed.

    Attributes:
        is_printed: all of it is printed.
        printed: the rows on paper.
        blocks: the columns on paper, by pages; none if all fit on one.
        unmet: the results of two who have not met.
    """

    template = "club/cross_table.html"
    found: CrossTable
    rows: PageOfList
    columns: PageOfList
    is_printed: bool
    printed: Sequence[StandingsRow]
    blocks: Sequence[Sequence[StandingsRow]]
    unmet: Meeting


@bp.get("/cross-table")
def cross_table(season: int) -> Page:
    """Show a part of the cross-table; on paper all of it,
    unless it is so large that it is printed only if asked.
    """
    total = len(the_club_services().seasons.entrants(the_club().id, season))
    columns = part_of(total, A_SIDE, "columns")
    actor = maybe_actor()
    asked = request.args.get("around") == "me"
    is_printed = total <= PRINTED or "all" in request.args
    found = the_club_services().standings.cross_table(
        the_club().id,
        season,
        start=1 if is_printed else part_of(total, A_SIDE, "rows").start,
        column=1 if is_printed else columns.start,
        most=total if is_printed else A_SIDE,
        around=actor.member if actor and asked else 0,
    )
    rows = part_of(total, A_SIDE, "rows", own_row(row.member for row in found.standings))
    across = found.standings if is_printed else columns.of(found.standings)
    page = CrossTablePage(
        found=found,
        rows=rows,
        columns=columns,
        is_printed=is_printed,
        printed=found.standings if is_printed else rows.of(found.standings),
        blocks=_blocks(across),
        unmet=Meeting(),
    )
    return club_page(page)


def _blocks(rows: Sequence[StandingsRow]) -> list[Sequence[StandingsRow]]:
    """Return the columns of a cross-table in blocks of about the same size, each as wide as paper;
    none if all fit.
    """
    if len(rows) <= A_WIDTH:
        return []
    size = ceil(len(rows) / ceil(len(rows) / A_WIDTH))
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@bp.get("/race")
def race(season: int) -> Page:
    actor = maybe_actor()
    own = 0 if actor is None else actor.member
    found = the_club_services().standings.race(the_club().id, season, LEADERS, own)
    return club_page("race.html", race=found, picture=race_chart(found, own))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsettledPage(Context):
    """What is not final in a season: the parties that are not posted, on the page *waiting*, and
    the correction periods, on the page *part*.

    `to_reader` are the names of the members, and "you".
    """

    template = "club/unsettled.html"
    now: SeasonNow
    pending: Sequence[SeasonSheet]
    waiting: PageOfList
    periods: Sequence[PostedPartie]
    part: PageOfList
    to_reader: Mapping[int, str]


@bp.get("/unsettled")
def unsettled(season: int) -> Page:
    now = the_club_services().standings.now(the_club().id, season)
    pending = [
        each
        for each in the_club_services().signing.pending(the_club().id)
        if each.membership.season == season
    ]
    part = part_of(now.periods.count)
    waiting = part_of(
        len(pending), name="pending", own=own_row(each.membership.members for each in pending)
    )
    to_reader = dict(now.names)
    actor = maybe_actor()
    if actor is not None:
        to_reader[actor.member] = "you"
    page = UnsettledPage(
        now=now,
        pending=waiting.of(pending),
        waiting=waiting,
        periods=the_club_services().standings.in_period(
            the_club().id, season, part.start, part.size
        ),
        part=part,
        to_reader=to_reader,
    )
    return club_page(page)


# Stakes


stakes_bp = Blueprint("stakes", __name__, url_prefix="/c/<club>/s/<int:season>/stakes")


@stakes_bp.app_template_filter()
def payment_title(paying: Paying, names: Mapping[int, str]) -> str:
    payer = names[paying.payer]
    payee = names[paying.payee]
    points = grouped(paying.points)
    if paying.partie is None:
        return f"Balance of all their parties: {points} points from {payer} to {payee}"
    rubicon = ", Rubicon" if paying.partie.result.rubicon else ""
    return f"{day(paying.partie.played)}, {payee} wins {points} from {payer}{rubicon}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesPage(Context):
    """Who owes whom in a season, or a *member*.

    Attributes:
        terms: the stakes in words.
        summary: a sentence above it; may be empty.
        owed: the accounts on the page *accounts_part*.
        part: a page of the payments *listed* for a member, or of the members in *order*.
    """

    template = "club/stakes.html"
    now: StakesNow
    terms: Message
    member: int | None
    summary: str
    owed: Sequence[Owed]
    accounts_part: PageOfList
    part: PageOfList
    listed: Sequence[Paying]
    order: Sequence[int]


@stakes_bp.get("/", endpoint="index")
@stakes_bp.get("/<int:member>", endpoint="member")
def stakes(season: int, member: int | None = None) -> Page:
    """Show who owes whom in a season; or the accounts of one member,
    with what each partie costs.
    """
    services = the_club_services().stakes
    club_id = the_club().id
    now = services.of_season(club_id, season, member)
    if now.stakes is None:
        abort(404)
    accounts = part_of(len(now.owed), name="accounts")
    order: Sequence[int] = ()
    listed: Sequence[Paying] = ()
    summary = ""
    if member is not None:
        balance = sum(each.amount if each.payee == member else -each.amount for each in now.owed)
        others = counted(len(now.owed), "account")
        summary = f"Total: {signed(balance)} {now.stakes.unit}, from {others} with other members."
        part = part_of(now.payments)
        listed = services.payments(club_id, season, member, part.start, part.size)
    else:
        order = by_name(now.members, now.names)
        part = part_of(len(order), own=own_row(order))
        if len(order) > MOST_MEMBERS:
            summary = f"With {len(order)} members, each account is shown on its member’s page."
    page = StakesPage(
        now=now,
        terms=terms_words(now.stakes),
        member=member,
        summary=summary,
        owed=accounts.of(now.owed),
        accounts_part=accounts,
        part=part,
        listed=listed,
        order=order,
    )
    return club_page(page)


# Players


players_bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@players_bp.app_template_filter()
def played_as(body: SheetPosted) -> str:
    assert isinstance(body.result, CardResult)
    return str(frame_message(Frame(body.result.frame), len(body.members)))


LETTERS = {PartieOutcome.WON: "W", PartieOutcome.DRAWN: "D", PartieOutcome.LOST: "L"}


@players_bp.app_template_filter()
def outcome_letter(outcome: PartieOutcome) -> str:
    return LETTERS[outcome]


OWN_FEATS = {
    RecordKind.MARGIN: "Largest win",
    RecordKind.LOSS: "Largest loss",
    RecordKind.TOTAL: "Highest total",
    RecordKind.LOWEST: "Lowest total",
    RecordKind.RUN: "Longest run",
}
"""The records of a member that their page shows, with their labels."""


class OwnFeat(NamedTuple):
    """A record of a member in words, with the entry and the code of the partie that set it."""

    label: str
    figure: str
    entry: int
    code: str


def _codes(records: Records) -> dict[int, str]:
    """Return the codes of the parties that set records, by their entries."""
    entries = {number for each in records.values() for number in (each.first, each.last)}
    return the_club_services().records.codes(the_club().id, entries)


def _own_feats(records: Records) -> Iterator[OwnFeat]:
    codes = _codes(records)
    for kind, label in OWN_FEATS.items():
        if kind in records:
            feat = records[kind]
            won = " won" if kind is RecordKind.RUN else ""
            yield OwnFeat(label, f"{grouped(feat.figure)}{won}", feat.first, codes[feat.first])


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage(Context):
    """The record of a member: *total* parties, of which *found* are shown, and scorecards."""

    template = "club/player.html"
    now: MemberRecords
    title: str
    total: int
    feats: Sequence[OwnFeat]
    rating: str
    picture: RatingChart | None
    opponents: PageOfList
    found: Sequence[PostedPartie]
    part: PageOfList
    cards: Sequence[Posted]
    cards_part: PageOfList


@players_bp.app_template_filter("state_word")
def state_word_here(partie: PostedPartie) -> str:
    return state_word(partie, the_club().id)


@players_bp.get("/players/<int:member>/")
def player(member: int) -> Page:
    season = parse_number(request.args.get("season", ""), LONGEST)
    in_season = season if season >= 0 else None
    now = the_club_services().records.of_member(the_club().id, member, in_season)
    rated = [rating for _, rating in now.ratings]
    total = sum(each.parties for each in now.meetings.values())
    part = part_of(total)
    cards = part_of(now.cards, name="cards")
    opponents = part_of(len(now.meetings), name="opponents", own=own_row(now.meetings))
    page = PlayerPage(
        now=now,
        title=now.season.terms.name if now.season else "All seasons",
        total=total,
        feats=list(_own_feats(now.records)),
        rating=rating_words(rated[-1] if rated else None, now.provisional),
        picture=rating_chart(rated, [interval(each) for each in rated]),
        opponents=opponents,
        found=the_club_services().records.parties(
            the_club().id, member, part.start, part.size, season=in_season
        ),
        part=part,
        cards=the_club_services().records.cards(
            the_club().id, member, in_season, cards.start, cards.size
        ),
        cards_part=cards,
    )
    return club_page(page)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPage(Context):
    """Two members and their meetings, from the side of each."""

    template = "club/two.html"
    members: tuple[int, int]
    names: tuple[str, str]
    met: MetBy
    found: Sequence[PostedPartie]
    part: PageOfList
    seasons: Mapping[int, str]


@players_bp.get("/players/<int:member>/against/<int:other>")
def two(member: int, other: int) -> Page:
    met = the_club_services().records.of_two(the_club().id, member, other)
    names = the_club_services().people.shown_names(the_club().id)
    part = part_of(met.own.parties)
    seasons = the_club_services().seasons.seasons(the_club().id)
    page = TwoPage(
        members=(member, other),
        names=(names[member], names[other]),
        met=met,
        found=the_club_services().records.parties(
            the_club().id, member, part.start, part.size, other=other
        ),
        part=part,
        seasons={each.number: each.terms.name for each in seasons},
    )
    return club_page(page)


@players_bp.get("/ratings")
def ratings() -> Page:
    rated, provisional = the_club_services().records.ratings(the_club().id)
    names = the_club_services().people.shown_names(the_club().id)
    part = part_of(len(rated), own=own_row(member for member, _ in rated), may_be_whole=True)
    return club_page("ratings.html", rated=rated, provisional=provisional, names=names, part=part)


@players_bp.get("/records")
@bp.get("/records")
def records(season: int | None = None) -> Page:
    """Show the records of the club, or of one season."""
    services = the_club_services()
    club = the_club()
    found = services.records.of_club(club.id, season)
    names = services.people.shown_names(club.id)
    feats = [(kind, found[kind]) for kind in RecordKind if kind in found]
    mine = own_row(feat.member for _, feat in feats)
    return club_page(
        "records.html",
        names=names,
        feats=feats,
        mine=mine,
        codes=_codes(found),
        facts=services.records.facts(club.id, season),
        least_deals=LEAST_DEALS,
        least_parties=LEAST_PARTIES,
    )


# The club display


AT_ONCE = 6
"""Tables that can be read from five metres; more are shown in turn."""

TURN = 20
"""Seconds until the next tables are shown."""

DISPLAYED = 8


def over_words(table: TableNow, names: Mapping[int, str]) -> str:
    """Return who has signed a partie that is over."""
    signatures = zip(table.members, table.sheet.signatures, strict=True)
    signed_by = [member for member, name in signatures if name is not None]
    return f"Over, signed by {named(signed_by, names)}" if signed_by else "Over, not signed"


def turn(at: datetime, tables: int) -> int:
    """Return a number that changes when other tables are due;
    hourly where all fit, so that old ones go away.
    """
    return int(at.timestamp()) // (TURN if tables > AT_ONCE else 3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayPage(Context):
    """The club display.

    Attributes:
        numbers: of the tables in the room, by the codes of what is kept at them.
        which: which of its tables are shown, if they take turns; else empty.
        bell: when the round ends; empty if that is not set.
    """

    template = "club/display.html"
    club: Club
    now: DisplayNow
    tables: Sequence[TableNow]
    numbers: Mapping[str, int]
    which: str
    bell: str
    leaders: Sequence[StandingsRow]
    by: TieBreak


def _shown(now: DisplayNow) -> DisplayPage:
    total = len(now.tables)
    pages = max(1, ceil(total / AT_ONCE))
    before = AT_ONCE * (turn(now.at, total) % pages)
    shown = now.tables[before : before + AT_ONCE]
    rows = now.table.rows if now.table else ()
    in_room = InRoom("", {})
    if now.season is not None and not now.season.closed:
        in_room = the_club_services().evenings.in_room(the_club().id, now.season.number)
    return DisplayPage(
        club=the_club(),
        bell=in_room.bell,
        numbers=in_room.numbers,
        now=now,
        tables=shown,
        which=f"{before + 1} to {before + len(shown)} of {total}" if pages > 1 else "",
        leaders=[row for row in rows[:DISPLAYED] if row.counted],
        by=now.season.terms.ranking[0] if now.season else TieBreak.POINTS,
    )


display_bp = Blueprint("display", __name__, url_prefix="/c/<club>/display")
display_bp.add_app_template_filter(deal_title)
display_bp.add_app_template_filter(over_words)
display_bp.add_app_template_filter(totals_before)


@display_bp.get("/")
def display() -> str:
    return render(_shown(the_club_services().display.now(the_club().id)))


@display_bp.get("/live")
def live() -> Response:
    display = the_club_services().display
    version, tables = display.version(the_club().id)

    def shown() -> str:
        page = _shown(display.now(the_club().id))
        return render_block(page.template, "display", **page.variables)

    return answer_poll(f"{version}-{turn(display.clock(), tables)}", shown)
