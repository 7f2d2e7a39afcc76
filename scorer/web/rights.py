"""
Who may do what: one table of every route, and the one place that asks it.

A phone that may score a partie carries the number of its scoring link in a
signed cookie. The link came from an unguessable address and can be revoked.
Likewise a person who acts in a club: the cookie carries the number of the
password or the personal link that was shown, and it is looked up at every
request, so that ending it ends the right at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import cast

from flask import Flask, abort, current_app, g, request, session

from ..service.club.actors import Actor, Role
from ..service.club.clubs import Club
from ..service.club.services import ClubServices
from ..service.parties import NoSuchPartie, Parties
from .extensions import tries_are_spent


class Right(Enum):
    """What a request needs."""

    ANYBODY = "anybody"
    READER = "whoever has the partie's code"
    SCORER = "a phone with an unrevoked scoring link, or a scorer of the partie's club"
    CLUB_READER = "a member of the club; anybody, if the club makes its standings public"
    CLUB_MEMBER = "a member of the club"
    CLUB_SCORER = "a scorer of the club"
    CLUB_DIRECTOR = "a director of the club"


OF_A_CLUB = {
    Right.CLUB_READER: Role.MEMBER,
    Right.CLUB_MEMBER: Role.MEMBER,
    Right.CLUB_SCORER: Role.SCORER,
    Right.CLUB_DIRECTOR: Role.DIRECTOR,
}
"""The rights that belong to a club, and the least role that has them."""


ROUTES: Mapping[str, Right] = {
    "static_files.serve": Right.ANYBODY,
    "home.index": Right.ANYBODY,
    "home.new": Right.ANYBODY,
    "home.open_partie": Right.ANYBODY,
    "home.find": Right.ANYBODY,
    "home.scoring_link": Right.ANYBODY,
    "home.accept_link": Right.ANYBODY,
    "founding.found": Right.ANYBODY,
    "founding.found_club": Right.ANYBODY,
    "founding.sign_in": Right.ANYBODY,
    "founding.accept_password": Right.ANYBODY,
    "founding.sign_out": Right.CLUB_MEMBER,
    "founding.personal_link": Right.ANYBODY,
    "founding.accept_personal_link": Right.ANYBODY,
    "club.index": Right.CLUB_READER,
    "reference.hand": Right.ANYBODY,
    "reference.rulesets": Right.ANYBODY,
    "reference.ruleset": Right.ANYBODY,
    "reference.glossary": Right.ANYBODY,
    "tables.table": Right.READER,
    "tables.live": Right.READER,
    "tables.saved": Right.READER,
    "tables.across": Right.READER,
    "tables.say": Right.SCORER,
    "tables.deal": Right.READER,
    "tables.statement": Right.READER,
    "tables.cards": Right.READER,
    "sheets.sheet": Right.READER,
    "sheets.settlement": Right.READER,
    "sheets.other_rules": Right.READER,
    "sheets.sign": Right.SCORER,
    "sheets.share": Right.READER,
    "sheets.new_link": Right.SCORER,
    "sheets.revoke": Right.SCORER,
}
"""Every endpoint and the right it needs; a test fails for a route that is missing here."""


MOST_LINKS = 100
"""The links a phone carries; a cookie has no room for more, and the oldest parties are long over."""


def the_parties() -> Parties:
    """The parties of the application that answers."""
    return cast("Parties", current_app.extensions["parties"])


def the_club_services() -> ClubServices:
    """The clubs' use cases of the application that answers."""
    return cast("ClubServices", current_app.extensions["clubs"])


def acting_in(club: Club) -> Actor | None:
    """Who acts on this phone in a club; `None` if nobody has signed in, or the credential was ended."""
    credential = session.get("acts", {}).get(club.code)
    actor = the_club_services().people.actor(credential) if isinstance(credential, int) else None
    return actor if actor is not None and actor.club_id == club.id else None


def let_act(code: str, actor: Actor) -> None:
    """Let this phone act for a person of a club: remember the number of the credential in the signed cookie."""
    session.permanent = True
    session["acts"] = {**session.get("acts", {}), code: actor.credential}


def stop_acting(code: str) -> None:
    """Let this phone act for nobody of a club any more."""
    session["acts"] = {club: number for club, number in session.get("acts", {}).items() if club != code}


def the_club() -> Club:
    """The club whose page is asked for."""
    return cast("Club", g.club)


def the_actor() -> Actor:
    """Who asks for a page that needs a member."""
    return cast("Actor", g.actor)


def maybe_actor() -> Actor | None:
    """Who asks for a page that anybody may read."""
    return cast("Actor | None", g.get("actor"))


def has_role(actor: Actor | None, role: Role) -> bool:
    """Whether somebody has a role, or one that may do more."""
    ranks = list(Role)
    return actor is not None and ranks.index(actor.role) <= ranks.index(role)


def may_score(code: str) -> bool:
    """Whether this phone may score the partie with this code."""
    link = session.get("links", {}).get(code.upper())
    if not isinstance(link, int):
        return False
    try:
        return the_parties().link_holds(code, link)
    except NoSuchPartie:
        return False


def let_score(code: str, link: int) -> None:
    """Let this phone score: remember the number of its link in the signed cookie."""
    session.permanent = True
    links = {**session.get("links", {}), code: link}
    session["links"] = dict(list(links.items())[-MOST_LINKS:])


def form_token() -> str:
    """The secret that was drawn with the form, or nothing if it is none of ours."""
    token = request.form.get("key", "")
    return token if re.fullmatch(r"[A-Za-z0-9_-]{32}", token) else ""


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
    allowed = may_score(str((request.view_args or {}).get("code", "")))
    if right is Right.SCORER and not allowed:
        abort(403)
    if not allowed and tries_are_spent():
        abort(429)


def _check_club(right: Right) -> None:
    if tries_are_spent():
        abort(429)
    club = the_club_services().clubs.club(str((request.view_args or {}).get("club", "")))
    g.club, g.actor = club, acting_in(club)
    open_to_all = right is Right.CLUB_READER and club.public
    if not open_to_all and not has_role(g.actor, OF_A_CLUB[right]):
        abort(403)


def init_app(app: Flask) -> None:
    """Ask the table before every request."""
    app.before_request(_check)
