"""
What a phone that looks on costs at a club with fifty tables: `pytest tests/benchmarks --benchmark-only -n 0`.

The budget is held against the median, at the pace of the machine (`pace.py`), which is measured between the rounds.
"""

from itertools import cycle
from pathlib import Path
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scorer.rules.presets import PORTLAND
from scorer.service.book import open_parties
from scorer.web import create_app
from tests.benchmarks.pace import Pace

TABLES = 50
"""Parties in progress, each in its third deal."""

A_POLL = 0.001
"""Seconds within which a poll with nothing new is answered."""

DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good; "
    "count E7 last E play 9"
)


@pytest.mark.benchmark(timer=process_time)
def test_a_poll_with_nothing_new(benchmark: BenchmarkFixture, pace: Pace, tmp_path: Path) -> None:
    """Phones that look on ask in turn, and are told that they know it all; what the process works for it counts."""
    parties = open_parties(tmp_path)
    client, tags = create_app(parties, b"benchmark").test_client(), []
    for number in range(TABLES):
        sheet, _ = parties.open((f"Ada {number}", f"Ben {number}"), PORTLAND)
        for deal in range(2):
            parties.record(sheet.code, deal=deal, position=0, said=DEAL, form_key=f"deal {deal}")
        address = f"/p/{sheet.code}/live"
        tags.append((address, client.get(address).headers["ETag"]))
    turns = cycle(tags)

    def poll() -> None:
        address, tag = next(turns)
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304

    benchmark.pedantic(poll, setup=pace.measure, rounds=100)
    parties.engine.dispose()
    assert pace.holds(benchmark, A_POLL)
