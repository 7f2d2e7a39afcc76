"""Stakes: what the points of a partie are worth, by the figures of Cavendish."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.chain import from_data, to_data
from scorer.ledger.terms import POINTS_STEPS, Doubled, Stakes, paid, validate

SHILLING = 12
POUND = 240

TWO_PENNY_POINTS = Stakes(POUND, per=100, points_step=50)
THREE_PENNY_POINTS = Stakes(3, per=1, points_step=40)
SIXPENNY_POINTS = Stakes(6, per=1, money_step=POUND)
SHILLING_POINTS = Stakes(SHILLING, per=1, money_step=POUND)


@pytest.mark.parametrize(
    ("stakes", "points", "amount"),
    [
        pytest.param(TWO_PENNY_POINTS, 100, POUND, id="two-penny points are a pound a hundred"),
        pytest.param(TWO_PENNY_POINTS, 245, 2 * POUND, id="below fifty is dropped"),
        pytest.param(TWO_PENNY_POINTS, 250, 2 * POUND + 120, id="fifty is not"),
        pytest.param(TWO_PENNY_POINTS, 49, 0, id="nothing but odd points"),
        pytest.param(Stakes(POUND, points_step=25), 245, 540, id="some drop only what is below 25"),
        pytest.param(Stakes(POUND), 245, 588, id="some drop nothing"),
        pytest.param(THREE_PENNY_POINTS, 119, 80 * 3, id="three-penny points settle in forties"),
        pytest.param(THREE_PENNY_POINTS, 40, POUND // 2, id="a forty is half a pound"),
        pytest.param(SIXPENNY_POINTS, 75, POUND, id="75 counts as 40 at sixpence"),
        pytest.param(SIXPENNY_POINTS, 39, 0, id="nothing below a pound counts"),
        pytest.param(SHILLING_POINTS, 75, 60 * SHILLING, id="75 counts as 60 at a shilling"),
        pytest.param(SHILLING_POINTS, 80, 80 * SHILLING, id="four pounds are four pounds"),
        pytest.param(Stakes(10), 245, 24, id="a part of the smallest unit is dropped"),
    ],
)
def test_6_4_stakes_of_points(stakes: Stakes, points: int, amount: int) -> None:
    validate(stakes)
    assert paid(stakes, points).amount == amount


@pytest.mark.parametrize(
    ("stakes", "points", "steps"),
    [
        (Stakes(SHILLING, per=1), 75, ("75 at 12 pence a point: 900 pence",)),
        (
            SHILLING_POINTS,
            75,
            ("75 at 12 pence a point: 900 pence", "900 pence; odd pence below 240 are dropped: 720 pence"),
        ),
        (
            Stakes(POUND, points_step=50, unit="cents"),
            245,
            ("245 points; odd points below 50 are dropped: 200", "200 at 240 cents a hundred: 480 cents"),
        ),
        (Stakes(10), 245, ("245 at 10 pence a hundred: 24 pence; the fraction is dropped",)),
        (Stakes(50, per=1, parties=True), 2, ("2 at 50 pence a partie: 100 pence",)),
    ],
)
def test_the_settlement_shows_the_arithmetic(stakes: Stakes, points: int, steps: tuple[str, ...]) -> None:
    validate(stakes)
    assert paid(stakes, points).steps == steps


@pytest.mark.parametrize(
    ("doubled", "for_a_rubicon", "for_a_lurch"),
    [(Doubled.NEVER, False, False), (Doubled.FOR_A_RUBICON, True, False), (Doubled.FOR_A_LURCH, False, True)],
)
def test_stakes_are_doubled_as_agreed(doubled: Doubled, for_a_rubicon: bool, for_a_lurch: bool) -> None:
    stakes = Stakes(2, per=1, doubled=doubled)
    payments = paid(stakes, 306, rubicon=True), paid(stakes, 306, lurch=True)

    twice = [each.steps[-1] == f"doubled {doubled.value}: 1224 pence" for each in payments]
    assert twice == [for_a_rubicon, for_a_lurch]
    assert [each.amount for each in payments] == [1224 if each else 612 for each in twice]


def test_impossible_stakes_are_refused_with_advice() -> None:
    for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["impossible"]:
        stakes = from_data(Stakes, {**to_data(Stakes(1)), **row["stakes"]})
        with pytest.raises(ValueError, match=f"^{re.escape(row['says'])}$"):
            validate(stakes)


def test_negative_points_are_not_paid() -> None:
    with pytest.raises(ValueError, match=r"^points lost are not negative: -1$"):
        paid(TWO_PENNY_POINTS, -1)


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
    stakes = Stakes(rate, per, points_step, money_step)

    assert 0 <= paid(stakes, points).amount * per <= points * rate
    assert paid(stakes, points).amount <= paid(stakes, points + more).amount
