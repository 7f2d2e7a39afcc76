"""A personal link as a poster: a QR code to be scanned once from the screen or from paper."""

from __future__ import annotations

from dataclasses import dataclass

from ..sharing import QR, qr_of


@dataclass(frozen=True, slots=True)
class Poster:
    """Whose link it is, and the link."""

    name: str
    code: QR | None


def poster(name: str, token: str) -> Poster:
    """The poster of a personal link, whose secret is *token*."""
    return Poster(name, qr_of("founding.personal_link", token=token))
