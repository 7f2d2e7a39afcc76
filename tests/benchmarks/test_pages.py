"""
No page becomes dearer as the book grows: `pytest tests/benchmarks/test_pages.py --benchmark-only -n 0`.

Every route that answers GET is asked for by whoever may, in the small book and in the large one of `conftest.py`. The
same club life is added to both, so that each route has something to show, and so that every list is longer than a page.
What is compared is the work of the process, and the steps that SQLite takes, which do not depend on the machine.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log10
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import event

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import DEFAULT
from scorer.service.book import BOOK
from scorer.service.club.importing import PlayedPartie, enter_all
from scorer.service.club.services import club_services
from scorer.service.parties import Parties
from scorer.service.recording import from_paper
from scorer.storage import projections
from scorer.storage.engine import open_engine, writing
from scorer.web import create_app
from scorer.web.extensions import Limit
from tests.benchmarks.conftest import FLAT, LARGE, PARTIE, SMALL
from tests.service.club.full_club import FullClub, full_club
from tests.service.club.running_club import Clock, RunningClub

LEFT_OUT = {
    "transfer.download": "a file with all the parties of a season, streamed",
    "transfer.own_data": "a file with all the parties of a member",
    "static_files.serve": "a file of the program",
    "home.example": "it leads to a settlement",
    "operations.metrics": "it is there only with a token",
}
"""The routes that are not pages, and why."""

LIFE = 120
"""Parties that members 1 and 2 play with each other in both books: more than a page lists."""

GROWTH = FLAT ** (log10(LARGE / SMALL) / 2)
"""So many times as long may a page take in the large book: `FLAT` over two decades of parties."""

FEW = 100
"""Steps of SQLite that are not worth comparing."""

MOST = 60
"""How often a page is asked for again in both books, while it seems to grow: a busy machine lets few be quick."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One route as one visitor asks for it; `address` is its page in this book."""

    route: str
    visitor: str
    parties: Parties
    client: FlaskClient
    address: str

    @property
    def name(self) -> str:
        return f"{self.route} as {self.visitor}"

    def ask(self) -> tuple[int, int]:
        with counting_steps(self.parties) as steps:
            status = self.client.get(self.address).status_code
        return status, steps[0]

    def cost(self) -> float:
        """Return the seconds that the process works for the page."""
        start = time.process_time()
        self.client.get(self.address)
        return time.process_time() - start


def lived_in(data: Path) -> tuple[Parties, FullClub]:
    """Return a rehearsed club in which all else has happened too, and two members have long histories."""
    clock = Clock(datetime.now(UTC))
    parties = Parties(open_engine(f"sqlite:///{data / BOOK}"), clock)
    services = club_services(parties)
    (found,) = services.clubs.clubs()
    director = services.people.actor(1)
    assert director is not None
    club = RunningClub(parties, clock, services, found, director)
    for member in range(1, 9):
        actor = services.people.open_link(services.people.new_link(director, member))
        assert actor is not None
        club.members[member] = actor
    services.clubs.choose(director, "public standings", "yes")
    house = full_club(club)
    at, rules = clock().isoformat(timespec="seconds"), json.dumps(ruleset_to_data(DEFAULT))
    with writing(parties.engine) as db:
        names = projections.members(db, found.id)
        for second in (2, 3):
            pair, deals = (1, second), tuple((from_paper(*points),) for points in PARTIE)
            played = PlayedPartie(pair, (names[1], names[second]), deals, "life", "Ann", at, signed=True)
            enter_all(db, found.id, 1, rules, [played] * LIFE)
    return parties, house


def addresses(app: Flask, house: FullClub, tokens: Mapping[str, str]) -> dict[str, str]:
    """Return the address of every route that answers GET, by its endpoint."""
    seasons = house.arguments["season"]
    (company, *_) = house.club.services.signing.companies(house.club.club.id, int(seasons[-1]), 1, 1)
    arguments = {**{name: each[0] for name, each in house.arguments.items()}, "season": 1}
    elsewhere: dict[str, dict[str, Any]] = {
        **{name: each for name, each in house.elsewhere.items() if not name.startswith("standings.")},
        **{f"tables.{each}": {"number": 1} for each in ("deal", "cards", "again")},
        **{endpoint: {"token": token} for endpoint, token in tokens.items()},
        "tour.tour": {"number": 2},
        "fixtures.fixture": {"season": seasons[0], "round": 6, "table": 1},
        **{f"rounds.{each}": {"season": seasons[0], "round": 6} for each in ("decides", "bulletin", "picture")},
    }
    found = {}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in LEFT_OUT:
            values = arguments | elsewhere.get(rule.endpoint, {})
            if rule.endpoint.startswith("companies."):
                values |= {"code": company.sheet.code, "number": 0}
            built = rule.build({name: values[name] for name in rule.arguments - (rule.defaults or {}).keys()})
            assert built is not None, rule
            found[rule.endpoint] = built[1]
    return found


def visits(data: Path) -> Iterator[Visit]:
    """Yield every route as everybody asks for it whom it answers."""
    parties, house = lived_in(data)
    club, services = house.club, house.club.services
    code = str(house.arguments["code"][0])
    tokens = {
        "account.personal_link": services.people.new_link(club.director, 7),
        "account.director_link": services.people.new_director_link(club.club.id),
        **dict.fromkeys(("account.found", "copies.choose"), services.clubs.new_setup_link()),
        "home.scoring_link": parties.new_link(code),
    }
    app = create_app(parties, b"benchmark")
    pages = addresses(app, house, tokens)
    for visitor, actor in (("director", club.director), ("member", club.members[1]), ("stranger", None)):
        client = app.test_client()
        if actor is not None:
            with client.session_transaction() as session:
                session["acts"] = {club.club.code: club.services.people.begin(actor)}
        for route, address in pages.items():
            yield Visit(route, visitor, parties, client, address)


@contextmanager
def counting_steps(parties: Parties) -> Iterator[list[int]]:
    """Count the steps of SQLite in what is done meanwhile, to ten for each statement."""
    steps = [0]

    def count() -> None:
        steps[0] += 10

    def begin(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_progress_handler(count, 10)

    def end(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_progress_handler(None, 10)

    event.listen(parties.engine, "checkout", begin)
    event.listen(parties.engine, "checkin", end)
    yield steps
    event.remove(parties.engine, "checkout", begin)
    event.remove(parties.engine, "checkin", end)


def growth(small: Visit, large: Visit) -> Iterator[str]:
    """Yield in words by what a page became dearer: the quickest of each book, since other work disturbs a clock."""
    first, second = small.cost(), large.cost()
    for _ in range(MOST):
        if second <= GROWTH * first:
            return
        first, second = min(first, small.cost()), min(second, large.cost())
    yield f"{1000 * first:.1f} ms become {1000 * second:.1f}"


def test_no_page_becomes_dearer_as_the_book_grows(
    benchmark: BenchmarkFixture, data: Mapping[int, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limit, "hit", lambda *_: True)
    grown, asked, answered = list[str](), set[str](), set[str]()

    def walk() -> None:
        for small, large in zip(*(list(visits(data[parties])) for parties in (SMALL, LARGE)), strict=True):
            asked.add(small.route)
            (status, before), (same, after) = small.ask(), large.ask()
            assert same == status, small.name
            if status in (200, 204):
                answered.add(small.route)
                if after > GROWTH * before + FEW:
                    grown.append(f"{small.name}: {before} steps of SQLite become {after}")
                grown.extend(f"{small.name}: {words}" for words in growth(small, large))

    benchmark.pedantic(walk, rounds=1)
    assert asked - answered == set()
    assert not grown, "\n".join(grown)
