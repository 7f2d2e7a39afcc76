"""The sheet of a partie, its settlement and signatures, other rules, and sharing."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..service.parties import NotAllowed
from . import proof, sharing
from .address import is_reachable
from .club.at_the_table import way_to_the_book
from .club.owing import partie_stakes
from .phones import company_of
from .rights import form_token, may_score, the_club_services, the_parties
from .tables import is_partial

bp = Blueprint("sheets", __name__, url_prefix="/p/<code>")


@bp.get("/sheet")
def sheet(code: str) -> str:
    """Show the sheet of a partie."""
    found = {
        "page": proof.sheet_page(the_parties().sheet(code)),
        "way": way_to_the_book(code),
        "company": company_of(code),
    }
    return render_block("sheet.html", "sheet", **found) if is_partial() else render_template("sheet.html", **found)


@bp.get("/settlement")
def settlement(code: str, error: str = "") -> str:
    """Show what the partie pays and why, the signatures, and its status in a season."""
    found = the_parties().sheet(code)
    page = proof.settlement_page(found, may_score=may_score(code), stakes=partie_stakes(the_club_services(), found))
    if page is None:
        raise NotFound
    way = way_to_the_book(code)
    return render_template("settlement.html", page=page, way=way, company=company_of(code), error=error)


@bp.post("/sign")
def sign(code: str) -> Answer:
    """Sign the settlement for one player."""
    typed, players = request.form.get("player", ""), len(the_parties().sheet(code).names)
    player = next((index for index in range(players) if str(index) == typed), -1)
    try:
        name, seen = request.form.get("name", ""), request.form.get("seen", "")[:64]
        the_parties().sign(code, player=player, name=name, seen=seen)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.settlement", code=code), 303)


@bp.get("/other-rules")
def other_rules(code: str) -> str:
    """Show the partie scored by other rules."""
    return render_template("other_rules.html", page=proof.other_rules_page(the_parties().sheet(code)))


@bp.get("/share")
def share(code: str) -> str:
    """Show how another phone follows the partie; on a phone that scores, its scoring links too."""
    links = the_parties().links(code) if may_score(code) else []
    return render_template("share.html", page=sharing.share_page(the_parties().sheet(code), links, ""))


@bp.post("/links")
def new_link(code: str) -> str:
    """Make a scoring link and show it once."""
    token = the_parties().new_link(code, form_token()) if is_reachable() else ""
    links = the_parties().links(code)
    return render_template("share.html", page=sharing.share_page(the_parties().sheet(code), links, token))


@bp.post("/links/<int:link>/revoke")
def revoke(code: str, link: int) -> Answer:
    """Revoke a scoring link."""
    try:
        the_parties().revoke_link(code, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.share", code=code), 303)
