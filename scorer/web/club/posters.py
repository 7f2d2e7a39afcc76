"""A personal link as a poster, with a QR code to scan from the screen or from paper."""

from __future__ import annotations

from dataclasses import dataclass

from ..sharing import QR, qr_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A member's name and the QR code of their link; no code if phones cannot open the program."""

    name: str
    code: QR | None


def poster(name: str, token: str) -> Poster:
    """Return the poster of the personal link with the secret *token*."""
    return Poster(name=name, code=qr_of("founding.personal_link", token=token))
