"""`scorer export`, `import` and `copy`: as a terminal and a script see them."""

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from scorer.rules.names import without_isolates
from scorer.service.club.audit.verification import verify
from scorer.service.club.services import club_services
from scorer.service.keeping import BOOK, open_parties
from scorer.storage.copies import digests
from scorer.storage.engine import reading, writing
from scorer.storage.sheets import insert_sheets
from tests import postgresql
from tests.cli.conftest import errors_for_nobody, fails, printed, scorer
from tests.rows import each_row
from tests.service.club.full_club import former_members, full_club
from tests.service.club.running_club import new_club
from tests.storage import sheet_row

TABLE = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"1,Ada,Ben,{deal},{points}\n"
    for deal, points in enumerate(("30,10", "12,41", "28,23", "50,4"), 1)
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    club = new_club(data := tmp_path_factory.mktemp("played"))
    ada, ben = club.admit("Ada", "Ben")
    club.play(club.season(ada, ben), ada, ben)
    club.season(ada, ben, name="Spring")
    club.engine.dispose()
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "data"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "parties.csv"
    path.write_text(TABLE)
    return path


def test_a_reader_of_an_export_that_leaves_early_is_no_error(data: Path) -> None:
    assert errors_for_nobody("club", "export", "--format", "json", "--data", data) == b""


def parties(data: Path, season: int = 2) -> int:
    """How many parties count in a season; the book must verify."""
    engine = (made := open_parties(data)).engine
    services = club_services(made)
    faults = [*verify(engine)]
    now = services.standings.now(services.clubs.clubs()[0].id, season)
    engine.dispose()
    assert faults == []
    return now.parties


def test_an_archive_is_written_to_standard_output_or_a_file(data: Path, tmp_path: Path) -> None:
    document = json.loads(printed("club", "export", "--format", "json", "--data", data))
    for form, member in (
        ("csv", "standings.csv"),
        ("piquet", f"season-1/{document['parties'][0]['partie']}.piquet"),
    ):
        assert (
            printed(
                "club", "export", "--format", form, "--data", data, "--output", tmp_path / "out.zip"
            )
            == ""
        )
        assert member in zipfile.ZipFile(tmp_path / "out.zip").namelist()
        raw = scorer("club", "export", "--format", form, "--data", data).stdout_bytes
        assert member in zipfile.ZipFile(io.BytesIO(raw)).namelist()
    deals = printed(
        "club", "export", "--format", "csv", "--table", "deals", "--season", 1, "--data", data
    )
    assert deals.startswith("partie,date,season,round,first,second,deal,")


def test_a_terminal_shows_progress_and_no_archive(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scorer("book", "verify", "--data", data).stderr == ""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True)
    assert "100%" in scorer("book", "verify", "--data", data).stderr
    assert "this is not text; say where to: --output " in fails(
        "club", "export", "--format", "csv", "--data", data, status=2
    )


@each_row
def test_an_impossible_export_is_refused(
    data: Path, args: tuple[str, ...], status: int, message: str
) -> None:
    done = scorer("club", "export", "--data", data, *args)
    assert done.exit_code == status
    assert done.stdout == ""
    assert message in without_isolates(done.stderr)


def test_parties_are_imported_again_only_if_they_are_called_others(
    data: Path, table: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(
        io.BytesIO(scorer("club", "export", "--format", "piquet", "--data", data).stdout_bytes)
    ) as archive:
        (name,) = archive.namelist()
        archive.extractall(tmp_path)
    done = printed("club", "import", table, tmp_path / name, "--season", 2, "--data", data)
    assert done == "2 parties posted in season 2 of Turf Club.\n"
    assert f"{table}:2:1: it looks like partie " in fails(
        "club", "import", table, "--season", 2, "--data", data
    )
    assert parties(data) == 2
    printed("club", "import", table, "--season", 2, "--again", "--data", data)
    assert parties(data) == 3


@each_row
def test_a_wrong_import_is_refused(
    data: Path, table: Path, args: tuple[str, ...], status: int, message: str
) -> None:
    named = [str(table) if each == "TABLE" else each for each in args]
    done = scorer("club", "import", *named, "--data", data, stdin=b"players")
    assert done.exit_code == status
    assert done.stdout == ""
    assert message in without_isolates(done.stderr)


def test_a_club_is_founded_from_a_copy(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.jsonl.gz"
    other = tmp_path / "other"
    other.mkdir()
    new_club(other, "Neighbours").parties.engine.dispose()
    assert printed("club", "export", "--format", "move", "--output", file, "--data", data) == ""
    first, second = printed(
        "club", "new", "--from", file, "--data", other, "--url", "http://piquet.test"
    ).splitlines()
    assert re.fullmatch(
        r"Turf Club is founded, with its 11 entries verified\. Its code is \w{6}\.", first
    )
    assert re.fullmatch(
        r"Open this link .* a director’s password in Turf Club\. .*: "
        r"http://piquet.test/director/[\w-]{32}",
        second,
    )
    code = first.removesuffix(".")[-6:]
    table = [
        printed("club", "standings", "--club", code, "--season", 1, "--data", each)
        for each in (data, other)
    ]
    assert table[0] == table[1]
    printed("book", "verify", "--data", other)
    assert f"This server already has the club {code} (Turf Club)." in fails(
        "club", "new", "--from", file, "--data", other
    )
    missing = fails("club", "new", "--from", tmp_path / "none.gz", "--data", other, status=2)
    assert "none.gz: No such file or directory" in missing


# Into PostgreSQL and back; these choose the database themselves


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    club = new_club(made := tmp_path_factory.mktemp("everything"))
    former_members(club, int(full_club(club).arguments["season"][1]))
    club.engine.dispose()
    return made


@pytest.fixture
def database() -> str:
    return postgresql.address(postgresql.new_database(postgresql.new_name()))


@pytest.mark.sqlite
def test_a_book_is_the_same_in_postgresql_and_back_in_a_file(
    everything: Path, database: str, tmp_path: Path
) -> None:
    """And numbered on from its last row."""
    assert "Every row, digest and receipt is the same as in" in printed(
        "book", "copy", "--from", everything, "--to", database
    )
    printed("book", "copy", "--from", database, "--to", tmp_path)
    found = []
    for book in (
        open_parties(everything),
        open_parties(tmp_path),
        open_parties(tmp_path, database),
    ):
        with reading(book.engine) as db:
            found.append(digests(db))
        book.engine.dispose()
    assert found[0] == found[1] == found[2]
    assert sum(rows > 0 for rows, _ in found[0].values()) > 25
    engine = open_parties(tmp_path, database).engine
    with writing(engine) as db:
        insert_sheets(db, [sheet_row("ABCDEF")])
    assert list(verify(engine)) == []
    engine.dispose()


@pytest.mark.sqlite
def test_a_book_is_only_copied_into_an_empty_database(
    everything: Path, database: str, tmp_path: Path
) -> None:
    fails("book", "copy", "--from", database, "--to", tmp_path, status=2)
    printed("book", "copy", "--from", everything, "--to", database)
    for target in (database, everything):
        fails("book", "copy", "--from", database, "--to", target)


@pytest.mark.sqlite
@pytest.mark.slow
def test_a_copy_with_a_fault_is_taken_back(everything: Path, database: str, tmp_path: Path) -> None:
    scorer("book", "copy", "--from", everything, "--to", database)
    engine = open_parties(tmp_path, database).engine
    with writing(engine) as db:
        postgresql.unguard(db)
        db.exec_driver_sql("UPDATE posting SET amount = amount + 1 WHERE id = 1")
    engine.dispose()
    fails("book", "verify", "--database", database, "--data", tmp_path)
    fails("book", "copy", "--from", database, "--to", tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []


@pytest.mark.sqlite
@pytest.mark.slow
def test_a_backup_of_a_database_is_a_book_in_a_file(
    everything: Path, database: str, tmp_path: Path
) -> None:
    scorer("book", "copy", "--from", everything, "--to", database)
    printed("book", "backup", tmp_path / BOOK, "--database", database, "--data", tmp_path)
    printed("book", "verify", "--data", tmp_path)
    assert {each.name for each in tmp_path.glob("book*")} == {BOOK}


@pytest.mark.sqlite
def test_a_database_that_cannot_be_opened_is_refused_without_its_password(
    database: str, tmp_path: Path
) -> None:
    user, _, rest = database.partition("@")
    postgresql.run(
        f"CREATE DATABASE {(foreign := postgresql.new_name())} TEMPLATE template0 ENCODING "
        f"'SQL_ASCII'"
    )
    for address in (
        "postgresql://scorer:a-secret-word@127.0.0.1:1/club",
        "sqlite:///book?password=a-secret-word",
        f"{user.replace('//scorer', '//nobody')}:a-secret-word@{rest}&connect_timeout=2",
        postgresql.address(postgresql.server().set(database=foreign)),
        postgresql.address(postgresql.server().set(database="none")),
    ):
        for command in (["club", "list"], ["club", "new"], ["book", "verify"]):
            done = scorer(*command, "--database", address, "--data", tmp_path)
            assert done.exit_code == 2
            assert "a-secret-word" not in done.output
