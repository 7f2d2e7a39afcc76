"""A phone through seeded schedules of network loss, reloads and a second phone: nothing is lost, nothing counts twice.

A few schedules here; `SCHEDULES=300 pytest tests/browser/test_schedules.py -m browser -n 0 -s` runs as many as that.
"""

import os
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.statements import effective
from scorer.web.card import KEPT
from tests.browser.conftest import MakePhone, Served
from tests.thorough import SEED

pytestmark = pytest.mark.browser

SCHEDULES = int(os.environ.get("SCHEDULES", "2"))
READY = 90_000
"""Milliseconds that a busy machine may take until Python runs in the page."""

OFFERED = """() => [...document.querySelectorAll(".ask button[name=say]")].map((key) => key.value)
  .filter((said) => /^(E|Y|tricks|count|strike) (?!scores)/.test(said))"""
PRESS = "(said) => [...document.querySelectorAll('.ask button[name=say]')].find((key) => key.value === said).click()"
OPEN = "(address) => document.querySelector(`#table a[href='${address}']`).click()"
SENT = "() => !localStorage.unsent && !!document.getElementById('table')"

FATES = ("answer lost", "answer late", "not sent", "unavailable")
"""What may become of a tap that is sent while there is a network."""


@dataclass
class Schedule:
    """One phone at one table, and what the network does to it.

    Attributes:
        recorded: for each deal what the page has shown to be recorded, in order, with what undid some of it.
        fate: what becomes of the taps that are sent just now.
        met: another phone recorded something meanwhile, so that only what is said in the end can be the same.
    """

    page: Page
    served: Served
    code: str
    chance: random.Random
    recorded: list[list[str]] = field(default_factory=lambda: [[]])
    fate: str = ""
    is_offline: bool = False
    met: bool = False
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def position(self) -> Locator:
        return self.page.locator("#table input[name=position]").first

    def answer(self, route: Route) -> None:
        if self.fate == "not sent":
            return route.abort()
        if self.fate == "unavailable":
            return route.fulfill(status=503)
        if not self.fate:
            return route.continue_()
        found = route.fetch()
        if self.fate == "answer lost":
            return route.abort()
        time.sleep(0.8)
        return route.fulfill(response=found)

    def turn(self, *, offline: bool) -> None:
        self.is_offline = offline
        self.page.context.set_offline(offline)
        self.faults["network lost"] += offline

    def press(self, script: str, what: str) -> None:
        """Press what the page offers, and wait until the table has answered."""
        key = self.page.locator("#table input[name=key]").first
        form = key.input_value()
        self.page.evaluate(script, what)
        expect(key).not_to_have_value(form)

    def tap(self) -> None:
        """Tap a key of the question, or Undo."""
        said, before = self.chance.choice(self.page.evaluate(OFFERED)), int(self.position.input_value())
        self.fate = self.chance.choice(FATES) if self.chance.random() < 0.25 and not self.is_offline else ""
        self.faults[self.fate] += bool(self.fate)
        self.press(PRESS, said)
        self.fate = ""
        new = [format_statement(each) for each in parse_log(said, PORTLAND)]
        expect(self.position).to_have_value(str(before + len(new)))
        self.recorded[-1] += new

    def step(self) -> None:
        """Lose or find the network, reload the page, begin the next deal, open other keys, or tap one."""
        dice, page = self.chance.random(), self.page
        links, onward = page.locator(".ask a.key[hx-get]"), page.get_by_role("link", name="Next deal")
        if dice < 0.08:
            self.turn(offline=not self.is_offline)
        elif dice < 0.12:
            self.faults["reload"] += 1
            page.reload()
            self.arrive()
        elif onward.count():
            page.evaluate(OPEN, onward.get_attribute("href"))
            expect(self.position).to_have_value("0")
            self.recorded.append([])
        elif dice < 0.25 and links.count():
            self.press(OPEN, links.nth(self.chance.randrange(links.count())).get_attribute("href") or "")
        elif page.evaluate(OFFERED):
            self.tap()

    def arrive(self) -> None:
        """Wait until a page that was loaded can go on, and shows all that was recorded."""
        expect(self.page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
        if self.recorded[-1]:
            expect(self.position).to_have_value(str(len(self.recorded[-1])), timeout=READY)
        else:
            self.recorded = [each for each in self.recorded if each] or [[]]

    def is_sent(self) -> bool:
        try:
            return bool(self.page.evaluate(SENT))
        except Error:  # the page is being left
            return False

    def settle(self) -> None:
        """Let the network come back, and keep the version of this phone where the page shows two."""
        if self.is_offline:
            self.turn(offline=False)
        keep, until = self.page.get_by_role("button", name="Keep"), time.monotonic() + 60
        while not self.is_sent():
            assert time.monotonic() < until, "the taps were not sent in a minute"
            if keep.count():
                self.faults["two versions"] += 1
                keep.click()
                self.page.wait_for_url(re.compile(r"/p/\w+/(\?settled=\d+)?$"))
            self.page.wait_for_timeout(100)

    def check(self) -> None:
        sheet, wanted = self.served.parties.sheet(self.code), [each for each in self.recorded if each]
        held = [[format_statement(each) for each in deal.log] for deal in sheet.partie.record.deals]
        if not self.met:
            assert held == wanted
        for deal, said in enumerate(wanted):
            now, own = (effective(log) for log in (sheet.log(deal), parse_log("; ".join(said), PORTLAND)))
            assert [each for _, each in now] == [each for _, each in own]
            rows = Counter(zip(sheet.forms(deal), held[deal], strict=True))
            assert {times for (form, _), times in rows.items() if not form.startswith(KEPT)} <= {1}, "counted twice"


def run(page: Page, server: Served, seed: str) -> Schedule:
    """Play for a while, and compare what the page showed with what the club then has."""
    links = server.open()
    (code,) = links
    server.give(page, {"links": links})
    page.goto(f"{server.address}/p/{code}/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    schedule = Schedule(page, server, code, random.Random(seed))
    schedule.arrive()
    page.route("**/say", schedule.answer)
    for _ in range(schedule.chance.randrange(8, 24)):
        schedule.step()
    if schedule.recorded[-1] and schedule.chance.random() < 0.3 and page.evaluate(OFFERED):
        schedule.turn(offline=True)
        schedule.tap()
        schedule.met = undo_elsewhere(server, code, len(schedule.recorded) - 1)
    schedule.settle()
    schedule.check()
    page.unroute("**/say")
    return schedule


def undo_elsewhere(server: Served, code: str, deal: int) -> bool:
    """Let another phone take back the last that the club has of a deal, if there is anything."""
    log = server.parties.sheet(code).log(deal)
    if log:
        said = f"strike {len(log)}"
        server.parties.record(code, deal=deal, position=len(log), said=said, form_key="another phone")
    return bool(log)


def test_no_tap_is_lost_or_counted_twice_whatever_the_network_does(make_phone: MakePhone, server: Served) -> None:
    page = make_phone(offline=True).page
    total, statements = Counter[str](), 0
    for number in range(SCHEDULES):
        seed = f"{SEED} {number}"
        try:
            schedule = run(page, server, seed)
        except (AssertionError, Error) as error:
            error.add_note(f"in the schedule of the seed {seed!r}")
            raise
        total += schedule.faults
        statements += sum(map(len, schedule.recorded))
    faults = f"{total.total():,} faults {dict(total)}"
    print(f"{SCHEDULES} schedules, {statements:,} statements, {faults}: 0 lost, 0 doubled")
