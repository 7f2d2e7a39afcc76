"""What the checker is held against."""

from collections.abc import Iterator

import pytest

from tests.rules.checker.agreement import Possible


@pytest.fixture
def possible() -> Iterator[Possible]:
    """Whether some hands of the whole pack are so, by a SAT solver; imported where it is asked."""
    from tests.rules.checker.sat import Solver  # noqa: PLC0415

    solver = Solver()
    yield solver.possible
    solver.close()
