"""The stakes of a season: of all members, and of one with the arithmetic."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from ..rights import the_club, the_club_services
from .owing import stakes_page

bp = Blueprint("stakes", __name__, url_prefix="/c/<club>/s/<int:season>/stakes")


@bp.get("/")
def index(club: str, season: int) -> str:
    """Show who owes whom."""
    page = stakes_page(the_club_services().settling.of_season(the_club().id, season))
    if page is None:
        raise NotFound
    return render_template("club/stakes.html", club=the_club(), page=page)


@bp.get("/<int:member>")
def member(club: str, season: int, member: int) -> str:
    """Show what one member owes and is owed, with the arithmetic."""
    page = stakes_page(the_club_services().settling.of_season(the_club().id, season, member), member)
    if page is None:
        raise NotFound
    return render_template("club/stakes.html", club=the_club(), page=page)
