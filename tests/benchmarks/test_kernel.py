"""How long the kernel takes, and a command from nothing:
`pytest tests/benchmarks --benchmark-only`.

A budget is held against a median, so that what else the machine is doing
for a moment does not count against it, at the pace of the machine.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.deal import fold
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import DealRecord, extend_partie, play_partie
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import Log, TricksCounted
from tests.benchmarks.conftest import REFERENCE, Pace, passes
from tests.programs import first_page, serving

RECORD = parse_partie(
    (Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet").read_text("utf-8")
).record
RULES = RECORD.rules

PARTIE = Path(__file__).parents[1] / "cli" / "data" / "partie.piquet"

AN_IMPORT = 0.1
"""Seconds in which a new process imports the front door of the kernel, beyond its own start."""

A_PARTIE = 0.3
A_START = 1.0
"""Seconds in which a new process reads, scores, settles and prints a partie;
and serves the first page of a book.
"""

A_DEAL = 60e-6
A_STATEMENT = 40e-6
"""Seconds in which a recorded deal is folded and scored, and a partie extended by one statement.

The same for a deal that ends with a quick count, of which every split that can score more is tried.
"""


def work() -> float:
    """The CPU seconds of this process and of those that it has started and waited for."""
    return sum(
        each.ru_utime + each.ru_stime for each in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    )


LOG = RECORD.deals[0].log
COUNTED = (*LOG[:12], TricksCounted(7, Seat.ELDER, 9))

WAYS = pytest.mark.parametrize("log", [LOG, COUNTED], ids=["trick by trick", "by the quick count"])


BLOCK = 5
"""So often in a row is it done: about as long as the fixed task,
which is done before each such round.
"""


def held(
    benchmark: BenchmarkFixture, pace: Pace, budget: float, work: Callable[[], object]
) -> bool:
    """Return whether a piece of *work* passes its *budget* in seconds, and print its ratio to the
    fixed task.

    Each round is compared with the fixed task just before it, so that a machine whose pace changes
    within the run changes both. The median of these ratios counts.
    """

    def block() -> None:
        for _ in range(BLOCK):
            work()

    benchmark.pedantic(block, setup=pace.measure, rounds=600)
    assert benchmark.stats is not None
    both = zip(benchmark.stats.stats.data, pace.times, strict=True)
    ratio: float = median(taken / task for taken, task in both) / BLOCK
    benchmark.extra_info["fixed tasks"] = round(ratio, 3)
    print(f"{ratio:.3f} fixed tasks, {1e6 * ratio * REFERENCE:.0f} µs at the reference pace")
    return passes(benchmark.name, ratio, budget / REFERENCE)


@WAYS
def test_a_recorded_deal_is_scored_within_its_budget(
    log: Log, benchmark: BenchmarkFixture, pace: Pace
) -> None:
    """It is scored again, with the lines of its play in the cache;
    the first time takes a third more.
    """
    assert len(LOG) == 24
    assert len(COUNTED) == 13
    assert fold(RULES, log).require().score == BySeat((28, 23))
    assert held(benchmark, pace, A_DEAL, lambda: fold(RULES, log).require().score)


@WAYS
def test_a_statement_of_the_sixth_deal_is_recorded_within_its_budget(
    log: Log, benchmark: BenchmarkFixture, pace: Pace
) -> None:
    """The median of extending a partie of six deals by the last statement,
    checked, scored and settled.
    """
    before = tuple(DealRecord(log) for _ in range(5))
    partie = play_partie(replace(RECORD, deals=(*before, DealRecord(log[:-1]))))
    deals = (*before, DealRecord(log))
    assert extend_partie(partie, deals).totals == (153, 153)
    assert held(benchmark, pace, A_STATEMENT, lambda: extend_partie(partie, deals).totals)


def importing(statement: str) -> float:
    """Return the CPU seconds of a statement in a new process, beside what that needs itself."""
    script = (
        f"import time; began = time.process_time(); {statement}; print(time.process_time() - began)"
    )
    environment = {name: value for name, value in os.environ.items() if "BYTECODE" not in name}
    command = [sys.executable, "-c", script]
    return float(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)


@pytest.mark.benchmark(timer=work)
def test_the_kernel_is_imported_by_its_front_door(benchmark: BenchmarkFixture, pace: Pace) -> None:
    """Its bytecode is there already, as it is after an installation or the first import."""
    taken: list[float] = []
    benchmark.pedantic(
        lambda: taken.append(importing("from scorer.rules import Game, PRESETS")),
        setup=lambda: pace.measure(40),
        rounds=9,
        warmup_rounds=1,
    )
    assert pace.holds(benchmark, AN_IMPORT, quickest=taken[1:])


@pytest.mark.benchmark(timer=work)
def test_a_partie_of_six_deals_is_scored_from_a_cold_start(
    benchmark: BenchmarkFixture, pace: Pace
) -> None:

    def score() -> str:
        command = [sys.executable, "-m", "scorer", "score", "--json", str(PARTIE)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    printed = benchmark.pedantic(score, setup=lambda: pace.measure(40), rounds=7)
    assert json.loads(printed)["totals"] == {"Ada": 78, "Bea": 324}
    assert pace.holds(benchmark, A_PARTIE)


@pytest.mark.benchmark(timer=work)
def test_a_server_serves_its_first_page_from_a_cold_start(
    benchmark: BenchmarkFixture, pace: Pace, tmp_path: Path
) -> None:
    """The median of five starts on a book that is there already, with the end of the server."""

    def start() -> None:
        with serving("--data", str(tmp_path)) as (_, port):
            first_page(port)

    benchmark.pedantic(start, setup=lambda: pace.measure(40), rounds=5, warmup_rounds=1)
    assert pace.holds(benchmark, A_START)
