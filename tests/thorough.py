"""How much a run of the tests takes.

An ordinary run, which a developer starts many times a day, leaves out what is marked `slow` and
most browser tests, and gives each test of random examples a few, always the same. With the
environment variable `CI` set, as `.ci/run` sets it, a sixth of those are run too, each day others,
and all of the kernel, of faults, and of the files that are named; from a seed that is new every
day. The longest proofs take turns by themselves, some shares a day, with a quarter of the random
examples. With `WHOLE` set, before a release, all is run in full. `SEED` repeats the run of another
day, `FUZZ=100000` makes at least so many random requests, and `DEALS=20000` asks every oracle for
so many deals of each preset (`tests.oracle.sizes`).
"""

import os
from collections.abc import Container, Iterable
from datetime import UTC, date, datetime
from typing import TypeVar
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

WHOLE = bool(os.environ.get("WHOLE"))
"""Whether the longest proofs are run in full."""

IN_CI = bool(os.environ.get("CI"))

EVERYTHING = WHOLE or (IN_CI and os.environ.get("BOOKS") != "postgresql")
"""Whether no test is left out; what is tried on PostgreSQL was tried in full on SQLite."""

SEED = os.environ.setdefault("SEED", f"{datetime.now(UTC):%Y-%m-%d}" if WHOLE or IN_CI else "same")
"""From which random requests, examples and shares are drawn; the workers of a run inherit it."""


def day(seed: str) -> int:
    """Return the number of the day that a seed names, one more than that of the day before;
    of other seeds any.
    """
    try:
        return date.fromisoformat(seed).toordinal()
    except ValueError:
        return crc32(seed.encode())


DAY = day(SEED)

FUZZ = int(os.environ.get("FUZZ", "0"))
"""How many random requests are made; 0 makes the few of an ordinary run."""

SLOW = 6
"""Of the slow tests one in so many is run in CI, each day others:
a quicker test touches the same every time.
"""

USUAL = 100
"""The random examples of a test that asks for no other number, when nothing is left out."""

T = TypeVar("T")


def this_run(*, whole: int, in_ci: int, usual: int) -> int:
    """Return which of three numbers holds for a run in full, one in CI, or an ordinary one."""
    if WHOLE:
        return whole
    return in_ci if EVERYTHING else usual


def examples(most: int) -> settings:
    """Return settings for *most* random examples;
    for a quarter in CI, for a tenth in an ordinary run, or ten.
    """
    share = this_run(whole=1, in_ci=4, usual=10)
    return settings(max_examples=min(most, max(10, most // share)))


def some(values: Iterable[T], one_in: int, turn: int = 0, *, days: int = 1) -> list[T]:
    """Choose those of *values* that this run takes: all of them, or one in so many, so that each
    has its turn.

    A turn lasts so many *days*: `SLOW` for a test that is itself run on one day in so many, or some
    would never meet.
    """
    every = list(values)
    turns = 1 if WHOLE else min(one_in, len(every))
    return every[(DAY // days + turn) % turns :: turns]


def has_its_day(test: str, one_in: int, day: int = DAY) -> bool:
    """Return whether a test is among those of a day, of which one in so many is run.

    >>> [has_its_day("test_table.py::test_undo", 3, day) for day in range(6)]
    [False, False, True, False, False, True]
    """
    return (crc32(test.encode()) + day) % one_in == 0


def shares(number: int) -> list[int]:
    """Choose the shares of a long proof that this run takes: all of them, or a tenth."""
    return some(range(number), 10)


def mostly_slow(values: Iterable[T], always: Container[T]) -> list[ParameterSet]:
    return [
        pytest.param(value, marks=() if value in always else pytest.mark.slow) for value in values
    ]
