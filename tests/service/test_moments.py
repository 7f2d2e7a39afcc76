"""What a phone kept without the club is stored with the moment at which it was said,
not at which it was sent.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.rules.presets import PORTLAND
from scorer.service.club.audit.verification import verify
from scorer.service.parties import NoSuchPartie, Parties, Recorded
from scorer.storage.engine import open_engine, reading
from scorer.storage.sheets import find_sheet
from scorer.storage.statements import statements
from scorer.table.recording import seating_said
from scorer.table.times import LATE_DAYS, moment_begun, moment_said
from tests.service.club.running_club import Clock

NOW = datetime(2026, 11, 21, 18, 10, tzinfo=UTC)
YEAR = LATE_DAYS * 24 * 60 * 60


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def parties(tmp_path: Path, clock: Clock) -> Iterator[Parties]:
    found = Parties(open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}"), clock)
    yield found
    found.engine.dispose()


def before(seconds: int) -> str:
    return (NOW - timedelta(seconds=seconds)).isoformat()


@pytest.mark.parametrize(
    ("ago", "found"), [(0, 0), (90, 90), (YEAR, YEAR), (YEAR + 1, 0), (-90, 0)], ids=str
)
def test_a_partie_was_begun_within_a_year_or_now(ago: int, found: int) -> None:
    assert moment_begun(NOW, ago) == before(found)


@pytest.mark.parametrize(
    ("ago", "found"),
    [(0, 0), (90, 90), (600, 600), (601, 600), (10**9 - 1, 600), (-90, 0)],
    ids=str,
)
def test_a_statement_was_said_after_its_sheet_was_opened(ago: int, found: int) -> None:
    assert moment_said(NOW, ago, before(600)) == before(found)


def test_after_the_clock_was_set_back_nothing_is_said_in_the_future() -> None:
    assert moment_said(NOW, 90, before(-600)) == before(0)


def test_what_was_kept_is_recorded_with_its_moments(parties: Parties, clock: Clock) -> None:
    """Of the statements of each deal the last is what a page says of it."""
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND, ago=3600)
    assert sheet.opened_at == before(3600)
    for position, (said, ago) in enumerate(
        (("E exchange 5", 3000), ("Y exchange 3", 2900), ("E point 5", 2800))
    ):
        parties.record(sheet.code, deal=0, position=position, said=said, form_key=said, ago=ago)
    assert parties.said_at(sheet.code) == {0: before(2800)}
    clock.later(minutes=1)
    parties.record(sheet.code, deal=0, position=3, said="Y good", form_key="now")
    assert parties.said_at(sheet.code) == {0: before(-60)}


def test_each_deal_has_the_moment_of_its_last_statement(parties: Parties) -> None:
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND, ago=3600)
    for deal, ago in enumerate((3000, 2000)):
        said = "E point 5; Y good; count E7 last E play 9"
        parties.record(sheet.code, deal=deal, position=0, said=said, form_key=f"{deal}", ago=ago)
    assert parties.said_at(sheet.code) == {0: before(3000), 1: before(2000)}
    with pytest.raises(NoSuchPartie):
        parties.said_at("222222")


def test_a_form_that_is_sent_again_later_changes_no_moment(parties: Parties, clock: Clock) -> None:
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND, ago=3600)
    parties.record(sheet.code, deal=0, position=0, said="E exchange 5", form_key="one", ago=3000)
    clock.later(hours=1)
    again, _ = parties.open(("Ada", "Bea"), PORTLAND, token, ago=60)
    found = parties.record(
        sheet.code, deal=0, position=0, said="E exchange 5", form_key="one", ago=60
    )
    assert isinstance(found, Recorded)
    assert again.code == sheet.code
    assert again.opened_at == before(3600)
    assert parties.said_at(sheet.code) == {0: before(3000)}


def test_corrected_names_have_their_moment_too(parties: Parties) -> None:
    sheet, _ = parties.open(("Ada", "Bne"), PORTLAND, ago=3600)
    said = seating_said(0, ("Ada", "Ben"))
    parties.record(sheet.code, deal=0, position=0, said=said, form_key="one", ago=3000)
    assert parties.said_at(sheet.code) == {0: before(3000)}


def test_moments_need_not_be_in_the_order_of_recording(parties: Parties) -> None:
    """As where a phone without the club sends what it kept after another has recorded:
    the book is whole.
    """
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND, ago=3600)
    for position, (said, ago) in enumerate(
        (("E exchange 5", 10), ("Y exchange 3", 3000), ("E point 5", 500))
    ):
        parties.record(sheet.code, deal=0, position=position, said=said, form_key=said, ago=ago)
    with reading(parties.engine) as db:
        row = find_sheet(db, sheet.code)
        assert row is not None
        assert [each.recorded_at for each in statements(db, row.id)] == [
            before(10),
            before(3000),
            before(500),
        ]
    assert list(verify(parties.engine, now=NOW)) == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ({"begun_on": "2026-11-20", "ago": 86_400}, "2026-11-20"),
        ({"today": "2026-11-20", "ago": 86_400}, "2026-11-20"),
        ({"ago": 86_400}, "2026-11-20"),
        ({"begun_on": "2026-11-20"}, "2026-11-20"),
        ({}, "2026-11-21"),
    ],
    ids=["both", "the day of its page", "a moment alone", "a day alone", "neither"],
)
def test_the_day_is_that_of_the_table_at_that_moment(
    parties: Parties, said: dict[str, str | int], day: str
) -> None:
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND, **said)  # type: ignore[arg-type]
    assert sheet.day == day
