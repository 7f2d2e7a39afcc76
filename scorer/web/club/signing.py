"""Signatures, refusals, calls and corrections by the players of a season's partie."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.actors import Actor
from ...service.club.disputes import Asked
from ...service.club.signing import Standing, State
from ...service.opening import NotAllowed
from ..rights import the_club_services
from ..sheets import settlement
from .asking import ask_page, requested_version
from .at_the_table import chosen_player, closed_season, looks, the_player

bp = Blueprint("signing", __name__, url_prefix="/p/<code>")


@bp.post("/signatures")
def sign(code: str) -> tuple[str, int] | Answer:
    """Sign for one player; the second signature posts the partie."""
    return _run(code, the_club_services().signing.sign)


@bp.post("/agree")
def agree(code: str) -> tuple[str, int] | Answer:
    """Agree to the correction that the other player requested."""
    return _run(code, the_club_services().disputes.agree)


@bp.post("/withdraw")
def withdraw(code: str) -> tuple[str, int] | Answer:
    """Withdraw the player's own dispute."""
    return _run(code, the_club_services().disputes.withdraw)


@bp.get("/ask/<what>")
def asking(code: str, what: str, error: str = "") -> tuple[str, int]:
    """Show the form to refuse to sign, call the director or request a correction."""
    standing = the_club_services().signing.standing(code)
    if standing is None or what.upper() not in Asked.__members__:
        abort(404)
    if standing.closed_at:
        return closed_season(standing), 409
    page = ask_page(standing, Asked[what.upper()], looks(code))
    return render_template("club/ask.html", page=page, error=error), 422 if error else 200


@bp.post("/ask/<what>")
def ask(code: str, what: str) -> tuple[str, int] | Answer:
    """Refuse to sign, call the director or request a correction."""
    disputes, reason = the_club_services().disputes, request.form.get("reason", "")
    deal, said = requested_version()
    try:
        if what == "call":
            now = disputes.call(code, chosen_player(code), reason)
        else:
            now = disputes.ask(code, the_player(code), Asked[what.upper()], reason, deal=deal, said=said)
    except KeyError:
        abort(404)
    except NotAllowed as error:
        return asking(code, what, str(error))
    flash("Sent. The director and the other player can see it on their pages.")
    return _back(now)


def _run(code: str, verb: Callable[[str, Actor], Standing]) -> tuple[str, int] | Answer:
    """Run *verb* and redirect; on an error show the settlement with it."""
    try:
        return _back(verb(code, the_player(code)))
    except NotAllowed as error:
        return settlement(code, str(error)), 422


def _back(now: Standing) -> Answer:
    """Redirect to the settlement, or to the table of a partie in progress."""
    is_over = now.state is not State.PLAYING and now.sheet.partie.is_over
    return redirect(url_for("sheets.settlement" if is_over else "tables.table", code=now.sheet.code), 303)
