"""The application of the tests: made once, since its routes and templates take their time, and given other parties."""

from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine

from scorer.service.club.services import club_services
from scorer.service.companies import Companies
from scorer.service.parties import Parties
from scorer.service.shared import Attempts
from scorer.web import create_app
from scorer.web.address import Reached
from tests.service.club.running_club import Clock

KEY = b"a key that signs" * 2
REACHED = Reached("http://piquet.test")
"""Phones open the application under a name, as they do where it is served to a network."""


COMPILED = Path(__file__).parents[2] / ".pytest_cache" / "templates"
"""Where each worker finds the templates that another has compiled."""

COMPILED.mkdir(parents=True, exist_ok=True)


def new_application(parties: Parties, reached: Reached = REACHED) -> Flask:
    """An application of its own, for a test that changes more of it than its settings."""
    app = create_app(parties, KEY, reached)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(COMPILED))
    return app


@cache
def _made(reached: Reached) -> tuple[Flask, dict[str, Any]]:
    """The application, which has never been asked for anything, and its settings."""
    app = new_application(Parties(create_engine("sqlite://"), Clock()), reached)
    return app, dict(app.config)


def application(parties: Parties, reached: Reached = REACHED) -> Flask:
    """The application with these parties, with its settings as at its start."""
    app, settings = _made(reached)
    app.config.clear()
    app.config.update(settings)
    app.extensions["parties"] = parties
    app.extensions["companies"] = Companies(parties.engine, parties.clock)
    app.extensions["clubs"] = club_services(parties)
    return app


def forget_tries(app: Flask) -> None:
    """Reset the limits of tries, where one book is asked for more pages than a person asks for."""
    parties: Parties = app.extensions["parties"]
    Attempts(parties.engine, parties.clock).forget()
