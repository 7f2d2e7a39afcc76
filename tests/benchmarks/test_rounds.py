"""
How long the pages take of a round robin of a hundred members with one round to play: `-n 0 --benchmark-only`.

It has 4,950 fixtures, and its standings are close, so that every result of the last round is tried for many.
"""

import gc
import json
import time
from collections.abc import Iterator
from random import Random

import pytest
from flask.testing import FlaskClient
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.ledger.terms import Format
from scorer.service.club.fixtures import Lots
from scorer.service.club.importing import PlayedPartie, enter_all
from scorer.service.recording import from_paper
from scorer.storage.engine import writing
from tests import there
from tests.benchmarks.pace import Pace
from tests.service.club.running_club import new_club, terms
from tests.web.applications import application
from tests.web.club.visitors import Visit

MEMBERS = 100
LAST = MEMBERS - 1

pytestmark = pytest.mark.benchmark(timer=time.process_time)


@pytest.fixture(scope="module")
def member(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, str]]:
    """The phone of a member of the club, and the address of the season."""
    club, chance = new_club(tmp_path_factory.mktemp("robin")), Random(3)
    names = {number: f"Member {number}" for number in range(1, MEMBERS + 1)}
    club.services.people.admit(club.director, names.values())
    season = club.season(*names, format=Format.SINGLE)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    played = [
        PlayedPartie(
            (each.first, there(each.second)),
            (names[each.first], names[there(each.second)]),
            tuple(
                (from_paper(2 * chance.randint(5, 30), 2 * chance.randint(5, 30) + (deal == 1)),) for deal in range(4)
            ),
            *("robin", "Ann", club.clock().isoformat(timespec="seconds"), each.round),
            signed=True,
        )
        for each in club.services.seasons.fixtures_now(1, season)
        if each.round < LAST
    ]
    with writing(club.engine, club=1) as db:
        enter_all(db, 1, season, json.dumps(terms().rules), played)
    visit = Visit(application(club.parties), club)
    actor = club.services.people.open_link(club.services.people.new_link(club.director, 1))
    phone = visit.phone(there(actor)).client
    gc.collect()
    gc.freeze()  # as a server does before it begins; or the memory of all tests would be searched for garbage
    yield phone, f"{visit.path}/s/{season}"
    gc.unfreeze()
    club.parties.engine.dispose()


@pytest.mark.parametrize(
    ("path", "budget"),
    [
        ("/", 0.030),
        (f"/fixtures/{LAST}/1", 0.030),
        (f"/rounds/{LAST - 1}", 0.030),
        ("/fixtures", 0.100),
        (f"/fixtures/{LAST}/decides", 0.100),
    ],
)
def test_a_page_of_a_round_robin_of_a_hundred(
    benchmark: BenchmarkFixture, pace: Pace, member: tuple[FlaskClient, str], path: str, budget: float
) -> None:
    client, season = member

    def page() -> int:
        return client.get(f"{season}{path}").status_code

    assert benchmark.pedantic(page, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1) == 200
    assert pace.holds(benchmark, budget)
