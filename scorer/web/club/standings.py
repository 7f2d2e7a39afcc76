"""Standings, cross-table, race, records and stakes of a season;
the players, ratings and records of a club.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil

from flask import Blueprint, Response, abort, render_template, request
from jinja2_fragments.flask import render_block

from ...ledger.entries import SheetPosted
from ...ledger.records import CONFIDENCE, Rating, RecordKind, interval, is_provisional
from ...ledger.results import CardResult, Meeting
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, Format, TieBreak
from ...ledger.tie_breaks import TIE_BREAKS, heading_of
from ...rules.company import Frame, frame_words
from ...rules.words import number_words
from ...service.club.columns import Column, Line, page_columns
from ...service.club.credentials import Role
from ...service.club.people import by_name
from ...service.club.records import MOST_MEMBERS, Paying
from ...service.club.seasons import plays_in, season_rules
from ...service.club.signing import SeasonSheet, Status
from ...service.club.standings import DisplayNow, SeasonNow, TableNow
from ...table.card import deal_title, totals_before
from ...table.formatting import counted, day, grouped, named, parse_number, signed
from ...table.recording import Sheet
from ..forms import LONGEST, Page, club_page, own_row, part_of
from ..rights import maybe_actor, the_club
from ..season_sheet import terms_words
from ..tables import answer_poll
from ..visitor import has_role, the_club_services
from .season_charts import race_chart, rating_chart

bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

for _each in (is_provisional, interval):
    bp.add_app_template_filter(_each)


@bp.app_template_filter()
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
def ranking_figure(row: Row) -> str:
    """Return the figure of a row that ranks:
    what the member has in the first tie-break of the season.
    """
    return row.figure_words


@bp.app_template_filter()
def ranking_words(row: Row) -> str:
    """Return the figure of a row that ranks, with its unit,
    for where no column is headed with it.
    """
    if row.by is None or row.figure is None:
        return row.figure_words
    return f"{row.figure_words}{TIE_BREAKS[row.by].unit}"


@bp.app_template_filter()
def columns_for(now: SeasonNow, rows: Sequence[Row]) -> list[Column]:
    return page_columns(now.season.terms, rows)


@bp.app_template_filter()
def standings_cell(column: Column, line: Line) -> str:
    value = column.value(line)
    if isinstance(value, int):
        return signed(value) if column.is_signed else grouped(value)
    return str(value)


@bp.app_template_filter()
def reasons(row: Row, now: SeasonNow, asked: str) -> str:
    """Return why a row has its rank, as far as a tie-break decided it.

    If it is *asked*, by `yes` for all rows or by the member's number, return all of it, byes that
    count among match points, and how many results can change.
    """
    if asked not in ("yes", str(row.member)):
        return explain(row, now.names, whole=False)
    terms = now.season.terms
    byes = row.tally.byes
    periods = now.correctable.get(row.member, 0)
    by_byes = f"{counted(byes * terms.bye, 'match point')} by {in_words(byes, 'bye')}"
    still_open = f"{in_words(periods, 'correction period')} still open"
    counts_byes = (
        terms.bye
        and terms.format is not Format.KNOCK_OUT
        and TieBreak.MATCH_POINTS in terms.ranking
    )
    said = {by_byes: byes and counts_byes, still_open: periods}
    return "; ".join(
        filter(
            None, (explain(row, now.names), *(words for words, is_said in said.items() if is_said))
        )
    )


@bp.app_template_filter()
def in_words(number: int, word: str) -> str:
    return (
        f"{number_words(number) if number <= 12 else grouped(number)} "
        f"{word}{'' if number == 1 else 's'}"
    )


@bp.app_template_filter()
def pending_words(season_sheet: SeasonSheet, names: Mapping[int, str]) -> str:
    """Return the state of a partie that is not posted, and who must sign."""
    state = season_sheet.status.value
    sheet = season_sheet.sheet
    if season_sheet.status in (Status.UNSIGNED, Status.HALF_SIGNED):
        players = zip(season_sheet.membership.members, sheet.signatures, strict=True)
        state += (
            f": "
            f"{named([member for member, signed_as in players if signed_as is None], names)} "
            f"to sign"
        )
    from_totals = isinstance(sheet, Sheet) and any(each.deal is None for each in sheet.partie.deals)
    return f"{state}, from totals" if from_totals else state


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


@bp.get("/")
def standings(season: int) -> Page:
    now = the_club_services().standings.now(the_club().id, season)
    actor = maybe_actor()
    rows = now.table.rows
    terms = now.season.terms
    part = part_of(len(rows), own=own_row(row.member for row in rows), may_be_whole=True)
    return club_page(
        "standings.html",
        deciding=the_club_services().rounds.next_decided(the_club().id, season),
        now=now,
        rows=part.of(rows),
        part=part,
        asked=request.args.get("why", ""),
        rules=season_rules(terms),
        match_points=TieBreak.MATCH_POINTS in terms.ranking,
        forfeits=any(row.tally.forfeits for row in rows),
        companies="" if terms.frame == TWO else plays_in(terms),
        enters=has_role(actor, Role.SCORER),
    )


@bp.get("/cross-table")
def cross_table(season: int) -> Page:
    """Show a part of the cross-table; on paper all of it,
    unless it is so large that it is printed only if asked.
    """
    total = len(the_club_services().seasons.entrants(the_club().id, season))
    rows, columns = (part_of(total, A_SIDE, name) for name in ("rows", "columns"))
    actor = maybe_actor()
    asked = request.args.get("around") == "me"
    is_printed = total <= PRINTED or "all" in request.args
    around = actor.member if actor and asked else 0
    which = (1, 1, total) if is_printed else (rows.start, columns.start, A_SIDE)
    found = the_club_services().standings.cross_table(the_club().id, season, *which, around=around)
    rows = part_of(total, A_SIDE, "rows", own_row(row.member for row in found.standings))
    printed, across = (
        found.standings if is_printed else part.of(found.standings) for part in (rows, columns)
    )
    page = {
        "is_printed": is_printed,
        "printed": printed,
        "blocks": _blocks(across),
        "unmet": Meeting(),
    }
    return club_page("cross_table.html", found=found, rows=rows, columns=columns, **page)


def _blocks(rows: Sequence[Row]) -> list[Sequence[Row]]:
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
    periods = the_club_services().standings.in_period(the_club().id, season, part.start, part.size)
    found = {"pending": waiting.of(pending), "waiting": waiting, "periods": periods, "part": part}
    actor = maybe_actor()
    to_reader = dict(now.names) | ({actor.member: "you"} if actor is not None else {})
    return club_page("unsettled.html", now=now, to_reader=to_reader, **found)


# Stakes


stakes_bp = Blueprint("stakes", __name__, url_prefix="/c/<club>/s/<int:season>/stakes")


@stakes_bp.app_template_filter()
def payment_title(paying: Paying, names: Mapping[int, str]) -> str:
    payer = names[paying.payer]
    payee = names[paying.payee]
    if paying.partie is None:
        return (
            f"Balance of all their parties: {grouped(paying.points)} points from {payer} to {payee}"
        )
    rubicon = ", Rubicon" if paying.partie.result.rubicon else ""
    return (
        f"{day(paying.partie.played)}, {payee} wins {grouped(paying.points)} from {payer}{rubicon}"
    )


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
    found: dict[str, object] = {"accounts_part": accounts, "owed": accounts.of(now.owed)}
    if member is not None:
        balance = sum(each.amount if each.payee == member else -each.amount for each in now.owed)
        others = counted(len(now.owed), "account")
        part = part_of(now.payments)
        found["summary"] = (
            f"Total: {signed(balance)} {now.stakes.unit}, from {others} with other members."
        )
        found["listed"] = services.payments(club_id, season, member, part.start, part.size)
    else:
        found["order"] = order = by_name(now.members, now.names)
        part = part_of(len(order), own=own_row(order))
        too_many = f"With {len(order)} members, each account is shown on its member’s page."
        found["summary"] = too_many if len(order) > MOST_MEMBERS else ""
    return club_page(
        "stakes.html", now=now, terms=terms_words(now.stakes), member=member, part=part, **found
    )


# Players


players_bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@players_bp.app_template_filter()
def played_as(body: SheetPosted) -> str:
    assert isinstance(body.result, CardResult)
    return frame_words(Frame(body.result.frame), len(body.members))


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
    return club_page(
        "player.html",
        now=now,
        title=now.season.terms.name if now.season else "All seasons",
        total=total,
        feats={kind.name: each for kind, each in now.records.items()},
        rating=rating_words(now.ratings[-1][1] if now.ratings else None, now.provisional),
        picture=rating_chart(rated, [interval(each) for each in rated]),
        opponents=opponents,
        part=part,
        found=the_club_services().records.parties(
            the_club().id, member, part.start, part.size, season=in_season
        ),
        cards=the_club_services().records.cards(
            the_club().id, member, in_season, cards.start, cards.size
        ),
        cards_part=cards,
    )


@players_bp.get("/players/<int:member>/against/<int:other>")
def two(member: int, other: int) -> Page:
    own, others = the_club_services().records.of_two(the_club().id, member, other)
    names = the_club_services().people.shown_names(the_club().id)
    part = part_of(own.parties)
    return club_page(
        "two.html",
        members=(member, other),
        names=(names[member], names[other]),
        own=own,
        others=others,
        found=the_club_services().records.parties(
            the_club().id, member, part.start, part.size, other=other
        ),
        seasons={
            each.number: each.terms.name
            for each in the_club_services().seasons.seasons(the_club().id)
        },
        part=part,
    )


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
    return club_page("records.html", names=names, feats=feats, mine=mine)


# The club display


AT_ONCE = 6
"""Tables that can be read from five metres; more are shown in turn."""

TURN = 20
"""Seconds until the next tables are shown."""

DISPLAYED = 8


def over_words(table: TableNow, names: Mapping[int, str]) -> str:
    """Return who has signed a partie that is over."""
    signed_by = [
        member
        for member, name in zip(table.members, table.sheet.signatures, strict=True)
        if name is not None
    ]
    return f"Over, signed by {named(signed_by, names)}" if signed_by else "Over, not signed"


def turn(at: datetime, tables: int) -> int:
    """Return a number that changes when other tables are due;
    hourly where all fit, so that old ones go away.
    """
    return int(at.timestamp()) // (TURN if tables > AT_ONCE else 3600)


def _shown(now: DisplayNow) -> dict[str, object]:
    pages = [
        now.tables[first : first + AT_ONCE] for first in range(0, len(now.tables), AT_ONCE)
    ] or [()]
    number = turn(now.at, len(now.tables)) % len(pages)
    shown = pages[number]
    first = AT_ONCE * number + 1
    rows = now.table.rows if now.table else ()
    return {
        "club": the_club(),
        "now": now,
        "tables": shown,
        "which": f"{first} to {first + len(shown) - 1} of {len(now.tables)}"
        if len(pages) > 1
        else "",
        "leaders": [row for row in rows[:DISPLAYED] if row.counted],
        "by": now.season.terms.ranking[0] if now.season else TieBreak.POINTS,
    }


display_bp = Blueprint("display", __name__, url_prefix="/c/<club>/display")
display_bp.add_app_template_filter(deal_title)
display_bp.add_app_template_filter(over_words)
display_bp.add_app_template_filter(totals_before)


@display_bp.get("/")
def display() -> str:
    now = the_club_services().display.now(the_club().id)
    return render_template("club/display.html", **_shown(now))


@display_bp.get("/live")
def live() -> Response:
    display = the_club_services().display
    version, tables = display.version(the_club().id)

    def render() -> str:
        return render_block("club/display.html", "display", **_shown(display.now(the_club().id)))

    return answer_poll(f"{version}-{turn(display.clock(), tables)}", render)
