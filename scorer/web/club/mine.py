"""A member's own account: their PIN and their display name."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.opening import NotAllowed
from ..extensions import LIMITER, TRIES
from ..rights import the_actor, the_club, the_club_services

bp = Blueprint("mine", __name__, url_prefix="/c/<club>/me")


@bp.get("")
def index(club: str, error: str = "") -> tuple[str, int]:
    """Show the member's own settings."""
    member = the_club_services().people.member(the_club().id, the_actor().member)
    page = render_template("club/mine.html", club=the_club(), actor=the_actor(), member=member, error=error)
    return page, 422 if error else 200


@bp.post("/pin")
@LIMITER.limit(TRIES)
def set_pin(club: str) -> tuple[str, int] | Answer:
    """Set the member's own PIN."""
    try:
        the_club_services().people.set_pin(the_actor(), the_actor().member, request.form.get("pin", ""))
    except NotAllowed as error:
        return index(club, str(error))
    flash("Your PIN is set. Use it to sign on someone else’s phone.")
    return redirect(url_for("mine.index", club=club), 303)


@bp.post("/shown")
def choose(club: str) -> tuple[str, int] | Answer:
    """Choose between name and initials."""
    try:
        the_club_services().clubs.choose(the_actor(), "shown as", request.form.get("shown", ""))
    except NotAllowed as error:
        return index(club, str(error))
    return redirect(url_for("mine.index", club=club), 303)
