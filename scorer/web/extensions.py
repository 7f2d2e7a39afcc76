"""CSRF protection, and the limits on attempts and on the length of what is sent."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from ipaddress import ip_network
from typing import ParamSpec, TypeVar, cast

from flask import Flask, abort, current_app, request, session
from flask_wtf import CSRFProtect
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from ..rules.messages import Text
from ..rules.names import folded, is_same
from ..service.club.credentials import Actor
from ..service.club.people.clubs import Club
from ..service.shared import Attempts
from ..table.entering import NotAllowed
from ..table.saving import LARGEST_ARCHIVE
from .visitor import (
    known_as,
    let_score,
    note,
    own_pair,
    the_club_services,
    the_parties,
    visitor,
)


class Csrf(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """Refuses a form that was not made for its session.

    A token is checked once. A phone sends the same one with every tap, and to check it takes a
    thirtieth of the time.
    """

    # the argument is as Flask-WTF has it
    def protect(self, apply_exemptions: bool = False) -> None:  # noqa: FBT001, FBT002
        own = session.get("csrf_token")
        sent = request.form.get("csrf_token")
        if request.endpoint and own and sent:
            _check(current_app.secret_key, own, sent)
        else:
            super().protect(apply_exemptions)


CSRF = Csrf()


@lru_cache(maxsize=4096)
def _check(_secret: bytes, _own: str, _sent: str) -> None:
    """Refuse the request unless its token is that of its session;
    a refusal is an exception, which is not cached.
    """
    CSRFProtect.protect(CSRF)


P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Limit:
    """How many attempts at *what* are allowed in some minutes, counted from the first attempt.

    The counts are in the book, so that all processes that serve it count together. Their keys hold
    network addresses and names, so only digests of them are stored.
    """

    what: str
    most: int
    minutes: int

    def hit(self, *who: object) -> bool:
        """Count an attempt and return whether it is allowed."""
        return _attempts().count(self._key(who), 60 * self.minutes) <= self.most

    def allows(self, *who: object) -> bool:
        """Return whether another attempt is allowed, and count none."""
        return _attempts().counted(self._key(who)) < self.most

    def forget(self, *who: object) -> None:
        _attempts().forget(self._key(who))

    def _key(self, who: tuple[object, ...]) -> str:
        """Return the digest of what counts together: how a name is typed makes no difference."""
        secret: bytes = current_app.config["SECRET_KEY"]
        counted = "/".join((self.what, *(folded(str(each)) for each in who)))
        return hmac.digest(secret, counted.encode(), "sha256").hex()


def _attempts() -> Attempts:
    return Attempts(the_parties().engine, the_parties().clock)


def network_address() -> str:
    """Return the network address of the visitor:
    of IPv6 the network, in which one visitor has many addresses.
    """
    address = request.remote_addr or ""
    return str(ip_network((address, 64), strict=False)) if ":" in address else address


TRIES = Limit("try", 30, 1)
"""How often one network address may try a code or a link."""

MISSES = Limit("miss", 30, 1)
"""Requests from a network address for codes that do not exist."""

WRONG_KEYS = Limit("key", 30, 1)
"""Requests of programs from a network address with keys that are not valid."""

OPENED = Limit("open", 200, 60)
"""Parties and companies opened from a network address that are of no pair whose link the phone
carries; an evening of forty phones behind one does not reach it.
"""

OPENED_BY_PAIR = Limit("open pair", 60, 60)
"""Those of a pair, opened by the phones that carry its link, wherever they are."""

TAKEN = Limit("take", 20, 60)
"""Archives of parties that are read, by the pair of the phone or from a network address: each is
read for its preview, and again when its parties are taken.
"""

PASSWORDS = Limit("password", 10, 15)
"""Attempts at the password of a director, by the club and the name,
from all browsers that are not known.
"""

PASSWORDS_HERE = Limit("password here", 10, 15)
"""Attempts from one browser on which this director has signed in before:
strangers cannot lock the director out.
"""

PINS_OF_A_MEMBER = Limit("pin", 10, 15)
PINS_HERE = Limit("pin here", 10, 15)
PINS_FROM_A_PHONE = Limit("pins", 60, 15)


def limited(view: Callable[P, R]) -> Callable[P, R]:
    """Refuse a view to a network address that tried it more often than `TRIES`."""

    @wraps(view)
    def counted(*args: P.args, **kwargs: P.kwargs) -> R:
        if not TRIES.hit(view.__name__, network_address()):
            current_app.logger.warning(
                "Too many attempts at %s from %s", request.url_rule, network_address()
            )
            abort(429)
        return view(*args, **kwargs)

    return counted


class LimitText(Text):
    """Why something cannot be done or tried again so soon.

    It repeats the limits, so no oracle asks it.
    """

    OPENED = "You can open {most} parties an hour from one network. Wait a while, then try again."
    OPENED_BY_PAIR = "The two of you can open {most} parties an hour. Wait a while, then try again."
    TAKEN = "You can take in {most} .zip files an hour. Wait a while, then try again."


class TooMany(NotAllowed):
    """Something was done or tried more often than a limit allows."""


Opened = TypeVar("Opened")


def opened(open_sheet: Callable[[], tuple[Opened, str]], names: Sequence[str] = ()) -> Opened:
    """Open a sheet of players with these *names*, which this phone may then score; `TooMany` past
    the limit.
    """
    count_opening = may_open(own_pair(names))
    sheet, token = open_sheet()
    count_opening()
    let_score(token)
    return sheet


def may_open(pair: str) -> Callable[[], object]:
    """Return what counts an opening by this phone; `TooMany` past the limit.

    A partie of a *pair* whose link the phone carries counts for that pair alone, so that others at
    the same network address do not stop it, nor it them. A pair that is new counts for the address:
    otherwise every opening would bring the right to more.
    """
    if not pair:
        if not OPENED.allows(network_address()):
            raise TooMany(LimitText.OPENED(most=OPENED.most))
        return partial(OPENED.hit, network_address())
    if not OPENED_BY_PAIR.allows(pair):
        raise TooMany(LimitText.OPENED_BY_PAIR(most=OPENED_BY_PAIR.most))
    return partial(OPENED_BY_PAIR.hit, pair)


def count_archive() -> None:
    """Count that an archive is read for this phone; `TooMany` past the limit."""
    who = next(iter(visitor().pairs), "") or network_address()
    if not TAKEN.hit(who):
        raise TooMany(LimitText.TAKEN(most=TAKEN.most // 2))


TOO_MANY_PASSWORDS = "Too many passwords were tried for this name. Wait 15 minutes, then try again."


class PasswordTries:
    """The attempts at a director's password that count together with those of this browser."""

    def __init__(self, club: Club, name: str) -> None:
        browser = known_as(club.id, name) or _session_of(club, name)
        self._limit = PASSWORDS_HERE if browser else PASSWORDS
        self._who = (club.id, name, browser) if browser else (club.id, name)

    def hit(self) -> bool:
        """Count an attempt and return whether it is allowed."""
        return self._limit.hit(*self._who)

    def forget(self) -> None:
        self._limit.forget(*self._who)


def _session_of(club: Club, name: str) -> str:
    """Return which session of this director the browser has, if any."""
    actor = visitor().acting_in(club)
    found = visitor().sign_in(club.code)
    if actor is None or found is None:
        return ""
    is_of_director = actor.has_password and is_same(actor.name, name)
    return f"session {found.id}" if is_of_director else ""


def director_with(club: Club, name: str, password: str) -> Actor:
    """Return the director with this name and password, and count the attempt;
    `NotAllowed` says why there is none.
    """
    tries = PasswordTries(club, name)
    if not tries.hit():
        raise TooMany(TOO_MANY_PASSWORDS)
    director = the_club_services().people.sign_in(club.code, name, password)
    if director is None:
        note("password refused", club=club.code)
        raise NotAllowed("Name or password is wrong. Check both and try again.")
    tries.forget()
    return director


def may_try_a_pin(club_id: int, member: int) -> bool:
    """Count an attempt at a member's PIN and return whether it is allowed.

    Attempts are counted for each member, since there are only ten thousand PINs of four digits;
    apart from these on each phone that the member has signed on before; and for each network
    address, from which a whole club may sign.
    """
    phone = known_as(club_id, "PIN", member)
    if phone:
        of_member = PINS_HERE.hit(club_id, member, phone)
    else:
        of_member = PINS_OF_A_MEMBER.hit(club_id, member)
    from_here = PINS_FROM_A_PHONE.hit(network_address())
    return of_member and from_here


# How long the body of a request may be, for the pages and for the server that reads it before them


LARGEST_FORM = 64 * 1024

LARGEST_IMPORT = 4 * 1024 * 1024
"""Bytes of the files of one import, and of the form that carries them from
the preview to the posting.
"""

LARGEST_TAKEN = LARGEST_ARCHIVE // 3 * 4 + LARGEST_FORM
"""Bytes of the form that carries an archive of parties from its preview: of three bytes it makes
four letters.
"""

LARGEST_COPY = 64 * 1024 * 1024
"""Bytes of an uploaded copy of a club, which has some ten thousand parties."""

LARGER = {
    "home.keep_taken": LARGEST_TAKEN,
    "transfer.check": LARGEST_IMPORT,
    "transfer.post": LARGEST_IMPORT,
    "copies.found": LARGEST_COPY,
}
"""The endpoints that take more than a form; every other one takes `LARGEST_FORM`."""

Largest = Callable[[str, str], int]
"""What returns how many bytes the body of a request may have, by its method and path."""


def largest_by_path(app: Flask) -> Largest:
    """Return what finds the limit for a request that no page has seen yet."""
    routes = app.url_map.bind("")

    def largest(method: str, path: str) -> int:
        try:
            endpoint, _ = routes.match(path, method)
        except (HTTPException, RequestRedirect):
            return LARGEST_FORM
        return LARGER.get(cast("str", endpoint), LARGEST_FORM)

    return largest
