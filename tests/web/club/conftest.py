"""Two who play and one who looks on, with the phones that they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.applications import application
from tests.web.club.table import Table, seated
from tests.web.club.visitors import Visit, visiting


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The table, made once: founding a club and setting PINs takes its time, as it should."""
    with visiting(tmp_path_factory.mktemp("laid"), "Ada", "Ben", "Cat") as visit:
        return seated(visit)


@pytest.fixture
def table(laid: Table, tmp_path: Path) -> Iterator[Table]:
    """The table on a book of its own, a copy of the one that was made."""
    club = laid.visit.club.copied(tmp_path)
    yield Table(Visit(application(club.parties), club), laid.season)
    club.parties.engine.dispose()
