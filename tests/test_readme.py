"""The README, checked against what it describes: its command lines, and the commands it names."""

import re

from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.presets import PRESETS
from scorer.rules.words import number_words
from tests.test_project import CHECKOUT

README = (CHECKOUT / "README.md").read_text("utf-8")

BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
"""Every example of the README: its language, and its text."""

LINES = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]
"""Every command line of the README."""

SETUPS = [line for line in LINES if "-m venv" in line]
TESTS = [line for line in SETUPS if "pytest" in line]
STARTS = [line for line in SETUPS if "pytest" not in line]

NAMED = sorted(set(re.findall(r"(?<![\w./-])(?:\.venv/bin/)?scorer ([a-z]+)\b", README)))
"""The commands of the program that the README names, wherever it does."""


def test_one_line_starts_the_program_and_one_runs_the_tests() -> None:
    """Each is the whole of what is to be typed on a fresh machine;
    what a run leaves out only `tests.thorough` says.
    """
    assert len(STARTS) == 1
    assert len(TESTS) == 1
    assert all(line.startswith("python3 -m venv .venv && ") for line in SETUPS)
    assert STARTS[0].endswith(" && .venv/bin/scorer serve --lan"), "a phone gets in"
    assert "'.[test]'" in TESTS[0]
    assert TESTS[0].endswith(" && .venv/bin/python -m pytest")


def test_every_command_is_named_and_has_its_help() -> None:
    """In one whole sentence: a line of a terminal has room for it,
    and what is too long would end in dots.
    """
    assert main.list_commands(None) == NAMED  # type: ignore[arg-type]
    printed = CliRunner().invoke(main, ["--help"]).stdout
    assert re.findall(r"^  (\w+) +[A-Z].*[^.]\.$", printed, re.M) == NAMED
    assert {
        name
        for name in NAMED
        if "Options:" not in CliRunner().invoke(main, [name, "--help"]).stdout
    } == set()


def test_the_number_of_rulesets_is_right() -> None:
    assert f"{number_words(len(PRESETS))} rulesets" in " ".join(README.split())


def test_the_example_in_python_is_one_that_is_tried() -> None:
    """The README's examples are collected as doctests, and there is one."""
    assert ">>> " in README
    pyproject = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    assert "--doctest-glob=README.md" in pyproject
    assert '"README.md"]' in pyproject
