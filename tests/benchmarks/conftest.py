"""What the benchmarks share."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.benchmarks.pace import Pace


@pytest.fixture
def pace(request: pytest.FixtureRequest) -> Pace:
    """The pace of the machine by the clock of the benchmark, measured before it; a test measures it again beside it."""
    marker = request.node.get_closest_marker("benchmark")
    pace = Pace(marker.kwargs["timer"] if marker else perf_counter)
    pace.measure(100)
    return pace
