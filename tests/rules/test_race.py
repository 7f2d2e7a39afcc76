"""The race to a target: who is first past the post, class by class and trick by trick."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.claims import Category, SequenceClaim
from scorer.rules.deal import fold
from scorer.rules.deal_state import Setting
from scorer.rules.grammar import every_claim
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ends
from scorer.rules.scoring import race_awaits
from scorer.rules.seats import BySeat, Seat
from scorer.rules.settlement import settle_target
from scorer.rules.statements import Called, Declined
from tests.published import published
from tests.rows import each_row
from tests.rules.strategies import closing
from tests.thorough import examples

HANGING = (
    "E exchange 4; Y exchange 1; E point 4 making 38; Y not good; E tierce to ace; Y not good; "
    "E quatorze of aces; Y good; Y point 6 making 54; Y quint to knave"
)
"""Elder has 101 by the aces, and younger 98 without another run."""


@each_row("preset", "before", "log", "closes")
def test_a_race_is_open_until_younger_has_no_more_runs_to_call(
    preset: str, before: tuple[int, ...], log: str, closes: str
) -> None:
    rules, log = PRESETS[preset], log.replace("HANGING", HANGING)
    race = Setting(final=False, before=BySeat(before), target=100)
    hangs = fold(rules, parse_log(log, rules), race).require()
    closed = fold(rules, parse_log(f"{log}; {closes}", rules), race).require()
    assert (hangs.stopped, closed.stopped) == (None, Seat.ELDER)
    assert legal_next(closed) == ()


@each_row("before", "log", "offered")
def test_no_more_is_offered_where_the_race_depends_on_it(
    before: tuple[int, int], log: str, offered: tuple[str, ...]
) -> None:
    rules, log = PRESETS["cent-32"], log.replace("HANGING", HANGING)
    deal = fold(rules, parse_log(log, rules), Setting(final=False, before=BySeat(before), target=100)).require()
    no_more = [each for each in legal_next(deal) if isinstance(each, Declined) and each.more]
    assert [format_statement(each) for each in no_more] == [*offered]


@pytest.mark.parametrize("row", published("race")["awaited"], ids=lambda row: row["says"])
def test_which_calls_a_race_depends_on(row: Mapping[str, Any]) -> None:
    rules = house_rules(PRESETS["cent-36"], row["house"])
    race = Setting(final=False, before=BySeat(tuple(row["before"])), target=100)
    deal = fold(rules, parse_log(row["log"], rules), race).require()
    declined = [
        Declined(seat, each, more=bool(deal.state.categories[each].entries[seat]))
        for seat, each in race_awaits(deal.state)
    ]
    assert [format_statement(each) for each in declined] == row["awaited"]
    assert set(declined) <= set(legal_next(deal))


TO_A_TARGET = sorted(preset for preset, rules in PRESETS.items() if rules.ends is Ends.TARGET)


@pytest.mark.parametrize("preset", TO_A_TARGET)
@examples(40)
@given(st.data())
def test_the_order_in_which_younger_calls_runs_decides_nothing(preset: str, data: st.DataObject) -> None:
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
