"""A book in which parties are kept; made quickly, for these tests are about what is in it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorer.service.parties import Parties
from scorer.storage.engine import open_engine
from tests.quick_books import quick_books
from tests.service.tables import PORTLAND

__all__ = ["quick_books"]


def at_eight() -> datetime:
    return datetime(2026, 9, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite"


@pytest.fixture
def reopened(path: Path) -> Iterator[Callable[[], Parties]]:
    """The book as another process would open it, as often as wanted."""
    engines = []

    def reopen() -> Parties:
        engines.append(open_engine(f"sqlite:///{path}"))
        return Parties(engines[-1], at_eight)

    yield reopen
    for engine in engines:
        engine.dispose()


@pytest.fixture
def parties(reopened: Callable[[], Parties]) -> Parties:
    return reopened()


@pytest.fixture
def code(parties: Parties) -> str:
    return parties.open(("Ada", "Bea"), PORTLAND)[0].code
