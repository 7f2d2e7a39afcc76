"""Two who play and one who looks on, with the phones that they hold."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.service.club.services import club_services
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine
from scorer.web import create_app
from scorer.web.extensions import LIMITER
from tests.service.club.evenings import Clock
from tests.web.club.table import Table, seated
from tests.web.club.visitors import Visit, visiting


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Table]:
    """The table, made once: founding a club and setting PINs takes its time, as it should."""
    data = tmp_path_factory.mktemp("laid")
    with visiting(data, "Ada", "Ben", "Cat") as visit:
        return data / "book.sqlite", seated(visit)


@pytest.fixture
def table(laid: tuple[Path, Table], tmp_path: Path) -> Iterator[Table]:
    """The table on a book of its own, a copy of the one that was made."""
    book, made = laid
    clock = Clock()
    parties = Parties(open_engine(f"sqlite:///{shutil.copy(book, tmp_path / 'book.sqlite')}"), clock)
    app = create_app(parties, b"a key that signs" * 2)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    LIMITER.reset()
    before = made.visit.club
    club = replace(before, parties=parties, clock=clock, services=club_services(parties), members=dict(before.members))
    yield Table(Visit(app, club), made.season)
    parties.engine.dispose()
