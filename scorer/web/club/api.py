"""The read-only JSON API of a club, for programs, and its description.

It shows what the pages show, to whom they show it: to everybody if the club is public, and else to
a phone on which a member is signed in, or to a program that sends the key of a member's feed
(`scorer.web.rights`). Its addresses, and what it answers, are described in the topic `api`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request, url_for
from werkzeug.routing import Rule

from ... import __version__
from ...service.club.transfer.api_description import (
    ANSWERS,
    EXAMPLES,
    ApiExample,
    Schema,
    one_of,
    schemas,
)
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


# The docstrings of the views are what the description of the API says of its routes.


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
                for name in ("standings", "results", "lines")
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


# The description in OpenAPI 3.1, for tools that make clients
#
# It is generated: the paths from the routes above and their docstrings, the schemas from the
# dictionary of columns, and the examples from requests that a test makes. It is the same for every
# club, so it has an address without one and needs no key.


description_bp = Blueprint("api_description", __name__, url_prefix="/api/v1")

API_OF_A_CLUB = "/c/<club>/api/v1"

KEY = "memberKey"

ABOUT = (
    "Programs read a club as JSON, and change nothing. Within version 1 no address or field is "
    "removed, and none changes its meaning or type. Addresses, fields, and words among the values "
    "of a field may be added, so a program ignores what it does not know."
)

IN_PATH: dict[str, Schema] = {
    "season": {"description": "The number of the season.", "schema": {"type": "integer"}},
    "code": {
        "description": "The code of a partie or of a company’s scorecard, in any case.",
        "schema": {"type": "string"},
    },
}

IN_QUERY = {"results": "before", "lines": "before", "members": "after"}
"""The parameter of a long list, by its route; `next` has an address with it."""

REFUSALS = {
    401: "No key was sent though the club is private, or the key is not valid.",
    404: "There is no such club, season, partie or scorecard.",
    429: "Too many requests with wrong keys, or for codes that do not exist. Wait a minute.",
}


@description_bp.get("/openapi.json")
def openapi() -> Response:
    text = json.dumps(description(current_app), ensure_ascii=False, indent=1) + "\n"
    answer = answer_poll(sha256(text.encode()).hexdigest()[:16], lambda: text)
    answer.mimetype = "application/json"
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def description(app: Flask) -> Schema:
    """Return the whole description."""
    paths = {
        re.sub("<(?:int:)?([a-z]+)>", r"{\1}", rule.rule.removeprefix(API_OF_A_CLUB)): {
            "get": _operation(app, rule)
        }
        for rule in routes(app)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "A club of piquet-scorer", "version": "1", "description": ABOUT},
        "servers": [
            {
                "url": "/c/{club}/api/v1",
                "description": "The API of one club.",
                "variables": {"club": {"default": "CLUB", "description": "The club’s code."}},
            }
        ],
        "security": [{KEY: []}, {}],
        "paths": paths,
        "components": {
            "schemas": {**schemas(), "Error": _ERROR},
            "responses": {f"Refused{status}": _refusal(status) for status in REFUSALS},
            "securitySchemes": {
                KEY: {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The key that a member finds under My account. A public club "
                    "needs none.",
                }
            },
        },
    }


def routes(app: Flask) -> list[Rule]:
    """Return the routes of the API of a club, by their paths."""
    found = [each for each in app.url_map.iter_rules() if each.endpoint.startswith("api.")]
    return sorted(found, key=lambda rule: rule.rule)


def _operation(app: Flask, rule: Rule) -> Schema:
    name = rule.endpoint.removeprefix("api.")
    about = " ".join((app.view_functions[rule.endpoint].__doc__ or "").split())
    refused = {str(status): _reference(status) for status in REFUSALS}
    return {
        "operationId": name,
        "summary": about.partition(". ")[0].rstrip("."),
        "description": about,
        "parameters": [*_parameters(rule, name)],
        "responses": {
            "200": {
                "description": "The answer.",
                "headers": {
                    "ETag": {
                        "description": "Send it back as If-None-Match.",
                        "schema": {"type": "string"},
                    }
                },
                "content": {
                    "application/json": {
                        "schema": one_of(ANSWERS[name]),
                        "examples": _examples(name, 200),
                    }
                },
            },
            "304": {"description": "Nothing has changed since the answer with that ETag."},
            **refused,
        },
    }


def _parameters(rule: Rule, name: str) -> Iterator[Schema]:
    for argument in sorted(rule.arguments - {"club"}):
        yield {"name": argument, "in": "path", "required": True, **IN_PATH[argument]}
    if name in IN_QUERY:
        yield {
            "name": IN_QUERY[name],
            "in": "query",
            "description": "Where a part begins. Follow `next` instead of counting yourself.",
            "schema": {"type": "integer"},
        }
    yield {
        "name": "If-None-Match",
        "in": "header",
        "description": "The ETag of an earlier answer.",
        "schema": {"type": "string"},
    }


def _examples(name: str, status: int) -> Schema:
    return {
        each.name: {"summary": each.title, "value": each.answer}
        for each in EXAMPLES
        if (each.route, each.status) == (name, status)
    }


def _reference(status: int) -> Schema:
    return {"$ref": f"#/components/responses/Refused{status}"}


def _refusal(status: int) -> Schema:
    found: list[ApiExample] = [each for each in EXAMPLES if each.status == status]
    content: dict[str, Any] = {
        "schema": {"$ref": "#/components/schemas/Error"},
        "examples": {each.name: {"summary": each.title, "value": each.answer} for each in found},
    }
    refusal: Schema = {
        "description": REFUSALS[status],
        "content": {"application/json": content},
    }
    if status == 401:
        refusal["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return refusal


_ERROR: Schema = {
    "type": "object",
    "description": "What happened, and what to do next.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "status": {"type": "integer", "description": "The status of the answer."},
                "title": {"type": "string", "description": "What happened."},
                "advice": {"type": "string", "description": "What to do next."},
            },
            "required": ["status", "title", "advice"],
        }
    },
    "required": ["error"],
}
