"""A club's first page: its seasons, what waits for whoever looks, and the ways to everything else."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..rights import maybe_actor, the_club, the_club_services

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.get("/")
def index(club: str) -> str:
    """The club's first page."""
    seasons = the_club_services().seasons.seasons(the_club().id)
    return render_template("club/home.html", club=the_club(), actor=maybe_actor(), seasons=seasons)
