"""Disputes: the director's list, one dispute with both versions, rulings and decisions."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.disputes import Disputed
from ...service.club.rulings import THE_TERMS
from ...service.club.services import ClubServices
from ...service.opening import NotAllowed
from ..rights import LARGEST, the_actor, the_club, the_club_services
from .asking import requested_version
from .at_the_table import closed_season
from .dispute_page import dispute_page, disputes_page
from .previewing import asked_step, post_or_preview
from .settling_page import settling_page

bp = Blueprint("disputes", __name__, url_prefix="/c/<club>/disputes")

RULING = ("holds", "words", "law")
SETTLING = ("deal", "said", "total0", "total1", "words", "law")


@bp.get("")
def index(club: str) -> str:
    """List the disputes, open and ended."""
    found = the_club_services().disputes.of_club(the_club().id)
    page = disputes_page((row.code, (row.first, row.second), each) for row, each in found)
    return render_template("club/disputes.html", club=the_club(), page=page)


@bp.get("/<code>/<int:dispute>", endpoint="dispute")
def show(club: str, code: str, dispute: int, error: str = "") -> tuple[str, int]:
    """Show a dispute, with the form for the ruling to a director."""
    page = dispute_page(_dispute(code, dispute))
    typed = {name: request.form.get(name, "") for name in RULING}
    found = {"page": page, "typed": typed, "terms": THE_TERMS, "actor": the_actor(), "error": error}
    return render_template("club/dispute.html", club=the_club(), **found), 422 if error else 200


@bp.post("/<code>/<int:dispute>")
def rule(club: str, code: str, dispute: int) -> tuple[str, int] | str | Answer:
    """Preview or post a ruling."""
    found, by = _dispute(code, dispute), the_actor()
    follow, words, law = request.form.get("holds") == "version", *(request.form.get(name, "") for name in RULING[1:])

    def post_ruling(services: ClubServices) -> object:
        return services.disputes.rule(code, by, follow=follow, words=words, law=law)

    if asked_step() == "change":
        return show(club, code, dispute)
    if not found.dispute.is_open:
        return show(club, code, dispute, "This dispute has already ended.")
    if request.form.get("holds") not in ("record", "version"):
        return show(club, code, dispute, "Choose which version counts.")
    posted = redirect(url_for("disputes.dispute", club=club, code=found.record.code, dispute=dispute), 303)
    try:
        title = f"Ruling on dispute {dispute} of {found.record.code}"
        return post_or_preview(title, found.standing.place.season, post_ruling, RULING, posted)
    except NotAllowed as error:
        return show(club, code, dispute, str(error))


@bp.get("/<code>/settle")
def settling(club: str, code: str, error: str = "") -> tuple[str, int]:
    """Show the form for a director's decision on a finished partie: keep the record, or correct it."""
    standing = the_club_services().signing.standing(code, the_club().id)
    if standing is None or not standing.sheet.partie.is_over:
        abort(404)
    if standing.closed_at:
        return closed_season(standing), 409
    page = settling_page(the_club().code, standing)
    found = {"page": page, "terms": THE_TERMS, "error": error}
    return render_template("club/settle.html", club=the_club(), **found), 422 if error else 200


@bp.post("/<code>/settle")
def settle(club: str, code: str) -> tuple[str, int] | str | Answer:
    """Preview or post a director's decision."""
    by, (deal, said) = the_actor(), requested_version()
    words, law = (request.form.get(name, "") for name in ("words", "law"))
    standing = the_club_services().signing.standing(code, the_club().id)
    if standing is None:
        abort(404)
    if standing.closed_at:
        return closed_season(standing), 409

    def post_decision(services: ClubServices) -> object:
        return services.disputes.settle(code, by, deal=deal, said=said, words=words, law=law)

    if asked_step() == "change":
        return settling(club, code)
    posted = redirect(url_for("sheets.settlement", code=standing.sheet.code), 303)
    try:
        return post_or_preview(
            f"Decision on {standing.sheet.code}", standing.place.season, post_decision, SETTLING, posted
        )
    except NotAllowed as error:
        return settling(club, code, str(error))


def _dispute(code: str, number: int) -> Disputed:
    found = the_club_services().disputes.dispute(the_club().id, code, number) if number <= LARGEST else None
    if found is None:
        abort(404)
    return found
