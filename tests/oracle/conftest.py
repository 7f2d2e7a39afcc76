"""What the oracles share: the texts that are said while one asks are noted in its report, and said
in every language.
"""

from collections.abc import Callable, Iterator

import pytest

from tests.oracle.in_languages import lost
from tests.oracle.reached import PROPERTY, name_of, noting


@pytest.fixture(autouse=True)
def texts_are_noted(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Add the names of the texts that were said to the report of a test, and expect that every
    language says their names and numbers too.
    """
    with noting() as said:
        yield
    record_property(PROPERTY, sorted(map(name_of, said)))
    left_out = [fault for messages in said.values() for each in messages for fault in lost(each)]
    assert left_out == []
