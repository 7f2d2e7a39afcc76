"""The entrants of a season: entering before the draw, and withdrawing."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as Answer

from ...ledger.pairing import Slot
from ...service.club.fixtures import FixtureNow, WithdrawalPreview
from ..address import redirect_to
from ..phones import the_club_services
from ..rights import the_actor, the_club
from .forms import Page, chosen_number, club_page, member_choices, numbers, posts


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
def index(season: int, error: str = "") -> Page:
    club_id, services = the_club().id, the_club_services()
    playing = services.seasons.entrants(club_id, season)
    names = {each.number: each.name for each in services.people.members(club_id)}
    others = member_choices((each for each in names if each not in playing), names, numbers("member"))
    drawn = bool(services.seasons.fixtures(club_id, season))
    return club_page("entrants.html", error, playing=playing, names=names, others=others, drawn=drawn)


@posts(bp, "", index)
def enter(season: int) -> None:
    the_club_services().seasons.enter(the_actor(), season, *numbers("member"))


@bp.get("/<int:member>")
def entrant(season: int, member: int, error: str = "") -> Page:
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
        "member": member,
        "name": names[member],
        "withdrew": playing[member],
        "effects": effects,
        "left": [_line(each, member, names) for each in left],
        "substitutes": member_choices((each for each in names if each not in playing), names),
    }
    return club_page("entrant.html", error, **found)


@posts(bp, "/<int:member>/withdraw", entrant)
def withdraw(season: int, member: int) -> None:
    reason, substitute = request.form.get("reason", "")[:500], chosen_number("substitute") or None
    the_club_services().seasons.withdraw(the_actor(), season, member, reason, substitute)


@posts(bp, "/<int:member>/replace", entrant)
def replace(season: int, member: int) -> Answer:
    """Give the remaining fixtures of a withdrawn member to a substitute."""
    the_club_services().seasons.replace(the_actor(), season, member, chosen_number("substitute"))
    return redirect_to("fixtures.index", season=season)
