"""Which language a page is in, and the choice of a phone.

A phone that has chosen a language gets that; any other gets what its browser prefers, or else
English. What players read at the table is in every language. The pages of a club, and those about
the program, are in English alone, and say so to who reads another language. Data and files are the
same for everyone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Blueprint, Flask, Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ..rules.language import ENGLISH, Language, current, languages, speaking
from ..rules.messages import Message, Text
from .errors import is_api

bp = Blueprint("languages", __name__)

# Which pages are in which language


SPOKEN = frozenset(
    {
        *("companies", "home", "languages", "pairs", "sheets", "signing", "tables", "tour"),
        *("reference.glossary", "reference.hand", "reference.laws"),
    }
)
"""The blueprints, and views of others, whose pages are in every language."""

ENGLISH_ALONE = frozenset(
    {
        *("account", "appointments", "book", "club", "copies", "corrections", "directors"),
        *("dispute", "disputes", "entrants", "evenings", "fixtures", "house_rules", "members"),
        *("open_items", "paper", "players", "playing", "reference", "rounds", "search"),
        *("season_companies", "seasons", "stakes", "standings", "transfer"),
    }
)
"""The blueprints whose pages are in English alone, and say so."""

FOR_EVERYONE = frozenset(
    {
        *("api", "api_description", "calendar", "operations", "static_files"),
        *("display", "embed", "offline"),
    }
)
"""The blueprints of what is the same whoever asks, and says nothing of languages: data, files, what
a room or another site shows, and the pages that a phone keeps, which have every language.
"""


def _is_among(endpoint: str, names: frozenset[str]) -> bool:
    return endpoint in names or endpoint.partition(".")[0] in names


def is_spoken(endpoint: str | None) -> bool:
    """Whether what is answered at an endpoint is in every language; `None` is no page at all."""
    if endpoint is None:
        return not is_api()
    return _is_among(endpoint, SPOKEN)


# Which language a phone reads


COOKIE = "language"
"""The cookie with the choice of a phone: the code of a language, and nothing of who reads it. A
script of the phone reads and sets it too, without the club.
"""

LASTS = 365 * 24 * 60 * 60
"""Seconds for which a phone keeps its choice."""

LANGUAGE_RANGE = re.compile("[-_]")


def _asked_for() -> Iterator[str]:
    """Yield the languages that a phone asks for, the one that it prefers first."""
    yield request.cookies.get(COOKIE, "")
    for tag, quality in request.accept_languages:
        if quality > 0:
            yield tag


def _language_of_reader() -> Language:
    """Return the language of the phone that asks: as de for de-AT.

    Werkzeug's own choice prefers what is named exactly, and would give English to who asks for
    de-AT, and English after it.
    """
    known = {each.code.lower(): each for each in languages()}
    for tag in _asked_for():
        primary = LANGUAGE_RANGE.split(tag, maxsplit=1)[0]
        found = known.get(tag.lower()) or known.get(primary.lower())
        if found is not None:
            return found
    return ENGLISH


@bp.post("/language")
def choose() -> Answer:
    """Keep the language that is chosen on this phone, and go back to the page of the choice."""
    back = request.form.get("back", "")
    is_here = back.startswith(url_for("home.index")) and "//" not in back and "\\" not in back
    answer = redirect(back if is_here else url_for("home.index"), 303)
    chosen = request.form.get("language", "")
    if chosen in {each.code for each in languages()}:
        home = url_for("home.index")
        secure = request.is_secure
        answer.set_cookie(COOKIE, chosen, LASTS, path=home, secure=secure, samesite="Lax")
    return answer


# The language of an answer


class LanguageText(Text):
    """What is said of languages on a page that is in English alone; no oracle asks it."""

    ENGLISH_ONLY = "This page is in English only for now."


def _speak() -> None:
    """Answer a request in its language, whatever the thread spoke before."""
    g.reader = _language_of_reader()
    g.speaking = speaking(g.reader if is_spoken(request.endpoint) else ENGLISH)
    g.speaking.__enter__()


def _fall_silent(_: BaseException | None) -> None:
    spoken = g.pop("speaking", None)
    if spoken is not None:
        spoken.__exit__(None, None, None)


def english_only() -> tuple[str, str] | None:
    """Return the code of the reader's language, and in it that this page is in English alone;
    `None` where nothing has to be said.
    """
    reader: Language = g.get("reader", ENGLISH)
    is_alone = request.endpoint is not None and _is_among(request.endpoint, ENGLISH_ALONE)
    if reader is ENGLISH or not is_alone or _is_among(request.endpoint or "", SPOKEN):
        return None
    said: Message = LanguageText.ENGLISH_ONLY()
    with speaking(reader):
        return reader.code, str(said)


def _add_headers(response: Response) -> Response:
    """Say in which language a page is, and that another phone gets another."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = current().code
        response.vary.add("Accept-Language")
    return response


def init_app(app: Flask) -> None:
    """Choose the language before anything else is said."""
    app.before_request(_speak)
    app.after_request(_add_headers)  # the first that is added is the last that is called
    app.teardown_request(_fall_silent)
    app.jinja_env.globals["english_only"] = english_only
