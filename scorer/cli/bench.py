"""What the program costs on this machine, beside a durable commit and a minimal Flask view.

Times are of the CPU, so that what else the machine does counts little. The minimal view does what
any program must do for a tap: one INSERT, on the disk as the book's are, and a page of the same
length. Taps are posted by a process of their own, so that the CPU time of this one is that of the
server.
"""

from __future__ import annotations

import json
import logging
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from itertools import chain, cycle, islice, product
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean
from tempfile import TemporaryDirectory
from threading import Thread
from time import process_time
from typing import Any, Self
from urllib.parse import urlencode

import click
from flask import Flask, request
from sqlalchemy import Column, Integer, MetaData, Table, Text

from ..rules.deal import fold
from ..rules.notation import parse_log
from ..rules.presets import DEFAULT, PORTLAND
from ..service.book import open_parties
from ..service.club.credentials import Actor, Role
from ..service.club.rehearsal import deals, rehearse
from ..service.club.services import club_services
from ..service.parties import Parties
from ..table.checking import check, forget

CreateApp = Callable[[Parties, bytes], Flask]
MakeServer = Callable[[Flask, str, int], Any]

ALONE = 10
TABLES = 50
CLIENTS = 8
"""Tables whose taps arrive one by one; tables in play at once,
and the connections over which their taps arrive.
"""

PARTS = [slice(first, first + 7) for first in (0, 7, 14)]
"""The parts of the taps of a deal that are measured in turn with as many views."""

PARTIES = 1000
MEMBERS = 100
"""The size of the book whose standings are measured."""

ROUNDS = 100
"""How often the rest is measured; its median counts."""

FIRST = 0
SIXTH = 5
"""The deals in which taps are measured."""

DEAL = (
    "E exchange 5; Y exchange 3|E point 5|Y how many|E making {pips}|Y good|E quart|Y good|E "
    "trio of {rank}|Y not good|" + "|".join(f"tricks {seat}1" for seat in "EYEEYEYEEYEE")
)
"""The taps of a deal. Tables say different things,
so that the claims of one are not known from another.
"""

COUNT = re.compile("tricks .*")
"""What a quick count of a deal takes the place of."""

RANKS = ("knaves", "queens", "kings", "tens")

PAGE = """<!doctype html><title>Taps</title><ul>
{% for number in range(60) %}
<li class="tap"><a href="/tap/{{ number }}">{{ said }}, number {{ number }}</a></li>
{% endfor %}</ul>"""
"""Some 4 kB, as the answer to a tap is."""


def minimal_view(parties: Parties) -> Flask:
    """Return an application that records what is posted to `/say` in a table
    of its own in the same database.
    """
    tap = Table(
        "tap",
        MetaData(),
        Column("id", Integer, primary_key=True),
        Column("said", Text, nullable=False),
    )
    tap.metadata.create_all(parties.engine)
    app = Flask("minimal")
    page = app.jinja_env.from_string(PAGE)

    @app.post("/say")
    def say() -> str:
        with parties.engine.begin() as db:
            db.execute(tap.insert(), {"said": request.form["say"]})
        return page.render(said=request.form["say"])

    return app


# Taps


Post = tuple[str, str, str]
"""The address, the cookie and the form of a tap."""


def taps_of(number: int) -> list[str]:
    return DEAL.format(pips=44 + number % 8, rank=RANKS[number // 8 % 4]).split("|")


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that scores a partie of its own; *token* is that of its forms."""

    number: int
    code: str
    cookie: str
    token: str

    def posts(self, deal: int) -> list[Post]:
        found = []
        position = 0
        for said in taps_of(self.number):
            form = {"csrf_token": self.token, "deal": deal, "position": position, "say": said}
            found.append(
                (
                    f"/p/{self.code}/say",
                    self.cookie,
                    urlencode({**form, "key": f"{deal}-{position}"}),
                )
            )
            position += said.count(";") + 1
        return found

    @property
    def simple(self) -> list[Post]:
        """Return the posts of a deal to the minimal view."""
        return [("/say", cookie, form) for _, cookie, form in self.posts(FIRST)]


def sit_down(app: Flask, parties: Parties, number: int) -> Phone:
    """Open a partie, and the table page on a phone that scores it."""
    sheet, secret = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)
    opened = parties.open_link(secret)
    client = app.test_client()
    assert opened is not None
    with client.session_transaction() as session:
        session["links"] = {sheet.code: opened[1]}
    found = re.search(r'name="csrf_token" value="([^"]*)"', client.get(f"/p/{sheet.code}/").text)
    cookie = client.get_cookie("session")
    assert found is not None
    assert cookie is not None
    return Phone(number, sheet.code, cookie.value, found[1])


@dataclass(frozen=True, slots=True)
class Load:
    """What it cost to answer posts; times are in seconds.

    Attributes:
        cpu: of the server, for one post.
        seconds: for all of them.
        waits: of each post, sorted.
    """

    cpu: float
    seconds: float
    waits: tuple[float, ...]

    @property
    def rate(self) -> float:
        return len(self.waits) / self.seconds

    def within(self, share: float) -> float:
        return self.waits[int(share * (len(self.waits) - 1))]


class Client:
    """A process that posts, so that the CPU time of this one is that of the server."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", __name__]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.communicate()

    def load(self, server: Any, tables: Sequence[Sequence[Post]], clients: int = 1) -> Load:
        """Post what each table taps, in its order, over this number of connections."""
        asked = self._process.stdin
        heard = self._process.stdout
        assert asked is not None
        assert heard is not None
        start = time.perf_counter()
        cpu = process_time()
        asked.write(json.dumps([server.effective_port, clients, tables]) + "\n")
        asked.flush()
        waits = json.loads(heard.readline())
        cpu = process_time() - cpu
        seconds = time.perf_counter() - start
        assert len(waits) == sum(map(len, tables)), "a post was not answered as it should be"
        return Load(cpu / len(waits), seconds, tuple(sorted(waits)))


def post_all(port: int, clients: int, tables: list[list[Post]]) -> list[float]:
    """Return how long each post took, each table's in their order;
    an answer that is not 200 ends it early.
    """

    def work(own: list[list[Post]]) -> list[float]:
        connection = HTTPConnection("127.0.0.1", port)
        waits = []
        for address, cookie, form in chain.from_iterable(zip(*own, strict=True)):
            headers = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"session={cookie}",
                "HX-Request-Type": "partial",
            }
            start = time.perf_counter()
            connection.request("POST", address, form, headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            waits.append(time.perf_counter() - start)
        connection.close()
        return waits

    with ThreadPoolExecutor(clients) as pool:
        return [
            *chain.from_iterable(pool.map(work, (tables[each::clients] for each in range(clients))))
        ]


@dataclass(frozen=True, slots=True)
class Taps:
    """The loads of taps and of the minimal view.

    Attributes:
        minimal: for each part of a deal, the loads of tables whose posts arrive one by one; so are
            `first` and `sixth`, of the taps of a first and a sixth deal.
        many_minimal: of many tables over several connections, as `many`, their taps.
    """

    minimal: list[list[Load]]
    first: list[list[Load]]
    sixth: list[list[Load]]
    many_minimal: Load
    many: Load


def least(parts: Sequence[Sequence[Load]]) -> float:
    """Return what one post costs: of each part, the table that was disturbed least.

    Whatever else a machine does empties its caches, which makes a tap dearer than a view that needs
    little memory.
    """
    return mean(min(each.cpu for each in loads) for loads in parts)


def measure_taps(create_app: CreateApp, make_server: MakeServer, parties: Parties) -> Taps:
    app = create_app(parties, b"bench")
    server, other = (_served(make_server, each) for each in (app, minimal_view(parties)))
    phones = [sit_down(app, parties, number) for number in range(ALONE + TABLES)]
    minimal, first, sixth = ([list[Load]() for _ in PARTS] for _ in range(3))
    with Client() as client:
        for phone, (deal, loads) in product(phones[:ALONE], ((FIRST, first), (SIXTH, sixth))):
            for number, part in enumerate(PARTS):
                loads[number].append(client.load(server, [phone.posts(deal)[part]]))
                minimal[number].append(client.load(other, [phone.simple[part]]))
            for between in range(deal + 1, SIXTH):
                said = "; ".join(taps_of(phone.number))
                parties.record(
                    phone.code, deal=between, position=0, said=said, form_key=str(between)
                )
        many = client.load(server, [phone.posts(FIRST) for phone in phones[ALONE:]], CLIENTS)
        many_minimal = client.load(other, [phone.simple for phone in phones[ALONE:]], CLIENTS)
    for each in (server, other):
        each.close()
    return Taps(minimal, first, sixth, many_minimal, many)


def _served(make_server: MakeServer, app: Flask) -> Any:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that requests queue is meant
    server = make_server(app, "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    return server


# A commit and a start


def _cost(
    *work: Callable[[], object], share: float = 0.5, before: Callable[[], None] = lambda: None
) -> float:
    """Return what this share of the *work* costs at most, done in turn."""
    costs = []
    for do in islice(cycle(work), max(ROUNDS, len(work))):
        before()
        start = process_time()
        do()
        costs.append(process_time() - start)
    return sorted(costs)[int(share * (len(costs) - 1))]


def _commit(parties: Parties) -> float:
    """Return the cost of one durable commit, without SQLAlchemy and Flask."""
    with closing(parties.engine.raw_connection()) as db:
        cursor = db.cursor()
        cursor.execute("CREATE TABLE IF NOT EXISTS raw (said TEXT NOT NULL)")
        return _cost(lambda: cursor.execute("INSERT INTO raw VALUES ('E point 5')"))


def cold_start(data: Path) -> float:
    """Return the cost of `scorer serve` until its first page is there, and of its end;
    an error if it ends before.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        while server.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/"):
                    break
            except OSError:
                time.sleep(0.02)
        else:
            raise click.ClickException(
                f"scorer serve ended before its first page, with status {server.returncode}."
            )
        server.terminate()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figures(create_app: CreateApp, make_server: MakeServer) -> Iterator[str]:
    with TemporaryDirectory() as directory:
        data = Path(directory)
        parties = open_parties(data)
        taps = measure_taps(create_app, make_server, parties)
        commit = _commit(parties)

        def line(what: str, seconds: float) -> str:
            return (
                f"{what:<44}{1000 * seconds:10.2f} ms{seconds / least(taps.minimal):10.1f} "
                f"minimal views"
            )

        yield line("durable commit", commit)
        yield line("minimal Flask view with a durable INSERT", least(taps.minimal))
        yield line("tap, first deal", least(taps.first))
        yield line("tap, sixth deal", least(taps.sixth))
        for what, found in (
            (f"minimal views, {CLIENTS} clients", taps.many_minimal),
            (f"taps, {CLIENTS} clients", taps.many),
        ):
            yield (
                f"{what:<44}{found.rate:10.0f} a second, 95 % within "
                f"{1000 * found.within(0.95):.0f} ms"
            )
        said = "; ".join(taps_of(FIRST))
        for what, text in (
            ("trick by trick", said),
            ("by a quick count", COUNT.sub("count E7 last E play 9", said)),
        ):
            log = parse_log(text, PORTLAND)
            yield line(
                f"deal of {len(log)} statements, {what}", _cost(partial(fold, PORTLAND, log))
            )
        dealt = [
            fold(DEFAULT, parse_log("; ".join(each.said), DEFAULT)).require() for each in deals()
        ]
        checked = _cost(*(partial(check, each) for each in dealt), share=0.99, before=forget)
        yield line(f"claims of a deal, 99 % of {len(dealt)}", checked)
        club = rehearse(data / "book", members=MEMBERS, parties=PARTIES).code
        parties = open_parties(data / "book")
        services = club_services(parties)
        by = Actor(services.clubs.club(club).id, Role.DIRECTOR, 0, "", 0)
        services.clubs.choose(by, "public standings", "yes")
        client = create_app(parties, b"bench").test_client()
        yield line(
            f"page of the standings, {PARTIES:,} parties",
            _cost(lambda: client.get(f"/c/{club}/s/1/")),
        )
        yield line("cold start, to the first page", cold_start(data))


def run(create_app: CreateApp, make_server: MakeServer) -> None:
    for line in figures(create_app, make_server):
        click.echo(line)


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(post_all(*json.loads(line))), flush=True)
