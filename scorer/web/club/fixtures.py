"""The fixtures of a season: draw a round, start a partie, record a forfeit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.terms import Format
from ...service.club.credentials import Role
from ...service.club.fixtures import FixtureNow, FixtureStatus, Lots
from ...service.club.seasons import Season, season_rules
from ...service.club.services import ClubServices
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..formatting import first_up
from ..phones import form_token, has_role, let_score, the_club_services, the_parties
from ..rights import maybe_actor, the_actor, the_club, the_season
from .forms import Choice, Field, chosen_number, one_of, select, words_of

# The view models


NEXT = 3
"""A member's own next fixtures shown above the rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureRow:
    """
    A fixture in the list.

    Attributes:
        first: the elder in the first deal.
        second: the other player; empty for a bye.
        state: the status in words.
        is_open: it is still to be played.
        mine: the reader plays in it.
        code: the code of its partie, or empty.
    """

    round: int
    table: int
    first: str
    second: str
    state: str
    is_open: bool
    mine: bool
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round, settled when none of its fixtures is still to be played."""

    number: int
    rows: tuple[FixtureRow, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The form to draw, with the label of its key; or a sentence on the next draw."""

    field: Field | None = None
    key: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage:
    """The fixtures of a season; *seats* says who is elder, *yours* are the reader's next ones."""

    yours: tuple[FixtureRow, ...]
    rounds: tuple[Round, ...]
    seats: str
    to_play: int
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePage:
    """One fixture, with the numbers and names of its members."""

    row: FixtureRow
    members: tuple[tuple[int, str], ...]
    seats: str
    is_startable: bool


def fixtures_page(services: ClubServices, club_id: int, season: Season, member: int) -> FixturesPage:
    """Return the fixtures of a season as a member sees them; *member* is 0 for anyone else."""
    now = services.seasons.fixtures_now(club_id, season.number)
    names = services.people.shown_names(club_id)
    rounds: dict[int, list[FixtureRow]] = {}
    for each in now:
        rounds.setdefault(each.round, []).append(_row(each, names, member))
    yours = [each for rows in rounds.values() for each in rows if each.mine and each.is_open]
    return FixturesPage(
        yours=tuple(yours[:NEXT]),
        rounds=tuple(
            Round(number=number, rows=tuple(rows), settled=not any(each.is_open for each in rows))
            for number, rows in rounds.items()
        ),
        seats=_seats(season, "the player named first", "the other"),
        to_play=sum(each.is_open for each in now),
        draw=_draw(season, now, names),
    )


def _draw(season: Season, now: tuple[FixtureNow, ...], names: Mapping[int, str]) -> Draw:
    if season.closed or season.terms.format is Format.OPEN:
        return Draw()
    if not now:
        return Draw(field=select("lots", "Order of the draw", words_of(Lots), "by_lot"), key="Draw the fixtures")
    if season.terms.format is not Format.KNOCK_OUT:
        return Draw()
    last = [each for each in now if each.round == now[-1].round]
    if any(each.is_open for each in last):
        return Draw(next="The next round is drawn when this one is complete.") if len(last) > 1 else Draw()
    if len(last) > 1:
        return Draw(field=Field("lots", "", "by_lot", "hidden"), key="Draw the next round")
    winner = last[0].through
    return Draw() if winner is None else Draw(next=f"{names[winner]} has won the knock-out.")


def fixture_page(services: ClubServices, club_id: int, season: Season, slot: tuple[int, int]) -> FixturePage | None:
    """Return the page of one fixture; `None` for a bye."""
    now = services.seasons.fixtures_now(club_id, season.number)
    found = next((each for each in now if each.slot == slot), None)
    if found is None or found.second is None:
        return None
    row = _row(found, services.people.shown_names(club_id), 0)
    return FixturePage(
        row=row,
        members=((found.first, row.first), (found.second, row.second)),
        seats=_seats(season, row.first, row.second),
        is_startable=found.is_open and found.state is not FixtureStatus.AT_TABLE and not season.closed,
    )


def _row(fixture: FixtureNow, names: Mapping[int, str], member: int) -> FixtureRow:
    return FixtureRow(
        round=fixture.round,
        table=fixture.table,
        first=names[fixture.first],
        second="" if fixture.second is None else names[fixture.second],
        state=_state(fixture, names),
        is_open=fixture.is_open,
        mine=member in fixture.members,
        code=fixture.code,
    )


def _state(fixture: FixtureNow, names: Mapping[int, str]) -> str:
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


# The pages


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


# Starting a partie


playing_bp = Blueprint("playing", __name__, url_prefix="/c/<club>/s/<int:season>/start")


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


@playing_bp.get("")
def new(club: str, season: int, error: str = "") -> tuple[str, int] | Answer:
    """Show the form; a season with fixtures decides both questions itself."""
    if the_season().terms.format is not Format.OPEN:
        return redirect(url_for("fixtures.index", club=club, season=season), 303)
    found = {"season": the_season(), "page": _page(season), "error": error, "key": new_token()}
    return render_template("club/start.html", club=the_club(), **found), 422 if error else 200


@playing_bp.post("")
def begin(club: str, season: int) -> tuple[str, int] | Answer:
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
