"""Export a club; import parties (upload, preview, post)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, stream_template, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.exporting import Exported, Format
from ...service.opening import NotAllowed
from ..rights import the_actor, the_club, the_club_services
from .forms import chosen_number
from .in_and_out import exports_page, import_page, posting, resubmitted, uploaded

bp = Blueprint("carrying", __name__, url_prefix="/c/<club>")

LARGEST = 4 * 1024 * 1024
"""Bytes of the files of one import, and of the form that carries them from the preview to the posting."""


@bp.url_value_preprocessor
def make_room(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests here than elsewhere, before anything reads them."""
    request.max_content_length = request.max_form_memory_size = LARGEST


@bp.get("/export")
def exports(club: str) -> str:
    """List the files to export."""
    page = exports_page(the_club(), the_club_services().seasons.seasons(the_club().id))
    return render_template("club/out.html", club=the_club(), page=page)


@bp.get("/export/file")
def download(club: str) -> Response:
    """Send the whole club, a season, or one table."""
    return _sent(table=request.args.get("table", ""), season=request.args.get("season", type=int))


@bp.get("/me/data")
def own_data(club: str) -> Response | Answer:
    """Send a member their own data."""
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


@bp.get("/import")
def imports(club: str, error: str = "") -> tuple[str, int]:
    """Show the form for files."""
    page = import_page(the_club_services().seasons.seasons(the_club().id), error)
    return render_template("club/in.html", club=the_club(), page=page), 422 if error else 200


@bp.post("/import")
def check(club: str) -> tuple[str, int]:
    """Preview an import: the parties, or the errors in the files."""
    try:
        page = uploaded(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return imports(club, str(error))
    return render_template("club/in_plan.html", club=the_club(), page=page), 200 if page.is_sound else 422


@bp.post("/import/post")
def post(club: str) -> tuple[str, int] | Response:
    """Post the parties and stream the progress; the page ends when all of them are saved."""
    try:
        plan, page = resubmitted(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return imports(club, str(error))
    if not page.is_sound:
        return render_template("club/in_plan.html", club=the_club(), page=page), 422
    steps = posting(the_club_services().importing, the_actor(), plan)
    return Response(stream_template("club/in_posted.html", club=the_club(), page=page, steps=steps))
