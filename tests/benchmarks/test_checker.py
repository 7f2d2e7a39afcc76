"""How long the claim checker takes: `pytest tests/benchmarks --benchmark-only -n 0`.

Times are of the process's own, so that what else the machine does for a moment does not count
against it, and budgets are held at the pace of the machine, measured by the same clock between the
rounds. Garbage is collected there too.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count
from math import inf
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.checker import check, finding
from scorer.rules.deal import Deal
from scorer.rules.findings import Finding
from scorer.rules.partie import PartieRecord
from scorer.table import checking
from scorer.table.proof import CHECKS
from scorer.table.what_if import hinges
from tests.benchmarks.claims import PLAYERS, claims, forget, hard_claims
from tests.benchmarks.conftest import Pace, passes
from tests.rules.checker.meaning import classes_of
from tests.table.test_what_if import partie

QUESTIONS = {"finding": (finding, 0.002), "proof": (check, 0.004)}
"""What a tap asks, and a page that shows why;
and the seconds within which 99 % of all claim sets have their answer.
"""

ANY_CHECK = 0.025
"""Seconds within which every single one has it, with its proof."""

A_SETTLEMENT = 0.2
"""Seconds within which a settlement page finds what the margin hinges on."""

HARD = hard_claims()
"""The claim sets that took longest, as `python -m tests.benchmarks.claims` finds them."""

pytestmark = [pytest.mark.benchmark(timer=process_time), pytest.mark.usefixtures("no_garbage")]

SAMPLE = 300
"""How many claim sets are asked about as they come."""

TIMES = 3
TURNS = 5
"""How often each is asked about, and again while a solver seems quicker:
other work slows now one, now the other.
"""


@pytest.fixture
def no_garbage() -> Iterator[None]:
    """Let garbage lie until the benchmark is done, or collects it."""
    gc.disable()
    yield
    gc.enable()


def in_turn(
    benchmark: BenchmarkFixture,
    ask: Callable[[Deal], object],
    deals: Sequence[Deal],
    before: Callable[[], None],
) -> list[float]:
    """Return the quickest time of each claim set, in seconds:
    what slows the others is the machine.
    """
    remaining = iter([*deals] * TIMES)

    def setup() -> tuple[tuple[Deal], dict[str, object]]:
        deal = next(remaining)
        before()
        gc.collect(1)
        return (deal,), {}

    benchmark.pedantic(ask, setup=setup, rounds=len(deals) * TIMES)
    assert benchmark.stats is not None
    times = list(benchmark.stats.stats.data)
    return [min(times[number :: len(deals)]) for number in range(len(deals))]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_ninety_nine_checks_in_a_hundred(
    benchmark: BenchmarkFixture, pace: Pace, players: str, question: str
) -> None:
    """Within the budget of the question, as in a process that has checked others before."""
    begins = count()

    def before() -> None:
        begun = next(begins)
        if begun % SAMPLE == 0:
            forget()  # or a later turn would find what an earlier one of the same set has kept
        if begun % 6 == 0:
            pace.measure(3)  # of one alone, the caches of the processor are cold

    ask, budget = QUESTIONS[question]
    deals = [claims(players, number) for number in range(SAMPLE)]
    assert len(set(map(finding, deals))) == len(Finding)
    quickest = in_turn(benchmark, ask, deals, before)
    assert pace.holds(benchmark, ANY_CHECK, 1.0, quickest=quickest)
    assert pace.holds(benchmark, budget, 0.99, quickest=quickest)


@pytest.mark.parametrize("players", HARD)
def test_the_hardest_checks(benchmark: BenchmarkFixture, pace: Pace, players: str) -> None:

    def before() -> None:
        forget()
        pace.measure(5)

    assert pace.holds(
        benchmark, ANY_CHECK, 1.0, quickest=in_turn(benchmark, check, HARD[players], before)
    )


def solved(deal: Deal) -> tuple[float, float]:
    """Return the seconds in which a SAT solver has the finding,
    and the fewest sunk classes; no conflict.
    """
    from tests.rules.checker.sat import Formula  # noqa: PLC0415 - takes long to import

    start = process_time()
    classes = classes_of(deal.rules)
    with Formula(deal) as formula:
        sunk = not formula.possible(classes) and formula.possible()
        finding = process_time() - start
        if sunk:
            ways = (
                set(sunk)
                for many in range(1, len(classes) + 1)
                for sunk in combinations(classes, many)
            )
            next(
                sunk
                for sunk in ways
                if formula.possible(each for each in classes if each not in sunk)
            )
        return finding, process_time() - start


def seconds(ask: Callable[[Deal], object], deal: Deal) -> float:
    """Return how long a check takes of which nothing is kept but tables."""
    forget()
    gc.collect(1)
    start = process_time()
    ask(deal)
    return process_time() - start


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    ("ask", "kind"), [(finding, "usual"), (check, "usual"), (check, "hardest")]
)
def test_no_check_is_slower_than_a_sat_solver(
    benchmark: BenchmarkFixture, players: str, ask: Callable[[Deal], object], kind: str
) -> None:
    """A proof at every percentile, though it looks for a conflict too:
    of some of the hardest the solver is quicker.
    """
    deals = (
        HARD[players] if kind == "hardest" else [claims(players, number) for number in range(60)]
    )
    mine, solver = ([inf] * len(deals) for _ in range(2))
    in_order = list if ask is finding else sorted

    def worst() -> float:
        for _ in range(TIMES):
            mine[:] = map(min, mine, [seconds(ask, deal) for deal in deals])
            solver[:] = map(min, solver, [solved(deal)[ask is check] for deal in deals])
        return max(own / its for own, its in zip(in_order(mine), in_order(solver), strict=True))

    def measure() -> float:
        found = worst()
        for _ in range(1, TURNS):
            if found <= 1:
                break
            found = worst()
        return found

    slowest = benchmark.pedantic(measure, rounds=1)
    benchmark.extra_info["times a solver's"] = round(sum(mine) / sum(solver), 2)
    print(f"{benchmark.name}: {sum(mine) / sum(solver):.2f} times a solver's time")
    assert passes(f"{benchmark.name}, beside a solver", slowest, 1)


def test_what_a_margin_hinges_on(benchmark: BenchmarkFixture, pace: Pace) -> None:
    """Of a usual partie of six deals, as its page asks for it, with nothing kept."""
    records = iter([partie(seed).record for seed in range(12)])

    def setup() -> tuple[tuple[PartieRecord, int], dict[str, object]]:
        hinges.cache_clear()
        checking.forget()
        forget()
        pace.measure(20)
        return (next(records), CHECKS), {}

    benchmark.pedantic(hinges, setup=setup, rounds=12)
    assert pace.holds(benchmark, A_SETTLEMENT)
