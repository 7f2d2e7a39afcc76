"""The saved house rules of a club."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.clubs import Club
from ...service.opening import NotAllowed
from ..rights import the_actor, the_club, the_club_services

bp = Blueprint("kept", __name__, url_prefix="/c/<club>/rules")


def kept_by(clubs: Iterable[Club]) -> list[tuple[str, str]]:
    """Return the line and the name of each saved ruleset of these clubs."""
    return [(saved.line, saved.name) for club in clubs for saved in the_club_services().house.kept(club.id)]


@bp.get("")
def index(club: str, error: str = "") -> tuple[str, int]:
    """List the saved house rules."""
    saved = the_club_services().house.kept(the_club().id)
    typed = {"name": request.form.get("name", ""), "line": request.values.get("rules", "")}
    page = render_template("club/house.html", club=the_club(), saved=saved, actor=the_actor(), typed=typed, error=error)
    return page, 422 if error else 200


@bp.post("")
def keep(club: str) -> tuple[str, int] | Answer:
    """Save rules under a name."""
    try:
        the_club_services().house.keep(the_actor(), request.form.get("name", ""), request.form.get("rules", "")[:4000])
    except NotAllowed as error:
        return index(club, str(error))
    return redirect(url_for("kept.index", club=club), 303)


@bp.post("/drop")
def drop(club: str) -> tuple[str, int] | Answer:
    """Remove saved rules."""
    try:
        the_club_services().house.drop(the_actor(), request.form.get("name", ""))
    except NotAllowed as error:
        return index(club, str(error))
    return redirect(url_for("kept.index", club=club), 303)
