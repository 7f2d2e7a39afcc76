"""The README, checked against what it describes: its command lines, the commands it names, and the check."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.presets import PRESETS
from scorer.rules.words import number_words
from tests.rows import each_row
from tests.test_project import CHECKOUT

README = (CHECKOUT / "README.md").read_text("utf-8")
CHECK = CHECKOUT / ".ci" / "run"

BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
"""Every example of the README: its language, and its text."""

LINES = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]
"""Every command line of the README."""

SETUPS = [line for line in LINES if "-m venv" in line]
TESTS = [line for line in SETUPS if "pytest" in line]
STARTS = [line for line in SETUPS if "pytest" not in line]

NAMED = sorted(set(re.findall(r"(?<![\w./-])(?:\.venv/bin/)?scorer ([a-z]+)\b", README)))
"""The commands of the program that the README names, wherever it does."""


# Command lines


def test_one_line_starts_the_program_and_one_runs_the_tests() -> None:
    """Each is the whole of what is to be typed on a fresh machine; what a run leaves out only `tests.thorough` says."""
    assert (len(STARTS), len(TESTS)) == (1, 1)
    assert all(line.startswith("python3 -m venv .venv && ") for line in SETUPS)
    assert ".venv/bin/scorer " in STARTS[0]
    assert "'.[test]'" in TESTS[0]
    assert TESTS[0].endswith(" && .venv/bin/python -m pytest")


def test_the_files_that_the_start_names_are_there() -> None:
    """From a bare checkout; a name with a slash that is not of the environment is a file of ours."""
    paths = [word for word in STARTS[0].split() if "/" in word and not word.startswith(".venv/")]
    assert [path for path in paths if not (CHECKOUT / path).is_file()] == []


# Programs


def test_every_command_is_named_and_has_its_help() -> None:
    """In one whole sentence: a line of a terminal has room for it, and what is too long would end in dots."""
    assert main.list_commands(None) == NAMED  # type: ignore[arg-type]
    printed = CliRunner().invoke(main, ["--help"]).stdout
    assert re.findall(r"^  (\w+) +[A-Z].*[^.]\.$", printed, re.M) == NAMED
    assert {name for name in NAMED if "Options:" not in CliRunner().invoke(main, [name, "--help"]).stdout} == set()


def test_the_number_of_rulesets_is_right() -> None:
    assert f"{number_words(len(PRESETS))} rulesets" in " ".join(README.split())


def test_the_size_of_the_program_is_about_right() -> None:
    sizes = [len(path.read_text("utf-8").splitlines()) for path in (CHECKOUT / "scorer").rglob("*.py")]
    said = re.search(r"The program has about ([\d,]+) lines in (\d+) modules", " ".join(README.split()))
    assert said is not None
    assert abs(int(said[1].replace(",", "")) - sum(sizes)) <= 1000
    assert abs(int(said[2]) - len(sizes)) <= 5


def test_the_example_in_python_is_one_that_is_tried() -> None:
    """The README's examples are collected as doctests, and there is one."""
    assert ">>> " in README
    pyproject = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    assert "--doctest-glob=README.md" in pyproject
    assert '"README.md"]' in pyproject


# The check before a commit

SUBSTITUTE = """#!/bin/sh
[ -n "$CI" ] || exit 3
printf '%s %s\\n' "$(basename "$0")" "$*" >> "$CALLS"
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$3/bin"
    for name in python pip ruff mypy; do cp "$0" "$3/bin/$name"; done
fi
"""
"""In place of every program that the check calls: it writes down how it was called, and does
nothing; and it fails if not everything is to be run."""


def calls_of_the_check(readme: str, path: Path) -> tuple[int, list[str]]:
    """How the check ends in a checkout with this README, and the calls it made, in order."""
    (path / ".ci").mkdir()
    (path / "programs").mkdir()
    shutil.copy(CHECK, path / ".ci" / "run")
    (path / "README.md").write_text(readme)
    for name in ("python3", "python3.11"):
        (path / "programs" / name).write_text(SUBSTITUTE)
        (path / "programs" / name).chmod(0o755)
    calls = path / "calls"
    calls.touch()
    environment = {"PATH": f"{path / 'programs'}{os.pathsep}{os.environ['PATH']}", "CALLS": str(calls)}
    done = subprocess.run([path / ".ci" / "run"], cwd=path, env=environment, capture_output=True, check=False)
    return done.returncode, calls.read_text().splitlines()


def test_the_check_runs_what_the_readme_says(tmp_path: Path) -> None:
    """The README's own line first, as it stands; then PostgreSQL, coverage, benchmarks, style and types."""
    readme = "# A\n\n```sh\npython3 -m venv .venv && .venv/bin/python -m pytest --as-the-readme-says\n```\n"
    status, calls = calls_of_the_check(readme, tmp_path)
    assert status == 0
    made, tested, on_postgresql, covered, *rest = calls
    assert made.endswith(" -m venv .venv")
    assert tested == "python -m pytest --as-the-readme-says"
    assert on_postgresql == "python -m pytest -n 2 tests/storage tests/service tests/web"
    assert covered.startswith("python -m pytest tests/rules tests/ledger ")
    assert " --cov " in covered
    benchmarks = [call for call in rest if call.startswith("python -m pytest tests/benchmarks ")]
    assert len(benchmarks) == 1
    assert "--benchmark-only" in benchmarks[0]
    commits, audit, *others = [call for call in rest if call not in benchmarks]
    assert (commits, audit) == ("python -m tests.commits", "python -m tests.audit")
    types, mutants, *style = sorted(others)  # the types are checked while mutants are tried
    assert types == "mypy "
    assert mutants.startswith("python -m tests.mutants --reached ")
    assert style == ["ruff check .", "ruff format --check ."]


@each_row("lines")
def test_the_check_refuses_a_readme_without_exactly_one_test_line(tmp_path: Path, lines: tuple[str, ...]) -> None:
    readme = "".join(f"python3 -m venv .venv && .venv/bin/python -m pytest {line}\n" for line in lines)
    status, calls = calls_of_the_check(readme, tmp_path)
    assert status != 0
    assert calls == []
