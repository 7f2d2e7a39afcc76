"""A club's pages and who looks at them, by a clock that is set by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from flask import Flask

from scorer.service.club.credentials import Actor
from tests.quick_books import kept_directory
from tests.service.club.full_club import FullClub, full_club
from tests.service.club.running_club import RunningClub, founded, new_club
from tests.web.applications import application
from tests.web.conftest import Phone


@dataclass
class Visit:
    app: Flask
    club: RunningClub

    @property
    def path(self) -> str:
        return f"/c/{self.club.club.code}"

    def phone(self, actor: Actor | None = None, club: RunningClub | None = None) -> Phone:
        """Return a phone on which *actor* is signed in, or nobody."""
        made = Phone(self.app)
        if actor is not None:
            with made.client.session_transaction() as session:
                session["acts"] = {(club or self.club).club.code: self.club.services.people.begin(actor)}
        return made

    @property
    def director(self) -> Phone:
        return self.phone(self.club.director)

    def member(self, number: int) -> Phone:
        return self.phone(self.club.members[number])

    def founded(self, name: str) -> RunningClub:
        return founded(self.club.parties, self.club.clock, name)


@cache
def _club(members: tuple[str, ...]) -> RunningClub:
    """Return a club of these members, made once."""
    made = new_club(kept_directory())
    made.admit(*members)
    return made


@contextmanager
def visiting(data: Path, *members: str) -> Iterator[Visit]:
    club = _club(members).copied(data)
    yield Visit(application(club.parties), club)
    club.parties.engine.dispose()


@cache
def _house() -> FullClub:
    """Return a club in which everything has happened, made once."""
    return full_club(new_club(kept_directory()))


@contextmanager
def visiting_house(data: Path) -> Iterator[tuple[Visit, FullClub]]:
    """Yield the pages of a club in which everything has happened."""
    house = _house()
    club = house.club.copied(data)
    yield Visit(application(club.parties), club), replace(house, club=club)
    club.parties.engine.dispose()
