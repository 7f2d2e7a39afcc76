"""How long the book of a club takes, at the pace of the machine;
and that no page is dearer in a large one.
"""

import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log10
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import event

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import DEFAULT
from scorer.service.club.audit.verification import how_many_entries, verify
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.people.clubs import Club
from scorer.service.club.services import ClubServices, club_services
from scorer.service.club.transfer.importing import PlayedPartie, enter_all
from scorer.service.keeping import BOOK, open_parties
from scorer.service.parties import Parties
from scorer.storage import projections
from scorer.storage.engine import open_engine, writing
from scorer.storage.statements import append_statements
from scorer.table.recording import from_paper
from scorer.web import create_app
from scorer.web.extensions import Limit
from tests import postgresql, there
from tests.benchmarks.conftest import FLAT, LARGE, MEMBERS, PARTIE, SMALL, Pace, passes
from tests.service.club.full_club import FullClub, full_club
from tests.service.club.running_club import Clock, RunningClub
from tests.thorough import WHOLE

A_POST = 0.020
STANDINGS = 0.030
AN_ENTRY = 0.002
"""Seconds for a signature that posts a partie, for the page of the standings,
and for one entry that is verified.
"""


@dataclass
class Book:
    parties: Parties
    services: ClubServices
    club: Club
    chance: Random

    def half_signed(self) -> tuple[str, Actor]:
        """A partie between two members by lot, played and signed by the first;
        and who signs next.
        """
        drawn = self.chance.sample(range(1, MEMBERS + 1), 2)
        first, second = (Actor(self.club.id, Role.MEMBER, each, "", 0) for each in drawn)
        sheet = self.services.signing.open(self.club.id, 1, (first.member, second.member))
        with writing(self.parties.engine) as db:
            for deal, points in enumerate(PARTIE):
                said = [from_paper(*points)]
                at = "2026-01-01T20:00:00+00:00"
                append_statements(
                    db, sheet.id, deal=deal, position=0, said=said, form_key=f"deal {deal}", at=at
                )
        self.services.signing.sign(sheet.code, first)
        return sheet.code, second

    def cost_of_a_post(self) -> float:
        """Seconds of work, not of waiting, that a signature takes which posts a partie."""
        code, second = self.half_signed()
        start = time.process_time()
        self.services.signing.sign(code, second)
        return time.process_time() - start


def opened(data: Path) -> Iterator[Book]:
    parties = open_parties(data)
    services = club_services(parties)
    (club,) = services.clubs.clubs()
    services.clubs.choose(Actor(club.id, Role.DIRECTOR, 0, "Ann", 1), "public standings", "yes")
    yield Book(parties, services, club, Random(7))
    parties.engine.dispose()


@pytest.fixture(scope="module")
def small(data: dict[int, Path]) -> Iterator[Book]:
    yield from opened(data[SMALL])


@pytest.fixture(scope="module")
def large(data: dict[int, Path]) -> Iterator[Book]:
    yield from opened(data[LARGE])


def test_a_signature_posts_a_partie(benchmark: BenchmarkFixture, pace: Pace, large: Book) -> None:
    """The second signature: the entry, its postings, tallies,
    meetings and ratings are on the disk; 95 % of them.
    """
    posted = []

    def half_signed() -> tuple[tuple[str, Actor], dict[str, object]]:
        pace.measure()
        return large.half_signed(), {}

    def sign(code: str, second: Actor) -> None:
        posted.append(large.services.signing.sign(code, second).posted)

    benchmark.pedantic(sign, setup=half_signed, rounds=100)
    assert None not in posted
    assert pace.holds(benchmark, A_POST, 0.95)


@pytest.mark.benchmark(timer=time.process_time)
def test_the_page_of_the_standings(benchmark: BenchmarkFixture, pace: Pace, large: Book) -> None:
    """As anybody reads it, from the request to the last byte;
    the median of what the process works for it.
    """
    client = create_app(large.parties, b"benchmark").test_client()

    def page() -> str:
        return client.get(f"/c/{large.club.code}/s/1/").text

    text = benchmark.pedantic(page, setup=lambda: pace.measure(20), rounds=20, warmup_rounds=1)
    assert len(re.findall(r"<tr\b", text)) >= 50
    assert pace.holds(benchmark, STANDINGS)


def test_the_whole_book_is_verified(benchmark: BenchmarkFixture, pace: Pace, small: Book) -> None:
    """Every hash, every partie played again, every figure folded again."""
    many = how_many_entries(small.parties.engine)
    assert (
        benchmark.pedantic(
            lambda: [*verify(small.parties.engine)], setup=lambda: pace.measure(100), rounds=2
        )
        == []
    )
    assert pace.holds(benchmark, AN_ENTRY * many)


VERIFYING = """
import re, sys
from pathlib import Path
from scorer.service.keeping import open_parties
from scorer.service.club.audit.verification import verify
def most():  # what getrusage() returns counts that of the parent before the program was started
    return int(re.search("VmHWM:[^0-9]*([0-9]+)", Path("/proc/self/status").read_text())[1])
parties = open_parties(Path(sys.argv[1]), sys.argv[2])
before = most()
assert not any(verify(parties.engine))
print(most() - before)
"""
"""A program that verifies a book and prints by how many KiB it grew at most."""


def copied(data: Path) -> str:
    address = postgresql.address(postgresql.new_database(postgresql.new_name()))
    subprocess.run(
        [sys.executable, "-m", "scorer", "copy", "--from", data, "--to", address], check=True
    )
    return address


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["file", *["server"] * WHOLE])
def test_verifying_takes_no_more_memory_as_the_book_grows(
    benchmark: BenchmarkFixture, data: Mapping[int, Path], kind: str
) -> None:
    addresses = [copied(data[parties]) if kind == "server" else "" for parties in (SMALL, LARGE)]

    def both() -> list[int]:
        books = zip((SMALL, LARGE), addresses, strict=True)
        run = (
            [sys.executable, "-c", VERIFYING, str(data[parties]), address]
            for parties, address in books
        )
        return [
            int(subprocess.run(each, check=True, capture_output=True, text=True).stdout)
            for each in run
        ]

    before, after = benchmark.pedantic(both, rounds=1)
    benchmark.extra_info |= {"small": before, "large": after}
    assert before > 0
    assert passes(benchmark.name, after, FLAT * before)


def test_a_post_is_no_dearer_as_the_book_grows(
    benchmark: BenchmarkFixture, small: Book, large: Book
) -> None:
    """Both books in turn, so that what else the machine does weighs on both alike;
    the medians are compared.
    """
    costs: list[tuple[float, float]] = []

    def both() -> None:
        costs.append((small.cost_of_a_post(), large.cost_of_a_post()))

    benchmark.pedantic(both, rounds=20, warmup_rounds=3)
    before, after = (median(each) for each in zip(*costs[3:], strict=True))
    benchmark.extra_info |= {"small": before, "large": after}
    assert passes(benchmark.name, after, FLAT * before)


# Every route that answers GET is asked for by whoever may, in both books. The same club life is
# added to both, so that
# each route has something to show, and so that every list is longer than a page. What is compared
# is the work of the process, and the steps that SQLite takes, which do not depend on the machine.
LEFT_OUT = {
    "transfer.download": "a file with all the parties of a season, streamed",
    "transfer.own_data": "a file with all the parties of a member",
    "static_files.serve": "a file of the program",
    "offline.files": "the list of the files of the program",
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
"""How often a page is asked for again in both books, while it seems to grow:
a busy machine lets few be quick.
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One route as one visitor asks for it; `address` is its page in this book."""

    route: str
    visitor: str
    parties: Parties
    client: FlaskClient
    address: str

    def ask(self) -> tuple[int, int]:
        with counting_steps(self.parties) as steps:
            status = self.client.get(self.address).status_code
        return status, steps[0]

    def cost(self) -> float:
        start = time.process_time()
        self.client.get(self.address)
        return time.process_time() - start


def lived_in(data: Path) -> tuple[Parties, FullClub]:
    """Return a rehearsed club in which all else has happened too,
    and two members have long histories.
    """
    clock = Clock(datetime.now(UTC))
    parties = Parties(open_engine(f"sqlite:///{data / BOOK}"), clock)
    services = club_services(parties)
    (found,) = services.clubs.clubs()
    club = RunningClub(parties, clock, services, found, director := there(services.people.actor(1)))
    for member in range(1, 9):
        club.members[member] = there(
            services.people.open_link(services.people.new_link(director, member))
        )
    services.clubs.choose(director, "public standings", "yes")
    house = full_club(club)
    at = clock().isoformat(timespec="seconds")
    rules = json.dumps(ruleset_to_data(DEFAULT))
    with writing(parties.engine) as db:
        names = projections.members(db, found.id)
        for second in (2, 3):
            pair = (1, second)
            deals = tuple((from_paper(*points),) for points in PARTIE)
            played = PlayedPartie(
                pair, (names[1], names[second]), deals, "life", "Ann", at, signed=True
            )
            enter_all(db, found.id, 1, rules, [played] * LIFE)
    return parties, house


def addresses(app: Flask, house: FullClub, tokens: Mapping[str, str]) -> dict[str, str]:
    """Return the address of every route that answers GET, by its endpoint."""
    seasons = house.arguments["season"]
    company, *_ = house.club.services.signing.companies(house.club.id, int(seasons[-1]), 1, 1)
    arguments = {**{name: each[0] for name, each in house.arguments.items()}, "season": 1}
    elsewhere: dict[str, dict[str, Any]] = {
        **{
            name: each
            for name, each in house.elsewhere.items()
            if not name.startswith("standings.")
        },
        **{f"tables.{each}": {"number": 1} for each in ("deal", "cards", "again")},
        **{endpoint: {"token": token} for endpoint, token in tokens.items()},
        "tour.tour": {"number": 2},
        "fixtures.fixture": {"season": seasons[0], "round": 6, "table": 1},
        **{
            f"rounds.{each}": {"season": seasons[0], "round": 6}
            for each in ("decides", "bulletin", "picture")
        },
    }
    found = {}
    for rule in app.url_map.iter_rules():
        is_of_pair = rule.endpoint.startswith("pairs.")  # has a benchmark of its own
        if "GET" in (rule.methods or ()) and rule.endpoint not in LEFT_OUT and not is_of_pair:
            values = arguments | elsewhere.get(rule.endpoint, {})
            if rule.endpoint.startswith("companies."):
                values |= {"code": company.sheet.code, "number": 0}
            built = rule.build(
                {name: values[name] for name in rule.arguments - (rule.defaults or {}).keys()}
            )
            found[rule.endpoint] = there(built)[1]
    return found


def visits(data: Path) -> Iterator[Visit]:
    """Yield every route as everybody asks for it whom it answers."""
    parties, house = lived_in(data)
    club = house.club
    services = house.club.services
    tokens = {
        "account.personal_link": services.people.new_link(club.director, 7),
        "account.director_link": services.people.new_director_link(club.id),
        **dict.fromkeys(("account.found", "copies.choose"), services.clubs.new_setup_link()),
        "home.scoring_link": parties.new_link(str(house.arguments["code"][0])),
    }
    app = create_app(parties, b"benchmark")
    pages = addresses(app, house, tokens)
    for visitor, actor in (
        ("director", club.director),
        ("member", club.members[1]),
        ("stranger", None),
    ):
        client = app.test_client()
        if actor is not None:
            with client.session_transaction() as session:
                session["acts"] = {club.club.code: services.people.begin(actor)}
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
    """Yield in words by what a page became dearer:
    the quickest of each book, since other work disturbs a clock.
    """
    first = small.cost()
    second = large.cost()
    for _ in range(MOST):
        if second <= GROWTH * first:
            return
        first = min(first, small.cost())
        second = min(second, large.cost())
    if not passes(f"{small.route} as {small.visitor} in the large book", second, GROWTH * first):
        yield f"{1000 * first:.1f} ms become {1000 * second:.1f}"


def test_no_page_becomes_dearer_as_the_book_grows(
    benchmark: BenchmarkFixture, data: Mapping[int, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limit, "hit", lambda *_: True)
    grown = list[str]()
    asked = set[str]()
    answered = set[str]()

    def walk() -> None:
        for small, large in zip(
            *(list(visits(data[parties])) for parties in (SMALL, LARGE)), strict=True
        ):
            name = f"{small.route} as {small.visitor}"
            asked.add(small.route)
            status, before = small.ask()
            same, after = large.ask()
            assert same == status, name
            if status in (200, 204):
                answered.add(small.route)
                if after > GROWTH * before + FEW:
                    grown.append(f"{name}: {before} steps of SQLite become {after}")
                grown.extend(f"{name}: {words}" for words in growth(small, large))

    benchmark.pedantic(walk, rounds=1)
    assert asked - answered == set()
    assert not grown, "\n".join(grown)
