"""
Schedules of faults: a short one here, and as many as it takes with `FAULTS=500 pytest tests/faults -n 0 -s`.

The long run ends when so many servers were killed, twenty times as many taps were hit by a fault before they were
answered, and two phones raced for twice as many positions.
"""

import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import postgresql
from tests.thorough import SEED, mostly_slow

from .laboratory import Verdict, run
from .phones import Found

KILLS = int(os.environ.get("FAULTS", "0"))


def check(verdict: Verdict) -> None:
    print(verdict, dict(verdict.found.faults))
    assert verdict.is_clean, (verdict.lost, verdict.doubled, verdict.errors)
    assert all(verdict.killed), "a machine was never killed"
    assert all(verdict.answered), "a machine never answered"


def places(directory: Path, kind: str) -> dict[str, Any]:
    """Return where a new book is: in a file, or in a database that two machines use."""
    if kind == "file":
        return {"data": directory}
    address = postgresql.new_database(postgresql.new_name(), postgresql.empty())
    return {"data": directory, "database": address.render_as_string(hide_password=False), "machines": 2}


@pytest.mark.parametrize("kind", mostly_slow(["file", "server"], ["file"]))
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, kind: str) -> None:
    verdict = run(**places(tmp_path, kind), seed=SEED, tables=1, shared=2, deals=1, season=1)
    check(verdict)
    tried = verdict.found.faults
    assert all(tried[fate] for fate in ("killed", "answer lost", "reordered")), "the schedule tried too little"
    assert verdict.found.races, "no two phones met"


@pytest.mark.skipif(not KILLS, reason="FAULTS says how many servers to kill in the long run")
def test_nothing_is_lost_or_doubled_in_a_long_run(tmp_path: Path) -> None:
    total, killed = Found(), 0
    for number in count(1):
        directory = tmp_path / str(number)
        directory.mkdir()
        where = places(directory, ("file", "server")[number % 2])
        verdict = run(**where, seed=f"{SEED} {number}", tables=2, shared=6, deals=6, season=6)
        check(verdict)
        total.add(verdict.found)
        killed += sum(verdict.killed)
        taps = f"{total.taps:,} taps, {total.faulty:,} of them faulty"
        print(f"so far {taps}, {total.faults.total():,} faults, {killed:,} kills, {total.races:,} races")
        if killed >= KILLS and total.faulty >= 20 * KILLS and total.races >= 2 * KILLS:
            break
