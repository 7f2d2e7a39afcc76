"""
Which pages of a season are for parties between two, and which for the cards of companies.

Where more than two play together nobody starts a partie of two, enters one
from paper or looks for who beat whom: whoever asks for that is led to the
cards; and the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.terms import TWO
from ..rights import the_club, the_season

OF_TWO: Mapping[str, str] = {
    "playing.new": "circles.new",
    "playing.start": "circles.new",
    "paper.form": "circles.index",
    "paper.enter": "circles.index",
    "paper.blank": "circles.index",
    "standings.cross_table": "circles.index",
    "standings.records": "circles.index",
}
"""What is for two, and where it is led to in a season of companies."""

OF_COMPANIES: Mapping[str, str] = {
    "circles.index": "standings.standings",
    "circles.new": "playing.new",
    "circles.start": "playing.new",
}
"""What is for companies, and where it is led to in a season for two."""


def _lead() -> Answer | None:
    asked = request.endpoint or ""
    if asked not in OF_TWO and asked not in OF_COMPANIES:
        return None
    leads = OF_COMPANIES if the_season().terms.frame == TWO else OF_TWO
    if asked not in leads:
        return None
    return redirect(url_for(leads[asked], club=the_club().code, season=the_season().number), 303)


def init_app(app: Flask) -> None:
    """Lead on before every request whose right was found."""
    app.before_request(_lead)
