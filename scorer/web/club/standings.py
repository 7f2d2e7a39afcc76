"""A season's pages: standings, cross-table, points chart, records, and results that are not yet final."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from ...service.club.actors import Role
from ..rights import has_role, maybe_actor, the_club, the_club_services
from . import cross_tables, honours, pictures, season_tables
from .slices import start_of

bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

LEADERS = 6
"""Members in the points chart."""


@bp.get("/")
def standings(club: str, season: int) -> str:
    """Show the standings page by page, or all rows to print."""
    now = the_club_services().standings.now(the_club().id, season)
    start = start_of(request.args.get("from", ""), len(now.table.rows), season_tables.A_PAGE)
    page = season_tables.standings_page(now, start, whole="all" in request.args)
    return render_template("club/standings.html", club=the_club(), page=page, **_rights())


def _rights() -> dict[str, bool]:
    """Return which links the reader may follow."""
    actor = maybe_actor()
    return {
        "reads_book": actor is not None,
        "enters": has_role(actor, Role.SCORER),
        "exports": has_role(actor, Role.DIRECTOR),
    }


@bp.get("/cross-table")
def cross_table(club: str, season: int) -> str:
    """Show the cross-table, a square at a time."""
    total = the_club_services().standings.size(the_club().id, season)
    start, column = (start_of(request.args.get(name, ""), total, cross_tables.A_SIDE) for name in ("rows", "columns"))
    found = the_club_services().standings.cross_table(the_club().id, season, start, cross_tables.A_SIDE)
    return render_template("club/cross_table.html", club=the_club(), page=cross_tables.cross_page(found, start, column))


@bp.get("/race")
def race(club: str, season: int) -> str:
    """Show the points chart."""
    found = the_club_services().standings.race(the_club().id, season, LEADERS)
    return render_template("club/race.html", club=the_club(), race=found, picture=pictures.race_picture(found))


@bp.get("/records")
def records(club: str, season: int) -> str:
    """List the season's records."""
    page = honours.records_page(the_club_services().records.of_club(the_club().id, season))
    return render_template("club/records.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/unsettled")
def unsettled(club: str, season: int) -> str:
    """List the parties that are not posted yet, and those still open to correction."""
    now = the_club_services().standings.now(the_club().id, season)
    pending = [each for each in the_club_services().signing.waiting(the_club().id) if each.place.season == season]
    start = start_of(request.args.get("from", ""), now.periods.count, season_tables.A_PAGE)
    periods = the_club_services().standings.in_period(the_club().id, season, start, season_tables.A_PAGE)
    page = season_tables.unsettled_page(now, pending, periods, start)
    return render_template("club/unsettled.html", club=the_club(), page=page)
