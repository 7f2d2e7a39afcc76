"""
How soon a phone that is four times slower than this computer goes on without the club, and how it
answers a tap then.

The processes of Chromium that show pages are stopped for three quarters of the time. Budgets are
stretched by the pace of the machine.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.conftest import Pace, passes
from tests.browser.conftest import METERED, chromium_started, served
from tests.browser.taps import Phone

FIRST = 15.0
LATER = 8.0
A_TAP = 0.15
"""Seconds until it can answer on the first visit and later,
and for a tap without the club, the median of a few.
"""

BESIDE = 2.0
"""A tap that goes to the club while the phone makes ready,
beside one on a phone that does not; medians.
"""

SLICE = 0.02
"""Seconds of one turn of running and standing still."""

SLOWER = 4

PRESS = """async (wanted) => {
  const times = [];
  for (const said of wanted) {
    const keys = [...document.querySelectorAll(".ask button[name=say]")];
    const begun = performance.now();
    const swapped = new Promise((done) => {
      document.addEventListener("htmx:after:swap", done, { once: true });
    });
    keys.find((key) => key.value === said).click();
    await swapped;
    times.push(performance.now() - begun);
  }
  return times;
}"""
AT_ONCE = (
    "E exchange 5; Y exchange 3",
    "E point 5",
    "Y good",
    "E quart",
    "Y good",
    "E trio of knaves",
    "Y not good",
)
AWAY = ("tricks E1",) * 7


def _renderers() -> list[int]:
    """The processes that show pages in the browsers of this one."""
    shown = subprocess.run(
        ["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in shown.splitlines()[1:]]
    parents = {str(os.getpid())}
    for _ in range(6):
        parents |= {pid for pid, parent, _ in rows if parent in parents}
    found = [
        int(pid) for pid, _, command in rows if pid in parents and "--type=renderer" in command
    ]
    assert found
    return found


@contextmanager
def slowed() -> Iterator[None]:
    """Let the pages of this process run only for a part of the time."""
    done = Event()

    def turn() -> None:
        processes = _renderers()
        listed = time.monotonic()
        while not done.is_set():
            for what, share in ((signal.SIGSTOP, 1 - 1 / SLOWER), (signal.SIGCONT, 1 / SLOWER)):
                for each in processes:
                    with suppress(ProcessLookupError):
                        os.kill(each, what)
                time.sleep(SLICE * share)
            if time.monotonic() > listed + 0.3:
                processes = _renderers()
                listed = time.monotonic()

    turns = Thread(target=turn)
    turns.start()
    try:
        yield
    finally:
        done.set()
        turns.join()


def _median(page: Page, said: Sequence[str]) -> float:
    """Seconds for a tap, of those that say this."""
    times: list[float] = page.evaluate(PRESS, said)
    return sorted(times)[len(times) // 2] / 1000


@pytest.mark.slow
def test_a_slow_phone_goes_on_without_the_club(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Measured once more if it does not hold:
    the browser shares this computer with the server and with all else.
    """

    def measure() -> dict[str, tuple[float, float]]:
        figures = _without_the_club(tmp_path / "once")
        if any(figure > bound for figure, bound in figures.values()):
            figures = _without_the_club(tmp_path / "again")
        return figures

    figures = benchmark.pedantic(measure)
    assert [
        what
        for what, (figure, bound) in figures.items()
        if not passes(f"a slow phone, {what}", figure, bound)
    ] == []


def _without_the_club(data: Path) -> dict[str, tuple[float, float]]:
    """Measure the seconds, and the ratio of a tap while it makes ready, each with its bound."""
    pace = Pace()
    pace.measure(20)
    with served(data) as server, chromium_started() as browser:
        plain = browser.new_page()
        page = browser.new_page()
        plain.add_init_script(METERED)
        for each in (plain, page):
            each.set_default_timeout(120_000)
        phone = Phone(page, server.address)
        ready = "html[data-offline=ready]"
        with slowed():
            Phone(plain, server.address).open_partie()
            beside = _median(plain, AT_ONCE)
            plain.close()
            begun = time.perf_counter()
            with page.expect_request("**/offline_worker*"):
                phone.open_partie()
            beside = _median(page, AT_ONCE) / beside
            assert not page.locator(ready).count(), "it was ready too soon to measure anything"
            page.wait_for_selector(ready, state="attached")
            taken = [time.perf_counter() - begun]
            phone.appeared = time.monotonic()
            phone.tap(page.get_by_role("link", name="First trick"))
            phone.play(AWAY[0])
            pace.measure(20)
            begun = time.perf_counter()
            page.reload()
            page.wait_for_selector(ready, state="attached")
            taken.append(time.perf_counter() - begun)
            page.context.set_offline(True)
            taken.append(_median(page, AWAY))
            pace.measure(20)
    slowness = max(1.0, pace.slowness)
    print(
        f"first visit {taken[0]:.1f} s, later {taken[1]:.1f} s, a tap {1000 * taken[2]:.0f} ms, "
        f"pace {slowness:.2f}"
    )
    print(
        f"a tap to the club while it makes ready: {beside:.2f} times one on a phone that does not"
    )
    bounds = {
        "ready on the first visit": FIRST,
        "ready later": LATER,
        "a tap without the club": A_TAP,
    }
    figures = {
        what: (seconds, bound * slowness)
        for seconds, (what, bound) in zip(taken, bounds.items(), strict=True)
    }
    return figures | {"a tap to the club while it makes ready": (beside, BESIDE)}
