"""The fixtures of a season: draw a round, start a partie, record a forfeit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as Answer
from wtforms import Form

from ...ledger.terms import Format
from ...service.club.credentials import Role
from ...service.club.fixtures import FixtureNow, FixtureStatus, Lots
from ...service.club.seasons import Season, season_rules
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..address import redirect_to
from ..formatting import first_up
from ..phones import form_token, has_role, let_score, the_club_services
from ..rights import maybe_actor, the_actor, the_club, the_season
from .forms import OneOf, Page, check, chosen_number, club_page, member_choices, posts

bp = Blueprint("fixtures", __name__, url_prefix="/c/<club>/s/<int:season>/fixtures")

NEXT = 3
"""A member's own next fixtures shown above the rounds."""


class DrawForm(Form):  # type: ignore[misc]  # WTForms has no types
    lots = OneOf("Order of the draw", Lots, Lots.BY_LOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The label of the key that draws, with the form of the first draw; or a sentence on the next draw."""

    key: str = ""
    form: DrawForm | None = None
    next: str = ""


def _draw(season: Season, now: tuple[FixtureNow, ...], names: Mapping[int, str]) -> Draw:
    if season.closed or season.terms.format is Format.OPEN:
        return Draw()
    if not now:
        return Draw(key="Draw the fixtures", form=DrawForm(request.form or None))
    if season.terms.format is not Format.KNOCK_OUT:
        return Draw()
    last = [each for each in now if each.round == now[-1].round]
    if any(each.is_open for each in last):
        return Draw(next="The next round is drawn when this one is complete.") if len(last) > 1 else Draw()
    if len(last) > 1:
        return Draw(key="Draw the next round")
    winner = last[0].through
    return Draw() if winner is None else Draw(next=f"{names[winner]} has won the knock-out.")


@bp.app_template_filter()
def fixture_state(fixture: FixtureNow, names: Mapping[int, str]) -> str:
    if fixture.second is None:
        return "bye"
    if fixture.state is FixtureStatus.BYE and fixture.through is not None:
        return f"bye for {names[fixture.through]}"
    if fixture.state is FixtureStatus.FORFEIT and fixture.through is not None:
        return f"{names[fixture.through]} won by forfeit"
    if fixture.state is FixtureStatus.PLAYED:
        return "drawn" if fixture.through is None else f"{names[fixture.through]} won {fixture.points}"
    return str(fixture.state.value)


def _seats(season: Season, first: str, second: str) -> str:
    deals = season_rules(season.terms).deals
    if deals is None or deals < 2:
        return first_up(f"{first} is elder in the first deal.")
    last = first if deals % 2 else second
    ordinal = {2: "second", 4: "fourth", 6: "sixth"}.get(deals, "last")
    return first_up(f"{first} is elder in the first deal, {last} in the {ordinal}.")


@bp.get("")
def index(season: int, error: str = "") -> Page:
    services, actor = the_club_services(), maybe_actor()
    fixtures, names = services.seasons.fixtures_now(the_club().id, season), services.people.shown_names(the_club().id)
    own = [each for each in fixtures if actor and actor.member in each.members and each.is_open]
    rounds: dict[int, list[FixtureNow]] = {}
    for each in fixtures:
        rounds.setdefault(each.round, []).append(each)
    found = {
        "names": names,
        "own": own[:NEXT],
        "rounds": rounds,
        "seats": _seats(the_season(), "the player named first", "the other"),
        "remaining": sum(each.is_open for each in fixtures),
        "draw": _draw(the_season(), fixtures, names),
    }
    return club_page("fixtures.html", error, **found)


@posts(bp, "/draw", index)
def draw(season: int) -> None:
    form = DrawForm(request.form)
    check(form)
    the_club_services().seasons.draw(the_actor(), season, form.lots.data)


@bp.get("/<int:round>/<int:table>")
def fixture(season: int, round: int, table: int, error: str = "") -> Page:
    services = the_club_services()
    now = services.seasons.fixtures_now(the_club().id, season)
    fixture = next((each for each in now if each.slot == (round, table)), None)
    if fixture is None or fixture.second is None:
        abort(404)
    names = services.people.shown_names(the_club().id)
    found = {
        "fixture": fixture,
        "names": names,
        "seats": _seats(the_season(), names[fixture.first], names[fixture.second]),
        "may_start": fixture.is_open and fixture.state is not FixtureStatus.AT_TABLE and not the_season().closed,
        "enters": has_role(maybe_actor(), Role.SCORER),
        "key": new_token(),
    }
    return club_page("fixture.html", error, **found)


@posts(bp, "/<int:round>/<int:table>/start", fixture)
def start(season: int, round: int, table: int) -> Answer:
    token = form_token() or new_token()
    sheet = the_club_services().signing.open_fixture(the_club().id, season, (round, table), token=token)
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)


@posts(bp, "/<int:round>/<int:table>/forfeit", fixture)
def forfeit(season: int, round: int, table: int) -> Answer:
    """Award the fixture to the player who came."""
    the_club_services().seasons.forfeit(the_actor(), season, (round, table), chosen_number("winner"))
    return redirect_to("fixtures.index", season=season)


playing_bp = Blueprint("playing", __name__, url_prefix="/c/<club>/s/<int:season>/start")


@playing_bp.get("")
def new(season: int, error: str = "") -> Page | Answer:
    """Show the form; a season with fixtures decides both questions itself."""
    if the_season().terms.format is not Format.OPEN:
        return redirect_to("fixtures.index", season=season)
    services, own = the_club_services(), the_actor().member
    names = {each.number: each.name for each in services.people.members(the_club().id)}
    entrants = services.seasons.entrants(the_club().id, season)
    playing = sorted((each for each, withdrew in entrants.items() if not withdrew), key=names.__getitem__)
    first, second = (
        member_choices(playing, names, [chosen]) for chosen in (chosen_number("first") or own, chosen_number("second"))
    )
    return club_page("start.html", error, first=first, second=second, key=new_token())


@posts(playing_bp, "", new)
def begin(season: int) -> Answer:
    first, second, token = chosen_number("first"), chosen_number("second"), form_token() or new_token()
    if request.form.get("dealer") == "first":
        first, second = second, first
    if the_season().terms.format is not Format.OPEN or first == second:
        raise NotAllowed("Choose two different members.")
    sheet, token = the_club_services().signing.open(the_club().id, season, first, second, token=token)
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)
