"""Carrying the club out as files, and parties into it: links, a look at what would be posted, and then its posting."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, stream_template, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.exporting import Exported, Format
from ...service.opening import NotAllowed
from ..rights import the_actor, the_club, the_club_services
from .forms import chosen_number
from .in_and_out import bring_page, brought_again, brought_now, links_out, posting

bp = Blueprint("carrying", __name__, url_prefix="/c/<club>")

LARGEST = 4 * 1024 * 1024
"""Bytes of files that are brought in at once, and of the form that carries them on."""


@bp.url_value_preprocessor
def make_room(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let a form with files be larger than others, before anything reads it."""
    request.max_content_length = request.max_form_memory_size = LARGEST


@bp.get("/out")
def out(club: str) -> str:
    """The ways to carry the club out."""
    page = links_out(the_club(), the_club_services().seasons.seasons(the_club().id))
    return render_template("club/out.html", club=the_club(), page=page)


@bp.get("/out/file")
def download(club: str) -> Response:
    """All of the club, a season, or one table."""
    return _sent(table=request.args.get("table", ""), season=request.args.get("season", type=int))


@bp.get("/me/data")
def own(club: str) -> Response | Answer:
    """What is a member's own."""
    if not the_actor().member:
        return redirect(url_for("mine.index", club=club), 303)
    return _sent(member=the_actor().member)


def _sent(**asked: Any) -> Response:
    try:
        form = Format(request.args.get("form", Format.JSON.value))
        made: Exported = the_club_services().exporting.export(the_club().id, form, **asked)
    except (NotAllowed, ValueError):
        abort(404)
    answer = Response(made.pieces, mimetype=made.type)
    answer.headers.set("Content-Disposition", "attachment", filename=made.name)
    return answer


@bp.get("/in")
def bring(club: str, error: str = "") -> tuple[str, int]:
    """The form for files with parties."""
    page = bring_page(the_club_services().seasons.seasons(the_club().id), error)
    return render_template("club/in.html", club=the_club(), page=page), 422 if error else 200


@bp.post("/in")
def look(club: str) -> tuple[str, int]:
    """What would be posted, and what keeps it out."""
    try:
        page = brought_now(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return bring(club, str(error))
    return render_template("club/in_plan.html", club=the_club(), page=page), 200 if page.is_sound else 422


@bp.post("/in/post")
def post(club: str) -> tuple[str, int] | Response:
    """Post it, and show how far it has come while it does; the page is complete when all is kept."""
    try:
        plan, page = brought_again(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return bring(club, str(error))
    if not page.is_sound:
        return render_template("club/in_plan.html", club=the_club(), page=page), 422
    steps = posting(the_club_services().importing, the_actor(), plan)
    return Response(stream_template("club/in_posted.html", club=the_club(), page=page, steps=steps))
