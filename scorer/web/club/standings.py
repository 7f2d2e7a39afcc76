"""A season's pages: standings, cross-table, race, charts, records and what is still open; and the club's records."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, request

from ...ledger.records import CONFIDENCE, Rating, RecordKind, interval, is_provisional
from ...ledger.results import Meeting
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, TieBreak
from ...rules.words import number_words
from ...service.club.clubs import Club
from ...service.club.credentials import Role
from ...service.club.seasons import plays_in, season_rules
from ...service.club.signing import SeasonSheet, Status
from ...service.club.standings import SeasonNow, rank_words
from ...service.sheets import Sheet
from ..charts import race_chart
from ..formatting import grouped, named
from ..phones import has_role, the_club_services
from ..rights import maybe_actor, the_club
from .forms import Page, club_page, part_of

bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

for _each in (is_provisional, interval):
    bp.add_app_template_filter(_each)

A_PAGE = 100
"""Rows on one page."""


@bp.app_template_filter()
def rating_words(rating: Rating | None, provisional: int) -> str:
    """
    Return a rating with its 95 % interval.

    >>> rating_words(Rating(1612.4, 50.0, 0.06, 12), 10), rating_words(Rating(1500.0, 200.0, 0.06, 3), 10)
    ('1,612 ± 98', '1,500 ± 392, provisional')
    """
    if rating is None:
        return ""
    mark = ", provisional" if is_provisional(rating, provisional) else ""
    return f"{grouped(round(rating.rating))} ± {grouped(round(CONFIDENCE * rating.deviation))}{mark}"


@bp.app_template_filter("rank_words")
def row_rank(row: Row) -> str:
    return rank_words(row.rank, shared=row.shared)


@bp.app_template_filter()
def reasons(row: Row, now: SeasonNow) -> str:
    """Return why a row has its rank, and how many of its results can still change."""
    why, periods = explain(row, now.names), now.correctable.get(row.member, 0)
    still_open = f"{in_words(periods, 'correction period')} still open" if periods else ""
    return "; ".join(filter(None, (why, still_open)))


@bp.app_template_filter()
def in_words(number: int, word: str) -> str:
    return f"{number_words(number) if number <= 12 else grouped(number)} {word}{'' if number == 1 else 's'}"


@bp.app_template_filter()
def pending_words(season_sheet: SeasonSheet, names: Mapping[int, str]) -> str:
    """Return the state of a partie that is not posted, and who must sign."""
    state, sheet = season_sheet.status.value, season_sheet.sheet
    if season_sheet.status in (Status.UNSIGNED, Status.HALF_SIGNED):
        players = zip(season_sheet.membership.members, sheet.signatures, strict=True)
        state += f": {named([member for member, signed_as in players if signed_as is None], names)} to sign"
    from_paper = isinstance(sheet, Sheet) and any(each.deal is None for each in sheet.partie.deals)
    return f"{state}, from paper" if from_paper else state


# The cross-table


A_SIDE = 20
"""Rows and columns on one page."""


# Records and ratings


def records_of(club: Club, season: int | None = None) -> dict[str, object]:
    now = the_club_services().records.of_club(club.id, season)
    feats = [(kind, now.records[kind]) for kind in RecordKind if kind in now.records]
    return {"now": now, "feats": feats, "reads_book": maybe_actor() is not None}


LEADERS = 6
"""Members in the points chart."""


@bp.get("/")
def standings(season: int) -> Page:
    now, actor = the_club_services().standings.now(the_club().id, season), maybe_actor()
    rows, terms = now.table.rows, now.season.terms
    part = part_of(len(rows), A_PAGE)
    whole = "all" in request.args
    return club_page(
        "standings.html",
        now=now,
        rows=rows if whole else part.of(rows),
        part=part,
        whole=whole,
        rules=season_rules(terms),
        match_points=TieBreak.MATCH_POINTS in terms.order,
        companies="" if terms.frame == TWO else plays_in(terms),
        reads_book=actor is not None,
        enters=has_role(actor, Role.SCORER),
    )


@bp.get("/cross-table")
def cross_table(season: int) -> Page:
    total = the_club_services().standings.size(the_club().id, season)
    rows, columns = (part_of(total, A_SIDE, name) for name in ("rows", "columns"))
    found = the_club_services().standings.cross_table(the_club().id, season, rows.start, columns.start, A_SIDE)
    return club_page("cross_table.html", found=found, rows=rows, columns=columns, unmet=Meeting())


@bp.get("/race")
def race(season: int) -> Page:
    found = the_club_services().standings.race(the_club().id, season, LEADERS)
    return club_page("race.html", race=found, picture=race_chart(found))


@bp.get("/records")
def records(season: int) -> Page:
    return club_page("records.html", **records_of(the_club(), season))


@bp.get("/unsettled")
def unsettled(season: int) -> Page:
    now = the_club_services().standings.now(the_club().id, season)
    pending = [each for each in the_club_services().signing.pending(the_club().id) if each.membership.season == season]
    part = part_of(now.periods.count, A_PAGE)
    periods = the_club_services().standings.in_period(the_club().id, season, part.start, A_PAGE)
    return club_page("unsettled.html", now=now, pending=pending, periods=periods, part=part)
