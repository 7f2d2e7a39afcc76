"""What the benchmarks share: the pace of the machine, and a club's book when it was small and when
it was large.

A budget is a promise about a machine of two ordinary cores. The same machine, shared or throttled,
can be three times slower an hour later. Each benchmark therefore does a fixed task of the standard
library beside its own, in the same minutes, and a budget is stretched by as much as that task was
slower than on the reference machine, and never shrunk. Even so a figure varies with what else the
machine does. A run fails only above `TOLERANCE` times a budget; what lies between is printed at the
end, so that it is seen and no run fails for a reason outside the change.

The large book has ten thousand parties, or as many as `PARTIES=100000` asks for, of which the
README tells.
"""

import ast
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from email import message_from_string, policy
from html.parser import HTMLParser
from pathlib import Path
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.service.club.transfer.rehearsal import rehearse
from scorer.service.keeping import BOOK
from scorer.storage.queries import AT_A_TIME

MEMBERS = 1000
SMALL = AT_A_TIME
LARGE = int(os.environ.get("PARTIES", "10000"))
"""Members of the club, and parties in the small book and in the large one."""

FLAT = 1.5
"""So many times as long may something take in the large book as in the small one."""

TOLERANCE = 1.3
"""A benchmark fails above this many times its budget."""

OVER: list[str] = []
"""What was above its budget and passed all the same, in words."""

PARTIE = [(27, 13), (15, 31), (44, 6), (18, 29), (35, 12), (25, 23)]

REFERENCE = 375e-6
"""Seconds the fixed task takes on the machine whose figures the README gives."""

PAGE = "".join(
    f'<li class="line n{n}"><b>{n}</b> &middot; <a href="/deal/{n}">deal {n}</a></li>'
    for n in range(12)
)
CODE = ast.parse(
    "\n".join(
        f"def line_{n}(seat):\n    return [p * {n} for p in seat] or {{'n': (1, {n})}}"
        for n in "23"
    )
)
LETTER = "".join(f"Deal-{n}: {n} points to elder\r\n" for n in range(8)) + "\r\n"


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))]


def passes(what: str, figure: float, budget: float) -> bool:
    """Return whether a *figure* is at most `TOLERANCE` times its *budget*;
    it is printed if it is above the budget.
    """
    share = figure / budget
    if 1 < share <= TOLERANCE:
        OVER.append(f"{what}: {share:.2f} times its budget")
    return share <= TOLERANCE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was above its budget, but not far enough to fail."""
    for line in OVER:
        terminalreporter.write_line(f"over budget: {line}")


class Pace:
    """How long the fixed task took by some clock, again and again, while a benchmark ran."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.times: list[float] = []
        self._clock = clock

    def measure(self, times: int = 1) -> None:
        """Do the fixed task: markup read, code written and a letter's headings parsed,
        all of it plain Python.
        """
        for _ in range(times):
            start = self._clock()
            HTMLParser().feed(PAGE)
            ast.unparse(CODE)
            message_from_string(LETTER, policy=policy.default).values()
            self.times.append(self._clock() - start)

    @property
    def slowness(self) -> float:
        """How much slower the machine is, of late, than the one of reference."""
        return percentile(self.times, 0.5) / REFERENCE

    def holds(
        self,
        benchmark: BenchmarkFixture,
        budget: float,
        share: float = 0.5,
        *,
        quickest: list[float] | None = None,
    ) -> bool:
        """Return whether this share of the rounds passes a *budget* in seconds, at the pace of the
        machine.

        The ratio to the fixed task is kept with the benchmark, and printed. It is that of the task
        at the same share; or, if only the *quickest* times of several count, of its median.
        """
        assert benchmark.stats is not None
        taken = percentile(quickest or list(benchmark.stats.stats.data), share)
        task = percentile(self.times, 0.5 if quickest else share)
        benchmark.extra_info["fixed tasks"] = round(taken / task, 2)
        print(
            f"{benchmark.name}: {1e3 * taken:.2f} ms or {taken / task:.2f} fixed tasks, of "
            f"{budget / REFERENCE:.2f}"
        )
        return passes(benchmark.name, taken, budget * max(1.0, task / REFERENCE))


@pytest.fixture
def pace(request: pytest.FixtureRequest) -> Pace:
    """The pace of the machine by the clock of the benchmark;
    a test measures it between its rounds.
    """
    marker = request.node.get_closest_marker("benchmark")
    return Pace(marker.kwargs["timer"] if marker else perf_counter)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """The directories of the small book and of the large one, by their parties."""
    folder = tmp_path_factory.mktemp("books")
    made = {parties: folder / f"{parties}" for parties in (SMALL, LARGE)}

    def progress(_: int) -> None:
        if not made[SMALL].exists():
            made[SMALL].mkdir()
            with closing(sqlite3.connect(made[LARGE] / BOOK)) as db:
                db.execute("VACUUM INTO ?", [str(made[SMALL] / BOOK)])

    rehearse(made[LARGE], members=MEMBERS, parties=LARGE, progress=progress)
    return made
