"""The directors of a club, and its settings."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.passwords import SHORTEST_PASSWORD
from ...service.opening import NotAllowed
from ..rights import the_actor, the_club, the_club_services

bp = Blueprint("directors", __name__, url_prefix="/c/<club>/directors")


@bp.get("")
def index(club: str, error: str = "") -> tuple[str, int]:
    """List the directors, and show the settings."""
    directors = the_club_services().people.directors(the_actor())
    name = request.form.get("name", "")
    found = {"directors": directors, "actor": the_actor(), "error": error, "name": name, "shortest": SHORTEST_PASSWORD}
    return render_template("club/directors.html", club=the_club(), **found), 422 if error else 200


@bp.post("")
def add(club: str) -> tuple[str, int] | Answer:
    """Add a director."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        the_club_services().people.add_director(the_actor(), name=name, password=password)
    except NotAllowed as error:
        return index(club, str(error))
    return redirect(url_for("directors.index", club=club), 303)


@bp.post("/<int:credential>/end")
def end(club: str, credential: int) -> tuple[str, int] | Answer:
    """Remove a director. A director who removes themself is signed out and sees the first page."""
    try:
        the_club_services().people.end_credential(the_actor(), credential)
    except NotAllowed as error:
        return index(club, str(error))
    itself = credential == the_actor().credential
    return redirect(url_for("home.index") if itself else url_for("directors.index", club=club), 303)


@bp.post("/choices")
def choose(club: str) -> Answer:
    """Choose whether the standings are public."""
    public = "yes" if request.form.get("public") == "yes" else "no"
    the_club_services().clubs.choose(the_actor(), "public standings", public)
    readers = "Anyone with the address" if public == "yes" else "Only members"
    flash(f"{readers} can now read the standings.")
    return redirect(url_for("directors.index", club=club), 303)
