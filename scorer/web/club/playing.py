"""The form to start a partie of a season without fixtures."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.terms import Format
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..rights import form_token, the_actor, the_club, the_club_services, the_season
from .fixtures import score_by
from .forms import Choice, chosen_number

bp = Blueprint("playing", __name__, url_prefix="/c/<club>/s/<int:season>/start")


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    """The members who can play, and the first dealer."""

    first: tuple[Choice, ...]
    second: tuple[Choice, ...]
    first_deals: bool


def _page(season: int) -> StartPage:
    club_id, services = the_club().id, the_club_services()
    playing = [each for each, withdrew in services.seasons.entrants(club_id, season).items() if not withdrew]
    names = {each.number: each.name for each in services.people.members(club_id)}
    own = the_actor().member if the_actor().member in playing else 0
    chosen = chosen_number("first") or own, chosen_number("second")
    first, second = (
        tuple(Choice(str(each), names[each], each == one) for each in sorted(playing, key=names.__getitem__))
        for one in chosen
    )
    return StartPage(first=first, second=second, first_deals=request.form.get("dealer") == "first")


@bp.get("")
def new(club: str, season: int, error: str = "") -> tuple[str, int] | Answer:
    """Show the form; a season with fixtures decides both questions itself."""
    if the_season().terms.format is not Format.OPEN:
        return redirect(url_for("fixtures.index", club=club, season=season), 303)
    found = {"season": the_season(), "page": _page(season), "error": error, "key": new_token()}
    return render_template("club/start.html", club=the_club(), **found), 422 if error else 200


@bp.post("")
def start(club: str, season: int) -> tuple[str, int] | Answer:
    """Start the partie; this phone scores it."""
    first, second, token = chosen_number("first"), chosen_number("second"), form_token() or new_token()
    if request.form.get("dealer") == "first":
        first, second = second, first
    if the_season().terms.format is not Format.OPEN or first == second:
        return new(club, season, "Choose two different members.")
    try:
        sheet, token = the_club_services().signing.open(the_club().id, season, first, second, token=token)
    except NotAllowed as error:
        return new(club, season, str(error))
    score_by(token)
    return redirect(url_for("tables.table", code=sheet.code), 303)
