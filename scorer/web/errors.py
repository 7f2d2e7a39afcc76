"""Pages for what goes wrong: each says what happened and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, render_template, request
from flask_wtf.csrf import CSRFError
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from ..service.club.clubs import NoSuchClub
from ..service.club.passwords import TooManyAtOnce
from ..service.club.standings import NoSuchSeason
from ..service.companies import NoSuchCompany
from ..service.parties import DiskFull, NoSuchPartie, Unavailable
from .extensions import note_a_miss

PAGES = {
    400: ("That form could not be read.", "Go back, reload the page and try once more; nothing was recorded."),
    403: (
        "This phone may read the sheet, but not score it.",
        "Open the scoring link on it: whoever scores the partie finds one under Share.",
    ),
    404: ("There is no such page.", "Check the code on the sheet, or start from the first page."),
    405: ("That address is for a form.", "Go back to the sheet and tap there."),
    413: ("That is too much for one form.", "Nothing was recorded. Go back to the sheet."),
    429: ("Too many tries.", "Wait a minute, then try once more."),
    500: ("Something broke here, not at your table.", "Nothing that was saved is lost. Reload the page."),
}


IN_A_CLUB = (
    "That is not for whoever holds this phone.",
    "Sign in: a director with a name and a password, a member by the personal link that a director shows.",
)
"""What a page of a club says in place of the page for 403."""

SECRETS = frozenset({"password", "pin"})
"""Fields that are never written into a page."""

RETRY_AFTER = 2
"""Seconds after which something that was refused because too much goes on is worth another try."""


def _page(status: int, title: str, advice: str, again: Sequence[tuple[str, str]] = ()) -> tuple[str, int]:
    code = (request.view_args or {}).get("code")
    company = (request.view_args or {}).get("company") if status != 404 else None
    club = (request.view_args or {}).get("club") if status != 404 else None
    found = {"title": title, "advice": advice, "code": code, "club": club, "company": company, "again": again}
    if request.headers.get("HX-Request-Type") == "partial":
        return render_block("error.html", "table", **found), status
    return render_template("error.html", **found), status


def _http(error: HTTPException) -> tuple[str, int] | HTTPException | Response:
    status = error.code or 500
    if status < 400:
        return error
    if isinstance(error, BadHost | SecurityError):  # without a host no page can be linked to, so none is rendered
        return Response("This host name is not the scorer's. Check the address.\n", status, mimetype="text/plain")
    in_a_club = status == 403 and "club" in (request.view_args or {})
    title, advice = IN_A_CLUB if in_a_club else PAGES.get(status, PAGES[400])
    return _page(status, title, advice)


def _csrf(error: CSRFError) -> tuple[str, int]:
    return _page(
        400,
        "This page has lost touch with the table.",
        "Its cookie is gone or another tab replaced it. Reload the sheet and tap again; nothing was recorded.",
    )


def _no_partie(error: NoSuchPartie) -> tuple[str, int]:
    note_a_miss()
    return _page(404, "No partie has this code.", "Check the six letters on the sheet, or start from the first page.")


def _no_company(error: NoSuchCompany) -> tuple[str, int]:
    note_a_miss()
    return _page(404, "No company has this code.", "Check the six letters on the card, or start from the first page.")


def _no_club(error: NoSuchClub) -> tuple[str, int]:
    note_a_miss()
    return _page(404, "No club has this address.", "Check the address, or ask the club's director for it.")


def _no_season(error: NoSuchSeason) -> tuple[str, int]:
    return _page(404, "The club has no such page.", "There is no such season, or no such player in it.")


def _later(title: str, advice: str, again: Sequence[tuple[str, str]] = ()) -> tuple[str, int, dict[str, str]]:
    """A page for what can be sent again as it is; a script that keeps the form shows the title in its own page."""
    headers = {"Retry-After": str(RETRY_AFTER), "Scorer-Notice": title}
    return *_page(503, title, advice, again), headers


def _unavailable(error: Unavailable) -> tuple[str, int, dict[str, str]]:
    sent = list(request.form.items(multi=True))
    again = sent if not request.files and SECRETS.isdisjoint(name for name, _ in sent) else []
    if isinstance(error, DiskFull):
        advice = "Nothing was recorded. Tell whoever runs the program to make room. Then send it again."
        return _later("The disk is full.", advice, again)
    return _later("The book is busy.", "Nothing was recorded. Wait a moment, then send it again.", again)


def _too_many_at_once(error: TooManyAtOnce) -> tuple[str, int, dict[str, str]]:
    return _later("Too many people are signing in.", "Wait a moment. Then go back and try again.")


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(TooManyAtOnce, _too_many_at_once)
    app.register_error_handler(NoSuchPartie, _no_partie)
    app.register_error_handler(NoSuchCompany, _no_company)
    app.register_error_handler(NoSuchClub, _no_club)
    app.register_error_handler(NoSuchSeason, _no_season)
