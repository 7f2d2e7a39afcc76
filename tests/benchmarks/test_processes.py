"""
Throughput grows with cores: `pytest tests/benchmarks/test_processes.py --benchmark-only -n 0`.

The same taps are posted to `scorer serve` with one process and with two, in turn, on one book. The client, a process of
its own, shares the cores with the server, so on two cores the second process cannot double what the first one does.
"""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.cli.bench import CLIENTS, FIRST, Client, sit_down
from scorer.service.book import open_parties, secret_key
from scorer.web import create_app
from tests import postgresql
from tests.test_serve import first_page, serving

TABLES, ROUNDS = 12, 3
"""Tables in play at once, and how often each server is measured; the best of each counts."""

LOSS = 0.75
"""The least ratio of the taps a second: a machine that is busy with other work has no second core to give."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """No address for SQLite, or that of a new database on a server."""
    if request.param == "sqlite":
        return ""
    return postgresql.new_database("processes").render_as_string(hide_password=False)


def test_a_second_process_takes_more_taps(benchmark: BenchmarkFixture, tmp_path: Path, database: str) -> None:
    parties = open_parties(tmp_path, database)
    app = create_app(parties, secret_key(tmp_path))
    phones = iter([sit_down(app, parties, number) for number in range(2 * ROUNDS * TABLES)])
    parties.engine.dispose()
    options = ("--data", str(tmp_path), *(("--database", database) if database else ()))

    def rates() -> list[float]:
        best = [0.0, 0.0]
        with serving(*options) as (_, one), serving(*options, "--processes", "2") as (_, two), Client() as client:
            for port in (one, two):
                first_page(port)
            for _ in range(ROUNDS):
                for index, port in enumerate((one, two)):
                    tables = [next(phones).posts(FIRST) for _ in range(TABLES)]
                    load = client.load(SimpleNamespace(effective_port=port), tables, CLIENTS)
                    best[index] = max(best[index], load.rate)
        return best

    pedantic: Callable[..., list[float]] = benchmark.pedantic
    one, two = pedantic(rates, rounds=1)
    kind = "postgresql" if database else "sqlite"
    figures = {"one process": round(one), "two": round(two), "ratio": round(two / one, 2)}
    benchmark.extra_info.update(figures)
    print(kind, figures)
    assert two / one >= LOSS
