"""
What a tap costs, in minimal Flask views with one durable INSERT: `pytest tests/benchmarks --benchmark-only -n 0`.

`scorer.cli.bench` measures both through the same server in the same seconds, so the bounds are ratios. What a tap
costs in SQL statements, `tests.web.club.test_taps` counts.
"""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from scorer.cli.bench import Taps, least, measure_taps
from scorer.service.book import open_parties
from scorer.web import create_app
from scorer.web.serve import make_server
from tests.benchmarks.pace import Pace, percentile

Figure = tuple[float, float]
"""What was measured, and its bound."""

VIEWS, GROWTH, LATE = 3, 1.1, 2
"""Bounds: a tap in views; one of the sixth deal in taps of the first; 95 % of taps in 95 % of views, with 8 clients."""

A_TAP, RATE = 0.015, 200
"""Seconds within which 95 % of taps are answered that arrive one by one; taps a second from 8 clients on two cores."""

RUNS = 8
"""How often it is measured, while a bound is not held: other work on the machine disturbs a run."""


def test_a_tap_costs_a_few_minimal_views(benchmark: BenchmarkFixture, pace: Pace, tmp_path: Path) -> None:
    """At a club with many tables; seconds are held at the pace of the machine.

    Of all runs, the tables count that were disturbed least, and the best run of many clients.
    """

    def measured(before: Mapping[str, Figure], runs: list[Taps]) -> dict[str, Figure]:
        """Measure once more, and return each figure with its bound."""
        (data := tmp_path / f"{len(runs)}").mkdir()
        parties = open_parties(data)
        pace.measure(100)
        runs.append(taps := measure_taps(create_app, make_server, parties))
        pace.measure(100)
        parties.engine.dispose()
        slowness = max(1.0, pace.slowness)
        minimal, first, sixth = (
            least([[*chain(*parts)] for parts in zip(*loads, strict=True)])
            for loads in ([each.minimal for each in runs], [each.first for each in runs], [each.sixth for each in runs])
        )
        waits = sorted(chain.from_iterable(each.waits for each in chain(*taps.first, *taps.sixth)))
        now = {
            "late": (taps.many.within(0.95) / taps.many_minimal.within(0.95), LATE),
            "95 %": (percentile(waits, 0.95), A_TAP * slowness),
            "seconds for 200": (200 / taps.many.rate, 200 / RATE * slowness),
        }
        best = {what: min(now[what], before.get(what, now[what]), key=share_of_bound) for what in now}
        return best | {"views": ((first + sixth) / 2 / minimal, VIEWS), "growth": (sixth / first, GROWTH)}

    def measure() -> dict[str, Figure]:
        runs, figures = list[Taps](), dict[str, Figure]()
        while len(runs) < RUNS and not (runs and held(figures)):
            print(figures := measured(figures, runs))
        return figures

    figures = benchmark.pedantic(measure, rounds=1)
    benchmark.extra_info |= {what: round(figure, 3) for what, (figure, _) in figures.items()}
    assert held(figures), figures


def share_of_bound(figure: Figure) -> float:
    return figure[0] / figure[1]


def held(figures: Mapping[str, Figure]) -> bool:
    return all(share_of_bound(each) <= 1 for each in figures.values())
