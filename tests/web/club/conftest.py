"""A club of four with its pages, and the table at which two of them play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.applications import application
from tests.web.club.table import Table, seated
from tests.web.club.visitors import Visit, visiting


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat", "Dan") as found:
        yield found


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The table, made once."""
    with visiting(tmp_path_factory.mktemp("laid"), "Ada", "Ben", "Cat") as found:
        return seated(found)


@pytest.fixture
def table(laid: Table, tmp_path: Path) -> Iterator[Table]:
    """The table on a copy of its book."""
    club = laid.visit.club.copied(tmp_path)
    yield Table(Visit(application(club.parties), club), laid.season)
    club.parties.engine.dispose()
