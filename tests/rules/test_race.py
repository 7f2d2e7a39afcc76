"""The race to a target: who is first past the post, class by class and trick by trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.claims import Category, SequenceClaim
from scorer.rules.deal import fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.lines import LineKind
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.possible_claims import every_claim
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import Ends
from scorer.rules.scoring import race_awaits
from scorer.rules.seats import BySeat, Seat
from scorer.rules.settlement import settle_target
from scorer.rules.statements import Called, Declined
from tests.rules.settling import Scores, Told, play, refused
from tests.rules.strategies import closing
from tests.thorough import examples


def race(
    before: tuple[int, int], log: str, preset: str = "cent-32", house: Mapping[str, Any] | None = None
) -> list[Told]:
    """Two deals that bring A and B to *before*, and a third, in which A is elder."""
    halves = [(total // 2, total - total // 2) for total in before]
    return [(halves[0][0], halves[1][0]), (halves[0][1], halves[1][1]), log]


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


HANGING = (
    "E exchange 4; Y exchange 1; E point 4 making 38; Y not good; E tierce to ace; Y not good; "
    "E quatorze of aces; Y good; Y point 6 making 54; Y quint to knave"
)
"""Elder has 101 by his aces, and younger 98 unless she has another run."""


@pytest.mark.parametrize(
    ("preset", "before", "log", "closes"),
    [
        pytest.param("cent-32", (87, 77), HANGING, "Y no more sequences", id="she says so"),
        pytest.param("cent-32", (87, 0), HANGING, "Y septieme major", id="twelve cards are named"),
        pytest.param("cent-32", (87, 77), HANGING, "tricks E1:1", id="a card is played"),
        pytest.param(
            "normand",
            (90, 77, 0),
            "E no point; E quint to king; E no set; Y no point; Y tierce major; T no point; T no sequence; T no set",
            "Y trio of kings",
            id="she calls in a later class",
        ),
    ],
)
def test_the_race_waits_until_younger_has_done_with_her_runs(
    preset: str, before: tuple[int, ...], log: str, closes: str
) -> None:
    rules = PRESETS[preset]
    race = Setting(final=False, before=BySeat(before), target=100)

    hangs = fold(rules, parse_log(log, rules), race).require()
    closed = fold(rules, parse_log(f"{log}; {closes}", rules), race).require()

    assert (hangs.stopped, closed.stopped) == (None, Seat.ELDER)
    assert legal_next(closed) == ()


@pytest.mark.parametrize(
    ("before", "log", "offered"),
    [
        pytest.param((87, 77), HANGING, ["Y no more sequences"], id="the race hangs on it"),
        pytest.param((80, 77), HANGING, [], id="nobody has reached the target"),
        pytest.param((87, 77), HANGING.partition("; Y quint")[0], [], id="she has called none, and may say so"),
    ],
)
def test_that_there_is_no_more_is_offered_where_the_race_hangs_on_it(
    before: tuple[int, int], log: str, offered: list[str]
) -> None:
    rules = PRESETS["cent-32"]
    deal = fold(rules, parse_log(log, rules), Setting(final=False, before=BySeat(before), target=100)).require()

    no_more = [each for each in legal_next(deal) if isinstance(each, Declined) and each.more]
    assert [format_statement(each) for each in no_more] == offered


def test_whoever_has_no_more_calls_no_more() -> None:
    rules = PRESETS["portland"]
    folded = fold(rules, parse_log("E no point; E no sequence; Y tierce; Y no more sequences; Y quart", rules))

    assert folded.refusal is not None
    assert (folded.refusal.rule, folded.position) == (Rule.HAS_DECLINED, 4)


@pytest.mark.parametrize(
    ("house", "log", "winner"),
    [
        pytest.param(
            {"losers_in_class": "all_valid"},
            "E no point; E quart; Y good; E quatorze of aces; Y good; Y no point",
            None,
            id="both count their own",
        ),
        pytest.param(
            {"sequence_tie": "tied_only"},
            "E no point; E quart to king; Y equal; E quatorze of aces; Y good; Y no point",
            None,
            id="a lesser run after a tie",
        ),
        pytest.param(
            {"sequence_tie": "tied_only"},
            "E no point; E quart to king; Y equal; E quatorze of aces; Y good; Y no point; Y no sequence",
            Seat.ELDER,
            id="none after a tie",
        ),
    ],
)
def test_younger_is_waited_for_where_a_good_or_equal_call_leaves_her_runs_to_call(
    house: Mapping[str, Any], log: str, winner: Seat | None
) -> None:
    rules = house_rules(PRESETS["meyer-1888"], house)
    race = Setting(final=False, before=BySeat((90, 90)), target=100)

    assert fold(rules, parse_log(log, rules), race).require().stopped is winner


@pytest.mark.parametrize(
    "runs", ["Y quart; Y tierce; Y quint", "Y quint; Y quart; Y tierce", "Y tierce; Y quart; Y quint"]
)
def test_the_longest_of_the_winners_runs_counts_first_whenever_it_was_called(runs: str) -> None:
    rules = PRESETS["meyer-1888"]
    race = Setting(final=False, before=BySeat((0, 96)), target=100, drop_surplus=True)
    deal = fold(rules, parse_log(f"E no point; E no sequence; E no set; {runs}", rules), race).require()

    assert (deal.stopped, deal.score) == (Seat.YOUNGER, BySeat((0, 15)))


LURCH_HANGS = (
    "E exchange 5; Y exchange 3; E carte blanche; E point 3; Y not good; E tierce; Y good; E tierce to nine; E no set; "
    "Y quatorze of knaves; Y trio of queens"
)
"""From 36-83 in meyer-1888 younger has 100 by the sets; elder's tierces, if they count first, save the lurch."""


@pytest.mark.parametrize(
    ("said", "winner", "points", "lurched"),
    [
        pytest.param("", None, (16, 17), False, id="younger has not spoken of the point"),
        pytest.param("; Y no point", Seat.YOUNGER, (16, 17), False, id="younger has none"),
        pytest.param("; Y point 5 making 48", Seat.YOUNGER, (10, 25), True, id="the point counts before the tierces"),
        pytest.param("; tricks E1", Seat.YOUNGER, (16, 17), False, id="a card is played"),
    ],
)
def test_a_race_waits_for_the_winners_point_where_a_lurch_hangs_on_it(
    said: str, winner: Seat | None, points: tuple[int, int], lurched: bool
) -> None:
    rules = PRESETS["meyer-1888"]
    race = Setting(final=False, before=BySeat((36, 83)), target=100)
    deal = fold(rules, parse_log(f"{LURCH_HANGS}{said}", rules), race).require()

    assert (deal.stopped, deal.score) == (winner, BySeat(points))
    assert (36 + deal.score[Seat.ELDER] < 50) is lurched


def test_a_point_called_after_a_decided_race_still_counts_before_the_sets() -> None:
    """Nothing that is paid hangs on it, so nobody waits for it; a log that has it is not refused."""
    rules = PRESETS["cent-36"]
    race = Setting(final=False, before=BySeat((90, 90)), target=100)
    calls = "E point 4; Y not good; E no sequence; E no set; Y quatorze of aces"

    won = fold(rules, parse_log(calls, rules), race).require()
    late = fold(rules, parse_log(f"{calls}; Y point 5", rules), race).require()

    assert (won.stopped, won.score) == (Seat.YOUNGER, BySeat((0, 14)))
    assert (late.stopped, late.score) == (Seat.YOUNGER, BySeat((0, 19)))


BY_THE_POINT = {"stakes": "per_point"}


@pytest.mark.parametrize(
    ("house", "before", "log", "awaited"),
    [
        pytest.param(
            {}, (90, 60), "E no point; E quatorze of aces; Y good; Y no point; Y no sequence", [], id="by the partie"
        ),
        pytest.param(
            BY_THE_POINT,
            (90, 60),
            "E no point; E quatorze of aces; Y good; Y no point; Y no sequence",
            [],
            id="elder is past it",
        ),
        pytest.param(
            BY_THE_POINT,
            (90, 60),
            "E no point; E quatorze of aces; Y good",
            ["Y no point", "Y no sequence", "E no sequence"],
            id="elder has not spoken of sequences",
        ),
        pytest.param(
            BY_THE_POINT,
            (90, 60),
            "E no point; E quint; Y good",
            ["Y no point", "E no more sequences"],
            id="the opponent first",
        ),
        pytest.param(
            BY_THE_POINT | {"sequence_tie": "tied_only"},
            (90, 60),
            "E no point; E tierce to king; Y equal; E quatorze of aces; Y good; Y no sequence; Y no point",
            [],
            id="elder is past a tie",
        ),
        pytest.param(
            BY_THE_POINT | {"losers_in_class": "all_valid"},
            (99, 60),
            "E no point; E tierce; Y not good",
            ["Y no point", "E no more sequences"],
            id="elder adds to what is not good",
        ),
        pytest.param(
            BY_THE_POINT,
            (60, 90),
            "E no point; E no sequence; E no set; Y quatorze of aces",
            ["Y no point", "Y no sequence"],
            id="younger",
        ),
        pytest.param(
            BY_THE_POINT,
            (60, 90),
            "E point 4; Y good; E no sequence; E no set; Y quint; Y sixieme",
            [],
            id="nothing is left",
        ),
    ],
)
def test_whom_a_race_awaits(house: Mapping[str, Any], before: tuple[int, int], log: str, awaited: list[str]) -> None:
    rules = house_rules(PRESETS["cent-36"], house)
    race = Setting(final=False, before=BySeat(before), target=100)
    deal = fold(rules, parse_log(log, rules), race).require()
    declined = [
        Declined(seat, each, more=bool(deal.state.categories[each].entries[seat]))
        for seat, each in race_awaits(deal.state)
    ]

    assert [format_statement(each) for each in declined] == awaited
    assert set(declined) <= set(legal_next(deal))


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        pytest.param("", None, id="younger's point may bar it"),
        pytest.param("; Y point 6 making 50", Seat.YOUNGER, id="younger's point bars it"),
        pytest.param("; Y no point", Seat.ELDER, id="nothing bars it"),
    ],
)
def test_a_race_waits_for_the_point_that_may_bar_an_opponents_repique(said: str, winner: Seat | None) -> None:
    rules = PRESETS["cent-36"]
    calls = "E point 5 making 49; Y not good; E sixieme; Y good; E sixieme; E no set; Y quatorze of aces"
    race = Setting(final=False, before=BySeat((20, 88)), target=100)

    assert fold(rules, parse_log(f"{calls}{said}", rules), race).require().stopped is winner


@pytest.mark.parametrize(
    ("said", "winner", "younger"),
    [
        pytest.param("", None, 22, id="she may show it"),
        pytest.param("; Y carte rouge", Seat.ELDER, 42, id="she shows it"),
        pytest.param("; tricks E1:1", Seat.ELDER, 22, id="a card is played"),
    ],
)
def test_a_race_waits_for_a_carte_rouge_that_would_reckon_sooner(said: str, winner: Seat | None, younger: int) -> None:
    rules = house_rules(PRESETS["cent-32"], {"carte_rouge": 20, "carte_rouge_to_thirty": "elder"})
    calls = "E no point; E no sequence; E quatorze of aces; Y good; Y point 6 making 54; Y sixieme to king"
    race = Setting(final=False, before=BySeat((87, 40)), target=100)

    deal = fold(rules, parse_log(f"{calls}; Y no more sequences{said}", rules), race).require()

    assert (deal.stopped, deal.score[Seat.YOUNGER]) == (winner, younger)


TO_A_TARGET = sorted(preset for preset, rules in PRESETS.items() if rules.ends is Ends.TARGET)


@pytest.mark.parametrize("preset", TO_A_TARGET)
@examples(40)
@given(st.data())
def test_the_order_in_which_younger_says_her_runs_decides_nothing(preset: str, data: st.DataObject) -> None:
    rules = PRESETS[preset]
    target = rules.target
    assert target is not None
    near = st.integers(target // 2 - 5, target - 1) | st.integers(target - 8, target - 1)
    before = data.draw(st.tuples(*[near] * rules.sides))
    race = Setting(final=False, before=BySeat(before), target=target, drop_surplus=True)
    answered = "; Y good" if rules.players == 2 else ""
    aces = data.draw(st.sampled_from((f"E quatorze of aces{answered}", "E no set")))
    others = "; ".join(
        f"{letter} no point; {letter} {data.draw(st.sampled_from(('no sequence', 'quint to king')))}; {letter} no set"
        for letter in ("T", "F")[: rules.players - 2]
    )
    start = parse_log(f"E no point; E no sequence; {aces}", rules)
    runs = [each for each in every_claim(rules, Category.SEQUENCE) if isinstance(each, SequenceClaim) and each.top]
    said = data.draw(st.lists(st.sampled_from(runs), min_size=2, max_size=4))
    said = said[: next((n for n in range(len(said)) if sum(run.length for run in said[: n + 1]) > rules.hand), 4)]

    def end(runs: list[SequenceClaim]) -> tuple[object, ...]:
        log = (
            *start,
            *(Called(Seat.YOUNGER, run) for run in runs),
            *parse_log(f"Y no more sequences; {others}", rules),
        )
        tricks = closing(rules, log, race, [Seat.ELDER] * rules.hand)
        deal = fold(rules, log + tricks, race).require()
        totals = [sum(deal.score.values[side :: rules.sides]) + points for side, points in enumerate(before)]
        winner = max(range(rules.sides), key=lambda side: (totals[side] >= target, totals[side]))
        lurch = deal.stopped is not None and settle_target(rules, tuple(totals), winner, target).lurch
        return deal.stopped, deal.score, lurch, [(line.seat, line.points, line.kind) for line in deal.lines]

    assert end(data.draw(st.permutations(said))) == end(said)
