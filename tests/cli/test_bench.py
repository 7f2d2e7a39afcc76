"""The figures of this machine."""

from __future__ import annotations

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
    figures = re.findall(r"^(\w[^:\n]*?) {2,}[\d.]+ ms +[\d.]+ minimal views$", done.stdout, re.M)
    assert [each.split(",")[0] for each in figures] == [
        "durable commit",
        "minimal Flask view with a durable INSERT",
        "tap",
        "tap",
        "deal of 22 statements",
        "its claims",
        "standings",
        "cold start",
    ]
    assert len(re.findall(r"\d+ a second, 95 % within \d+ ms$", done.stdout, re.M)) == 2
