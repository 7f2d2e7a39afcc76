"""The club display: a screen in the club room that follows the tables by itself."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from jinja2_fragments.flask import render_block

from ..rights import the_club, the_club_services
from . import walls

bp = Blueprint("wall", __name__, url_prefix="/c/<club>/display")


@bp.get("/")
def index(club: str) -> str:
    """Show the whole page."""
    now = the_club_services().wall.now(the_club().id)
    return render_template("club/wall.html", club=the_club(), page=walls.wall_page(now))


@bp.get("/live")
def live(club: str) -> Response:
    """Return the current content; 304 while nothing changed and the same tables are shown."""
    wall = the_club_services().wall
    version, tables = wall.version(the_club().id)
    tag = f'"{version}-{walls.turn(wall.clock(), tables)}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers=headers)
    page = walls.wall_page(wall.now(the_club().id))
    return Response(render_block("club/wall.html", "wall", club=the_club(), page=page), headers=headers)
