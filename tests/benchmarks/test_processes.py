"""
Throughput grows with cores: `pytest tests/benchmarks/test_processes.py --benchmark-only -n 0`.

The same taps are posted to `scorer serve` with one process and with two, in turn, on one book. On a machine of two
cores the client takes one of them, so how many more taps a second two processes take is only printed. What they would
take with a core each follows from the CPU time of a tap: twice as many, less what they cost each other.
"""

import os
from pathlib import Path
from subprocess import Popen
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.cli.bench import FIRST, Client, Post, sit_down
from scorer.service.book import open_parties, secret_key
from scorer.web import create_app
from tests import postgresql
from tests.programs import first_page, serving
from tests.test_serve import children
from tests.thorough import SLOW, some

TABLES, ROUNDS = 16, 3
"""Tables in play at once, each with a connection of its own, and how often they play; the first time is to warm up."""

MORE = 1.5
"""How many times the taps of one process two of them must take with a core each."""


@pytest.fixture(params=some(["sqlite", "postgresql"], 2, days=SLOW))
def database(request: pytest.FixtureRequest) -> str:
    """No address for SQLite, or that of a new database on a server."""
    if request.param == "sqlite":
        return ""
    return postgresql.new_database("processes").render_as_string(hide_password=False)


class Measured(NamedTuple):
    """The taps a second, and the CPU seconds of each process of the server."""

    rate: float
    cpu: list[float]


def play(client: Client, program: Popen[str], port: int, tables: list[list[Post]]) -> Measured:
    before = busy(program.pid)
    load = client.load(SimpleNamespace(effective_port=port), tables, TABLES)
    return Measured(load.rate, [after - seconds for seconds, after in zip(before, busy(program.pid), strict=True)])


def busy(program: int) -> list[float]:
    """The CPU seconds that each process of a server has taken."""
    found = []
    for process in sorted(children(program)) or [program]:
        times = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        found.append(sum(map(int, times)) / os.sysconf("SC_CLK_TCK"))
    return found


@pytest.mark.slow
def test_a_second_process_takes_more_taps(
    benchmark: BenchmarkFixture, tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parties = open_parties(tmp_path, database)
    app = create_app(parties, secret_key(tmp_path))
    phones = iter([sit_down(app, parties, number) for number in range(2 * ROUNDS * TABLES)])
    parties.engine.dispose()
    options = ("--data", str(tmp_path), *(("--database", database) if database else ()))

    def measured() -> tuple[list[Measured], list[Measured]]:
        """What a server with one process and one with two took, in turn, after a first time to warm up."""
        with serving(*options) as one, serving(*options, "--processes", "2") as two, Client() as client:
            for _, port in (one, two):
                first_page(port)
            found = [
                [play(client, *server, [next(phones).posts(FIRST) for _ in range(TABLES)]) for server in (one, two)]
                for _ in range(ROUNDS)
            ]
        first, second = zip(*found[1:], strict=True)
        return list(first), list(second)

    one, two = benchmark.pedantic(measured, rounds=1)
    assert all(sum(taken) > 0.05 for taken in zip(*(each.cpu for each in two), strict=True)), "a process was idle"
    rates = max(each.rate for each in two) / max(each.rate for each in one)
    cpu = [sum(sum(each.cpu) for each in server) for server in (one, two)]
    figures = {"taps a second": rates, "taps with a core each": 2 * cpu[0] / cpu[1]}
    benchmark.extra_info.update(figures)
    with capsys.disabled():
        words = ", ".join(f"{ratio:.2f} times the {what}" for what, ratio in figures.items())
        print(f"\ntwo processes beside one, on {'postgresql' if database else 'sqlite'}: {words}")
    assert figures["taps with a core each"] >= MORE
