"""Verifying a book: a clean one is clean, and whatever is changed in one place is found and named."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorer.ledger import chain
from scorer.ledger.chain import digest
from scorer.ledger.terms import Format, Stakes
from scorer.service.club.disputes import DisputeKind, ReplyKind
from scorer.service.club.fixtures import Lots
from scorer.service.club.verification import verify
from scorer.storage.engine import reading, trying
from scorer.storage.schema import APPEND_ONLY, metadata
from tests.rows import each_row
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, new_club
from tests.thorough import examples

CARD = [(27, 13), (15, 31), (44, 6), (18, 29)]
OTHER = [(20, 18), (4, 115), (10, 42), (33, 11)]

OWN_NUMBERS = {"entry", "posting", "statement", "signature", "player", "season_sheet", "dispute", "reply", "outcome"}
"""Tables whose rows have a number in the database that says nothing."""

BOOK = (
    *("entry", "posting", "reversal", "statement", "signature", "sheet", "player", "season_sheet", "dispute", "reply"),
    *("outcome", "member", "season", "entrant", "fixture", "tally", "meeting", "rating", "posted_partie", "record"),
    *("unposted", "projection_position"),
)
"""The tables that a book rests on, in which nothing can be changed without being named."""

BY_NUMBER = {("signature", "covers")}
"""What names a row by such a number, and is read only where a partie is played outside every season."""

POSTED = "SELECT sheet.id FROM sheet JOIN entry ON entry.code = sheet.code"
OF_THE_BOOK = {
    "statement": f"partie_id IN ({POSTED})",
    "sheet": f"id IN ({POSTED})",
    **dict.fromkeys(("signature", "player", "season_sheet"), f"sheet_id IN ({POSTED})"),
    "dispute": "id IN (SELECT dispute_id FROM outcome)",
    "reply": "dispute_id IN (SELECT dispute_id FROM outcome)",
}
"""Of these tables only some rows are in the book."""


def eventful_club(data: Path) -> RunningClub:
    """A club in which everything has happened once."""
    club = new_club(data)
    seasons, disputes, ann = club.services.seasons, club.services.disputes, club.director
    ada, ben, cat, dan = club.admit("Ada", "Ben", "Cat", "Dan")
    club.season(ada, ben, cat, format=Format.SINGLE, stakes=Stakes(12, per=1))
    club.services.people.rename(ann, ben, "Benedict")
    seasons.draw(ann, 1, Lots.AS_ENTERED)
    corrected = club.from_paper(1, ada, ben, CARD)
    club.play(1, cat, ada)
    club.correct(corrected, "scores 72 4", deal=1)
    ruled = club.from_paper(1, ben, cat, OTHER)
    club.from_paper(1, ben, ada, OTHER)
    disputes.file(ruled, club.members[ben], DisputeKind.CALL, "the fourth deal was mine")
    disputes.reply(ruled, club.members[cat], ReplyKind.ANSWERS, "it was mine")
    disputes.rule(ruled, ann, follow=False, words="the sheet is right", law="Law 74")
    seasons.adjust(ann, 1, ben, points=-50, reason="came late")
    seasons.withdraw(ann, 1, cat, "has left town")
    seasons.replace(ann, 1, cat, dan)
    (slot, *_) = [each.slot for each in seasons.fixtures_now(club.club.id, 1) if dan in each.members and each.is_open]
    seasons.forfeit(ann, 1, slot, dan)
    seasons.adjust(ann, 1, ada, points=20, reason="by mistake")
    seasons.reverse(ann, seasons.adjust(ann, 1, ada, points=7, reason="oops").entry.number, reason="no")
    club.services.signing.open(club.club.id, 1, ada, ben)
    assert club.faults == []
    return club


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    club = eventful_club(tmp_path_factory.mktemp("verified"))
    yield club
    club.engine.dispose()


def rows(db: Connection, table: str) -> Sequence[int]:
    """The numbers of the rows of a table that are in the book."""
    where = OF_THE_BOOK.get(table, "1")
    return db.exec_driver_sql(f'SELECT rowid FROM "{table}" WHERE {where} ORDER BY rowid').scalars().all()


def columns(table: str) -> list[str]:
    """The columns of a table by which something is told."""
    names = [column.name for column in metadata.tables[table].columns]
    return [name for name in names if not (name == "id" and table in OWN_NUMBERS) and (table, name) not in BY_NUMBER]


def flipped(value: object, byte: int, bit: int) -> object:
    """A value with one bit changed, of a byte of a text or of a number; or something where there was nothing."""
    if isinstance(value, str):
        data = bytearray(value.encode()) or bytearray(b" ")
        data[byte % len(data)] ^= 1 << bit
        return bytes(data)
    if value is None:
        return "Eve"
    if isinstance(value, int):
        return value ^ 1 << bit
    assert isinstance(value, float)
    return value * (1 + 2.0 ** -(20 + bit))


_OF_A_SHEET = "SELECT code FROM {0} JOIN sheet ON sheet.id = sheet_id WHERE {0}.rowid = ?"
_OF_A_DISPUTE = _OF_A_SHEET.replace("JOIN", "JOIN dispute ON dispute.id = dispute_id JOIN")
OF_A_PARTIE = {
    "sheet": "SELECT code FROM sheet WHERE rowid = ?",
    **{table: _OF_A_SHEET.format(table) for table in ("player", "signature", "season_sheet", "dispute")},
    **{table: _OF_A_DISPUTE.format(table) for table in ("reply", "outcome")},
}
OF_AN_ENTRY = {
    "entry": "SELECT number FROM entry WHERE rowid = ?",
    "posting": "SELECT number FROM posting JOIN entry ON entry.id = entry_id WHERE posting.rowid = ?",
    "reversal": "SELECT number FROM reversal JOIN entry ON entry.id = by_id WHERE reversal.rowid = ?",
}
STATEMENT = """SELECT position + 1, deal + 1, code FROM statement JOIN sheet ON sheet.id = partie_id
    WHERE statement.rowid = ?"""


def named(db: Connection, table: str, row: int) -> str:
    """What a fault about a row must say."""
    if table == "statement":
        return "statement {} of deal {} of partie {} ".format(*db.exec_driver_sql(STATEMENT, (row,)).one())
    if table in OF_A_PARTIE:
        code = db.exec_driver_sql(OF_A_PARTIE[table], (row,)).scalar_one()
        return f"of {code}" if table in ("dispute", "reply", "outcome") else f"partie {code}"
    if table in OF_AN_ENTRY:
        return f"entry {db.exec_driver_sql(OF_AN_ENTRY[table], (row,)).scalar_one()}"
    return f"the {table.replace('_', ' ')}"


def check_that_it_is_found(club: RunningClub, table: str, row: int, column: str, byte: int = 0, bit: int = 1) -> None:
    """Flip a bit, verify, and have it back as it was."""
    with reading(club.engine) as db:
        words = named(db, table, row)
        old = db.exec_driver_sql(f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (row,)).scalar_one()
    new = flipped(old, byte, bit)
    value = "CAST(? AS TEXT)" if isinstance(new, bytes) else "?"
    try:
        with club.tampered(table, f'UPDATE "{table}" SET "{column}" = {value} WHERE rowid = ?', new, row) as db:
            found = [each.what for each in verify(db)]
    except IntegrityError:
        return  # the database itself does not let it be written
    also = f"row {row} of the table {table}"  # as the database names a row that belongs to nothing
    assert any(words in each or also in each for each in found), f"{table}.{column}: {old!r} to {new!r}: {found}"


@given(st.data())
@examples(60)
def test_one_flipped_bit_anywhere_is_found_and_named(club: RunningClub, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(BOOK))
    with reading(club.engine) as db:
        row = data.draw(st.sampled_from(rows(db, table)))
    column = data.draw(st.sampled_from(columns(table)))
    check_that_it_is_found(club, table, row, column, data.draw(st.integers(0, 5000)), data.draw(st.integers(0, 7)))


@pytest.mark.parametrize("table", sorted({table.name for table in APPEND_ONLY} & set(BOOK)))
def test_a_table_without_its_triggers_is_reported(club: RunningClub, table: str) -> None:
    with trying(club.engine) as db:
        db.exec_driver_sql(f"DROP TRIGGER {table}_no_update")
        what = f"the table {table} lacks a trigger that protects its rows from changes"
        assert [(each.entry, each.what) for each in verify(db)] == [(0, what)]


# What a clock that was wrong leaves in the book


def with_time(club: RunningClub, number: int, at: str) -> AbstractContextManager[Connection]:
    """The database with another time in an entry, whose digest matches."""
    text = chain.write(club.entries[number - 1]).replace("2026-11-21T18", at)
    return club.tampered("entry", f"UPDATE entry SET text = ?, digest = ? WHERE number = {number}", text, digest(text))


def test_entry_times_never_run_backwards(two: Two) -> None:
    club, before = two.club, len(two.club.entries)
    club.clock.later(days=-400)
    club.admit("Cem")
    club.clock.later(days=400, hours=1)
    club.admit("Dan")
    assert [each.at[:13] for each in club.entries[before:]] == ["2026-11-21T18", "2026-11-21T19"]
    assert list(verify(club.engine, now=club.clock())) == []


def test_a_time_ahead_of_the_clock_is_reported_at_its_first_entry(two: Two) -> None:
    club, now, number = two.club, two.club.clock(), len(two.club.entries) + 2
    club.clock.later(minutes=59)
    club.admit("Cem")
    club.clock.later(days=800)
    club.admit("Dan", "Eve")
    (fault,) = verify(club.engine, now=now)
    what = "its time 2029-01-29T18:59:00+00:00 is ahead of the clock, which says 2026-11-21T18:00:00+00:00"
    assert (fault.entry, fault.what) == (number, f"entry {number}: {what}")
    assert list(verify(club.engine, now=club.clock())) == []


@each_row("at", "what")
def test_a_time_that_is_wrong_is_reported(two: Two, at: str, what: str) -> None:
    last = len(two.club.entries)
    with with_time(two.club, last, at) as db:
        assert [each.what for each in verify(db, now=two.club.clock())] == [f"entry {last}: its time {what}"]
