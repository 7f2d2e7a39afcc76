"""The log of what is arranged: appended, read by what it is about, and chained."""

from pathlib import Path

import pytest

from scorer.service.club.audit.verification import verify
from scorer.storage import arrangements
from scorer.storage.arrangements import ArrangementRow
from scorer.storage.engine import reading, writing
from tests.service.club.running_club import RunningClub, new_club
from tests.storage import NOW


def row(about: str, event: str = "{}", season: int = 1) -> ArrangementRow:
    return ArrangementRow(season, about, event, "director Ann", NOW)


ARRANGED = [
    row("evening 2026-12-05", '{"event":"here"}'),
    row("fixture 3.2"),
    row("evening 2026-12-05", '{"event":"gone"}'),
    row("evening 2026-12-12"),
    row("evening 2026-12-05", season=2),
]


@pytest.fixture
def club(tmp_path: Path) -> RunningClub:
    club = new_club(tmp_path)
    with writing(club.engine) as db:
        for each in ARRANGED:
            arrangements.append(db, club.id, each)
    return club


def test_an_evening_has_its_own_events_in_order(club: RunningClub) -> None:
    with reading(club.engine) as db:
        found = arrangements.about(db, club.id, 1, "evening 2026-12-05")
    assert found == [ARRANGED[0], ARRANGED[2]]


def test_a_season_has_those_of_all_its_evenings(club: RunningClub) -> None:
    with reading(club.engine) as db:
        found = arrangements.starting(db, club.id, 1, "evening ")
    assert found == [ARRANGED[0], ARRANGED[2], ARRANGED[3]]


def test_only_the_events_are_read_that_have_a_text(club: RunningClub) -> None:
    with reading(club.engine) as db:
        found = arrangements.starting(db, club.id, 1, "evening ", ('"here"', '"play started"'))
    assert found == [ARRANGED[0]]


def test_another_club_has_none(club: RunningClub) -> None:
    with reading(club.engine) as db:
        assert arrangements.starting(db, club.id + 1, 1, "") == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE arrangement SET about = 'fixture 1.1' WHERE id = 2",
        "DELETE FROM arrangement WHERE id = 2",
        "DELETE FROM arrangement",
    ],
)
def test_a_change_past_the_program_is_found(club: RunningClub, change: str) -> None:
    with club.tampered("arrangement", change) as db:
        assert [*verify(db, now=club.clock())] != []
