"""What is said of bonuses under rules that no preset has, of dealt and of named deals."""

import pytest

from scorer.rules.bounds import Calls, most_in_deal
from scorer.rules.deal import extend, fold
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.sentences import seat_names
from scorer.rules.watch import watch, watch_messages
from tests.oracle.dealt import random_deals

VARIANTS = (
    "portland",
    "portland pique_order=chronological",
    "portland pique_order=chronological trick_count=flat",
    "portland barred_blocks=no",
    "portland pique_order=chronological pique_seat=either",
    "portland pique_order=chronological carte_rouge=20",
    "portland pique_order=chronological losers_in_class=all_valid",
    "wikipedia",
    "auction",
)


@pytest.mark.parametrize("calls", Calls)
@pytest.mark.parametrize("line", VARIANTS)
def test_every_bonus_that_is_near_has_its_sentence(line: str, calls: Calls) -> None:
    """And none is near once the deal is over, or made already."""
    rules = rules_named(line)
    for dealt in random_deals(line.split(maxsplit=1)[0], 12):
        deal = fold(rules, ()).require()
        for statement in dealt.deal.log:
            folded = extend(deal, (statement,))
            if folded.refusal is not None:
                break
            deal = folded.deal
            for near in watch(deal, calls):
                assert deal.made_by(LineKind(near.kind.value)) is None
                assert all(map(str, watch_messages(near, seat_names(rules.players))))


def test_a_flat_trick_bounds_what_a_deal_makes() -> None:
    assert most_in_deal(rules_named("portland trick_count=flat"), 0) <= most_in_deal(
        PRESETS["portland"], 0
    )


NAMED = {
    "all of a hand has scored": (
        "portland pique_order=chronological carte_rouge=20",
        "E point 6; Y good; E sixieme; Y good; E sixieme; E no set",
    ),
    "who reckons nothing closes nothing": (
        "portland barred_blocks=no",
        "E point 6; Y good; Y reckons nothing; E sixieme",
    ),
    "a red hand that helps nobody to thirty": (
        "portland carte_rouge=20 carte_rouge_to_thirty=never",
        "E point 5; Y good; E quint; Y good; E quart; E tierce; E no set",
    ),
    "elder has called everything, and younger may have a set": (
        "portland pique_order=chronological",
        "E point 8; Y good; E huitieme; Y good; E tierce; E no set",
    ),
    "the lead makes it, whatever younger calls": (
        "portland pique_order=chronological",
        "E point 5; Y good; E quint; Y good; E trio of aces; Y good; E trio of kings; "
        "E trio of queens; E no more sets",
    ),
    "the lead makes it in the order of Wikipedia": (
        "wikipedia",
        "E point 5; Y good; E quint; Y good; E trio of aces; Y good; E trio of kings; "
        "E trio of queens; E no more sets",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_named_deal_has_a_bonus_near(name: str) -> None:
    line, text = NAMED[name]
    rules = rules_named(line)
    log = parse_log(text, rules)
    deals = [fold(rules, log[:end]).deal for end in range(1, len(log) + 1)]
    found = [watch(deal, calls) for deal in deals for calls in Calls]
    assert any(found)


def test_a_set_that_none_can_beat_closes_in_no_class_while_it_waits_for_its_answer() -> None:
    log = "E exchange 5; Y exchange 3; E point 5 making 51; Y good; E quint major; Y good"
    rules = PRESETS["cent-32"]
    deal = fold(rules, parse_log(f"{log}; E quatorze of aces", rules)).require()
    (repique,) = [each for each in watch(deal) if each.kind is LineKind.REPIQUE]
    assert repique.closing == ()
    assert repique.may_close == ()


FORESTALLED = {
    "good or not, three aces make thirty in hand": (
        "cent-32",
        "E point 7 making 68; Y good; E septieme major; Y good; E tierce major; E trio of aces",
    ),
    "what is not good counts if nothing better is shown": (
        "french-150",
        "E carte blanche; E point 4 making 38; Y good; E tierce to ten; Y not good; "
        "E quatorze of aces; Y good",
    ),
}
"""Deals in which elder makes a repique, or younger is good and closes both bonuses."""


@pytest.mark.parametrize("name", FORESTALLED)
def test_no_pique_is_open_where_silence_makes_a_repique(name: str) -> None:
    preset, log = FORESTALLED[name]
    rules = PRESETS[preset]
    deal = fold(rules, parse_log(log, rules)).require()
    assert [each.kind for each in watch(deal)] == [LineKind.REPIQUE]


def test_a_pique_is_open_where_an_equal_quint_leaves_too_little_in_hand() -> None:
    rules = PRESETS["french-150"]
    log = "E carte blanche; E point 6 making 60; Y good; E quint to king"
    deal = fold(rules, parse_log(log, rules)).require()
    assert LineKind.PIQUE in [each.kind for each in watch(deal)]
