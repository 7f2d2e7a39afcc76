"""The command line as a whole: groups and old names, what is read from standard input, output that
cannot be written, the pager, questions and completion.
"""

import fcntl
import io
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import sys
import termios
import zipfile
from pathlib import Path

import click
import pytest
from click import Context, Group
from click.shell_completion import BashComplete
from click.testing import CliRunner
from openpyxl import Workbook

from scorer.__main__ import main
from scorer.cli import OLD_NAMES, SECTIONS, UNHEARD, Program
from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.club.transfer.export_tables import TABLES
from scorer.service.club.transfer.exporting import FORMATS
from scorer.service.topics import TOPICS
from tests import there
from tests.cli.conftest import errors_for_nobody, every_command, fails, printed, scorer
from tests.rows import each_row
from tests.service.club.running_club import new_club

PROGRAM = [sys.executable, "-m", "scorer"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    club = new_club(data := tmp_path_factory.mktemp("played"))
    ada, ben = club.admit("Ada", "Ben")
    club.play(club.season(ada, ben), ada, ben)
    club.engine.dispose()
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "data"))


# Groups, and the names that commands had before

MOVED = {
    "backup": "book backup",
    "clubs": "club list",
    "copy": "book copy",
    "director": "club director",
    "export": "club export",
    "heads": "book heads",
    "import": "club import",
    "link": "club link",
    "rehearse": "book rehearse",
    "restore": "book restore",
    "standings": "club standings",
    "verify": "book verify",
}


def command(line: str) -> click.Command:
    """Return the command that a line of a terminal names."""
    found: click.Command = main
    for word in line.split():
        assert isinstance(found, Group)
        resolved = found.resolve_command(Context(found), [word, "--help"])[1]
        found = there(resolved)
    return found


def test_the_help_of_the_program_fits_on_a_screen_and_names_every_command() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).stdout.splitlines()
    assert len(shown) <= 24
    assert max(map(len, shown)) <= 80
    text = "\n".join(shown)
    for each in every_command():
        first, _, second = each.partition(" ")
        row = there(re.search(rf"^  {first} +(.*)$", text, re.M))[1]
        assert not second or re.search(rf"\b{second}\b", row)


def test_a_command_without_a_section_is_listed_too() -> None:
    program = Program("scorer")
    for name in [each for names in SECTIONS.values() for each in names]:
        program.add_command(click.Command(name))
    program.add_command(click.Command("another", help="Do something else."))
    assert re.search(
        r"^More:\n  another +Do something else\.$", program.get_help(Context(program)), re.M
    )


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_same_command_and_is_not_listed(old: str) -> None:
    assert command(old) is command(MOVED[old])
    assert main.commands[old].hidden
    assert old not in every_command()


def test_every_old_name_is_tried() -> None:
    assert OLD_NAMES.keys() == MOVED.keys()
    hidden = {name for name, each in main.commands.items() if each.hidden}
    assert hidden == MOVED.keys()


def test_an_old_name_prints_the_same_and_names_itself_in_errors(data: Path) -> None:
    for words, said in (
        (["standings", "--json"], ["club", "standings", "--json"]),
        (["verify", "222222-2222-2222"], ["book", "verify", "222222-2222-2222"]),
    ):
        old = scorer(*words, "--data", data)
        new = scorer(*said, "--data", data)
        assert old.exit_code == new.exit_code
        assert old.stdout == new.stdout
        name = f"scorer {' '.join(said[:2])}:"
        assert old.stderr == new.stderr.replace(name, f"scorer {words[0]}:")


def test_club_alone_founds_one_as_it_did_before(data: Path) -> None:
    address = "http://piquet.test"
    for words in ([], ["--url", address]):
        done = scorer("club", *words, "--data", data)
        assert done.exit_code == 0
        assert done.stdout.startswith("Open this link to found a club. It works for one club: ")
    assert fails("club", "--data", data / "no", status=2).startswith("scorer club: there is no")
    listed = CliRunner().invoke(main, ["club", "--help"]).stdout
    assert "\n  standings " in listed


def test_the_old_words_for_moving_a_club_are_still_read(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.gz"
    printed("export", "--format", "copy", "--output", file, "--data", data)
    other = tmp_path / "other"
    printed("book", "rehearse", "--data", other, "--members", 2, "--parties", 1)
    done = printed("club", "--copy", file, "--data", other, "--url", "http://piquet.test")
    assert done.startswith("Turf Club is founded, with its ")


# Standard input

TABLE = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"1,Ada,Ben,{deal},{points}\n"
    for deal, points in enumerate(("30,10", "12,41", "28,23", "50,4"), 1)
)


ONE_DEAL = (
    'rules = "four-deal"\nplayers = ["Ada", "Ben"]\n[[deal]]\nscores = { Ada = 1, Ben = 2 }\n'
)


def archive() -> bytes:
    """A .zip file with a partie that is not over, which an import leaves out."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        made.writestr("one.piquet", ONE_DEAL)
    return written.getvalue()


UNKNOWN = "standard input:1:1: nobody has said what its columns are. Take it in on the page"


def workbook() -> bytes:
    book = Workbook()
    sheet = book.create_sheet()
    sheet.append(["Who", "Against", "Points"])
    sheet.append(["Ada", "Ben", 12])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (TABLE.encode(), 0, "1 partie could be posted in season 1 of Turf Club."),
        (archive(), 1, "one.piquet:1:1: left out: it is not over"),
        (workbook(), 2, UNKNOWN),
        (b"Who;Against;Points\nAda;Ben;12\n", 2, UNKNOWN),
        (ONE_DEAL.encode(), 1, "standard input:3:1: after 1 deal the partie is not over"),
    ],
    ids=["a table", "an archive", "a workbook", "another table", "a partie"],
)
def test_an_import_finds_out_what_standard_input_is(
    data: Path, content: bytes, status: int, says: str
) -> None:
    done = scorer("club", "import", "-", "--season", 1, "--dry-run", "--data", data, stdin=content)
    assert says in without_isolates(done.output)
    assert done.exit_code == status


def test_an_import_from_standard_input_cannot_ask(data: Path) -> None:
    asked = ("club", "import", "-", "--season", 1, "--admit", "--data", data)
    table = TABLE.replace("Ben", "Eve")
    assert fails(*asked, stdin=table) == (
        "scorer club import: the file is standard input, which cannot be asked whether to admit "
        "names; nothing was imported. Add --yes\n"
    )
    assert "1 partie posted" in printed(*asked, "--yes", stdin=table)


def test_names_that_are_not_known_name_the_option(data: Path) -> None:
    table = TABLE.replace("Ben", "Zoe")
    says = fails("club", "import", "-", "--season", 1, "--data", data, stdin=table)
    assert "Admit and enter them first, or let the import do it with --admit" in says


def test_a_club_is_moved_from_one_command_to_the_next(data: Path, tmp_path: Path) -> None:
    moved = scorer("club", "export", "--format", "move", "--data", data).stdout_bytes
    printed("book", "rehearse", "--data", tmp_path / "new", "--members", 2, "--parties", 1)
    done = scorer("club", "new", "--from", "-", "--data", tmp_path / "new", stdin=moved)
    assert done.stdout.startswith("Turf Club is founded, with its ")


def test_heads_are_checked_from_standard_input(data: Path) -> None:
    heads = printed("book", "heads", "--data", data)
    printed("book", "verify", "--against", "-", "--data", data, stdin=heads)
    wrong = fails("book", "verify", "--against", "-", "--data", data, status=2, stdin="something\n")
    assert wrong.startswith("scorer book verify: standard input:1:1: this line was not written by")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_backup_is_a_file_with_a_name(data: Path, command: str) -> None:
    says = fails("book", command, "-", "--data", data, status=2)
    assert says.endswith("Error: Invalid value for 'FILE': A backup is a file. Give its name.\n")


# Errors that name their object, and numbers of things


def test_a_copy_that_finds_no_book_names_its_own_options(tmp_path: Path) -> None:
    nope = tmp_path / "nope"
    to = tmp_path / "to"
    for source, says in (
        (nope, f"there is no book in {nope}. Check what --from says"),
        (
            "mysql://here/book",
            "A database is named as postgresql+psycopg://USER@HOST/NAME. Check what --from says",
        ),
    ):
        said = fails("book", "copy", "--from", source, "--to", to, status=2)
        assert said == f"scorer book copy: {says}\n"


def test_a_ledger_of_one_entry_is_said_to_have_one(data: Path) -> None:
    head = f"2026-09-01T00:00:00+00:00 222222 1 {'0' * 64}\n"
    says = fails("book", "verify", "--against", "-", "--data", data, stdin=head)
    assert "club 222222: the ledger has shrunk from 1 entry to 0 since its head was kept" in says


def test_one_of_a_thing_is_said_as_one(tmp_path: Path) -> None:
    made = printed("book", "rehearse", "--data", tmp_path / "new", "--members", 2, "--parties", 1)
    assert made.startswith("1 partie between 2 members in ")


def test_a_file_that_may_not_be_read_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert fails("score", tmp_path / "closed.piquet", status=2) == (
        f"{tmp_path / 'closed.piquet'}: Permission denied. Use an account that may read and write "
        f"it, or name another place.\n"
    )


# Output that cannot be written


@pytest.mark.parametrize("asked", ["--help", "help laws", "club"])
def test_a_full_disk_under_standard_output_is_one_line(asked: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *asked.split()] if asked != "club" else [*PROGRAM, "club", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert re.fullmatch(
        r"scorer( \w+)*( --help)?: standard output: No space left on device\..*\n", done.stderr
    )
    assert done.returncode == 2


@pytest.mark.parametrize("asked", ["--help", "help laws"])
def test_a_reader_that_leaves_ends_the_program_quietly(asked: str) -> None:
    assert errors_for_nobody(*asked.split()) == b""


def test_the_status_is_the_one_that_shells_know() -> None:
    """Beside a program that a closed pipe ends."""
    shell = "yes | true; echo ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
    assert done.stdout == f"{UNHEARD}\n"


# The pager, and what is read there


def on_a_terminal(*args: str, rows: int, pager: str) -> str:
    """Return what the program prints on a terminal with this number of rows."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    environment = {key: each for key, each in os.environ.items() if key not in ("LINES", "COLUMNS")}
    with subprocess.Popen(
        [*PROGRAM, *args],
        stdin=its,
        stdout=its,
        stderr=its,
        env=environment | {"PAGER": pager, "TERM": "dumb"},
    ) as process:
        os.close(its)
        read = b""
        try:
            while part := os.read(ours, 65536):
                read += part
        except OSError:
            pass  # the other end is closed, which Linux reports as an error
        assert process.wait() == 0
    os.close(ours)
    return read.decode()


@pytest.mark.parametrize(("rows", "paged"), [(20, True), (400, False)])
def test_a_topic_is_paged_on_a_terminal_that_it_does_not_fit(
    tmp_path: Path, rows: int, paged: bool
) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho paged\ncat\n")
    pager.chmod(0o755)
    shown = on_a_terminal("help", "notation", rows=rows, pager=str(pager))
    assert ("paged" in shown.splitlines()) is paged
    assert "# A partie as text" in shown


def test_a_topic_is_not_paged_into_a_pipe() -> None:
    assert printed("help", "laws").startswith("# The laws and decided cases\n")


def test_links_of_every_topic_are_commands_that_work() -> None:
    named = set()
    for topic in TOPICS:
        shown = printed("help", topic)
        assert not re.search(r"\]\(/", shown)
        named |= set(re.findall(r"scorer help ([\w-]+)", shown))
    assert {"companies", "hosting", "server"} <= named <= {*TOPICS, "TOPIC"}


@each_row
def test_a_name_that_is_nearly_right_gets_a_question(args: list[str], says: str) -> None:
    done = scorer(*args)
    assert done.exit_code in (1, 2)
    assert without_isolates(done.stderr).endswith(f"{says}\n")


# Completion


def offered(*args: str) -> list[str]:
    *words, incomplete = args
    complete = BashComplete(main, {}, "scorer", "_SCORER_COMPLETE")
    return [each.value for each in complete.get_completions(list(words), incomplete)]


def test_commands_are_completed_without_old_names() -> None:
    assert offered("") == sorted({each.split()[0] for each in every_command()})
    assert offered("book", "re") == ["rehearse", "restore"]
    assert offered("club", "l") == ["link", "list"]


def test_names_are_completed() -> None:
    assert offered("help", "") == [*TOPICS]
    assert offered("help", "comp") == ["companies"]
    assert offered("rules", "") == [*PRESETS]
    assert offered("rules", "portland", "") == []
    assert offered("score", "--rules", "cent") == ["cent-36", "cent-32"]
    assert offered("hand", "--rules", "four") == ["four-deal"]
    assert offered("club", "export", "--table", "") == [*TABLES]
    assert offered("club", "export", "--format", "") == [*FORMATS]


def test_the_clubs_of_the_book_are_completed(data: Path, tmp_path: Path) -> None:
    club = new_club(data, "Another").club.code
    assert club in offered("club", "director", "--data", str(data), "")
    assert offered("club", "standings", "--data", str(data), "--club", club[:5].lower()) == [club]
    assert offered("club", "director", "--data", str(tmp_path / "none"), "") == []


def test_files_are_completed_by_the_shell() -> None:
    complete = BashComplete(main, {}, "scorer", "_SCORER_COMPLETE")
    for words in (["score"], ["check"], ["club", "import"], ["club", "new", "--from"]):
        assert [each.type for each in complete.get_completions(words, "x")] == ["file"]


def test_bash_completes_a_topic(tmp_path: Path) -> None:
    """As the topic on the command line says: one line in the file that the shell reads."""
    program = tmp_path / "scorer"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n')
    program.chmod(0o755)
    lines = re.findall(r"^eval .*bash_source.*$", printed("help", "terminal"), re.M)
    assert len(lines) == 1
    asks = "COMP_WORDS=(scorer help compa); COMP_CWORD=2; _scorer_completion scorer"
    shell = f'{lines[0]}\n{asks}\necho "${{COMPREPLY[*]}}"\n'
    done = subprocess.run(
        ["bash", "-c", shell],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert done.stdout == "companies\n"
