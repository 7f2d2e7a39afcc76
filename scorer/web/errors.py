"""Error pages: each says what happened and what to do next."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from flask import Flask, Response, g, render_template, request, session
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadHost,
    HTTPException,
    MethodNotAllowed,
    RequestEntityTooLarge,
    SecurityError,
    Unauthorized,
)

from ..service.club.credentials import TooManyAtOnce
from ..service.club.people.clubs import NoSuchClub
from ..service.club.seasons.season import NoSuchSeason
from ..service.companies import NoSuchCompany
from ..service.parties import DiskFull, DiskUnusable, NoSuchPartie, Unavailable
from ..table.formatting import parse_number
from ..table.phone_pages import PhoneErrorPage
from .contexts import render_part
from .extensions import MISSES, network_address
from .visitor import is_partial, note, visitor

PAGES = {
    400: (
        "The form could not be read.",
        "Nothing was recorded. Go back, reload the page and try again.",
    ),
    403: (
        "This phone can follow but not score.",
        "To score, open a scoring link. A phone that scores makes one under Other phones.",
    ),
    404: ("Page not found.", "Check the address or the code, or start from the home page."),
    405: ("This address only takes forms.", "Go back to the page before it and use its buttons."),
    413: ("The form is too long.", "Nothing was recorded. Go back and send less."),
    426: (
        "This phone’s program is too old for the club.",
        "Nothing was recorded. What waits is still on this phone. Open the page again while the "
        "club answers, so that"
        " the phone gets the new program. Or save what waits as a file.",
    ),
    429: ("Too many attempts.", "Wait a minute, then try again."),
    500: ("The program has a fault.", "What was saved is safe. Reload the page."),
}


OLDEST_FORMAT = 0
"""The oldest version of what a phone sends later that is understood;
a form that names none has 0.
"""


class OldFormat(HTTPException):
    """A phone sends what it kept in a form that is no longer understood."""

    code = 426


def refuse_old_format() -> None:
    if parse_number(request.form.get("format", ""), default=0) < OLDEST_FORMAT:
        raise OldFormat


_CHECK_CODE = "Check its six letters, or start from the home page."
MISSING: Mapping[type[Exception], tuple[str, str]] = {
    NoSuchPartie: ("No partie has this code.", _CHECK_CODE),
    NoSuchCompany: ("No company has this code.", _CHECK_CODE),
    NoSuchClub: (
        "No club has this address.",
        "Check the address, or ask a director of the club for it.",
    ),
    NoSuchSeason: ("Page not found.", "The club has no such season, or no such player in it."),
}
"""The pages for what does not exist; each but that of a season counts as a guess at a code."""

IN_A_CLUB = (
    "You cannot open this page.",
    "Sign in first. Directors use their name and password; members use the personal link that a "
    "director gives them.",
)
"""The page for 403 in a club."""

OF_A_PAIR = (
    "This phone can read this page but not change it.",
    "Begin a partie of the two on this phone. Then it can.",
)
"""The page for 403 at the page of a pair."""

OF_A_PARTIE = (
    "This phone cannot correct a partie of another day.",
    "Correct it on the phone on which the two play. Or begin a partie of the two on this phone. "
    "Then it can.",
)
"""The page for 403 at a partie on a phone that has the link of its pair."""

NO_RIGHT = (
    "You are signed in, but this page is for others. Ask a director of the club for what you need."
)
"""What that page advises somebody who is signed in."""

SIGNED_OUT = (
    "You are not signed in.",
    "Nothing was recorded. What you entered is kept on this page. Sign in on another page, with "
    "your password or your"
    " personal link. Then come back to this one and send it again.",
)
"""The page for a form of a club that was sent after the session had ended."""

SECRETS = {
    "password": "Password",
    "current": "Current password",
    "pin": "PIN",
    "sure": "Your password",
}
"""Fields that are never written into a page,
with the labels under which they are asked for again.
"""

_API = re.compile("/c/[^/]+/api/")

READS_ONLY = ("The API only reads.", "Send a GET request.")
"""What is said for 405 to a program."""


class KeyNeeded(Unauthorized):
    """A program asks for what members may read, and sends no key."""

    title = "This club is private."
    advice = (
        "Send a member’s key with the request: Authorization: Bearer KEY. Members find theirs "
        "under My account."
    )
    challenge = 'Bearer realm="piquet"'


class KeyRefused(Unauthorized):
    """A program sends a key that is not valid in this club."""

    title = "This key is not valid."
    advice = (
        "It may be incomplete, of another club, or of a link or password that was replaced. Copy "
        "the key from My account again."
    )
    challenge = 'Bearer realm="piquet", error="invalid_token"'


RETRY_AFTER = 2
"""Seconds after which a busy program is worth another try."""


Sent = tuple[str, str | None]
"""A field that was sent, and its value; `None` for a secret, which is asked for again."""


def is_api() -> bool:
    """Whether this request is one of a program to the JSON API of a club."""
    return _API.match(request.path) is not None


def error_page(
    status: int, title: str, advice: str, again: Sequence[Sent] = (), *, sheet: bool = True
) -> tuple[str, int]:
    """Return an error page with its status; *again* are the fields of a form that can be sent
    again.

    It links to the table of its address, unless there is no such *sheet*.
    """
    if is_api():
        return json.dumps({"error": {"status": status, "title": title, "advice": advice}}), status
    named = request.view_args or {}
    of_company = request.blueprint == "companies"
    of_sheet = sheet and request.blueprint not in ("companies", "pairs")
    there = status != 404
    page = PhoneErrorPage(
        title=title,
        advice=advice,
        again=tuple(again),
        secrets=SECRETS,
        code=named.get("code", "") if of_sheet else "",
        company=named.get("code", "") if of_company and there else "",
        club=g.get("club_code", "") if there else "",
        no_cookie=request.method == "POST" and not request.cookies,
    )
    return render_part(page, "main"), status


def _http(error: HTTPException) -> tuple[str, int] | HTTPException | Response:
    status = error.code or 500
    if status < 400:
        return error
    if isinstance(error, BadHost | SecurityError):
        # without a host no page can be linked to, so none is rendered
        text = "The program is not served at this address. Check it.\n"
        return Response(text, status, mimetype="text/plain")
    if status == 403:
        note("not allowed", acts=visitor().credentials(), links=session.get("links", {}))
    title, advice = PAGES.get(status, PAGES[400])
    is_signed_in = visitor().actor is not None
    again: list[Sent] = []
    if status == 403 and not is_signed_in and not is_partial():
        again = _sent()
    if status == 403 and request.blueprint == "pairs":
        title, advice = OF_A_PAIR
    if status == 403 and _reads_pair():
        title, advice = OF_A_PARTIE
    if status == 403 and "club_code" in g:
        title, advice = SIGNED_OUT if again else IN_A_CLUB
        advice = NO_RIGHT if is_signed_in else advice
    return error_page(status, title, advice, again)


def _unauthorized(error: Unauthorized) -> tuple[str, int, dict[str, str]]:
    """Say which key a program needs, as RFC 6750 has it."""
    assert isinstance(error, KeyNeeded | KeyRefused), "nothing else asks for a key"
    return *error_page(401, error.title, error.advice), {"WWW-Authenticate": error.challenge}


def _wrong_method(error: MethodNotAllowed) -> tuple[str, int, dict[str, str]]:
    title, advice = READS_ONLY if is_api() else PAGES[405]
    return *error_page(405, title, advice), {"Allow": ", ".join(sorted(error.valid_methods or ()))}


def _reads_pair() -> bool:
    """Whether this is a partie of a pair whose link is the only one that the phone has."""
    code = (request.view_args or {}).get("code", "")
    of_sheet = request.blueprint in ("tables", "sheets")
    return of_sheet and bool(code) and visitor().reads_by_pair(code)


def _sent() -> list[Sent]:
    """Return the fields of a form that can be sent again: without its secrets;
    none with a file, or if too long.
    """
    try:
        sent = list(request.form.items(multi=True))
    except RequestEntityTooLarge:
        return []
    if request.files:
        return []
    return [(name, None if value and name in SECRETS else value) for name, value in sent]


SENT_AGAIN = "sent_again"
"""The field that says of a form that it was sent once before in vain,
when the answer had a cookie.
"""


def _csrf(_: CSRFError) -> tuple[str, int]:
    """Ask for the form again; a phone that then sends no cookie either is told
    that it blocks them.
    """
    again = [] if is_partial() else _sent()
    if SENT_AGAIN in request.form and not request.cookies:
        return cookies_page(again), 400
    advice = "Reload the page and try again."
    if again:
        advice = "What you entered is kept on this page. Send it again."
        if SENT_AGAIN not in request.form:
            again.append((SENT_AGAIN, "yes"))
    return error_page(400, "This page is out of date.", f"Nothing was recorded. {advice}", again)


def cookies_page(again: Sequence[Sent] = ()) -> str:
    """Say that the program needs a cookie, and how to allow it;
    *again* is the form that was refused without it.
    """
    return render_template("cookies.html", again=again, secrets=SECRETS)


def _not_found(error: Exception) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
    title, advice = MISSING[type(error)]
    if not isinstance(error, NoSuchSeason):
        try:
            MISSES.hit(network_address())
        except Unavailable as unavailable:  # a guess that is not counted is not answered
            return _unavailable(unavailable)
    return error_page(404, title, advice, sheet=not isinstance(error, NoSuchPartie))


def _later(title: str, advice: str, again: Sequence[Sent] = ()) -> tuple[str, int, dict[str, str]]:
    """Return a page for what can be sent again unchanged;
    a script that keeps the form shows the title.
    """
    headers = {"Retry-After": str(RETRY_AFTER), "Scorer-Notice": title}
    return *error_page(503, title, advice, again), headers


def _unavailable(error: Unavailable) -> tuple[str, int, dict[str, str]]:
    again = _sent()
    if isinstance(error, DiskFull):
        advice = (
            "Nothing was recorded. Ask the person who runs the program to free some space. "
            "Then send it again."
        )
        return _later("The disk is full.", advice, again)
    if isinstance(error, DiskUnusable):
        advice = (
            "Nothing was recorded. Ask the person who runs the program to check the disk. "
            "Then send it again."
        )
        return _later("The book cannot be written.", advice, again)
    if type(error) is Unavailable:
        # it may have been lost just after this was committed; what has a key is recorded once,
        # however often it is sent
        again = again if "key" in request.form else []
        advice = "Wait a moment, then reload the page."
        if request.method == "POST":
            advice = "Wait a moment, then check whether this was recorded before you send it again."
        return _later("The connection to the database was lost.", advice, again)
    return _later(
        "The book is busy.", "Nothing was recorded. Wait a moment, then send it again.", again
    )


def _too_many_at_once(_: TooManyAtOnce) -> tuple[str, int, dict[str, str]]:
    return _later("Too many people are signing in.", "Wait a moment. Then go back and try again.")


def init_app(app: Flask) -> None:
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Unauthorized, _unauthorized)
    app.register_error_handler(MethodNotAllowed, _wrong_method)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(TooManyAtOnce, _too_many_at_once)
    for missing in MISSING:
        app.register_error_handler(missing, _not_found)
