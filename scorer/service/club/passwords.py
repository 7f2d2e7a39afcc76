"""Passwords as they are kept: salted and slow to try."""

from __future__ import annotations

from werkzeug.security import generate_password_hash

from ..opening import NotAllowed

SHORTEST_PASSWORD = 10


def hashed(password: str) -> str:
    """
    The hash of a new password.

    Raises:
        NotAllowed: it is too short.
    """
    if len(password) < SHORTEST_PASSWORD:
        raise NotAllowed(f"A password has at least {SHORTEST_PASSWORD} characters; a short sentence is a good one.")
    return generate_password_hash(password)
