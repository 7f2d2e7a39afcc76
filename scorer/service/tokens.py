"""Secrets of links: made here, stored only as digests."""

from __future__ import annotations

import base64
import hashlib
import secrets


def new_token() -> str:
    """Return a secret of 192 bits in 32 characters."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def derived_token(token: str, number: int) -> str:
    """Return the secret number *number* derived from *token*, as hard to guess as that."""
    digest = hashlib.sha256(f"{number}:{token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()
