"""Stakes: what the points of a partie are worth, by the figures of Cavendish."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.chain import from_data, to_data
from scorer.ledger.terms import POINTS_STEPS, Doubled, Stakes, fewest_payments, paid, validate
from tests.rows import each_row


def stakes(**changes: Any) -> Stakes:
    """A penny a hundred, with some changes."""
    return from_data(Stakes, {**to_data(Stakes(1)), **changes})


@each_row("changes", "points", "amount")
def test_6_4_stakes_of_points(changes: dict[str, Any], points: int, amount: int) -> None:
    validate(stakes(**changes))
    assert paid(stakes(**changes), points).amount == amount


@each_row("changes", "points", "steps")
def test_the_settlement_shows_the_arithmetic(changes: dict[str, Any], points: int, steps: tuple[str, ...]) -> None:
    validate(stakes(**changes))
    assert paid(stakes(**changes), points).steps == steps


@pytest.mark.parametrize(
    ("doubled", "for_a_rubicon", "for_a_lurch"),
    [(Doubled.NEVER, False, False), (Doubled.FOR_A_RUBICON, True, False), (Doubled.FOR_A_LURCH, False, True)],
)
def test_stakes_are_doubled_as_agreed(doubled: Doubled, for_a_rubicon: bool, for_a_lurch: bool) -> None:
    played_for = Stakes(2, per=1, doubled=doubled)
    payments = paid(played_for, 306, rubicon=True), paid(played_for, 306, lurch=True)
    twice = [each.steps[-1] == f"doubled {doubled.value}: 1224 pence" for each in payments]
    assert twice == [for_a_rubicon, for_a_lurch]
    assert [each.amount for each in payments] == [1224 if each else 612 for each in twice]


@each_row("changes", "says")
def test_impossible_stakes_are_refused_with_advice(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        validate(stakes(**changes))


def test_negative_points_are_not_paid() -> None:
    with pytest.raises(ValueError, match=r"^points lost cannot be negative: -1$"):
        paid(stakes(), -1)


@given(
    rate=st.integers(1, 10_000),
    per=st.sampled_from((1, 100)),
    points_step=st.sampled_from(POINTS_STEPS),
    money_step=st.integers(1, 1000),
    points=st.integers(0, 5000),
    more=st.integers(0, 5000),
)
def test_stakes_round_down_and_never_fall_with_points(
    rate: int, per: int, points_step: int, money_step: int, points: int, more: int
) -> None:
    played_for = Stakes(rate, per, points_step, money_step)
    assert 0 <= paid(played_for, points).amount * per <= points * rate
    assert paid(played_for, points).amount <= paid(played_for, points + more).amount


def fewest_by_trying(balances: tuple[int, ...]) -> int:
    """The fewest payments by trying every payment that settles one of two, which never costs one more."""
    left = [each for each in balances if each]
    if not left:
        return 0
    first, *others = left
    pairs = [index for index, each in enumerate(others) if (each < 0) != (first < 0)]
    return 1 + min(fewest_by_trying((*others[:index], others[index] + first, *others[index + 1 :])) for index in pairs)


@given(st.lists(st.integers(-6, 6), max_size=6).map(lambda some: (*some, -sum(some))))
def test_all_is_settled_in_the_fewest_payments(balances: tuple[int, ...]) -> None:
    """The balance of one of two is paid as a whole in some shortest way, so trying those finds the fewest."""
    payments, is_fewest = fewest_payments(dict(enumerate(balances, 1)))
    settled = list(balances)
    for each in payments:
        assert each.amount > 0
        settled[each.payer - 1] += each.amount
        settled[each.payee - 1] -= each.amount
    assert settled == [0] * len(balances)
    assert is_fewest
    assert len(payments) == fewest_by_trying(balances)
    assert list(payments) == sorted(payments)


@given(st.permutations((80, -31, -49, 77, -18, -59, 93, -42, -51)))
def test_every_group_that_is_even_in_itself_saves_a_payment(balances: list[int]) -> None:
    """Three groups of three; to pay the largest debt to the largest claim would mix them."""
    payments, _ = fewest_payments(dict(enumerate(balances)))
    assert len(payments) == 6


def test_of_many_members_equal_balances_cancel_and_the_rest_is_not_proved() -> None:
    """Sixteen who cancel no other are split in two groups; a seventeenth, and nothing is proved."""
    sixteen = {each: 2**each for each in range(1, 8)} | {8: -254} | {each: 3**each for each in range(11, 18)}
    sixteen[18] = -sum(sixteen.values())
    payments, is_fewest = fewest_payments(sixteen | {20: 7, 21: -7})
    assert (len(payments), is_fewest) == (15, True)
    payments, is_fewest = fewest_payments(sixteen | {18: sixteen[18] - 1, 19: 1, 20: 7, 21: -7})
    assert (len(payments), is_fewest) == (16, False)
    assert fewest_payments({1: 0}) == ((), True)
    with pytest.raises(ValueError, match=r"^balances must sum to 0$"):
        fewest_payments({1: 1})
