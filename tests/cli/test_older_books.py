"""A book of an older version: only serving migrates it, after it was copied;
a backup of it needs no migration.
"""

import gzip
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from scorer.resources import Location
from scorer.service.keeping import BOOK, KEY, NOTE, back_up, open_to_read
from scorer.storage.engine import newest_version
from scorer.web.address import HERE_ONLY
from scorer.web.serve import application
from tests import postgresql
from tests.cli.conftest import fails, printed
from tests.quick_books import version
from tests.service.club.test_kept_books import KEPT, VERSIONS, moved

pytestmark = pytest.mark.sqlite

FIRST, *LATER = VERSIONS
OLD = "0001"
NEWEST = newest_version()


def kept(directory: Path, name: str = FIRST) -> Path:
    """The file of a book of an older version, in a directory of its own."""
    directory.mkdir()
    path = directory / BOOK
    with closing(sqlite3.connect(path)) as db:
        db.executescript(gzip.decompress((KEPT / f"{name}.sql.gz").read_bytes()).decode())
    return path


def served(data: Path, database: str = "") -> None:
    application(data, HERE_ONLY, database).extensions["parties"].engine.dispose()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return kept(tmp_path / "book")


def copies(data: Path) -> list[Path]:
    return [*data.glob("book-before-*")]


COMMANDS = (
    "club link ABCDEF",
    "club director ABCDEF",
    "club new",
    "club list",
    "club standings",
    "book verify",
    "book heads",
    "club export --format json",
    "club import /dev/null --season 1",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_other_command_migrates_it_or_changes_anything(book: Path, command: str) -> None:
    before = book.read_bytes()
    words = command.split()
    says = fails(*words, "--data", book.parent, status=2)
    advice = (
        "is of an older version of scorer. Start scorer serve once: it backs up the book, "
        "then migrates it."
    )
    assert says == f"scorer {' '.join(words[:2])}: {book} {advice}\n"
    assert book.read_bytes() == before
    assert [each.name for each in book.parent.iterdir()] == [BOOK]


def test_it_is_not_copied_into_another_database(book: Path, tmp_path: Path) -> None:
    says = fails("book", "copy", "--from", book.parent, "--to", tmp_path / "new", status=2)
    assert "is of an older version of scorer. Start scorer serve once" in says


@pytest.mark.parametrize("name", VERSIONS[:-1])
def test_serving_copies_it_then_migrates_it_and_says_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    book = kept(tmp_path / "book", name)
    old = name[1:5]
    (book.parent / KEY).write_bytes(b"k" * 32)
    served(book.parent)
    assert version(book) == NEWEST
    (copy,) = copies(book.parent)
    assert re.fullmatch(rf"book-before-{NEWEST}-\d{{8}}-\d{{6}}\.sqlite", copy.name)
    assert version(copy) == old
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert capsys.readouterr().out.splitlines() == [
        f"{book} is of an older version of scorer ({old}). It was backed up to {copy}.",
        f"It was migrated to version {NEWEST}. The earlier scorer can restore the backup.",
    ]
    assert {each.name for each in book.parent.iterdir()} == {BOOK, KEY, copy.name}
    printed("book", "verify", "--data", book.parent)


def test_the_copy_has_every_row_and_the_key(book: Path) -> None:
    (book.parent / KEY).write_bytes(b"k" * 32)
    with closing(sqlite3.connect(book)) as db:
        before = [*db.iterdump()]
    served(book.parent)
    (copy,) = copies(book.parent)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT content FROM cookie_key").fetchall() == [(b"k" * 32,)]
        db.execute("DROP TABLE cookie_key")
        assert [*db.iterdump()] == before


def test_the_copy_has_what_a_killed_server_left_in_its_log(book: Path, tmp_path: Path) -> None:
    data = tmp_path / "after"
    data.mkdir()
    with closing(sqlite3.connect(book)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("INSERT INTO setup_link (token_hash, made_at) VALUES ('in the log', '')")
        db.commit()
        for name in (BOOK, f"{BOOK}-wal"):
            shutil.copy(book.with_name(name), data / name)
    served(data)
    (copy,) = copies(data)
    for each in (copy, data / BOOK):
        with closing(sqlite3.connect(each)) as db:
            assert db.execute(
                "SELECT count(*) FROM setup_link WHERE token_hash = 'in the log'"
            ).fetchone() == (1,)


def test_serving_a_book_of_the_newest_version_copies_nothing(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served(book.parent)
    capsys.readouterr()
    served(book.parent)
    assert len(copies(book.parent)) == 1
    assert capsys.readouterr().out == ""


def test_without_room_for_the_copy_nothing_is_changed(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_engine: object, path: Path) -> None:
        path.write_bytes(b"half a book")
        raise OSError(
            28, "the disk is full: 2.0 MB are needed, and 0.2 MB are free. Free some space."
        )

    before = book.read_bytes()
    monkeypatch.setattr("scorer.storage.copies.copy_to", full)
    says = fails("serve", "--data", book.parent, status=2)
    assert re.search(
        r"is backed up before it is migrated, and the backup failed\. Nothing was changed\. .*disk "
        r"is full",
        says,
    )
    assert book.read_bytes() == before
    assert {each.name for each in book.parent.iterdir()} == {BOOK}


def test_a_copy_that_another_process_made_too_late_is_not_kept(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be of the migrated book, under the name of a copy from before."""
    monkeypatch.setattr("scorer.service.keeping._is_older", lambda _: False)
    served(book.parent)
    assert copies(book.parent) == []
    assert version(book) == NEWEST


@pytest.mark.parametrize("name", VERSIONS[:-1])
def test_a_backup_of_it_is_whole_and_says_what_was_not_checked(tmp_path: Path, name: str) -> None:
    book = kept(tmp_path / "book", name)
    old = name[1:5]
    done = printed("book", "backup", tmp_path / "copy", "--data", book.parent).splitlines()
    assert re.fullmatch(
        rf"{tmp_path / 'copy'}: [\d.]+ MB, \d+ entries, in [\d.]+ s: nothing is wrong\.", done[0]
    )
    assert done[1:] == [
        f"The book is of an older version of scorer ({old}). It was backed up whole, and the "
        f"file is intact. "
        "Its ledger can be verified when scorer serve has migrated it."
    ]
    assert version(tmp_path / "copy") == version(book) == old
    assert {each.name for each in book.parent.iterdir()} == {BOOK}
    with closing(sqlite3.connect(book)) as db, closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert [*copy.iterdump()] == [*db.iterdump()]


def test_a_backup_of_it_is_not_noted_as_verified(book: Path, tmp_path: Path) -> None:
    printed("book", "backup", tmp_path / "copy", "--data", book.parent)
    assert not (book.parent / NOTE).exists()


def test_a_damaged_file_is_named_in_a_backup_of_it(book: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(book)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'posting'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray(book.read_bytes())
    data[(page - 1) * size + 8 : page * size] = b"\xff" * (size - 8)
    book.write_bytes(data)
    engine = open_to_read(Location(book.parent), older=True).engine
    faults = back_up(engine, tmp_path / "copy", book.parent)
    engine.dispose()
    assert all(each.what.startswith("the database ") for each in faults), faults
    assert faults
    assert (tmp_path / "copy").is_file()


def test_its_backup_is_restored_and_the_copy_migrated(book: Path, tmp_path: Path) -> None:
    printed("book", "backup", tmp_path / "copy", "--data", book.parent)
    before = (tmp_path / "copy").read_bytes()
    says = printed("book", "restore", tmp_path / "copy", "--data", tmp_path / "new")
    assert (
        "It was of an older version of scorer (0001) and was migrated. The backup is as it was.\n"
        in says
    )
    assert (tmp_path / "copy").read_bytes() == before
    assert version(tmp_path / "new" / BOOK) == NEWEST
    printed("book", "verify", "--data", tmp_path / "new")


@pytest.mark.slow
def test_a_database_on_a_server_is_copied_into_a_file_and_migrated(
    book: Path, tmp_path: Path
) -> None:
    """Its backup is of the older version too."""
    moved(FIRST, book)
    database = postgresql.address(postgresql.instead_of(str(book)))
    data = tmp_path / "data"
    data.mkdir()
    says = fails("club", "link", "ABCDEF", "--database", database, "--data", data, status=2)
    assert "is of an older version of scorer. Start scorer serve once" in says
    printed("book", "backup", tmp_path / "backup", "--database", database, "--data", data)
    served(data, database)
    (copy,) = copies(data)
    for each in (copy, tmp_path / "backup"):
        assert version(each) == OLD
    printed("book", "verify", "--database", database, "--data", data)
    with closing(sqlite3.connect(book)) as db, closing(sqlite3.connect(copy)) as found:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            rows = f'SELECT * FROM "{table}"'
            assert sorted(found.execute(rows), key=repr) == sorted(db.execute(rows), key=repr), (
                table
            )
