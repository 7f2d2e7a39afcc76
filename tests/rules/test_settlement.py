"""The settlement: what a finished partie pays and its proof; who wins a race to a target, and a series of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scorer.rules.deal import fold
from scorer.rules.house import house_rules
from scorer.rules.legal import legal_play
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule, Settling
from scorer.rules.refusals import IllegalStatement
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import step_sentence
from scorer.rules.settlement import half, settle, settle_target
from scorer.rules.table import Setting

A, B = Player("A"), Player("B")

Scores = tuple[int, int]
Told = Scores | str
"""A deal: the points of A and of B from a paper sheet, or its log."""


def play(deals: Sequence[Told], preset: str, house: Mapping[str, Any] | None = None) -> Partie:
    rules = house_rules(PRESETS[preset], house or {})
    records = [
        DealRecord(parse_log(told, rules)) if isinstance(told, str) else DealRecord(scores=told) for told in deals
    ]
    return play_partie(PartieRecord(rules, (A, B), tuple(records)))


def refused(deals: Sequence[Told], preset: str, house: Mapping[str, Any] | None = None) -> IllegalStatement:
    with pytest.raises(IllegalStatement) as caught:
        play(deals, preset, house)
    return caught.value


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
# The race to a target: first past the post


def race(
    before: tuple[int, int], log: str, preset: str = "cent-32", house: Mapping[str, Any] | None = None
) -> list[Told]:
    """Two deals that bring A and B to *before*, and a third, in which A is elder."""
    halves = [(total // 2, total - total // 2) for total in before]
    return [(halves[0][0], halves[1][0]), (halves[0][1], halves[1][1]), log]


@pytest.mark.parametrize(
    ("before", "log", "totals"),
    [
        pytest.param((95, 97), "E point 5 making 49; Y good", (100, 97), id="elder's point"),
        pytest.param(
            (97, 96),
            "E point 4 making 40; Y not good; E tierce major; Y good; Y point 4 making 41",
            (97, 100),
            id="younger's point before elder's tierce",
        ),
        pytest.param(
            (97, 96),
            "E point 4 making 40; Y not good; E tierce major; Y good; Y no point",
            (100, 96),
            id="elder's tierce, younger having no point",
        ),
        pytest.param(
            (97, 90),
            "E no point; E no sequence; E trio of aces; Y good; Y point 5 making 44; Y quint minor",
            (97, 110),
            id="younger's quint before elder's trio",
        ),
        pytest.param(
            (97, 90),
            "E no point; E no sequence; E trio of aces; Y good; Y point 5 making 44; Y no sequence",
            (100, 95),
            id="elder's trio, younger having no sequence",
        ),
        pytest.param(
            (5, 0),
            "E point 6 making 60; Y good; E sixieme major; Y good; E quatorze of aces; Y good",
            (101, 0),
            id="a repique",
        ),
        pytest.param((98, 98), "tricks E1:1 Y1:2", (100, 98), id="a lead before the card that wins it"),
        pytest.param((98, 99), "tricks Y1:2", (99, 100), id="the winning card"),
        pytest.param((99, 99), "tricks Y1:1", (99, 100), id="a lead under ten counts nothing"),
        pytest.param((85, 50), "tricks E7:1 Y5:0", (102, 51), id="the ten for the cards"),
        pytest.param((60, 30), "tricks E12:0", (101, 30), id="a capot"),
    ],
)
def test_the_first_to_reach_a_hundred_class_by_class_wins_at_once(
    before: tuple[int, int], log: str, totals: tuple[int, int]
) -> None:
    played = play(race(before, log), "cent-32")

    assert played.totals == totals
    assert len(played.finished) == 1
    assert played.finished[0].settlement.winner == (0 if totals[0] >= 100 else 1)


@pytest.mark.parametrize(
    ("before", "log"),
    [
        pytest.param(
            (97, 96), "E point 4 making 40; Y not good; E tierce major; Y good", id="younger's point is to come"
        ),
        pytest.param((97, 0), "E no point; E tierce major; Y good", id="younger may call a point"),
        pytest.param((94, 99), "E point 5 making 49; Y good", id="ninety-nine"),
    ],
)
def test_nobody_has_won_while_something_earlier_may_still_be_called(before: tuple[int, int], log: str) -> None:
    assert play(race(before, log), "cent-32").finished == ()


@pytest.mark.parametrize(
    ("log", "position"),
    [
        pytest.param(
            "E point 3 making 31; Y good; E tierce major; Y good; E tierce to king; E tierce to queen",
            5,
            id="in the middle of a class",
        ),
        pytest.param("E point 3 making 31; Y good; tricks E6:1 E1:1", 8, id="in the middle of the play"),
        pytest.param("E point 8 making 75; Y good; E huitieme major", 2, id="in the middle of the calls"),
        pytest.param("E point 8 making 75; Y good; E reckons nothing", 2, id="before a penalty"),
    ],
)
def test_nothing_more_is_said_in_a_deal_that_was_stopped(log: str, position: int) -> None:
    error = refused(race((91 if "point 3" in log else 92, 0), log), "cent-32")

    assert (error.refusal.rule, error.deal, error.position) == (Rule.DEAL_OVER, 2, position)


def test_a_deal_that_was_stopped_keeps_the_lines_up_to_the_target_and_no_more() -> None:
    deal = play(race((91, 0), "E point 3 making 31; Y good; tricks E6:1"), "cent-32").deals[2].deal

    assert deal is not None
    assert deal.stopped is Seat.ELDER
    assert [(line.kind, line.points) for line in deal.lines] == [(LineKind.POINT, 3), (LineKind.LEAD, 6)]


@pytest.mark.parametrize(
    ("before", "log", "rule"),
    [
        pytest.param((140, 100), "count E12 last E play 13", Rule.RACE_ONE_BY_ONE, id="reached by a lead"),
        pytest.param((100, 144), "count E5 last Y play 6", Rule.RACE_ONE_BY_ONE, id="reached by younger's cards"),
        pytest.param((146, 146), "count E6 last E play 8 first 2", Rule.RACE_ONE_BY_ONE, id="reached by both"),
        pytest.param((100, 100), "count E7 last E play 9", None, id="not reached"),
        pytest.param((131, 100), "count E7 last E play 9", None, id="reached by the very last line"),
    ],
)
def test_the_short_way_cannot_say_when_the_target_was_reached_in_play(
    before: tuple[int, int], log: str, rule: Rule | None
) -> None:
    deals = race(before, log)
    if rule is None:
        assert play(deals, "french-150").deals[2].is_over
    else:
        assert refused(deals, "french-150").refusal.rule is rule


@pytest.mark.parametrize("before", [(100, 100), (131, 100), (140, 100), (100, 144), (146, 146)], ids=str)
def test_every_short_way_that_is_offered_in_a_race_is_taken(before: Scores) -> None:
    rules = PRESETS["french-150"]
    setting = Setting(final=False, before=BySeat(before), target=150)
    offered = legal_play(fold(rules, (), setting).deal)

    assert [count for count in offered if fold(rules, (count,), setting).refusal is not None] == []


CHRONOLOGICAL = {"target_order": "chronological", "trick_min_rank": "seven"}
BY_CLASS = {"target_order": "category", "trick_min_rank": "seven"}


@pytest.mark.parametrize(
    ("house", "before", "log", "totals"),
    [
        pytest.param(
            CHRONOLOGICAL,
            (97, 96),
            "E point 4 making 40; Y not good; E tierce major; Y good",
            (100, 96),
            id="elder's tierce before younger speaks",
        ),
        pytest.param(
            BY_CLASS,
            (99, 97),
            "E no point; E no sequence; E no set; Y point 4 making 41",
            (99, 101),
            id="by class, younger's point before elder's lead",
        ),
        pytest.param(
            CHRONOLOGICAL,
            (99, 97),
            "E no point; E no sequence; E no set; Y point 4 making 41; tricks E1",
            (100, 97),
            id="elder's lead before younger's point",
        ),
        pytest.param(
            CHRONOLOGICAL,
            (98, 97),
            "E no point; E no sequence; E no set; Y point 4 making 41; tricks E1",
            (99, 101),
            id="elder's lead is not enough",
        ),
        pytest.param(
            CHRONOLOGICAL | {"pique_order": "chronological"},
            (41, 95),
            "E no point; E quint major; Y good; E quatorze of aces; Y good; Y point 5 making 44; tricks E1",
            (101, 95),
            id="elder's pique with his first lead",
        ),
    ],
)
def test_in_the_order_of_play_elder_leads_before_younger_calls(
    house: Mapping[str, Any], before: tuple[int, int], log: str, totals: tuple[int, int]
) -> None:
    played = play(race(before, log), "cent-32", house)

    assert played.totals == totals
    assert len(played.finished) == 1


FINISH = {"stop_rule": "finish_deal", "trick_min_rank": "seven"}


@pytest.mark.parametrize(
    ("house", "log", "totals"),
    [
        pytest.param({}, "E point 5 making 49; Y good", (103, 95), id="at once"),
        pytest.param(
            FINISH,
            "E point 5 making 49; Y good; E no sequence; Y quint major; count E4 last Y play 6",
            (109, 130),
            id="the deal finished",
        ),
    ],
)
def test_where_the_deal_is_finished_the_higher_total_wins(
    house: Mapping[str, Any], log: str, totals: tuple[int, int]
) -> None:
    played = play(race((98, 95), log), "cent-32", house)

    assert played.totals == totals
    assert played.finished[0].settlement.winner == (0 if totals[0] > totals[1] else 1)


def test_level_past_the_target_another_deal_decides() -> None:
    level = play([(60, 60), (45, 45)], "cent-32", FINISH)
    decided = play([(60, 60), (45, 45), (1, 0)], "cent-32", FINISH)

    assert level.finished == ()
    assert [(each.after, each.totals, each.settlement.winner) for each in decided.finished] == [(2, (106, 105), 0)]


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
