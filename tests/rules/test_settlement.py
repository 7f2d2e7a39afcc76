"""The settlement: what a finished partie pays and its proof, and who wins a series of parties to a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Settling
from scorer.rules.seats import Seat
from scorer.rules.sentences import step_sentence
from scorer.rules.settlement import settle, settle_target
from tests.rules.settling import A, B, Scores, play


@pytest.mark.parametrize("low", [0, 1, 49, 50, 98, 99, 100, 101, 150])
def test_the_difference_is_paid_from_a_hundred_up_and_the_sum_below(low: int) -> None:
    for high in range(low + 1, low + 120):
        paid = high - low + 100 if low >= 100 else high + low + 100

        assert settle(PORTLAND, (high, low)).points == paid
        assert settle(PORTLAND, (low, high)).points == paid


@pytest.mark.parametrize("points", [0, 60, 99, 100, 122])
def test_a_level_partie_is_drawn_and_pays_nothing_on_either_side_of_the_rubicon(points: int) -> None:
    settlement = settle(PORTLAND, (points, points))

    assert (settlement.winner, settlement.points, settlement.rubicon) == (None, 0, False)
    assert [(step.settling, step.source, step.args) for step in settlement.steps] == [
        (Settling.DRAWN, "Law 71", {"points": points})
    ]


@pytest.mark.parametrize(
    ("totals", "steps"),
    [
        pytest.param(
            (131, 113),
            [
                (Settling.MORE_POINTS, "Law 71", {"winner": 0, "loser": 1, "high": 131, "low": 113}),
                (Settling.CROSSED, "Law 73", {"loser": 1, "low": 113, "rubicon": 100}),
                (Settling.DIFFERENCE, "Law 72", {"high": 131, "low": 113, "difference": 18}),
                (Settling.BONUS, "Law 72", {"before": 18, "bonus": 100, "after": 118}),
            ],
            id="crossed",
        ),
        pytest.param(
            (89, 97),
            [
                (Settling.MORE_POINTS, "Law 71", {"winner": 1, "loser": 0, "high": 97, "low": 89}),
                (Settling.NOT_CROSSED, "Law 73", {"loser": 0, "low": 89, "rubicon": 100}),
                (Settling.SUM, "Law 73", {"high": 97, "low": 89, "sum": 186}),
                (Settling.BONUS, "Law 72", {"before": 186, "bonus": 100, "after": 286}),
            ],
            id="not crossed",
        ),
    ],
)
def test_every_step_of_the_proof_names_its_law(
    totals: Scores, steps: list[tuple[Settling, str, dict[str, int]]]
) -> None:
    assert [(step.settling, step.source, step.args) for step in settle(PORTLAND, totals).steps] == steps


def test_why_two_hundred_and_eighty_six_in_words() -> None:
    sentences = [step_sentence(step, ("Anna", "Bruno")) for step in settle(PORTLAND, (97, 89)).steps]

    assert sentences == [
        "Anna has more points: 97 to 89",
        "Bruno has not crossed the Rubicon: 89 is under 100",
        "so the totals are added: 97 + 89 = 186",
        "and for the partie: 186 + 100 = 286",
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


def test_a_lurch_that_is_paid_by_the_point_doubles_the_difference() -> None:
    settlement = settle_target(house_rules(PRESETS["meyer-1888"], {"stakes": "per_point"}), (101, 49), 0, 100)

    assert settlement.points == 104
    assert [step_sentence(step, ("A", "B")) for step in settlement.steps][2:] == [
        "the difference: 101 − 49 = 52",
        "twice for the lurch: 2 × 52 = 104",
    ]


def test_each_partie_of_a_series_begins_at_nothing_and_the_seats_go_on_alternating() -> None:
    played = play([(50, 30), (52, 30), (7, 0), (1, 2)], "cent-32")

    assert [deal.totals for deal in played.deals] == [(50, 30), (102, 60), (7, 0), (8, 2)]
    assert [deal.seats[Seat.ELDER] for deal in played.deals] == [A, B, A, B]
    assert played.totals == (8, 2)
