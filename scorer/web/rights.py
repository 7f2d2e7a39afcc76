"""
Authorization: check the right of the route before every request.

`routes` lists the right that each route needs; `phones` reads what a phone may do from its cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Flask, abort, g, request

from ..service.club.actors import Actor, Role
from ..service.club.clubs import Club
from ..service.club.seasons import Season
from ..service.club.signing import Belonging
from .extensions import tries_are_spent
from .phones import (
    acting_in,
    belonging,
    form_token,
    has_role,
    let_act,
    let_score,
    may_score,
    may_score_company,
    own_clubs,
    own_place,
    own_player,
    season_of_company,
    sight,
    stop_acting,
    the_club_services,
    the_parties,
)
from .routes import ROUTES, Right

__all__ = [
    "LARGEST",
    "ROUTES",
    "Right",
    "acting_in",
    "has_role",
    "let_act",
    "let_score",
    "may_score",
    "own_clubs",
    "sight",
    "stop_acting",
    "the_club_services",
    "the_parties",
    "find_within",
    "form_token",
    "init_app",
    "maybe_actor",
    "the_actor",
    "the_belonging",
    "the_club",
    "the_season",
]


OF_A_CLUB = {
    Right.CLUB_READER: Role.MEMBER,
    Right.CLUB_MEMBER: Role.MEMBER,
    Right.CLUB_SCORER: Role.SCORER,
    Right.CLUB_DIRECTOR: Role.DIRECTOR,
}
"""The rights in a club, and the lowest role that has each."""


LARGEST = 2**31 - 1
"""The highest number of a season, member, entry or dispute; a database refuses to look up a higher one."""


def the_club() -> Club:
    """Return the club in the address."""
    return cast("Club", g.club)


def the_actor() -> Actor:
    """Return who is signed in, on a page for members."""
    return cast("Actor", g.actor)


def maybe_actor() -> Actor | None:
    """Return who is signed in; `None` if nobody is."""
    return cast("Actor | None", g.get("actor"))


def the_season() -> Season:
    """Return the season in the address."""
    return cast("Season", g.season)


def find_within(club: Club, arguments: Mapping[str, Any]) -> None:
    """
    Look up the other parts of the address within the club; 404 if the club does not have one.

    This keeps every page of a club from showing anything of another.
    """
    services = the_club_services()
    if "season" in arguments:
        g.season = services.seasons.season(club.id, arguments["season"])
        if g.season is None:
            abort(404)
    member = arguments.get("member", 0)
    if "member" in arguments and not services.people.is_member(club.id, member):
        abort(404)
    if "credential" in arguments and not services.people.holds(club.id, arguments["credential"], member):
        abort(404)
    if "code" in arguments and not services.signing.is_of_club(club.id, arguments["code"]):
        abort(404)


def the_belonging() -> Belonging:
    """Return the club and the season of the partie, on a page for its players."""
    found = belonging(str((request.view_args or {})["code"]))
    assert found is not None
    return found


def _check() -> None:
    if request.endpoint is None:
        return
    right = ROUTES.get(request.endpoint)
    if right is None:
        abort(403)
    if right is Right.ANYBODY:
        return
    if right in OF_A_CLUB:
        _check_club(right)
        return
    of_a_company = right in (Right.COMPANY_READER, Right.COMPANY_SCORER, Right.COMPANY_PLAYER)
    code = str((request.view_args or {}).get("company" if of_a_company else "code", ""))
    allowed = may_score_company(code) if of_a_company else may_score(code)
    if right in (Right.SCORER, Right.COMPANY_SCORER) and not allowed:
        abort(403)
    if right is Right.COMPANY_PLAYER:
        if season_of_company(code) is None:
            abort(404)
        if not (allowed or own_place(code) is not None):
            abort(403)
    if right is Right.PLAYER:
        if belonging(code) is None:
            abort(404)
        if not (allowed or own_player(code)):
            abort(403)
    if not allowed and tries_are_spent():
        abort(429)


def _check_club(right: Right) -> None:
    if tries_are_spent():
        abort(429)
    if any(isinstance(value, int) and value > LARGEST for value in (request.view_args or {}).values()):
        abort(404)
    club = the_club_services().clubs.club(str((request.view_args or {}).get("club", "")))
    g.club, g.actor = club, acting_in(club)
    open_to_all = right is Right.CLUB_READER and club.public
    if not open_to_all and not has_role(g.actor, OF_A_CLUB[right]):
        abort(403)
    find_within(club, dict(request.view_args or {}))


def init_app(app: Flask) -> None:
    """Check the right before every request."""
    app.before_request(_check)
