"""The secrets of scoring links: drawn here, and stored only as their digests."""

from __future__ import annotations

import base64
import hashlib
import secrets


def new_token() -> str:
    """A secret that nobody guesses: 192 bits, in 32 characters."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """How a link's secret is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def derived_token(token: str, number: int) -> str:
    """A secret of its own for each number, as hard to guess as the one that all of them are derived from."""
    digest = hashlib.sha256(f"{number}:{token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()
