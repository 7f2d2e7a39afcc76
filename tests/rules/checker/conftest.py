"""What the checker is held against."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.checker.sat import Solver


@pytest.fixture
def solver() -> Iterator[Solver]:
    """A SAT solver, closed after the test."""
    solver = Solver()
    yield solver
    solver.close()
