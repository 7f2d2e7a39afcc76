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


def note_a_miss() -> None:
    """A code was asked for that no partie has."""
    LIMITER.limiter.hit(_MISSES, "miss", get_remote_address())


def tries_are_spent() -> bool:
    """Whether this address has asked for too many codes that no partie has."""
    return not LIMITER.limiter.test(_MISSES, "miss", get_remote_address())
