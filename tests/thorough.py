"""
How much a run of the tests takes.

With the environment variable `CI` set, as `.ci/run` sets it, every test is
run on all of its examples; but of the longest proofs, which take as long as
all the rest, a quarter, unless `WHOLE` is set too. Otherwise what is marked
`slow` is left out, and each test of random examples is given a quarter of them.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

EVERYTHING = bool(os.environ.get("CI"))
"""Whether nothing is to be left out."""

WHOLE = bool(os.environ.get("WHOLE"))
"""Whether the longest proofs are run in whole."""

USUAL = 100
"""The random examples of a test that asks for no other number, when nothing is left out."""

T = TypeVar("T")


def examples(most: int) -> settings:
    """So many random examples, or in a run that is not of everything a quarter of them."""
    return settings(max_examples=most if EVERYTHING else -(-most // 4))


def shares(number: int) -> range:
    """The shares of a long proof that this run takes: all of them, or a quarter."""
    return range(number if WHOLE else -(-number // 4))


def mostly_slow(values: Iterable[T], always: Container[T]) -> list[pytest.ParameterSet]:
    """The parameters *values*, of which every run tries those of *always*; the others are slow."""
    return [pytest.param(value, marks=() if value in always else pytest.mark.slow) for value in values]
