"""The checker against a SAT solver, on the whole pack of 32 and of 36 cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from scorer.rules.deal import Deal
from scorer.rules.statements import CarteRougeShown
from tests.rules.checker.agreement import FULL, assert_agrees
from tests.rules.checker.meaning import ClassOf, Said
from tests.rules.checker.sat import Formula
from tests.rules.checker.talk import rouge_talk, talk
from tests.thorough import mostly_slow, shares

pytestmark = pytest.mark.no_cover

RULES = [*FULL]
SHARE = 250


class Solver:
    """One formula for as long as the same things said are asked about."""

    def __init__(self) -> None:
        self._asked: tuple[Deal, Sequence[Said]] | None = None
        self._formula: Formula | None = None

    def possible(self, deal: Deal, candid: Iterable[ClassOf], said: Sequence[Said]) -> bool:
        """As `agreement.Possible`."""
        if self._formula is None or self._asked is None or self._asked[0] is not deal or self._asked[1] is not said:
            self.close()
            self._formula, self._asked = Formula(deal, said), (deal, said)
        return self._formula.possible(candid)

    def close(self) -> None:
        """Let go of the formula."""
        if self._formula is not None:
            self._formula.solver.delete()
            self._formula = None


def agree(seed: str, numbers: Iterable[int]) -> Counter[str]:
    """Hold the checker against the solver on so many logs, under one ruleset after another."""
    solver = Solver()
    found: Counter[str] = Counter()
    for number in numbers:
        rules = FULL[RULES[number % len(RULES)]] if number % 2 else FULL[("portland", "cent-36")[number // 2 % 2]]
        if rules.carte_rouge and number % 3 == 0:
            log = rouge_talk(rules, f"{seed}/{number}")
        else:
            log = talk(rules, f"{seed}/{number}", corrections=0.3 if number % 5 == 0 else 0.0)
        found[assert_agrees(rules, log, solver.possible)] += 1
    solver.close()
    return found


@pytest.mark.parametrize("share", mostly_slow(range(10), [0]))
def test_random_talk(share: int) -> None:
    """Five hundred logs, fifty at a time."""
    assert len(agree("sample", range(share * 50, share * 50 + 50))) == 3


@pytest.mark.parametrize("house", mostly_slow(["rouge", "rouge, nought", "rouge, losers"], ["rouge"]))
def test_talk_that_ends_in_a_carte_rouge(house: str) -> None:
    """No preset plays it, and few hands have it; so it is asked for."""
    rules, solver = FULL[house], Solver()
    logs = [rouge_talk(rules, f"rouge/{number}") for number in range(40)]
    shown = [log for log in logs if any(isinstance(said, CarteRougeShown) for said in log)]
    assert len({assert_agrees(rules, log, solver.possible) for log in shown}) == 3
    solver.close()


@pytest.mark.slow
@pytest.mark.parametrize("share", shares(5_000 // SHARE))
def test_much_random_talk(share: int) -> None:
    """Five thousand logs."""
    assert len(agree("all", range(share * SHARE, (share + 1) * SHARE))) == 3
