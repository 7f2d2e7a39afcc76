"""Verifying a book: a clean one is clean, and whatever is changed in one place is found and named."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from scorer.ledger import chain
from scorer.ledger.chain import digest
from scorer.ledger.terms import Format, Stakes
from scorer.rules.company import Won
from scorer.service.club.credentials import Role
from scorer.service.club.disputes import DisputeKind, ReplyKind
from scorer.service.club.fixtures import Lots
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.service.club.verification import verify
from scorer.service.companies import Companies
from scorer.storage import schema as s
from scorer.storage.engine import reading, trying
from scorer.storage.row_chains import CHAINS, ROOTS
from scorer.storage.schema import APPEND_ONLY, metadata
from tests.rows import each_row
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, new_club
from tests.thorough import examples

CARD = [(27, 13), (15, 31), (44, 6), (18, 29)]
OTHER = [(20, 18), (4, 115), (10, 42), (33, 11)]

NOT_COVERED = {
    "attempt": "rate limits, which end within the hour",
    "sent_version": "what a phone that watches has seen",
    "sign_out": "sessions that have ended",
    "setup_link": "founds a club, and is spent then",
    "scoring_link": "lets a phone record: what it records is in the chain",
    "revocation": "ends such a link",
    "credential_end": "ends a link, a PIN or a password: that of a director is an entry too",
    "unopened": "who has not read how a dispute ended",
}
"""The tables that no digest covers, with the reason."""

BOOK = tuple(table.name for table in metadata.sorted_tables if table.name not in NOT_COVERED)
"""The tables in which nothing can be changed without being named."""

ENDS = {"statement", "turn", "turn_result", "reply", "setting", "credential"}
"""The tables whose last row can be removed unnoticed, until somebody signs; the heads on the phones show it."""

OWN_NUMBERS = {table.name for table in metadata.sorted_tables if table.name in BOOK} - {"sheet", "club"}
"""The tables whose rows have a number in the database that says only in which order they came."""


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
    _and_what_is_not_posted(club)
    assert club.faults == []
    return club


def _and_what_is_not_posted(club: RunningClub) -> None:
    """A partie in progress, an open dispute, a company with a partie from paper, and all that lets somebody in."""
    services, ann = club.services, club.director
    ada, ben, cat, _ = club.members
    begun = club.play(1, ada, ben, "E point 5; Y good").sheet.code
    services.disputes.call(begun, 0, "the exchange")
    services.disputes.reply(begun, club.members[ben], ReplyKind.ANSWERS, "it was five")
    company = club.season(ada, ben, cat, name="Circle", frame="chouette", order=COMPANY_ORDER)
    card, _ = services.signing.open_company(club.club.id, company, (ada, ben, cat))
    companies = Companies(club.parties.engine, club.clock)
    companies.enter(card.code, number=0, result=Won(0, 150), form_key="paper")
    sheet, _ = companies.begin(card.code, number=1, elder=0)
    club.parties.record(sheet.code, deal=0, position=0, said="E point 5", form_key="one")
    club.parties.revoke_link(sheet.code, club.parties.links(sheet.code)[0].id)
    services.people.give_role(ann, ada, Role.SCORER)
    services.people.set_pin(club.members[ada], ada, "2846")
    services.people.end_pin(ann, ada)
    services.people.sign_out("a session")
    services.clubs.choose(ann, "public standings", "yes")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    club = eventful_club(tmp_path_factory.mktemp("verified"))
    yield club
    club.engine.dispose()


def rows(db: Connection, table: str) -> Sequence[int]:
    """The numbers of the rows of a table."""
    return db.exec_driver_sql(f'SELECT rowid FROM "{table}" ORDER BY rowid').scalars().all()


def columns(table: str) -> list[str]:
    """The columns of a table that are covered."""
    names = [column.name for column in metadata.tables[table].columns]
    return [name for name in names if name != "id" or table not in OWN_NUMBERS]


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


OF_AN_ENTRY = {
    "entry": "SELECT number FROM entry WHERE rowid = ?",
    "posting": "SELECT number FROM posting JOIN entry ON entry.id = entry_id WHERE posting.rowid = ?",
    "reversal": "SELECT number FROM reversal JOIN entry ON entry.id = by_id WHERE reversal.rowid = ?",
}


def named(db: Connection, name: str, row: int) -> str:
    """What a fault about a row must say: its entry, the code of its sheet or club, or its table."""
    if name in OF_AN_ENTRY:
        return f"entry {db.exec_driver_sql(OF_AN_ENTRY[name], (row,)).scalar_one()}"
    table = metadata.tables[name]
    owners = {chain.table: (chain.owner, chain.owners) for chain in CHAINS.values()} | {s.player: ("sheet_id", s.sheet)}
    while table in owners:
        owner, above = owners[table]
        row = db.execute(select(table.c[owner]).where(table.c.id == row)).scalar_one()
        table = above
    if table in ROOTS:
        return str(db.execute(select(table.c.code).where(table.c.id == row)).scalar_one())
    return f"the {name.replace('_', ' ')}"


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
    also = "was not opened as" if column == "code" else also
    assert any(words in each or also in each for each in found), f"{table}.{column}: {old!r} to {new!r}: {found}"


@pytest.mark.sqlite
@given(st.data())
@examples(60)
def test_one_flipped_bit_anywhere_is_found_and_named(club: RunningClub, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(BOOK))
    with reading(club.engine) as db:
        row = data.draw(st.sampled_from(rows(db, table) or [0]))
    assume(row)
    column = data.draw(st.sampled_from(columns(table)))
    check_that_it_is_found(club, table, row, column, data.draw(st.integers(0, 5000)), data.draw(st.integers(0, 7)))


@pytest.mark.sqlite
@pytest.mark.parametrize("table", [table.name for table in APPEND_ONLY])
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
