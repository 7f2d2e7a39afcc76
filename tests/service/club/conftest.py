"""What the tests of a club share: two who play a season, and how their partie stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scorer.service.club.credentials import Actor
from scorer.service.club.signing import SeasonSheet
from tests.service.club.running_club import RunningClub, new_club


@dataclass
class Two:
    """
    Ada and Ben of a club, in a season of it.

    Attributes:
        club: the club on its evening.
        season: the season's number.
        ada: the number of the member who is elder first.
        ben: the other's.
    """

    club: RunningClub
    season: int
    ada: int
    ben: int

    @property
    def players(self) -> tuple[Actor, Actor]:
        """Who acts for the two."""
        return self.club.members[self.ada], self.club.members[self.ben]

    def play(self, *logs: str, signed: tuple[int, ...] = ()) -> str:
        """Play a partie and return its code."""
        return self.club.play(self.season, self.ada, self.ben, *logs, signed=signed).sheet.code

    def sheet(self, code: str) -> SeasonSheet:
        """How far a partie has come."""
        found = self.club.services.signing.sheet(code)
        assert found is not None
        return found


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Two:
    """Ada and Ben, in a season of four deals a partie: made once, since founding and admitting take their time."""
    found = new_club(tmp_path_factory.mktemp("prepared"))
    ada, ben = found.admit("Ada", "Ben")
    season = found.season(ada, ben)
    return Two(found, season, ada, ben)


@pytest.fixture
def two(prepared: Two, tmp_path: Path) -> Iterator[Two]:
    """The two on a book of their own, a copy of the one that was prepared."""
    club = prepared.club.copied(tmp_path)
    yield replace(prepared, club=club)
    club.parties.engine.dispose()
