"""What every test shares: how much of the tests is run, the same examples on every run, and what counts as covered."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.thorough import EVERYTHING, USUAL, examples

settings.register_profile("same", examples(USUAL), derandomize=True, deadline=None)
settings.register_profile("new", examples(USUAL), derandomize=False, deadline=None)
settings.load_profile(os.environ.get("EXAMPLES", "same"))

os.environ["TZ"] = "UTC"  # what is told of times is told by the clock of the place
time.tzset()

CHECKOUT = Path(__file__).resolve().parent.parent
KERNEL = tuple(
    CHECKOUT / each for each in ("tests/rules", "scorer/rules", "tests/ledger", "scorer/ledger", "README.md")
)
"""Where the tests of what is measured for coverage stand."""


def pytest_report_header() -> str:
    """What this run leaves out."""
    return "tests: " + ("everything" if EVERYTHING else "without the slow ones and most examples; CI=1 runs everything")


def pytest_configure(config: pytest.Config) -> None:
    """
    Make leaving out of the coverage save its time.

    A worker of pytest-xdist is given two measurements by pytest-cov, and only
    the later is paused for `no_cover` and saved: the earlier would go on
    tracing every line for nothing.
    """
    if hasattr(config, "workerinput") and config.pluginmanager.hasplugin("_cov"):
        from coverage import Coverage  # noqa: PLC0415 (it is there only if coverage is measured)

        earlier = Coverage.current()
        if earlier is not None:
            earlier.stop()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Trace no fixture of a test that is not traced: pytest-cov leaves out what it calls, but not what it is given."""
    coverage = item.config.pluginmanager.getplugin("_cov") if item.get_closest_marker("no_cover") else None
    controller = getattr(coverage, "cov_controller", None)
    if controller is None:
        return (yield)
    controller.pause()
    try:
        return (yield)
    finally:
        controller.resume()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Leave the slow tests out, unless everything is wanted or they are asked for with ``-m``.

    And count towards the coverage of the kernel only its own tests that name
    what they expect: what random examples or the pages happen to reach is not
    thereby tested, and tracing it takes four times as long. Those that count
    come first, while the kernel's caches are still empty.
    """
    for item in items:
        own = any(item.path.is_relative_to(place) for place in KERNEL)
        if not own or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)
    if EVERYTHING or "slow" in config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in set(slow)]
