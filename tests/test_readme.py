"""The README, checked against what it describes: its command lines, and the commands it names."""

import re

from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.presets import PRESETS
from scorer.rules.words import number_words
from tests.cli.conftest import every_command
from tests.test_project import CHECKOUT, PROJECT
from tests.test_wheel import ELSEWHERE

README = (CHECKOUT / "README.md").read_text("utf-8")

BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
"""Every example of the README: its language, and its text."""

LINES = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]
"""Every command line of the README."""

SETUPS = [line for line in LINES if "-m venv" in line]
TESTS = [line for line in SETUPS if "pytest" in line]
STARTS = [line for line in SETUPS if "pytest" not in line]

HOSTED = next(line for line in LINES if "http.server" in line)
"""The line that writes a scorekeeper and offers it."""

NAMED = {
    " ".join(words.split())
    for words in re.findall(
        r"(?<![\w./-])(?:\.venv/bin/)?scorer ((?:(?:club|book)\s)?[a-z]+)\b", README
    )
}
"""The commands of the program that the README names, wherever it does."""

LISTED = {
    f"{group} {name}"
    for group, first, others in re.findall(
        r"^\| `scorer (club|book) ([a-z]+)`((?:, `[a-z]+`)*)", README, re.M
    )
    for name in (first, *re.findall(r"[a-z]+", others))
}
"""The commands of the groups, which the table of the README names in rows."""


def test_one_line_starts_the_program_and_one_runs_the_tests() -> None:
    """Each is the whole of what is to be typed on a fresh machine;
    what a run leaves out only `tests.thorough` says.
    """
    assert len(STARTS) == 1
    assert len(TESTS) == 1
    assert all(line.startswith("python3 -m venv .venv && ") for line in SETUPS)
    assert STARTS[0].endswith(" && .venv/bin/scorer serve --lan"), "a phone gets in"
    assert "Add `--lan` for your phone" in README
    assert "'.[test]'" in TESTS[0]
    assert TESTS[0].endswith(" && .venv/bin/python -m pytest")


def test_the_first_screen_has_both_ways_to_start() -> None:
    """Before the pictures and the first heading below the title:
    a command that serves, and one that writes what any web server takes.
    """
    first, *_ = re.split(r"^(?:<p>|## )", README, maxsplit=1, flags=re.M)
    assert STARTS[0] in first
    assert HOSTED in first
    assert len(first.splitlines()) < 30


def test_where_it_was_tried_is_what_the_tests_try() -> None:
    """The Pythons are those of the metadata, and each way to install is one that a test takes."""
    (linux,) = re.findall(r"^\| Linux, .*", README, re.M)
    oldest, newest = re.findall(r"3\.\d+", linux.split("|")[1])
    classifiers = PROJECT["classifiers"]
    pythons = [each for each in classifiers if re.search(r" :: 3\.", each)]
    assert pythons[0].endswith(oldest)
    assert pythons[-1].endswith(newest)
    assert {"no compiler", "the oldest libraries"} <= set(ELSEWHERE)


def test_every_command_is_named_and_has_its_help() -> None:
    """In one whole sentence: a line of a terminal has room for it,
    and what is too long would end in dots.
    """
    commands = every_command()
    assert set(commands) == NAMED | LISTED
    printed = CliRunner().invoke(main, ["--help"]).stdout
    first = {name.split()[0] for name in commands}
    assert set(re.findall(r"^  (\w+) +[A-Z].*[^.]\.$", printed, re.M)) == first
    for name in commands:
        assert "Options:" in CliRunner().invoke(main, [*name.split(), "--help"]).stdout


def test_the_number_of_rulesets_is_right() -> None:
    assert f"{number_words(len(PRESETS))} rulesets" in " ".join(README.split())


def test_the_example_in_python_is_one_that_is_tried() -> None:
    """The README's examples are collected as doctests, and there is one."""
    assert ">>> " in README
    pyproject = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    assert "--doctest-glob=README.md" in pyproject
    assert '"README.md"]' in pyproject
