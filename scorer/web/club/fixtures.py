"""The fixtures of a season: draw, start, forfeit."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.actors import Role
from ...service.club.drawing import Lots
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..rights import (
    form_token,
    has_role,
    let_score,
    maybe_actor,
    the_actor,
    the_club,
    the_club_services,
    the_parties,
    the_season,
)
from .fixture_pages import fixture_page, fixtures_page
from .forms import chosen_number, one_of

bp = Blueprint("fixtures", __name__, url_prefix="/c/<club>/s/<int:season>/fixtures")


@bp.get("")
def index(club: str, season: int, error: str = "") -> tuple[str, int]:
    """List all rounds; a director draws here."""
    actor = maybe_actor()
    page = fixtures_page(the_club_services(), the_club().id, the_season(), actor.member if actor else 0)
    found = {"season": the_season(), "actor": actor, "page": page, "error": error}
    return render_template("club/fixtures.html", club=the_club(), **found), 422 if error else 200


@bp.post("/draw")
def draw(club: str, season: int) -> tuple[str, int] | Answer:
    """Draw a round robin, or the next round of a knock-out."""
    try:
        the_club_services().seasons.draw(the_actor(), season, one_of("lots", Lots, "the order of the draw"))
    except NotAllowed as error:
        return index(club, season, str(error))
    return redirect(url_for("fixtures.index", club=club, season=season), 303)


@bp.get("/<int:round>/<int:table>")
def fixture(club: str, season: int, round: int, table: int, error: str = "") -> tuple[str, int]:
    """Show one fixture, to start or to forfeit."""
    page = fixture_page(the_club_services(), the_club().id, the_season(), (round, table))
    if page is None:
        abort(404)
    found = {"season": the_season(), "actor": maybe_actor(), "page": page, "error": error, "key": new_token()}
    enters = has_role(maybe_actor(), Role.SCORER)
    return render_template("club/fixture.html", club=the_club(), enters=enters, **found), 422 if error else 200


@bp.post("/<int:round>/<int:table>/start")
def start(club: str, season: int, round: int, table: int) -> tuple[str, int] | Answer:
    """Start the fixture's partie; this phone scores it."""
    token = form_token() or new_token()
    try:
        sheet = the_club_services().signing.open_fixture(the_club().id, season, (round, table), token=token)
    except NotAllowed as error:
        return fixture(club, season, round, table, str(error))
    score_by(token)
    return redirect(url_for("tables.table", code=sheet.code), 303)


@bp.post("/<int:round>/<int:table>/forfeit")
def forfeit(club: str, season: int, round: int, table: int) -> tuple[str, int] | Answer:
    """Award the fixture to the player who came."""
    try:
        the_club_services().seasons.forfeit(the_actor(), season, (round, table), chosen_number("winner"))
    except NotAllowed as error:
        return fixture(club, season, round, table, str(error))
    return redirect(url_for("fixtures.index", club=club, season=season), 303)


def score_by(token: str) -> None:
    """Let this phone score the partie opened with this secret."""
    opened = the_parties().open_link(token)
    if opened is not None:
        let_score(*opened)
