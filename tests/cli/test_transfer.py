"""`scorer export` and `scorer import`: as a terminal and a script see them."""

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from beancount import loader

from scorer.service.book import BOOK, open_parties
from scorer.service.club.services import club_services
from scorer.service.club.verification import verify
from tests.cli.running import scorer
from tests.rows import each_row
from tests.service.club.running_club import new_club

TABLE = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"1,Ada,Ben,{deal},{points}\n" for deal, points in enumerate(("30,10", "12,41", "28,23", "50,4"), 1)
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a book with a club, two seasons and one partie."""
    data = tmp_path_factory.mktemp("played")
    found = new_club(data)
    ada, ben = found.admit("Ada", "Ben")
    found.play(found.season(ada, ben), ada, ben)
    found.season(ada, ben, name="Spring")
    found.parties.engine.dispose()
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    shutil.copy(played / BOOK, tmp_path / "data" / BOOK)
    return tmp_path / "data"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "parties.csv"
    path.write_text(TABLE)
    return path


def parties(data: Path, season: int = 2) -> int:
    """How many parties count in a season; the book must verify."""
    made = open_parties(data)
    try:
        assert list(verify(made.engine)) == []
        services = club_services(made)
        return services.standings.now(services.clubs.clubs()[0].id, season).parties
    finally:
        made.engine.dispose()


def test_every_form_is_written_to_standard_output_or_a_file(data: Path, tmp_path: Path) -> None:
    document = json.loads(scorer("export", "--format", "json", "--data", data).stdout)
    assert [row["name"] for row in document["members"]] == ["Ada", "Ben"]
    journal = scorer("export", "--format", "journal", "--data", data).stdout
    assert loader.load_string(journal)[1] == []
    for form, member in (("csv", "standings.csv"), ("piquet", f"season-1/{document['parties'][0]['code']}.piquet")):
        done = scorer("export", "--format", form, "--data", data, "--output", tmp_path / "out.zip")
        assert (done.exit_code, done.output) == (0, "")
        assert member in zipfile.ZipFile(tmp_path / "out.zip").namelist()
        raw = scorer("export", "--format", form, "--data", data).stdout_bytes
        assert member in zipfile.ZipFile(io.BytesIO(raw)).namelist()
    deals = scorer("export", "--format", "csv", "--table", "deals", "--season", 1, "--data", data).stdout
    assert deals.startswith("partie,date,season,round,first,second,deal,")
    own = json.loads(scorer("export", "--format", "json", "--member", 2, "--data", data).stdout)
    assert [row["name"] for row in own["members"]] == ["Ben"]


def test_a_terminal_shows_progress_and_no_archive(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert scorer("verify", "--data", data).stderr == ""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True)
    assert "100%" in scorer("verify", "--data", data).stderr
    done = scorer("export", "--format", "csv", "--data", data)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "this is an archive; say where to: --output " in done.stderr


@each_row("args", "status", "message")
def test_an_impossible_export_is_refused_with_the_reason(
    data: Path, args: tuple[str, ...], status: int, message: str
) -> None:
    done = scorer("export", "--data", data, *args)
    assert done.exit_code == status
    assert message in done.stderr
    assert done.stdout == ""


def test_parties_are_imported(data: Path, table: Path, tmp_path: Path) -> None:
    files = scorer("export", "--format", "piquet", "--data", data).stdout_bytes
    with zipfile.ZipFile(io.BytesIO(files)) as archive:
        (name,) = archive.namelist()
        archive.extractall(tmp_path)
    done = scorer("import", table, tmp_path / name, "--season", 2, "--data", data)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "2 parties posted in season 2 of Turf Club.\n"
    assert parties(data) == 2


def test_a_dry_run_says_what_it_would_import_and_does_nothing(data: Path, table: Path) -> None:
    table.write_text(TABLE.replace("Ben", "Cat"))
    done = scorer("import", table, "--season", 2, "--admit", "--dry-run", "--data", data)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{table}:2  Ada and Cat: Ada receives 392, Rubicon not crossed",
        "Cat: would be admitted.",
        "Cat: would be entered for the season.",
        "1 partie could be posted in season 2 of Turf Club.",
    ]
    assert parties(data) == 0
    done = scorer("import", table, "--season", 2, "--admit", "--data", data, stdin="n\n")
    assert (done.exit_code, parties(data)) == (1, 0)
    assert done.stderr.splitlines()[0] == "Cat"
    done = scorer("import", table, "--season", 2, "--admit", "--yes", "--data", data)
    assert done.stdout.splitlines()[0] == "Cat: admitted."
    assert parties(data) == 1


def test_every_bad_row_is_named_and_nothing_is_imported(data: Path, table: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text(TABLE.replace("12,41", "12,x"))
    done = scorer("import", table, bad, "--season", 2, "--data", data)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"{bad}:3:16: second_points must be a whole number from 0 to 9999, not 'x'",
        "Nothing was imported: 1 thing is wrong.",
    ]
    bad.write_text(TABLE.replace("Ben", "Cat"))
    done = scorer("import", table, bad, "--season", 2, "--data", data)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{bad}:2:1: the club has no member called Cat. Admit ")
    assert parties(data) == 0


def test_the_same_file_is_not_imported_twice(data: Path, table: Path) -> None:
    assert scorer("import", table, "--season", 2, "--data", data).exit_code == 0
    done = scorer("import", table, "--season", 2, "--data", data)
    assert (done.exit_code, parties(data)) == (1, 1)
    assert f"{table}:2:1: it looks like partie " in done.stderr
    assert scorer("import", table, "--season", 2, "--again", "--data", data).exit_code == 0
    assert parties(data) == 2


@each_row("args", "status", "message")
def test_an_impossible_import_is_refused_with_the_reason(
    data: Path, table: Path, args: tuple[str, ...], status: int, message: str
) -> None:
    named = [str(table) if each == "TABLE" else each for each in args]
    done = scorer("import", *named, "--data", data, stdin=b"players")
    assert (done.exit_code, done.stdout) == (status, "")
    assert message in done.stderr


def test_a_club_is_founded_from_a_copy(data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "club.jsonl.gz", tmp_path / "other"
    other.mkdir()
    new_club(other, "Neighbours").parties.engine.dispose()
    done = scorer("export", "--format", "copy", "--output", file, "--data", data)
    assert (done.exit_code, done.output) == (0, "")
    done = scorer("club", "--copy", file, "--data", other)
    assert done.exit_code == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert re.fullmatch(r"Turf Club is founded, with its 11 entries verified\. Its code is \w{6}\.", first)
    assert re.fullmatch(r"Open this address .* a director's password in Turf Club\. .*: /director/[\w-]{32}", second)
    code = first.removesuffix(".")[-6:]
    table = [scorer("standings", "--club", code, "--season", 1, "--data", each).stdout for each in (data, other)]
    assert table[0] == table[1]
    assert scorer("verify", "--data", other).exit_code == 0
    again = scorer("club", "--copy", file, "--data", other)
    assert (again.exit_code, again.stdout) == (1, "")
    assert f"This server already has the club {code} (Turf Club)." in again.stderr
    missing = scorer("club", "--copy", tmp_path / "none.gz", "--data", other)
    assert missing.exit_code == 2
    assert "none.gz: No such file or directory" in missing.stderr
