"""
How long a command takes from nothing: `pytest tests/benchmarks --benchmark-only`.

Each round is a process of its own, so imports are part of it. The budget is
held against the median.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

PARTIE = Path(__file__).parents[1] / "cli" / "data" / "partie.piquet"

A_PARTIE = 0.3
"""Seconds in which a partie of six deals is read, scored, settled and printed."""


@pytest.mark.benchmark(min_rounds=10)
def test_a_partie_of_six_deals_is_scored_from_a_cold_start(benchmark: BenchmarkFixture) -> None:
    """The median of ten new processes or more."""

    def score() -> str:
        command = [sys.executable, "-m", "scorer.cli", "score", "--json", str(PARTIE)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    printed = benchmark(score)
    assert json.loads(printed)["totals"] == {"Ada": 78, "Bea": 324}
    assert benchmark.stats is not None
    assert benchmark.stats.stats.median <= A_PARTIE
