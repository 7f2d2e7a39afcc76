"""Verifying a book: a clean one is clean, and whatever is changed in one place is found and named."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorer.ledger.entries import Fixture
from scorer.ledger.stakes import Stakes
from scorer.ledger.terms import Terms
from scorer.service.club.disputes import Asked
from tests.service.club.night import TERMS, Night, a_night

CARD = [(27, 13), (15, 31), (44, 6), (18, 29), (35, 12), (25, 23)]
OTHER = [(20, 18), (4, 115), (10, 42), (33, 11), (3, 74), (5, 41)]

BOOK = [
    "entry",
    "posting",
    "reversal",
    "statement",
    "signature",
    "partie",
    "place",
    "dispute_end",
    "member",
    "season",
    "entrant",
    "fixture",
    "tally",
    "meeting",
    "rating",
    "derived",
]
"""The tables that a book rests on, in which nothing can be changed without being named."""

OWN_NUMBERS = {"entry", "posting", "statement", "signature", "place", "dispute_end"}
"""Of these the rows have a number in the database that says nothing."""

OF_THE_BOOK = {
    "statement": "partie_id IN (SELECT partie_id FROM place)",
    "signature": "partie_id IN (SELECT partie_id FROM place)",
    "partie": "id IN (SELECT partie_id FROM place)",
    "dispute_end": "how = 'ruled'",
}
"""Of these tables only some rows are in the book."""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """A club in which everything has happened once."""
    terms = Terms(**{name: getattr(TERMS, name) for name in ("name", "rules")}, stakes=Stakes(12, per=1))
    night = a_night(tmp_path_factory.mktemp("verified") / "book.sqlite", terms)
    seasons, disputes, ann = night.services.seasons, night.services.disputes, night.ann
    ada, ben, cat = night.admit("Ada", "Ben", "Cat", season=1)
    (dan,) = night.admit("Dan")
    night.services.people.rename(ann, ben, "Benedict")
    seasons.draw(ann, 1, [(Fixture(ada, ben), Fixture(cat, None)), (Fixture(cat, ada), Fixture(ben, None))])
    corrected = night.played(ada, ben, CARD)
    night.tapped(cat, ada)
    night.correct(corrected, "scores 72 4", deal=1)
    ruled = night.played(ben, cat, OTHER)
    night.played(ben, ada, OTHER)
    disputes.ask(ruled, night.phones[ben], Asked.CALL, "the fourth deal was mine")
    disputes.rule(ruled, ann, follow=False, words="the sheet stands", law="Law 74")
    seasons.adjust(ann, 1, ben, points=-50, reason="came late")
    seasons.withdraw(ann, 1, cat, "has left town")
    seasons.replace(ann, 1, cat, dan, ((2, 1),))
    seasons.forfeit(ann, 1, (ada, dan), 0, 0)
    seasons.adjust(ann, 1, ada, points=20, reason="by mistake")
    seasons.reverse(ann, night.services.seasons.adjust(ann, 1, ada, points=7, reason="oops").entry.number, reason="no")
    assert night.faults() == []
    yield night
    night.engine.dispose()


def raw(night: Night) -> sqlite3.Connection:
    """The database past every trigger: they are put back when something has been changed."""
    return sqlite3.connect(str(night.engine.url.database), isolation_level=None)


def change(db: sqlite3.Connection, table: str, row: int, column: str, value: object) -> None:
    """Change one value behind the back of the program."""
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", (table,))
    kept = triggers.fetchall()
    for name, _ in kept:
        db.execute(f"DROP TRIGGER {name}")
    try:
        db.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, row))
    finally:
        for _, sql in kept:
            db.execute(sql)


def columns(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a table by which something is told."""
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    return [name for name in names if not (name == "id" and table in OWN_NUMBERS)]


def rows(db: sqlite3.Connection, table: str) -> list[int]:
    """The numbers of the rows of a table that are in the book."""
    where = OF_THE_BOOK.get(table, "1")
    return [row[0] for row in db.execute(f'SELECT rowid FROM "{table}" WHERE {where} ORDER BY rowid')]


def flipped(value: object, place: int, bit: int) -> object:
    """A value with one bit changed: of a byte of a text, of a whole number, or of the digits of a fraction."""
    if isinstance(value, str):
        data = bytearray(value.encode())
        data[place % len(data)] ^= 1 << bit
        return bytes(data)
    if isinstance(value, int):
        return value ^ 1 << bit
    assert isinstance(value, float)
    return value * (1 + 2.0 ** -(20 + bit))


def named(db: sqlite3.Connection, table: str, row: int) -> str:
    """What a fault about a row must say."""
    if table == "statement":
        query = """SELECT position + 1, deal + 1, code FROM statement JOIN partie ON partie.id = partie_id
            WHERE statement.rowid = ?"""
        return "statement {} of deal {} of partie {} is not".format(*db.execute(query, (row,)).fetchone())
    if table in ("partie", "signature", "place", "dispute_end"):
        of = {
            "partie": "SELECT id FROM partie WHERE rowid = ?",
            "dispute_end": """SELECT partie_id FROM dispute JOIN dispute_end ON dispute.id = dispute_id
                WHERE dispute_end.rowid = ?""",
        }.get(table, f"SELECT partie_id FROM {table} WHERE rowid = ?")
        (number,) = db.execute(of, (row,)).fetchone()
        return "partie " + str(db.execute("SELECT code FROM partie WHERE id = ?", (number,)).fetchone()[0])
    entry = {
        "entry": "SELECT number FROM entry WHERE rowid = ?",
        "posting": "SELECT number FROM entry JOIN posting ON entry.id = entry_id WHERE posting.rowid = ?",
        "reversal": "SELECT number FROM entry JOIN reversal ON entry.id = by_id WHERE reversal.rowid = ?",
    }
    if table in entry:
        return f"entry {db.execute(entry[table], (row,)).fetchone()[0]}"
    return f"the {table}"


def check_that_it_is_found(night: Night, table: str, row: int, column: str, place: int, bit: int) -> None:
    """Flip, verify, and flip back."""
    with closing(raw(night)) as db:
        words = named(db, table, row)
        ((value,),) = db.execute(f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (row,)).fetchall()
        other = flipped(value, place, bit)
        kind = "TEXT" if isinstance(value, str) else "NUMERIC"
        try:
            change(db, table, row, column, other)
        except sqlite3.IntegrityError:
            return  # the database itself does not let it be written
        try:
            if isinstance(other, bytes):
                change(db, table, row, column, db.execute(f"SELECT CAST(? AS {kind})", (other,)).fetchone()[0])
        except sqlite3.OperationalError:
            pass  # it is no text in UTF-8 any more, and stays as the bytes that it is
        found = night.faults()
        if column in ("club_id", "number", "season", "member", "other", "round", "table", "entry", "rowid"):
            key = db.execute(f'SELECT rowid FROM "{table}" WHERE rowid = ?', (row,)).fetchone()
            assert key is not None
        change(db, table, row, column, value)
    assert found, f"{table}.{column} of row {row}: {value!r} became {other!r}"
    assert any(words in each for each in found), found
    assert night.faults() == []


def places(table: str) -> list[str]:
    """The columns of one table, as the schema has them."""
    from scorer.storage.schema import metadata  # noqa: PLC0415

    return [
        column.name for column in metadata.tables[table].columns if not (column.name == "id" and table in OWN_NUMBERS)
    ]


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table in BOOK for column in places(table)], ids="-".join
)
def test_what_is_changed_in_any_column_is_found_and_named(night: Night, table: str, column: str) -> None:
    """In the first row of every table and in its last."""
    with closing(raw(night)) as db:
        numbers = rows(db, table)
    assert numbers
    for row in {numbers[0], numbers[-1]}:
        check_that_it_is_found(night, table, row, column, 0, 1)
