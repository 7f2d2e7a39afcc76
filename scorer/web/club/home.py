"""A club's first page: its seasons and the visitor's open items."""

from __future__ import annotations

from flask import Blueprint

from ...ledger.terms import TWO
from ...rules.company.record import listed
from ...service.club.clubs import Club
from ...service.club.credentials import Actor, Role
from ...service.club.seasons import Season, plays_in
from ...service.club.services import ClubServices
from ...service.club.signing import SeasonSheet, Status
from ..formatting import counted
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from .forms import Page, club_page

bp = Blueprint("club", __name__, url_prefix="/c/<club>")

MOST = 12
"""Pending parties listed; more are only counted."""


def _pending(services: ClubServices, club: Club, actor: Actor) -> list[SeasonSheet]:
    """Return a member's own sheets; for scorers and directors all that are over or in dispute."""
    if actor.role is Role.MEMBER:
        return services.signing.pending(club.id, actor.member)
    return [each for each in services.signing.pending(club.id) if each.status is not Status.PLAYING]


@bp.app_template_filter()
def needed(season_sheet: SeasonSheet) -> str:
    if season_sheet.status is Status.HALF_SIGNED:
        names = [season_sheet.sheet.names[player] for player in season_sheet.unsigned]
        return f"{listed(names)} {'has' if len(names) == 1 else 'have'} not signed yet"
    return "nobody has signed yet" if season_sheet.status is Status.UNSIGNED else season_sheet.status.value


@bp.get("/")
def index() -> Page:
    services, actor = the_club_services(), maybe_actor()
    seasons = sorted(services.seasons.seasons(the_club().id), key=lambda each: -each.number)
    pending = [] if actor is None else _pending(services, the_club(), actor)
    return club_page("home.html", seasons=seasons, pending=pending[:MOST], more=max(0, len(pending) - MOST))


@bp.app_template_filter()
def season_state(season: Season) -> str:
    withdrew = the_club_services().seasons.entrants(the_club().id, season.number).values()
    playing, terms = sum(not each for each in withdrew), season.terms
    state = "closed" if season.closed else counted(playing, "player") if playing else "no members entered yet"
    return f"{terms.format.value if terms.frame == TWO else plays_in(terms)}; {state}"
