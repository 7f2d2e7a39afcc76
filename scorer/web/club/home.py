"""A club's first page: its seasons and the visitor's open items."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, url_for

from ...ledger.terms import TWO
from ...rules.company.record import listed
from ...service.club.clubs import Club
from ...service.club.companies import CompanyInSeason, plays_in
from ...service.club.credentials import Actor, Role
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.signing import SeasonSheet, Status
from ..formatting import counted
from ..phones import the_club_services
from ..rights import maybe_actor, the_club

bp = Blueprint("club", __name__, url_prefix="/c/<club>")

MOST = 12
"""Pending parties listed; more are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A partie or scorecard that needs someone to act, and where they can."""

    names: str
    status: str
    address: str


def _pending(services: ClubServices, club: Club, actor: Actor) -> list[Pending]:
    """Return a member's own parties; for scorers and directors all that are over or in dispute."""
    if actor.role is Role.MEMBER:
        found = services.signing.pending(club.id, actor.member)
    else:
        found = [each for each in services.signing.pending(club.id) if each.status is not Status.PLAYING]
    parties = [
        Pending(names=" and ".join(each.sheet.names), status=_status(each), address=_address(each)) for each in found
    ]
    return [*parties, *(_card_to_sign(each) for each in services.companies.to_sign(club.id, actor.member))]


def _card_to_sign(season_card: CompanyInSeason) -> Pending:
    address = url_for("companies.signatures", company=season_card.card.code)
    return Pending(names=listed(season_card.card.names), status="you have not signed yet", address=address)


def _status(season_sheet: SeasonSheet) -> str:
    if season_sheet.status is Status.HALF_SIGNED:
        signatures = zip(season_sheet.sheet.names, season_sheet.sheet.signatures, strict=True)
        return f"{next(name for name, signed in signatures if signed is None)} has not signed yet"
    words = {
        Status.PLAYING: "in progress",
        Status.UNSIGNED: "nobody has signed yet",
        Status.DISPUTED: "disputed",
        Status.POSTED: "posted",
    }
    return words[season_sheet.status]


def _address(season_sheet: SeasonSheet) -> str:
    is_over = season_sheet.sheet.partie.is_over
    return url_for("sheets.settlement" if is_over else "tables.table", code=season_sheet.sheet.code)


@bp.get("/")
def index(club: str) -> str:
    """Show the seasons, the reader's pending parties, and links to everything else."""
    services, actor = the_club_services(), maybe_actor()
    seasons = sorted(services.seasons.seasons(the_club().id), key=lambda each: -each.number)
    pending = [] if actor is None else _pending(services, the_club(), actor)
    found = {"seasons": seasons, "pending": pending[:MOST], "more": max(0, len(pending) - MOST)}
    return render_template("club/home.html", club=the_club(), actor=actor, **found)


@bp.app_template_filter()
def season_state(season: Season) -> str:
    """Return the format of a season and how many play."""
    withdrew = the_club_services().seasons.entrants(the_club().id, season.number).values()
    playing, terms = sum(not each for each in withdrew), season.terms
    state = "closed" if season.closed else counted(playing, "player") if playing else "no members entered yet"
    return f"{terms.format.value if terms.frame == TWO else plays_in(terms)}; {state}"
