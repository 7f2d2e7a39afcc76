"""
Schedules of faults: a short one here, and as many as it takes with `FAULTS=500 pytest tests/faults -n 0 -s`.

The long run ends when so many servers were killed, the network failed twenty times as often, and two phones raced for
twice as many positions.
"""

import os
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import postgresql

from .laboratory import Verdict, run

KILLS = int(os.environ.get("FAULTS", "0"))


def check(found: Verdict) -> None:
    print(found, dict(found.faults))
    assert found.is_clean, (found.lost, found.doubled, found.errors)


def places(directory: Path, kind: str) -> dict[str, Any]:
    """Return where a new book is: in a file, or in a database that two machines use."""
    if kind == "file":
        return {"data": directory}
    address = postgresql.new_database(postgresql.new_name(), postgresql.empty())
    return {"data": directory, "database": address.render_as_string(hide_password=False), "machines": 2}


@pytest.mark.parametrize("kind", ["file", "server"])
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, kind: str) -> None:
    found = run(**places(tmp_path, kind), seed=1, tables=2, shared=2, deals=1, season=2)
    check(found)
    assert all(found.faults[fate] for fate in ("killed", "answer lost", "reordered")), "the schedule tried too little"
    assert found.races, "no two phones met"


@pytest.mark.skipif(not KILLS, reason="FAULTS says how many servers to kill in the long run")
def test_the_long_run(tmp_path: Path) -> None:
    faults: Counter[str] = Counter()
    taps = races = 0
    for seed in count(1):
        directory = tmp_path / str(seed)
        directory.mkdir()
        found = run(**places(directory, ("file", "server")[seed % 2]), seed=seed, tables=2, shared=6, deals=6, season=6)
        check(found)
        faults, taps, races = faults + found.faults, taps + found.taps, races + found.races
        network = faults.total() - faults["killed"]
        print(f"so far {taps:,} taps, {faults['killed']:,} kills, {network:,} other faults, {races:,} races")
        if faults["killed"] >= KILLS and network >= 20 * KILLS and races >= 2 * KILLS:
            break
