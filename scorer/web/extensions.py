"""The extensions that views name: the guard of forms and the limiter of tries."""

from __future__ import annotations

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect
from limits import parse

CSRF = CSRFProtect()
LIMITER = Limiter(get_remote_address, storage_uri="memory://")

TRIES = "30 per minute"
"""How often one address may try a code or a link."""

_MISSES = parse(TRIES)
_PASSWORDS_OF_A_DIRECTOR = parse("10 per 15 minutes")
_OPENED = parse("120 per hour")
_PINS_OF_A_MEMBER = parse("10 per 15 minutes")
_PINS_FROM_A_PHONE = parse("60 per 15 minutes")


def note_a_miss() -> None:
    """A code was asked for that no partie has."""
    LIMITER.limiter.hit(_MISSES, "miss", get_remote_address())


def tries_are_spent() -> bool:
    """Whether this address has asked for too many codes that no partie has."""
    return not LIMITER.limiter.test(_MISSES, "miss", get_remote_address())


MAY_OPEN = "From one address 120 parties can be opened in an hour. Wait a while, then tap Begin again."
"""What whoever opens more is told; a club's evening behind one address needs fewer."""


def may_open() -> bool:
    """Whether this address may open another partie or company now."""
    return LIMITER.limiter.test(_OPENED, "open", get_remote_address())


def note_opened() -> None:
    """Count a partie or a company that this address opened."""
    LIMITER.limiter.hit(_OPENED, "open", get_remote_address())


def may_try_a_password(club_id: int, name: str) -> bool:
    """Whether a password may be tried for this name now, from whichever address; the try is counted."""
    return LIMITER.limiter.hit(_PASSWORDS_OF_A_DIRECTOR, "password", *_director(club_id, name))


def forget_tries_at_password(club_id: int, name: str) -> None:
    """Let the tries before a right password not count against the next."""
    LIMITER.limiter.clear(_PASSWORDS_OF_A_DIRECTOR, "password", *_director(club_id, name))


def _director(club_id: int, name: str) -> tuple[str, str]:
    return str(club_id), name.strip().casefold()[:80]


def may_try_a_pin(club_id: int, member: int) -> bool:
    """
    Whether this address may try a PIN of a member now; the try is counted.

    Each member's are counted, whoever tries, since there are but ten thousand
    PINs of four digits; and each address's, on which a whole club may sign.
    """
    limiter, address = LIMITER.limiter, get_remote_address()
    tries = [
        limiter.hit(_PINS_OF_A_MEMBER, "pin", f"{club_id}/{member}"),
        limiter.hit(_PINS_FROM_A_PHONE, "pins", address),
    ]
    return all(tries)
