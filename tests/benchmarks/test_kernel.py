"""
How long the kernel takes, and a command from nothing: `pytest tests/benchmarks --benchmark-only`.

A budget is held against the median, so that what else the machine is doing
for a moment does not count against it, at the pace of the machine (`pace.py`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.deal import fold
from scorer.rules.notation.document import parse_partie
from scorer.rules.seats import BySeat
from tests.benchmarks.pace import Pace, rounds_within

RECORD = parse_partie(
    (Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet").read_text("utf-8")
).record
RULES = RECORD.rules

PARTIE = Path(__file__).parents[1] / "cli" / "data" / "partie.piquet"

A_PARTIE = 0.3
"""Seconds in which a partie of six deals is read, scored, settled and printed, by a new process."""

A_DEAL = 100e-6
"""Seconds in which a recorded deal is folded and scored."""


def work() -> float:
    """The CPU seconds of this process and of those that it has started and waited for."""
    return sum(each.ru_utime + each.ru_stime for each in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def test_a_recorded_deal_is_scored_within_a_hundred_microseconds(benchmark: BenchmarkFixture, pace: Pace) -> None:
    """The median of folding Cavendish's worked deal and adding up its lines."""
    log = RECORD.deals[0].log

    def score() -> BySeat[int]:
        return fold(RULES, log).require().score

    assert len(log) == 24
    assert benchmark(score) == BySeat((28, 23))
    pace.measure(100)
    assert rounds_within(benchmark, 0.5) <= pace.allows(A_DEAL)


@pytest.mark.benchmark(timer=work)
def test_a_partie_of_six_deals_is_scored_from_a_cold_start(benchmark: BenchmarkFixture, pace: Pace) -> None:
    """The median of seven new processes, of what each works."""

    def score() -> str:
        command = [sys.executable, "-m", "scorer.cli", "score", "--json", str(PARTIE)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    def beside() -> None:
        pace.measure(40)

    pedantic: Callable[..., str] = benchmark.pedantic
    printed = pedantic(score, setup=beside, rounds=7)
    assert json.loads(printed)["totals"] == {"Ada": 78, "Bea": 324}
    assert rounds_within(benchmark, 0.5) <= pace.allows(A_PARTIE)
