"""A club's first page."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..rights import maybe_actor, the_club, the_club_services
from .home_page import home_page

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.get("/")
def index(club: str) -> str:
    """Show the seasons, the reader's pending parties, and links to everything else."""
    page = home_page(the_club_services(), the_club(), maybe_actor())
    return render_template("club/home.html", club=the_club(), actor=maybe_actor(), page=page)
