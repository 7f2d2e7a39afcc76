"""What the verification of a book says after one thing in it was changed, removed or added."""

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sqlalchemy import String
from sqlalchemy.exc import IntegrityError

from scorer.ledger import chain
from scorer.service.club.audit.verification import verify
from scorer.storage.engine import reading
from scorer.storage.schema import metadata
from tests.pages.rendering import Texts
from tests.service.club.audit.test_verification import BOOK, columns, eventful_club, rows
from tests.service.club.running_club import RunningClub
from tests.thorough import EVERYTHING, some

__all__ = ["damaged"]

Change = tuple[str, str, str, tuple[object, ...]]
"""Its name, the table, an SQL statement and its values."""

ONE_MORE = (
    "INSERT INTO statement (partie_id, deal, position, text, form_key, recorded_at, digest) "
    "SELECT partie_id, deal + 1, 0, text, 'more', recorded_at, digest FROM statement WHERE rowid ="
)

ANOTHER = (
    "INSERT INTO credential (club_id, kind, member, name, secret_hash, made_at, digest) "
    "SELECT club_id, kind, member, 'Eve', secret_hash, made_at, digest FROM credential WHERE "
    "rowid ="
)


def _changes(club: RunningClub) -> Iterator[Change]:
    with reading(club.engine) as db:
        numbers = {table: rows(db, table) for table in BOOK}
    for table, (first, *_, last) in (
        (table, (*found, found[-1])) for table, found in numbers.items() if found
    ):
        where = f'"{table}" WHERE rowid ='
        for row in sorted({first, last}):
            yield f"{table} {row} is removed", table, f"DELETE FROM {where} {row}", ()
        for column in columns(table):
            words = isinstance(metadata.tables[table].c[column].type, String)
            value = "'Eve'" if words else f'coalesce("{column}" + 1, 1)'
            name = f"{table} {last} has another {column}"
            sql = f'UPDATE "{table}" SET "{column}" = {value}'
            yield name, table, f"{sql} WHERE rowid = {last}", ()
    yield (
        "a trick is changed",
        "statement",
        "UPDATE statement SET text = 'tricks Y1' WHERE rowid = 9",
        (),
    )
    yield "a statement is added", "statement", f"{ONE_MORE} {numbers['statement'][-1]}", ()
    yield "a director is added", "credential", f"{ANOTHER} {numbers['credential'][0]}", ()
    for old, new in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["words"]:
        entry = [each for each in club.entries if old in chain.write(each)][-1]
        text = chain.write(entry).replace(old, new)
        sql = f"UPDATE entry SET text = ?, digest = ? WHERE number = {entry.number}"
        yield f"{old} of entry {entry.number} is {new}", "entry", sql, (text, chain.digest(text))


def damaged(data: Path) -> Texts:
    """Change each column of the last row of each table, and some entries; remove the first row and
    the last.

    A run in CI does a quarter of that, an ordinary one an eighth, unless the pages are written.
    """
    texts = Texts()
    club = eventful_club(data)
    texts.name_codes(club)
    changes = {change[0]: change for change in _changes(club)}
    one_in = 4 if EVERYTHING else 8
    drawn = [*changes] if "PAGES" in os.environ else some(changes, one_in)
    texts.left_out = changes.keys() - {*drawn}
    for name, table, sql, values in map(changes.__getitem__, drawn):
        with suppress(IntegrityError), club.tampered(table, sql, *values) as db:
            found = [texts.known(each.what) for each in verify(db, now=club.clock())]
            assert found, f"{name}, unnoticed"
            texts.pages[name] = "\n".join(sorted(found))
    club.engine.dispose()
    return texts
