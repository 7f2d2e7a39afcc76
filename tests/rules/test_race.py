"""The race to a target: who is first past the post, class by class and trick by trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.deal import fold
from scorer.rules.legal import legal_play
from scorer.rules.lines import LineKind
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import BySeat, Seat
from scorer.rules.table import Setting
from tests.rules.settling import Scores, Told, play, refused


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
