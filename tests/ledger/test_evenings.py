"""An evening as its events make it: who is here, who plays whom, and what undoes what."""

import pytest

from scorer.ledger.arranging import read_event, write_event
from scorer.ledger.evenings import (
    KINDS,
    BellSet,
    CameIn,
    ComesLate,
    Evening,
    EveningEnded,
    EveningEvent,
    EveningResumed,
    IsAway,
    NextSet,
    Paired,
    PlaysAgain,
    PlayStarted,
    SitsOut,
    TableLeft,
    TablePlan,
    TableResumed,
    TableUndone,
    WentAway,
    about_evening,
    by_hand,
    fold_evening,
    numbered_tables,
    of_merged,
    replaced_in,
    swapped,
    turned,
)

AT = "2026-12-05T19:30:00+00:00"

ADA_BEN = TablePlan(1, (1, 2))
CEM_DORA = TablePlan(2, (3, 4), 5, "they asked for it")
EMIL = TablePlan(0, (5,))
PLAN = (ADA_BEN, CEM_DORA, EMIL)


def evening(*events: EveningEvent) -> Evening:
    return fold_evening((each, AT) for each in events)


def together(plan: tuple[TablePlan, ...]) -> list[tuple[int, ...]]:
    return [each.members for each in plan]


EVENTS = [
    CameIn(1),
    WentAway(1),
    ComesLate(1, "21:00"),
    IsAway(1),
    SitsOut(1),
    PlaysAgain(1),
    Paired(PLAN),
    PlayStarted(),
    TableUndone(2),
    TableLeft(1),
    TableResumed(1),
    BellSet("22:15"),
    NextSet("2026-12-12"),
    EveningEnded(),
    EveningResumed(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_read_as_it_was_written(event: EveningEvent) -> None:
    assert read_event(write_event(event), KINDS) == event


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(each) for each in EVENTS} == {*KINDS.values()}


UNDONE: dict[str, tuple[list[EveningEvent], list[EveningEvent]]] = {
    "came in": ([], [CameIn(1), WentAway(1)]),
    "went home": ([CameIn(1)], [WentAway(1), CameIn(1)]),
    "comes late": ([], [ComesLate(1, "21:00"), WentAway(1)]),
    "is away": ([], [IsAway(1), WentAway(1)]),
    "sits out": ([CameIn(1)], [SitsOut(1), PlaysAgain(1)]),
    "a pairing": ([CameIn(1)], [Paired(PLAN), Paired(())]),
    "a table left": ([Paired(PLAN), PlayStarted()], [TableLeft(1), TableResumed(1)]),
    "a bell": ([], [BellSet("22:15"), BellSet("")]),
    "the end": ([CameIn(1)], [EveningEnded(), EveningResumed()]),
}


@pytest.mark.parametrize("name", UNDONE)
def test_each_act_has_an_opposite(name: str) -> None:
    before, act_and_opposite = UNDONE[name]
    assert evening(*before, *act_and_opposite) == evening(*before)


def test_who_comes_is_neither_late_nor_away_any_more() -> None:
    now = evening(IsAway(1), ComesLate(2, "21:00"), CameIn(1), CameIn(2))
    assert now == evening(CameIn(1), CameIn(2))


def test_who_is_here_is_listed_in_the_order_of_coming() -> None:
    assert evening(CameIn(3), CameIn(1), CameIn(2)).here == (3, 1, 2)


def test_a_second_tap_on_the_same_name_changes_nothing() -> None:
    assert evening(CameIn(1), CameIn(2), CameIn(1)) == evening(CameIn(1), CameIn(2))


def test_who_leaves_no_longer_sits_out_when_they_come_back() -> None:
    assert evening(CameIn(1), SitsOut(1), WentAway(1), CameIn(1)).resting == frozenset()


def test_a_pairing_replaces_the_one_before() -> None:
    assert evening(Paired(PLAN), Paired((ADA_BEN,))).plan == (ADA_BEN,)


def test_started_tables_are_no_plan_any_more() -> None:
    now = evening(Paired(PLAN), PlayStarted())
    assert now.plan == ()
    assert [each.plan for each in now.tables] == [*PLAN]


def test_a_second_start_starts_nothing() -> None:
    assert evening(Paired(PLAN), PlayStarted(), PlayStarted()) == evening(
        Paired(PLAN), PlayStarted()
    )


def test_tables_of_the_evening_are_counted_on_whatever_was_undone() -> None:
    now = evening(Paired(PLAN), PlayStarted(), TableUndone(2), Paired((CEM_DORA,)), PlayStarted())
    assert [each.started for each in now.tables] == [1, 3, 4]


def test_the_end_drops_a_pairing_that_has_not_started() -> None:
    assert evening(Paired(PLAN), EveningEnded()).plan == ()


def test_who_came_after_the_pairing_is_not_in_it() -> None:
    here = [CameIn(member) for member in range(1, 7)]
    assert evening(*here, Paired(PLAN)).unplanned == (6,)


def test_who_left_after_the_pairing_is_known() -> None:
    here = [CameIn(member) for member in range(1, 6)]
    assert evening(*here, Paired(PLAN), WentAway(4), SitsOut(1)).planned_away == (1, 4)


def test_a_pairing_names_members_as_they_are_after_a_merge() -> None:
    assert of_merged(Paired((ADA_BEN,)), {2: 9}) == Paired((TablePlan(1, (1, 9)),))


# A pairing that is changed


def test_two_swap_and_their_fixtures_are_others() -> None:
    found = swapped(PLAN, 2, 3)
    assert together(found) == [(1, 3), (2, 4), (5,)]
    assert [each.round for each in found] == [0, 0, 0]
    assert [each.reason for each in found] == ["", "", ""]


def test_who_swaps_with_one_that_sits_out_sits_out() -> None:
    assert together(swapped(PLAN, 1, 5)) == [(5, 2), (3, 4), (1,)]


def test_two_of_one_table_that_swap_turn_their_seats_and_keep_their_round() -> None:
    assert swapped(PLAN, 3, 4)[1] == TablePlan(2, (4, 3), 5, "they asked for it")


def test_a_swap_twice_is_none() -> None:
    assert together(swapped(swapped(PLAN, 2, 3), 2, 3)) == together(PLAN)


def test_a_substitute_has_the_seat_and_the_fixture() -> None:
    found = replaced_in(PLAN, 4, by=9)
    assert together(found) == [(1, 2), (3, 9), (5,)]
    assert [each.round for each in found] == [each.round for each in PLAN]
    assert [each.reason for each in found] == [each.reason for each in PLAN]


def test_seats_are_turned_at_one_table() -> None:
    assert together(turned(PLAN, 2)) == [(1, 2), (4, 3), (5,)]


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        (1, 3, [(1, 3), (2, 4), (5,)]),
        (1, 5, [(1, 5), (3, 4), (2,)]),
        (5, 1, [(5, 1), (3, 4), (2,)]),
        (1, 2, [(1, 2), (3, 4), (5,)]),
        (6, 5, [(1, 2), (3, 4), (6, 5)]),
        (6, 1, [(6, 1), (3, 4), (5,), (2,)]),
        (6, 7, [(1, 2), (3, 4), (5,), (6, 7)]),
    ],
    ids=[
        "of two tables",
        "with one who sits out",
        "by one who sits out",
        "who meet already",
        "a late one with one who sits out",
        "a late one with one who is paired",
        "two late ones",
    ],
)
def test_a_pair_is_made_by_hand(one: int, other: int, meet: list[tuple[int, ...]]) -> None:
    found = numbered_tables(by_hand(PLAN, one, other, "a rematch"))
    assert sorted(together(found)) == sorted(meet)


def test_the_reason_of_a_pair_made_by_hand_is_kept_with_it() -> None:
    found = by_hand(PLAN, 1, 3, "a rematch")
    assert {each.members: each.reason for each in found} == {
        (1, 3): "a rematch",
        (2, 4): "",
        (5,): "",
    }


def test_a_table_keeps_its_number_and_a_new_one_gets_the_first_that_is_free() -> None:
    new = [TablePlan(0, (6, 7)), TablePlan(0, (8, 9))]
    found = numbered_tables((EMIL, *new, CEM_DORA), [3])
    assert [each.number for each in found] == [1, 2, 4, 0]


def test_a_log_says_of_which_evening_it_is() -> None:
    assert about_evening("2026-12-05") == "evening 2026-12-05"


def test_the_next_evening_is_on_the_last_day_that_was_said() -> None:
    assert evening(NextSet("2026-12-12"), NextSet("2026-12-19")).next_day == "2026-12-19"


def test_who_was_merged_came_as_the_member_they_are_now() -> None:
    assert of_merged(CameIn(3), {3: 7}) == CameIn(7)
