"""
Who may do what: one table of every route, and the one place that asks it.

What a phone carries, by which it has a right, is in `phones`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
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
    own_clubs,
    own_player,
    sight,
    stop_acting,
    the_club_services,
    the_parties,
)

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


class Right(Enum):
    """What a request needs."""

    ANYBODY = "anybody"
    READER = "whoever has the partie's code"
    SCORER = "a phone with an unrevoked scoring link, or of a scorer of the partie's club"
    PLAYER = "the phone of one who plays it in a season; or one that scores it, with a player's PIN where he has to be"
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
    "book.index": Right.CLUB_MEMBER,
    "book.entry": Right.CLUB_MEMBER,
    "book.partie": Right.CLUB_MEMBER,
    "book.verify": Right.ANYBODY,
    "carrying.out": Right.CLUB_DIRECTOR,
    "carrying.download": Right.CLUB_DIRECTOR,
    "carrying.own": Right.CLUB_MEMBER,
    "carrying.bring": Right.CLUB_DIRECTOR,
    "carrying.look": Right.CLUB_DIRECTOR,
    "carrying.post": Right.CLUB_DIRECTOR,
    "night.report": Right.CLUB_SCORER,
    "night.before_closing": Right.CLUB_DIRECTOR,
    "night.close": Right.CLUB_DIRECTOR,
    "night.desk": Right.CLUB_DIRECTOR,
    "night.waiting": Right.CLUB_MEMBER,
    "members.index": Right.CLUB_MEMBER,
    "members.admit": Right.CLUB_DIRECTOR,
    "members.all_links": Right.CLUB_DIRECTOR,
    "members.edit": Right.CLUB_DIRECTOR,
    "members.rename": Right.CLUB_DIRECTOR,
    "members.give_role": Right.CLUB_DIRECTOR,
    "members.new_link": Right.CLUB_DIRECTOR,
    "members.end_link": Right.CLUB_DIRECTOR,
    "members.end_pin": Right.CLUB_DIRECTOR,
    "kept.index": Right.CLUB_MEMBER,
    "kept.keep": Right.CLUB_DIRECTOR,
    "kept.drop": Right.CLUB_DIRECTOR,
    "directors.index": Right.CLUB_DIRECTOR,
    "directors.add": Right.CLUB_DIRECTOR,
    "directors.end": Right.CLUB_DIRECTOR,
    "directors.choose": Right.CLUB_DIRECTOR,
    "mine.index": Right.CLUB_MEMBER,
    "mine.set_pin": Right.CLUB_MEMBER,
    "mine.choose": Right.CLUB_MEMBER,
    "seasons.new": Right.CLUB_DIRECTOR,
    "seasons.open_season": Right.CLUB_DIRECTOR,
    "seasons.terms": Right.CLUB_READER,
    "entrants.index": Right.CLUB_MEMBER,
    "entrants.enter": Right.CLUB_DIRECTOR,
    "entrants.entrant": Right.CLUB_DIRECTOR,
    "entrants.withdraw": Right.CLUB_DIRECTOR,
    "entrants.replace": Right.CLUB_DIRECTOR,
    "fixtures.index": Right.CLUB_READER,
    "fixtures.draw": Right.CLUB_DIRECTOR,
    "fixtures.fixture": Right.CLUB_READER,
    "fixtures.start": Right.CLUB_MEMBER,
    "fixtures.forfeit": Right.CLUB_DIRECTOR,
    "playing.new": Right.CLUB_MEMBER,
    "playing.start": Right.CLUB_MEMBER,
    "standings.standings": Right.CLUB_READER,
    "standings.cross_table": Right.CLUB_READER,
    "standings.race": Right.CLUB_READER,
    "standings.records": Right.CLUB_READER,
    "standings.unsettled": Right.CLUB_MEMBER,
    "players.player": Right.CLUB_READER,
    "players.two": Right.CLUB_READER,
    "players.ratings": Right.CLUB_READER,
    "players.records": Right.CLUB_READER,
    "stakes.index": Right.CLUB_MEMBER,
    "stakes.member": Right.CLUB_MEMBER,
    "paper.poster": Right.CLUB_READER,
    "paper.blank": Right.CLUB_MEMBER,
    "paper.blank_of_partie": Right.CLUB_MEMBER,
    "paper.form": Right.CLUB_SCORER,
    "paper.enter": Right.CLUB_SCORER,
    "disputes.index": Right.CLUB_DIRECTOR,
    "disputes.dispute": Right.CLUB_MEMBER,
    "disputes.rule": Right.CLUB_DIRECTOR,
    "disputes.settling": Right.CLUB_DIRECTOR,
    "disputes.settle": Right.CLUB_DIRECTOR,
    "corrections.reversal": Right.CLUB_DIRECTOR,
    "corrections.reverse": Right.CLUB_DIRECTOR,
    "corrections.penalty": Right.CLUB_DIRECTOR,
    "corrections.adjust": Right.CLUB_DIRECTOR,
    "wall.index": Right.CLUB_READER,
    "wall.live": Right.CLUB_READER,
    "reference.hand": Right.ANYBODY,
    "house.index": Right.ANYBODY,
    "reference.rulesets": Right.ANYBODY,
    "reference.ruleset": Right.ANYBODY,
    "reference.glossary": Right.ANYBODY,
    "reference.laws": Right.ANYBODY,
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
    "signing.sign": Right.PLAYER,
    "signing.asking": Right.PLAYER,
    "signing.ask": Right.PLAYER,
    "signing.agree": Right.PLAYER,
    "signing.withdraw": Right.PLAYER,
}
"""Every endpoint and the right it needs; a test fails for a route that is missing here."""


LARGEST = 2**31 - 1
"""No season, member, entry or dispute has a higher number; a database could not even be asked for it."""


def the_club() -> Club:
    """The club whose page is asked for."""
    return cast("Club", g.club)


def the_actor() -> Actor:
    """Who asks for a page that needs a member."""
    return cast("Actor", g.actor)


def maybe_actor() -> Actor | None:
    """Who asks for a page that anybody may read."""
    return cast("Actor | None", g.get("actor"))


def the_season() -> Season:
    """The season whose page is asked for."""
    return cast("Season", g.season)


def find_within(club: Club, arguments: Mapping[str, Any]) -> None:
    """
    Look up within the club whatever else an address names; 404 if the club has no such thing.

    So that no page of a club, whoever writes it, is given anything of another.
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
    """The club and the season of the partie whose page needs a player."""
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
    code = str((request.view_args or {}).get("code", ""))
    allowed = may_score(code)
    if right is Right.SCORER and not allowed:
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
    """Ask the table before every request."""
    app.before_request(_check)
