"""The open items: of all seasons, of one season, before closing it, on the director's desk, and of a member."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.items import Kind
from ...service.opening import NotAllowed
from ..figures import when
from ..rights import the_actor, the_club, the_club_services
from .evening import items_page, own_page, season_page

bp = Blueprint("night", __name__, url_prefix="/c/<club>")

LONGEST_REASON = 200


@bp.get("/open-items")
def report(club: str) -> str:
    """List the open items of every open season."""
    night = the_club_services().night
    seasons = [season_page(the_club().code, each) for each in night.report(the_club().id)]
    made = when(night.clock().isoformat())
    return render_template("club/night.html", club=the_club(), seasons=seasons, made=made)


@bp.get("/open-items/<int:season>")
def of_season(club: str, season: int) -> str:
    """List the open items of a season, of one kind or of all, page by page."""
    found = next((each for each in the_club_services().night.report(the_club().id) if each.season == season), None)
    if found is None:
        abort(404)
    kind = Kind.__members__.get(request.args.get("kind", "").upper())
    page = items_page(the_club().code, found, kind, request.args.get("from", ""))
    return render_template("club/night_items.html", club=the_club(), page=page)


@bp.get("/s/<int:season>/close")
def before_closing(club: str, season: int, error: str = "") -> tuple[str, int]:
    """Show the form to close a season, with the items that are still open."""
    found = the_club_services().night.before_closing(the_club().id, season)
    if found is None:
        abort(404)
    page = season_page(the_club().code, found, request.form)
    form = render_template("club/close.html", club=the_club(), page=page, every=_typed("every"), error=error)
    return form, 422 if error else 200


@bp.post("/s/<int:season>/close")
def close(club: str, season: int) -> tuple[str, int] | Answer:
    """Close the season; each open item needs a reason."""
    left_out = {key: _typed(key) or _typed("every") for key in request.form.getlist("item")}
    found = the_club_services().night.before_closing(the_club().id, season)
    if found is not None and found.seen == request.form.get("seen"):
        left_out = {each.key: _typed("every") for each in found.items} | left_out
    try:
        posted = the_club_services().closing.close(the_actor(), season, left_out)
    except NotAllowed as error:
        return before_closing(club, season, str(error))
    flash("The season is closed.")
    return redirect(url_for("book.entry", club=the_club().code, number=posted.entry.number), 303)


@bp.get("/desk")
def desk(club: str) -> str:
    """Show the director's desk."""
    seasons = [season_page(the_club().code, each) for each in the_club_services().night.report(the_club().id)]
    return render_template("club/desk.html", club=the_club(), actor=the_actor(), seasons=seasons)


@bp.get("/me/open-items")
def waiting(club: str) -> str:
    """List a member's own open items."""
    items = the_club_services().night.of_member(the_club().id, the_actor().member) if the_actor().member else ()
    page = own_page(the_club().code, items, the_actor().member)
    return render_template("club/waiting.html", club=the_club(), actor=the_actor(), page=page)


def _typed(name: str) -> str:
    return request.form.get(name, "").strip()[:LONGEST_REASON]
