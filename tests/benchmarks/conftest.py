"""What the benchmarks share."""

from __future__ import annotations

import pytest

from tests.benchmarks.pace import Pace


@pytest.fixture
def pace() -> Pace:
    """The pace of the machine, first measured before the benchmark; a test measures it again beside it."""
    pace = Pace()
    pace.measure(200)
    return pace
