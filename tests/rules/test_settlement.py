"""The settlement: what a finished partie pays and its proof, and who wins a series of parties to a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import Settling
from scorer.rules.seats import Seat
from scorer.rules.settlement import settle
from tests.rules.settling import A, B, play


def test_the_difference_is_paid_from_a_hundred_up_and_the_sum_below() -> None:
    for low in (0, 1, 99, 100, 101, 150):
        for high in range(low + 1, low + 120):
            paid = high - low + 100 if low >= 100 else high + low + 100
            assert settle(PORTLAND, (high, low)).points == settle(PORTLAND, (low, high)).points == paid


@pytest.mark.parametrize("points", [0, 60, 99, 100, 122])
def test_a_level_partie_is_drawn_and_pays_nothing_on_either_side_of_the_rubicon(points: int) -> None:
    settlement = settle(PORTLAND, (points, points))

    assert (settlement.winner, settlement.points, settlement.rubicon) == (None, 0, False)
    assert [(step.settling, step.source, step.args) for step in settlement.steps] == [
        (Settling.DRAWN, "Law 71", {"points": points})
    ]


@pytest.mark.parametrize(
    ("house", "points", "steps"),
    [
        ({}, 286, [Settling.MORE_POINTS, Settling.NOT_CROSSED, Settling.SUM, Settling.BONUS]),
        ({"rubicon": 80}, 108, [Settling.MORE_POINTS, Settling.CROSSED, Settling.DIFFERENCE, Settling.BONUS]),
        ({"rubicon": "none"}, 108, [Settling.MORE_POINTS, Settling.DIFFERENCE, Settling.BONUS]),
        ({"partie_bonus": 0}, 186, [Settling.MORE_POINTS, Settling.NOT_CROSSED, Settling.SUM]),
        ({"partie_bonus": 50}, 236, [Settling.MORE_POINTS, Settling.NOT_CROSSED, Settling.SUM, Settling.BONUS]),
        ({"rubicon": "none", "partie_bonus": 0}, 8, [Settling.MORE_POINTS, Settling.DIFFERENCE]),
    ],
    ids=str,
)
def test_a_club_may_change_the_rubicon_and_the_bonus(
    house: Mapping[str, Any], points: int, steps: list[Settling]
) -> None:
    settlement = settle(house_rules(PORTLAND, house), (97, 89))

    assert settlement.points == points
    assert [step.settling for step in settlement.steps] == steps


def test_each_partie_of_a_series_begins_at_nothing_and_the_seats_go_on_alternating() -> None:
    played = play([(50, 30), (52, 30), (7, 0), (1, 2)], "cent-32")

    assert [deal.totals for deal in played.deals] == [(50, 30), (102, 60), (7, 0), (8, 2)]
    assert [deal.seats[Seat.ELDER] for deal in played.deals] == [A, B, A, B]
    assert played.totals == (8, 2)
