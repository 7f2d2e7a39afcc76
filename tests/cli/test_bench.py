"""The figures of this machine."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask, request

from scorer.cli import bench
from scorer.web import create_app
from scorer.web.serve import make_server
from tests.cli.conftest import printed


def test_a_server_that_does_not_start_has_no_cost(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(click.ClickException, match="ended before its first page, with status 2"):
        bench.cold_start(tmp_path / "file")


@pytest.mark.slow
def test_every_figure_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few tables and parties, because the benchmarks measure more."""
    for name in ("ALONE", "TABLES", "MEMBERS", "ROUNDS"):
        monkeypatch.setattr(bench, name, 2)
    monkeypatch.setattr(bench, "PARTIES", 4)
    figures = printed("bench").splitlines()
    assert len(figures) == 11
    assert all(re.search(r" +\d[\d.]* (ms|a second)", each) for each in figures)


def test_figures_are_of_the_least_disturbed_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*milliseconds: int) -> list[bench.Load]:
        waits = tuple(number / 100 for number in range(1, 101))
        return [bench.Load(each / 1000, each / 100, waits) for each in milliseconds]

    minimal = [load(2, 9, 1), load(1, 3)]
    first = [load(3, 4, 5), load(9, 3)]
    sixth = [load(8, 6, 7), load(6, 6)]
    taps = bench.Taps(minimal, first, sixth, *load(50, 100))
    costs: dict[str, Any] = {
        "measure_taps": taps,
        "_commit": 0.001,
        "_cost": 0.004,
        "cold_start": 0.5,
    }
    for name, cost in costs.items():
        monkeypatch.setattr(bench, name, lambda *_args, cost=cost, **_how: cost)
    for name in ("PARTIES", "MEMBERS"):
        monkeypatch.setattr(bench, name, 2)
    assert [re.sub(" {2,}", ": ", each) for each in bench.figures(create_app, make_server)] == [
        "durable commit: 1.00 ms: 1.0 minimal views",
        "minimal Flask view with a durable INSERT: 1.00 ms: 1.0 minimal views",
        "tap, first deal: 3.00 ms: 3.0 minimal views",
        "tap, sixth deal: 6.00 ms: 6.0 minimal views",
        "minimal views, 8 clients: 200 a second, 95 % within 950 ms",
        "taps, 8 clients: 100 a second, 95 % within 950 ms",
        "deal of 22 statements, trick by trick: 4.00 ms: 4.0 minimal views",
        "deal of 11 statements, by a quick count: 4.00 ms: 4.0 minimal views",
        "claims of a deal, 99 % of 100: 4.00 ms: 4.0 minimal views",
        "page of the standings, 2 parties: 4.00 ms: 4.0 minimal views",
        "cold start, to the first page: 500.00 ms: 500.0 minimal views",
    ]


def test_each_table_posts_its_own_taps_in_their_order_as_its_page_does() -> None:
    app = Flask("heard")
    heard = []

    @app.post("/say")
    def say() -> str:
        heard.append((request.cookies["session"], request.form["say"]))
        assert request.headers["HX-Request-Type"] == "partial"
        return ""

    tables = [[("/say", phone, f"say={number}") for number in range(3)] for phone in "abc"]
    with closing(bench._served(make_server, app)) as server:
        assert len(bench.post_all(server.effective_port, 2, tables)) == 9
    assert sorted(heard, key=lambda each: each[0]) == [
        (phone, str(number)) for phone in "abc" for number in range(3)
    ]
    assert len({*map(tuple, map(bench.taps_of, range(32)))}) == 32
