"""How long the director waits for what is open, and a member for a round robin of a hundred:
`-n 0 --benchmark-only`.

What is measured is work, not waiting, so that it does not matter what else runs.
"""

import gc
import json
import time
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from flask.testing import FlaskClient
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.ledger.arranging import write_event
from scorer.ledger.evenings import (
    CameIn,
    EveningEnded,
    Paired,
    PlayStarted,
    TablePlan,
    about_evening,
)
from scorer.ledger.terms import Format
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import DEFAULT
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.services import club_services, services_on
from scorer.service.club.transfer.importing import PlayedPartie, enter_all
from scorer.service.club.transfer.rehearsal import deals, rehearse
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from scorer.storage import arrangements
from scorer.storage.arrangements import ArrangementRow
from scorer.storage.engine import trying, writing
from scorer.table.recording import from_paper
from scorer.table.times import day_after
from scorer.web import create_app
from tests import there
from tests.benchmarks.conftest import FLAT, Pace, passes
from tests.service.club.running_club import FOUR, RunningClub, new_club
from tests.web.club.conftest import Visit
from tests.web.conftest import application

# What is open after an import

MEMBERS = 40
IMPORTED = 1700
SIGNED = 200
"""Members who play in both seasons, and how many parties of each season were imported,
and signed tonight.
"""

OPEN_ITEMS = 0.100
"""Seconds for the page of what is open, the desk,
the page before a season is closed, and closing it.
"""

pytestmark = pytest.mark.benchmark(timer=time.process_time)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A club with two seasons, one of each kind, after an import of years of parties.

    Nobody signed those, so none of them has a correction period; in one season each is out of the
    pattern that was drawn, which is the most that there can be to tell. Those of the parties that
    were signed tonight are open.
    """
    club = new_club(tmp_path_factory.mktemp("night"))
    chance = Random(5)
    rules = ruleset_to_data(DEFAULT)
    names = admitted(club, MEMBERS)
    for format_ in (Format.OPEN, Format.SINGLE):
        season = club.season(*names, name=f"{format_}", rules=rules, format=format_)
        if format_ is not Format.OPEN:
            club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
        at = club.clock().isoformat(timespec="seconds")
        played = [
            _played(chance, names, at, signed=number >= IMPORTED)
            for number in range(IMPORTED + SIGNED)
        ]
        with writing(club.engine) as db:
            enter_all(db, club.id, season, json.dumps(rules), played)
    yield club
    club.engine.dispose()


def admitted(club: RunningClub, number: int) -> dict[int, str]:
    names = {each: f"Member {each}" for each in range(1, number + 1)}
    club.services.people.admit(club.director, names.values())
    return names


def _played(chance: Random, names: dict[int, str], at: str, *, signed: bool) -> PlayedPartie:
    """A partie by lot; of one in ten all that was said in the last deal is known."""
    first, second = chance.sample(sorted(names), 2)
    totals = ((from_paper(170, 0),),) * 5
    all_deals = (*totals, chance.choice(deals()).said if chance.randrange(10) == 0 else totals[0])
    author = f"{names[first]} and {names[second]}" if signed else "director Ann"
    return PlayedPartie(
        (first, second),
        (names[first], names[second]),
        all_deals,
        "import",
        author,
        at,
        signed=signed,
    )


@pytest.mark.parametrize(
    "path",
    ["open-items", "tonight", "s/1/close", "s/2/close", "open-items/2", "s/1/unsettled", "s/1/"],
)
def test_what_is_open_is_shown_at_once(
    benchmark: BenchmarkFixture, pace: Pace, club: RunningClub, path: str
) -> None:
    """From the request to the last byte, whatever was imported; the median."""
    client = create_app(club.parties, b"benchmark").test_client()
    with client.session_transaction() as session:
        session["acts"] = {club.club.code: club.services.people.begin(club.director)}
    ask = partial(client.get, f"/c/{club.club.code}/{path}")
    answer = benchmark.pedantic(ask, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1)
    assert answer.status_code == 200
    assert len(answer.data) < 100_000
    assert pace.holds(benchmark, OPEN_ITEMS)


@pytest.mark.parametrize("season", [1, 2])
def test_a_season_is_closed_at_once(
    benchmark: BenchmarkFixture, pace: Pace, club: RunningClub, season: int
) -> None:
    """Everything that is open is looked up once more, and the entry is posted;
    then it is taken back.
    """
    report = there(club.services.open_items.before_closing(club.id, season))
    left_out = {each.key: "the season is over" for each in report.items}

    def close() -> bool:
        with trying(club.engine) as db:
            services_on(db, club.clock).closing.close(club.director, season, left_out)
        return True

    assert benchmark.pedantic(close, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1)
    assert pace.holds(benchmark, OPEN_ITEMS)


# Many evenings

EVENINGS = 200
TABLES = 12
TONIGHT = "2026-11-21"
"""Evenings before this one, and their tables; one more than they seat sits out each time."""


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A club that has met on many evenings of an open season, with a pairing for this one."""
    club = new_club(tmp_path_factory.mktemp("evenings"))
    names = [*admitted(club, 2 * TABLES + 1)]
    season = club.season(*names)
    here = [CameIn(member) for member in names]
    pairs = [TablePlan(each, (2 * each - 1, 2 * each)) for each in range(1, TABLES + 1)]
    paired = Paired((*pairs, TablePlan(0, (names[-1],))))
    with writing(club.engine, club=club.id) as db:
        for ago in range(EVENINGS, -1, -1):
            day = day_after(TONIGHT, -7 * ago)
            ended = (PlayStarted(), EveningEnded()) if ago else ()
            for event in (*here, paired, *ended):
                row = ArrangementRow(
                    season, about_evening(day), write_event(event), "director Ann", day
                )
                arrangements.append(db, club.id, row)
    yield club
    club.engine.dispose()


def test_tonight_is_shown_at_once_after_many_evenings(
    benchmark: BenchmarkFixture, pace: Pace, evenings: RunningClub
) -> None:
    """With a pairing, for which the byes of all evenings are counted."""
    client = Visit(application(evenings.parties), evenings).director.client
    ask = partial(client.get, f"/c/{evenings.club.code}/tonight")
    answer = benchmark.pedantic(ask, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1)
    assert b"sits out for the 201st time" in answer.data
    assert pace.holds(benchmark, OPEN_ITEMS)


# A round robin

IN_A_ROBIN = 100
LAST = IN_A_ROBIN - 1


@pytest.fixture(scope="module")
def member(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, str]]:
    """The phone of a member of a club, and the address of a season with one round to play.

    It has 4,950 fixtures, and its standings are close, so that every result of the last round is
    tried for many.
    """
    club = new_club(tmp_path_factory.mktemp("robin"))
    chance = Random(3)
    names = admitted(club, IN_A_ROBIN)
    season = club.season(*names, format=Format.SINGLE)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)

    def close(deal: int) -> tuple[str]:
        return (from_paper(2 * chance.randint(5, 30), 2 * chance.randint(5, 30) + (deal == 1)),)

    at = club.clock().isoformat(timespec="seconds")
    played = list[PlayedPartie]()
    for each in club.services.seasons.fixtures_now(1, season):
        if each.round < LAST:
            pair = (each.first, there(each.second))
            totals = tuple(map(close, range(4)))
            both = names[pair[0]], names[pair[1]]
            played.append(
                PlayedPartie(pair, both, totals, "robin", "Ann", at, each.round, signed=True)
            )
    with writing(club.engine, club=1) as db:
        enter_all(db, 1, season, json.dumps(ruleset_to_data(FOUR)), played)
    visit = Visit(application(club.parties), club)
    phone = visit.phone(
        there(club.services.people.open_link(club.services.people.new_link(club.director, 1)))
    ).client
    gc.collect()
    # as a server does before it begins; or the memory of all tests would be searched for garbage
    gc.freeze()
    yield phone, f"{visit.path}/s/{season}"
    gc.unfreeze()
    club.engine.dispose()


@pytest.mark.parametrize(
    ("path", "budget"),
    [
        *dict.fromkeys(("/", f"/fixtures/{LAST}/1", f"/rounds/{LAST - 1}"), 0.030).items(),
        *dict.fromkeys(("/fixtures", f"/fixtures/{LAST}/decides"), 0.100).items(),
    ],
)
def test_a_page_of_a_round_robin_of_a_hundred(
    benchmark: BenchmarkFixture,
    pace: Pace,
    member: tuple[FlaskClient, str],
    path: str,
    budget: float,
) -> None:
    client, season = member
    ask = partial(client.get, f"{season}{path}")
    assert (
        benchmark.pedantic(
            ask, setup=lambda: pace.measure(20), rounds=9, warmup_rounds=1
        ).status_code
        == 200
    )
    assert pace.holds(benchmark, budget)


# A season of regulars

REGULARS = 40
FEW_PARTIES = 1_000
MANY_PARTIES = 20_000
"""Members who play every week, and the parties of their season when it is young and old."""


@pytest.fixture(scope="module")
def regulars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[FlaskClient, str]]]:
    """A director's phone in each of the two books, and the address of the club."""
    opened = list[Parties]()
    visits = list[tuple[FlaskClient, str]]()
    for parties in (FEW_PARTIES, MANY_PARTIES):
        data = tmp_path_factory.mktemp(f"regulars-{parties}")
        rehearse(data, members=REGULARS, parties=parties)
        book = open_parties(data)
        opened.append(book)
        services = club_services(book)
        (club,) = services.clubs.clubs()
        client = create_app(book, b"benchmark").test_client()
        with client.session_transaction() as session:
            session["acts"] = {club.code: services.people.begin(there(services.people.actor(1)))}
        visits.append((client, f"/c/{club.code}"))
    yield visits
    for book in opened:
        book.engine.dispose()


@pytest.mark.parametrize(
    "page",
    [
        "/s/1/",
        "/s/1/?page=2",
        "/s/1/race",
        "/s/1/cross-table",
        "/s/1/records",
        "/s/1/terms",
        "/s/1/entrants",
        "/s/1/close",
        "/players/1/",
        "/players/1/?season=1",
        "/players/1/against/2",
        "/me/open-items",
        "/ratings",
        "/records",
        "/",
    ],
)
def test_a_page_of_a_season_or_of_a_member_is_no_dearer_as_the_season_grows(
    benchmark: BenchmarkFixture, regulars: list[tuple[FlaskClient, str]], page: str
) -> None:
    """The quickest of each book, in turn, since other work disturbs a clock."""
    quickest = [float("inf"), float("inf")]

    def both() -> None:
        for number, (client, club) in enumerate(regulars):
            start = time.process_time()
            assert client.get(f"{club}{page}").status_code == 200
            quickest[number] = min(quickest[number], time.process_time() - start)

    benchmark.pedantic(both, rounds=40, warmup_rounds=2)
    few, many = quickest
    benchmark.extra_info |= {"few": few, "many": many}
    assert passes(benchmark.name, many, FLAT * few)
