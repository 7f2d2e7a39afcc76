"""A club of four with its pages, and the table at which two of them play."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.quick_books import kept_directory
from tests.web.applications import application
from tests.web.club.table import Table, seated
from tests.web.club.visitors import Visit, visiting


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat", "Dan") as found:
        yield found


@cache
def laid() -> Table:
    """Return the table, made once, and while passwords are hashed quickly."""
    with visiting(kept_directory(), "Ada", "Ben", "Cat") as found:
        return seated(found)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The table on a copy of its book."""
    club = laid().visit.club.copied(tmp_path)
    yield Table(Visit(application(club.parties), club), laid().season)
    club.parties.engine.dispose()
