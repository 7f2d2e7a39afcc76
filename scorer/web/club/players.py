"""The players' pages: a member's record, two members against each other, ratings and records."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from ..rights import maybe_actor, the_club, the_club_services
from . import careers, honours
from .season_tables import A_PAGE
from .slices import start_of

bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@bp.get("/players/<int:member>/")
def player(club: str, member: int) -> str:
    """Show a member's record in one season or in all."""
    asked = request.args.get("season", "")
    season = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else None
    now = the_club_services().records.of_member(the_club().id, member, season)
    start = start_of(request.args.get("from", ""), len(now.parties), careers.A_PAGE)
    page = careers.member_page(now, start)
    return render_template("club/player.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/players/<int:member>/against/<int:other>")
def two(club: str, member: int, other: int) -> str:
    """Show all parties between two members."""
    page = careers.two_page(the_club_services().records.of_two(the_club().id, member, other))
    return render_template("club/two.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/ratings")
def ratings(club: str) -> str:
    """List the ratings of all members."""
    now = the_club_services().records.ratings(the_club().id)
    page = honours.ratings_page(now, start_of(request.args.get("from", ""), len(now.rated), A_PAGE))
    return render_template("club/ratings.html", club=the_club(), page=page)


@bp.get("/records")
def records(club: str) -> str:
    """List the club's records."""
    page = honours.records_page(the_club_services().records.of_club(the_club().id))
    return render_template("club/records.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)
