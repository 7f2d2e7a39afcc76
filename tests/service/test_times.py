"""Times are shown in the time zone of the machine, whatever is stored."""

import time
from collections.abc import Iterator

import pytest

from scorer.service.times import day, when


@pytest.fixture
def in_vienna(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.mark.usefixtures("in_vienna")
def test_a_time_and_its_day_are_shown_in_the_zone_of_the_machine() -> None:
    assert when("2026-11-21T23:04:59+00:00") == "22 November 2026, 00:04 CET"
    assert when("2026-07-01T18:00:00+00:00") == "1 July 2026, 20:00 CEST"
    assert day("2026-11-21T23:04:59+00:00") == "22 November 2026"
    assert day("2026-11-21") == "21 November 2026"


def test_text_that_is_not_a_time_is_unchanged() -> None:
    for at in ("", "yesterday", "2026-13-01", "2026-11-21T99:00"):
        assert when(at) == day(at) == at
