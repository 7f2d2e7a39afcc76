"""The secrets of scoring links: drawn here, and stored only as their digests."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """A secret that nobody guesses: 192 bits, in 32 characters."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """How a link's secret is stored."""
    return hashlib.sha256(token.encode()).hexdigest()
