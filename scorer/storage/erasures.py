"""Names that are erased: the traces of them in the files of the database, and the texts in which
they stay.

A file overwrites what is deleted (`PRAGMA secure_delete`), but its write-ahead log still has the
pages from before. The log is emptied without waiting for anybody: while somebody reads an older
state it is not, and is tried again later. PostgreSQL removes old rows by a `VACUUM`, which stops
neither readers nor writers, once nobody can read them any more.

A file that was written before it overwrote what is deleted is rewritten once, before it is served.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Select,
    column,
    delete,
    func,
    literal,
    select,
    table,
    text,
    union,
    union_all,
)
from sqlalchemy.exc import SQLAlchemyError

from ..ledger.entries import KINDS, SheetPosted
from . import schema as s
from .engine import PATIENCE, Busy, FairLock, reading, writing
from .queries import streamed

FILE = "file"
"""What a migration notes for a file that did not overwrite what was deleted."""

_NOTE = text(
    "INSERT INTO erasure (what, erased_at) VALUES (:what, :at) "
    "ON CONFLICT (what) DO UPDATE SET erased_at = excluded.erased_at"
)


def note(db: Connection, what: str, *, at: str) -> None:
    """Note in the transaction that erases *what* that traces of it are left."""
    db.execute(_NOTE, {"what": what, "at": at})


def pending(db: Connection) -> set[str]:
    """Return what was erased, but may have left traces."""
    return {*db.execute(select(s.erasure.c.what)).scalars()}


def clean(engine: Engine) -> bool:
    """Remove the traces of what was erased, without waiting for a reader or writer;
    return whether none is left.
    """
    with reading(engine) as db:
        erased = pending(db)
    if not erased:
        return True
    is_clean = _vacuum(engine) if engine.dialect.name == "postgresql" else _empty_log(engine)
    if not is_clean:
        return False
    with writing(engine) as db:
        done = erased - {FILE}
        db.execute(delete(s.erasure).where(s.erasure.c.what.in_(done)))
        return not pending(db)


def _empty_log(engine: Engine) -> bool:
    """Move the log into the file and truncate it, unless another connection reads or writes."""
    writers: FairLock = engine.get_execution_options()["writers"]
    try:
        with writers.held(PATIENCE), closing(engine.raw_connection()) as connection:
            cursor = connection.cursor()
            patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
            cursor.execute("PRAGMA busy_timeout = 0")
            try:
                is_busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {patience}")
    except (sqlite3.OperationalError, Busy):
        return False
    return not is_busy


_WITH_NAMES = ("member", "alias", "player", "renaming", "signature", "sheet_note", "pair_setting")
"""The tables in which names and lines are erased."""

_DEAD: Select[Any] = (
    select(func.coalesce(func.sum(column("n_dead_tup")), 0))
    .select_from(table("pg_stat_user_tables"))
    .where(column("relname").in_(_WITH_NAMES))
)
"""How many old rows the last VACUUM of the tables with names had to leave."""


def _vacuum(engine: Engine) -> bool:
    """Remove the old rows of the tables with names, unless somebody can still read them."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        db.exec_driver_sql(f"VACUUM (TRUNCATE FALSE) {', '.join(_WITH_NAMES)}")
        return not db.execute(_DEAD).scalar_one()


def rewrite_file(engine: Engine) -> None:
    """Rewrite a file that was written before it overwrote what is deleted;
    again at the next start if that fails.
    """
    with reading(engine) as db:
        if FILE not in pending(db):
            return
    with suppress(
        sqlite3.OperationalError, SQLAlchemyError
    ):  # no room, or another program has the file open
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")
        if _empty_log(engine):
            with writing(engine) as db:
                db.execute(delete(s.erasure).where(s.erasure.c.what == FILE))


# Where a name stays: in what people typed, and in what else is chained and cannot be changed


MOST_MENTIONS = 100
"""The most mentions that are listed."""


class Mention(NamedTuple):
    """An entry by its number; or a dispute by its number and the code of its sheet."""

    number: int
    code: str = ""


def mentions(db: Connection, club_id: int, name: str) -> list[Mention]:
    """Return the disputes and entries of a club that have a name as a word of its own, the latest
    first.

    It looks through all of them, which is right for a rare question only. In a file of SQLite,
    letters beyond ASCII are found in the same case only.
    """
    as_json = json.dumps(name, ensure_ascii=False)[1:-1]
    found = [
        *_found(db, _disputes(club_id, name), name),
        *_found(db, _entries(club_id, as_json), as_json),
    ]
    return found[:MOST_MENTIONS]


def _found(db: Connection, query: Select[Any], name: str) -> Iterator[Mention]:
    """Return the mentions among rows of a number, a code and a text."""
    matching = (
        Mention(number, code) for number, code, text in streamed(db, query) if _is_word(name, text)
    )
    return islice(dict.fromkeys(matching), MOST_MENTIONS)


def _is_word(name: str, text: str) -> bool:
    """Return whether a text has a name that is not a part of a longer word or of a digest."""
    name = name.casefold()
    text = text.casefold()
    at = text.find(name)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(name) : at + len(name) + 1]
        if not any(each.isalnum() for each in around):
            return True
        at = text.find(name, at + 1)
    return False


def _entries(club_id: int, name: str) -> Select[Any]:
    """Return the query of every entry whose text may have a name, and has it.

    Of the parties that were posted, which are most of a ledger, only those with a dispute can: the
    others have no text that a person has typed, and no name of a player.
    """
    e = s.entry.c
    seasons = select(s.season.c.number).where(s.season.c.club_id == club_id)
    written = e.season.in_(union_all(select(literal(0)), seasons)), e.kind.in_(_WRITTEN)
    disputes = s.dispute.join(s.sheet, s.sheet.c.id == s.dispute.c.sheet_id)
    disputed = e.code.in_(select(s.sheet.c.code).select_from(disputes))
    found = (
        select(e.number, e.text).where(e.club_id == club_id, *chosen, _has(e.text, name))
        for chosen in (written, (disputed,))
    )
    every = union(*found).subquery().c
    return select(every.number, literal(""), every.text).order_by(every.number.desc())


_WRITTEN = [name for kind, name in KINDS.items() if kind is not SheetPosted]
"""The kinds of all entries except posted sheets."""


def _disputes(club_id: int, name: str) -> Select[Any]:
    """Return the query of every text of a dispute that has a name:
    what was asked, replied and ruled, and by whom.
    """
    d = s.dispute.c
    r = s.reply.c
    o = s.outcome.c
    of = s.season_sheet.c
    # this asks once for each of the few disputes; a join would begin with all the sheets of the
    # club
    club = select(of.club_id).where(of.sheet_id == d.sheet_id).scalar_subquery()
    sheets = s.dispute.join(s.sheet, s.sheet.c.id == d.sheet_id)
    sheets = sheets.outerjoin(s.reply, r.dispute_id == d.id).outerjoin(
        s.outcome, o.dispute_id == d.id
    )
    columns = d.id, d.number, s.sheet.c.code
    parts = [
        select(*columns, words.label("text"))
        .select_from(sheets)
        .where(club == club_id, _has(words, name))
        for words in (d.reason, r.words, o.by, o.words)
    ]
    every = union(*parts).subquery().c
    return select(every.number, every.code, every.text).order_by(every.id.desc())


def _has(column: Column[str], name: str) -> ColumnElement[bool]:
    return column.icontains(name, autoescape=True)
