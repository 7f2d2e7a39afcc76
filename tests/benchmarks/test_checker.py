"""
How long the claim checker takes: `pytest tests/benchmarks --benchmark-only -n 0`.

Times are of the process's own, so that what else the machine does for a moment
does not count against it, and budgets are held at the pace of the machine
(`pace.py`), measured by the same clock between the rounds. Garbage is collected
between the rounds too: how long that takes is a matter of all that a process
holds.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.checker import check
from scorer.rules.deal import Deal
from scorer.rules.findings import Finding, Verdict
from tests.benchmarks.claims import claims, forget, hard_claims, read_hard_claims, round_claims
from tests.benchmarks.pace import Pace, percentile

A_CHECK, ANY_CHECK = 0.005, 0.050
"""Seconds within which 99 % of all checks, and every single one, are done."""

HARD = {name: [hard_claims(row) for row in rows] for name, rows in read_hard_claims().items()}
"""The claim sets that took longest, as `python -m tests.benchmarks.hardest` finds them."""

pytestmark = [pytest.mark.benchmark(timer=process_time), pytest.mark.usefixtures("no_garbage")]

SAMPLE = range(400)
"""Claim sets as they come."""

TIMES = 3
"""How often each claim set is asked about; its quickest time counts, for what slows the others is the machine."""


@pytest.fixture
def no_garbage() -> Iterator[None]:
    """Let garbage lie until the benchmark is done, or collects it."""
    gc.disable()
    yield
    gc.enable()


def in_turn(
    benchmark: BenchmarkFixture,
    deals: Callable[[int], Deal],
    numbers: Sequence[int],
    before: Callable[[], None],
) -> list[Verdict]:
    """Check one claim set after another, each a round of its own; return the verdicts."""
    found: list[Verdict] = []
    remaining = iter(numbers)

    def setup() -> tuple[tuple[Deal], dict[str, object]]:
        deal = deals(next(remaining))
        before()
        gc.collect(1)
        return (deal,), {}

    pedantic: Callable[..., object] = benchmark.pedantic
    pedantic(lambda deal: found.append(check(deal)), setup=setup, rounds=len(numbers))
    return found


def quickest(benchmark: BenchmarkFixture) -> list[float]:
    """Return the quickest time of each claim set, in seconds, of those that were asked about `TIMES` times in turn."""
    assert benchmark.stats is not None
    times = list(benchmark.stats.stats.data)
    return [min(times[number :: len(times) // TIMES]) for number in range(len(times) // TIMES)]


@pytest.mark.parametrize("claims", [claims, round_claims], ids=["two", "more"])
def test_ninety_nine_checks_in_a_hundred(
    benchmark: BenchmarkFixture, pace: Pace, claims: Callable[[int], Deal]
) -> None:
    """Within five milliseconds, as in a process that has checked others before."""
    numbers = [*SAMPLE] * TIMES
    begins = iter(range(len(numbers)))

    def before() -> None:
        if next(begins) % len(SAMPLE) == 0:
            forget()  # or a later turn would find what an earlier one of the same set has kept
        pace.measure(2)

    verdicts = in_turn(benchmark, claims, numbers, before)
    assert len({verdict.finding for verdict in verdicts}) == len(Finding)
    assert percentile(quickest(benchmark), 0.99) <= pace.allows(A_CHECK)


@pytest.mark.parametrize("players", HARD)
def test_the_hardest_checks(benchmark: BenchmarkFixture, pace: Pace, players: str) -> None:
    """Within fifty milliseconds, each of them, with nothing kept from any other."""

    def before() -> None:
        forget()
        pace.measure(5)

    in_turn(benchmark, HARD[players].__getitem__, [*range(len(HARD[players]))] * TIMES, before)
    assert max(quickest(benchmark)) <= pace.allows(ANY_CHECK)
