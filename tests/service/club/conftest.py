"""What the tests of a club share: two who play a season, and how their partie stands."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scorer.service.club.actors import Actor
from scorer.service.club.services import club_services
from scorer.service.club.signing import Standing
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine
from tests.service.club.evenings import Clock, Evening, evening


@dataclass
class Two:
    """
    Ada and Ben of a club, in a season of it.

    Attributes:
        evening: the club on its evening.
        season: the season's number.
        ada: the number of the member who is elder first.
        ben: the other's.
    """

    evening: Evening
    season: int
    ada: int
    ben: int

    @property
    def players(self) -> tuple[Actor, Actor]:
        """Who acts for the two."""
        return self.evening.members[self.ada], self.evening.members[self.ben]

    def play(self, *logs: str, signed: tuple[int, ...] = ()) -> str:
        """Play a partie and return its code."""
        return self.evening.play(self.season, self.ada, self.ben, *logs, signed=signed).sheet.code

    def standing(self, code: str) -> Standing:
        """How far a partie has come."""
        found = self.evening.services.signing.standing(code)
        assert found is not None
        return found


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Two:
    """Ada and Ben, in a season of four deals a partie: made once, since founding and admitting take their time."""
    found = evening(tmp_path_factory.mktemp("prepared"))
    ada, ben = found.admit("Ada", "Ben")
    season = found.season(ada, ben)
    found.parties.engine.dispose()
    return Two(found, season, ada, ben)


@pytest.fixture
def two(prepared: Two, tmp_path: Path) -> Iterator[Two]:
    """The two on a book of their own, a copy of the one that was prepared."""
    book = prepared.evening.parties.engine.url.database
    assert book is not None
    clock = Clock()
    parties = Parties(open_engine(f"sqlite:///{shutil.copy(book, tmp_path / 'book.sqlite')}"), clock)
    yield replace(
        prepared,
        evening=replace(
            prepared.evening,
            parties=parties,
            clock=clock,
            services=club_services(parties),
            members=dict(prepared.evening.members),
        ),
    )
    parties.engine.dispose()
