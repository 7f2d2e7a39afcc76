"""A personal link as a poster: a QR code to be scanned once from the screen or from paper."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from ..sharing import QR, qr


@dataclass(frozen=True, slots=True)
class Poster:
    """Whose link it is, and the link."""

    name: str
    code: QR


def poster(name: str, token: str) -> Poster:
    """The poster of a personal link, whose secret is *token*."""
    return Poster(name, qr(url_for("founding.personal_link", token=token, _external=True)))
