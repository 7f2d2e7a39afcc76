"""What every test shares: how much of the tests is run, from which seed, and beside what."""

import gc
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import engine

from tests import mutants, postgresql
from tests.oracle import reached
from tests.thorough import EVERYTHING, FUZZ, SEED, SLOW, USUAL, WHOLE, examples, has_its_day

settings.register_profile(
    "tests", examples(USUAL), derandomize=not EVERYTHING, database=None, deadline=None
)
settings.load_profile("tests")
engine.MAX_SHRINKING_SECONDS = 20  # five minutes otherwise, for each test that fails

DAILY = {Path(__file__).parent / each for each in ("rules", "faults")}
"""Tests that CI runs all every day: of the kernel,
whose longest proofs take turns by themselves, and of faults.
"""

os.environ["TZ"] = "UTC"  # what is told of times is told by the clock of the place
time.tzset()


def pytest_report_header() -> str:
    """Say what this run leaves out, and how to repeat it."""
    if postgresql.INSTEAD:
        share = f", one in {postgresql.SHARE} of those of service and pages, by SEED={SEED}" * (
            postgresql.SHARE > 1
        )
        return f"tests: an ordinary run with the books in PostgreSQL{share}"
    if not EVERYTHING:
        return "tests: an ordinary run; CI=1 runs some of the slow ones too, WHOLE=1 all in full"
    if WHOLE:
        return f"tests: everything, the longest proofs in full, from SEED={SEED}"
    return (
        f"tests: one in {SLOW} of the slow ones, or all in the files that are named, from "
        f"SEED={SEED}"
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the random requests of batches in which none was answered with a 5xx."""
    if FUZZ:
        found = [
            dict(each.user_properties).get("requests", 0)
            for each in terminalreporter.getreports("passed")
        ]
        failed = len(terminalreporter.getreports("failed"))
        terminalreporter.write_line(
            f"{sum(found):,} requests without a 5xx; {failed} batches failed"
        )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw the random examples of a run of everything from its seed, ask which texts its oracles
    reach, and note what reaches mutants if asked to.
    """
    if EVERYTHING and config.getoption("--hypothesis-seed", None) is None:
        config.option.hypothesis_seed = Random(SEED).randrange(2**32)
    if postgresql.INSTEAD:
        postgresql.use()
        ignored = (
            "ignore:Exception ignored in. <function "
            "BaseConnection:pytest.PytestUnraisableExceptionWarning"
        )
        config.addinivalue_line(
            "filterwarnings", ignored
        )  # some tests leave it to the end to close their books
    if EVERYTHING and not hasattr(config, "workerinput"):
        config.pluginmanager.register(reached.Summary())
    if "MUTANTS" in os.environ:
        mutants.note_what_is_reached(config, Path(os.environ["MUTANTS"]))


@pytest.fixture(autouse=postgresql.INSTEAD)
def books_are_dropped(request: pytest.FixtureRequest) -> Iterator[None]:
    """Drop the databases of a test after it."""
    yield
    if "tmp_path" in request.node.funcargs:
        postgresql.drop_under(request.node.funcargs["tmp_path"])


def pytest_xdist_auto_num_workers() -> int:
    """Start a worker more than there are processors where everything is run:
    one waits for browsers half the time.
    """
    return len(os.sched_getaffinity(0)) + EVERYTHING


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was imported and collected,
    which stays, and look less often.
    """
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what an ordinary run does not need, and give most files to one worker each, which
    has their fixtures.

    A slow test is run where everything is, one in `SLOW` of them each day unless it is `DAILY` or
    its file is named, or if it is asked for with ``-m``; a browser test also if it is marked
    `always`. A browser test that fails is tried once more, and the summary counts it: what it looks
    at may be late on a busy machine.
    """
    retries = config.pluginmanager.hasplugin("rerunfailures")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem if EVERYTHING else "browser"))
            if retries:
                item.add_marker(pytest.mark.flaky(reruns=1))
            if not item.get_closest_marker("always"):
                item.add_marker(pytest.mark.slow)
        elif item.get_closest_marker("xdist_group"):
            continue
        elif EVERYTHING and item.path.parent.name == "oracle":
            # the oracles of a preset share its deals
            callspec = getattr(item, "callspec", None)
            params = {} if callspec is None else callspec.params
            preset = params.get("preset") or params.get("rules")
            if preset is not None:
                item.add_marker(pytest.mark.xdist_group(f"oracle {preset}"))
        elif not (EVERYTHING or item.path.parent.name == "pages"):
            # a page of those takes as long as a file of others
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}.{item.path.stem}"))
    everything = EVERYTHING or re.search(r"(?<!not )\b(slow|browser)\b", config.option.markexpr)
    left_out = ["slow"] * (not everything) + ["sqlite"] * postgresql.INSTEAD
    out = {item for item in items if any(map(item.get_closest_marker, left_out))}
    if EVERYTHING and not WHOLE:
        named = {
            (config.invocation_params.dir / each.partition("::")[0]).resolve()
            for each in config.args
        }
        daily = [item for item in items if item.path in named or DAILY & {*item.path.parents}]
        slow = {item for item in items if item.get_closest_marker("slow")} - {*daily}
        out |= {item for item in slow if not has_its_day(item.nodeid, SLOW)}
    if postgresql.INSTEAD:
        out |= {item for item in items if not postgresql.is_drawn(item.nodeid)}
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]
