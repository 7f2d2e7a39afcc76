"""
What the program costs on this machine, beside a durable commit and a minimal Flask view.

Times are of the CPU, so that what else the machine does counts little. The minimal view is what any program must do
for a tap: one INSERT, on the disk as the book's are, and a page of the same length.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import process_time

import click
from flask import Flask, request
from flask.testing import FlaskClient
from sqlalchemy import Column, Integer, MetaData, Table, Text

from ..rules.deal import fold
from ..rules.notation import parse_log
from ..rules.presets import PORTLAND
from ..service.book import open_parties
from ..service.checking import check, forget
from ..service.club.rehearsal import rehearse
from ..service.club.services import club_services
from ..service.parties import Parties

CreateApp = Callable[[Parties, bytes], Flask]

TABLES, DEALS = 8, 6
"""Tables that play a whole partie each, one after another."""

PARTIES, MEMBERS = 1000, 100
"""The book of which the standings are computed."""

ROUNDS = 200
"""How often what is small is measured; its median counts."""

TAPS = (
    "E exchange 5; Y exchange 3",
    "E point 5",
    "Y how many",
    "E making 49",
    "Y good",
    "E quart",
    "Y good",
    "E trio of knaves",
    "Y not good",
    *(f"tricks {seat}1" for seat in "EYEEYEYEEYEE"),
)
"""What is tapped in each deal."""

PARTIAL = {"HX-Request-Type": "partial"}

PAGE = """<!doctype html><title>Taps</title><ul>
{% for number in range(60) %}<li class="tap"><a href="/tap/{{ number }}">{{ said }}, number {{ number }}</a></li>
{% endfor %}</ul>"""
"""Some 4 kB, as the answer to a tap is."""


def minimal_view(parties: Parties) -> Flask:
    """Return an application that records what is posted to `/say` in a table of its own in the same database."""
    tap = Table("tap", MetaData(), Column("id", Integer, primary_key=True), Column("said", Text, nullable=False))
    tap.metadata.create_all(parties.engine)
    app = Flask("minimal")
    page = app.jinja_env.from_string(PAGE)

    @app.post("/say")
    def say() -> str:
        with parties.engine.begin() as db:
            db.execute(tap.insert(), {"said": request.form["say"]})
        return page.render(said=request.form["say"])

    return app


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that scores a partie of its own; *token* is that of its forms."""

    client: FlaskClient
    code: str
    token: str

    @property
    def address(self) -> str:
        return f"/p/{self.code}/say"

    def form(self, deal: int, tap: int) -> dict[str, str]:
        position = sum(said.count(";") + 1 for said in TAPS[:tap])
        key = f"{deal}-{position}"
        return {
            "csrf_token": self.token,
            "deal": str(deal),
            "position": str(position),
            "key": key,
            "say": TAPS[tap],
        }


def sit_down(app: Flask, parties: Parties, number: int) -> Phone:
    """Open a partie, and the table page on a phone that scores it."""
    sheet, secret = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)
    opened = parties.open_link(secret)
    assert opened is not None
    client = app.test_client()
    with client.session_transaction() as session:
        session["links"] = {sheet.code: opened[1]}
    found = re.search(r'name="csrf_token" value="([^"]*)"', client.get(f"/p/{sheet.code}/").text)
    assert found is not None
    return Phone(client, sheet.code, found[1])


@dataclass(frozen=True, slots=True)
class TapCosts:
    """CPU seconds of a tap, by the deal of its partie, and of the minimal view."""

    by_deal: tuple[float, ...]
    minimal: float

    @property
    def ratio(self) -> float:
        return fmean(self.by_deal) / self.minimal


def tap_costs(app: Flask, parties: Parties, tables: int) -> TapCosts:
    """Play a partie at each table, and post each tap to the minimal view as well."""
    other = minimal_view(parties).test_client()
    taps: list[list[list[float]]] = [[[] for _ in TAPS] for _ in range(DEALS)]
    views: list[float] = []
    for number in range(tables):
        phone = sit_down(app, parties, number)
        for deal in range(DEALS):
            forget()  # the tables say the same, and what was found of it at one would be known at the next
            for tap in range(len(TAPS)):
                form = phone.form(deal, tap)
                taps[deal][tap].append(_posted(phone.client, phone.address, form))
                views.append(_posted(other, "/say", form))
    return TapCosts(tuple(fmean(map(median, each)) for each in taps), median(views))


def _posted(client: FlaskClient, address: str, form: dict[str, str]) -> float:
    start = process_time()
    answer = client.post(address, data=form, headers=PARTIAL)
    cost = process_time() - start
    assert answer.status_code == 200, answer.text
    return cost


def _cost(do: Callable[[], object], before: Callable[[], None] = lambda: None) -> float:
    costs = []
    for _ in range(ROUNDS):
        before()
        start = process_time()
        do()
        costs.append(process_time() - start)
    return median(costs)


def _commit(parties: Parties) -> float:
    """Return the cost of one durable commit, without SQLAlchemy and Flask."""
    db = parties.engine.raw_connection()
    cursor = db.cursor()
    cursor.execute("CREATE TABLE IF NOT EXISTS raw (said TEXT NOT NULL)")

    def commit() -> None:
        cursor.execute("INSERT INTO raw VALUES ('E point 5')")

    cost = _cost(commit)
    db.close()
    return cost


def cold_start(data: Path) -> float:
    """Return the cost of `scorer serve` until its first page is there, and of its end."""
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
        server.terminate()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figures(create_app: CreateApp) -> Iterator[str]:
    """Yield a line for each figure."""
    with TemporaryDirectory() as directory:
        data = Path(directory)
        parties = open_parties(data)
        taps = tap_costs(create_app(parties, b"bench"), parties, TABLES)
        commit = _commit(parties)
        parties.engine.dispose()

        def line(what: str, seconds: float) -> str:
            return f"{what:<44}{1000 * seconds:10.2f} ms{seconds / taps.minimal:10.1f} minimal views"

        yield line("durable commit", commit)
        yield line("minimal Flask view with a durable INSERT", taps.minimal)
        yield line("tap, first deal", taps.by_deal[0])
        yield line("tap, sixth deal", taps.by_deal[-1])
        log = parse_log("; ".join(TAPS), PORTLAND)
        deal = fold(PORTLAND, log).require()
        yield line(f"deal of {len(log)} statements, scored", _cost(lambda: fold(PORTLAND, log)))
        yield line("its claims, checked", _cost(lambda: check(deal), forget))
        club = rehearse(data / "book", members=MEMBERS, parties=PARTIES).code
        parties = open_parties(data / "book")
        services = club_services(parties)
        number = services.clubs.club(club).id
        yield line(f"standings, {PARTIES:,} parties", _cost(lambda: services.standings.now(number, 1)))
        parties.engine.dispose()
        yield line("cold start, to the first page", cold_start(data))


def run(create_app: CreateApp) -> None:
    for line in figures(create_app):
        click.echo(line)
