"""
How much a run of the tests takes.

An ordinary run, which a developer starts many times a day, leaves out what is
marked `slow` and most browser tests, and gives each test of random examples a
few, always the same. With the environment variable `CI` set, as `.ci/run`
sets it, everything is run, from a seed that is new every day; but of the longest
proofs only some shares, which ones depends on the day. With `WHOLE` set, before
a release, those too are run in full. `SEED` repeats the run of another day, and
`FUZZ=100000` makes at least so many random requests.
"""

import os
import sys
from collections.abc import Container, Iterable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import settings

WHOLE = bool(os.environ.get("WHOLE"))
"""Whether the longest proofs are run in full."""

EVERYTHING = WHOLE or (bool(os.environ.get("CI")) and os.environ.get("BOOKS") != "postgresql")
"""Whether no test is left out; what is tried on PostgreSQL was tried in full on SQLite."""

SEED = os.environ.setdefault("SEED", f"{datetime.now(UTC):%Y-%m-%d}" if EVERYTHING else "same")
"""From which random requests, examples and shares are drawn; the workers of a run inherit it."""

FUZZ = int(os.environ.get("FUZZ", "0"))
"""How many random requests are made; 0 makes the few of an ordinary run."""

if sys.dont_write_bytecode and not sys.pycache_prefix:
    # A machine that writes no bytecode would compile each module anew in every worker and every `scorer` they start.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

USUAL = 100
"""The random examples of a test that asks for no other number, when nothing is left out."""

T = TypeVar("T")


def examples(most: int) -> settings:
    """Return settings for *most* random examples, or a tenth of them but at least ten in an ordinary run."""
    return settings(max_examples=most if EVERYTHING else min(most, max(10, most // 10)))


def some(values: Iterable[T], one_in: int) -> list[T]:
    """Choose those of *values* that this run takes: all of them, or one in so many, which ones by its seed."""
    every = list(values)
    if WHOLE:
        return every
    chosen = Random(f"{SEED}, {len(every)}").sample(range(len(every)), -(-len(every) // one_in))
    return [every[place] for place in sorted(chosen)]


def shares(number: int) -> list[int]:
    """Choose the shares of a long proof that this run takes: all of them, or a tenth."""
    return some(range(number), 10)


def mostly_slow(values: Iterable[T], always: Container[T]) -> list[pytest.ParameterSet]:
    return [pytest.param(value, marks=() if value in always else pytest.mark.slow) for value in values]
