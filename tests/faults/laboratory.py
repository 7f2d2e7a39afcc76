"""One schedule of faults from a seed, and what the book has in the end."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep
from urllib.parse import urlencode

from scorer.cli.bench import taps_of
from scorer.rules.presets import PORTLAND
from scorer.service.book import BOOK, open_parties
from scorer.service.club.verification import verify
from scorer.service.parties import Parties
from scorer.storage import statements
from scorer.storage.engine import reading

from .machines import Machine
from .phones import Found, Line, Phone

WRONG = 800 * 24 * 60 * 60
"""The most seconds by which a clock is wrong."""

MACHINES = {"killed": 8, "full": 2, "read-only": 2, "locked": 2, "left alone": 2}
"""What happens to a machine, and how often."""


@dataclass(frozen=True)
class Verdict:
    """What came of a schedule: taps, faults by kind, and everything that is wrong."""

    taps: int
    races: int
    faults: Counter[str]
    lost: list[str]
    doubled: list[str]
    errors: list[str]

    def __str__(self) -> str:
        figures = f"{self.taps:,} taps, {sum(self.faults.values()):,} faults"
        return f"{figures}: {len(self.lost)} lost, {len(self.doubled)} doubled, {len(self.errors)} errors"

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.errors)


def run(data: Path, seed: int, *, tables: int, shared: int, deals: int, machines: int = 1) -> Verdict:
    """
    Play so many *deals* at *tables* with one phone each, and *shared* ones with two, while machines fail.

    Return what the book has in the end, compared with what the phones know.
    """
    random = Random(seed)
    parties = open_parties(data)
    scripts = {}
    phones: list[Phone] = []
    with running(data, random, machines) as (computers, ports):
        for number in range(tables + shared):
            code = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)[0].code
            scripts[code] = [taps_of(number + deal) for deal in range(deals)]
            for _ in range(2 if number >= tables else 1):
                line = Line(ports, _cookie(parties, code, ports[0]), Random(random.random()), Counter())
                phones.append(Phone(code, scripts[code], line, others=number >= tables))
        for phone in phones:
            phone.start()
        faults = fail(data, computers, random, phones)
        for phone in phones:
            phone.join()
    found = Found(faults=faults)
    for phone in phones:
        found.add(phone.found)
    lost, doubled = _compare(parties, scripts, found)
    errors = found.errors + [f"verify: {each.what}" for each in verify(parties.engine)]
    parties.engine.dispose()
    return Verdict(found.taps, found.races, found.faults, lost, doubled, errors)


@contextmanager
def running(data: Path, random: Random, number: int) -> Iterator[tuple[list[Machine], list[int]]]:
    """Start machines with clocks of their own; end them."""
    computers = [Machine(data) for _ in range(number)]
    try:
        for each in computers:
            each.start(0)
        yield computers, [each.port for each in computers]
    finally:
        for each in computers:
            each.end()


def fail(data: Path, computers: Sequence[Machine], random: Random, phones: Sequence[Thread]) -> Counter[str]:
    """Let machines fail until all phones are done; return how often and how."""
    faults: Counter[str] = Counter()
    fates: list[str] = []
    while any(phone.is_alive() for phone in phones):
        sleep(random.uniform(0.02, 0.25))
        computer = random.choice(computers)
        fates = fates or random.sample([*MACHINES], counts=MACHINES.values(), k=sum(MACHINES.values()))
        fate = fates.pop()
        faults[fate] += fate != "left alone"
        if fate == "killed":
            computer.kill()
            wrong = random.randint(-WRONG, WRONG) if random.random() < 0.3 else 0
            faults["wrong clock"] += bool(wrong)
            sleep(random.uniform(0, 0.1))
            computer.start(wrong)
        elif fate in ("full", "read-only"):
            computer.has(fate)
            sleep(random.uniform(0.05, 0.3))
            computer.has("")
        elif fate == "locked":
            with closing(sqlite3.connect(data / BOOK, isolation_level=None, timeout=5)) as other:
                other.execute("BEGIN IMMEDIATE")
                sleep(random.uniform(0.05, 0.5))
                other.execute("ROLLBACK")
    return faults


def _cookie(parties: Parties, code: str, port: int) -> str:
    """Return the cookie of a phone that has opened a scoring link, over a network that works."""
    cookie = ""

    def ask(method: str, path: str, form: dict[str, str] | None = None) -> str:
        nonlocal cookie
        with closing(HTTPConnection("127.0.0.1", port)) as line:
            headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
            line.request(method, path, None if form is None else urlencode(form), headers)
            answer = line.getresponse()
            assert answer.status in (200, 303), answer.status
            cookie = (answer.headers["Set-Cookie"] or cookie).partition(";")[0]
            return answer.read().decode()

    address = f"/s/{parties.new_link(code)}"
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', ask("GET", address)))
    ask("POST", address, form)
    return cookie


def _compare(parties: Parties, scripts: dict[str, list[list[str]]], found: Found) -> tuple[list[str], list[str]]:
    """Return what was acknowledged or shown but is not recorded, and what is recorded twice or by nobody's tap."""
    lost, doubled = [], []
    for code, script in scripts.items():
        with reading(parties.engine) as db:
            rows = statements.statements(db, parties.sheet(code).id)
        for deal, taps in enumerate(script):
            asked = Counter(each for said in taps for each in said.split("; "))
            recorded = Counter(row.text for row in rows if row.deal == deal)
            lost += [f"{code}, deal {deal}: {each}" for each in (asked - recorded).elements()]
            doubled += [f"{code}, deal {deal}: {each}" for each in (recorded - asked).elements()]
        keys = {row.form_key for row in rows}
        lost += [f"{tap} was acknowledged" for tap in found.acknowledged if tap.code == code and tap.key not in keys]
    return lost, doubled
