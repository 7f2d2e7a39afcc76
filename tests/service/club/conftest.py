"""A club that is founded once a session: a test has a copy of its book."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from scorer.ledger.entries import SheetPosted
from scorer.ledger.results import CardResult, Result
from scorer.service.club.credentials import Actor
from scorer.service.club.disputes.cases import Correction, DisputeKind
from scorer.service.club.posting.signing import SeasonSheet
from tests import there
from tests.service.club.running_club import RunningClub, new_club

TRICK = "strike 12 for tricks Y1"
"""Ben's version of the third deal: Ben won the last trick.
22 to 2 in place of 53 to 0, and 392 in place of 421.
"""


def posted_body(season_sheet: SeasonSheet) -> SheetPosted:
    body = there(season_sheet.posted).entry.body
    assert isinstance(body, SheetPosted)
    return body


def points(season_sheet: SeasonSheet) -> int:
    """What the loser pays by the current entry."""
    return of_two(posted_body(season_sheet)).points


def of_two(body: SheetPosted) -> Result:
    assert isinstance(body.result, Result)
    return body.result


def of_company(season_sheet: SeasonSheet) -> CardResult:
    result = posted_body(season_sheet).result
    assert isinstance(result, CardResult)
    return result


@dataclass
class Two(RunningClub):
    """With Ada, who is elder first, and Ben: members in a season of four deals a partie."""

    winter: int = 1
    ada: int = 1
    ben: int = 2

    @property
    def players(self) -> tuple[Actor, Actor]:
        return self.members[self.ada], self.members[self.ben]

    def partie(self, *logs: str, signed: tuple[int, ...] = ()) -> str:
        return self.play(self.winter, self.ada, self.ben, *logs, signed=signed).sheet.code

    def asks(self, code: str, player: int = 1, said: str = TRICK) -> SeasonSheet:
        who = self.players[player]
        disputes = self.services.disputes
        return disputes.file(
            code, who, DisputeKind.CORRECTION, "I took the last.", Correction(deal=2, said=said)
        )


@pytest.fixture(scope="session")
def prepared_two(tmp_path_factory: pytest.TempPathFactory) -> Two:
    found = Two(**vars(new_club(tmp_path_factory.mktemp("two"))))
    found.season(*found.admit("Ada", "Ben"))
    return found


@pytest.fixture(scope="session")
def prepared_four(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    found = new_club(tmp_path_factory.mktemp("four"))
    found.admit("Ada", "Ben", "Cat", "Dan")
    return found


@pytest.fixture
def two(prepared_two: Two, tmp_path: Path) -> Iterator[Two]:
    """The book verifies in the end, whatever a test has done to it."""
    yield from verified(prepared_two.copied(tmp_path))


@pytest.fixture
def club(prepared_four: RunningClub, tmp_path: Path) -> Iterator[RunningClub]:
    """Ada, Ben, Cat and Dan, without a season; the book verifies in the end."""
    yield from verified(prepared_four.copied(tmp_path))


AnyClub = TypeVar("AnyClub", bound=RunningClub)


def verified(club: AnyClub) -> Iterator[AnyClub]:
    yield club
    if (happened := club.happened) not in VERIFIED:
        assert club.faults == []
        VERIFIED.add(happened)
    club.engine.dispose()


VERIFIED = set[tuple[object, ...]]()
"""What has happened in the books that were verified;
a book in which only that has happened is not verified again.
"""
