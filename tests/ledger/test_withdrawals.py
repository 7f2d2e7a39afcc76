"""What becomes of the fixtures of a member who withdraws, by each policy."""

from __future__ import annotations

import pytest

from scorer.ledger.entries import Fixture
from scorer.ledger.pairing import round_robin
from scorer.ledger.terms import Withdrawal
from scorer.ledger.withdrawals import Left, left_after_withdrawal, other_of, replaced, slots_of

ROUNDS = round_robin([1, 2, 3, 4])
"""1-4 2-3, 4-3 1-2, 2-4 3-1."""

FIRST, SECOND, THIRD = (1, 1), (2, 0), (3, 1)
"""The slots of member 3."""


def test_where_a_member_meets_whom() -> None:
    assert slots_of(ROUNDS, 3) == {FIRST: Fixture(2, 3), SECOND: Fixture(4, 3), THIRD: Fixture(3, 1)}
    assert [other_of(each, 3) for each in slots_of(ROUNDS, 3).values()] == [2, 4, 1]


def test_a_bye_is_no_fixture_to_lose() -> None:
    assert list(slots_of(round_robin([1, 2, 3]), 1)) == [(2, 1), (3, 1)]
    assert other_of(Fixture(1, None), 1) is None


@pytest.mark.parametrize(
    ("policy", "played", "left"),
    [
        (Withdrawal.STAND, [FIRST], Left(byes=(SECOND, THIRD))),
        (Withdrawal.FORFEIT, [FIRST], Left(forfeits=(SECOND, THIRD))),
        (Withdrawal.ANNUL_UNDER_HALF, [], Left(byes=(FIRST, SECOND, THIRD))),
        (Withdrawal.ANNUL_UNDER_HALF, [FIRST], Left(byes=(SECOND, THIRD), annulled=(FIRST,))),
        (Withdrawal.ANNUL_UNDER_HALF, [FIRST, SECOND], Left(forfeits=(THIRD,))),
        (Withdrawal.ANNUL_UNDER_HALF, [FIRST, SECOND, THIRD], Left()),
    ],
)
def test_what_the_terms_say_of_a_withdrawal(policy: Withdrawal, played: list[tuple[int, int]], left: Left) -> None:
    assert left_after_withdrawal(ROUNDS, {*played, (1, 0)}, 3, policy) == left


def test_half_is_not_fewer_than_half() -> None:
    left = left_after_withdrawal(round_robin([1, 2, 3]), {(1, 1)}, 3, Withdrawal.ANNUL_UNDER_HALF)

    assert left == Left(forfeits=((3, 1),))


def test_nothing_is_left_by_one_who_had_no_fixture() -> None:
    for policy in Withdrawal:
        assert left_after_withdrawal(ROUNDS, (), 9, policy) == Left()


def test_who_comes_instead_has_the_same_seats() -> None:
    rounds = replaced(ROUNDS, [SECOND, THIRD], 3, by=5)

    assert rounds == (ROUNDS[0], (Fixture(4, 5), Fixture(1, 2)), (Fixture(2, 4), Fixture(5, 1)))


def test_only_the_fixtures_of_the_one_who_left_pass_over() -> None:
    with pytest.raises(ValueError, match="member 3 has no fixture at place 1 of round 1"):
        replaced(ROUNDS, [(1, 0)], 3, by=5)


def test_nobody_comes_to_meet_himself() -> None:
    with pytest.raises(ValueError, match="member 4 cannot come instead of 3 in round 2"):
        replaced(ROUNDS, [SECOND], 3, by=4)
