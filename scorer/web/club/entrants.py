"""The entrants of a season: entering before the draw, and withdrawing."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.pairing import Slot
from ...service.club.fixtures import FixtureNow, WithdrawalPreview
from ...service.opening import NotAllowed
from ..phones import the_club_services
from ..rights import maybe_actor, the_actor, the_club, the_season
from .forms import Choice, chosen_number, numbers


def _effects(leaving: WithdrawalPreview, member: int, names: Mapping[int, str]) -> tuple[str, ...]:
    slots = {each.slot: each for each in leaving.fixtures}

    def opponents(found: tuple[Slot, ...]) -> str:
        return ", ".join(_line(slots[each], member, names) for each in found)

    left, effects = leaving.effect, []
    if left.byes:
        effects.append(f"Remaining opponents get a bye: {opponents(left.byes)}.")
    if left.forfeits:
        effects.append(f"Remaining opponents win by forfeit: {opponents(left.forfeits)}.")
    if left.annulled:
        effects.append(f"Annulled, with a bye for the opponent: {opponents(left.annulled)}.")
    return tuple(effects) or ("No fixtures remain. Posted parties still count.",)


def _line(fixture: FixtureNow, member: int, names: Mapping[int, str]) -> str:
    other = next(each for each in fixture.members if each != member)
    return f"{names[other]} (round {fixture.round})"


bp = Blueprint("entrants", __name__, url_prefix="/c/<club>/s/<int:season>/entrants")


@bp.get("")
def index(club: str, season: int, error: str = "") -> tuple[str, int]:
    """List the entrants; a director can enter more here."""
    club_id, services, ticked = the_club().id, the_club_services(), numbers("member")
    playing = services.seasons.entrants(club_id, season)
    names = {each.number: each.name for each in services.people.members(club_id)}
    found = {
        "season": the_season(),
        "actor": maybe_actor(),
        "playing": playing,
        "names": names,
        "others": [Choice(str(each), name, each in ticked) for each, name in names.items() if each not in playing],
        "drawn": bool(services.seasons.fixtures(club_id, season)),
        "error": error,
    }
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
    club_id, services = the_club().id, the_club_services()
    playing = services.seasons.entrants(club_id, season)
    if member not in playing:
        abort(404)
    names = {each.number: each.name for each in services.people.members(club_id)}
    effects: tuple[str, ...] = ()
    if playing[member]:
        left = services.seasons.fixtures_to_take_over(club_id, season, member)
    else:
        leaving = services.seasons.withdrawal_preview(club_id, season, member)
        effects = _effects(leaving, member, names)
        left = [each for each in leaving.fixtures if member in each.members and each.is_open]
    found = {
        "season": the_season(),
        "member": member,
        "name": names[member],
        "withdrew": playing[member],
        "effects": effects,
        "left": [_line(each, member, names) for each in left],
        "substitutes": [Choice(str(each), name, chosen=False) for each, name in names.items() if each not in playing],
        "reason": request.form.get("reason", ""),
        "error": error,
    }
    return render_template("club/entrant.html", club=the_club(), **found), 422 if error else 200


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
