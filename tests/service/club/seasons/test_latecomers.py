"""What can be paired while a round goes on, and who joins a round of a Swiss late."""

from pathlib import Path

import pytest

from scorer.ledger.entries import ByeGiven, RoundDrawn
from scorer.ledger.terms import Format
from scorer.service.club.seasons.evenings import TableStage
from scorer.service.club.seasons.latecomers import Pairing
from scorer.table.entering import NotAllowed
from tests.service.club.running_club import RunningClub, new_club
from tests.service.club.seasons.test_evenings import NAMES, Room, room_of


@pytest.fixture
def club(tmp_path: Path) -> RunningClub:
    club = new_club(tmp_path)
    club.admit(*NAMES)
    return club


@pytest.fixture
def swiss(club: RunningClub) -> Room:
    """Ada, Ben, Cem, Dora and Emil play a round; Flora is not here."""
    room = room_of(club, format=Format.SWISS, rounds=3)
    room.come(1, 2, 3, 4, 5)
    room.does("pair")
    room.start()
    return room


EMIL = 5
FLORA = 6


def fixtures(room: Room) -> list[tuple[int, ...]]:
    drawn = room.club.services.seasons.fixtures_now(room.club.id, room.season)
    return [each.members for each in drawn]


def bye_of(room: Room) -> int:
    (member,) = (each.plan.members[0] for each in room.now.evening.tables if each.plan.is_bye)
    return member


STATES = {
    "a robin that is not drawn": (Format.SINGLE, [], (1, 2), Pairing.UNDRAWN),
    "a robin with a fixture of two here": (Format.SINGLE, [(1, 2)], (1, 2), Pairing.READY),
    "a robin without one": (Format.SINGLE, [(1, 2), (3, 4)], (1, 3), Pairing.NO_FIXTURES),
    "a knock-out that is not drawn": (Format.KNOCK_OUT, [], (1, 2), Pairing.READY),
    "a knock-out with a round open": (Format.KNOCK_OUT, [(1, 2), (3, 4)], (1,), Pairing.ROUND_OPEN),
    "a Swiss with a round open": (Format.SWISS, [(1, 2), (3, 4)], (1, 3), Pairing.ROUND_OPEN),
    "an open season": (Format.OPEN, [], (1, 2), Pairing.READY),
}


@pytest.mark.parametrize("name", STATES)
def test_what_can_be_paired_follows_from_the_format_and_who_is_here(
    club: RunningClub, name: str
) -> None:
    kind, drawn, here, state = STATES[name]
    room = room_of(club, format=kind, rounds=2 if kind is Format.SWISS else 0)
    if drawn:
        club.drawn(room.season, drawn)
    room.come(*here)
    assert room.now.next.state is state


def test_a_swiss_is_over_after_its_last_round(club: RunningClub) -> None:
    room = room_of(club, format=Format.SWISS, rounds=1)
    club.drawn(room.season, [(1, 2)])
    club.play(room.season, 1, 2, round_=1)
    assert room.now.next.state is Pairing.OVER


def test_who_sits_out_and_comes_is_late(swiss: Room) -> None:
    swiss.come(FLORA)
    assert swiss.now.next.late == (FLORA,)
    assert swiss.now.next.has_bye == (bye_of(swiss),)
    assert swiss.now.next.may_redraw


def test_who_has_the_bye_is_not_late(swiss: Room) -> None:
    assert not swiss.now.next.late


def test_a_round_drawn_again_takes_its_byes_back(swiss: Room) -> None:
    swiss.come(FLORA)
    swiss.does("draw_again")
    assert fixtures(swiss) == []
    assert sorted(map(len, swiss.planned)) == [2, 2, 2]
    swiss.start()
    assert sorted(map(len, fixtures(swiss))) == [2, 2, 2]
    assert swiss.stages == [TableStage.WAITING] * 3
    assert swiss.club.faults == []


def test_nobody_late_draws_nothing_again(swiss: Room) -> None:
    with pytest.raises(NotAllowed, match="without an opponent"):
        swiss.does("draw_again")


def test_a_draw_that_was_undone_elsewhere_leaves_no_tables_of_it(swiss: Room) -> None:
    """The director undoes the draw in the ledger, then pairs on the page of the evening."""
    seasons = swiss.club.services.seasons
    drawn = seasons.draw_to_undo(swiss.club.id, swiss.season)
    seasons.reverse(swiss.club.director, drawn, reason="Flora is coming")
    swiss.come(FLORA)
    swiss.does("pair")
    swiss.start()
    assert swiss.stages == [TableStage.WAITING] * 3


def test_two_late_ones_meet_without_moving_another_table(swiss: Room) -> None:
    before = [each for each in fixtures(swiss) if len(each) == 2]
    one, other = before[0]
    swiss.club.play(swiss.season, one, other, "tricks E12", round_=1)
    swiss.come(FLORA)
    bye = bye_of(swiss)
    swiss.does("pair_late", FLORA, bye)
    assert fixtures(swiss)[:2] == before
    assert {*fixtures(swiss)[2]} == {FLORA, bye}
    assert len(fixtures(swiss)) == 3


def test_the_byes_of_two_who_meet_after_all_count_no_more(swiss: Room) -> None:
    swiss.come(FLORA)
    swiss.does("pair_late", FLORA, bye_of(swiss))
    bodies = [each.body for each in swiss.club.entries]
    given = [each.member for each in bodies if isinstance(each, ByeGiven)]
    standings = swiss.club.document()["standings"]
    assert len(given) == 2
    assert {row["match_points"] for row in standings} == {0}


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [(6, 6, "two different"), (6, 1, "opponent"), (6, 99, "not here")],
    ids=["with themselves", "with one who has an opponent", "with nobody"],
)
def test_others_are_no_late_pair(swiss: Room, one: int, other: int, why: str) -> None:
    swiss.come(FLORA)
    other = swiss.now.tables[0].members[0] if why == "opponent" else other
    why = "plays already" if why == "opponent" else why
    with pytest.raises(NotAllowed, match=why):
        swiss.does("pair_late", one, other)


def test_a_round_drawn_again_is_drawn_as_it_is_shown(swiss: Room) -> None:
    swiss.come(FLORA)
    swiss.does("draw_again")
    planned = swiss.planned
    swiss.start()
    bodies = [each.body for each in swiss.club.entries]
    last = [each for each in bodies if isinstance(each, RoundDrawn)][-1]
    assert [each.members for each in last.fixtures] == planned
