"""A club's pages, who looks at them, by a clock that is set by hand;
and the table at which two of them play.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Map

from scorer.service.club.credentials import Actor
from scorer.web.rights import OF_A_CLUB, ROUTES
from tests.quick_books import kept_directory
from tests.service.club.full_club import FullClub, full_club
from tests.service.club.running_club import RunningClub, founded, new_club
from tests.web.conftest import Phone, application


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
                session["acts"] = {
                    (club or self.club).club.code: self.club.services.people.begin(actor)
                }
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


FILES = ("disputes.export", "transfer.download", "transfer.own_data")

FRAGMENTS = (
    "display.live",
    "evenings.live",
    "calendar.of_club",
    "calendar.of_member",
    "rounds.picture",
    "rounds.feed",
)
"""A part of a page that is looked at on its page, a picture,
and what calendars and feed readers ask for.
"""


def club_pages(url_map: Map, house: FullClub, blueprint: str = "") -> dict[str, str]:
    """Return the address of each page of a club, or of those of one blueprint, by endpoint."""
    found = {}
    for rule in url_map.iter_rules():
        of_a_club = ROUTES[rule.endpoint] in OF_A_CLUB and rule.endpoint.startswith(
            blueprint and f"{blueprint}."
        )
        is_page = "GET" in (rule.methods or ()) and not rule.endpoint.startswith(("api.", *FILES))
        if of_a_club and is_page:
            built = rule.build({name: house.of(rule.endpoint, name) for name in rule.arguments})
            assert built is not None, rule
            found[rule.endpoint] = built[1]
    return found


ADA = 1
BEN = 2
CAT = 3
PINS = {ADA: "4711", BEN: "2468"}
TRICK = "strike 12 for tricks Y1"
"""Ben's version of the third deal: Ben won the last trick, so the partie pays 392 and not 421."""


@dataclass
class Table(Visit):
    """A club in which Ada and Ben play a season, with PINs; Cat looks on."""

    season: int

    @cached_property
    def director(self) -> Phone:
        return self.phone(self.club.director)

    def play(self, *logs: str, signed: tuple[int, ...] = ()) -> str:
        return self.club.play(self.season, ADA, BEN, *logs, signed=signed).sheet.code

    def shared(self, code: str) -> Phone:
        """Return the phone on the table: it scores the partie, and nobody is signed in on it."""
        phone = self.phone()
        with phone.client.session_transaction() as session:
            session["links"] = {code: self.club.parties.links(code)[0].id}
        return phone

    @property
    def entries(self) -> list[str]:
        return [each.kind for each in self.club.entries]


def seated(visit: Visit) -> Table:
    for member, pin in PINS.items():
        visit.club.services.people.set_pin(visit.club.members[member], member, pin)
    return Table(visit.app, visit.club, visit.club.season(ADA, BEN, CAT))


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat", "Dan") as found:
        yield found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as found:
        yield seated(found)
