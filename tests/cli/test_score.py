"""`scorer score` and `scorer check`: the sheet, what programs read,
shells that chain them, and wrong files.
"""

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scorer.cli.plain_text import LEAST, MOST, TEXT, pad, width
from scorer.rules.names import ISOLATE, Name, without_isolates
from tests.cli.conftest import errors_for_nobody, fails, printed, scorer
from tests.isolation import not_isolated_in_text
from tests.pages.terminal import GOOD
from tests.rows import beside, each_row
from tests.rules.strategies import FOR_TWO

score = partial(scorer, "score")
check = partial(scorer, "check")

DATA = Path(__file__).parent / "data"
CAVENDISH = Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet"
PARTIE = DATA / "partie.piquet"

FORBIDDEN = 'players = ["A", "B"]\n[[deal]]\nlog = "E point 9"\n'
UNREADABLE = 'players = ["A", "B"]\n[[deal]]\nlog = "E pint 5"\n'


def documents(*args: str | Path) -> list[dict[str, Any]]:
    """What is printed as JSON, without the names of the files."""
    found = [json.loads(line) for line in printed("score", "--json", *args).splitlines()]
    named = [str(each) for each in args if each not in FOR_TWO and each != "--rules"]
    assert [each.pop("file") for each in found] == named
    return found


# Under another ruleset


CAVENDISH_COUNTED = beside(__file__)["cavendish"]


@pytest.mark.parametrize("rules", FOR_TWO)
def test_the_deal_of_cavendish_under_every_preset(rules: str) -> None:
    """Counted by hand from the cards that Cavendish prints."""
    log, *scores = CAVENDISH_COUNTED[rules]
    (document,) = documents(
        "--rules", rules, CAVENDISH if log == "cavendish" else DATA / f"{log}.piquet"
    )
    assert document["rules"] == rules
    assert document["deals"][0]["scores"] == {"A": scores[0], "B": scores[1]}


@pytest.mark.parametrize(
    ("rules", "words"),
    [("french-150", "add 'making'"), ("cent-32", "add 'making'"), ("cent-36", "as in E3:1")],
)
def test_a_log_that_says_too_little_for_a_ruleset_is_refused(rules: str, words: str) -> None:
    result = score("--rules", rules, CAVENDISH)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert re.match(re.escape(str(CAVENDISH)) + r":\d+:\d+: .*" + words, result.stderr)


def test_of_a_company_the_same_two_play_each_partie_under_other_rules() -> None:
    """Without a Rubicon Ben loses 140; of results that is all that is known."""
    pool = GOOD["pool.piquet"].partition("[[partie]]\nelder")[0]
    text = pool.replace("pool", "chouette").replace("stake = 21", "share = 1")
    for rules, points in (("portland", 320), ("portland rubicon=none", 140)):
        assert (
            json.loads(score("--json", "--rules", rules, "-", stdin=text).stdout)["parties"][0][
                "points"
            ]
            == points
        )
    assert "rounding to tens would lose" in fails("score", "--rules", "cent-32", "-", stdin=text)


# What is checked


POSSIBLE = (
    "E point 5; Y how many; E making 49; Y good; E quart major; Y good; E quatorze of "
    "aces; Y good; tricks E12"
)
SUNK = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E6 Y6"
"""Every hand has a point to call, and neither calls one."""

IMPOSSIBLE = "E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major"
"""Elder has all the kings, and younger a king in a quart."""


def file(*logs: str) -> str:
    return 'players = ["Ada", "Bea"]\n' + "".join(f'[[deal]]\nlog = "{log}"\n' for log in logs)


def test_each_impossible_deal_is_reported_at_the_last_statement_of_its_conflict() -> None:
    result = check("-", stdin=file(f"{IMPOSSIBLE}; Y tierce to ten"))
    assert result.exit_code == 1
    assert ("Deal 1: impossible" in result.stdout) is True
    assert re.fullmatch(r"standard input:3:71: .* and .* can’t both be true\n", result.stderr)
    result = check("--json", "-", stdin=file(f"{IMPOSSIBLE}; tricks E12", POSSIBLE, IMPOSSIBLE))
    assert result.exit_code == 1
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["3", "7"]
    assert check("-", stdin=file(SUNK)).exit_code == 0, "to sink is legal"


EITHER_SANK = (
    "E exchange 3; Y exchange 5; E point 4; Y not good; E tierce; Y good; E tierce to king; "
    "E trio of tens; Y good; Y point 5 making 49; tricks E12"
)


def test_every_smallest_answer_to_what_was_sunk_is_printed() -> None:
    printed = check("-", stdin=file(EITHER_SANK)).stdout
    (deal,) = json.loads(check("--json", "-", stdin=file(EITHER_SANK)).stdout)["deals"]
    assert "Deal 1: possible if elder sank a sequence, or younger sank a sequence\n" in printed
    assert deal["sunk"] == ["elder sank a sequence"]
    assert deal["sunk_otherwise"] == [["younger sank a sequence"]]


def test_an_impossible_deal_of_a_company_is_found() -> None:
    players = 'frame = "chouette"\nplayers = ["A", "B", "C"]\n'
    result = check("-", stdin=f'{players}[[partie]]\n[[partie.deal]]\nlog = "{IMPOSSIBLE}"')
    assert result.exit_code == 1
    assert result.stderr.startswith("standard input:5:71: ")
    assert without_isolates(result.stdout).startswith("Partie 1: A and B\nDeal 1: impossible")
    example = CAVENDISH.with_name("chouette.piquet")
    assert json.loads(check("--json", example).stdout) == {
        "file": str(example),
        "parties": [None] * 5,
    }
    assert check(example).stdout.startswith("Partie 1: no deals are known")
    assert (
        check("-", stdin='frame = "pool"\nplayers = ["A", "B", "C"]').stdout
        == "No partie has been recorded.\n"
    )


# Several files, and standard input


def test_each_of_several_sheets_names_its_file_and_a_dash_is_standard_input() -> None:
    text = CAVENDISH.read_text("utf-8")
    one = score(CAVENDISH).stdout
    other = score(PARTIE).stdout
    both = score("-", PARTIE, stdin=text).stdout
    assert both == f"standard input:\n{one}\n{PARTIE}:\n{other}"
    assert ["".join(each["players"]) for each in documents(PARTIE, CAVENDISH, PARTIE)] == [
        "AdaBea",
        "AB",
        "AdaBea",
    ]


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ("good", 0),
        ("good forbidden good", 1),
        ("unreadable good", 2),
        ("forbidden unreadable", 2),
        ("missing good", 2),
    ],
)
@pytest.mark.parametrize("command", ["score", "check"])
def test_the_exit_status_is_that_of_the_worst_file(
    tmp_path: Path, command: str, files: str, status: int
) -> None:
    """0 printed, 1 forbidden, 2 unreadable; each bad file is reported once,
    and the good are still printed.
    """
    (tmp_path / "good").write_bytes(CAVENDISH.read_bytes())
    (tmp_path / "forbidden").write_text(FORBIDDEN)
    (tmp_path / "unreadable").write_text(UNREADABLE)
    names = files.split()
    result = scorer(command, "--json", *(tmp_path / name for name in names))
    assert result.exit_code == status
    assert len(result.stdout.splitlines()) == names.count("good")
    assert len(result.stderr.splitlines()) == len(names) - names.count("good")
    text = scorer(command, *(tmp_path / name for name in names))
    assert text.exit_code == status
    assert text.stderr == result.stderr
    heading = f"{tmp_path / 'good'}:\n" if len(names) > 1 else ""
    sheet = f"{heading}{scorer(command, CAVENDISH).stdout}"
    assert text.stdout == "\n".join([sheet] * names.count("good"))


# Files that are wrong


@each_row
def test_a_wrong_file_is_refused(
    tmp_path: Path, text: str, encoding: str, status: int, at: str, words: str
) -> None:
    """FILE:LINE:COLUMN, counted in characters from one, as editors do, and what is wrong;
    nothing else is printed.
    """
    path = tmp_path / "wrong.piquet"
    path.write_bytes(text.encode(encoding))
    result = score(path)
    assert result.exit_code == status
    assert result.stdout == ""
    assert re.fullmatch(rf"{path}:{at}: .*{words}.*\n", result.stderr)


def test_a_full_disk_under_what_is_printed_is_named() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "scorer", "rules"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    words = (
        "scorer rules: standard output: No space left on device. Make room on the disk, then "
        "try again.\n"
    )
    assert done.returncode == 2
    assert done.stderr == words


def test_what_is_no_file_of_a_partie_cannot_be_read(tmp_path: Path) -> None:
    (empty := tmp_path / "empty.piquet").touch()
    (deep := tmp_path / "deep.piquet").write_text("x = " + "[" * 5000)
    result = score(tmp_path, empty, deep)
    assert result.exit_code == 2
    assert result.stdout == ""
    first, second, third = result.stderr.splitlines()
    assert re.fullmatch(re.escape(str(tmp_path)) + r": \S.*", first)
    assert second == f"{empty}:1:1: this file is empty: a partie has rules, players and deals"
    assert third.startswith(f"{deep}:1:37: this is nested")
    assert "FILE" in fails("score", status=2)


@pytest.mark.parametrize(
    ("was", "now"),
    [(rb"\A", b"\xef\xbb\xbf"), (rb"\n", b"\r\n"), (rb"\n\Z", b"")],
    ids=["a byte order mark", "CRLF", "no last newline"],
)
def test_a_file_from_another_editor_scores_the_same(tmp_path: Path, was: bytes, now: bytes) -> None:
    path = tmp_path / "same.piquet"
    path.write_bytes(re.sub(was, now, PARTIE.read_bytes()))
    assert documents(path) == documents(PARTIE)


# The sheet, with names of any script and length, and the count as it is spoken


def of_deal(log: str, players: tuple[str, str] = ("Ada", "Bea")) -> str:
    names = json.dumps(players, ensure_ascii=False)
    return printed("score", "-", stdin=f'players = {names}\n[[deal]]\nlog = "{log}"\n')


@each_row
def test_names_of_any_script_take_the_columns_that_a_terminal_gives_them(
    name: str, columns: int
) -> None:
    """Wide characters take two columns; marks above, below and upon a letter take none."""
    assert width(name) == columns
    log = "E point 5; Y good; E trio of knaves; Y not good; Y quatorze of tens; tricks E7 Y5"
    plain = "x" * columns
    assert of_deal(log, (name, "Bea")).replace(name, plain) == of_deal(log, (plain, "Bea"))


@each_row
def test_a_text_is_padded_or_cut_to_its_columns(
    text: str, columns: int, right: bool, padded: str
) -> None:
    assert pad(text, columns, right=right) == padded
    assert width(padded) == columns


@pytest.mark.parametrize(
    "name", ["The Honourable Miss Ada Augusta Fotheringay-Phipps", "x" * 80, "李" * 40]
)
def test_a_long_name_takes_nothing_from_the_reasons(name: str) -> None:
    log = "E point 5; Y good; E quint major; Y good; E trio of aces; Y good; tricks E7 Y5"
    paper = f"[[deal]]\nscores = {{ {json.dumps(name, ensure_ascii=False)} = 20, Bea = 1 }}\n"
    text = (
        f"players = [{json.dumps(name, ensure_ascii=False)}, 'Bea']\n[[deal]]\nlog = "
        f"'{log}'\n{paper * 5}"
    )
    squeezed = "".join(printed("score", "-", stdin=text).split())
    for reason in (
        "quint major",
        "pique: twenty-nine, sixty; thirty in hand and play before Bea scored",
        "the cards: seven tricks",
        "Bea has not crossed the Rubicon: 11 is under 100",
        "has more points: 171 to 11",
    ):
        assert "".join(reason.split()) in squeezed


def aloud(log: str) -> list[str]:
    """What is said aloud in a deal, as one line."""
    return [
        " ".join(each.split())
        for each in re.findall(r"^  Aloud: (.*(?:\n {9}.*)*)", of_deal(log), re.MULTILINE)
    ]


@each_row
def test_a_deal_is_said_aloud_as_players_count_it(log: str, said: str) -> None:
    assert aloud(log) == [said]


def test_nothing_is_said_before_anything_counts() -> None:
    for log in (
        "E point 5",
        "E point 5; Y equal; E making 48; Y equal",
        "E exchange 3; Y exchange 5",
    ):
        assert aloud(log) == []


def test_a_longer_name_widens_its_column_up_to_a_limit() -> None:
    for name, columns in (
        ("Ada", 2 * LEAST),
        ("Alexandra", len("Alexandra") + 2 + LEAST),
        ("A" * 40, MOST + LEAST),
    ):
        assert f"\n{'─' * (TEXT + columns)}\n" in of_deal("E point 5; Y good", (name, "Bea"))


# As a process of its own


def run(
    *args: str | Path, encoding: str = "utf-8", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a shell does, its output in *encoding*."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "scorer", *map(str, args)]
    return subprocess.run(
        command, capture_output=True, env=environment, cwd=cwd, timeout=60, check=False
    )


def test_the_process_answers_as_the_function_does(tmp_path: Path) -> None:
    (tmp_path / "bad.piquet").write_text(FORBIDDEN)
    both = run("score", "bad.piquet", CAVENDISH, cwd=tmp_path)
    assert both.returncode == 1
    assert both.stderr[:16] == b"bad.piquet:3:8: "
    assert both.stdout.decode() == f"{CAVENDISH}:\n{score(CAVENDISH).stdout}"


def test_a_line_has_the_words_of_an_export() -> None:
    (partie,) = documents(CAVENDISH.with_name("rubicon.piquet"))
    assert [deal["deal"] for deal in partie["deals"]] == [*range(1, len(partie["deals"]) + 1)]
    lines = [(deal, line) for deal in partie["deals"] for line in deal["lines"]]
    assert {line["player"] == deal[line["seat"]] for deal, line in lines} == {True}
    assert {line["law"] == line["source"] for _, line in lines} == {True}
    assert partie["settlement"]["margin"] == partie["settlement"]["points"]


def test_names_are_isolated_in_a_terminal_and_alone_in_json(tmp_path: Path) -> None:
    path = tmp_path / "names.piquet"
    path.write_text(CAVENDISH.read_text("utf-8").replace('"A"', '"משה"'), "utf-8")
    sheet = run("score", path).stdout.decode()
    assert f"\n{Name('משה')} elder, {Name('B')} younger" in sheet
    assert not_isolated_in_text(sheet, ["משה"]) == []
    assert ISOLATE not in run("score", "--json", path).stdout.decode()


def test_a_terminal_with_few_characters_still_gets_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "names.piquet"
    path.write_text(CAVENDISH.read_text("utf-8").replace('"A"', '"李雷"'), "utf-8")
    result = run("score", path, encoding="ascii")
    assert result.returncode == 0
    assert result.stderr == b""
    assert re.search(rb"^Total +28 +23\r?$", result.stdout, re.MULTILINE)
    few = run("score", path, encoding="cp1252").stdout
    assert re.search(rb"^\?\? elder, B younger\r?$", few, re.MULTILINE)
    assert (
        json.loads(run("score", "--json", path, encoding="cp1252").stdout)["players"][0] == "李雷"
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    assert errors_for_nobody("score", PARTIE) == b""
