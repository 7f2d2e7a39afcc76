"""The pages: Flask, HTML that works without scripts, and htmx to replace parts of a page.

A view parses, calls the service and renders. This layer knows no rule of the game.
"""

from __future__ import annotations

from typing import Any

from flask import Flask, Request, Response, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from ..ledger.chain import short
from ..resources import resource_dir
from ..rules.names import ISOLATE
from ..service.club.people.members import STAYS_SIGNED_IN
from ..service.club.services import club_services
from ..service.companies import Companies
from ..service.pairs import Pairs
from ..service.parties import Parties
from ..service.shared import Cleaner
from ..table import formatting
from ..table.isolation import with_elements
from . import address, errors, languages, rights, static_files, visitor
from .address import HERE_ONLY, Reached
from .build import build_id
from .club import blueprints as of_a_club
from .club import fixtures
from .companies import bp as companies
from .extensions import CSRF, LARGEST_FORM
from .home import bp as home
from .house_rules import bp as house_rules
from .offline import bp as offline
from .operations import bp as operations
from .pairs import bp as pairs
from .reference import bp as reference
from .reference import tour_bp as tour
from .sheets import bp as sheets
from .tables import bp as tables

_POLICY = "Content-Security-Policy"

HEADERS = {
    _POLICY: (
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; object-src 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Sent with every response: nothing is loaded from another host,
and no style or script is inline.
"""

FRAMED = HEADERS | {
    _POLICY: HEADERS[_POLICY].replace("frame-ancestors 'none'", "frame-ancestors *")
}
del FRAMED["X-Frame-Options"]
"""Sent with the one page that other sites may show within theirs."""


ONLY_ENCRYPTED = "max-age=31536000; includeSubDomains"
"""Sent over https: for a year, a browser opens the program, and what is under its host, only so."""

WASM = HEADERS | {_POLICY: f"{HEADERS[_POLICY]}; script-src 'self' 'wasm-unsafe-eval'"}
"""Sent with the worker of the table, whose own policy lets it compile WebAssembly; no page may."""


class Pages(Flask):
    """The Flask application, with what its pages need to be right and to keep secrets."""

    def make_response(self, rv: Any) -> Response:
        """Return the response to a request; in a page, names are isolated by elements."""
        response = super().make_response(rv)
        if response.mimetype == "text/html" and not response.is_streamed:
            page = response.get_data(as_text=True)
            if ISOLATE in page:
                response.set_data(with_elements(page))
        return response

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Bind the routes to a request; one with an invalid host gets its page from `address`.

        Flask binds them before it answers errors, so that the server would answer with its own.
        """
        try:
            return super().create_url_adapter(request)
        except HTTPException:
            return self.url_map.bind("localhost")

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with its route and not its address, which may contain a secret link."""
        self.logger.error(
            "Exception at %s [%s]", request.url_rule, request.method, exc_info=exc_info
        )


def create_app(parties: Parties, secret_key: bytes, reached: Reached = HERE_ONLY) -> Flask:
    """Return the application.

    Args:
        parties: the service for parties.
        secret_key: signs the cookie with a phone's right to score.
        reached: the addresses of the program.
    """
    app = Pages(__name__, static_folder=None, template_folder=str(resource_dir("templates")))
    app.config.update(
        SECRET_KEY=secret_key,
        REACHED=reached,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SECURE=reached.proxied,
        SESSION_COOKIE_NAME="__Host-session" if reached.proxied else "session",
        PERMANENT_SESSION_LIFETIME=STAYS_SIGNED_IN,  # browsers keep no cookie for longer
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,  # `address` checks where a form comes from, over http too
        MAX_CONTENT_LENGTH=LARGEST_FORM,
    )
    # whatever the environment says: an error is answered with a page, and tells nothing
    app.debug = False
    formatting.prepare(app.jinja_env)
    app.jinja_env.globals["generation"] = _generation
    app.add_template_filter(short)
    app.jinja_env.globals["build"] = build_id()
    app.extensions["parties"] = parties
    app.extensions["cleaner"] = Cleaner(parties.engine)
    app.extensions["companies"] = Companies(parties.engine, parties.clock)
    app.extensions["pairs"] = Pairs(parties.engine, parties.clock)
    languages.init_app(app)
    address.init_app(app)
    visitor.init_app(app)
    CSRF.init_app(app)
    app.extensions["clubs"] = club_services(parties)
    for blueprint in (
        home,
        tour,
        tables,
        sheets,
        reference,
        house_rules,
        companies,
        pairs,
        offline,
        operations,
        languages.bp,
        static_files.bp,
        *of_a_club,
    ):
        app.register_blueprint(blueprint)
    static_files.init_app(app)
    rights.init_app(app)
    fixtures.init_app(app)
    errors.init_app(app)
    app.after_request(_add_headers)
    return app


def _generation() -> str:
    parties: Parties = current_app.extensions["parties"]
    return parties.generation


def _add_headers(response: Response) -> Response:
    if g.get("may_be_framed"):
        response.headers.extend(FRAMED)
    elif g.get("runs_wasm"):
        response.headers.extend(WASM)
    else:
        response.headers.extend(HEADERS)
    response.headers["Scorer-Build"] = build_id()
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = ONLY_ENCRYPTED
    # a browser keeps static files longer than a generation lasts
    if not request.path.startswith("/static/"):
        response.headers["Scorer-Generation"] = _generation()
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = "HX-Request-Type, Accept-Encoding, Cookie"
    return response
