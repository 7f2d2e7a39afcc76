"""
How long the kernel takes: `pytest tests/benchmarks --benchmark-only`.

A budget is held against the median, so that what else the machine is doing
for a moment does not count against it, at the pace of the machine (`pace.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.deal import fold
from scorer.rules.legal import legal_next
from scorer.rules.notation.document import parse_partie
from scorer.rules.seats import BySeat
from scorer.rules.statements import Log
from tests.benchmarks.pace import Pace, rounds_within

RECORD = parse_partie(
    (Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet").read_text("utf-8")
).record
RULES = RECORD.rules

A_DEAL = 100e-6
"""Seconds in which a recorded deal is folded and scored."""


@pytest.fixture
def log() -> Log:
    """The worked deal of Cavendish: twelve statements of the calls and twelve tricks."""
    return RECORD.deals[0].log


def test_a_recorded_deal_is_scored_within_a_hundred_microseconds(
    benchmark: BenchmarkFixture, pace: Pace, log: Log
) -> None:
    """The median of folding the whole log and adding up its lines."""

    def score() -> BySeat[int]:
        return fold(RULES, log).require().score

    assert len(log) == 24
    assert benchmark(score) == BySeat((28, 23))
    pace.measure(200)
    assert rounds_within(benchmark, 0.5) <= pace.allows(A_DEAL)


def test_what_may_be_said_when_the_point_is_called(benchmark: BenchmarkFixture, log: Log) -> None:
    """No budget of its own: it is most of what a page asks of the kernel, and it is watched here."""
    deal = fold(RULES, log[:2]).require()
    offered = benchmark(legal_next, deal)
    assert log[2] in offered
