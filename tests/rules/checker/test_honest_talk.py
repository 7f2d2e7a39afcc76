"""Whoever speaks the truth is believed; and more said never makes possible what was not."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from scorer.rules.cards import Suit
from scorer.rules.checker import Finding, check
from scorer.rules.deal import Deal, fold
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import Answered, Asked, Called, Log, Statement
from tests.rules.checker.agreement import FULL, assert_witnessed, written
from tests.rules.checker.meaning import EVERY_CLASS
from tests.rules.checker.oracle import allows
from tests.rules.checker.talk import Dealt, honest, talk
from tests.rules.strategies import with_suits
from tests.thorough import mostly_slow, shares

pytestmark = pytest.mark.no_cover

RULES = [*FULL]


def deals(seed: str, count: int, *, sinks: int = 0) -> list[tuple[Ruleset, Dealt]]:
    """So many deals under one ruleset after another."""
    found = []
    for number in range(count):
        rules = FULL[RULES[number % len(RULES)] if number % 2 else ("portland", "cent-36")[number // 2 % 2]]
        rng = Random(f"{seed}/{number}")
        found.append((rules, honest(rules, rng, sinks=sinks, blank=number % 13 == 0)))
    return found


def assert_possible(rules: Ruleset, dealt: Dealt) -> None:
    deal = fold(rules, dealt.log).require()
    verdict = check(deal)

    assert allows(deal, dealt.hands, () if dealt.sunk else EVERY_CLASS), written(dealt.log)
    assert verdict.finding is not Finding.IMPOSSIBLE, written(dealt.log)
    assert dealt.sunk or verdict.finding is Finding.POSSIBLE, written(dealt.log)
    assert_witnessed(deal, verdict)


@pytest.mark.parametrize("share", mostly_slow(range(4), [0]))
def test_an_honest_deal_is_possible(share: int) -> None:
    for rules, dealt in deals(f"honest/{share}", 100):
        assert_possible(rules, dealt)


@pytest.mark.slow
@pytest.mark.parametrize("share", shares(20))
def test_ten_thousand_honest_deals_are_possible(share: int) -> None:
    for rules, dealt in deals(f"many/{share}", 500):
        assert_possible(rules, dealt)


@pytest.mark.parametrize("share", range(2))
def test_whatever_was_sunk_a_deal_is_not_impossible(share: int) -> None:
    for rules, dealt in deals(f"sunk/{share}", 100, sinks=1 + share):
        assert_possible(rules, dealt)


def test_something_sunk_is_noticed_sometimes() -> None:
    """The talk in which something is sunk is not the talk in which nothing is."""
    found = {check(fold(rules, dealt.log).require()).finding for rules, dealt in deals("seen", 60, sinks=2)}
    assert found == {Finding.POSSIBLE, Finding.SUNK}


@pytest.mark.parametrize("share", mostly_slow(range(4), [0]))
def test_every_beginning_of_an_honest_deal_is_possible(share: int) -> None:
    for rules, dealt in deals(f"begun/{share}", 25):
        for end in range(len(dealt.log)):
            deal = fold(rules, dealt.log[:end]).require()
            assert check(deal).finding is Finding.POSSIBLE, written(dealt.log[:end])


@pytest.mark.parametrize("share", mostly_slow(range(4), [0]))
def test_the_names_of_the_suits_decide_nothing(share: int) -> None:
    changes = [dict(zip(Suit, order, strict=True)) for order in permutations(Suit)]
    for number in range(40):
        log = talk(PORTLAND, f"suits/{share}/{number}")
        change: dict[Suit, Suit | None] = {**changes[1 + (number * 4 + share) % 23]}
        other = tuple(with_suits(said, change) for said in log)
        mine, theirs = (check(fold(PORTLAND, each).require()) for each in (log, other))

        assert mine.finding is theirs.finding, (written(log), written(other))
        assert len(mine.sunk) == len(theirs.sunk)


def takes_back(deal: Deal, said: Statement) -> bool:
    """Whether *said* raises a call that waits, or changes an answer."""
    if isinstance(said, Called):
        return said.seat is Seat.ELDER and deal.pending is said.claim.category
    return isinstance(said, Answered | Asked) and deal.pending is None


def becomes_possible(rules: Ruleset, log: Log) -> bool:
    """Whether somewhere in *log* a statement that takes nothing back makes it possible again."""
    impossible = False
    for end in range(len(log) + 1):
        now = check(fold(rules, log[:end]).require()).finding is Finding.IMPOSSIBLE
        taken = end and takes_back(fold(rules, log[: end - 1]).require(), log[end - 1])
        if impossible and not now and not taken:
            return True
        impossible = now
    return False


@pytest.mark.parametrize("share", mostly_slow(range(4), [0]))
def test_more_said_never_makes_the_impossible_possible(share: int) -> None:
    seen = 0
    for number in range(60):
        rules = FULL[("portland", "cent-36", "losers")[number % 3]]
        log = talk(rules, f"more/{share}/{number}")
        assert not becomes_possible(rules, log), written(log)
        seen += check(fold(rules, log).require()).finding is Finding.IMPOSSIBLE
    assert seen > 3
