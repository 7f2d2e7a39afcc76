"""
How long the book of a club takes: `pytest tests/benchmarks --benchmark-only -n 0`.

The books are those of `conftest.py`: a large one, and a small one, between which nothing may become dearer. Budgets are
held at the pace of the machine (`pace.py`).
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.service.book import open_parties
from scorer.service.club.clubs import Club
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.services import ClubServices, club_services
from scorer.service.club.verification import how_many_entries, verify
from scorer.service.parties import Parties
from scorer.service.recording import from_paper
from scorer.storage.engine import writing
from scorer.storage.statements import append_statements
from scorer.web import create_app
from tests import postgresql
from tests.benchmarks.conftest import FLAT, LARGE, MEMBERS, PARTIE, SMALL
from tests.benchmarks.pace import Pace
from tests.thorough import WHOLE

A_POST, STANDINGS, AN_ENTRY = 0.020, 0.030, 0.002
"""Seconds for a signature that posts a partie, for the page of the standings, and for one entry that is verified."""


@dataclass
class Book:
    parties: Parties
    services: ClubServices
    club: Club
    chance: Random

    def half_signed(self) -> tuple[str, Actor]:
        """A partie between two members by lot, played and signed by the first; and who signs next."""
        first, second = (Actor(self.club.id, Role.MEMBER, each, "", 0) for each in self.drawn())
        sheet = self.services.signing.open(self.club.id, 1, (first.member, second.member))
        with writing(self.parties.engine) as db:
            for deal, points in enumerate(PARTIE):
                at = "2026-01-01T20:00:00+00:00"
                said = [from_paper(*points)]
                append_statements(db, sheet.id, deal=deal, position=0, said=said, form_key=f"deal {deal}", at=at)
        self.services.signing.sign(sheet.code, first)
        return sheet.code, second

    def drawn(self) -> list[int]:
        return self.chance.sample(range(1, MEMBERS + 1), 2)

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
    """The second signature: the entry, its postings, tallies, meetings and ratings are on the disk; 95 % of them."""
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
    """As anybody reads it, from the request to the last byte; the median of what the process works for it."""
    client = create_app(large.parties, b"benchmark").test_client()

    def page() -> str:
        return client.get(f"/c/{large.club.code}/s/1/").text

    text = benchmark.pedantic(page, setup=lambda: pace.measure(20), rounds=20, warmup_rounds=1)
    assert len(re.findall(r"<tr\b", text)) >= 50
    assert pace.holds(benchmark, STANDINGS)


def test_the_whole_book_is_verified(benchmark: BenchmarkFixture, pace: Pace, small: Book) -> None:
    """Every hash, every partie played again, every figure folded again."""
    many = how_many_entries(small.parties.engine)

    def whole() -> list[object]:
        return list(verify(small.parties.engine))

    assert benchmark.pedantic(whole, setup=lambda: pace.measure(100), rounds=2) == []
    assert pace.holds(benchmark, AN_ENTRY * many)


VERIFYING = """
import re, sys
from pathlib import Path
from scorer.service.book import open_parties
from scorer.service.club.verification import verify
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
    subprocess.run([sys.executable, "-m", "scorer", "copy", "--from", data, "--to", address], check=True)
    return address


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["file", *["server"] * WHOLE])
def test_verifying_takes_no_more_memory_as_the_book_grows(
    benchmark: BenchmarkFixture, data: Mapping[int, Path], kind: str
) -> None:
    addresses = [copied(data[parties]) if kind == "server" else "" for parties in (SMALL, LARGE)]

    def both() -> list[int]:
        books = zip((SMALL, LARGE), addresses, strict=True)
        run = ([sys.executable, "-c", VERIFYING, str(data[parties]), address] for parties, address in books)
        return [int(subprocess.run(each, check=True, capture_output=True, text=True).stdout) for each in run]

    before, after = benchmark.pedantic(both, rounds=1)
    benchmark.extra_info |= {"small": before, "large": after}
    assert before > 0
    assert after <= FLAT * before


def test_a_post_is_no_dearer_as_the_book_grows(benchmark: BenchmarkFixture, small: Book, large: Book) -> None:
    """Both books in turn, so that what else the machine does weighs on both alike; the medians are compared."""
    costs: list[tuple[float, float]] = []

    def both() -> None:
        costs.append((small.cost_of_a_post(), large.cost_of_a_post()))

    benchmark.pedantic(both, rounds=20, warmup_rounds=3)
    before, after = (median(each) for each in zip(*costs[3:], strict=True))
    benchmark.extra_info |= {"small": before, "large": after}
    assert after <= FLAT * before
