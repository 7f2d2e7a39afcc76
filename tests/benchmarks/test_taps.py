"""
What a tap costs, in minimal Flask views with one durable INSERT: `pytest tests/benchmarks --benchmark-only -n 0`.

`scorer.cli.bench` measures both through the same server in the same seconds, so the bounds are ratios. What a tap
costs in SQL statements, `tests.web.club.test_taps` counts.
"""

from collections.abc import Callable
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from scorer.cli.bench import Taps, measure_taps
from scorer.service.book import open_parties
from scorer.web import create_app
from scorer.web.serve import make_server
from tests.benchmarks.pace import Pace

VIEWS, GROWTH, LATE = 3, 1.1, 2
"""Bounds: a tap in views; one of the sixth deal in taps of the first; 95 % of taps in 95 % of views, with 8 clients."""

A_TAP, RATE = 0.015, 200
"""Seconds within which 95 % of taps are answered that arrive one by one; taps a second from 8 clients on two cores."""


def test_a_tap_costs_a_few_minimal_views(benchmark: BenchmarkFixture, pace: Pace, tmp_path: Path) -> None:
    """At a club with many tables; seconds are held at the pace of the machine."""
    parties = open_parties(tmp_path)
    pedantic: Callable[..., Taps] = benchmark.pedantic

    def measure() -> Taps:
        pace.measure(200)
        taps = measure_taps(create_app, make_server, parties)
        pace.measure(200)
        return taps

    taps = pedantic(measure, rounds=1)
    parties.engine.dispose()
    late, slowness = taps.many.within(0.95) / taps.many_minimal.within(0.95), max(1.0, pace.slowness)
    figures = {"views": taps.ratio, "growth": taps.growth, "late": late, "a second": taps.many.rate}
    figures |= {"95 % in ms": 1000 * taps.within(0.95), "slowness": slowness}
    benchmark.extra_info.update({what: round(figure, 2) for what, figure in figures.items()})
    print(benchmark.extra_info)
    assert taps.ratio <= VIEWS
    assert taps.growth <= GROWTH
    assert late <= LATE
    assert taps.within(0.95) <= A_TAP * slowness
    assert taps.many.rate >= RATE / slowness
