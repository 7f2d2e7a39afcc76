"""Times are shown in the time zone of the machine, whatever is stored."""

import time

import pytest

from scorer.rules.language import LanguageForm, speaking
from scorer.table import formatting
from scorer.table.times import day, when
from tests.languages import catalogue_with, language_of


def test_a_time_and_its_day_are_shown_in_the_zone_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as vienna:
        vienna.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        shown = when("2026-11-21T23:04:59+00:00"), when("2026-07-01T18:00:00+00:00")
        days = day("2026-11-21T23:04:59+00:00"), day("2026-11-21")
    time.tzset()
    assert shown == ("22 November 2026, 00:04 CET", "1 July 2026, 20:00 CEST")
    assert days == ("22 November 2026", "21 November 2026")


def test_text_that_is_not_a_time_is_unchanged() -> None:
    for at in ("", "yesterday", "2026-13-01", "2026-11-21T99:00"):
        assert when(at) == day(at) == at


@pytest.mark.parametrize("moment", ["{day}, {time}", "{day} à {time}"])
def test_a_line_may_end_after_the_day_alone(moment: str) -> None:
    french = language_of(catalogue_with("fr", {LanguageForm.MOMENT: moment}))
    with speaking(french):
        shown = formatting.when("2026-11-21T18:04:59+00:00")
    date, _, clock = shown.partition(" ")
    assert date.startswith("21\N{NO-BREAK SPACE}")
    assert clock.endswith("18:04\N{NO-BREAK SPACE}UTC")
    assert " " not in clock
