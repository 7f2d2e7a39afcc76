"""Rights: what each route needs, and the one place that checks it before every request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, cast

from flask import Flask, abort, current_app, g, render_template, request, session
from werkzeug.wrappers import Response as Answer

from ..rules.messages import Text
from ..service.club.credentials import Actor, Role
from ..service.club.people.clubs import Club
from ..service.club.seasons.season import Season
from ..service.parties import NoSuchPartie
from ..service.topics import TOPICS
from ..table.entering import NotAllowed
from .address import redirect_to
from .errors import SECRETS, KeyNeeded, KeyRefused, error_page
from .extensions import (
    MISSES,
    WRONG_KEYS,
    TooMany,
    director_with,
    limited,
    network_address,
)
from .visitor import (
    carried_secrets,
    has_role,
    is_sure,
    let_act,
    note,
    reader_with,
    remember_asked,
    the_club_services,
    the_pairs,
    visitor,
)

# Every route


class Right(Enum):
    ANYBODY = "anyone"
    READER = "anyone with the code of the sheet"
    RETURNING = (
        "a phone that revoked its own scoring link, while no other has one; or one that may score"
    )
    SCORER = "a phone with a current scoring link, or on which a scorer of the club is signed in"
    PAIR_READER = "a phone with the link of the pair"
    PAIR_KEEPER = "a phone with the link of the pair, on which the two began a partie"
    PLAYER = "in a season, the phone of a player; or a phone that scores it, with the player’s PIN"
    CLUB_READER = "a member of the club; anyone if the standings are public"
    CLUB_MEMBER = "a member of the club"
    CLUB_SCORER = "a scorer of the club"
    CLUB_DIRECTOR = "a director of the club"


VIEWS: Mapping[Right, Mapping[str, str]] = {
    Right.ANYBODY: {
        "static_files": "serve manifest",
        "home": (
            "index new open_partie take keep_taken find cookies remove example scoring_link "
            "accept_link"
        ),
        "account": (
            "found found_club sign_in accept_password personal_link accept_personal_link "
            "director_link set_director"
        ),
        "copies": "choose found",
        "book": "verify",
        "api_description": "openapi",
        "reference": " ".join(("hand", "ruleset", "topics", *TOPICS)),
        "house_rules": "index",
        "tour": "tour",
        "languages": "choose",
        "operations": "health ready metrics",
        "offline": "files service visit shell waiting",
        "companies": "new open_company",
        "pairs": "open_link accept_link gather dismiss",
    },
    Right.READER: {
        "companies": "card live turn signatures",
        "tables": "table this_table live saved deal again cards speed compare",
        "offline": "kept",
        "sheets": "sheet players settlement result saved share_result other_rules share",
        "dispute": "show",
    },
    Right.RETURNING: {"sheets": "score_again"},
    Right.SCORER: {
        "companies": "begin enter",
        "tables": "say choose_speed versions",
        "sheets": "sign new_link revoke",
        "signing": "set_day",
    },
    Right.PAIR_READER: {"pairs": "show link save"},
    Right.PAIR_KEEPER: {
        "pairs": (
            "renew partie note set_day leave_out left_out take_back_in stake set_stake settled "
            "settle take_back_settled join joining part parting erase erasing"
        ),
    },
    Right.PLAYER: {"signing": "sign asking ask denying deny", "dispute": "reply"},
    Right.CLUB_READER: {
        "club": "index",
        "search": "search",
        "seasons": "terms",
        "fixtures": "index fixture",
        "rounds": "decides bulletin picture feed",
        "season_companies": "index",
        "standings": "standings cross_table race records",
        "players": "player two ratings records",
        "paper": "poster",
        "display": "display live",
        "calendar": "of_club of_member",
        "api": "index seasons standings results lines partie members",
        "embed": "standings_for_others",
    },
    Right.CLUB_MEMBER: {
        "account": "sign_out settings end_own_phones set_pin choose_name",
        "club": "seen",
        "book": "index entry partie",
        "transfer": "own_data",
        "open_items": "own_items",
        "members": "index",
        "house_rules": "saved",
        "entrants": "of_season",
        "fixtures": "start",
        "evenings": "tonight evening live bulletin begin here",
        "appointments": "propose answer",
        "playing": "new begin",
        "season_companies": "new start_company",
        "standings": "unsettled",
        "stakes": "index member",
        "paper": "blank blank_of_partie",
        "disputes": "index export",
    },
    Right.CLUB_SCORER: {
        "open_items": "report of_season",
        "paper": "form enter",
    },
    Right.CLUB_DIRECTOR: {
        "transfer": "exports download imports check post",
        "open_items": "before_closing close",
        "members": (
            "admit all_links edit rename give_role new_link end_link end_phones end_pin leave "
            "rejoin merging merge erasing erase"
        ),
        "house_rules": "save remove",
        "directors": "overview add end change_password choose choose_zone",
        "seasons": "new open_season",
        "entrants": "enter entrant withdraw replace settle take_back mistaken correct",
        "fixtures": "draw move forfeit playoff open_playoff",
        "evenings": "welcome pair start undo late substitute end",
        "appointments": "fix",
        "disputes": "rule settling settle",
        "paper": "mistyped retype",
        "corrections": "reversal reverse mistyped_walkover unenter penalty adjust",
    },
}
"""The views of each blueprint, by the right that they need;
in two places, the stronger right counts.
"""


def _routes() -> Iterator[tuple[str, Right]]:
    for right, blueprints in VIEWS.items():
        for blueprint, views in blueprints.items():
            for view in views.split():
                yield f"{blueprint}.{view}", right


ROUTES: Mapping[str, Right] = dict(_routes())
"""Every endpoint and the right it needs; a request to one that is missing is refused."""

# The check


OF_A_CLUB = {
    Right.CLUB_READER: Role.MEMBER,
    Right.CLUB_MEMBER: Role.MEMBER,
    Right.CLUB_SCORER: Role.SCORER,
    Right.CLUB_DIRECTOR: Role.DIRECTOR,
}
"""The rights in a club, and the lowest role that has each."""


LARGEST = 2**31 - 1
"""The highest number of a season, member, entry or dispute;
a database refuses to look up a higher one.
"""


def the_club() -> Club:
    return cast("Club", visitor().club)


def the_actor() -> Actor:
    return cast("Actor", visitor().actor)


def maybe_actor() -> Actor | None:
    return visitor().actor


def the_season() -> Season:
    return cast("Season", visitor().season)


def find_within(club: Club, arguments: Mapping[str, Any]) -> None:
    """Look up the other parts of the address within the club; 404 if the club does not have one.

    This keeps every page of a club from showing anything of another.
    """
    services = the_club_services()
    if "season" in arguments:
        visitor().season = services.seasons.season(club.id, arguments["season"])
        if visitor().season is None:
            abort(404)
    member = arguments.get("member", 0)
    if "member" in arguments:
        now = services.people.number_now(club.id, member)
        is_merged = now not in (0, member)
        if is_merged and request.method == "GET":  # an old link leads on
            abort(redirect_to(str(request.endpoint), **{**arguments, "member": now}))
        if is_merged or now == 0:
            abort(404)
    if "credential" in arguments and not services.people.holds(
        club.id, arguments["credential"], member
    ):
        abort(404)
    if "code" in arguments and not services.signing.is_of_club(club.id, arguments["code"]):
        raise NoSuchPartie(arguments["code"])  # which counts as a guess


WITH_PASSWORD = {
    "directors.overview",
    "directors.add",
    "directors.end",
    "members.erasing",
    "members.erase",
    "account.end_own_phones",
}
"""What gives or takes power, or cannot be undone.
Who has a password is asked for it again before this.
"""


BACK = ("step", "change")


@limited
def _ask_again() -> Answer | tuple[str, int] | None:
    """Ask a director for the password again, and let what was typed through with it,
    or back into its form.
    """
    club = the_club()
    actor = the_actor()
    if not actor.has_password:
        return None
    if request.method != "POST":
        return redirect_to("account.sign_in", to=request.path)
    error = ""
    if "sure" in request.form:
        try:
            let_act(club.code, director_with(club, actor.name, request.form["sure"]), stays=True)
        except TooMany as refused:
            error = str(refused)
        except NotAllowed:
            error = "That password is wrong. Try again."
        else:
            visitor().actor = visitor().acting_in(club)
            return None
    kept = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in SECRETS and name != "csrf_token"
    ]
    if not request.form.keys().isdisjoint(SECRETS.keys() - {"sure"}):
        kept.append(BACK)  # a new password is not written into a page, so its form is shown again
    page = render_template(
        "club/password.html",
        error=error,
        club=club,
        actor=actor,
        season=None,
        kept=kept,
        is_done=BACK not in kept,
    )
    return page, 422


def _refuse_reader(_code: str) -> int:
    return 0


def _refuse_returning(code: str) -> int:
    return 0 if visitor().may_score(code) or visitor().may_return(code) else 403


def _refuse_scorer(code: str) -> int:
    return 0 if visitor().may_score(code) else 403


def _refuse_player(code: str) -> int:
    if visitor().season_of(code) is None:
        return 404
    return 0 if visitor().may_score(code) or visitor().player_on(code) is not None else 403


OF_A_SHEET: Mapping[Right, Callable[[str], int]] = {
    Right.READER: _refuse_reader,
    Right.RETURNING: _refuse_returning,
    Right.SCORER: _refuse_scorer,
    Right.PLAYER: _refuse_player,
}
"""The rights at a sheet, each with the status that refuses it to this phone; 0 for one that it has.
"""


def _check() -> Answer | tuple[str, int] | None:
    if request.endpoint is None:
        return None
    right = ROUTES.get(request.endpoint)
    if right is None:
        abort(403)
    if right is Right.ANYBODY:
        return None
    if right in OF_A_CLUB:
        _check_club(right)
        if request.endpoint in WITH_PASSWORD and not is_sure(the_club().code):
            return _ask_again()
        return None
    if right in OF_A_PAIR:
        return _check_pair(right)
    if right in OF_A_SHEET:
        _check_sheet(right)
        return None
    raise ValueError(f"nothing checks {right}")


def _check_sheet(right: Right) -> None:
    code = str((request.view_args or {}).get("code", ""))
    allowed = visitor().may_score(code)
    status = OF_A_SHEET[right](code)
    if status:
        abort(status)
    # a phone that follows the sheet guesses nothing
    is_guess = not allowed and code not in session.get("followed", ())
    if is_guess and not MISSES.allows(network_address()):
        abort(429)


OF_A_PAIR: Mapping[Right, bool] = {Right.PAIR_READER: False, Right.PAIR_KEEPER: True}
"""The rights at a pair, and whether the phone must keep it."""


class PairRightText(Text):
    """Why a phone may not open or change the page of a pair.

    It is said of a link, so no oracle asks it.
    """

    RENEWED = "The link to this page was renewed."
    RENEWED_ADVICE = (
        "Ask the other player for the new one. It is on their page, under Link for another phone."
    )
    ONLY_READS = "This phone can read this page but not change it."
    ONLY_READS_ADVICE = "Use a phone on which the two of you began a partie, or begin one here."


NO_LONGER = (PairRightText.RENEWED(), PairRightText.RENEWED_ADVICE())
"""Said only to a phone that had the link: to others the pair is missing."""

READS_ONLY = (PairRightText.ONLY_READS(), PairRightText.ONLY_READS_ADVICE())


def _check_pair(right: Right) -> Answer | tuple[str, int] | None:
    """Show nothing of a pair without its link: it is missing then, like one that never was."""
    arguments = dict(request.view_args or {})
    code = str(arguments["code"]).upper()
    pair = visitor().pairs.get(code)
    if pair is None:
        secret = carried_secrets().get(code)
        leads = the_pairs().with_link(secret) if secret else ""
        if leads and request.method == "GET":  # it was joined into another
            return redirect_to(str(request.endpoint), **{**arguments, "code": leads})
        if secret and not leads:
            return error_page(404, *NO_LONGER)
        abort(404)
    if OF_A_PAIR[right] and not pair.keeps:
        return error_page(403, *READS_ONLY)
    sheet = arguments.get("sheet")
    if sheet is not None:
        of = the_pairs().of_sheet(sheet)
        if of is None or of.code != pair.code:
            abort(404)
    return None


FEEDS = ("calendar.of_club", "calendar.of_member", "rounds.feed")
"""What is read by programs without cookies:
in a private club the address has a key (`visitor.feed_key`).
"""


PROGRAMS = "api"
"""The blueprint whose readers are programs: they may send the key of a feed in a header instead of
a cookie.
"""


def _reader_by_key(club: Club) -> Actor | None:
    """Return whose key a program sends in its header; `None` if it sends none.

    A key that is not valid is refused even where everyone may read, and even with a cookie beside
    it: otherwise nobody would notice before the club becomes private. Other schemes are left to
    what is in front of the program, such as a proxy that asks for a password.
    """
    sent = request.authorization
    if sent is None or sent.type != "bearer":
        return None
    if not WRONG_KEYS.allows(network_address()):
        abort(429)
    actor = reader_with(sent.token or "", club)
    if actor is None:
        WRONG_KEYS.hit(network_address())
        note("key refused", club=club.code)
        raise KeyRefused
    return actor


def _check_club(right: Right) -> None:
    code = g.club_code
    if code not in session.get("acts", {}) and not MISSES.allows(network_address()):
        abort(429)
    arguments = dict(request.view_args or {})
    if any(isinstance(each, int) and each > LARGEST for each in arguments.values()):
        abort(404)
    club = the_club_services().clubs.club(code)
    reader = visitor()
    reader.club = club
    is_program = request.blueprint == PROGRAMS
    by_key = _reader_by_key(club) if is_program else None
    reader.actor = by_key or reader.acting_in(club)
    if request.endpoint in FEEDS and reader.actor is None:
        reader.actor = reader_with(request.args.get("key", ""), club)
    open_to_all = right is Right.CLUB_READER and club.public
    role = OF_A_CLUB[right]
    if not open_to_all and not has_role(reader.actor, role):
        may_sign_in = reader.actor is None and role is Role.MEMBER
        if may_sign_in and is_program:
            raise KeyNeeded
        if may_sign_in and request.method == "GET":
            remember_asked()
        abort(403)
    find_within(club, arguments)


def _take_club(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Keep the code of the club in the address, so that no view has to take it."""
    if values and "club" in values:
        g.club_code = values.pop("club")


def _stay_in_club(endpoint: str, values: dict[str, Any]) -> None:
    """Link from a page of a club to pages of the same club."""
    if "club_code" in g and current_app.url_map.is_endpoint_expecting(endpoint, "club"):
        values.setdefault("club", g.club_code)


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_take_club)
    app.url_defaults(_stay_in_club)
    app.before_request(_check)
