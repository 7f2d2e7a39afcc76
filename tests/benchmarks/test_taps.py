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

VIEWS, GROWTH, LATE = 5, 1.25, 4
"""
Bounds: a tap in views; one of the sixth deal in taps of the first; 95 % of taps in 95 % of views, with 8 clients.

A tap is 3.2 views on a quiet machine. Beside other programs, which empty the caches, it was up to 4.6.
"""


def test_a_tap_costs_a_few_minimal_views(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    parties = open_parties(tmp_path)
    pedantic: Callable[..., Taps] = benchmark.pedantic
    taps = pedantic(lambda: measure_taps(create_app, make_server, parties), rounds=1)
    parties.engine.dispose()
    late = taps.many.within(0.95) / taps.many_minimal.within(0.95)
    figures = {"views": taps.ratio, "growth": taps.growth, "95 %": late, "a second": taps.many.rate}
    benchmark.extra_info.update({what: round(figure, 2) for what, figure in figures.items()})
    print(benchmark.extra_info)
    assert taps.ratio <= VIEWS
    assert taps.growth <= GROWTH
    assert late <= LATE
