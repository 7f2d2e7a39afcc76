"""CSRF protection, and the limits on attempts."""

from __future__ import annotations

import hmac

from flask import current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect
from limits import parse
from limits.storage import Storage

from ..service.parties import Unavailable
from ..service.shared import Attempts
from .phones import the_parties

CSRF = CSRFProtect()


class BookStorage(Storage):
    """
    The counts of the limiter in the database, so that all processes that serve a book count together.

    Keys hold network addresses and names, so only their digests are stored.
    """

    STORAGE_SCHEME = ["book"]  # noqa: RUF012 - a list in `limits` too

    @property
    def base_exceptions(self) -> type[Exception]:
        return Unavailable

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return _attempts().count(_digest(key), expiry, amount)

    def get(self, key: str) -> int:
        return _attempts().counted(_digest(key))[0]

    def get_expiry(self, key: str) -> float:
        return _attempts().counted(_digest(key))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> None:
        _attempts().forget()

    def clear(self, key: str) -> None:
        _attempts().forget(_digest(key))


def _attempts() -> Attempts:
    return Attempts(the_parties().engine, the_parties().clock)


def _digest(key: str) -> str:
    secret: bytes = current_app.config["SECRET_KEY"]
    return hmac.digest(secret, key.encode(), "sha256").hex()


LIMITER = Limiter(get_remote_address, storage_uri="book://")

TRIES = "30 per minute"
"""How often one network address may try a code or a link."""

_MISSES = parse(TRIES)
_PASSWORDS_OF_A_DIRECTOR = parse("10 per 15 minutes")
_OPENED = parse("120 per hour")
_PINS_OF_A_MEMBER = parse("10 per 15 minutes")
_PINS_FROM_A_PHONE = parse("60 per 15 minutes")


def note_a_miss() -> None:
    """Count a request for a code that does not exist."""
    LIMITER.limiter.hit(_MISSES, "miss", get_remote_address())


def tries_are_spent() -> bool:
    """Whether this network address has asked for too many codes that do not exist."""
    return not LIMITER.limiter.test(_MISSES, "miss", get_remote_address())


MAY_OPEN = "You can open 120 parties an hour from one network. Wait a while, then try again."
"""The error at the limit, which a club evening behind one network address does not reach."""


def may_open() -> bool:
    """Whether this network address may open another partie or company now."""
    return LIMITER.limiter.test(_OPENED, "open", get_remote_address())


def note_opened() -> None:
    LIMITER.limiter.hit(_OPENED, "open", get_remote_address())


def may_try_a_password(club_id: int, name: str) -> bool:
    """Count an attempt at a director's password, from any network address, and return whether it is allowed."""
    return LIMITER.limiter.hit(_PASSWORDS_OF_A_DIRECTOR, "password", *_director(club_id, name))


def forget_tries_at_password(club_id: int, name: str) -> None:
    LIMITER.limiter.clear(_PASSWORDS_OF_A_DIRECTOR, "password", *_director(club_id, name))


def _director(club_id: int, name: str) -> tuple[str, str]:
    return str(club_id), name.strip().casefold()


def may_try_a_pin(club_id: int, member: int) -> bool:
    """
    Count an attempt at a member's PIN and return whether it is allowed.

    Attempts are counted for each member, since there are only ten thousand
    PINs of four digits; and for each network address, from which a whole club may sign.
    """
    limiter, address = LIMITER.limiter, get_remote_address()
    tries = [
        limiter.hit(_PINS_OF_A_MEMBER, "pin", f"{club_id}/{member}"),
        limiter.hit(_PINS_FROM_A_PHONE, "pins", address),
    ]
    return all(tries)
