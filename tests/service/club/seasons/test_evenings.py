"""An evening as a director runs it: who is here, the pairing, its tables, and what follows."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger.entries import RoundDrawn
from scorer.ledger.terms import Format
from scorer.rules.names import without_isolates
from scorer.service.club.seasons.evenings import Attendance, EveningNow, TableStage
from scorer.table.entering import NotAllowed
from tests.service.club.running_club import RunningClub, new_club

DAY = "2026-11-21"
NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Flora")


@dataclass
class Room:
    """An evening in a club room."""

    club: RunningClub
    season: int

    @property
    def now(self) -> EveningNow:
        return self.club.services.evenings.now(self.club.id, self.season, DAY)

    def does(self, verb: str, *asked: Any) -> None:
        act = getattr(self.club.services.evenings, verb)
        act(self.club.director, self.season, DAY, *asked)

    def come(self, *members: int) -> None:
        for member in members:
            self.does("presence", member, Attendance.HERE)

    @property
    def planned(self) -> list[tuple[int, ...]]:
        return [each.members for each in self.now.evening.plan]

    @property
    def stages(self) -> list[TableStage]:
        return [each.stage for each in self.now.tables]

    def start(self) -> None:
        self.does("start", self.now.seen)

    @property
    def kinds(self) -> list[str]:
        return [each.kind for each in self.club.entries]


def room_of(club: RunningClub, **terms: Any) -> Room:
    return Room(club, club.season(*club.members, name="Autumn", **terms))


@pytest.fixture
def club(tmp_path: Path) -> RunningClub:
    club = new_club(tmp_path)
    club.admit(*NAMES)
    return club


@pytest.fixture
def room(club: RunningClub) -> Room:
    """As they like, two at a table; nobody is here yet."""
    return room_of(club)


def test_those_who_are_here_are_paired_and_one_too_many_sits_out(room: Room) -> None:
    room.come(1, 2, 3, 4, 5)
    room.does("pair")
    assert sorted(map(len, room.planned)) == [1, 2, 2]
    assert {member for each in room.planned for member in each} == {1, 2, 3, 4, 5}


def test_a_pairing_of_an_open_season_posts_nothing(room: Room) -> None:
    before = room.kinds
    room.come(1, 2, 3, 4)
    room.does("pair")
    room.start()
    assert room.kinds == before


def test_a_table_follows_the_partie_that_is_played_at_it(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    room.start()
    assert room.stages == [TableStage.WAITING]
    first, second = room.now.tables[0].members
    playing = room.club.play(room.season, first, second, "tricks E12")
    assert room.stages == [TableStage.PLAYING]
    assert room.now.tables[0].code == playing.sheet.code


@pytest.mark.parametrize(
    ("signed", "stage"),
    [((), TableStage.UNSIGNED), ((0,), TableStage.UNSIGNED), ((0, 1), TableStage.FINISHED)],
    ids=["by nobody", "by one", "by both"],
)
def test_a_partie_that_is_over_waits_for_its_signatures(
    room: Room, signed: tuple[int, ...], stage: TableStage
) -> None:
    room.come(1, 2)
    room.does("pair")
    room.start()
    room.club.play(room.season, 2, 1, signed=signed)
    assert room.stages == [stage]


def test_a_partie_of_before_the_evening_is_not_that_of_its_table(room: Room) -> None:
    room.club.play(room.season, 1, 2)
    room.club.clock.later(minutes=5)
    room.come(1, 2)
    room.does("pair")
    room.start()
    assert room.stages == [TableStage.WAITING]


def test_two_who_meet_twice_have_each_partie_at_its_own_table(room: Room) -> None:
    room.come(1, 2)
    for _ in range(2):
        room.does("pair")
        room.start()
        room.club.play(room.season, 1, 2)
    codes = [each.code for each in room.now.tables]
    assert len({*codes}) == 2
    assert room.stages == [TableStage.FINISHED] * 2


def test_who_plays_is_not_paired_and_who_has_finished_is(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    room.start()
    room.come(3)
    assert room.now.free == (3,)
    room.club.play(room.season, 1, 2)
    free = {*room.now.free}
    assert free == {1, 2, 3}


def test_a_late_one_plays_who_sits_out(room: Room) -> None:
    room.come(1, 2, 3)
    room.does("pair")
    (alone,) = (each[0] for each in room.planned if len(each) == 1)
    room.come(4)
    room.does("make_pair", room.now.seen, 4, alone, "Dora came at nine")
    assert sorted(map(len, room.planned)) == [2, 2]


def test_nobody_sits_out_twice_before_all_did(room: Room) -> None:
    room.come(1, 2, 3)
    alone = []
    for _ in range(3):
        room.does("pair")
        alone += [each[0] for each in room.planned if len(each) == 1]
        room.start()
        pair = next(each.members for each in room.now.tables if each.stage is TableStage.WAITING)
        room.club.play(room.season, pair[0], pair[1])
    assert sorted(alone) == [1, 2, 3]


def test_those_who_have_just_met_do_not_meet_again_though_nobody_has_signed(room: Room) -> None:
    room.come(1, 2, 3, 4)
    met = []
    for _ in range(3):
        room.does("pair")
        pairs = [each for each in room.planned if len(each) == 2]
        met += [frozenset(each) for each in pairs]
        room.start()
        for pair in pairs:
            room.club.play(room.season, pair[0], pair[1], signed=())
    assert len({*met}) == 6


def test_a_swap_that_was_not_shown_is_refused(room: Room) -> None:
    """Two directors have the page; one of them sees an old pairing."""
    room.come(1, 2, 3, 4)
    room.does("pair")
    seen = room.now.seen
    one, other = (each[0] for each in room.planned)
    room.does("swap", seen, one, other)
    with pytest.raises(NotAllowed, match="has changed since"):
        room.does("swap", seen, one, other)


def test_a_doubled_start_starts_once(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    seen = room.now.seen
    room.does("start", seen)
    room.does("start", seen)
    assert len(room.now.tables) == 1


def test_who_has_gone_keeps_a_pairing_from_starting(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    room.does("presence", 2, Attendance.GONE)
    with pytest.raises(NotAllowed, match="cannot play now"):
        room.start()


def test_a_table_that_has_not_begun_is_taken_back(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    room.start()
    room.does("undo_table", 1)
    assert not room.now.tables
    assert room.now.free == (1, 2)


def test_a_table_that_has_begun_is_not_taken_back(room: Room) -> None:
    room.come(1, 2)
    room.does("pair")
    room.start()
    room.club.play(room.season, 1, 2, "tricks E12")
    with pytest.raises(NotAllowed, match="has begun"):
        room.does("undo_table", 1)


def test_a_person_who_is_no_member_is_admitted_entered_and_here(room: Room) -> None:
    room.does("welcome", "Georg")
    georg = max(room.now.entrants)
    assert without_isolates(room.now.names[georg]) == "Georg"
    assert room.now.evening.here == (georg,)


def test_a_member_who_is_not_in_the_season_is_entered(room: Room) -> None:
    (georg,) = room.club.admit("Georg")
    room.does("welcome", "", georg)
    assert georg in room.now.entrants


@pytest.mark.parametrize(
    "presence", [Attendance.AWAY, Attendance.LATE, Attendance.GONE], ids=lambda each: each.value
)
def test_a_member_says_of_themselves_that_they_do_not_come(
    room: Room, presence: Attendance
) -> None:
    evenings = room.club.services.evenings
    evenings.presence(room.club.members[1], room.season, DAY, 1, presence, "21:00")
    now = room.now.evening
    assert now.away == ({1} if presence is Attendance.AWAY else set())
    assert now.late == ({1: "21:00"} if presence is Attendance.LATE else {})


@pytest.mark.parametrize(
    ("of", "presence"),
    [(2, Attendance.AWAY), (1, Attendance.HERE), (1, Attendance.RESTING)],
    ids=["of another", "that they are here", "that they sit out"],
)
def test_a_member_says_nothing_else(room: Room, of: int, presence: Attendance) -> None:
    evenings = room.club.services.evenings
    with pytest.raises(NotAllowed):
        evenings.presence(room.club.members[1], room.season, DAY, of, presence)


def test_who_sat_out_on_an_earlier_evening_does_not_sit_out_again(room: Room) -> None:
    room.come(1, 2, 3)
    room.does("pair")
    (alone,) = (each[0] for each in room.planned if len(each) == 1)
    room.start()
    later = "2026-11-28"
    evenings = room.club.services.evenings
    for member in (1, 2, 3):
        evenings.presence(room.club.director, room.season, later, member, Attendance.HERE)
    evenings.pair(room.club.director, room.season, later)
    plan = evenings.now(room.club.id, room.season, later).evening.plan
    assert (alone,) not in [each.members for each in plan]


# At the table


def test_a_sheet_knows_its_table_and_when_the_round_ends(room: Room) -> None:
    room.come(1, 2, 3, 4)
    room.does("pair")
    room.start()
    room.does("set_bell", "22.15")
    evenings = room.club.services.evenings
    for table in room.now.tables:
        first, second = table.members
        code = room.club.play(room.season, first, second, "tricks E12").sheet.code
        assert evenings.at_table(code) == (table.number, "22:15")


def test_a_sheet_of_a_substitute_knows_its_table(club: RunningClub) -> None:
    robin = room_of(club, format=Format.SINGLE)
    club.drawn(robin.season, [(1, 2), (3, 4)])
    robin.come(1, 2)
    robin.does("pair")
    robin.start()
    (zoe,) = club.admit("Zoe")
    evenings = club.services.evenings
    evenings.substitute(club.director, robin.season, DAY, 1, member=1, by=zoe, name="", reason="")
    (table,) = robin.now.tables
    first, second = table.members
    code = club.play(robin.season, first, second, "tricks E12", round_=1).sheet.code
    assert evenings.at_table(code) == (1, "")


def test_a_sheet_that_was_begun_elsewhere_is_at_no_table(room: Room) -> None:
    room.come(1, 2)
    code = room.club.play(room.season, 1, 2, "tricks E12").sheet.code
    assert room.club.services.evenings.at_table(code) is None


def test_a_sheet_of_no_season_is_at_no_table(room: Room) -> None:
    assert room.club.services.evenings.at_table("ABCDEF") is None


# The formats


def test_of_a_robin_fixtures_are_paired_the_earliest_round_first(club: RunningClub) -> None:
    room = room_of(club, format=Format.SINGLE)
    club.drawn(room.season, [(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)])
    room.come(1, 2, 3, 4)
    room.does("pair")
    assert [(each.members, each.round) for each in room.now.evening.plan] == [
        ((3, 4), 1),
        ((1, 2), 2),
    ]


def test_two_of_a_robin_without_an_open_fixture_are_not_paired_by_hand(club: RunningClub) -> None:
    room = room_of(club, format=Format.SINGLE)
    club.drawn(room.season, [(1, 2), (3, 4)])
    room.come(1, 2, 3, 4)
    room.does("pair")
    with pytest.raises(NotAllowed, match="no open fixture"):
        room.does("make_pair", room.now.seen, 1, 3, "a rematch")


def test_a_robin_is_drawn_before_it_is_paired(club: RunningClub) -> None:
    room = room_of(club, format=Format.SINGLE)
    room.come(1, 2)
    with pytest.raises(NotAllowed, match="Draw the fixtures"):
        room.does("pair")


@pytest.fixture
def swiss(club: RunningClub) -> Room:
    return room_of(club, format=Format.SWISS, rounds=3)


def test_a_round_of_a_swiss_is_drawn_when_its_tables_start(swiss: Room) -> None:
    swiss.come(1, 2, 3, 4, 5)
    swiss.does("pair")
    assert "round drawn" not in swiss.kinds
    planned = swiss.planned
    swiss.start()
    drawn = swiss.club.services.seasons.drawn_fixtures(swiss.club.id, swiss.season)
    assert [(each.first, each.second) for each in drawn][:3] == [
        (each[0], each[-1] if len(each) > 1 else 0) for each in planned
    ]


def test_who_is_absent_from_a_round_of_a_swiss_sits_it_out(swiss: Room) -> None:
    swiss.come(1, 2, 3, 4)
    swiss.does("pair")
    swiss.start()
    now = swiss.club.services.seasons.fixtures_now(swiss.club.id, swiss.season)
    assert {each.first for each in now if each.second is None} == {5, 6}


def test_the_pairs_of_a_swiss_are_drawn_as_they_were_moved(swiss: Room) -> None:
    swiss.come(1, 2, 3, 4, 5, 6)
    swiss.does("pair")
    one, other = (each[0] for each in swiss.planned[:2])
    swiss.does("swap", swiss.now.seen, one, other)
    moved = swiss.planned
    swiss.start()
    drawn = swiss.club.services.seasons.drawn_fixtures(swiss.club.id, swiss.season)
    assert [(each.first, each.second) for each in drawn] == moved


def test_a_pair_of_a_swiss_made_by_hand_is_posted_with_its_reason(swiss: Room) -> None:
    swiss.come(1, 2, 3, 4)
    swiss.does("pair")
    one = swiss.planned[0][0]
    other = swiss.planned[1][0]
    swiss.does("make_pair", swiss.now.seen, one, other, "they share a car")
    swiss.start()
    bodies = [each.body for each in swiss.club.entries]
    drawn = [each for each in bodies if isinstance(each, RoundDrawn)]
    assert [reason for each in drawn for _, reason in each.by_hand] == ["they share a car"]


def test_four_at_a_table_play_a_chouette(club: RunningClub) -> None:
    room = room_of(club, frame="chouette", order=())
    room.come(1, 2, 3, 4)
    room.does("pair")
    assert sorted(map(len, room.planned)) == [4]
    room.start()
    room.club.card(room.season, *room.now.tables[0].members)
    assert room.stages == [TableStage.UNSIGNED]


# The day


def test_the_evening_of_the_day_before_goes_on_until_noon(room: Room) -> None:
    room.come(1, 2)
    room.club.clock.later(hours=16)  # ten in the morning
    assert room.club.services.evenings.day(room.club.id, room.season) == DAY
    room.club.clock.later(hours=2)
    assert room.club.services.evenings.day(room.club.id, room.season) == "2026-11-22"


def test_an_evening_that_has_ended_is_over_at_midnight(room: Room) -> None:
    room.come(1, 2)
    room.does("end")
    room.club.clock.later(hours=7)
    assert room.club.services.evenings.day(room.club.id, room.season) == "2026-11-28"


def test_the_next_evening_is_a_week_later_unless_it_was_set(room: Room) -> None:
    room.does("set_next", "2026-12-04")
    room.does("end")
    assert room.now.evening.next_day == "2026-12-04"


@pytest.mark.parametrize("day", ["", "tomorrow", DAY, "2026-11-01", "2028-01-01"])
def test_no_other_day_is_the_next(room: Room, day: str) -> None:
    with pytest.raises(NotAllowed):
        room.does("set_next", day)


def test_the_log_of_an_evening_verifies(room: Room) -> None:
    room.come(1, 2, 3)
    room.does("pair")
    room.start()
    room.does("set_bell", "22.15")
    room.does("end")
    assert room.club.faults == []
