"""
How long a command takes from nothing: `pytest tests/benchmarks --benchmark-only`.

Each round is a process of its own, so imports are part of it. The budget is
held against the median, at the pace of the machine (`pace.py`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.pace import Pace, rounds_within

PARTIE = Path(__file__).parents[1] / "cli" / "data" / "partie.piquet"

A_PARTIE = 0.3
"""Seconds in which a partie of six deals is read, scored, settled and printed."""


def test_a_partie_of_six_deals_is_scored_from_a_cold_start(benchmark: BenchmarkFixture, pace: Pace) -> None:
    """The median of ten new processes."""

    def score() -> str:
        command = [sys.executable, "-m", "scorer.cli", "score", "--json", str(PARTIE)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    def beside() -> None:
        pace.measure(40)

    pedantic: Callable[..., str] = benchmark.pedantic
    printed = pedantic(score, setup=beside, rounds=10)
    assert json.loads(printed)["totals"] == {"Ada": 78, "Bea": 324}
    assert rounds_within(benchmark, 0.5) <= pace.allows(A_PARTIE)
