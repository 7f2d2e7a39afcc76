"""`scorer export` and `scorer import`: as a terminal and a script see them."""

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorer.service.book import BOOK, open_parties
from scorer.service.club.services import club_services
from scorer.service.club.verification import verify
from tests import there
from tests.cli.running import fails, printed, scorer
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


def test_a_reader_of_an_export_that_leaves_early_is_no_error(data: Path) -> None:
    """As in ``scorer export --format json | head -n 0``."""
    command = [sys.executable, "-m", "scorer", "export", "--format", "json", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        there(process.stdout).close()
        assert there(process.stderr).read() == b""


def parties(data: Path, season: int = 2) -> int:
    """How many parties count in a season; the book must verify."""
    made = open_parties(data)
    try:
        assert list(verify(made.engine)) == []
        services = club_services(made)
        return services.standings.now(services.clubs.clubs()[0].id, season).parties
    finally:
        made.engine.dispose()


def test_an_archive_is_written_to_standard_output_or_a_file(data: Path, tmp_path: Path) -> None:
    document = json.loads(printed("export", "--format", "json", "--data", data))
    for form, member in (("csv", "standings.csv"), ("piquet", f"season-1/{document['parties'][0]['code']}.piquet")):
        assert printed("export", "--format", form, "--data", data, "--output", tmp_path / "out.zip") == ""
        assert member in zipfile.ZipFile(tmp_path / "out.zip").namelist()
        raw = scorer("export", "--format", form, "--data", data).stdout_bytes
        assert member in zipfile.ZipFile(io.BytesIO(raw)).namelist()
    deals = printed("export", "--format", "csv", "--table", "deals", "--season", 1, "--data", data)
    assert deals.startswith("partie,date,season,round,first,second,deal,")


def test_a_terminal_shows_progress_and_no_archive(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert scorer("verify", "--data", data).stderr == ""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True)
    assert "100%" in scorer("verify", "--data", data).stderr
    archive = fails("export", "--format", "csv", "--data", data, status=2)
    assert "this is an archive; say where to: --output " in archive


@each_row("args", "status", "message")
def test_an_impossible_export_is_refused_with_the_reason(
    data: Path, args: tuple[str, ...], status: int, message: str
) -> None:
    done = scorer("export", "--data", data, *args)
    assert done.exit_code == status
    assert message in done.stderr
    assert done.stdout == ""


def test_parties_are_imported_and_again_only_if_they_are_said_to_be_others(
    data: Path, table: Path, tmp_path: Path
) -> None:
    files = scorer("export", "--format", "piquet", "--data", data).stdout_bytes
    with zipfile.ZipFile(io.BytesIO(files)) as archive:
        (name,) = archive.namelist()
        archive.extractall(tmp_path)
    done = printed("import", table, tmp_path / name, "--season", 2, "--data", data)
    assert done == "2 parties posted in season 2 of Turf Club.\n"
    assert f"{table}:2:1: it looks like partie " in fails("import", table, "--season", 2, "--data", data)
    assert parties(data) == 2
    printed("import", table, "--season", 2, "--again", "--data", data)
    assert parties(data) == 3


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
    assert printed("export", "--format", "copy", "--output", file, "--data", data) == ""
    first, second = printed("club", "--copy", file, "--data", other).splitlines()
    assert re.fullmatch(r"Turf Club is founded, with its 11 entries verified\. Its code is \w{6}\.", first)
    assert re.fullmatch(r"Open this address .* a director’s password in Turf Club\. .*: /director/[\w-]{32}", second)
    code = first.removesuffix(".")[-6:]
    table = [printed("standings", "--club", code, "--season", 1, "--data", each) for each in (data, other)]
    assert table[0] == table[1]
    printed("verify", "--data", other)
    again = fails("club", "--copy", file, "--data", other)
    assert f"This server already has the club {code} (Turf Club)." in again
    missing = fails("club", "--copy", tmp_path / "none.gz", "--data", other, status=2)
    assert "none.gz: No such file or directory" in missing
