"""The fault laboratory: what happens to a book when everything around it fails.

From a seed, phones play parties over a network that drops, doubles, delays, reorders and truncates,
at servers that are killed and whose disks, clocks and databases fail. `machines` is what is under
test, `phones` drives it through HTTP.

A short schedule of faults is run here, and as many as it takes with
`FAULTS=500 pytest tests/faults -n 0 -s`. The long run ends when so many servers were killed, twenty
times as many taps were hit by a fault before they were answered, and two phones raced for twice as
many positions.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep
from urllib.parse import urlencode

import pytest
from sqlalchemy import Engine

from scorer.ledger.entries import SheetPosted
from scorer.rules.presets import PORTLAND
from scorer.service.club.audit.verification import verify
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from scorer.storage import statements
from scorer.storage.engine import Unavailable, reading, trying
from tests import postgresql
from tests.benchmarks.taps import taps_of
from tests.service.club.running_club import DEALS, Clock, founded
from tests.thorough import SEED, mostly_slow

from .machines import Machine, Workers
from .phones import Found, Line, Member, Phone

WRONG = 300 * 24 * 60 * 60
"""The most seconds by which a clock is wrong; a personal link signs a phone in for 400 days."""

ALWAYS = {"killed": 8, "locked": 2, "full": 2, "read-only": 2, "left alone": 2}
MACHINES = {"sqlite": ALWAYS, "postgresql": ALWAYS | {"disconnected": 4}}
"""What happens to a machine, and how often."""

OF_MACHINES = {"full", "read-only"}
"""What cannot happen to workers, whose disk is that of the system; so is their clock."""

LOCK = {"sqlite": "SELECT 1", "postgresql": "LOCK TABLE statement, entry IN EXCLUSIVE MODE"}
"""What keeps others from writing; SQLite locks the whole book for whoever may write."""

NO_ROOM = """
    CREATE FUNCTION no_room() RETURNS trigger AS $$
    BEGIN
        IF current_setting('scorer.fault', true) = 'full' THEN
            RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100';
        END IF;
        RETURN NEW;
    END $$ LANGUAGE plpgsql;
    CREATE TRIGGER no_room BEFORE INSERT ON statement FOR EACH ROW EXECUTE FUNCTION no_room();
    CREATE TRIGGER no_room BEFORE INSERT ON signature FOR EACH ROW EXECUTE FUNCTION no_room();
    CREATE TRIGGER no_room BEFORE INSERT ON posting FOR EACH ROW EXECUTE FUNCTION no_room();
"""
"""What lets a server have no room on its disk for a machine, whose connections say so;
see `machines`.
"""

DISCONNECT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@dataclass(frozen=True)
class Verdict:
    """What came of a schedule: what the phones found, and everything that is wrong.

    `killed` and `answered` are by machine: how often its server was killed, and how many requests
    it answered.
    """

    found: Found
    killed: list[int]
    answered: list[int]
    lost: list[str]
    doubled: list[str]
    errors: list[str]

    def check(self) -> None:
        print(
            f"{self.found.taps:,} taps, {self.found.faults.total():,} faults",
            dict(self.found.faults),
        )
        assert self.lost + self.doubled + self.errors == []
        assert all(self.killed), "a machine was never killed"
        assert all(self.answered), "a machine never answered"


def run(
    data: Path,
    kind: str,
    seed: str,
    *,
    tables: int,
    shared: int,
    deals: int,
    season: int,
    workers: bool = False,
) -> Verdict:
    """Play parties while machines fail; return what the book has in the end, compared with what the
    phones know.

    Args:
        kind: of the book: in a "file" in *data*, or in a database on a "server" that two machines
            use.
        tables: parties of so many *deals* with one phone each.
        shared: parties that two phones score.
        season: parties of a season, whole and signed, each by two members on their phones.
        workers: whether they are processes under gunicorn, and not machines.
    """
    random = Random(seed)
    database = ""
    if kind == "server":
        address = postgresql.new_database(postgresql.new_name(), postgresql.empty())
        database = address.render_as_string(hide_password=False)
    parties = open_parties(data, database)
    if database:
        with parties.engine.begin() as db:
            db.exec_driver_sql(NO_ROOM)
    scripts: dict[str, list[list[str]]] = {}
    phones: list[Phone] = []

    def line(*links: str) -> Line:
        return Line(ports, _cookie(ports[0], *links), Random(random.random()))

    with started(data, database, workers=workers) as computers:
        ports = [each.port for each in computers]
        for number in range(tables + shared):
            code = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)[0].code
            scripts[code] = [taps_of(number + deal) for deal in range(deals)]
            shared_by = [
                f"/s/{parties.new_link(code)}" for _ in range(2 if number >= tables else 1)
            ]
            phones += [
                Phone(code, scripts[code], line(each), others=number >= tables)
                for each in shared_by
            ]
        alone = set(scripts)
        club = founded(parties, Clock(datetime.now(UTC)))
        members = club.admit("Cat", "Dan")
        winter = club.season(*members) if season else 0
        for _ in range(season):
            code = club.services.signing.open(club.id, winter, members).code
            scripts[code] = [[said] for said in DEALS]
            for number, script in zip(members, (scripts[code], []), strict=True):
                links = (
                    f"/m/{club.services.people.new_link(club.director, number)}",
                    f"/s/{parties.new_link(code)}",
                )
                phones.append(Member(code, script, line(*links)))
        for phone in phones:
            phone.start()
        faults, killed = fail(parties.engine, computers, random, phones)
        for phone in phones:
            phone.join()
    found = Found(faults=faults)
    for phone in phones:
        found.add(phone.found)
    lost, doubled = _compare(parties, scripts, found)
    latest = datetime.now(UTC) + timedelta(
        seconds=WRONG
    )  # no entry is later than the clock that is most ahead
    errors = found.errors + [f"verify: {each.what}" for each in verify(parties.engine, now=latest)]
    posted = Counter(each.body.code for each in club.entries if isinstance(each.body, SheetPosted))
    errors += [
        f"{code} was posted {posted[code]} times"
        for code in scripts
        if code not in alone and posted[code] != 1
    ]
    parties.engine.dispose()
    return Verdict(found, killed, [found.answered[port] for port in ports], lost, doubled, errors)


@contextmanager
def started(data: Path, database: str, *, workers: bool) -> Iterator[list[Machine | Workers]]:
    """Start one machine with a file, two with a database; or two workers of one server."""
    computers: list[Machine | Workers] = []
    try:
        if workers:
            computers.append(Workers(data, database))
        else:
            computers += [Machine(data, database) for _ in range(2 if database else 1)]
        for each in computers:
            each.start(0)
        yield computers
    finally:
        for each in computers:
            each.end()


def fail(
    engine: Engine,
    computers: Sequence[Machine | Workers],
    random: Random,
    phones: Sequence[Thread],
) -> tuple[Counter[str], list[int]]:
    """Let machines fail until all phones are done;
    return how often and how, and how often each was killed, in turn.
    """
    faults: Counter[str] = Counter()
    fates = ["killed"] * len(computers)
    killed = [0] * len(computers)
    kinds = dict(MACHINES[engine.dialect.name])
    if any(isinstance(each, Workers) for each in computers):
        kinds = {kind: often for kind, often in kinds.items() if kind not in OF_MACHINES}
    while any(phone.is_alive() for phone in phones):
        sleep(random.uniform(0.02, 0.25))
        fates = fates or random.sample([*kinds], counts=kinds.values(), k=sum(kinds.values()))
        fate = fates.pop()
        number = killed.index(min(killed)) if fate == "killed" else random.randrange(len(computers))
        computer = computers[number]
        faults[fate] += fate != "left alone"
        if fate == "killed":
            killed[number] += 1
            computer.kill()
            has_a_clock = isinstance(computer, Machine)
            wrong = random.randint(-WRONG, WRONG) if has_a_clock and random.random() < 0.3 else 0
            faults["wrong clock"] += bool(wrong)
            sleep(random.uniform(0, 0.1))
            computer.start(wrong)
        elif fate == "locked":
            with suppress(Unavailable), trying(engine) as db:
                db.exec_driver_sql(LOCK[engine.dialect.name])
                sleep(random.uniform(0.05, 0.5))
        elif fate == "disconnected":
            with engine.connect() as db:
                db.exec_driver_sql(DISCONNECT)
        elif isinstance(computer, Machine) and fate != "left alone":
            computer.has(fate)
            sleep(random.uniform(0.05, 0.3))
            computer.has("")
    return faults, killed


def _cookie(port: int, *links: str) -> str:
    """Return the cookie of a phone that has opened these links, over a network that works."""
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

    for address in links:
        form = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', ask("GET", address))
        ask("POST", address, dict(form))
    return cookie


def _statements(said: str) -> list[str]:
    """Return the statements that a tap records: *tricks E12* records twelve tricks."""
    alone = re.fullmatch(r"tricks ([EY])12", said)
    return [f"tricks {alone[1]}1"] * 12 if alone else said.split("; ")


def _compare(
    parties: Parties, scripts: dict[str, list[list[str]]], found: Found
) -> tuple[list[str], list[str]]:
    """Return what was acknowledged or shown but is not recorded,
    and what is recorded twice or by nobody's tap.
    """
    lost = []
    doubled = []
    for code, script in scripts.items():
        with reading(parties.engine) as db:
            rows = statements.statements(db, parties.sheet(code).id)
        for deal, taps in enumerate(script):
            asked = Counter(each for said in taps for each in _statements(said))
            recorded = Counter(row.text for row in rows if row.deal == deal)
            lost += [f"{code}, deal {deal}: {each}" for each in (asked - recorded).elements()]
            doubled += [f"{code}, deal {deal}: {each}" for each in (recorded - asked).elements()]
        keys = {row.form_key for row in rows}
        lost += [
            f"{tap} was acknowledged"
            for tap in found.acknowledged
            if tap.code == code and tap.key not in keys
        ]
    return lost, doubled


KILLS = int(os.environ.get("FAULTS", "0"))


@pytest.mark.parametrize("kind", mostly_slow(["file", "server"], ["file"]))
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, kind: str) -> None:
    verdict = run(tmp_path, kind, SEED, tables=1, shared=2, deals=1, season=1)
    verdict.check()
    tried = verdict.found.faults
    assert all(tried[fate] for fate in ("killed", "answer lost", "reordered")), (
        "the schedule tried too little"
    )
    assert verdict.found.races, "no two phones met"


@pytest.mark.parametrize("kind", mostly_slow(["file", "server"], ["file"]))
def test_nothing_is_lost_or_doubled_between_two_workers(tmp_path: Path, kind: str) -> None:
    """Of `gunicorn scorer.wsgi:app`, one of which is killed now and then."""
    verdict = run(tmp_path, kind, SEED, tables=1, shared=2, deals=1, season=1, workers=True)
    verdict.check()
    assert verdict.found.faults["killed"]
    assert verdict.found.races, "no two phones met"


@pytest.mark.skipif(not KILLS, reason="FAULTS says how many servers to kill in the long run")
def test_nothing_is_lost_or_doubled_in_a_long_run(tmp_path: Path) -> None:
    total = Found()
    killed = 0
    for number in count(1):
        (directory := tmp_path / str(number)).mkdir()
        kind = ("file", "server")[number % 2]
        verdict = run(directory, kind, f"{SEED} {number}", tables=2, shared=6, deals=6, season=6)
        verdict.check()
        total.add(verdict.found)
        killed += sum(verdict.killed)
        taps = f"{total.taps:,} taps, {total.faulty:,} of them faulty"
        print(
            f"so far {taps}, {total.faults.total():,} faults, {killed:,} kills, {total.races:,} "
            f"races"
        )
        if killed >= KILLS and total.faulty >= 20 * KILLS and total.races >= 2 * KILLS:
            break
