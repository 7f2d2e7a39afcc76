"""Round the table too whoever speaks the truth is believed, and more said never makes possible what was not."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from scorer.rules.cards import Suit
from scorer.rules.checker import Finding, check
from scorer.rules.deal import fold
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import FoundFalse, Log, ReckonedNothing, Withdrawn
from tests.rules.checker.agreement import assert_witnessed, written
from tests.rules.checker.meaning import classes_of
from tests.rules.checker.oracle import allows
from tests.rules.checker.round_talk import RoundDealt, honest_round, round_talk
from tests.rules.checker.rounds import ROUND
from tests.rules.strategies import with_suits
from tests.thorough import mostly_slow, shares

pytestmark = pytest.mark.no_cover

RULES = [*ROUND]


def deals(seed: str, count: int, *, sinks: int = 0) -> list[tuple[Ruleset, RoundDealt]]:
    """So many deals, half of them under the presets."""
    found = []
    for number in range(count):
        rules = ROUND[RULES[number // 2 % len(RULES)] if number % 2 else ("normand", "voleur")[number // 2 % 2]]
        rng = Random(f"{seed}/{number}")
        found.append((rules, honest_round(rules, rng, sinks=sinks, blank=number % 13 == 0)))
    return found


def assert_possible(rules: Ruleset, dealt: RoundDealt) -> None:
    deal = fold(rules, dealt.log).require()
    verdict = check(deal)

    assert allows(deal, dealt.hands, () if dealt.sunk else classes_of(rules)), written(dealt.log)
    assert verdict.finding is not Finding.IMPOSSIBLE, written(dealt.log)
    assert dealt.sunk or verdict.finding is Finding.POSSIBLE, written(dealt.log)
    assert_witnessed(deal, verdict)


@pytest.mark.parametrize("share", range(2))
def test_an_honest_deal_is_possible(share: int) -> None:
    for rules, dealt in deals(f"honest/{share}", 100):
        assert_possible(rules, dealt)


@pytest.mark.slow
@pytest.mark.parametrize("share", shares(8))
def test_two_thousand_honest_deals_are_possible(share: int) -> None:
    for rules, dealt in deals(f"many/{share}", 250):
        assert_possible(rules, dealt)


@pytest.mark.parametrize("share", range(2))
def test_whatever_was_sunk_a_deal_is_not_impossible(share: int) -> None:
    for rules, dealt in deals(f"sunk/{share}", 80, sinks=1 + share):
        assert_possible(rules, dealt)


def test_something_sunk_is_noticed_sometimes() -> None:
    """The talk in which something is sunk is not the talk in which nothing is."""
    found = {check(fold(rules, dealt.log).require()).finding for rules, dealt in deals("seen", 60, sinks=3)}
    assert found == {Finding.POSSIBLE, Finding.SUNK}


def test_every_beginning_of_an_honest_deal_is_possible() -> None:
    for rules, dealt in deals("begun", 60):
        for end in range(len(dealt.log)):
            deal = fold(rules, dealt.log[:end]).require()
            assert check(deal).finding is Finding.POSSIBLE, written(dealt.log[:end])


def test_the_names_of_the_suits_decide_nothing() -> None:
    changes = [dict(zip(Suit, order, strict=True)) for order in permutations(Suit)]
    for number in range(60):
        rules = ROUND[RULES[number % len(RULES)]]
        log = round_talk(rules, f"suits/{number}")
        change: dict[Suit, Suit | None] = {**changes[1 + number % 23]}
        other = tuple(with_suits(said, change) for said in log)
        mine, theirs = (check(fold(rules, each).require()) for each in (log, other))

        assert mine.finding is theirs.finding, (written(log), written(other))
        assert len(mine.sunk) == len(theirs.sunk)


def becomes_possible(rules: Ruleset, log: Log) -> bool:
    """Whether somewhere in *log* a statement that takes nothing back makes it possible again."""
    impossible = False
    for end, said in enumerate(log, 1):
        now = check(fold(rules, log[:end]).require()).finding is Finding.IMPOSSIBLE
        if impossible and not now and not isinstance(said, Withdrawn | FoundFalse | ReckonedNothing):
            return True
        impossible = now
    return False


@pytest.mark.parametrize("share", mostly_slow(range(2), [0]))
def test_more_said_never_makes_the_impossible_possible(share: int) -> None:
    seen = 0
    for number in range(60):
        rules = ROUND[RULES[number % len(RULES)]]
        log = round_talk(rules, f"more/{share}/{number}", corrections=0.1)
        assert not becomes_possible(rules, log), written(log)
        seen += check(fold(rules, log).require()).finding is Finding.IMPOSSIBLE
    assert seen > 2
