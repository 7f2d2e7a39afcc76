"""Paper: blank sheets and a poster to print, and the form to enter a sheet."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ...service.club.actors import Role
from ...service.club.paper import ON_SHEETS, DoesNotAddUp, rows_of
from ...service.club.rulings import THE_TERMS
from ...service.club.seasons import season_rules
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..rights import form_token, has_role, the_actor, the_club, the_club_services
from ..sharing import qr_of
from .blank_sheets import BlankPage, partie_sheet, season_sheets
from .paper_form import paper_page, read_form

bp = Blueprint("paper", __name__, url_prefix="/c/<club>")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


@bp.get("/poster")
def poster(club: str) -> str:
    """Show a poster with the club's address."""
    code = qr_of("club.index", club=the_club().code)
    return render_template("club/poster.html", club=the_club(), code=code)


@bp.get("/s/<int:season>/sheets")
def blank(club: str, season: int) -> str:
    """Show a blank sheet without names, or one for each fixture of a round."""
    found = the_club_services().standings.players(the_club().id, season)
    fixtures = the_club_services().seasons.fixtures(the_club().id, season)
    asked = _number(request.args.get("round", ""))
    return _blank(season_sheets(the_club(), found.season, found.names, fixtures, asked))


@bp.get("/parties/<code>/sheet")
def blank_of_partie(club: str, code: str) -> str:
    """Show the blank sheet of a partie, with its code."""
    standing = the_club_services().signing.standing(code, the_club().id)
    if standing is None:
        raise NotFound
    found = the_club_services().standings.players(the_club().id, standing.place.season)
    return _blank(partie_sheet(the_club(), found.season, standing))


def _blank(page: BlankPage) -> str:
    enters = has_role(the_actor(), Role.SCORER)
    return render_template("club/blank.html", club=the_club(), page=page, enters=enters)


def _form(season: int, errors: tuple[str, ...] = (), *, contradicts: bool = False) -> tuple[str, int]:
    found = the_club_services().standings.players(the_club().id, season)
    page = paper_page(
        found.season,
        found.playing,
        {**request.args, **request.form},
        is_director=the_actor().is_director,
        form_key=form_token() or new_token(),
        errors=errors,
        contradicts=contradicts,
    )
    found_laws = {"laws": ON_SHEETS, "terms": THE_TERMS}
    return render_template("club/paper.html", club=the_club(), page=page, **found_laws), 422 if errors else 200


@bp.get("/s/<int:season>/paper")
def form(club: str, season: int) -> tuple[str, int]:
    """Show the form to enter a paper sheet."""
    return _form(season)


@bp.post("/s/<int:season>/paper")
def enter(club: str, season: int) -> tuple[str, int] | Answer:
    """Enter a sheet; one that does not add up comes back with its errors."""
    found = the_club_services().standings.players(the_club().id, season)
    members = _number(request.form.get("first", "")), _number(request.form.get("second", ""))
    names = found.names.get(members[0], "First player"), found.names.get(members[1], "Second player")
    try:
        sheet = the_club_services().paper.enter_paper(
            the_actor(),
            season,
            members,
            read_form(request.form, rows_of(season_rules(found.season.terms)), names),
            round_=_number(request.form.get("round", "")),
            token=form_token(),
            into_book=request.form.get("into") == "book",
            accepted=request.form.get("accepted", "") if request.form.get("into") == "ruled" else "",
            law=request.form.get("law", ""),
        )
    except DoesNotAddUp as error:
        return _form(season, error.faults, contradicts=True)
    except NotAllowed as error:
        return _form(season, (str(error),))
    return redirect(url_for("sheets.settlement", code=sheet.code), 303)
