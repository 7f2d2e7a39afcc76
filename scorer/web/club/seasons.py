"""Opening a season: the form, the preview of its terms, and the published terms."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.terms import checked
from ...service.opening import NotAllowed
from ..rights import maybe_actor, the_actor, the_club, the_club_services, the_season
from . import terms_form
from .terms_page import terms_page

bp = Blueprint("seasons", __name__, url_prefix="/c/<club>")


@bp.get("/seasons/new")
def new(club: str, error: str = "") -> tuple[str, int]:
    """Show the form for the terms."""
    page = render_template("club/new_season.html", club=the_club(), sections=terms_form.sections(), error=error)
    return page, 422 if error else 200


@bp.post("/seasons")
def open_season(club: str) -> tuple[str, int] | Answer:
    """Preview the terms, or open the season with them."""
    if request.form.get("step") == "change":
        return new(club)[0], 200
    try:
        terms = checked(terms_form.read_form())
        if request.form.get("step") != "open":
            page = {"page": terms_page(terms), "typed": terms_form.typed()}
            return render_template("club/terms.html", club=the_club(), actor=the_actor(), season=None, **page), 200
        number = the_club_services().seasons.open(the_actor(), terms)
    except NotAllowed as error:
        return new(club, str(error))
    return redirect(url_for("entrants.index", club=club, season=number), 303)


@bp.get("/s/<int:season>/terms")
def terms(club: str, season: int) -> str:
    """Show the published terms."""
    page = {"page": terms_page(the_season().terms), "season": the_season(), "actor": maybe_actor()}
    return render_template("club/terms.html", club=the_club(), typed=[], **page)
