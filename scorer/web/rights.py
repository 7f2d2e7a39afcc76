"""Rights: what each route needs, and the one place that checks it before every request."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, cast

from flask import Flask, abort, g, request, session

from ..service.club.clubs import Club
from ..service.club.credentials import Actor, Role
from ..service.club.seasons import Season
from ..service.topics import TOPICS
from .extensions import tries_are_spent
from .phones import (
    has_role,
    the_club_services,
    visitor,
)

# Every route


class Right(Enum):
    ANYBODY = "anyone"
    READER = "anyone with the code of the sheet"
    SCORER = "a phone with a current scoring link, or on which a scorer of the club is signed in"
    PLAYER = "in a season, the phone of a player; or a phone that scores it, with the player's PIN"
    CLUB_READER = "a member of the club; anyone if the standings are public"
    CLUB_MEMBER = "a member of the club"
    CLUB_SCORER = "a scorer of the club"
    CLUB_DIRECTOR = "a director of the club"


ROUTES: Mapping[str, Right] = {
    "static_files.serve": Right.ANYBODY,
    "home.index": Right.ANYBODY,
    "home.new": Right.ANYBODY,
    "home.open_partie": Right.ANYBODY,
    "home.find": Right.ANYBODY,
    "home.scoring_link": Right.ANYBODY,
    "home.accept_link": Right.ANYBODY,
    "account.found": Right.ANYBODY,
    "account.found_club": Right.ANYBODY,
    "account.sign_in": Right.ANYBODY,
    "account.accept_password": Right.ANYBODY,
    "account.sign_out": Right.CLUB_MEMBER,
    "account.personal_link": Right.ANYBODY,
    "account.accept_personal_link": Right.ANYBODY,
    "account.director_link": Right.ANYBODY,
    "account.set_director": Right.ANYBODY,
    "club.index": Right.CLUB_READER,
    "book.index": Right.CLUB_MEMBER,
    "book.entry": Right.CLUB_MEMBER,
    "book.partie": Right.CLUB_MEMBER,
    "book.verify": Right.ANYBODY,
    "transfer.exports": Right.CLUB_DIRECTOR,
    "transfer.download": Right.CLUB_DIRECTOR,
    "transfer.own_data": Right.CLUB_MEMBER,
    "transfer.imports": Right.CLUB_DIRECTOR,
    "transfer.check": Right.CLUB_DIRECTOR,
    "transfer.post": Right.CLUB_DIRECTOR,
    "open_items.report": Right.CLUB_SCORER,
    "open_items.of_season": Right.CLUB_SCORER,
    "open_items.before_closing": Right.CLUB_DIRECTOR,
    "open_items.close": Right.CLUB_DIRECTOR,
    "open_items.desk": Right.CLUB_DIRECTOR,
    "open_items.own_items": Right.CLUB_MEMBER,
    "members.index": Right.CLUB_MEMBER,
    "members.admit": Right.CLUB_DIRECTOR,
    "members.all_links": Right.CLUB_DIRECTOR,
    "members.edit": Right.CLUB_DIRECTOR,
    "members.rename": Right.CLUB_DIRECTOR,
    "members.give_role": Right.CLUB_DIRECTOR,
    "members.new_link": Right.CLUB_DIRECTOR,
    "members.end_link": Right.CLUB_DIRECTOR,
    "members.end_pin": Right.CLUB_DIRECTOR,
    "house_rules.saved": Right.CLUB_MEMBER,
    "house_rules.save": Right.CLUB_DIRECTOR,
    "house_rules.remove": Right.CLUB_DIRECTOR,
    "directors.overview": Right.CLUB_DIRECTOR,
    "directors.add": Right.CLUB_DIRECTOR,
    "directors.end": Right.CLUB_DIRECTOR,
    "directors.choose": Right.CLUB_DIRECTOR,
    "account.settings": Right.CLUB_MEMBER,
    "account.set_pin": Right.CLUB_MEMBER,
    "account.choose_name": Right.CLUB_MEMBER,
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
    "playing.begin": Right.CLUB_MEMBER,
    "season_companies.index": Right.CLUB_READER,
    "season_companies.new": Right.CLUB_MEMBER,
    "season_companies.start": Right.CLUB_MEMBER,
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
    "display.index": Right.CLUB_READER,
    "display.live": Right.CLUB_READER,
    "reference.hand": Right.ANYBODY,
    "house_rules.index": Right.ANYBODY,
    "companies.new": Right.ANYBODY,
    "companies.open_company": Right.ANYBODY,
    "companies.card": Right.READER,
    "companies.live": Right.READER,
    "companies.begin": Right.SCORER,
    "companies.turn": Right.READER,
    "companies.enter": Right.SCORER,
    "companies.remove": Right.SCORER,
    "companies.signatures": Right.READER,
    "reference.ruleset": Right.ANYBODY,
    "reference.topics": Right.ANYBODY,
    **{f"reference.{topic}": Right.ANYBODY for topic in TOPICS},
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
"""Every endpoint and the right it needs; a request to one that is missing is refused."""

# The check
#
# `routes` lists the right that each route needs; `phones` reads what a phone may do from its cookie.


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
    return cast("Club", g.club)


def the_actor() -> Actor:
    return cast("Actor", g.actor)


def maybe_actor() -> Actor | None:
    return cast("Actor | None", g.get("actor"))


def the_season() -> Season:
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
    allowed = visitor().may_score(code)
    if right is Right.SCORER and not allowed:
        abort(403)
    if right is Right.PLAYER:
        if visitor().season_of(code) is None:
            abort(404)
        if not allowed and visitor().player_on(code) is None:
            abort(403)
    if not allowed and code not in session.get("followed", ()) and tries_are_spent():
        abort(429)  # a phone that follows the sheet guesses nothing


def _check_club(right: Right) -> None:
    code = str((request.view_args or {}).get("club", ""))
    if code not in session.get("acts", {}) and tries_are_spent():
        abort(429)
    if any(isinstance(value, int) and value > LARGEST for value in (request.view_args or {}).values()):
        abort(404)
    club = the_club_services().clubs.club(code)
    g.club, g.actor = club, visitor().acting_in(club)
    open_to_all = right is Right.CLUB_READER and club.public
    if not open_to_all and not has_role(g.actor, OF_A_CLUB[right]):
        abort(403)
    find_within(club, dict(request.view_args or {}))


def init_app(app: Flask) -> None:
    app.before_request(_check)
