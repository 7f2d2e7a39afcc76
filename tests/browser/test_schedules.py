"""Phones and their club through seeded schedules, in a browser: nothing is lost or counted twice,
whatever happens.

Two phones score one partie, with the pages, the worker and the service worker that people have. The
network is lost, answers get lost on their way, tabs are closed, opened again and used side by side;
the server is killed, updated and restored from a backup, and links are revoked.
`tests.faults.test_laboratory` drives the scripts of the outbox alone through many more such
schedules.

A few schedules here; `SCHEDULES=100 pytest tests/browser/test_schedules.py -m browser -n 0 -s` runs
as many as that.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route
from playwright.sync_api import TimeoutError as TooLong
from sqlalchemy import select

from scorer.resources import Location
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.service.keeping import back_up, open_parties, restore
from scorer.storage import schema
from scorer.storage.engine import reading
from tests.browser.conftest import MakePhone, Served
from tests.browser.programs import newer_program
from tests.programs import first_page, free_port
from tests.test_project import CHECKOUT
from tests.thorough import SEED

pytestmark = pytest.mark.browser

SCHEDULES = int(os.environ.get("SCHEDULES", "1"))
STEPS = 20
READY = 90_000
"""Milliseconds that a busy machine may take until Python runs in the page."""

AGAIN = 10_000
"""Milliseconds after which a person taps again where nothing has happened."""

REST = 50
"""How often phones are looked at before those that do not come to rest are stuck."""

OFFERED = """() => [...document.querySelectorAll(".ask button[name=say]:not([aria-disabled])")]
  .map((key) => key.value)
  .filter((said) => /^(E|Y|tricks|count|strike) (?!scores)/.test(said))"""
FORM = "() => document.querySelector('#table input[name=key]')?.value"
PRESS = (
    "(said) => [...document.querySelectorAll('.ask button[name=say]')].find((key) => "
    "key.value === said)?.click()"
)
ONWARD = "() => document.querySelector('#table a.key.main[href]')?.click()"
SETTLED = """(before) => {
  const key = document.querySelector("#table input[name=key]");
  const saved = document.querySelector("#saved.late");
  return !key || key.value !== before || /^(On this phone|Only)/.test(saved?.textContent ?? "");
}"""

LOOK = """async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const found = { said: [], copies: {}, stops: {} };
  if (!names.includes("piquet")) return found;
  const db = await new Promise((done, fail) => {
    const opening = indexedDB.open("piquet");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
  const all = db.transaction(["sheets", "said", "stops"]);
  const get = (name) => new Promise((done) => {
    const asked = all.objectStore(name).getAll();
    asked.onsuccess = () => done(asked.result);
  });
  const [sheets, said, stops] = await Promise.all(["sheets", "said", "stops"].map(get));
  db.close();
  found.said = said.map(({ key }) => key);
  for (const { sheet } of sheets) {
    if (sheet) found.copies[sheet.code] = sheet.deals.flatMap(({ keys }) => keys);
  }
  for (const { code, why } of stops) found.stops[code] = why;
  return found;
}"""
"""What the store of a phone has: the keys of what waits,
those in the copy of each sheet, and what stands still.
"""

FATES = ("answer lost", "not sent", "unavailable")
"""What may become of a tap while there is a network."""


def found_by(page: Page, script: str, given: Any = None) -> Any:
    """Return what a script finds on a page; nothing if the page is being left.

    `Page.evaluate` waits without end for a page that never answers, as one whose store does not
    open.
    """
    try:
        found = page.wait_for_function(
            f"async (given) => ({{ found: await ({script})(given) }})", arg=given, timeout=READY
        )
        return found.json_value().get("found")
    except TooLong:
        raise Wrong(f"{page.url} does not answer to {script[:60]!r}") from None
    except Error:
        return None


def go(page: Page, address: str) -> None:
    """Open an address, unless the page goes elsewhere by itself, or nothing answers."""
    with suppress(Error):
        page.goto(address, wait_until="domcontentloaded")


class Wrong(AssertionError):
    """Something is lost, doubled or untrue."""


@dataclass
class Club:
    """A server that is killed, updated, and restored from a backup.

    Attributes:
        programs: the program that serves now, and what it is updated to.
    """

    directory: Path
    programs: list[Path]
    port: int = field(default_factory=free_port)
    books: int = 0
    backups: list[Path] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.directory / f"book-{self.books}"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "scorer",
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=self.programs[0], **quiet)
        first_page(self.port)
        self.book = Served([f"{self.address}/"], self.data, open_parties(self.data))

    def kill(self) -> None:
        if self.process is not None:
            self.book.parties.engine.dispose()
            self.process.kill()
            self.process.wait()

    def update(self) -> None:
        self.kill()
        self.programs.reverse()
        self.start()

    def back_up(self) -> None:
        path = self.directory / f"backup-{len(self.backups)}.sqlite"
        assert back_up(self.book.parties.engine, path, self.data) == []
        self.backups.append(path)

    def restore(self, backup: Path) -> None:
        self.kill()
        self.books += 1
        restore(backup, Location(self.data, ""))
        self.start()

    def counted(self) -> Counter[str]:
        """Return how many statements each tap has recorded, by the key of the tap."""
        with reading(self.book.parties.engine) as db:
            return Counter(db.execute(select(schema.statement.c.form_key)).scalars())


@dataclass
class Phone:
    """A browser with the tabs of one person.

    Attributes:
        accepted: what each tap says that the phone has accepted, by its key.
        answered: the keys of taps for which a person has answered.
    """

    context: BrowserContext
    name: int
    is_offline: bool = False
    fate: str = ""
    accepted: dict[str, str] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)

    @property
    def pages(self) -> list[Page]:
        return self.context.pages

    def answer(self, route: Route) -> None:
        """Let a tap arrive, or not, and its answer."""
        fate = self.fate
        self.fate = ""
        if fate == "not sent":
            route.abort()
        elif fate == "unavailable":
            route.fulfill(status=503)
        elif fate == "answer lost":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    def look(self) -> dict[str, Any]:
        """Return what the store of the phone has, as any page of it that is there finds."""
        for _ in range(50):
            for page in self.pages:
                found = found_by(page, LOOK)
                if found is not None:
                    return dict(found)
                page.wait_for_timeout(100)
        raise Wrong(f"no page of phone {self.name} answers")


@dataclass
class Schedule:
    """Two phones that score one partie.

    Attributes:
        since: how many backups were made before, which lack the partie.
        deeds: what was done, for whoever looks for a fault.
    """

    club: Club
    phones: list[Phone]
    code: str
    chance: random.Random
    since: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    deeds: list[str] = field(default_factory=list)

    @property
    def table(self) -> str:
        return f"{self.club.address}/p/{self.code}/"

    def let_score(self, phone: Phone) -> None:
        """Give a phone a new scoring link."""
        parties = self.club.book.parties
        parties.new_link(self.code)
        links = {self.code: max(link.id for link in parties.links(self.code))}
        self.club.book.give(phone.pages[0], {"links": links})

    # What people do

    def open(self, phone: Phone) -> Page:
        page = phone.context.new_page()
        go(page, self.table)
        return page

    def do_tap(self, phone: Phone) -> None:
        """Tap a key of the question, or Undo; go on to the next deal;
        or answer what is asked instead.
        """
        page = self.chance.choice(phone.pages)
        if "/compare" in page.url:
            self.choose(phone, page)
        if not found_by(page, OFFERED):
            found_by(page, ONWARD)
            page.wait_for_timeout(1000)
        offered = found_by(page, OFFERED)
        form = found_by(page, FORM)
        if not offered or not form:
            return
        said = self.chance.choice(offered)
        if self.chance.random() < 0.3 and not phone.is_offline:
            phone.fate = self.chance.choice(FATES)
            self.faults[phone.fate] += 1
        self.press(page, said, form)
        if form in phone.look()["said"] or form in self.club.counted():
            phone.accepted[form] = said

    def press(self, page: Page, said: str, form: str) -> None:
        """Press a key until the page shows that it was pressed: one that has just appeared ignores
        a tap.
        """
        until = time.monotonic() + READY / 1000
        while time.monotonic() < until:
            found_by(page, PRESS, said)
            with suppress(TooLong):
                page.wait_for_function(SETTLED, arg=form, timeout=AGAIN)
                return
        shown = " ".join(str(found_by(page, "() => document.body.innerText")).split())
        raise Wrong(f"{page.url} does not take {said!r}: {shown[:500]}")

    def do_tap_and_close(self, phone: Phone) -> None:
        """Close the tab while a tap is on its way, and open another."""
        page = self.chance.choice(phone.pages)
        offered = found_by(page, OFFERED)
        if offered:
            found_by(page, PRESS, self.chance.choice(offered))
            page.wait_for_timeout(self.chance.choice((0, 5, 50, 300)))
        self.faults["tab closed in a tap"] += 1
        opened = self.open(phone)
        page.close()
        opened.wait_for_timeout(500)

    def do_open_another_tab(self, phone: Phone) -> None:
        if len(phone.pages) < 2:
            self.faults["another tab"] += 1
            self.open(phone)

    def do_reload(self, phone: Phone) -> None:
        self.faults["reload"] += 1
        with suppress(Error):
            self.chance.choice(phone.pages).reload(wait_until="domcontentloaded")

    def do_lose_or_find_the_network(self, phone: Phone) -> None:
        phone.is_offline = not phone.is_offline
        phone.context.set_offline(phone.is_offline)
        self.faults["network lost"] += phone.is_offline

    def do_kill(self, phone: Phone) -> None:
        self.faults["server killed"] += 1
        self.club.kill()
        if self.chance.random() < 0.5:
            self.do_tap(phone)
        self.club.start()

    def do_update(self, phone: Phone) -> None:
        self.faults["program updated"] += 1
        self.club.update()

    def do_back_up(self, phone: Phone) -> None:
        self.club.back_up()

    def do_restore(self, phone: Phone) -> None:
        """Restore a backup: what only the club had,
        of which no phone has a copy yet, goes with its book.
        """
        backups = self.club.backups[self.since :]
        if not backups:
            return
        self.faults["backup restored"] += 1
        at_club = self.club.counted()
        for each in self.phones:
            found = each.look()
            held = {*found["said"], *found["copies"].get(self.code, ())}
            each.accepted = {
                key: said
                for key, said in each.accepted.items()
                if key in held or key not in at_club
            }
        self.club.restore(self.chance.choice(backups))

    def do_revoke(self, phone: Phone) -> None:
        self.faults["links revoked"] += 1
        for link in self.club.book.parties.links(self.code):
            if not link.revoked:
                self.club.book.parties.revoke_link(self.code, link.id)

    def do_let_score(self, phone: Phone) -> None:
        self.let_score(phone)

    def choose(self, phone: Phone, page: Page) -> None:
        """Choose one version of each deal that differs, where the page shows both."""
        keep = page.locator("#versions button")
        if phone.is_offline:
            return
        if not keep.count():  # it could not be shown: the page says to load it again
            with suppress(Error):
                page.reload()
                keep.wait_for(timeout=5000)
        if not keep.count():
            return
        for each in page.locator("#versions fieldset").all():
            boxes = each.get_by_role("radio")
            boxes.nth(self.chance.randrange(boxes.count())).check()
        self.faults["two versions"] += 1
        shown = phone.look()
        keep.click()
        with suppress(Error):  # something more was said meanwhile, or nothing answers
            page.wait_for_url(lambda url: "/compare" not in url, timeout=10_000)
        if "/compare" not in page.url:
            kept = {*phone.look()["said"], *self.club.counted()}
            phone.answered |= {*shown["said"], *shown["copies"].get(self.code, ())} - kept

    # What must be true

    def judge(self) -> None:
        """Find each tap that was accepted;
        one that a restored book lacks is in the copy of the phone.
        """
        at_club = self.club.counted()
        for phone in self.phones:
            found = phone.look()
            held = {*at_club, *found["said"], *phone.answered, *found["copies"].get(self.code, ())}
            for key, said in phone.accepted.items():
                if key not in held:
                    raise Wrong(f"{said!r} was accepted on phone {phone.name} and is lost")

    def finish(self) -> None:
        """Let all answer again and people do what they are asked,
        until all is at rest; then compare.
        """
        for phone in self.phones:
            phone.context.set_offline(False)
            phone.is_offline = False
            self.let_score(phone)
            for page in phone.pages[1:]:
                page.close()
        for _ in range(REST):
            at_rest = self.is_at_rest(self.phones[0]) and self.is_at_rest(self.phones[1])
            self.judge()
            if at_rest:
                break
        else:
            raise Wrong(f"phones do not come to rest: {[phone.look() for phone in self.phones]}")
        said = {key: words for phone in self.phones for key, words in phone.accepted.items()}
        for key, rows in self.club.counted().items():
            if key in said and rows != len(parse_log(said[key], PORTLAND)):
                raise Wrong(f"{said[key]!r} has recorded {rows} statements")

    def is_at_rest(self, phone: Phone) -> bool:
        """Look at a phone once more, and do what it asks;
        return whether it has what the club has.
        """
        (page,) = phone.pages
        if "/compare" in page.url:
            self.choose(phone, page)
            return False
        go(page, self.table)
        page.wait_for_timeout(2000)
        found = phone.look()
        if "refused" in found["stops"].values():
            self.let_score(phone)  # an answer that was under way may have taken the link away again
        keys = [key for deal in self.club.book.parties.sheet(self.code).taps for key in deal]
        return not found["said"] and not found["stops"] and found["copies"].get(self.code) == keys


Step = Callable[[Schedule, Phone], None]

CHANCES: Mapping[Step, int] = {
    Schedule.do_tap: 40,
    Schedule.do_tap_and_close: 8,
    Schedule.do_open_another_tab: 4,
    Schedule.do_reload: 6,
    Schedule.do_lose_or_find_the_network: 10,
    Schedule.do_kill: 3,
    Schedule.do_update: 1,
    Schedule.do_back_up: 3,
    Schedule.do_restore: 2,
    Schedule.do_revoke: 2,
    Schedule.do_let_score: 3,
}
"""What is done in a step, and how often."""

SURELY: Mapping[int, Step] = {
    3: Schedule.do_back_up,
    8: Schedule.do_restore,
    12: Schedule.do_update,
}
"""What is done in the first schedule, whatever is drawn, and after how many steps."""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return newer_program(tmp_path_factory.mktemp("newer"))


@pytest.fixture
def club(tmp_path: Path, newer: Path) -> Iterator[Club]:
    found = Club(tmp_path, [CHECKOUT, newer])
    found.start()
    yield found
    found.kill()


def begun(club: Club, contexts: list[BrowserContext], seed: str) -> Schedule:
    """Sit two phones down at a partie; the first may go on without the network."""
    (code,) = club.book.open()
    phones = [Phone(context, number) for number, context in enumerate(contexts, 1)]
    schedule = Schedule(club, phones, code, random.Random(seed), since=len(club.backups))
    for phone in phones:
        for page in phone.pages[1:]:
            page.close()
        phone.context.set_offline(False)
        schedule.let_score(phone)
        phone.context.unroute("**/say")
        phone.context.route("**/say", phone.answer)
        phone.pages[0].goto(schedule.table)
        phone.pages[0].locator("html[data-offline=ready]").wait_for(state="attached", timeout=READY)
        phone.pages[0].evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    return schedule


def test_nothing_is_lost_or_counted_twice_whatever_happens(
    make_phone: MakePhone, club: Club
) -> None:
    contexts = [make_phone(offline=True).page.context for _ in range(2)]
    faults = Counter[str]()
    taps = 0
    for number in range(SCHEDULES):
        seed = f"{SEED} {number}"
        schedule = begun(club, contexts, seed)
        try:
            for step in range(STEPS):
                if not number and step in SURELY:
                    do(schedule, SURELY[step])
                do(schedule, schedule.chance.choices(list(CHANCES), list(CHANCES.values()))[0])
            schedule.finish()
        except (AssertionError, Error) as error:
            error.add_note(
                f"in the schedule of the seed {seed!r}, after {', '.join(schedule.deeds)}"
            )
            raise
        faults += schedule.faults
        taps += sum(len(phone.accepted) for phone in schedule.phones)
    print(
        f"{SCHEDULES} schedules, {taps:,} taps, {faults.total():,} faults {dict(faults)}: 0 "
        f"lost, 0 doubled"
    )
    assert faults["program updated"], "the program was never updated"
    assert faults["backup restored"], "no backup was restored"


def do(schedule: Schedule, step: Step) -> None:
    """Take one step with one of the phones, and look at what must be true."""
    phone = schedule.chance.choice(schedule.phones)
    schedule.deeds.append(f"{step.__name__.removeprefix('do_')} on {phone.name}")
    step(schedule, phone)
    schedule.judge()
