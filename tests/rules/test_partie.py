"""A partie: who sits where, what its deals add up to, when it ends, and what a deal knows of it."""

from collections.abc import Sequence

import pytest

from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, extend_partie, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import BySeat
from scorer.rules.sentences import IllegalStatement
from tests.rows import each_row
from tests.rules.settling import A, B, Said, play, refused


def test_a_deal_that_is_not_finished_counts_as_far_as_it_goes_and_settles_nothing() -> None:
    played = play([(90, 80)] * 5 + ["E point 5; Y good; E quint major; Y good; tricks E3"])
    assert played.totals == (450, 423)
    assert [deal.totals for deal in played.deals[3:]] == [(360, 320), (450, 400), (450, 423)]
    assert [deal.is_over for deal in played.deals] == [True] * 5 + [False]
    assert not played.is_over
    assert played.finished == ()


@pytest.mark.parametrize("next_deal", [(1, 1), "", "E point 5"], ids=["paper", "empty", "log"])
def test_a_deal_after_an_unfinished_one_or_the_end_is_refused_by_its_number(next_deal: Said) -> None:
    unfinished, over = refused([(10, 10), "E point 5; Y good", next_deal]), refused([(20, 10)] * 6 + [next_deal])
    assert (unfinished.refusal.rule, unfinished.deal, unfinished.position) == (Rule.DEAL_UNFINISHED, 2, None)
    assert (over.refusal.rule, over.deal, over.position) == (Rule.PARTIE_OVER, 6, None)


def test_an_illegal_statement_is_refused_by_its_deal_and_its_position() -> None:
    error = refused([(10, 10), "E point 5; Y good; Y quint; Y point 6"])
    assert (error.refusal.rule, error.deal, error.position) == (Rule.ELDER_IS_GOOD, 1, 3)


def test_a_statement_or_a_correction_changes_its_deal_and_no_other_is_folded_again() -> None:
    played = play(["E point 5; Y good; E quart; Y good; count E7 last E play 9", "E point 5; Y good"])
    first, second = played.record.deals
    quart, six = parse_log("E quart; Y good", PORTLAND), parse_log("strike 1 for E point 6", PORTLAND)
    assert extend_partie(played, played.record.deals) == played
    longer = extend_partie(played, (first, DealRecord(second.log + quart)))
    corrected = extend_partie(played, (DealRecord(first.log + six), second))
    assert (played.totals, longer.totals, corrected.totals) == ((28, 11), (28, 15), (29, 11))
    assert longer.deals[0].deal is played.deals[0].deal
    assert corrected.deals[1].deal is played.deals[1].deal


@each_row("preset", "deals", "due")
def test_how_many_extra_deals_are_due(preset: str, deals: tuple[Said, ...], due: int) -> None:
    assert play(deals, preset).extra_deals_due == due


@each_row("deals", "preset", "final")
def test_the_next_deal_knows_whether_it_is_the_last(deals: tuple[Said, ...], preset: str, final: bool) -> None:
    assert play(deals, preset).next_setting.final is final


def test_the_next_deal_at_the_hundred_begins_with_what_each_seat_has() -> None:
    one, two = play([(30, 20)], "cent-32"), play([(30, 20), (15, 5)], "cent-32")
    assert (one.next_setting.before, one.next_setting.target) == (BySeat((20, 30)), 100)
    assert (two.next_setting.before, two.next_totals) == (BySeat((45, 25)), (45, 25))


def test_after_a_partie_of_a_series_the_next_deal_begins_with_nothing() -> None:
    played = play([(60, 20), (45, 10)], "cent-32")
    assert played.totals == (105, 30)
    assert played.next_totals == (0, 0)
    assert played.next_setting.before == BySeat((0, 0))


def test_the_next_deal_begins_with_the_cards_that_were_tied() -> None:
    tied = ["count E6 last E play 10"]
    assert [play(tied * n, "meyer-1888").next_setting.carried for n in range(3)] == [0, 10, 20]


def under(preset: str, deals: Sequence[Said]) -> Partie:
    """The deals as they were played at Rubicon, scored under *preset*, which may end the partie sooner."""
    logs = [
        DealRecord(parse_log(said, PORTLAND)) if isinstance(said, str) else DealRecord(scores=said) for said in deals
    ]
    return play_partie(PartieRecord(PRESETS[preset], (A, B), tuple(logs)), drop_surplus=True)


def test_deals_after_the_end_under_other_rules_are_left_out() -> None:
    played = under("four-deal", [(10, 5)] * 6)
    assert len(played.deals) == 4
    assert played.totals == (60, 30)
    assert played.is_over


def test_what_follows_the_target_within_a_deal_is_left_out() -> None:
    log = "E point 8 making 75; Y good; E huitieme major; Y good; E quatorze of aces; Y good; tricks E12"
    played = under("french-150", [(60, 20), (50, 20), log])
    assert (played.totals, len(played.finished)) == ((150, 40), 1)


def test_what_the_other_rules_forbid_before_the_end_is_still_refused() -> None:
    with pytest.raises(IllegalStatement) as caught:
        under("french-150", ["E point 5; Y good; tricks E12"])
    assert (caught.value.refusal.rule, caught.value.deal, caught.value.position) == (Rule.SAY_PIPS, 0, 0)


def test_a_partie_that_goes_on_says_why() -> None:
    assert play([(1, 2)] * 4).missing_words == "after 4 deals the partie is not over"
    level = play([(1, 2), (2, 1)] * 3)
    assert level.extra_deals_due == 2
    assert level.missing_words.startswith("level 9–9: two more deals are due (")
