"""Who looks at a club's pages: phones that act for somebody, on an application whose clock is set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from scorer.service.club.actors import Actor
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine
from scorer.web import create_app
from scorer.web.extensions import LIMITER
from tests.service.club.evenings import Clock, Evening, founded
from tests.web.conftest import Phone


@dataclass
class Visit:
    """An application with a club in it."""

    app: Flask
    club: Evening

    @property
    def path(self) -> str:
        """Where the club's pages begin."""
        return f"/c/{self.club.club.code}"

    def phone(self, actor: Actor | None = None, club: Evening | None = None) -> Phone:
        """A phone that acts for somebody, or for nobody."""
        made = Phone(self.app)
        if actor is not None:
            with made.client.session_transaction() as session:
                session["acts"] = {(club or self.club).club.code: actor.credential}
        return made

    @property
    def director(self) -> Phone:
        """The director's phone."""
        return self.phone(self.club.director)

    def member(self, number: int) -> Phone:
        """A member's phone."""
        return self.phone(self.club.members[number])

    def founded(self, name: str) -> Evening:
        """Another club in the same application."""
        return founded(self.club.parties, self.club.clock, name)


@contextmanager
def visiting(data: Path, *members: str) -> Iterator[Visit]:
    """An application with a club of these members."""
    clock = Clock()
    parties = Parties(open_engine(f"sqlite:///{data / 'book.sqlite'}"), clock)
    app = create_app(parties, b"a key that signs" * 2)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    LIMITER.reset()
    club = founded(parties, clock)
    club.admit(*members)
    yield Visit(app, club)
    parties.engine.dispose()
