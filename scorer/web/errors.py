"""Error pages: each says what happened and what to do next."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

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

from ..rules.messages import Message, Text
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


class ErrorText(Text):
    """What a request failed by, and what to do next; what only a program reads is English alone.

    Nothing of it is about a deal, so no oracle asks it: `tests/web` asks for each page.
    """

    UNREAD = "The form could not be read."
    UNREAD_ADVICE = "Nothing was recorded. Go back, reload the page and try again."
    FOLLOWS = "This phone can follow but not score."
    FOLLOWS_ADVICE = (
        "To score, open a scoring link. A phone that scores makes one under Other phones."
    )
    NOT_FOUND = "Page not found."
    NOT_FOUND_ADVICE = "Check the address or the code, or start from the home page."
    ONLY_FORMS = "This address only takes forms."
    ONLY_FORMS_ADVICE = "Go back to the page before it and use its buttons."
    TOO_LONG = "The form is too long."
    TOO_LONG_ADVICE = "Nothing was recorded. Go back and send less."
    TOO_OLD = "This phone’s program is too old for the club."
    TOO_OLD_ADVICE = (
        "Nothing was recorded. What waits is still on this phone. Open the page again while the "
        "club answers, so that the phone gets the new program. Or save what waits as a file."
    )
    TOO_MANY = "Too many attempts."
    TOO_MANY_ADVICE = "Wait a minute, then try again."
    FAULT = "The program has a fault."
    FAULT_ADVICE = "What was saved is safe. Reload the page."
    NO_PARTIE = "No partie has this code."
    NO_COMPANY = "No company has this code."
    CHECK_CODE = "Check its six letters, or start from the home page."
    NO_CLUB = "No club has this address."
    NO_CLUB_ADVICE = "Check the address, or ask a director of the club for it."
    NO_SEASON = "The club has no such season, or no such player in it."
    NOT_FOR_YOU = "You cannot open this page."
    SIGN_IN = (
        "Sign in first. Directors use their name and password; members use the personal link that "
        "a director gives them."
    )
    ONLY_READS = "This phone can read this page but not change it."
    ONLY_READS_ADVICE = "Begin a partie of the two on this phone. Then it can."
    ANOTHER_DAY = "This phone cannot correct a partie of another day."
    ANOTHER_DAY_ADVICE = (
        "Correct it on the phone on which the two play. Or begin a partie of the two on this "
        "phone. Then it can."
    )
    NO_RIGHT = (
        "You are signed in, but this page is for others. Ask a director of the club for what you "
        "need."
    )
    SIGNED_OUT = "You are not signed in."
    SIGNED_OUT_ADVICE = (
        "Nothing was recorded. What you entered is kept on this page. Sign in on another page, "
        "with your password or your personal link. Then come back to this one and send it again."
    )
    OUT_OF_DATE = "This page is out of date."
    OUT_OF_DATE_ADVICE = "Nothing was recorded. Reload the page and try again."
    OUT_OF_DATE_KEPT = "Nothing was recorded. What you entered is kept on this page. Send it again."
    DISK_FULL = "The disk is full."
    DISK_FULL_ADVICE = (
        "Nothing was recorded. Ask the person who runs the program to free some space. "
        "Then send it again."
    )
    UNWRITABLE = "The book cannot be written."
    UNWRITABLE_ADVICE = (
        "Nothing was recorded. Ask the person who runs the program to check the disk. "
        "Then send it again."
    )
    LOST = "The connection to the database was lost."
    LOST_READING = "Wait a moment, then reload the page."
    LOST_WRITING = "Wait a moment, then check whether this was recorded before you send it again."
    BUSY = "The book is busy."
    BUSY_ADVICE = "Nothing was recorded. Wait a moment, then send it again."
    MANY_SIGN_IN = "Too many people are signing in."
    MANY_SIGN_IN_ADVICE = "Wait a moment. Then go back and try again."
    PASSWORD = "Password"
    CURRENT_PASSWORD = "Current password"
    PIN = "PIN"
    YOUR_PASSWORD = "Your password"


Said = tuple[Message, Message]
"""What happened, and what to do next."""

PAGES: Mapping[int, Said] = {
    400: (ErrorText.UNREAD(), ErrorText.UNREAD_ADVICE()),
    403: (ErrorText.FOLLOWS(), ErrorText.FOLLOWS_ADVICE()),
    404: (ErrorText.NOT_FOUND(), ErrorText.NOT_FOUND_ADVICE()),
    405: (ErrorText.ONLY_FORMS(), ErrorText.ONLY_FORMS_ADVICE()),
    413: (ErrorText.TOO_LONG(), ErrorText.TOO_LONG_ADVICE()),
    426: (ErrorText.TOO_OLD(), ErrorText.TOO_OLD_ADVICE()),
    429: (ErrorText.TOO_MANY(), ErrorText.TOO_MANY_ADVICE()),
    500: (ErrorText.FAULT(), ErrorText.FAULT_ADVICE()),
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


MISSING: Mapping[type[Exception], Said] = {
    NoSuchPartie: (ErrorText.NO_PARTIE(), ErrorText.CHECK_CODE()),
    NoSuchCompany: (ErrorText.NO_COMPANY(), ErrorText.CHECK_CODE()),
    NoSuchClub: (ErrorText.NO_CLUB(), ErrorText.NO_CLUB_ADVICE()),
    NoSuchSeason: (ErrorText.NOT_FOUND(), ErrorText.NO_SEASON()),
}
"""The pages for what does not exist; each but that of a season counts as a guess at a code."""

IN_A_CLUB = (ErrorText.NOT_FOR_YOU(), ErrorText.SIGN_IN())
"""The page for 403 in a club."""

OF_A_PAIR = (ErrorText.ONLY_READS(), ErrorText.ONLY_READS_ADVICE())
"""The page for 403 at the page of a pair."""

OF_A_PARTIE = (ErrorText.ANOTHER_DAY(), ErrorText.ANOTHER_DAY_ADVICE())
"""The page for 403 at a partie on a phone that has the link of its pair."""

SIGNED_OUT = (ErrorText.SIGNED_OUT(), ErrorText.SIGNED_OUT_ADVICE())
"""The page for a form of a club that was sent after the session had ended."""

SECRETS: Mapping[str, Message] = {
    "password": ErrorText.PASSWORD(),
    "current": ErrorText.CURRENT_PASSWORD(),
    "pin": ErrorText.PIN(),
    "sure": ErrorText.YOUR_PASSWORD(),
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
    status: int,
    title: Message | str,
    advice: Message | str,
    again: Sequence[Sent] = (),
    *,
    sheet: bool = True,
) -> tuple[str, int]:
    """Return an error page with its status; *again* are the fields of a form that can be sent
    again.

    It links to the table of its address, unless there is no such *sheet*.
    """
    if is_api():
        said = {"status": status, "title": f"{title}", "advice": f"{advice}"}
        return json.dumps({"error": said}), status
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
        advice = ErrorText.NO_RIGHT() if is_signed_in else advice
    return error_page(status, title, advice, again)


def _unauthorized(error: Unauthorized) -> tuple[str, int, dict[str, str]]:
    """Say which key a program needs, as RFC 6750 has it."""
    assert isinstance(error, KeyNeeded | KeyRefused), "nothing else asks for a key"
    return *error_page(401, error.title, error.advice), {"WWW-Authenticate": error.challenge}


def _wrong_method(error: MethodNotAllowed) -> tuple[str, int, dict[str, str]]:
    allowed = {"Allow": ", ".join(sorted(error.valid_methods or ()))}
    if is_api():
        return *error_page(405, *READS_ONLY), allowed
    return *error_page(405, *PAGES[405]), allowed


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
    advice = ErrorText.OUT_OF_DATE_ADVICE()
    if again:
        advice = ErrorText.OUT_OF_DATE_KEPT()
        if SENT_AGAIN not in request.form:
            again.append((SENT_AGAIN, "yes"))
    return error_page(400, ErrorText.OUT_OF_DATE(), advice, again)


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


def _later(
    title: Message, advice: Message, again: Sequence[Sent] = ()
) -> tuple[str, int, dict[str, str]]:
    """Return a page for what can be sent again unchanged;
    a script that keeps the form shows the title, which a header can only have escaped.
    """
    notice = quote(f"{title}", safe=" ")
    headers = {"Retry-After": str(RETRY_AFTER), "Scorer-Notice": notice}
    return *error_page(503, title, advice, again), headers


def _unavailable(error: Unavailable) -> tuple[str, int, dict[str, str]]:
    again = _sent()
    if isinstance(error, DiskFull):
        return _later(ErrorText.DISK_FULL(), ErrorText.DISK_FULL_ADVICE(), again)
    if isinstance(error, DiskUnusable):
        return _later(ErrorText.UNWRITABLE(), ErrorText.UNWRITABLE_ADVICE(), again)
    if type(error) is Unavailable:
        # it may have been lost just after this was committed; what has a key is recorded once,
        # however often it is sent
        again = again if "key" in request.form else []
        is_writing = request.method == "POST"
        advice = ErrorText.LOST_WRITING() if is_writing else ErrorText.LOST_READING()
        return _later(ErrorText.LOST(), advice, again)
    return _later(ErrorText.BUSY(), ErrorText.BUSY_ADVICE(), again)


def _too_many_at_once(_: TooManyAtOnce) -> tuple[str, int, dict[str, str]]:
    return _later(ErrorText.MANY_SIGN_IN(), ErrorText.MANY_SIGN_IN_ADVICE())


def init_app(app: Flask) -> None:
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Unauthorized, _unauthorized)
    app.register_error_handler(MethodNotAllowed, _wrong_method)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(TooManyAtOnce, _too_many_at_once)
    for missing in MISSING:
        app.register_error_handler(missing, _not_found)
