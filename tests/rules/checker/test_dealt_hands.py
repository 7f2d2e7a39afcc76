"""
The checker admits the hands that were dealt, and more said never makes possible what was not.

The scoring oracle's players deal real cards, speak, sink and play by the texts
on the game; they share no code with the program. The checker reads their log alone.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.checker import check
from scorer.rules.checker.assertions import played
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import Answered, Asked, Called, FoundFalse, Log, ReckonedNothing, Statement, Withdrawn
from tests.rules.checker.agreement import FULL, ROUND, assert_witnessed, written
from tests.rules.checker.meaning import classes_of
from tests.rules.checker.sat import Formula
from tests.rules.checker.talk import Dealt, dealt, talk
from tests.thorough import EVERYTHING, SEED, WHOLE, examples, mostly_slow, some

pytestmark = pytest.mark.no_cover

QUICK = ("portland", "cent-36", "normand", "voleur")
SPOKEN = {name: PRESETS[name] for name in PRESETS} | {
    name: rules for name, rules in (FULL | ROUND).items() if name in ("by pips", "rouge", "three, 36", "four, holder")
}
"""Rules whose honest players the scoring oracle knows."""

TODAY = sorted({*QUICK, *some(SPOKEN, 3)})

COUNTED = ("cent-32", "cent-36", "normand", "voleur")
"""Those in which the play tells how many cards of each hand count."""


def assert_admitted(rules: Ruleset, found: Dealt, log: Log, *, sink: bool) -> tuple[Deal, Finding]:
    deal = fold(rules, log).require()
    verdict = check(deal)
    oracle = Formula(deal)
    assert oracle.possible(() if sink else classes_of(rules), found.hands), written(log)
    assert verdict.finding is not Finding.IMPOSSIBLE, written(log)
    assert sink or verdict.finding is Finding.POSSIBLE, written(log)
    if rules.players == 2 or not played(deal.state):  # of more than two, each hand alone is checked against the play
        assert_witnessed(deal, verdict, oracle)
    return deal, verdict.finding


DEALS = 500 if WHOLE else 25 if EVERYTHING else 10
"""Deals under each ruleset, played honestly, and as many in which someone may sink; the first ten never change."""


@pytest.mark.parametrize("name", mostly_slow(TODAY, QUICK))
def test_the_hands_dealt_are_admitted(name: str) -> None:
    findings, counted = set(), False
    for sink in (False, True):
        for number in range(DEALS):
            found = dealt(
                SPOKEN[name], Random(f"{SEED if number >= 10 else 'hands'}/{name}/{sink}/{number}"), sink=sink
            )
            deal, finding = assert_admitted(SPOKEN[name], found, found.log, sink=sink)
            findings.add(finding)
            counted |= any(said.cards for said in played(deal.state))
    assert Finding.SUNK in findings or name not in QUICK
    assert counted or name not in COUNTED


@pytest.mark.parametrize("name", mostly_slow(TODAY, ["portland"]))
@examples(200)
@given(st.integers(0))
def test_good_calls_alone_do_not_say_that_someone_sank_who_did_not(name: str, seed: int) -> None:
    found = dealt(SPOKEN[name], Random(seed), only_good=True)
    assert_admitted(SPOKEN[name], found, found.log, sink=False)


@pytest.mark.parametrize("name", mostly_slow(TODAY, QUICK))
def test_the_hands_dealt_are_admitted_after_every_statement(name: str) -> None:
    rules = SPOKEN[name]
    for number in range(2 if EVERYTHING else 1):
        found = dealt(rules, Random(f"{SEED}/begun/{name}/{number}"))
        for end in range(len(found.log)):
            assert_admitted(rules, found, found.log[:end], sink=False)


def takes_back(deal: Deal, said: Statement) -> bool:
    """Return whether *said* withdraws something, raises a pending call, or changes an answer."""
    if isinstance(said, Withdrawn | FoundFalse | ReckonedNothing):
        return True
    if isinstance(said, Called):
        return said.seat is Seat.ELDER and deal.pending is said.claim.category
    return isinstance(said, Answered | Asked) and deal.pending is None


@pytest.mark.parametrize("name", mostly_slow(["portland", "cent-36", "losers", *ROUND], ["portland", "voleur"]))
def test_more_said_never_makes_the_impossible_possible(name: str) -> None:
    rules, seen = (FULL | ROUND)[name], 0
    for number in range(15):
        if seen and number >= (10 if EVERYTHING else 5):
            break
        log = talk(rules, f"more/{number}", corrections=0.1 if rules.players > 2 else 0.0)
        impossible = False
        for end in range(len(log) + 1):
            now = check(fold(rules, log[:end]).require()).finding is Finding.IMPOSSIBLE
            taken = end > 0 and takes_back(fold(rules, log[: end - 1]).require(), log[end - 1])
            assert now or taken or not impossible, written(log[:end])
            impossible = now
        seen += impossible
    assert seen > 0
