"""The entrants of a season: enter, withdraw, replace, return, and correct a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as Answer

from ...ledger.entries import with_names
from ...service.club.people.members import by_name
from ...service.club.seasons.drawing import ROBINS
from ...service.club.seasons.fixtures import (
    FixtureNow,
    Left,
    WithdrawalPreview,
)
from ...service.club.seasons.mistaken import MistakenEntry
from ...table.contexts import Context
from ...table.entering import refuse_if
from ...table.own_parties import Choice
from ..address import redirect_to
from ..forms import (
    Page,
    PageOfList,
    chosen_number,
    club_page,
    member_choices,
    member_names,
    numbers,
    own_row,
    part_of,
    posts,
    text,
)
from ..rights import the_actor, the_club, the_season
from ..visitor import the_club_services
from .corrections import Verb, post_or_preview

bp = Blueprint("entrants", __name__, url_prefix="/c/<club>/s/<int:season>/entrants")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsPage(Context):
    """The entrants of a season on the page *part*, each with whether they withdrew.

    Attributes:
        others: the members on the page *remaining* who can be entered.
        too_late: why nobody can be entered any more; else empty.
        undo: the entry of the last draw, if it can be reversed; else 0.
    """

    template = "club/entrants.html"
    names: Mapping[int, str]
    playing: Sequence[tuple[int, bool]]
    part: PageOfList
    others: Sequence[Choice]
    remaining: PageOfList
    drawn: int
    too_late: str
    undo: int


@bp.get("")
def of_season(season: int, error: str = "") -> Page:
    club_id = the_club().id
    services = the_club_services()
    playing = services.seasons.entrants(club_id, season)
    names = member_names()
    order = by_name(playing, names)
    offered = by_name(services.people.offered(club_id), names)
    left = [each for each in offered if each not in playing]
    part = part_of(len(order), own=own_row(order), may_be_whole=True)
    remaining = part_of(len(left), name="others")
    fixtures = services.seasons.drawn_fixtures(club_id, season)
    page = EntrantsPage(
        names=names,
        playing=[(each, playing[each]) for each in part.of(order)],
        part=part,
        others=member_choices(remaining.of(left), names, numbers("member")),
        remaining=remaining,
        drawn=max((each.round for each in fixtures), default=0),
        too_late=services.seasons.too_late(club_id, season),
        undo=services.seasons.draw_to_undo(club_id, season),
    )
    return club_page(page, error)


def joins_rounds(season: int) -> bool:
    """Return whether who enters now joins rounds that are drawn, which a preview shows."""
    is_robin = the_season().terms.format in ROBINS
    return is_robin and bool(the_club_services().seasons.drawn_fixtures(the_club().id, season))


@posts(bp, "", of_season)
def enter(season: int) -> Page | Answer | None:
    """Enter members; into a round robin that is drawn, preview what follows."""
    services = the_club_services()
    entering = numbers("member")
    if request.form.get("every") == "yes":
        playing = services.seasons.entrants(the_club().id, season)
        entering = [each for each in services.people.offered(the_club().id) if each not in playing]
    if entering and joins_rounds(season):
        return post_or_preview(
            "Late entrants" if len(entering) > 1 else "Late entrant",
            season,
            lambda others: others.seasons.enter(the_actor(), season, *entering),
            redirect_to("entrants.of_season", season=season),
        )
    services.seasons.enter(the_actor(), season, *entering)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantPage(Context):
    """An entrant, who has withdrawn or can.

    Attributes:
        withdrawal: how they withdrew, and in *reason* why.
        replaced_by: who plays in their place; `None` for nobody.
        is_due: their fixtures can be settled.
        leaving: what a withdrawal would do; `None` if they have withdrawn.
        left: their fixtures that somebody else can take over.
        substitutes: who could.
        is_mistaken: they may have been entered by mistake, which can be corrected.
    """

    template = "club/entrant.html"
    member: int
    names: Mapping[int, str]
    withdrawal: Left | None
    reason: str
    replaced_by: int | None
    is_due: bool
    leaving: WithdrawalPreview | None
    left: Sequence[FixtureNow]
    substitutes: Sequence[Choice]
    is_mistaken: bool


@bp.get("/<int:member>")
def entrant(season: int, member: int, error: str = "") -> Page:
    club_id = the_club().id
    services = the_club_services()
    playing = services.seasons.entrants(club_id, season)
    if member not in playing:
        abort(404)
    names = member_names()
    withdrawal = services.seasons.left(club_id, season).get(member)
    leaving = None
    left: Sequence[FixtureNow]
    if playing[member]:
        left = services.seasons.fixtures_to_take_over(club_id, season, member)
    else:
        leaving = services.seasons.withdrawal_preview(club_id, season, member)
        left = [each for each in leaving.fixtures if member in each.members and each.is_open]
    reason = "" if withdrawal is None else with_names(withdrawal.reason, names)
    substitutes = [each for each in services.people.offered(club_id) if each not in playing]
    page = EntrantPage(
        member=member,
        names=names,
        withdrawal=withdrawal,
        reason=reason.removesuffix("."),
        replaced_by=services.seasons.replaced_by(club_id, season, member),
        is_due=withdrawal is not None and withdrawal.is_due(services.clubs.today(club_id)),
        leaving=leaving,
        left=left,
        substitutes=member_choices(substitutes, names, numbers("substitute")),
        is_mistaken=_may_be_mistaken(season, member),
    )
    return club_page(page, error)


def _may_be_mistaken(season: int, member: int) -> bool:
    """Return whether the page of an entrant leads to where a mistake is corrected: of a substitute,
    and of anybody else who has no fixture.
    """
    if the_season().closed:
        return False
    found = the_club_services().mistaken.of_member(the_club().id, season, member)
    return found is not None and (bool(found.instead_of) or not found.obstacle)


NOBODY = "nobody"
"""What a form sends if nobody plays instead of a substitute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakenPage(Context):
    """A member who was entered by mistake, to say who plays instead.

    Attributes:
        found: how they came to take part.
        others: who could play instead of a substitute.
        still_open: their fixtures that remain.
    """

    template = "club/mistaken.html"
    member: int
    names: Mapping[int, str]
    found: MistakenEntry
    others: Sequence[Choice]
    still_open: Sequence[FixtureNow]


@bp.get("/<int:member>/mistyped")
def mistaken(season: int, member: int, error: str = "") -> Page:
    services = the_club_services()
    club_id = the_club().id
    found = services.mistaken.of_member(club_id, season, member)
    if found is None:
        abort(404)
    names = member_names()
    playing = services.seasons.entrants(club_id, season)
    offered = by_name(services.people.offered(club_id), names)
    page = MistakenPage(
        member=member,
        names=names,
        found=found,
        others=_instead_of(found, [each for each in offered if each not in playing], names),
        still_open=[each for each in found.fixtures if each.is_open],
    )
    return club_page(page, error)


def _instead_of(
    found: MistakenEntry, others: Sequence[int], names: Mapping[int, str]
) -> list[Choice]:
    """Return who could play instead of a substitute: first one of the others, then who has
    withdrawn, then nobody.
    """
    if not found.instead_of:
        return []
    chosen = text("instead")
    name = names[found.instead_of]
    own = str(found.instead_of)
    return [
        *member_choices(others, names, [chosen]),
        Choice(own, f"{name} plays on", chosen == own),
        Choice(NOBODY, "nobody", chosen == NOBODY),
    ]


@posts(bp, "/<int:member>/mistyped", mistaken)
def correct(season: int, member: int) -> Page | Answer:
    """Preview or post who takes part instead of somebody who was entered by mistake."""
    found = the_club_services().mistaken.of_member(the_club().id, season, member)
    if found is None:
        abort(404)
    reason = text("reason")[:500]
    instead = chosen_number("instead")
    is_left_open = found.instead_of and not instead and text("instead") != NOBODY
    refuse_if(is_left_open, "Choose who plays instead, or nobody.")
    posted = redirect_to("entrants.of_season", season=season)
    if found.instead_of:
        posted = redirect_to("entrants.entrant", season=season, member=instead or found.instead_of)
    return post_or_preview(
        f"{member_names()[member]}, entered by mistake",
        season,
        lambda services: services.mistaken.correct(
            the_actor(), season, member, instead=instead, reason=reason
        ),
        posted,
    )


def _post_of(title: str, season: int, member: int, verb: Verb) -> Page | Answer:
    """Preview or post what the page of an entrant asks for."""
    return post_or_preview(
        f"{title} {member_names()[member]}",
        season,
        verb,
        redirect_to("entrants.entrant", season=season, member=member),
    )


@posts(bp, "/<int:member>/withdraw", entrant)
def withdraw(season: int, member: int) -> Page | Answer:
    reason = text("reason")[:500]
    substitute = chosen_number("substitute") or None
    return _post_of(
        "Withdrawal of",
        season,
        member,
        lambda services: services.seasons.withdraw(the_actor(), season, member, reason, substitute),
    )


@posts(bp, "/<int:member>/replace", entrant)
def replace(season: int, member: int) -> Page | Answer:
    substitute = chosen_number("substitute")
    return _post_of(
        "Substitute for",
        season,
        member,
        lambda services: services.seasons.replace(the_actor(), season, member, substitute),
    )


@posts(bp, "/<int:member>/settle", entrant)
def settle(season: int, member: int) -> Page | Answer:
    return _post_of(
        "Forfeits of",
        season,
        member,
        lambda services: services.seasons.settle_withdrawal(the_actor(), season, member),
    )


@posts(bp, "/<int:member>/return", entrant)
def take_back(season: int, member: int) -> Page | Answer:
    return _post_of(
        "Return of",
        season,
        member,
        lambda services: services.seasons.take_back(the_actor(), season, member),
    )
