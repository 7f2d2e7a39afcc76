"""Who meets whom: Berger tables as published, seats balanced, brackets in which the best seeds meet last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.entries import Fixture
from scorer.ledger.pairing import Round, first_round, next_round, round_robin
from tests.published import published

BERGER = published("berger")["tables"]


def lots(size: int) -> list[int]:
    return list(range(1, size + 1))


def pairs(fixtures: Iterable[Fixture]) -> str:
    """Fixtures as the tables have them; a bye is a name alone."""
    return " ".join(str(each.first) if each.second is None else f"{each.first}-{each.second}" for each in fixtures)


def balance(rounds: Iterable[Round]) -> Counter[int]:
    """How much more often each member is first than second."""
    found: Counter[int] = Counter()
    for fixtures in rounds:
        for each in fixtures:
            if each.second is not None:
                found[each.first] += 1
                found[each.second] -= 1
    return found


def met(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    return Counter((each.first, each.second) for fixtures in rounds for each in fixtures if each.second is not None)


@pytest.mark.parametrize("size", BERGER)
def test_c05_annex_1_the_tables_as_published(size: str) -> None:
    assert [pairs(fixtures) for fixtures in round_robin(lots(int(size)))] == BERGER[size]


def test_of_an_odd_number_whoever_would_meet_the_last_lot_has_a_bye() -> None:
    assert [pairs(fixtures) for fixtures in round_robin([7, 8, 9])] == ["7 8-9", "9 7-8", "8 9-7"]


def test_the_second_cycle_changes_the_seats_and_the_first_ends_with_its_last_rounds_changed_about() -> None:
    """So that nobody has the same seat in three parties that follow each other."""
    assert [pairs(fixtures) for fixtures in round_robin(lots(4), double=True)] == [
        "1-4 2-3",
        "2-4 3-1",
        "4-3 1-2",
        "4-1 3-2",
        "3-4 2-1",
        "4-2 1-3",
    ]


def test_two_members_meet_once_or_twice() -> None:
    assert [pairs(fixtures) for fixtures in round_robin([5, 3])] == ["5-3"]
    assert [pairs(fixtures) for fixtures in round_robin([5, 3], double=True)] == ["5-3", "3-5"]


@pytest.mark.parametrize("draw", [round_robin, first_round])
def test_who_cannot_be_drawn(draw: type) -> None:
    with pytest.raises(ValueError, match="at least two"):
        draw([4])
    with pytest.raises(ValueError, match="named twice: 4, 2"):
        draw([4, 2, 4, 2, 1])


@given(st.integers(2, 40))
def test_everybody_meets_everybody_once_and_the_seats_are_as_equal_as_can_be(size: int) -> None:
    rounds = round_robin(lots(size))

    assert met((tuple(Fixture(*sorted(pair)) for pair in met(rounds).elements()),)) == Counter(
        combinations(lots(size), 2)
    )
    assert {abs(balance(rounds)[member]) for member in lots(size)} == ({0} if size % 2 else {1})
    for fixtures in rounds:
        assert sorted(each for fixture in fixtures for each in (fixture.first, fixture.second) if each) == lots(size)


@given(st.integers(2, 40))
def test_twice_with_the_seats_changed_is_equal_for_all(size: int) -> None:
    rounds = round_robin(lots(size), double=True)

    assert met(rounds) == Counter(permutations(lots(size), 2))
    assert set(balance(rounds).values()) <= {0}
    byes = Counter(each.first for fixtures in rounds for each in fixtures if each.second is None)
    assert byes == (Counter(dict.fromkeys(lots(size), 2)) if size % 2 else Counter())


# ---------------------------------------------------------------------------------------------------------------------
# Knock-out


@pytest.mark.parametrize(
    ("size", "fixtures"),
    [
        (2, "1-2"),
        (3, "1 2-3"),
        (4, "1-4 3-2"),
        (5, "1 4-5 2 3"),
        (8, "1-8 5-4 2-7 6-3"),
        (16, "1-16 9-8 4-13 12-5 2-15 10-7 3-14 11-6"),
    ],
)
def test_the_bracket_of_a_knock_out(size: int, fixtures: str) -> None:
    assert pairs(first_round(lots(size))) == fixtures


def test_a_knock_out_to_its_end() -> None:
    """Neighbours meet, and the one who was less often first is first."""
    rounds = [first_round(lots(6))]
    assert pairs(rounds[-1]) == "1 4-5 2 6-3"

    rounds.append(next_round(rounds, {5, 3}))
    assert pairs(rounds[-1]) == "5-1 3-2"

    rounds.append(next_round(rounds, {5, 2}))
    assert pairs(rounds[-1]) == "2-5"

    assert next_round(rounds, {2}) == ()


def test_of_two_who_were_first_equally_often_the_one_who_was_second_last_is_first() -> None:
    one_was_first_then_second = (
        (Fixture(1, 9), Fixture(8, 2), Fixture(7, 3), Fixture(4, 6)),
        (Fixture(2, 1), Fixture(3, 4)),
    )
    one_was_second_then_first = (Fixture(2, 1), Fixture(3, 4)), (Fixture(1, 5), Fixture(6, 3))

    assert pairs(next_round(one_was_first_then_second, {1, 3})) == "1-3"
    assert pairs(next_round(one_was_second_then_first, {1, 3})) == "3-1"


@pytest.mark.parametrize(("winners", "words"), [({1, 4, 3}, "1 and 4 have 2 winners"), ({1}, "3 and 2 have no winner")])
def test_each_fixture_has_one_winner(winners: set[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        next_round([first_round(lots(4))], winners)


@given(st.integers(2, 40), st.data())
def test_in_a_knock_out_all_but_one_lose_once(size: int, data: st.DataObject) -> None:
    """And in each fixture the seats go to the one who is behind in them."""
    rounds = [first_round(lots(size))]
    byes = sum(each.second is None for each in rounds[0])
    assert {each.first for each in rounds[0] if each.second is None} == set(lots(byes))
    lost: list[int] = []
    while rounds[-1]:
        winners = set()
        for each in rounds[-1]:
            if each.second is not None:
                winner = data.draw(st.sampled_from((each.first, each.second)))
                winners.add(winner)
                lost.append(each.first + each.second - winner)
        before = balance(rounds)
        rounds.append(next_round(rounds, winners))
        for each in rounds[-1]:
            assert each.second is not None
            assert before[each.first] <= before[each.second]

    assert len(lost) == len(set(lost)) == size - 1


@given(st.integers(1, 5))
def test_if_nobody_is_upset_the_best_two_meet_last(power: int) -> None:
    rounds: Sequence[Round] = [first_round(lots(2**power))]
    for left in range(power - 1, -1, -1):
        rounds = [*rounds, next_round(rounds, lots(2**left))]

    assert [max(max(each.first, each.second or 0) for each in fixtures) for fixtures in rounds[:-1]] == [
        2**left for left in range(power, 0, -1)
    ]
