"""
How long the director waits for what is open, in a club that has brought in years of parties: `-n 0 --benchmark-only`.

Nobody signed the imported parties, so none of them has a correction period;
one season has no fixtures, and in the other every imported party is out of the
pattern that was drawn, which is the most that there can be to tell. Of the
parties that were signed tonight the correction periods are open. It is work
that is measured, not waiting, so that it does not matter what else runs.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.ledger.entries import Body, Entered, SeasonOpened
from scorer.ledger.terms import Format, SeasonTerms
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import DEFAULT
from scorer.service.book import open_parties
from scorer.service.club.clubs import Club
from scorer.service.club.credentials import Actor
from scorer.service.club.fixtures import Lots
from scorer.service.club.importing import PlayedPartie, enter_all
from scorer.service.club.people import admission
from scorer.service.club.posting import Draft, post_all
from scorer.service.club.rehearsal import deals
from scorer.service.club.services import ClubServices, club_services, services_on
from scorer.service.parties import Parties
from scorer.service.recording import from_paper
from scorer.storage.engine import trying, writing
from scorer.web import create_app
from tests.benchmarks.pace import Pace

MEMBERS, IMPORTED, SIGNED = 40, 1700, 200
"""Members who play in both seasons, and how many parties of each season were imported, and signed tonight."""

OPEN_ITEMS = 0.100
"""Seconds for the page of what is open, the desk, the page before a season is closed, and closing it."""

pytestmark = pytest.mark.benchmark(timer=time.process_time)

RULES = json.dumps(ruleset_to_data(DEFAULT))


@dataclass
class Book:
    """A club after an import."""

    parties: Parties
    services: ClubServices
    club: Club
    director: Actor


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A club with two seasons, one of each kind."""
    parties = open_parties(tmp_path_factory.mktemp("night"))
    services, chance = club_services(parties), Random(5)
    club, director = services.clubs.found(
        services.clubs.new_setup_link(), club="Portland", director="Ann", password="thirteen tricks"
    )
    at = parties.clock().isoformat(timespec="seconds")
    names = {number: f"Member {number}" for number in range(1, MEMBERS + 1)}
    with writing(parties.engine) as db:
        post_all(db, club.id, [admission(*each, director.author, at) for each in names.items()])
    for season, format_ in ((1, Format.OPEN), (2, Format.SINGLE)):
        with writing(parties.engine) as db:
            opened = SeasonOpened(season, SeasonTerms(f"Season {season}", ruleset_to_data(DEFAULT), format_))
            bodies: list[Body] = [opened, *(Entered(season, number) for number in names)]
            post_all(db, club.id, [Draft(body, director.author, at) for body in bodies])
        if format_ is not Format.OPEN:
            services.seasons.draw(director, season, Lots.AS_ENTERED)
        with writing(parties.engine) as db:
            played = [_played(chance, names, at, signed=number >= IMPORTED) for number in range(IMPORTED + SIGNED)]
            enter_all(db, club.id, season, RULES, played)
    yield Book(parties, services, club, director)
    parties.engine.dispose()


def _played(chance: Random, names: dict[int, str], at: str, *, signed: bool) -> PlayedPartie:
    """A partie by lot; of one in ten all that was said in the last deal is known."""
    first, second = chance.sample(sorted(names), 2)
    totals = ((from_paper(170, 0),),) * 5
    all_deals = (*totals, chance.choice(deals()).said if chance.randrange(10) == 0 else totals[0])
    author = f"{names[first]} and {names[second]}" if signed else "director Ann"
    return PlayedPartie((first, second), (names[first], names[second]), all_deals, "import", author, at, signed=signed)


@pytest.mark.parametrize(
    "path", ["open-items", "desk", "s/1/close", "s/2/close", "open-items/2", "s/1/unsettled", "s/1/"]
)
def test_what_is_open_is_shown_at_once(benchmark: BenchmarkFixture, pace: Pace, book: Book, path: str) -> None:
    """From the request to the last byte, whatever was imported; the median."""
    client = create_app(book.parties, b"benchmark").test_client()
    with client.session_transaction() as session:
        session["acts"] = {book.club.code: book.services.people.begin(book.director)}

    def page() -> tuple[int, int]:
        answer = client.get(f"/c/{book.club.code}/{path}")
        return answer.status_code, len(answer.data)

    pedantic: Callable[..., tuple[int, int]] = benchmark.pedantic
    status, size = pedantic(page, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1)
    assert status == 200
    assert size < 100_000
    assert pace.holds(benchmark, OPEN_ITEMS)


@pytest.mark.parametrize("season", [1, 2])
def test_a_season_is_closed_at_once(benchmark: BenchmarkFixture, pace: Pace, book: Book, season: int) -> None:
    """Everything that is open is looked up once more, and the entry is posted; then it is taken back."""
    report = book.services.open_items.before_closing(book.club.id, season)
    assert report is not None
    left_out = {each.key: "the season is over" for each in report.items}

    def close() -> bool:
        with trying(book.parties.engine) as db:
            services_on(db, book.parties.clock).closing.close(book.director, season, left_out)
        return True

    pedantic: Callable[..., bool] = benchmark.pedantic
    assert pedantic(close, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1)
    assert pace.holds(benchmark, OPEN_ITEMS)
