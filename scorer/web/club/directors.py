"""Who directs a club, and what the club chooses for itself."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.opening import NotAllowed
from ..rights import the_actor, the_club, the_club_services

bp = Blueprint("directors", __name__, url_prefix="/c/<club>/directors")


@bp.get("")
def index(club: str, error: str = "") -> tuple[str, int]:
    """The directors, and whether the standings are public."""
    directors = the_club_services().people.directors(the_actor())
    name = request.form.get("name", "")
    found = {"directors": directors, "actor": the_actor(), "error": error, "name": name}
    return render_template("club/directors.html", club=the_club(), **found), 422 if error else 200


@bp.post("")
def add(club: str) -> tuple[str, int] | Answer:
    """Let another person direct the club."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        the_club_services().people.add_director(the_actor(), name=name, password=password)
    except NotAllowed as error:
        return index(club, str(error))
    return redirect(url_for("directors.index", club=club), 303)


@bp.post("/<int:credential>/end")
def end(club: str, credential: int) -> tuple[str, int] | Answer:
    """Let somebody direct the club no more."""
    try:
        the_club_services().people.end_credential(the_actor(), credential)
    except NotAllowed as error:
        return index(club, str(error))
    itself = credential == the_actor().credential
    return redirect(url_for("home.index") if itself else url_for("directors.index", club=club), 303)


@bp.post("/choices")
def choose(club: str) -> Answer:
    """Choose whether anybody may read the standings."""
    public = "yes" if request.form.get("public") == "yes" else "no"
    the_club_services().clubs.choose(the_actor(), "public standings", public)
    flash("Anybody may read the standings now." if public == "yes" else "Only members read the standings now.")
    return redirect(url_for("directors.index", club=club), 303)
