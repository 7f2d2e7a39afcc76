"""What is wrong with an entry itself: here its time, which a clock that was wrong leaves in the
book. Its columns and postings are changed bit by bit in `test_verification`.
"""

from contextlib import AbstractContextManager

from sqlalchemy import Connection

from scorer.ledger import chain
from scorer.ledger.chain import digest
from scorer.service.club.audit.verification import verify
from tests.rows import each_row
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub


def with_time(club: RunningClub, number: int, at: str) -> AbstractContextManager[Connection]:
    """The database with another time in an entry, whose digest matches."""
    text = chain.write(club.entries[number - 1]).replace("2026-11-21T18", at)
    return club.tampered(
        "entry",
        f"UPDATE entry SET text = ?, digest = ? WHERE number = {number}",
        text,
        digest(text),
    )


def test_entry_times_never_run_backwards(two: Two) -> None:
    before = len(two.entries)
    two.clock.later(days=-400)
    two.admit("Cem")
    two.clock.later(days=400, hours=1)
    two.admit("Dan")
    assert [each.at[:13] for each in two.entries[before:]] == ["2026-11-21T18", "2026-11-21T19"]
    assert list(verify(two.engine, now=two.clock())) == []


def test_a_time_ahead_of_the_clock_is_reported_at_its_first_entry(two: Two) -> None:
    now = two.clock()
    number = len(two.entries) + 2
    two.clock.later(minutes=59)
    two.admit("Cem")
    two.clock.later(days=800)
    two.admit("Dan", "Eve")
    (fault,) = verify(two.engine, now=now)
    what = (
        "its time 2029-01-29T18:59:00+00:00 is ahead of the clock, which says "
        "2026-11-21T18:00:00+00:00"
    )
    assert fault.entry == number
    assert fault.what == f"entry {number}: {what}"
    assert list(verify(two.engine, now=two.clock())) == []


@each_row
def test_a_time_that_is_wrong_is_reported(two: Two, at: str, what: str) -> None:
    last = len(two.entries)
    with with_time(two, last, at) as db:
        assert [each.what for each in verify(db, now=two.clock())] == [
            f"entry {last}: its time {what}"
        ]
