"""`scorer score` and `scorer check`: what programs read of them, shells that chain them, and files that are wrong."""

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import scorer
from tests.pages.terminal import GOOD
from tests.rows import beside
from tests.rules.presets import FOR_TWO

score, check = partial(scorer, "score"), partial(scorer, "check")

DATA = Path(__file__).parent / "data"
CAVENDISH = Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet"
PARTIE = DATA / "partie.piquet"

FORBIDDEN = 'players = ["A", "B"]\n[[deal]]\nlog = "E point 9"\n'
ESCAPED = GOOD["pool.piquet"].replace("[[partie]]", r'[["\u0070artie"]]').replace("130", "'x'")
UNREADABLE = 'players = ["A", "B"]\n[[deal]]\nlog = "E pint 5"\n'


def documents(*args: str | Path) -> list[dict[str, Any]]:
    result = score("--json", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


# Under another ruleset


CAVENDISH_COUNTED = beside(__file__)["cavendish"]


@pytest.mark.parametrize("rules", FOR_TWO)
def test_the_deal_of_cavendish_under_every_preset(rules: str) -> None:
    """Counted by hand from the cards that Cavendish prints."""
    log, *scores = CAVENDISH_COUNTED[rules]
    (document,) = documents("--rules", rules, CAVENDISH if log == "cavendish" else DATA / f"{log}.piquet")
    assert document["rules"] == rules
    assert document["deals"][0]["scores"] == {"A": scores[0], "B": scores[1]}


@pytest.mark.parametrize(
    ("rules", "words"), [("french-150", "add 'making'"), ("cent-32", "add 'making'"), ("cent-36", "as in E3:1")]
)
def test_a_log_that_says_too_little_for_a_ruleset_is_refused(rules: str, words: str) -> None:
    result = score("--rules", rules, CAVENDISH)
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.match(re.escape(str(CAVENDISH)) + r":\d+:\d+: .*" + words, result.stderr)


def test_of_a_company_the_same_two_play_each_partie_under_other_rules() -> None:
    """Without a Rubicon Ben loses 140; of results that is all that is known."""
    text = (
        GOOD["pool.piquet"]
        .partition("[[partie]]\nelder")[0]
        .replace("pool", "chouette")
        .replace("stake = 21", "share = 1")
    )
    for rules, points in (("portland", 320), ("portland rubicon=none", 140)):
        result = score("--json", "--rules", rules, "-", stdin=text)
        assert json.loads(result.stdout)["parties"][0]["points"] == points
    result = score("--rules", "cent-32", "-", stdin=text)
    assert (result.exit_code, "rounding to tens would lose" in result.stderr) == (1, True)


# What is checked


POSSIBLE = "E point 5; Y how many; E making 49; Y good; E quart major; Y good; E quatorze of aces; Y good; tricks E12"
SUNK = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E6 Y6"
"""Every hand has a point to call, and neither calls one."""

IMPOSSIBLE = "E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major"
"""Elder has all the kings, and younger a king in a quart."""


def file(*logs: str) -> str:
    return 'players = ["Ada", "Bea"]\n' + "".join(f'[[deal]]\nlog = "{log}"\n' for log in logs)


def test_each_impossible_deal_is_reported_at_the_last_statement_of_its_conflict() -> None:
    result = check("-", stdin=file(f"{IMPOSSIBLE}; Y tierce to ten"))
    assert (result.exit_code, "Deal 1: impossible" in result.stdout) == (1, True)
    assert re.fullmatch(r"-:3:71: .* and .* can’t both be true\n", result.stderr)
    result = check("--json", "-", stdin=file(f"{IMPOSSIBLE}; tricks E12", POSSIBLE, IMPOSSIBLE))
    assert result.exit_code == 1
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["3", "7"]
    assert check("-", stdin=file(SUNK)).exit_code == 0, "to sink is legal"


def test_an_impossible_deal_of_a_company_is_found() -> None:
    players = 'frame = "chouette"\nplayers = ["A", "B", "C"]\n'
    result = check("-", stdin=f'{players}[[partie]]\n[[partie.deal]]\nlog = "{IMPOSSIBLE}"')
    assert result.exit_code == 1
    assert result.stdout.startswith("Partie 1: A and B\nDeal 1: impossible")
    assert result.stderr.startswith("-:5:71: ")
    example = CAVENDISH.with_name("chouette.piquet")
    assert json.loads(check("--json", example).stdout) == {"parties": [None] * 5}
    assert check(example).stdout.startswith("Partie 1: no deals are known")
    assert check("-", stdin='frame = "pool"\nplayers = ["A", "B", "C"]').stdout == "No partie has been recorded.\n"


# Several files, and standard input


def test_sheets_are_divided_by_an_empty_line_and_a_dash_is_standard_input() -> None:
    text, one, other = CAVENDISH.read_text("utf-8"), score(CAVENDISH).stdout, score(PARTIE).stdout
    assert score("-", PARTIE, stdin=text).stdout == one + "\n" + other
    assert [each["players"] for each in documents(PARTIE, CAVENDISH, PARTIE)] == [
        ["Ada", "Bea"],
        ["A", "B"],
        ["Ada", "Bea"],
    ]


@pytest.mark.parametrize(
    ("files", "status"),
    [("good", 0), ("good forbidden good", 1), ("unreadable good", 2), ("forbidden unreadable", 2), ("missing good", 2)],
)
@pytest.mark.parametrize("command", ["score", "check"])
def test_the_exit_status_is_that_of_the_worst_file(tmp_path: Path, command: str, files: str, status: int) -> None:
    """0 printed, 1 forbidden, 2 unreadable; each bad file is reported once, and the good are still printed."""
    (tmp_path / "good").write_bytes(CAVENDISH.read_bytes())
    (tmp_path / "forbidden").write_text(FORBIDDEN)
    (tmp_path / "unreadable").write_text(UNREADABLE)
    names = files.split()
    result = scorer(command, "--json", *(tmp_path / name for name in names))
    assert result.exit_code == status
    assert len(result.stdout.splitlines()) == names.count("good")
    assert len(result.stderr.splitlines()) == len(names) - names.count("good")
    text = scorer(command, *(tmp_path / name for name in names))
    assert (text.exit_code, text.stderr) == (status, result.stderr)
    assert text.stdout == "\n".join([scorer(command, CAVENDISH).stdout] * names.count("good"))


# Files that are wrong


@pytest.mark.parametrize(
    ("content", "status", "position", "words"),
    [
        pytest.param(FORBIDDEN.encode(), 1, "3:8", "point of nine", id="no such point"),
        pytest.param(file(SUNK, "E point 5; Y good; Y good").encode(), 1, "5:27", "needs an answer", id="an answer"),
        pytest.param(file("E point 5", SUNK).encode(), 1, "4:1", "deal 1 is not finished", id="the next deal"),
        pytest.param(file(*["tricks E12"] * 9).encode(), 1, "18:1", "over after deal 8", id="one deal more"),
        pytest.param(b'[house]\ncarte_blanche_both = "annul"', 1, "1:1", "cannot occur", id="rules that contradict"),
        pytest.param(UNREADABLE.encode(), 2, "3:10", "'pint'", id="no such word"),
        pytest.param(b"\x00", 2, "1:1", "", id="a null"),
        pytest.param(b"\x7fELF\x02\x01\x01\x00\xff\xfe", 2, "1:9", "UTF-8", id="a program"),
        pytest.param("rules = 'portland'".encode("utf-16"), 2, "1:1", "UTF-8", id="UTF-16"),
        pytest.param(b'players = ["Ren\xe9", "B"]', 2, "1:16", "UTF-8", id="Latin-1"),
        pytest.param('players = ["Zoë", "Ren'.encode() + b'\xe9"]', 2, "1:23", "UTF-8", id="Latin-1 behind an accent"),
        pytest.param(b'\xef\xbb\xbf# one\nplayers = ["Ren\xe9", "B"]', 2, "2:16", "UTF-8", id="Latin-1 behind a mark"),
        pytest.param(b"x = " + b"[" * 5000, 2, "1:1", "nested", id="nested too deep"),
        pytest.param(b'frame = "x"', 2, "1:1", "chouette", id="no such frame"),
        pytest.param(GOOD["pool.piquet"].replace("21", "-1").encode(), 1, "3:1", "stake", id="a term that cannot be"),
        pytest.param(GOOD["pool.piquet"].replace("130", "'x'").encode(), 2, "6:1", "", id="no total"),
        pytest.param(ESCAPED.encode(), 2, "1:1", "", id="no total under an escaped key"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_column(
    tmp_path: Path, content: bytes, status: int, position: str, words: str
) -> None:
    """FILE:LINE:COLUMN, counted in characters from one, as editors do, and what is wrong; nothing else is printed."""
    path = tmp_path / "wrong.piquet"
    path.write_bytes(content)
    result = score(path)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.startswith(f"{path}:{position}: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_directory_an_empty_file_and_no_file_at_all_cannot_be_read(tmp_path: Path) -> None:
    empty = tmp_path / "empty.piquet"
    empty.touch()
    result = score(tmp_path, empty)
    assert (result.exit_code, result.stdout) == (2, "")
    first, second = result.stderr.splitlines()
    assert re.fullmatch(re.escape(str(tmp_path)) + r": \S.*", first)
    assert second == f"{empty}:1:1: this file is empty: a partie has rules, players and deals"
    assert (score().exit_code, "FILE" in score().stderr) == (2, True)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="a byte order mark"),
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: data.rstrip(b"\n"), id="no last newline"),
    ],
)
def test_a_file_from_another_editor_scores_the_same(tmp_path: Path, change: Any) -> None:
    path = tmp_path / "same.piquet"
    path.write_bytes(change(PARTIE.read_bytes()))
    assert documents(path) == documents(PARTIE)


# As a process of its own


def run(*args: str | Path, encoding: str = "utf-8", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a shell does, its output in *encoding*."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "scorer", *map(str, args)]
    return subprocess.run(command, capture_output=True, env=environment, cwd=cwd, timeout=60, check=False)


def test_the_process_answers_as_the_function_does(tmp_path: Path) -> None:
    (tmp_path / "bad.piquet").write_text(FORBIDDEN)
    both = run("score", "bad.piquet", CAVENDISH, cwd=tmp_path)
    assert both.returncode == 1
    assert both.stderr.startswith(b"bad.piquet:3:8: ")
    assert both.stdout.decode() == score(CAVENDISH).stdout


def test_a_terminal_with_few_characters_still_gets_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "names.piquet"
    path.write_text(CAVENDISH.read_text("utf-8").replace('"A"', '"李雷"'), "utf-8")
    result = run("score", path, encoding="ascii")
    assert (result.returncode, result.stderr) == (0, b"")
    assert re.search(rb"^Total +28 +23\r?$", result.stdout, re.MULTILINE)
    assert json.loads(run("score", "--json", path, encoding="cp1252").stdout)["players"][0] == "李雷"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As in ``scorer score FILE | head -n 0``."""
    command = [sys.executable, "-m", "scorer", "score", str(PARTIE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
