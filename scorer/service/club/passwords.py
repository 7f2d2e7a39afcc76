"""Passwords as they are kept: salted and slow to try."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from werkzeug.security import check_password_hash, generate_password_hash

from ..opening import NotAllowed

SHORTEST_PASSWORD = 10

HASHING, ASKING = Semaphore(2), Semaphore(4)
"""How many secrets are hashed at once, and how many of the server's threads may wait for that in all."""


class TooManyAtOnce(Exception):
    """Too many secrets are being hashed; the same may be tried again in a moment."""


@contextmanager
def _turn() -> Iterator[None]:
    if not ASKING.acquire(blocking=False):
        raise TooManyAtOnce
    try:
        with HASHING:
            yield
    finally:
        ASKING.release()


def hash_of(secret: str) -> str:
    """
    The salted hash of a password or a PIN, which takes a tenth of a second on purpose.

    Raises:
        TooManyAtOnce: so many are hashed that this one would keep the server from its other work.
    """
    with _turn():
        return generate_password_hash(secret)


def is_right(secret_hash: str, secret: str) -> bool:
    """
    Whether this is the secret with that hash, which takes as long.

    Raises:
        TooManyAtOnce: as for `hash_of`.
    """
    with _turn():
        return check_password_hash(secret_hash, secret)


def hashed(password: str) -> str:
    """
    The hash of a new password.

    Raises:
        NotAllowed: it is too short.
    """
    if len(password) < SHORTEST_PASSWORD:
        raise NotAllowed(f"A password has at least {SHORTEST_PASSWORD} characters; a short sentence is a good one.")
    return hash_of(password)
