"""The checker against a SAT solver, on whole packs, for two, three and four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from scorer.rules.statements import CarteRougeShown
from tests.rules.checker.agreement import FULL, assert_agrees
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.sat import Solver
from tests.rules.checker.talk import rouge_talk, talk
from tests.thorough import mostly_slow, some

pytestmark = pytest.mark.no_cover

PLAYED = {"two": (FULL, ("portland", "cent-36")), "more": (ROUND, ("normand", "voleur"))}
"""For two hands and for more the rules, and those of half of the logs."""

SHARE = 50
"""Logs in a share: every share is drawn once before a release, and a few in each run of CI."""


def agree(solver: Solver, hands: str, numbers: Iterable[int]) -> Counter[str]:
    """Hold the checker against the solver on so many logs, under one ruleset after another."""
    every, usual = PLAYED[hands]
    names, found = [*every], Counter[str]()
    for number in numbers:
        rules = every[names[number // 2 % len(names)] if number % 2 else usual[number // 2 % 2]]
        seed = f"{hands}/{number}"
        if rules.carte_rouge and number % 3 == 0:
            log = rouge_talk(rules, seed)
        else:
            log = talk(rules, seed, corrections=0.3 if number % 5 == 0 else 0.0)
        found[assert_agrees(rules, log, solver.possible)] += 1
    return found


@pytest.mark.parametrize("share", mostly_slow([0, *some(range(1, 100), 20)], [0]))
def test_random_talk_of_two(share: int, solver: Solver) -> None:
    """Five thousand logs."""
    assert len(agree(solver, "two", range(share * SHARE, share * SHARE + SHARE))) == 3


@pytest.mark.parametrize("share", mostly_slow([0, *some(range(1, 40), 20)], [0]))
def test_random_talk_of_more(share: int, solver: Solver) -> None:
    """Two thousand logs."""
    assert len(agree(solver, "more", range(share * SHARE, share * SHARE + SHARE))) == 3


ROUGE = [name for name, rules in (FULL | ROUND).items() if rules.carte_rouge]


@pytest.mark.parametrize("name", mostly_slow(ROUGE, ["rouge", "three, rouge"]))
def test_talk_that_ends_in_a_carte_rouge(name: str, solver: Solver) -> None:
    """No preset plays it, and few hands have it; so it is asked for."""
    rules = (FULL | ROUND)[name]
    logs = [rouge_talk(rules, f"rouge/{number}") for number in range(40 if rules.players == 2 else 70)]
    shown = [log for log in logs if any(isinstance(said, CarteRougeShown) for said in log)]
    assert len({assert_agrees(rules, log, solver.possible) for log in shown}) == 3
