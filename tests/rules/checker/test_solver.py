"""The checker against a SAT solver, on whole packs, for two, three and four."""

from collections import Counter
from random import Random

import pytest

from scorer.rules.cards import Rank
from scorer.rules.checker import check
from scorer.rules.deal import fold
from scorer.rules.presets import PRESETS
from scorer.rules.statements import CarteRougeShown, Log
from tests.rules.checker.agreement import FULL, assert_agrees, written
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.sat import Formula
from tests.rules.checker.talk import dealt, rouge_talk, talk
from tests.thorough import EVERYTHING, mostly_slow, some

pytestmark = pytest.mark.no_cover

PLAYED = {"two": (FULL, ("portland", "cent-36")), "more": (ROUND, ("normand", "voleur"))}
"""For two hands and for more the rules, and those of half of the logs."""

SHARE = 50 if EVERYTHING else 20
"""Logs in a share: every share is drawn once before a release, and a few in each run of CI."""

SHARES = [f"two {share}" for share in range(1, 100)] + [f"more {share}" for share in range(1, 40)]


@pytest.mark.parametrize("share", mostly_slow(["two 0", "more 0", *some(SHARES, 140)], ["two 0", "more 0"]))
def test_the_verdict_on_random_talk_is_that_of_the_oracle(share: str) -> None:
    """Five thousand logs of two and two thousand of more, under one ruleset after another."""
    hands, first = share.split()
    every, usual = PLAYED[hands]
    names, found = [*every], Counter[str]()
    for number in range(50 * int(first), 50 * int(first) + SHARE):
        rules = every[names[number // 2 % len(names)] if number % 2 else usual[number // 2 % 2]]
        seed = f"{hands}/{number}"
        if rules.carte_rouge and number % 3 == 0:
            log = rouge_talk(rules, seed)
        else:
            log = talk(rules, seed, corrections=0.3 if number % 5 == 0 else 0.0)
        found[assert_agrees(rules, log, Formula)] += 1
    assert len(found) == 3


ROUGE = [name for name, rules in (FULL | ROUND).items() if rules.carte_rouge]


@pytest.mark.parametrize("name", mostly_slow(some(ROUGE, 2) if EVERYTHING else ROUGE, ["rouge", "three, rouge"]))
def test_talk_that_ends_in_a_carte_rouge(name: str) -> None:
    """No preset plays it, and few hands have it; so it is asked for."""
    rules, found = (FULL | ROUND)[name], set()
    for number in range(70):
        log = rouge_talk(rules, f"rouge/{number}")
        if any(isinstance(said, CarteRougeShown) for said in log):
            found.add(assert_agrees(rules, log, Formula))
        if len(found) == 3 and (number > 35 or not EVERYTHING):
            break
    assert len(found) == 3


COUNTED = ("cent-32", "cent-36", "normand", "voleur")
"""Presets whose tricks tell which cards count."""


@pytest.mark.parametrize("preset", mostly_slow(["portland", "wikipedia", *COUNTED], ["cent-36"]))
def test_the_calls_of_one_deal_with_the_play_of_another(preset: str) -> None:
    """
    High cards called and low ones played, by elder.

    With more than two players each hand alone is checked against the play, so the solver may rule out more.
    """
    rules, found = PRESETS[preset], []
    deals = [dealt(rules, Random(f"mixed/{preset}/{number}")) for number in range(60)]
    deals.sort(key=lambda deal: sum(card.rank >= Rank.TEN for card in deal.hands[0]))
    for low, high in zip(deals[: 12 if EVERYTHING else 6], deals[::-1], strict=False):
        log: Log = (*high.calls, *low.log[len(low.calls) :])
        deal = fold(rules, log)
        if deal.refusal is not None:
            continue
        if rules.players == 2:
            found.append(assert_agrees(rules, log, Formula))
        else:
            found.append(check(deal.deal).finding.value)
            assert found[-1] != "impossible" or not Formula(deal.deal).possible(), written(log)
    assert len(found) > 3
    assert preset not in COUNTED or "impossible" in found
