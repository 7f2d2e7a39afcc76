"""A partie: who sits where, what its deals add up to, when it ends,
what a deal knows of it; and the race.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from scorer.rules.names import without_isolates
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.partie import (
    DealRecord,
    Partie,
    PartieRecord,
    extend_partie,
    going_on_message,
    play_partie,
)
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import Ends
from scorer.rules.scoring import race_awaits
from scorer.rules.seats import ELDER, BySeat, Seat
from scorer.rules.sentences import IllegalStatement, step_message
from scorer.rules.settlement import settle_target
from scorer.rules.statements import Called, Declined
from tests import there
from tests.published import published
from tests.rows import each_row
from tests.rules.settling import A, B, Said, play
from tests.rules.strategies import closing
from tests.thorough import examples


def test_a_deal_that_is_not_finished_counts_as_far_as_it_goes_and_settles_nothing() -> None:
    played = play([(90, 80)] * 5 + ["E point 5; Y good; E quint major; Y good; tricks E3"])
    assert [deal.totals for deal in played.deals[3:]] == [(360, 320), (450, 400), (450, 423)]
    assert [deal.is_over for deal in played.deals] == [True] * 5 + [False]
    assert played.totals == (450, 423)
    assert played.is_over is False
    assert played.finished == ()


@each_row
def test_what_goes_on_is_said(preset: str, deals: tuple[Said, ...], words: str) -> None:
    played = play(deals, preset)
    assert without_isolates(str(going_on_message(played, [A.name, B.name]))) == words


@each_row
def test_extra_deals_are_a_step_of_the_settlement(
    deals: tuple[Said, ...], steps: tuple[str, ...]
) -> None:
    settlement = there(play(deals).settlement)
    found = [step_message(step, [A.name, B.name]) for step in settlement.steps[: len(steps)]]
    assert tuple(without_isolates(str(each)) for each in found) == steps


def refused(deals: Sequence[Said]) -> IllegalStatement:
    with pytest.raises(IllegalStatement) as caught:
        play(deals)
    return caught.value


@pytest.mark.parametrize("next_deal", [(1, 1), "", "E point 5"], ids=["paper", "empty", "log"])
def test_a_deal_after_an_unfinished_one_or_the_end_is_refused_by_its_number(
    next_deal: Said,
) -> None:
    unfinished = refused([(10, 10), "E point 5; Y good", next_deal])
    over = refused([(20, 10)] * 6 + [next_deal])
    assert unfinished.refusal.rule == Rule.DEAL_UNFINISHED
    assert unfinished.deal == 2
    assert unfinished.position is None
    assert over.refusal.rule == Rule.PARTIE_OVER
    assert over.deal == 6
    assert over.position is None


def test_an_illegal_statement_is_refused_by_its_deal_and_its_position() -> None:
    error = refused([(10, 10), "E point 5; Y good; Y quint; Y point 6"])
    assert error.refusal.rule == Rule.ELDER_IS_GOOD
    assert error.deal == 1
    assert error.position == 3


def test_a_statement_or_a_correction_changes_its_deal_and_no_other_is_folded_again() -> None:
    played = play(
        ["E point 5; Y good; E quart; Y good; count E7 last E play 9", "E point 5; Y good"]
    )
    first, second = played.record.deals
    quart = parse_log("E quart; Y good", PORTLAND)
    six = parse_log("strike 1 for E point 6", PORTLAND)
    assert extend_partie(played, played.record.deals) == played
    longer = extend_partie(played, (first, DealRecord(second.log + quart)))
    corrected = extend_partie(played, (DealRecord(first.log + six), second))
    assert played.totals == (28, 11)
    assert longer.totals == (28, 15)
    assert corrected.totals == (29, 11)
    assert longer.deals[0].deal is played.deals[0].deal
    assert corrected.deals[1].deal is played.deals[1].deal


def test_totals_from_paper_stay_with_their_players() -> None:
    played = play([(15, 31), "E point 5; Y good; count E7 last E play 9"])
    other = play_partie(replace(played.record, first=1))
    assert played.totals == (21, 55)
    assert other.totals == (39, 37)
    assert [each.seats[ELDER] for each in other.deals] == [B, A]
    assert played.record.dealer == 1
    assert other.record.dealer == 0


@each_row
def test_how_many_extra_deals_are_due(preset: str, deals: tuple[Said, ...], due: int) -> None:
    assert play(deals, preset).extra_deals_due == due


@each_row
def test_the_next_deal_knows_whether_it_is_the_last(
    deals: tuple[Said, ...], preset: str, final: bool
) -> None:
    assert play(deals, preset).next_setting.final is final


def test_the_next_deal_at_the_hundred_begins_with_what_each_seat_has_in_its_partie() -> None:
    one = play([(30, 20)], "cent-32")
    two = play([(30, 20), (15, 5)], "cent-32")
    assert one.next_setting.before == BySeat((20, 30))
    assert one.next_setting.target == 100
    assert two.next_setting.before == BySeat((45, 25))
    assert two.next_totals == (45, 25)
    won = play([(60, 20), (45, 10)], "cent-32")
    assert won.totals == (105, 30)
    assert won.next_totals == (0, 0)
    assert won.next_setting.before == BySeat((0, 0))


def test_the_next_deal_begins_with_the_cards_that_were_tied() -> None:
    tied = ["count E6 last E play 10"]
    assert [play(tied * n, "meyer-1888").next_setting.carried for n in range(3)] == [0, 10, 20]


def under(preset: str, deals: Sequence[Said]) -> Partie:
    """The deals as they were played at Rubicon, scored under *preset*,
    which may end the partie sooner.
    """
    logs = [
        DealRecord(parse_log(said, PORTLAND)) if isinstance(said, str) else DealRecord(scores=said)
        for said in deals
    ]
    return play_partie(PartieRecord(PRESETS[preset], (A, B), tuple(logs)), drop_surplus=True)


def test_what_follows_the_end_under_other_rules_is_left_out() -> None:
    four = under("four-deal", [(10, 5)] * 6)
    assert len(four.deals) == 4
    assert four.totals == (60, 30)
    assert four.is_over is True
    log = (
        "E point 8 making 75; Y good; E huitieme major; Y good; E quatorze of aces; Y good; "
        "tricks E12"
    )
    raced = under("french-150", [(60, 20), (50, 20), log])
    assert raced.totals == (150, 40)
    assert len(raced.finished) == 1


def test_what_the_other_rules_forbid_before_the_end_is_still_refused() -> None:
    with pytest.raises(IllegalStatement) as caught:
        under("french-150", ["E point 5; Y good; tricks E12"])
    assert caught.value.refusal.rule == Rule.SAY_PIPS
    assert caught.value.deal == 0
    assert caught.value.position == 0


def test_a_partie_that_goes_on_says_why() -> None:
    assert str(play([(1, 2)] * 4).missing) == "after 4 deals the partie is not over"
    tied: list[Said] = [(1, 2), (2, 1)] * 3
    level = "level at 9 after six deals"
    assert str(play(tied).missing) == f"{level}: two more deals are due (Law 71)"
    assert str(play([*tied, (5, 0)]).missing) == f"{level}: one more deal is due (Law 71)"


# The race: who is first past the post, class by class and trick by trick

HANGING = (
    "E exchange 4; Y exchange 1; E point 4 making 38; Y not good; E tierce to ace; Y not good; "
    "E quatorze of aces; Y good; Y point 6 making 54; Y quint to knave"
)
"""Elder has 101 by the aces, and younger 98 without another run."""


@each_row
def test_a_race_is_open_until_younger_has_no_more_runs_to_call(
    preset: str, before: tuple[int, ...], log: str, closes: str
) -> None:
    rules = PRESETS[preset]
    log = log.replace("HANGING", HANGING)
    race = Setting(final=False, before=BySeat(before), target=100)
    hangs = fold(rules, parse_log(log, rules), race).require()
    closed = fold(rules, parse_log(f"{log}; {closes}", rules), race).require()
    assert hangs.stopped is None
    assert closed.stopped == Seat.ELDER
    assert legal_next(closed) == ()


@each_row
def test_no_more_is_offered_where_the_race_depends_on_it(
    before: tuple[int, int], log: str, offered: tuple[str, ...]
) -> None:
    rules = PRESETS["cent-32"]
    log = log.replace("HANGING", HANGING)
    deal = fold(
        rules, parse_log(log, rules), Setting(final=False, before=BySeat(before), target=100)
    ).require()
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


@pytest.mark.parametrize(
    "preset", [preset for preset, rules in PRESETS.items() if rules.ends is Ends.TARGET]
)
@examples(40)
@given(st.data())
def test_the_order_in_which_younger_calls_runs_decides_nothing(
    preset: str, data: st.DataObject
) -> None:
    rules = PRESETS[preset]
    target = there(rules.target)
    near = st.integers(target // 2 - 5, target - 1) | st.integers(target - 8, target - 1)
    before = data.draw(st.tuples(*[near] * rules.sides))
    race = Setting(final=False, before=BySeat(before), target=target, drop_surplus=True)
    answered = "; Y good" if rules.players == 2 else ""
    aces = data.draw(st.sampled_from((f"E quatorze of aces{answered}", "E no set")))
    others = "; ".join(
        f"{letter} no point; {letter} "
        f"{data.draw(st.sampled_from(('no sequence', 'quint to king')))}; {letter} no set"
        for letter in ("T", "F")[: rules.players - 2]
    )
    start = parse_log(f"E no point; E no sequence; {aces}", rules)
    runs = [
        each
        for each in every_claim(rules, Category.SEQUENCE)
        if isinstance(each, SequenceClaim) and each.top
    ]
    said = data.draw(st.lists(st.sampled_from(runs), min_size=2, max_size=4))
    said = said[
        : next(
            (n for n in range(len(said)) if sum(run.length for run in said[: n + 1]) > rules.hand),
            4,
        )
    ]

    def end(runs: list[SequenceClaim]) -> tuple[object, ...]:
        called = tuple(Called(Seat.YOUNGER, run) for run in runs)
        log = start + called + parse_log(f"Y no more sequences; {others}", rules)
        tricks = closing(rules, log, race, [Seat.ELDER] * rules.hand)
        deal = fold(rules, log + tricks, race).require()
        totals = [
            sum(deal.score.values[side :: rules.sides]) + points
            for side, points in enumerate(before)
        ]
        winner = max(range(rules.sides), key=lambda side: (totals[side] >= target, totals[side]))
        lurch = (
            deal.stopped is not None and settle_target(rules, tuple(totals), winner, target).lurch
        )
        return (
            deal.stopped,
            deal.score,
            lurch,
            [(line.seat, line.points, line.kind) for line in deal.lines],
        )

    assert end(data.draw(st.permutations(said))) == end(said)
