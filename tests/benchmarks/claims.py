"""The claim sets that the checker is measured on: random talk, one log for each number.

They are the ones that the tests ask the solver about: of honest, perturbed and arbitrary talk,
feasible and not; of two players every fourth with a pack of 36 cards, and of more half of them for
three and half for four.

`python -m tests.benchmarks.claims 100000` finds the hardest, with `--round` of more than two
players. Every claim set up to that number is checked as in a process that has checked those before
it. The slowest are checked again with nothing kept from any other, and printed with the best of
three times, as logs for `hard_claims.toml`.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tomllib
from functools import _lru_cache_wrapper, cache, lru_cache, partial
from heapq import nlargest
from inspect import isclass
from pathlib import Path
from time import process_time

from scorer.rules import checker
from scorer.rules.checker.holdings import suit_of
from scorer.rules.deal import Deal, fold
from scorer.rules.hands import runs
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PRESETS
from tests.rules.checker.talk import talk

PLAYERS = {"two": ("portland", "portland", "portland", "cent-36"), "more": ("normand", "voleur")}
"""The rules of claim sets of two players, and of three and four, in turn."""

KEPT = 40
"""How many of the hardest are printed."""


@lru_cache(2000)
def claims(players: str, number: int) -> Deal:
    rules = PRESETS[PLAYERS[players][number % len(PLAYERS[players])]]
    return fold(rules, talk(rules, f"claims {number}")).require()


def hard_claims() -> dict[str, list[Deal]]:
    """Return the claim sets that took the checker longest, of two players and of more."""

    def deal(row: dict[str, str]) -> Deal:
        rules = PRESETS[row["rules"]]
        return fold(rules, parse_log(row["log"], rules)).require()

    read = tomllib.loads(Path(__file__).with_name("hard_claims.toml").read_text("utf-8"))
    return {players: [*map(deal, rows)] for players, rows in read.items()}


@cache
def _cached() -> list[_lru_cache_wrapper[object]]:
    """Every function of the checker that keeps what it found, but for the suits of the pack."""
    modules = [
        vars(module) for name, module in sys.modules.items() if name.startswith(checker.__name__)
    ]
    named = [each for names in modules for each in names.values()]
    named += [each for kind in filter(isclass, named) for each in vars(kind).values()]
    found = {each for each in named if isinstance(each, _lru_cache_wrapper) and each is not suit_of}
    assert runs in found, "it is imported by one of the modules"
    return [*found]


def forget() -> None:
    """Keep nothing of what the checker found for other claims;
    what it knows of a suit of cards it keeps.
    """
    for each in _cached():
        each.cache_clear()


def seconds(deal: Deal, *, alone: bool = False) -> float:
    if alone:
        forget()
    start = process_time()
    checker.check(deal)
    return process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.claims", description="The hardest claims."
    )
    parser.add_argument("number", type=int, help="how many claim sets to check")
    parser.add_argument("--round", action="store_true", help="of more than two players")
    options = parser.parse_args()
    ask = partial(claims, "more" if options.round else "two")
    gc.disable()  # what there is of garbage is not the checker's
    slowest = nlargest(5 * KEPT, range(options.number), lambda number: seconds(ask(number)))
    again = [
        (min(seconds(deal, alone=True) for _ in range(3)), format_log(deal.log))
        for deal in map(ask, slowest)
    ]
    for time, log in nlargest(KEPT, again):
        print(f"{1000 * time:.2f} ms: {log.strip()}".replace("\n", "; "))


if __name__ == "__main__":
    main()
