"""Fixtures: the draw, withdrawals, and what differs from the draw."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import pairing
from scorer.ledger.entries import Fixture
from scorer.ledger.terms import Withdrawal
from tests.published import published
from tests.rows import each_row
from tests.thorough import examples

BERGER = published("berger")["tables"]


def lots(size: int) -> list[int]:
    return list(range(1, size + 1))


def pairs(fixtures: Iterable[Fixture]) -> str:
    """Fixtures as the tables have them; a bye is a name alone."""
    return " ".join(
        str(each.first) if each.second is None else f"{each.first}-{each.second}"
        for each in fixtures
    )


def balance(rounds: Iterable[pairing.Round]) -> Counter[int]:
    """How much more often each member is first than second."""
    found: Counter[int] = Counter()
    for first, second in met(rounds).elements():
        found[first] += 1
        found[second] -= 1
    return found


def met(rounds: Iterable[pairing.Round]) -> Counter[tuple[int, int]]:
    return Counter(
        (each.first, each.second)
        for fixtures in rounds
        for each in fixtures
        if each.second is not None
    )


@pytest.mark.parametrize("size", BERGER)
def test_round_robin_matches_c05_annex_1(size: str) -> None:
    assert [pairs(fixtures) for fixtures in pairing.round_robin(lots(int(size)))] == BERGER[size]


def test_round_robins_of_an_odd_number_twice_and_of_two() -> None:
    """With an odd number the opponent of the last lot has a bye;
    twice, nobody has one seat three times running.
    """
    assert [pairs(fixtures) for fixtures in pairing.round_robin([7, 8, 9])] == [
        "7 8-9",
        "9 7-8",
        "8 9-7",
    ]
    double = [pairs(fixtures) for fixtures in pairing.round_robin(lots(4), double=True)]
    assert double == ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"]
    assert [pairs(fixtures) for fixtures in pairing.round_robin([5, 3])] == ["5-3"]
    assert [pairs(fixtures) for fixtures in pairing.round_robin([5, 3], double=True)] == [
        "5-3",
        "3-5",
    ]


@pytest.mark.parametrize(
    "draw",
    [
        pairing.round_robin,
        pairing.first_round,
        lambda ranked: pairing.swiss_round(ranked, {}, [], ()),
    ],
)
def test_too_few_or_repeated_members_are_refused(draw: Callable[[list[int]], object]) -> None:
    with pytest.raises(ValueError, match=r"^at least two members must take part$"):
        draw([4])
    with pytest.raises(ValueError, match=r"^named twice: 4, 2$"):
        draw([4, 2, 4, 2, 1])


@examples(40)
@given(st.integers(2, 40))
def test_a_round_robin_meets_once_or_twice_with_balanced_seats(size: int) -> None:
    rounds = pairing.round_robin(lots(size))
    double = pairing.round_robin(lots(size), double=True)
    assert Counter(tuple(sorted(pair)) for pair in met(rounds).elements()) == Counter(
        combinations(lots(size), 2)
    )
    assert {abs(balance(rounds)[member]) for member in lots(size)} == ({0} if size % 2 else {1})
    assert met(double) == Counter(permutations(lots(size), 2))
    assert set(balance(double).values()) <= {0}
    for fixtures in (*rounds, *double):
        assert sorted(member for fixture in fixtures for member in fixture.members) == lots(size)


def test_the_bracket_of_a_knock_out() -> None:
    drawn = {size: pairs(pairing.first_round(lots(size))) for size in (2, 5, 6, 16)}
    sixteen = "1-16 9-8 4-13 12-5 2-15 10-7 3-14 11-6"
    assert drawn == {2: "1-2", 5: "1 4-5 2 3", 6: "1 4-5 2 6-3", 16: sixteen}


def read(fixtures: str) -> pairing.Round:
    named = (pair.partition("-") for pair in fixtures.split())
    return tuple(Fixture(int(first), int(second) if second else None) for first, _, second in named)


@each_row
def test_the_next_round_of_a_knock_out(
    rounds: tuple[str, ...], winners: tuple[int, ...], drawn: str
) -> None:
    """Neighbours meet, and the one who was less often first is first."""
    assert pairs(pairing.next_round([*map(read, rounds)], {*winners})) == drawn


@pytest.mark.parametrize(
    ("winners", "words"), [({1, 4, 3}, "1 and 4 have 2 winners"), ({1}, "3 and 2 have no winner")]
)
def test_a_fixture_without_exactly_one_winner_is_refused(winners: set[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pairing.next_round([pairing.first_round(lots(4))], winners)


@examples(50)
@given(st.integers(2, 40), st.data())
def test_a_knock_out_eliminates_all_but_one(size: int, data: st.DataObject) -> None:
    rounds = [pairing.first_round(lots(size))]
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
        rounds.append(pairing.next_round(rounds, winners))
        for each in rounds[-1]:
            assert each.second is not None
            assert before[each.first] <= before[each.second]
    assert len(lost) == len(set(lost)) == size - 1


@each_row
def test_the_draw_of_a_swiss_round(
    ranked: tuple[int, ...],
    points: str,
    rounds: tuple[str, ...],
    rested: tuple[int, ...],
    drawn: str,
) -> None:
    """By the members in their ranks with their match points,
    and the rounds before as the tables have them.
    """
    scores = dict(zip(ranked, map(int, points.split()), strict=True))
    assert pairs(pairing.swiss_round(ranked, scores, [*map(read, rounds)], rested)) == drawn


@examples(40)
@given(st.integers(2, 14), st.data())
def test_a_swiss_of_half_as_many_rounds_as_members_never_repeats(
    size: int, data: st.DataObject
) -> None:
    scores = Counter(dict.fromkeys(lots(size), 0))
    rounds = list[pairing.Round]()
    rested = set[int]()
    for _ in range(size // 2):
        ranked = sorted(lots(size), key=lambda member: -scores[member])
        drawn = pairing.swiss_round(ranked, scores, rounds, rested)
        assert sorted(member for each in drawn for member in each.members) == lots(size)
        for each in drawn:
            winner = data.draw(st.sampled_from(each.members))
            scores[winner] += 2
            if each.second is None:
                assert winner not in rested
                rested.add(winner)
        rounds.append(drawn)
    assert {*Counter(frozenset(each) for each in met(rounds).elements()).values()} <= {1}


ROUNDS = pairing.round_robin([1, 2, 3, 4])
"""1-4 2-3, 4-3 1-2, 2-4 3-1."""

SLOTS = (1, 2), (2, 1), (3, 2)
"""Those of member 3."""


def test_the_slots_of_a_member_are_those_without_a_bye() -> None:
    fixtures = Fixture(2, 3), Fixture(4, 3), Fixture(3, 1)
    assert pairing.slots_of(ROUNDS, 3) == dict(zip(SLOTS, fixtures, strict=True))
    assert list(pairing.slots_of(pairing.round_robin([1, 2, 3]), 1)) == [(2, 2), (3, 2)]


@each_row
def test_a_withdrawal_forfeits_or_annuls_as_its_policy_says(
    policy: Withdrawal, played: tuple[int, ...], left: dict[str, list[int]]
) -> None:
    """By the slots of member 3, from 1."""
    slots = dict(enumerate(SLOTS, 1))
    found = pairing.withdrawal_effect(
        ROUNDS, {*(slots[each] for each in played), (1, 1)}, 3, policy
    )
    expected = {name: tuple(slots[each] for each in numbers) for name, numbers in left.items()}
    assert found == pairing.WithdrawalEffect(**expected)


def test_withdrawal_after_half_of_the_parties_and_without_fixtures() -> None:
    half = pairing.withdrawal_effect(
        pairing.round_robin([1, 2, 3]), {(1, 2)}, 3, Withdrawal.ANNUL_UNDER_HALF
    )
    assert half == pairing.WithdrawalEffect(forfeits=((3, 2),))
    assert {pairing.withdrawal_effect(ROUNDS, (), 9, policy) for policy in Withdrawal} == {
        pairing.WithdrawalEffect()
    }


DRAWN = [
    pairing.Drawn(number, fixture)
    for number, fixtures in enumerate(ROUNDS, 1)
    for fixture in fixtures
]


def left(
    *met: pairing.Met, drawn: list[pairing.Drawn] = DRAWN, **but: Any
) -> list[tuple[int, int | None]]:
    found = pairing.unplayed(drawn, met, **{"byes": (), "withdrawn": ()} | but)
    return [(each.fixture.first, each.fixture.second) for each in found]


@each_row
def test_parties_that_differ_from_the_draw(
    met: tuple[tuple[int, tuple[int, int], bool], ...], found: tuple[tuple[str, int], ...]
) -> None:
    """By round and members, and whether it is a forfeit; the code of each is its number."""
    named = [pairing.Met(*each, code=str(index)) for index, each in enumerate(met)]
    assert tuple((why.name, int(each.code)) for why, each in pairing.misfits(DRAWN, named)) == found


def test_a_forfeit_does_not_begin_a_round() -> None:
    assert pairing.begun([]) == 0
    assert pairing.begun([pairing.Met(1, (1, 4)), pairing.Met(3, (2, 4), forfeit=True)]) == 1


def test_fixtures_left_beside_byes_and_after_a_withdrawal() -> None:
    one = [pairing.Drawn(1, Fixture(1, 2))]
    assert left(drawn=[pairing.Drawn(1, Fixture(1, None)), *one]) == [(1, 2)]
    assert left(drawn=one, byes=((1, 2),)) == []
    assert left(drawn=one, byes=((2, 2),)) == [(1, 2)]
    assert left(drawn=one, withdrawn=(1,)) == [(1, 2)]
    assert left(drawn=one, withdrawn=(1, 2)) == []
    assert left(pairing.Met(1, (2, 1), forfeit=True), drawn=one, withdrawn=(1,)) == []


@given(st.lists(st.sampled_from(DRAWN)))
def test_played_and_unplayed_make_up_the_draw(played: list[pairing.Drawn]) -> None:
    met = [
        pairing.Met(each.round, (each.fixture.first, each.fixture.second or 0)) for each in played
    ]
    missing = left(*met)
    assert len(missing) + len(set(played)) == len(DRAWN)
    assert len(list(pairing.misfits(DRAWN, met))) == len(played) - len(set(played))
