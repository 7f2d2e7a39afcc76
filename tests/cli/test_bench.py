"""The figures of this machine."""

import re

import pytest

from scorer.cli import bench
from tests.cli.running import scorer


def test_every_figure_is_printed_beside_the_minimal_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few tables and parties, because the benchmarks measure more."""
    for name in ("ALONE", "TABLES", "MEMBERS", "ROUNDS"):
        monkeypatch.setattr(bench, name, 2)
    monkeypatch.setattr(bench, "PARTIES", 4)
    done = scorer("bench")
    assert (done.exit_code, done.stderr) == (0, "")
    assert re.sub(r" +[\d.]+(?= (ms|min|a s))", " …", done.stdout).splitlines() == [
        "durable commit … ms … minimal views",
        "minimal Flask view with a durable INSERT … ms … minimal views",
        "tap, first deal … ms … minimal views",
        "tap, sixth deal … ms … minimal views",
        "minimal views, 8 clients … a second, 95 % within … ms",
        "taps, 8 clients … a second, 95 % within … ms",
        "deal of 22 statements, scored … ms … minimal views",
        "its claims, checked … ms … minimal views",
        "standings, 4 parties … ms … minimal views",
        "cold start, to the first page … ms … minimal views",
    ]
