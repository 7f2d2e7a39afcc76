"""What the oracles share: the texts that are said while one asks are noted in its report."""

from collections.abc import Callable, Iterator

import pytest

from tests.oracle.reached import PROPERTY, name_of, noting


@pytest.fixture(autouse=True)
def texts_are_noted(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Add the names of the texts that were said to the report of a test."""
    with noting() as said:
        yield
    record_property(PROPERTY, sorted(map(name_of, said)))
