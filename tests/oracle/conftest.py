"""What the oracles share: each asks in one of the languages, and the texts that are said while it
asks are noted in its report, and said in all of them.
"""

from collections.abc import Callable, Iterator

import pytest

from scorer.rules.language import Language, speaking
from tests.oracle.in_languages import drawn_language, lost
from tests.oracle.reached import PROPERTY, name_of, noting


@pytest.fixture(autouse=True)
def spoken(request: pytest.FixtureRequest) -> Iterator[Language]:
    """Speak one of the languages while a test runs, each day another: an oracle asks what a message
    says, and not in which words.
    """
    language = drawn_language(request.node.name)
    print(f"asked in the language {language.code}")
    with speaking(language):
        yield language


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
