"""What the play rules out, and what it does not."""

from __future__ import annotations

from random import Random

import pytest

from scorer.rules.cards import Rank
from scorer.rules.checker import Finding, check, verdict_sentence
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.statements import Log
from tests.rules.checker.agreement import assert_agrees, written
from tests.rules.checker.meaning import said_in
from tests.rules.checker.sat import Solver
from tests.rules.checker.talk import dealt
from tests.thorough import mostly_slow

PLAYED = ("portland", "wikipedia", "cent-32", "cent-36", "normand", "voleur")
COUNTED = ("cent-32", "cent-36", "normand", "voleur")
"""Presets whose tricks tell which cards count."""


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", mostly_slow(PLAYED, ["portland", "cent-36"]))
def test_the_calls_of_one_deal_with_the_play_of_another(preset: str, solver: Solver) -> None:
    """
    High cards called and low ones played, by elder.

    With more than two players each hand alone is checked against the play, so the solver may rule out more.
    """
    rules, found = PRESETS[preset], []
    deals = [dealt(rules, Random(f"mixed/{preset}/{number}")) for number in range(200)]
    deals.sort(key=lambda deal: sum(card.rank >= Rank.TEN for card in deal.hands[0]))
    for low, high in zip(deals[:18], deals[::-1], strict=False):
        log: Log = (*high.calls, *low.log[len(low.calls) :])
        deal = fold(rules, log)
        if deal.refusal is not None:
            continue
        if rules.players == 2:
            found.append(assert_agrees(rules, log, solver.possible))
        else:
            found.append(check(deal.deal).finding.value)
            assert found[-1] != "impossible" or not solver.possible(deal.deal, (), said_in(deal.deal)), written(log)
    assert len(found) > 8
    assert preset not in COUNTED or "impossible" in found


@pytest.mark.parametrize(
    ("preset", "log", "sentence"),
    [
        (
            "portland",
            "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y12",
            "elder's four aces and the play in which elder won no trick can't both be",
        ),
        (
            "portland",
            "E point 5; Y good; E no sequence; E quatorze of aces; Y good; count E0 last Y play 1",
            "elder's four aces and the play in which elder won no trick can't both be",
        ),
        (
            "voleur",
            "T quatorze of aces; tricks E5:0",
            "third's four aces and the play in which third won no trick can't both be",
        ),
        (
            "normand",
            "E quatorze of aces; E quatorze of kings; tricks E3:0 E2:1",
            "elder's four aces, elder's four kings and elder's play of three cards that do not count can't all be",
        ),
        (
            "cent-32",
            "E point 8 making 75; Y good; E huitieme to ace; Y good; E no set; tricks E12:0",
            "elder's huitième major and elder's play of twelve cards that do not count can't both be",
        ),
        (
            "cent-36",
            "E no point; E no sequence; E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; "
            "tricks E11:1 E1:0",
            "elder's four aces, elder's four kings, elder's four queens "
            "and elder's play of one card that does not count can't all be",
        ),
        (
            "cent-36",
            "E no point; E no sequence; E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; "
            "count E6 last Y play 4-4",
            "elder's four aces, elder's four kings, elder's four queens "
            "and elder's play of four cards that do not count can't all be",
        ),
    ],
)
def test_a_conflict_with_the_play_names_it(preset: str, log: str, sentence: str) -> None:
    rules = PRESETS[preset]
    assert verdict_sentence(check(fold(rules, parse_log(log, rules)).require())) == sentence


@pytest.mark.parametrize(
    ("preset", "log"),
    [
        ("portland", "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y8"),
        ("portland", "E point 5; Y good; E no sequence; E quatorze of aces; Y good; tricks Y8 E1 Y3"),
        ("portland", "E trio of aces; Y good; tricks Y12"),
        ("portland", "E quatorze of aces; Y good; E short 3; tricks Y5"),
        ("portland", "E quatorze of aces; Y good; E reckons nothing; tricks Y12"),
        ("cent-32", "E point 8 making 75; Y good; E huitieme to ace; Y good; E no set; tricks E5:1 E7:0"),
        ("normand", "T quatorze of aces; tricks E6:0"),
    ],
)
def test_what_the_play_allows_is_not_impossible(preset: str, log: str) -> None:
    """Four aces may be the last four cards; a hand that may be long can keep one."""
    rules = PRESETS[preset]
    assert check(fold(rules, parse_log(log, rules)).require()).finding is not Finding.IMPOSSIBLE
