"""The settlement: what a finished partie pays and its proof, and who wins a series of parties to a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule, Settling
from scorer.rules.seats import Seat
from scorer.rules.sentences import step_sentence
from scorer.rules.settlement import half, settle, settle_target
from tests.rules.settling import A, B, Scores, Told, play, refused

# ---------------------------------------------------------------------------------------------------------------------
# Laws 71 to 73


@pytest.mark.parametrize(
    ("totals", "winner", "points", "rubicon"),
    [
        ((131, 113), 0, 118, False),
        ((125, 81), 0, 306, True),
        ((97, 89), 0, 286, True),
        ((91, 92), 1, 283, True),
        ((105, 101), 0, 104, False),
        ((99, 120), 1, 319, True),
        ((101, 120), 1, 119, False),
        ((120, 98), 0, 318, True),
        ((100, 120), 1, 120, False),
        ((100, 101), 1, 101, False),
        ((99, 100), 1, 299, True),
        ((1, 0), 0, 101, True),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_what_the_winner_of_a_partie_is_paid(totals: Scores, winner: int, points: int, rubicon: bool) -> None:
    settlement = settle(PORTLAND, totals)

    assert (settlement.winner, settlement.points, settlement.rubicon) == (winner, points, rubicon)
    assert not settlement.lurch


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


@pytest.mark.parametrize("preset", ["modern", "wikipedia", "card-game-heaven", "four-deal"])
@pytest.mark.parametrize(("totals", "points"), [((101, 120), 119), ((99, 120), 319), ((97, 89), 286)], ids=str)
def test_the_whole_rubicon_family_settles_alike(preset: str, totals: Scores, points: int) -> None:
    assert settle(PRESETS[preset], totals).points == points


# ---------------------------------------------------------------------------------------------------------------------
# To a target: the lurch, the series, the decider


@pytest.mark.parametrize(("target", "saved"), [(100, 50), (101, 51), (150, 75), (221, 111)])
def test_half_the_target_rounded_up_saves_the_lurch(target: int, saved: int) -> None:
    rules = PRESETS["cent-32"]

    assert half(target) == saved
    assert settle_target(rules, (target, saved), 0, target).points == 1
    assert settle_target(rules, (saved - 1, target), 1, target).points == 2


def test_where_no_lurch_is_played_every_partie_counts_one() -> None:
    settlement = settle_target(PRESETS["cent-36"], (100, 0), 0, 100)

    assert (settlement.points, settlement.lurch) == (1, False)
    assert [step.settling for step in settlement.steps] == [Settling.REACHED]


@pytest.mark.parametrize(
    ("loser", "points", "step"),
    [(0, 2, Settling.LURCHED), (49, 2, Settling.LURCHED), (50, 1, Settling.NOT_LURCHED), (99, 1, Settling.NOT_LURCHED)],
)
def test_a_loser_under_fifty_loses_a_double_partie(loser: int, points: int, step: Settling) -> None:
    settlement = play([(60, loser), (40, 0)], "cent-32").finished[0].settlement

    assert (settlement.winner, settlement.points, settlement.lurch) == (0, points, points == 2)
    assert [each.settling for each in settlement.steps] == [Settling.REACHED, step]


DOUBLE_A: list[Told] = [(60, 20), (45, 10)]
SINGLE_A: list[Told] = [(50, 30), (52, 30)]
SINGLE_B: list[Told] = [(40, 55), (30, 50)]


@pytest.mark.parametrize(
    ("parties", "won", "winner"),
    [
        pytest.param([DOUBLE_A, SINGLE_A], 3, 0, id="a double and a single"),
        pytest.param([DOUBLE_A, DOUBLE_A], 4, 0, id="two doubles"),
        pytest.param([SINGLE_A, SINGLE_A, SINGLE_A], 3, 0, id="three singles"),
        pytest.param([SINGLE_A, SINGLE_B, DOUBLE_A], 3, 0, id="a single, one lost, a double"),
        pytest.param([SINGLE_B, SINGLE_A, SINGLE_B, SINGLE_A, SINGLE_B], 3, 1, id="all five"),
    ],
)
def test_three_parties_win_the_series_and_a_double_counts_two(parties: list[list[Told]], won: int, winner: int) -> None:
    deals = [deal for partie in parties for deal in partie]
    before, played = play(deals[:-1], "cent-32"), play(deals, "cent-32")

    assert not before.is_over
    assert [each.after for each in played.finished] == [2 * number + 1 for number in range(len(parties))]
    assert played.settlement is not None
    assert (played.settlement.winner, played.settlement.points) == (winner, won)
    assert played.settlement.steps[-1].settling is Settling.SERIES
    error = refused([*deals, (1, 1)], "cent-32")
    assert (error.refusal.rule, error.deal) == (Rule.PARTIE_OVER, len(deals))


def test_each_partie_of_a_series_begins_at_nothing_and_the_seats_go_on_alternating() -> None:
    played = play([*SINGLE_A, (7, 0), (1, 2)], "cent-32")

    assert [deal.totals for deal in played.deals] == [(50, 30), (102, 60), (7, 0), (8, 2)]
    assert [deal.seats[Seat.ELDER] for deal in played.deals] == [A, B, A, B]
    assert played.totals == (8, 2)


def test_totals_past_the_target_for_both_cannot_say_who_was_first() -> None:
    error = refused([(60, 60), (45, 41)], "cent-32")

    assert (error.refusal.rule, error.deal, error.position) == (Rule.RACE_UNKNOWN, 1, None)
    assert error.refusal.args == {"target": 100}


def test_the_decider_of_a_french_series_goes_to_two_hundred_and_twenty_one() -> None:
    one_each: list[Told] = [(150, 90), (80, 151)]

    at_150 = play([*one_each, (149, 150), (70, 20)], "french-150")
    at_221 = play([*one_each, (149, 150), (72, 20)], "french-150")

    assert at_150.totals == (219, 170)
    assert not at_150.is_over
    assert at_221.settlement is not None
    assert (at_221.settlement.winner, at_221.settlement.points) == (0, 2)
    assert at_221.finished[2].settlement.steps[0].args["target"] == 221


def test_a_french_series_that_is_decided_has_no_decider() -> None:
    played = play([(150, 90), (75, 60), (75, 60)], "french-150")

    assert played.settlement is not None
    assert [each.after for each in played.finished] == [0, 2]


@pytest.mark.parametrize(
    ("house", "totals", "points", "says"),
    [
        pytest.param({}, (101, 60), 1, [], id="by the partie"),
        pytest.param({}, (101, 49), 2, [], id="by the partie, a lurch"),
        pytest.param({"stakes": "per_point"}, (101, 60), 41, ["the difference: 101 − 60 = 41"], id="by eyes"),
        pytest.param(
            {"stakes": "per_point"},
            (101, 49),
            104,
            ["the difference: 101 − 49 = 52", "twice for the lurch: 2 × 52 = 104"],
            id="by eyes, a lurch",
        ),
        pytest.param(
            {"stakes": "per_point", "lurch": False}, (101, 49), 52, ["the difference: 101 − 49 = 52"], id="no lurch"
        ),
    ],
)
def test_meyers_partie_is_paid_by_the_partie_or_by_eyes(
    house: Mapping[str, Any], totals: Scores, points: int, says: list[str]
) -> None:
    settlement = settle_target(house_rules(PRESETS["meyer-1888"], house), totals, 0, 100)

    sentences = [step_sentence(step, ("A", "B")) for step in settlement.steps]
    assert settlement.points == points
    assert [each for each in sentences if "difference" in each or "twice" in each] == says


@pytest.mark.parametrize(
    ("deals", "winner", "points", "rubicon"),
    [
        pytest.param([(20, 20)] * 4 + [(20, 19), (20, 0)], 0, 319, True, id="120 to 99"),
        pytest.param([(20, 20)] * 5 + [(20, 0)], 0, 120, False, id="120 to 100"),
        pytest.param([(15, 15)] * 6 + [(10, 5), (5, 5)], 0, 105, False, id="two more deals"),
        pytest.param([(15, 15)] * 8, None, 0, False, id="then drawn"),
    ],
)
def test_meyers_hand_in_six_deals_is_settled_with_the_rubicon(
    deals: list[Told], winner: int | None, points: int, rubicon: bool
) -> None:
    settlement = play(deals, "meyer-rubicon").settlement

    assert settlement is not None
    assert (settlement.winner, settlement.points, settlement.rubicon) == (winner, points, rubicon)
    assert play(deals[:-1], "meyer-rubicon").settlement is None
    assert all(step.source.startswith("German Wikipedia") for step in settlement.steps)


def test_card_game_heavens_older_game_is_one_partie_to_whoever_is_first_past_a_hundred() -> None:
    settlement = play([(60, 30), (45, 20)], "heaven-100").settlement

    assert settlement is not None
    assert (settlement.winner, settlement.points, settlement.lurch) == (0, 1, False)
