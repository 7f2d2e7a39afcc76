"""Phones that tap, and what it costs a server to answer them, beside a minimal Flask view.

Times are of the CPU, so that what else the machine does counts little. The minimal view does what
any program must do for a tap: one INSERT, on the disk as the book's are, and a page of the same
length. Taps are posted by a process of their own, so that the CPU time of this one is that of the
server.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import chain, product
from statistics import mean
from threading import Thread
from time import process_time
from typing import Self
from urllib.parse import urlencode

from flask import Flask, request
from sqlalchemy import Column, Integer, MetaData, Table, Text
from waitress.server import BaseWSGIServer

from scorer.rules.presets import PORTLAND
from scorer.service.parties import Parties
from scorer.web import create_app
from scorer.web.serve import make_server

ALONE = 10
TABLES = 50
CLIENTS = 8
"""Tables whose taps arrive one by one; tables in play at once,
and the connections over which their taps arrive.
"""

PARTS = [slice(first, first + 7) for first in (0, 7, 14)]
"""The parts of the taps of a deal that are measured in turn with as many views."""

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

    def load(self, port: int, tables: Sequence[Sequence[Post]], clients: int = 1) -> Load:
        """Post to a server what each table taps, in its order, over this number of connections."""
        asked = self._process.stdin
        heard = self._process.stdout
        assert asked is not None
        assert heard is not None
        start = time.perf_counter()
        cpu = process_time()
        asked.write(json.dumps([port, clients, tables]) + "\n")
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


def measure_taps(parties: Parties) -> Taps:
    app = create_app(parties, b"benchmark")
    server = served(app)
    other = served(minimal_view(parties))
    phones = [sit_down(app, parties, number) for number in range(ALONE + TABLES)]
    minimal = [list[Load]() for _ in PARTS]
    first = [list[Load]() for _ in PARTS]
    sixth = [list[Load]() for _ in PARTS]
    phones = [sit_down(app, parties, number) for number in range(ALONE + TABLES)]
    with Client() as client:
        for phone, (deal, loads) in product(phones[:ALONE], ((FIRST, first), (SIXTH, sixth))):
            for number, part in enumerate(PARTS):
                loads[number].append(client.load(server.effective_port, [phone.posts(deal)[part]]))
                minimal[number].append(client.load(other.effective_port, [phone.simple[part]]))
            for between in range(deal + 1, SIXTH):
                said = "; ".join(taps_of(phone.number))
                parties.record(
                    phone.code, deal=between, position=0, said=said, form_key=str(between)
                )
        posts = [phone.posts(FIRST) for phone in phones[ALONE:]]
        many = client.load(server.effective_port, posts, CLIENTS)
        posts = [phone.simple for phone in phones[ALONE:]]
        many_minimal = client.load(other.effective_port, posts, CLIENTS)
    server.close()
    other.close()
    return Taps(minimal=minimal, first=first, sixth=sixth, many_minimal=many_minimal, many=many)


def served(app: Flask) -> BaseWSGIServer:
    """Return a server of an application that runs."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that requests queue is meant
    server = make_server(app, "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    return server


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(post_all(*json.loads(line))), flush=True)
