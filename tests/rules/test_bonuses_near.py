"""What is said of bonuses under rules that no preset has, of dealt and of named deals."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scorer.rules.bounds import Calls, most_in_deal
from scorer.rules.claims import Category
from scorer.rules.deal import extend, fold
from scorer.rules.findings import sunk_message
from scorer.rules.governing import governing
from scorer.rules.house_rules import rules_named
from scorer.rules.laws import Subject
from scorer.rules.lines import LineKind
from scorer.rules.names import Name
from scorer.rules.notation import parse_log
from scorer.rules.partie import (
    DealRecord,
    GoingOn,
    PartieRecord,
    going_on_message,
    play_partie,
)
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player, Seat
from scorer.rules.sentences import seat_names
from scorer.rules.settlement import Settlement
from scorer.rules.versions import _pays, bearing, first_difference
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
                assert near.points < near.threshold + 30
                assert deal.made_by(LineKind(near.kind.value)) is None
                assert all(map(str, watch_messages(near, seat_names(rules.players))))


def test_a_flat_trick_bounds_what_a_deal_makes() -> None:
    assert most_in_deal(rules_named("portland trick_count=flat"), 0) <= most_in_deal(
        PRESETS["portland"], 0
    )


def test_who_sank_is_named_with_what() -> None:
    assert str(sunk_message((Seat.YOUNGER, Category.SET))) == "younger sank a set"


def test_a_wrong_name_is_corrected_before_the_lead_au_cent() -> None:
    words = " ".join(map(str, governing(Subject.FALSE_CALL, PRESETS["cent-32"])))
    assert "a wrong name may be corrected before the lead" in words


def test_a_series_of_three_goes_on_without_a_score() -> None:
    rules = replace(PRESETS["cent-32"], players=3, sides=3, parties_to_win=2)
    won = SimpleNamespace(after=SimpleNamespace(won=(1, 0, 0)))
    partie = SimpleNamespace(record=SimpleNamespace(rules=rules), finished=(won,), deals=(won,))
    assert going_on_message(partie, ("A", "B", "C")).text is GoingOn.SERIES_OF_SEVERAL  # type: ignore[arg-type]


def test_two_versions_of_a_partie_paid_by_the_partie_say_how_many() -> None:
    assert str(_pays(Settlement(0, 2, in_parties=True))) == "pays 2 parties"


def test_a_difference_of_a_paper_sheet_has_the_laws_of_its_subject() -> None:
    rules = PRESETS["portland"]
    players = (Player(Name("Ada")), Player(Name("Ben")))
    logs = ("E point 5; Y good", "E point 5; Y not good")
    deals = [DealRecord(parse_log(log, rules)) for log in logs]
    one, other = (play_partie(PartieRecord(rules, players, (each,))) for each in deals)
    found = bearing(first_difference(one, other), None)
    assert "Law 51" in [law.cited for law in found.governing]


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
