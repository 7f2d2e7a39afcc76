"""
The claim sets that the checker is measured on: random talk, one log for each number.

They are the ones that the tests ask the solver about: of honest, perturbed and arbitrary talk, feasible and not; of two
players every fourth with a pack of 36 cards, and of more half of them for three and half for four.
"""

from __future__ import annotations

import sys
import tomllib
from functools import _lru_cache_wrapper, cache, lru_cache
from inspect import isclass
from pathlib import Path

from scorer.rules import checker
from scorer.rules.checker.holdings import suit_of
from scorer.rules.deal import Deal, fold
from scorer.rules.hands import runs
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from tests.rules.checker.talk import talk


@lru_cache(1000)
def claims(number: int) -> Deal:
    rules = PRESETS["cent-36" if number % 4 == 3 else "portland"]
    return fold(rules, talk(rules, f"claims {number}")).require()


@lru_cache(1000)
def round_claims(number: int) -> Deal:
    rules = PRESETS[("normand", "voleur")[number % 2]]
    return fold(rules, talk(rules, f"claims {number}")).require()


def read_hard_claims() -> dict[str, list[dict[str, str]]]:
    """Return the logs that took the checker longest, of two players and of more."""
    return tomllib.loads(Path(__file__).with_name("hard_claims.toml").read_text("utf-8"))


def hard_claims(row: dict[str, str]) -> Deal:
    rules = PRESETS[row["rules"]]
    return fold(rules, parse_log(row["log"], rules)).require()


@cache
def _cached() -> list[_lru_cache_wrapper[object]]:
    """Every function of the checker that keeps what it found, but for the suits of the pack."""
    modules = [vars(module) for name, module in sys.modules.items() if name.startswith(checker.__name__)]
    named = [each for names in modules for each in names.values()]
    named += [each for kind in filter(isclass, named) for each in vars(kind).values()]
    found = {each for each in named if isinstance(each, _lru_cache_wrapper) and each is not suit_of}
    assert runs in found, "it is imported by one of the modules"
    return [*found]


def forget() -> None:
    """Keep nothing of what the checker found for other claims; what it knows of a suit of cards it keeps."""
    for each in _cached():
        each.cache_clear()
