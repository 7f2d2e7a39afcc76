"""The entrants of a season: entering, withdrawing, substitutes."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.opening import NotAllowed
from ..rights import maybe_actor, the_actor, the_club, the_club_services, the_season
from .entrant_pages import entrant_page, entrants_page
from .forms import chosen_number, numbers

bp = Blueprint("entrants", __name__, url_prefix="/c/<club>/s/<int:season>/entrants")


@bp.get("")
def index(club: str, season: int, error: str = "") -> tuple[str, int]:
    """List the entrants; a director can enter more here."""
    page = entrants_page(the_club_services(), the_club().id, the_season(), numbers("member"))
    found = {"season": the_season(), "actor": maybe_actor(), "page": page, "error": error}
    return render_template("club/entrants.html", club=the_club(), **found), 422 if error else 200


@bp.post("")
def enter(club: str, season: int) -> tuple[str, int] | Answer:
    """Enter members."""
    try:
        the_club_services().seasons.enter(the_actor(), season, *numbers("member"))
    except NotAllowed as error:
        return index(club, season, str(error))
    return redirect(url_for("entrants.index", club=club, season=season), 303)


@bp.get("/<int:member>")
def entrant(club: str, season: int, member: int, error: str = "") -> tuple[str, int]:
    """Show one entrant: the effects of a withdrawal, and the possible substitutes."""
    page = entrant_page(the_club_services(), the_club().id, the_season(), member)
    if page is None:
        abort(404)
    typed = {"reason": request.form.get("reason", ""), "substitute": chosen_number("substitute"), "error": error}
    found = render_template("club/entrant.html", club=the_club(), season=the_season(), page=page, **typed)
    return found, 422 if error else 200


@bp.post("/<int:member>/withdraw")
def withdraw(club: str, season: int, member: int) -> tuple[str, int] | Answer:
    """Withdraw a member, with all effects."""
    reason, substitute = request.form.get("reason", "")[:500], chosen_number("substitute") or None
    try:
        the_club_services().seasons.withdraw(the_actor(), season, member, reason, substitute)
    except NotAllowed as error:
        return entrant(club, season, member, str(error))
    return redirect(url_for("entrants.entrant", club=club, season=season, member=member), 303)


@bp.post("/<int:member>/replace")
def replace(club: str, season: int, member: int) -> tuple[str, int] | Answer:
    """Give the remaining fixtures of a withdrawn member to a substitute."""
    try:
        the_club_services().seasons.replace(the_actor(), season, member, chosen_number("substitute"))
    except NotAllowed as error:
        return entrant(club, season, member, str(error))
    return redirect(url_for("fixtures.index", club=club, season=season), 303)
