"""The entrants of a season: entering before the draw, and withdrawing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.pairing import Slot
from ...service.club.fixtures import FixtureNow, WithdrawalPreview
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.opening import NotAllowed
from ..phones import the_club_services
from ..rights import maybe_actor, the_actor, the_club, the_season
from .forms import Choice, chosen_number, numbers

# The view models


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A member who plays or has withdrawn."""

    number: int
    name: str
    withdrew: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsPage:
    """The entrants of a season, and the *others* who may still enter; nobody may once the fixtures are drawn."""

    entrants: tuple[Entrant, ...]
    others: tuple[Choice, ...]
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantPage:
    """
    One entrant.

    Attributes:
        effects: the effects of a withdrawal without a substitute.
        left: the fixtures that a substitute would take.
    """

    entrant: Entrant
    effects: tuple[str, ...]
    left: tuple[str, ...]
    substitutes: tuple[Choice, ...]


def entrants_page(services: ClubServices, club_id: int, season: Season, ticked: Collection[int]) -> EntrantsPage:
    """Return the entrants of a season."""
    playing = services.seasons.entrants(club_id, season.number)
    members = {each.number: each.name for each in services.people.members(club_id)}
    return EntrantsPage(
        entrants=tuple(
            Entrant(number=number, name=members[number], withdrew=withdrew) for number, withdrew in playing.items()
        ),
        others=tuple(Choice(str(each), name, each in ticked) for each, name in members.items() if each not in playing),
        drawn=bool(services.seasons.fixtures(club_id, season.number)),
    )


def entrant_page(services: ClubServices, club_id: int, season: Season, member: int) -> EntrantPage | None:
    """Return the page of one entrant; `None` for a member who is not one."""
    playing = services.seasons.entrants(club_id, season.number)
    if member not in playing:
        return None
    names = {each.number: each.name for each in services.people.members(club_id)}
    effects: tuple[str, ...] = ()
    if playing[member]:
        left = services.seasons.fixtures_to_take_over(club_id, season.number, member)
    else:
        leaving = services.seasons.withdrawal_preview(club_id, season.number, member)
        effects = _effects(leaving, member, names)
        left = [each for each in leaving.fixtures if member in each.members and each.is_open]
    return EntrantPage(
        entrant=Entrant(number=member, name=names[member], withdrew=playing[member]),
        effects=effects,
        left=tuple(_line(each, member, names) for each in left),
        substitutes=tuple(Choice(str(each), name, chosen=False) for each, name in names.items() if each not in playing),
    )


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


# The pages


bp = Blueprint("entrants", __name__, url_prefix="/c/<club>/s/<int:season>/entrants")


@bp.get("")
def index(club: str, season: int, error: str = "") -> tuple[str, int]:
    """List the entrants; a director can enter more here."""
    page = entrants_page(the_club_services(), the_club().id, the_season(), numbers("member"))
    found = {"season": the_season(), "actor": maybe_actor(), "page": page, "error": error}
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
    page = entrant_page(the_club_services(), the_club().id, the_season(), member)
    if page is None:
        abort(404)
    typed = {"reason": request.form.get("reason", ""), "substitute": chosen_number("substitute"), "error": error}
    found = render_template("club/entrant.html", club=the_club(), season=the_season(), page=page, **typed)
    return found, 422 if error else 200


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
