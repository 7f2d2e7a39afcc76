"""A company: opening it, its scorecard, the next partie, parties from paper, signatures, and sharing."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..rules.frames import Won
from ..service.companies import CompanyCard, NotTheTurn
from ..service.parties import NotAllowed, new_token
from .address import is_reachable
from .choosing import read_rules
from .club.at_the_table import the_signer
from .club.forms import whole
from .company_form import asked_frame, company_form, names_typed, terms_chosen
from .company_page import company_page
from .company_turns import close_page, turn_page
from .extensions import MAY_OPEN, may_open, note_opened
from .figures import parse_number
from .phones import (
    follow,
    let_score,
    let_score_company,
    may_score_company,
    own_place,
    season_of_company,
    the_club_services,
    the_companies,
)
from .rights import form_token, the_parties
from .sharing import company_share_page
from .tables import is_partial

bp = Blueprint("companies", __name__, url_prefix="/company")


@bp.get("/new")
def new(error: str = "", status: int = 200) -> tuple[str, int]:
    """Show the form for a new company."""
    return render_template("company_new.html", page=company_form(), error=error, key=new_token()), status


@bp.post("/new")
def open_company() -> tuple[str, int] | Answer:
    """Open a company and let this phone score it."""
    try:
        rules = read_rules(request.form.get("rules", ""))
        if not may_open():
            return new(MAY_OPEN, 429)
        card, token = the_companies().open(names_typed(), terms_chosen(asked_frame()), rules, form_token())
    except NotAllowed as error:
        return new(str(error), 422)
    note_opened()
    opened = the_companies().scoring.open(token)
    assert opened is not None
    let_score_company(*opened)
    return redirect(url_for("companies.card", company=card.code), 303)


def _render(card: CompanyCard, error: str = "") -> str:
    page = company_page(card, may_score=may_score_company(card.code))
    if is_partial():
        return render_block("company.html", "company", page=page, error=error)
    return render_template("company.html", page=page, error=error, of_season=season_of_company(card.code))


@bp.get("/<company>/")
def card(company: str) -> str | Answer:
    """Show the scorecard, and the next partie."""
    found = the_companies().card(company)
    if company != found.code:
        return redirect(url_for("companies.card", company=found.code))
    follow(found.code)
    return _render(found)


@bp.get("/<company>/live")
def live(company: str) -> Response:
    """Show the scorecard to a phone that polls; 304 while nothing has changed."""
    tag = f'"{the_companies().version(company)}-{may_score_company(company):d}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers={"ETag": tag, "Cache-Control": "no-cache"})
    found = _render(the_companies().card(company))
    return Response(found, headers={"ETag": tag, "Cache-Control": "no-cache"})


@bp.post("/<company>/begin")
def begin(company: str) -> tuple[str, int] | Answer:
    """Begin the next partie and let this phone score it."""
    elder = _side(request.form.get("elder", ""))
    try:
        sheet, token = the_companies().begin(company, number=whole("turn", "The turn"), elder=elder, token=form_token())
    except NotTheTurn as error:
        return _render(the_companies().card(company), str(error)), 409
    except NotAllowed as error:
        return _render(the_companies().card(company), str(error)), 422
    opened = the_parties().open_link(token)
    assert opened is not None
    let_score(*opened)
    return redirect(url_for("tables.table", code=sheet.code), 303)


@bp.get("/<company>/turns/<int:number>")
def turn(company: str, number: int, error: str = "", status: int = 200) -> tuple[str, int]:
    """Show a partie of the scorecard; or the form to enter the next from paper."""
    page = turn_page(the_companies().card(company), number, may_score=may_score_company(company))
    if page is None:
        raise NotFound
    return render_template("company_turn.html", page=page, error=error, form=request.form), status


@bp.post("/<company>/turns/<int:number>")
def enter(company: str, number: int) -> tuple[str, int] | Answer:
    """Enter the totals or the result of a partie from paper."""
    try:
        totals, result = _from_paper(the_companies().card(company).company.record.rules.sides)
        key = form_token() or new_token()
        the_companies().enter(company, number=number, totals=totals, result=result, form_key=key)
    except NotTheTurn as error:
        return _render(the_companies().card(company), str(error)), 409
    except NotAllowed as error:
        return turn(company, number, str(error), 422)
    return redirect(url_for("companies.card", company=company), 303)


def _from_paper(sides: int) -> tuple[tuple[int, ...] | None, Won | None]:
    """Return the totals of all sides, or the result."""
    if request.form.get("by") == "totals":
        return tuple(whole(f"total{side}", "A total") for side in range(sides)), None
    winner = request.form.get("winner", "")
    if winner == "none":
        return None, Won(None, 0)
    side = _side(winner)
    if not 0 <= side < sides:
        raise NotAllowed("Choose who won.")
    return None, Won(side, whole("points", "What the winner wins"))


def _side(typed: str) -> int:
    """Return the seat or side that was chosen; -1 for none."""
    return int(typed) if typed in ("0", "1", "2", "3") else -1


@bp.post("/<company>/turns/<int:number>/remove")
def remove(company: str, number: int) -> Answer:
    """Remove a partie that was begun by mistake, or entered twice."""
    try:
        the_companies().strike(company, number=number, form_key=form_token() or new_token())
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.card", company=company), 303)


@bp.get("/<company>/signatures")
def signatures(company: str, error: str = "") -> tuple[str, int]:
    """Show the balances and the signatures."""
    card, standing = the_companies().card(company), the_club_services().companies.standing(company)
    page = close_page(card, may_score=may_score_company(company), own=own_place(company), standing=standing)
    of_season = None if standing is None else standing.of
    found = render_template("company_close.html", page=page, error=error, of_season=of_season)
    return found, 422 if error else 200


@bp.post("/<company>/signatures")
def sign(company: str) -> Answer:
    """Sign the scorecard for one player."""
    place = parse_number(request.form.get("place", ""))
    try:
        the_companies().sign(company, place=place, name=request.form.get("name", ""))
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.signatures", company=company), 303)


@bp.post("/<company>/signatures/season")
def sign_in_season(company: str) -> tuple[str, int] | Answer:
    """Sign the scorecard of a season, on the member's own phone or with their PIN; the last signature posts it."""
    try:
        the_club_services().companies.sign(company, the_signer(company))
    except NotAllowed as error:
        return signatures(company, str(error))
    return redirect(url_for("companies.signatures", company=company), 303)


@bp.get("/<company>/share")
def share(company: str) -> str:
    """Show how another phone follows the company; on a phone that scores, its scoring links too."""
    links = the_companies().scoring.all(company) if may_score_company(company) else []
    return render_template("share.html", page=company_share_page(the_companies().card(company), links, ""))


@bp.post("/<company>/links")
def new_link(company: str) -> str:
    """Make a scoring link and show it once."""
    token = the_companies().scoring.new(company, form_token()) if is_reachable() else ""
    links = the_companies().scoring.all(company)
    return render_template("share.html", page=company_share_page(the_companies().card(company), links, token))


@bp.post("/<company>/links/<int:link>/revoke")
def revoke(company: str, link: int) -> Answer:
    """Revoke a scoring link."""
    try:
        the_companies().scoring.revoke(company, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("companies.share", company=company), 303)
