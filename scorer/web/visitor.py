"""The signed cookie of a phone: the scoring links and the links of pairs it has accepted, and who
is signed in to which club.

The cookie holds the numbers of scoring links, the secrets of the links of pairs and, for each club
in which someone is signed in, a session. Every request looks them up, so revoking one takes effect
at once. Signing out ends the session, and with it every copy of the cookie.

Two who play for years have one link instead of one for each partie. Who only opened it reads, and
scores what is played now; a phone on which the two began a partie keeps their history.

A director who also plays has two sessions in a club, that of the password and beside it that of the
member's personal link: one person with two roles. Each ends by itself, when its password or its
link does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import wraps
from hashlib import sha256
from typing import NamedTuple, TypeGuard, TypeVar, cast

from flask import Flask, current_app, g, request, session
from itsdangerous import BadSignature, URLSafeSerializer

from ..rules.names import Name, folded
from ..service.club.credentials import Actor, Role, SignInRow
from ..service.club.people.clubs import Club, NoSuchClub
from ..service.club.posting.signing import SheetSeason
from ..service.club.seasons.season import Season
from ..service.club.services import ClubServices, in_one_state
from ..service.companies import Companies
from ..service.pairs import Pairs
from ..service.parties import EXAMPLE, NoSuchPartie, Parties, SheetRow, SheetState, Sight
from ..service.shared import Presence
from ..table import formatting
from ..table.entering import new_token, token_about
from ..table.own_parties import SAME_DAY, folded_players
from ..table.speeds import (
    Speed,
    remembered_counts,
    remembered_speed,
    with_counts,
    with_speed,
)

MOST_LINKS = 100
"""Maximum links in a cookie, which has no room for more; the oldest parties are long over."""


MOST_PAIRS = 20
"""Maximum pairs whose links a phone carries, those that played or were opened last."""

MOST_FOLLOWED = 20
"""Maximum parties and companies that the home page lists because the phone follows them."""

MOST_GIVEN_UP = 20
"""Maximum sheets whose scoring links a phone remembers to have revoked itself."""

MOST_REMOVED = 50
"""Maximum sheets that the home page leaves out because they were removed from the phone."""

MOST_KNOWN = 4096
"""Maximum entries in the cache of the companies of parties."""


def _service(name: str) -> object:
    """Return use cases for this request. A page reads one state of the book,
    and each thing once.
    """
    found = g.get("services")
    if found is None:
        found = current_app.extensions
        if request.method in ("GET", "HEAD"):
            g.state = in_one_state(found["parties"])
            found = g.state.__enter__()
        g.services = found
    return found[name]


def the_parties() -> Parties:
    return cast("Parties", _service("parties"))


def the_pairs() -> Pairs:
    return cast("Pairs", _service("pairs"))


def the_companies() -> Companies:
    return cast("Companies", _service("companies"))


def the_club_services() -> ClubServices:
    return cast("ClubServices", _service("clubs"))


def presence() -> Presence:
    return Presence(the_parties().engine, the_parties().clock)


Fact = TypeVar("Fact")


def _once(read: Callable[[Visitor, str], Fact]) -> Callable[[Visitor, str], Fact]:
    """Look a fact up once for each code of a sheet or a club, until the cookie changes."""

    @wraps(read)
    def known(self: Visitor, code: str) -> Fact:
        key = read, code
        if key not in self.known:
            self.known[key] = read(self, code)
        return cast("Fact", self.known[key])

    return known


class CarriedPair(NamedTuple):
    """A pair whose link this phone carries: its code, the secret of the link, and whether the two
    began a partie on this phone, which *keeps* their history then.
    """

    code: str
    secret: str
    keeps: bool


def _carried_pairs() -> dict[str, CarriedPair]:
    secrets = carried_secrets()
    kept = {secret for code, secret in secrets.items() if session["pairs"][code][1]}
    reached = the_pairs().reached(secrets.values())
    return {code: CarriedPair(code, secret, secret in kept) for code, secret in reached.items()}


def carried_secrets() -> dict[str, str]:
    """Return the secrets of the links of pairs that this phone carries, in force or not."""
    found = {code: secret for code, (secret, *_) in session.get("pairs", {}).items()}
    return {code: secret for code, secret in found.items() if secret}


def carry_pair(code: str, secret: str, *, keeps: bool = False) -> None:
    """Carry the link of a pair on this phone from now on, as the latest; who keeps it goes on to.

    The cookie does not keep the order of keys, so each has the number of its turn.
    """
    session.permanent = True
    visitor().known.clear()
    before = session.get("pairs", {})
    keeps = keeps or any(each[1] for each in before.values() if each[0] == secret)
    keeps = keeps or bool(before.get(code, ["", 0])[1])
    turn = 1 + max((each[-1] for each in before.values()), default=0)
    others = {each: of for each, of in before.items() if each != code and of[0] != secret}
    latest = sorted(others, key=lambda each: others[each][-1])[1 - MOST_PAIRS :]
    session["pairs"] = {each: others[each] for each in latest} | {code: [secret, int(keeps), turn]}


class RenewedPair(NamedTuple):
    """A pair whose link this phone carries and that was renewed elsewhere: its code, and the names
    that the phone knows; empty for none.
    """

    code: str
    names: tuple[str, ...]


def renewed_pairs() -> list[RenewedPair]:
    """Return the pairs of this phone whose links were renewed elsewhere."""
    in_force = {pair.secret for pair in visitor().pairs.values()}
    gone = {code: each for code, each in carried_secrets().items() if each not in in_force}
    renewed = the_pairs().renewed(gone.values()) if any(gone.values()) else {}
    return [
        RenewedPair(code, renewed[secret]) for code, secret in gone.items() if secret in renewed
    ]


def drop_link_of_pair(code: str) -> None:
    """Carry the link of a pair no longer; who kept the pair keeps it again with its next link."""
    before = dict(session.get("pairs", {}))
    _, *rest = before.pop(code, ("", 0, 0))
    keeps = bool(rest[0])
    session.permanent = True
    visitor().known.clear()
    session["pairs"] = {**before, code: ["", *rest]} if keeps else before


class Visitor:
    """Who makes this request: whom the phone is signed in as, which links it carries, and what that
    allows.

    Each fact is read from the book once a request, or again after the cookie has changed.

    Attributes:
        club: the club whose page this is, with the visitor as its `actor`, and its season, where
            there are any.
        known: the facts that have been read.
    """

    club: Club | None = None
    actor: Actor | None = None
    season: Season | None = None

    def __init__(self) -> None:
        self.known: dict[object, object] = {}

    @_once
    def season_of(self, code: str) -> SheetSeason | None:
        return the_club_services().signing.season_of(code)

    @_once
    def zone(self, club: str) -> tzinfo | None:
        clubs = the_club_services().clubs
        return clubs.zone(clubs.club(club).id)

    def acting_in(self, club: Club) -> Actor | None:
        return self._acting_as(club.code, club.id)

    def _acting_as(self, code: str, club_id: int) -> Actor | None:
        actor = self._actor(code)
        return actor if actor is not None and actor.club_id == club_id else None

    @_once
    def _actor(self, code: str) -> Actor | None:
        found = _acting(self.sign_in(code))
        beside = _acting(self.sign_in_beside(code))
        if found is None or beside is None or found.club_id != beside.club_id:
            return found or beside
        return replace(found, member=beside.member)

    @_once
    def sign_in(self, code: str) -> SignInRow | None:
        """Return the sign-in to a club that the cookie names, even if it has ended."""
        return _sign_in("acts", code)

    @_once
    def sign_in_beside(self, code: str) -> SignInRow | None:
        """Return the sign-in of the member who is also the director, even if it has ended."""
        return _sign_in("plays", code)

    def credentials(self) -> dict[str, int]:
        """Return by which passwords and links this phone was signed in,
        by the codes of the clubs.
        """
        found = {code: self.sign_in(code) for code in session.get("acts", {})}
        return {code: each.credential_id for code, each in found.items() if each is not None}

    def acting_at(self, code: str) -> Actor | None:
        of = self.season_of(code) if session.get("acts") else None
        return None if of is None else self._acting_as(of.club, of.club_id)

    def player_on(self, code: str) -> int | None:
        actor = self.acting_at(code)
        of = self.season_of(code)
        if actor is None or of is None or actor.member not in of.members:
            return None
        return of.members.index(actor.member)

    @_once
    def state(self, code: str) -> SheetState | None:
        """Return the state of a sheet for which this phone carries a scoring link;
        `None` if it carries none.
        """
        link = self.link(code)
        parties = the_parties()
        if not link:
            return None
        if request.endpoint == "tables.say":
            return parties.last_state(code, link)
        return parties.state(code, link)

    def link(self, code: str) -> int:
        """Return the number of the scoring link that this phone carries for a sheet;
        0 if it carries none.
        """
        return _number_in("links", code)

    def had_link(self, code: str) -> bool:
        """Whether this phone carries a scoring link for a sheet, in force or revoked,
        or gave one up.
        """
        return bool(self.link(code) or given_up_link(code))

    def reads_by_pair(self, code: str) -> bool:
        """Whether this phone, as it may not score a sheet, reads it by the link of its pair alone:
        another phone may score it.
        """
        return self.pair_of(code) is not None and not self.had_link(code)

    @property
    def pairs(self) -> Mapping[str, CarriedPair]:
        """The pairs whose links this phone carries and that are in force, by their codes."""
        if "pairs" not in self.known:
            self.known["pairs"] = _carried_pairs()
        return cast("Mapping[str, CarriedPair]", self.known["pairs"])

    def pair_of(self, code: str) -> CarriedPair | None:
        """Return the pair whose link this phone carries and that plays a partie; else `None`."""
        if not session.get("pairs"):
            return None
        found = the_pairs().of_sheet(code)
        return None if found is None else self.pairs.get(found.code)

    def _may_score_by_pair(self, code: str) -> bool:
        """Whether this phone may score a partie by the link of its pair: one that is not over or
        that was begun this evening, and if it *keeps* the pair any.

        Not if the phone had a link of the partie itself, which was revoked.
        """
        if self.had_link(code):
            return False
        pair = self.pair_of(code)
        if pair is None:
            return False
        if pair.keeps:
            return True
        sheet = the_parties().sheet(code)
        begun = datetime.fromisoformat(sheet.opened_at)
        return not sheet.partie.is_over or the_parties().clock() - begun < SAME_DAY

    @_once
    def may_return(self, code: str) -> bool:
        """Whether this phone may not score since it revoked its own link, and may score again."""
        link = given_up_link(code)
        return link != 0 and not self.may_score(code) and the_parties().may_return(code, link)

    @_once
    def may_score(self, code: str) -> bool:
        """Whether this phone may record, by a link of the sheet or of its company,
        or as a scorer of the club.
        """
        try:
            state = self.state(code)
            if state is not None and state.link_holds:
                return True
            if has_role(self.acting_at(code), Role.SCORER):
                return True
            carries = session.get("links") or session.get("acts")
            company = company_of(code) if carries else ""
            if company:
                return self.may_score(company)
            return self._may_score_by_pair(code)
        except NoSuchPartie:
            return False


def zone_here() -> tzinfo | None:
    """Return the time zone of the club whose page or sheet is asked for;
    without a club `None`, that of the server.
    """
    club = visitor().club
    if club is not None:
        return visitor().zone(club.code)
    code = (request.view_args or {}).get("code")
    of = visitor().season_of(code) if isinstance(code, str) else None
    return None if of is None else visitor().zone(of.club)


def _sign_in(role: str, code: str) -> SignInRow | None:
    named = session.get(role, {}).get(code)
    return the_club_services().people.sign_in_with(named) if isinstance(named, str) else None


def _acting(found: SignInRow | None) -> Actor | None:
    return None if found is None else the_club_services().people.acting(found)


def visitor() -> Visitor:
    found = g.get("visitor")
    if found is None:
        found = g.visitor = Visitor()
    return cast("Visitor", found)


def is_partial() -> bool:
    """Whether only the part of a page is asked for that htmx replaces."""
    return request.headers.get("HX-Request-Type") == "partial"


def _signer() -> URLSafeSerializer:
    assert current_app.secret_key is not None
    return URLSafeSerializer(current_app.secret_key, "feed")


def feed_key(actor: Actor) -> str:
    """Return the key with which a calendar or feed reader, which has no cookies,
    reads what *actor* may read.
    """
    return str(_signer().dumps(actor.credential))


def reader_with(key: str, club: Club) -> Actor | None:
    """Return who copied a feed's *key*; `None` if it is none of the club,
    or their link or password has ended.
    """
    try:
        credential = _signer().loads(key)
    except BadSignature:
        return None
    actor = the_club_services().people.actor(credential)
    return actor if actor is not None and actor.club_id == club.id else None


def directed() -> list[Club]:
    acting = ((club, visitor().acting_in(club)) for club in own_clubs())
    return [club for club, actor in acting if actor is not None and actor.is_director]


def own_clubs() -> list[Club]:
    found = []
    for code in session.get("acts", {}):
        try:
            club = the_club_services().clubs.club(code)
        except NoSuchClub:
            continue
        if visitor().acting_in(club) is not None:
            found.append(club)
    return found


def sight_of_links() -> Sight:
    """Return the sheets for which this phone carries a scoring link."""
    return Sight(
        links=frozenset(link for link in session.get("links", {}).values() if _is_number(link))
    )


def sight(clubs: Iterable[Club]) -> Sight:
    return Sight(
        frozenset(club.id for club in clubs),
        sight_of_links().links,
        frozenset([*session.get("followed", ()), *session.get("links", {})]),
    )


def forget(code: str) -> None:
    """Take a sheet off the lists of this phone, which keeps its scoring link."""
    session.permanent = True
    session["removed"] = [*session.get("removed", []), code][-MOST_REMOVED:]


def follow(code: str) -> None:
    """List a sheet on this phone; the example is not listed."""
    followed = session.get("followed", [])
    if code in session.get("removed", ()):
        session["removed"] = [each for each in session["removed"] if each != code]
    if code not in followed and code not in session.get("links", {}) and code != EXAMPLE:
        session.permanent = True
        session["followed"] = [*followed, code][-MOST_FOLLOWED:]


def note(event: str, **about: object) -> None:
    """Add to the line of the log for this request what happened, and to whom,
    by numbers that are no secrets.
    """
    g.noted = {"event": event, **about}


def let_act(code: str, actor: Actor, *, stays: bool = False) -> None:
    """Sign a person in to a club on this phone, and sign out who was, unless they *stay* in their
    other role.

    A director stays who opens their own personal link, and so does the member who signs in as a
    director.
    """
    note("signed in", club=code, credential=actor.credential)
    named = the_club_services().people.begin(actor, browser_of(request.user_agent.string))
    director = _session_of(code, actor.club_id, has_password=True)
    player = _session_of(code, actor.club_id, has_password=False)
    if stays and actor.has_password:
        _begin_session(code, named, player)
    elif stays and director:
        _begin_session(code, director, named)
    else:
        _begin_session(code, named)
    if actor.has_password:
        know(actor.club_id, actor.name)


def _session_of(code: str, club_id: int, *, has_password: bool) -> str:
    """Return the session of the director, or of the member,
    who is signed in to a club on this phone; else nothing.
    """
    for role in ("acts", "plays"):
        actor = _acting(_sign_in(role, code))
        if actor is not None and (actor.club_id, actor.has_password) == (club_id, has_password):
            return str(session[role][code])
    return ""


MOST_ACCOUNTS = 8
"""Maximum directors and members as whom a browser is known to have proved itself, the latest."""


def know(*account: object) -> None:
    """Remember on this browser, also after signing out, that the password or PIN of an account was
    entered on it.

    The name of the account is not in the cookie, which others on this browser could read.
    """
    session.permanent = True
    own = _digest(account)
    others = [[each, secret] for each, secret in session.get("known", ()) if each != own]
    session["known"] = [*others, [own, new_token()]][-MOST_ACCOUNTS:]


def known_as(*account: object) -> str:
    """Return the secret of a browser on which the password or PIN of an account was entered before;
    else nothing.

    Nobody can make one up, because the cookie is signed.
    """
    found = (secret for each, secret in session.get("known", ()) if each == _digest(account))
    return str(next(found, ""))


def _digest(account: tuple[object, ...]) -> str:
    return sha256("/".join(folded(str(each)) for each in account).encode()).hexdigest()[:16]


BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac or iPad",
    "Linux": "Linux",
}
"""What a browser writes of itself and its system, the first that counts first:
most name others too.
"""


def browser_of(agent: str) -> str:
    """Return in words which browser sent a User-Agent, and on what; empty if neither is known.

    >>> chrome = "Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36"
    >>> browser_of(chrome), browser_of("curl/8.0")
    ('Chrome on Android', '')
    """

    def first(words: Mapping[str, str]) -> str:
        return next((name for mark, name in words.items() if mark in agent), "")

    return " on ".join(filter(None, (first(BROWSERS), first(SYSTEMS))))


SURE_FOR = 15 * 60
"""Seconds after a password was entered for which it is not asked again."""


def is_sure(code: str) -> bool:
    """Return whether this phone was signed in a short time ago:
    the password entered, or the personal link opened.
    """
    found = visitor().sign_in(code)
    return found is not None and the_club_services().people.seconds_since(found) < SURE_FOR


def remember_asked() -> None:
    """Remember the page that was asked for, to lead there whoever signs in within
    the time of `SURE_FOR`.
    """
    session["asked"] = [request.full_path.rstrip("?"), int(the_parties().clock().timestamp())]


def asked_for() -> str:
    """Return the page that was asked for a short time ago and not shown,
    since nobody was signed in; else nothing.
    """
    page, at = session.get("asked", ("", 0))
    return page if the_parties().clock().timestamp() < at + SURE_FOR else ""


def stop_acting(code: str) -> None:
    """Sign out of a club on this phone.

    The phone keeps its scoring links, which belong to the phone and not to the person, and forgets
    what the person followed.
    """
    session.pop("followed", None)
    _begin_session(code)


def _begin_session(code: str, named: str = "", beside: str = "") -> None:
    """End the sessions in a club that the cookie names, and name others,
    if any, with a new CSRF token.
    """
    for before in (visitor().sign_in(code), visitor().sign_in_beside(code)):
        if before is not None and before.session not in (named, beside):
            the_club_services().people.sign_out(before)
    acts = _sessions("acts", code, named)
    plays = _sessions("plays", code, beside)
    seen = session.get("seen", {})
    kept = (
        "links",
        "pairs",
        "given up",
        "followed",
        "removed",
        "speeds",
        "across",
        "voice",
        "values",
        "known",
    )
    of_phone = {name: session[name] for name in kept if name in session}
    session.clear()
    session.permanent = True
    session.update(of_phone)
    visitor().known.clear()
    if acts:
        session["acts"] = acts
        own = visitor().credentials().values()
    if plays:
        session["plays"] = plays
    if acts:
        session["seen"] = {each: found for each, found in seen.items() if int(each) in own}


def _sessions(role: str, code: str, named: str) -> dict[str, str]:
    """Return the sessions of the clubs in a role, in this club the one that is *named*, if any."""
    found = {club: each for club, each in session.get(role, {}).items() if club != code}
    return found | {code: named} if named else found


def own_speed(names: Iterable[str]) -> Speed:
    """Return how much this phone enters of the parties of these players."""
    return remembered_speed(session.get("speeds", ()), names)


def own_counts(names: Iterable[str]) -> bool:
    """Return whether these players counted the tricks at the end of the last deal that this phone
    entered.
    """
    return remembered_counts(session.get("speeds", ()), names)


def remember_counts(names: Sequence[str], *, counts: bool) -> None:
    """Remember whether these players count the tricks at the end;
    a cookie is sent only if that is new.
    """
    if counts is not own_counts(names):
        session.permanent = True
        session["speeds"] = with_counts(session.get("speeds", ()), names, counts=counts)


def remember_speed(names: Sequence[str], speed: Speed) -> None:
    session.permanent = True
    session["speeds"] = with_speed(session.get("speeds", ()), names, speed)


MOST_OPENED = 12
"""Maximum entries after the last one seen that a phone remembers to have opened, the latest."""


def seen_entries(actor: Actor, last: int) -> tuple[int, list[int]]:
    """Return the last entry that *actor* has seen on this phone, at first *last*,
    and the later ones they opened.
    """
    if str(actor.credential) not in session.get("seen", {}):
        see_entries(actor, last)
    mark, *opened = session["seen"][str(actor.credential)]
    return mark, opened


def see_entries(actor: Actor, through: int) -> None:
    """Remember that *actor* has seen all entries up to *through* on this phone."""
    session["seen"] = {**session.get("seen", {}), str(actor.credential): [through]}


def open_entry(actor: Actor, number: int) -> None:
    """Remember that *actor* has opened an entry, if it is after the last one seen on this phone."""
    mark, *opened = session.get("seen", {}).get(str(actor.credential), [number])
    if number > mark and number not in opened:
        session["seen"] = {
            **session["seen"],
            str(actor.credential): [mark, *opened[1 - MOST_OPENED :], number],
        }


def _drop_ended_session() -> None:
    """Clear a copy of the cookie of a phone on which somebody has signed out since."""
    found = [visitor().sign_in(code) for code in session.get("acts", ())]
    found += [visitor().sign_in_beside(code) for code in session.get("plays", ())]
    if any(each is not None and each.ended == "here" for each in found):
        session.clear()


def _end_reading(_: BaseException | None) -> None:
    if "state" in g:
        g.state.__exit__(None, None, None)


def when(at: str) -> str:
    """Format a stored time to the minute where the reader is."""
    return formatting.when(at, zone_here())


def day(at: str) -> str:
    """Format a day, or that of a stored time where the reader is."""
    return formatting.day(at, zone_here() if "T" in at else None)


def shown_names(club_id: int) -> Mapping[int, Name]:
    """Return the names that a club shows, which a page looks up once."""
    known: dict[int, Mapping[int, Name]] = g.setdefault("shown_names", {})
    if club_id not in known:
        known[club_id] = the_club_services().people.shown_names(club_id)
    return known[club_id]


def closed_seasons(club_id: int) -> Collection[int]:
    """Return the seasons of a club that are closed, which a page looks up once."""
    known: dict[int, Collection[int]] = g.setdefault("closed_seasons", {})
    if club_id not in known:
        seasons = the_club_services().seasons.seasons(club_id)
        known[club_id] = {each.number for each in seasons if each.closed}
    return known[club_id]


def init_app(app: Flask) -> None:
    for each in (when, day):
        app.jinja_env.filters[each.__name__] = formatting.for_each_reader(each)
    app.before_request(_drop_ended_session)
    app.teardown_appcontext(_end_reading)


def has_role(actor: Actor | None, role: Role) -> bool:
    """Whether *actor* has this role, or one with more rights."""
    ranks = list(Role)
    return actor is not None and ranks.index(actor.role) <= ranks.index(role)


def company_of(code: str) -> str:
    company, _ = turn_of(code)
    return company


def turn_of(code: str) -> tuple[str, int]:
    """Return the code of the company of a partie, and the number of its turn;
    empty and -1 if it has none.
    """
    # the company of a partie never changes
    known: dict[str, tuple[str, int]] = current_app.extensions.setdefault("company of", {})
    code = code.upper()
    if code not in known:
        found = the_companies().of_partie(code)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[code] = found
    return known[code]


def own_pair(names: Sequence[str]) -> str:
    """Return the code of the pair of these names whose link this phone carries; empty for none."""
    asked = folded_players(names)
    for pair in the_pairs().own([*visitor().pairs]):
        if folded_players(pair.names) == asked:
            return pair.code
    return ""


def _is_number(found: object) -> TypeGuard[int]:
    return type(found) is int and 0 < found < 2**31


def let_score(token: str) -> SheetRow | None:
    """Let this phone record on the sheet of a link with this secret, and return it;
    `None` if the link is not valid.
    """
    opened = the_parties().open_link(token)
    if opened is None:
        return None
    sheet, link = opened
    add_link(sheet.code, link)
    return sheet


def put_in_pair(code: str, token: str, pair: str = "") -> None:
    """Put a partie that this phone has begun with *token* into the pair of its players, among those
    that it carries, or into a new one; then it keeps that pair.

    The parties of the pair need no links of their own any more.
    """
    found, secret = the_pairs().put(
        code, carried=carried_secrets(), token=token_about(token, "pair"), pair=pair
    )
    if found:
        carry_pair(found, secret, keeps=True)
        _drop_links(found, but=code)


def _drop_links(pair: str, but: str = "") -> None:
    """Drop the links of the parties of a pair that this phone keeps."""
    links = session.get("links", {})
    of_pair = the_pairs().pairs_of(links)
    session["links"] = {
        code: link for code, link in links.items() if of_pair.get(code) != pair or code == but
    }


def gather_pairs(token: str, links: Iterable[int] = ()) -> int:
    """Put all parties of these links, or of all that this phone carries, into pairs, and return how
    many pairs have some.
    """
    of_phone = frozenset(links) or sight_of_links().links
    used = the_pairs().gather(of_phone, carried_secrets(), token)
    for code, secret in used.items():
        carry_pair(code, secret, keeps=True)
        _drop_links(code)
    return len(used)


def hand_on_all(secrets: Iterable[str], token: str) -> None:
    """Let this phone score many parties that it has opened with *token*, by the secrets of their
    first links: those of two by the links of their pairs.
    """
    opened = [found for secret in secrets if (found := the_parties().open_link(secret))]
    gather_pairs(token, [link for _, link in opened])
    in_pairs = the_pairs().pairs_of([row.code for row, _ in opened])
    for row, link in opened:
        if row.code not in in_pairs:
            add_link(row.code, link)


def add_link(code: str, link: int) -> None:
    """Put a link in the cookie and drop the lowest numbers first,
    since a cookie does not keep the order of keys.
    """
    links = dict[str, int](session.get("links", {}))
    latest = sorted(links, key=lambda each: links[each])[1 - MOST_LINKS :]
    session.permanent = True
    visitor().known.clear()
    session["links"] = {each: links[each] for each in latest} | {code: link}
    if code in session.get("given up", {}):
        session["given up"] = {
            each: number for each, number in session["given up"].items() if each != code
        }


def _number_in(links: str, code: str) -> int:
    """Return the number of the link of a sheet among these of the cookie; 0 if there is none."""
    found = session.get(links, {}).get(code.upper())
    return found if _is_number(found) else 0


def given_up_link(code: str) -> int:
    """Return the number of the link of a sheet that this phone had, and revoked itself;
    0 if it did not.
    """
    return _number_in("given up", code)


def give_up_link(code: str, link: int) -> None:
    """Note that this phone has revoked its own link; it goes on following the sheet.

    The note is in the signed cookie, so a phone whose link was revoked by another has none.
    """
    session.permanent = True
    visitor().known.clear()
    session["links"] = {
        each: number for each, number in session.get("links", {}).items() if each != code
    }
    others = [
        (each, number) for each, number in session.get("given up", {}).items() if each != code
    ]
    session["given up"] = {**dict(others[1 - MOST_GIVEN_UP :]), code: link}
    follow(code)


def is_secret(text: str) -> bool:
    """Whether this has the form of the secret in a link, or of an idempotency key."""
    return re.fullmatch(r"[A-Za-z0-9_-]{32}", text) is not None


def day_said(name: str = "today") -> str:
    """Return what the form says of the day at the table,
    in ISO 8601 if a script has filled it in.
    """
    return request.form.get(name, "")[:10]


def seconds_ago() -> int:
    """Return how long before it was sent a form was filled in,
    by the clock of the phone that kept it; usually 0.
    """
    return formatting.parse_number(request.form.get("ago", ""), digits=9, default=0)


def form_token() -> str:
    """Return the idempotency key of the form; a new one if it has none that is well formed."""
    token = request.form.get("key", "")
    return token if is_secret(token) else new_token()
