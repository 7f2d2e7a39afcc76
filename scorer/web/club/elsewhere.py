"""
Redirects between the pages for parties between two and the pages for companies.

A season has one kind or the other. A request for a page of the other kind is
redirected to the nearest page that its season has.
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
"""Pages for parties between two, and where a season of companies redirects them."""

OF_COMPANIES: Mapping[str, str] = {
    "circles.index": "standings.standings",
    "circles.new": "playing.new",
    "circles.start": "playing.new",
}
"""Pages for companies, and where a season of parties between two redirects them."""


def _redirect() -> Answer | None:
    asked = request.endpoint or ""
    if asked not in OF_TWO and asked not in OF_COMPANIES:
        return None
    targets = OF_COMPANIES if the_season().terms.frame == TWO else OF_TWO
    if asked not in targets:
        return None
    return redirect(url_for(targets[asked], club=the_club().code, season=the_season().number), 303)


def init_app(app: Flask) -> None:
    """Redirect before a request, once its right is checked and its season is found."""
    app.before_request(_redirect)
