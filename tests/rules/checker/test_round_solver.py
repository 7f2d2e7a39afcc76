"""The checker against a SAT solver, on whole packs of three hands and of four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from scorer.rules.statements import CarteRougeShown
from tests.rules.checker.agreement import assert_agrees
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.talk import rouge_talk, talk
from tests.rules.checker.test_solver import Solver
from tests.thorough import mostly_slow, shares

pytestmark = pytest.mark.no_cover

RULES = [*ROUND]
SHARE = 100


def agree(seed: str, numbers: Iterable[int]) -> Counter[str]:
    """Hold the checker against the solver on so many logs, half of them under the presets."""
    solver = Solver()
    found: Counter[str] = Counter()
    for number in numbers:
        rules = ROUND[RULES[number // 2 % len(RULES)] if number % 2 else ("normand", "voleur")[number // 2 % 2]]
        log = talk(rules, f"{seed}/{number}", corrections=0.3 if number % 5 == 0 else 0.0)
        found[assert_agrees(rules, log, solver.possible)] += 1
    solver.close()
    return found


@pytest.mark.parametrize("share", mostly_slow(range(4), [0]))
def test_random_talk_round_the_table(share: int) -> None:
    """Two hundred logs, fifty at a time."""
    assert len(agree("sample", range(share * 50, share * 50 + 50))) == 3


@pytest.mark.parametrize("house", mostly_slow(["three, rouge", "four, rouge"], ["three, rouge"]))
def test_talk_that_ends_in_a_carte_rouge(house: str) -> None:
    """Few hands have it; so it is asked for."""
    rules, solver = ROUND[house], Solver()
    logs = [rouge_talk(rules, f"rouge/{number}") for number in range(70)]
    shown = [log for log in logs if any(isinstance(said, CarteRougeShown) for said in log)]
    found = Counter(assert_agrees(rules, log, solver.possible) for log in shown)
    assert len(shown) > 5
    assert len(found) == 3
    solver.close()


@pytest.mark.slow
@pytest.mark.parametrize("share", shares(2_000 // SHARE))
def test_much_random_talk_round_the_table(share: int) -> None:
    """Two thousand logs."""
    assert len(agree("all", range(share * SHARE, (share + 1) * SHARE))) == 3
