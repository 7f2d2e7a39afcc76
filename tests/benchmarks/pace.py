"""
The pace of the machine a benchmark runs on.

A budget is a promise about a machine of two ordinary cores. The same machine, shared or throttled, can be three times
slower an hour later, so a bound on the clock alone would tell of the neighbours. Each benchmark therefore does a fixed
task of the standard library beside its own, in the same minutes, and a budget is stretched by as much as that task was
slower than on the reference machine, and never shrunk. Nothing of the scorer is in that task.
"""

import ast
from collections.abc import Callable
from email import message_from_string, policy
from html.parser import HTMLParser
from time import perf_counter

from pytest_benchmark.fixture import BenchmarkFixture

REFERENCE = 375e-6
"""Seconds the fixed task takes on the machine whose figures the README gives."""

PAGE = "".join(f'<li class="line n{n}"><b>{n}</b> &middot; <a href="/deal/{n}">deal {n}</a></li>' for n in range(12))
CODE = ast.parse(
    "\n".join(f"def line_{n}(seat):\n    return [p * {n} for p in seat] or {{'n': (1, {n})}}" for n in "23")
)
LETTER = "".join(f"Deal-{n}: {n} points to elder\r\n" for n in range(8)) + "\r\n"


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))]


class Pace:
    """How long the fixed task took by some clock, again and again, while a benchmark ran."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.times: list[float] = []
        self._clock = clock

    def measure(self, times: int = 1) -> None:
        """Do the fixed task: markup read, code written and a letter's headings parsed, all of it plain Python."""
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
        self, benchmark: BenchmarkFixture, budget: float, share: float = 0.5, *, quickest: list[float] | None = None
    ) -> bool:
        """
        Return whether this share of the rounds was done within a *budget* in seconds, at the pace of the machine.

        The ratio to the fixed task is kept with the benchmark, and printed. It is that of the task at the same share;
        or, if only the *quickest* times of several count, of its median.
        """
        assert benchmark.stats is not None
        taken = percentile(quickest or list(benchmark.stats.stats.data), share)
        task = percentile(self.times, 0.5 if quickest else share)
        benchmark.extra_info["fixed tasks"] = round(taken / task, 2)
        print(f"{benchmark.name}: {1e3 * taken:.2f} ms or {taken / task:.2f} fixed tasks, of {budget / REFERENCE:.2f}")
        return taken <= budget * max(1.0, task / REFERENCE)
