"""
Who may do what: one table of every route, and the one place that asks it.

A phone that may score a partie carries the number of its scoring link in a
signed cookie. The link came from an unguessable address and can be revoked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import cast

from flask import Flask, abort, current_app, request, session

from ..service.parties import NoSuchPartie, Parties
from .extensions import tries_are_spent


class Right(Enum):
    """What a request needs."""

    ANYBODY = "anybody"
    READER = "whoever has the partie's code"
    SCORER = "a phone with an unrevoked scoring link"


ROUTES: Mapping[str, Right] = {
    "static_files.serve": Right.ANYBODY,
    "home.index": Right.ANYBODY,
    "home.new": Right.ANYBODY,
    "home.open_partie": Right.ANYBODY,
    "home.find": Right.ANYBODY,
    "home.scoring_link": Right.ANYBODY,
    "home.accept_link": Right.ANYBODY,
    "reference.hand": Right.ANYBODY,
    "reference.rulesets": Right.ANYBODY,
    "reference.ruleset": Right.ANYBODY,
    "reference.glossary": Right.ANYBODY,
    "tables.table": Right.READER,
    "tables.live": Right.READER,
    "tables.saved": Right.READER,
    "tables.across": Right.READER,
    "tables.say": Right.SCORER,
    "tables.deal": Right.READER,
    "tables.statement": Right.READER,
    "tables.cards": Right.READER,
    "sheets.sheet": Right.READER,
    "sheets.settlement": Right.READER,
    "sheets.other_rules": Right.READER,
    "sheets.sign": Right.SCORER,
    "sheets.share": Right.READER,
    "sheets.new_link": Right.SCORER,
    "sheets.revoke": Right.SCORER,
}
"""Every endpoint and the right it needs; a test fails for a route that is missing here."""


MOST_LINKS = 100
"""The links a phone carries; a cookie has no room for more, and the oldest parties are long over."""


def the_parties() -> Parties:
    """The parties of the application that answers."""
    return cast("Parties", current_app.extensions["parties"])


def may_score(code: str) -> bool:
    """Whether this phone may score the partie with this code."""
    link = session.get("links", {}).get(code.upper())
    if not isinstance(link, int):
        return False
    try:
        return the_parties().link_holds(code, link)
    except NoSuchPartie:
        return False


def let_score(code: str, link: int) -> None:
    """Let this phone score: remember the number of its link in the signed cookie."""
    session.permanent = True
    links = {**session.get("links", {}), code: link}
    session["links"] = dict(list(links.items())[-MOST_LINKS:])


def form_token() -> str:
    """The secret that was drawn with the form, or nothing if it is none of ours."""
    token = request.form.get("key", "")
    return token if re.fullmatch(r"[A-Za-z0-9_-]{32}", token) else ""


def _check() -> None:
    if request.endpoint is None:
        return
    right = ROUTES.get(request.endpoint)
    if right is None:
        abort(403)
    if right is Right.ANYBODY:
        return
    allowed = may_score(str((request.view_args or {}).get("code", "")))
    if right is Right.SCORER and not allowed:
        abort(403)
    if not allowed and tries_are_spent():
        abort(429)


def init_app(app: Flask) -> None:
    """Ask the table before every request."""
    app.before_request(_check)
