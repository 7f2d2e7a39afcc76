"""A book moves between a directory and PostgreSQL, and the commands work there as in a directory."""

from pathlib import Path

import pytest

from scorer.service.book import BOOK, open_parties
from scorer.service.club.verification import verify
from scorer.storage.copies import digests
from scorer.storage.engine import reading, writing
from scorer.storage.sheets import insert_sheets
from tests import postgresql
from tests.cli.running import fails, printed, scorer
from tests.service.club.full_club import former_members, full_club
from tests.service.club.running_club import new_club
from tests.storage import sheet_row

pytestmark = pytest.mark.sqlite  # these choose the database themselves


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a book in which everything has happened."""
    made: Path = tmp_path_factory.mktemp("copied")
    club = new_club(made)
    former_members(club, int(full_club(club).arguments["season"][1]))
    club.engine.dispose()
    return made


@pytest.fixture
def database() -> str:
    return postgresql.address(postgresql.new_database(postgresql.new_name()))


def test_a_book_is_the_same_in_postgresql_and_back_in_a_directory(data: Path, database: str, tmp_path: Path) -> None:
    assert "Every row, digest and receipt is the same as in" in printed("copy", "--from", data, "--to", database)
    printed("copy", "--from", database, "--to", tmp_path)
    found = []
    for book in (open_parties(data), open_parties(tmp_path), open_parties(tmp_path, database)):
        with reading(book.engine) as db:
            found.append(digests(db))
        book.engine.dispose()
    assert found[0] == found[1] == found[2]
    assert sum(rows > 0 for rows, _ in found[0].values()) > 25


@pytest.mark.slow
def test_a_copied_book_is_numbered_on_from_its_last_row(data: Path, database: str, tmp_path: Path) -> None:
    scorer("copy", "--from", data, "--to", database)
    engine = open_parties(tmp_path, database).engine
    with writing(engine) as db:
        insert_sheets(db, [sheet_row("ABCDEF")])
    assert list(verify(engine)) == []
    engine.dispose()


def test_a_book_is_only_copied_into_an_empty_database(data: Path, database: str, tmp_path: Path) -> None:
    fails("copy", "--from", database, "--to", tmp_path, status=2)
    printed("copy", "--from", data, "--to", database)
    for target in (database, data):
        fails("copy", "--from", database, "--to", target)


@pytest.mark.slow
def test_a_copy_with_a_fault_is_taken_back(data: Path, database: str, tmp_path: Path) -> None:
    scorer("copy", "--from", data, "--to", database)
    engine = open_parties(tmp_path, database).engine
    with writing(engine) as db:
        postgresql.unguard(db)
        db.exec_driver_sql("UPDATE posting SET amount = amount + 1 WHERE id = 1")
    engine.dispose()
    fails("verify", "--database", database, "--data", tmp_path)
    fails("copy", "--from", database, "--to", tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []


@pytest.mark.slow
def test_a_backup_of_a_database_is_a_book_in_a_file(data: Path, database: str, tmp_path: Path) -> None:
    scorer("copy", "--from", data, "--to", database)
    printed("backup", tmp_path / BOOK, "--database", database, "--data", tmp_path)
    printed("verify", "--data", tmp_path)
    assert {each.name for each in tmp_path.glob("book*")} == {BOOK}


def test_a_database_that_cannot_be_opened_is_refused_without_its_password(database: str, tmp_path: Path) -> None:
    user, _, rest = database.partition("@")
    wrong = f"{user}:a-secret-word@{rest}"
    postgresql.run(f"CREATE DATABASE {(foreign := postgresql.new_name())} TEMPLATE template0 ENCODING 'SQL_ASCII'")
    for address in (
        "postgresql://scorer:a-secret-word@127.0.0.1:1/club",
        "sqlite:///book?password=a-secret-word",
        f"{wrong.replace('//scorer', '//nobody')}&connect_timeout=2",
        postgresql.address(postgresql.server().set(database=foreign)),
        postgresql.address(postgresql.server().set(database="none")),
    ):
        for command in (["clubs"], ["club"], ["verify"]):
            done = scorer(*command, "--database", address, "--data", tmp_path)
            assert done.exit_code == 2
            assert "a-secret-word" not in done.output
