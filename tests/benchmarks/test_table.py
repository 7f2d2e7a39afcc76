"""
How long the server takes at a club with fifty tables: `pytest tests/benchmarks --benchmark-only -n 0`.

The database is a real file and every tap is committed to it. The budget of a
tap is held against the ninety-fifth percentile of single requests, that of a
poll against the median, so that what else the machine does for a moment does
not count against it, both at the pace of the machine (`pace.py`), which is
measured between the rounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from time import process_time

import pytest
from flask.testing import FlaskClient
from pytest_benchmark.fixture import BenchmarkFixture
from werkzeug.test import TestResponse

from scorer.rules.presets import PORTLAND
from scorer.service.book import open_parties
from scorer.service.checking import forget
from scorer.web import create_app
from tests.benchmarks.pace import Pace, rounds_within

TABLES = 50
"""Parties in progress, each in its third deal."""

A_TAP, A_POLL = 0.015, 0.003
"""Seconds within which a tap is on the disk and answered, and a poll with nothing new."""

DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good; "
    "count E7 last E play 9"
)
PARTIAL = {"HX-Request-Type": "partial"}


class Table:
    """One table: its phone, its code, and what is hidden in its form."""

    def __init__(self, client: FlaskClient, code: str) -> None:
        self.client = client
        self.code = code
        self.fields: dict[str, str] = {}

    def read(self, page: TestResponse) -> None:
        """Keep the hidden fields of the page's form for the next tap."""
        self.fields = dict(re.findall(r'name="(csrf_token|deal|position|key)" value="([^"]*)"', page.text))

    def tap(self, said: str) -> TestResponse:
        """Say something, and read the answer."""
        page = self.client.post(f"/p/{self.code}/say", data={**self.fields, "say": said}, headers=PARTIAL)
        assert page.status_code == 200
        return page


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Table]]:
    """Fifty parties on one database, each with its own phone."""
    data: Path = tmp_path_factory.mktemp("book")
    parties = open_parties(data)
    app = create_app(parties, b"benchmark")
    found = []
    for number in range(TABLES):
        sheet, token = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)
        for deal in range(2):
            parties.record(sheet.code, deal=deal, position=0, said=DEAL, form_key=f"deal {deal}")
        client = app.test_client()
        opened = parties.open_link(token)
        assert opened is not None
        with client.session_transaction() as session:
            session["links"] = {sheet.code: opened[1]}
        table = Table(client, sheet.code)
        table.read(client.get(f"/p/{sheet.code}/", query_string={"deal": 2}))
        found.append(table)
    yield found
    parties.engine.dispose()


def test_a_tap_is_recorded_and_answered(benchmark: BenchmarkFixture, pace: Pace, tables: list[Table]) -> None:
    """
    Every second table takes its turn; each tap is a statement of the dialogue, and the answer is the new fragment.

    All tables say the same, so what was found of the claims at one is forgotten before the next.
    """
    words = ["E exchange 5; Y exchange 3", "E point 5", "Y how many", "E making 49", "Y good", "E quart", "Y good"]
    taps = [(table, said) for said in words for table in tables[::2]]
    answers: list[tuple[Table, TestResponse]] = []
    turns = iter(taps)

    def next_tap() -> tuple[tuple[Table, str], dict[str, object]]:
        for table, page in answers:
            table.read(page)
        answers.clear()
        forget()
        pace.measure()
        return next(turns), {}

    def tap(table: Table, said: str) -> None:
        answers.append((table, table.tap(said)))

    pedantic: Callable[..., object] = benchmark.pedantic
    pedantic(tap, setup=next_tap, rounds=len(taps) - 1)
    assert rounds_within(benchmark, 0.95) <= pace.allows(A_TAP, 0.95)


@pytest.mark.benchmark(timer=process_time)
def test_a_poll_with_nothing_new(benchmark: BenchmarkFixture, pace: Pace, tables: list[Table]) -> None:
    """Phones that look on ask in turn, and are told that they know it all; what the process works for it counts."""
    tags = [(table, table.client.get(f"/p/{table.code}/live").headers["ETag"]) for table in tables]
    turns = cycle(tags)

    def poll() -> None:
        table, tag = next(turns)
        assert table.client.get(f"/p/{table.code}/live", headers={"If-None-Match": tag}).status_code == 304

    pedantic: Callable[..., object] = benchmark.pedantic
    pedantic(poll, setup=pace.measure, rounds=100)
    assert rounds_within(benchmark, 0.5) <= pace.allows(A_POLL)
