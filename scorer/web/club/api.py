"""The read-only JSON API of a club, for programs.

It shows what the pages show, to whom they show it: to everybody if the club is public, and else to
a phone on which a member is signed in, or to a program that sends the key of a member's feed
(`scorer.web.rights`). Its addresses, and what it answers, are described in the topic `api`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request, url_for

from ... import __version__
from ...service.club.transfer.for_programs import Document, ListPart, standings_document
from ...table.formatting import parse_number
from ..errors import is_api
from ..forms import LONGEST
from ..rights import the_club
from ..tables import answer_poll
from ..visitor import the_club_services, visitor

bp = Blueprint("api", __name__, url_prefix="/c/<club>/api/v1")


def _answer(made: Callable[[], Document], of: str = "") -> Response:
    """Return a document; 304 while nothing in the club has changed since
    the one that the asker has, nor the version *of* a sheet.
    """
    version, _ = the_club_services().display.version(the_club().id)
    asked = f"{__version__} {version} {of} {request.full_path}"
    tag = sha256(asked.encode()).hexdigest()[:16]
    return answer_poll(tag, lambda: json.dumps(made(), ensure_ascii=False) + "\n")


@bp.after_app_request
def _add_headers(response: Response) -> Response:
    """Label errors as JSON too, and let the pages of other sites read what everybody may read.

    Whether an answer is given depends on the key or the cookie, so no cache may give it to another.
    """
    if is_api() and response.mimetype in ("text/html", "application/json"):
        response.mimetype = "application/json"
        response.headers["Vary"] = "Accept-Encoding, Authorization, Cookie"
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = (
                "no-cache" if the_club().public else "private, no-cache"
            )
        if visitor().club is not None and the_club().public:
            response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@bp.get("/")
def index() -> Response:
    """Return the club, and where the rest is."""
    club = the_club()
    links = {name: url_for(f"api.{name}") for name in ("seasons", "members")}
    return _answer(lambda: {"version": 1, "club": club.code, "club_name": club.name, **links})


@bp.get("/seasons")
def seasons() -> Response:
    """Return the seasons, oldest first."""

    def made() -> Document:
        found = the_club_services().documents.seasons(the_club().id)
        for each in found:
            each |= {
                name: url_for(f"api.{name}", season=each["season"])
                for name in ("standings", "results")
            }
        return {"seasons": found}

    return _answer(made)


@bp.get("/s/<int:season>/standings")
def standings(season: int) -> Response:
    """Return the standings of a season, best first."""
    now = the_club_services().standings.now
    return _answer(lambda: standings_document(the_club(), now(the_club().id, season)))


@bp.get("/s/<int:season>/results")
def results(season: int) -> Response:
    """Return the current results of a season, latest first.

    They come in parts of 50. In a season for three or more a result is a scorecard.
    """
    before = _number("before")
    documents = the_club_services().documents

    def made() -> Document:
        part = documents.results(the_club().id, season, before)
        return _part("results", part, "before", season=season)

    return _answer(made)


@bp.get("/s/<int:season>/lines")
def lines(season: int) -> Response:
    """Return the lines of the score of a season, those of the latest result first.

    They come in parts, each with the lines of 10 results.
    """
    before = _number("before")
    documents = the_club_services().documents

    def made() -> Document:
        part = documents.lines(the_club().id, season, before)
        return _part("lines", part, "before", season=season)

    return _answer(made)


@bp.get("/parties/<code>")
def partie(code: str) -> Response:
    """Return a partie, or a company’s scorecard, with its deals and the lines of its score.

    It may be in progress. A partie of a company is on its scorecard and has no address of its own.
    """
    documents = the_club_services().documents
    return _answer(lambda: documents.sheet(the_club().id, code), of=documents.sheet_version(code))


@bp.get("/members")
def members() -> Response:
    """Return the members by number, with their ratings.

    They come in parts of 50.
    """
    after = _number("after")
    documents = the_club_services().documents
    return _answer(lambda: _part("members", documents.members(the_club().id, after), "after"))


def _number(name: str) -> int:
    return max(parse_number(request.args.get(name, ""), LONGEST), 0)


def _part(name: str, part: ListPart, parameter: str, **where: Any) -> Document:
    """Return a part of a list; *parameter* says in its address, with *where*,
    where the next one begins.
    """
    where[parameter] = part.next
    return {name: part.rows, "next": url_for(f"api.{name}", **where) if part.next else None}
