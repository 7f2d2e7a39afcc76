"""
What the benchmarks share: the pace of the machine, and a club's book when it was small and when it was large.

The book is a rehearsal's, with a thousand members. The large one has ten thousand parties, so that the benchmarks do
not take minutes to begin; with the environment variable `PARTIES=100000` they are run on as many as the README tells
of.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from time import perf_counter

import pytest

from scorer.service.book import BOOK
from scorer.service.club.rehearsal import rehearse
from scorer.storage.engine import AT_A_TIME
from tests.benchmarks.pace import Pace

MEMBERS, SMALL, LARGE = 1000, AT_A_TIME, int(os.environ.get("PARTIES", "10000"))
"""Members of the club, and parties in the small book and in the large one."""

FLAT = 1.5
"""So many times as long may something take in the large book as in the small one."""

PARTIE = [(27, 13), (15, 31), (44, 6), (18, 29), (35, 12), (25, 23)]


@pytest.fixture
def pace(request: pytest.FixtureRequest) -> Pace:
    """The pace of the machine by the clock of the benchmark; a test measures it between its rounds."""
    marker = request.node.get_closest_marker("benchmark")
    return Pace(marker.kwargs["timer"] if marker else perf_counter)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """The directories of the small book and of the large one, by their parties."""
    folder = tmp_path_factory.mktemp("books")
    made = {parties: folder / f"{parties}" for parties in (SMALL, LARGE)}

    def progress(_: int) -> None:
        if not made[SMALL].exists():
            made[SMALL].mkdir()
            with closing(sqlite3.connect(made[LARGE] / BOOK)) as db:
                db.execute("VACUUM INTO ?", [str(made[SMALL] / BOOK)])

    rehearse(made[LARGE], members=MEMBERS, parties=LARGE, progress=progress)
    return made
