"""The project as a whole: its version, what it asks for, and what may lie in its checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import metadata, version
from pathlib import Path

import pytest

import scorer

CHECKOUT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]

TOP = {"pyproject.toml", "scorer", "templates", "static", "tests", "README.md", ".ci", "LICENSE", ".gitignore"}
"""All that lies at the top of the checkout, apart from what is ignored."""

FOREIGN = {
    "the host of a registry of packages": r"\b(?:[p]ypi|python[h]osted|registry\.[n]pmjs|[a]naconda)\.org\b",
    "where packages are to come from": r"--(?:[e]xtra-)?[i]ndex-url|[f]ind-links",
    "somebody's home": r"(?<![\w.])/(?:[h]ome/\w|[r]oot/|[U]sers/\w)|[A-Z]:\\[U]sers\\",
}
"""What would tie the project to one machine; a letter in brackets keeps each pattern from finding itself."""

LOCKS = ("*.lock", "*.lock.*", "*-lock.*", "pylock*.toml", "requirements*.txt", "*shrinkwrap*.json")
"""Files that record where each dependency was downloaded."""


def listed() -> Iterator[str]:
    """The paths of the checkout that are not ignored: as git knows them, or else by reading what is ignored."""
    if (CHECKOUT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
        if done.returncode == 0:
            yield from filter(None, done.stdout.split("\0"))
            return
    ignored = [*(CHECKOUT / ".gitignore").read_text("utf-8").replace("/\n", "\n").split(), ".git"]
    for path in CHECKOUT.rglob("*"):
        parts = path.relative_to(CHECKOUT).parts
        if not any(fnmatch(part, pattern) for part in parts for pattern in ignored):
            yield "/".join(parts)


FILES = sorted({path for path in listed() if (CHECKOUT / path).is_file()})


def test_the_files_are_found() -> None:
    """An empty list would prove nothing."""
    assert {"pyproject.toml", "README.md", "scorer/__init__.py", "tests/test_project.py", ".ci/run"} <= set(FILES)


def test_the_version_is_told_once() -> None:
    """The installed metadata take it from the package."""
    assert version(PROJECT["name"]) == scorer.__version__
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", scorer.__version__)


def test_the_oldest_python_is_the_one_that_is_promised() -> None:
    assert metadata(PROJECT["name"])["Requires-Python"] == PROJECT["requires-python"] == ">=3.11"


def test_only_what_belongs_there_lies_at_the_top() -> None:
    assert {path.split("/")[0] for path in FILES} == TOP


@pytest.mark.parametrize("pattern", LOCKS)
def test_no_file_records_where_things_were_downloaded(pattern: str) -> None:
    assert [path for path in FILES if fnmatch(path.rsplit("/", 1)[-1], pattern)] == []


def found(pattern: str, text: str) -> list[str]:
    """What *pattern* finds in *text*, if it is text at all."""
    return [match.group() for match in re.finditer(pattern, text)]


@pytest.mark.parametrize("what", FOREIGN)
def test_nothing_ties_the_project_to_one_machine(what: str) -> None:
    places = {path: found(FOREIGN[what], (CHECKOUT / path).read_text("utf-8", "ignore")) for path in FILES}
    assert {path: each for path, each in places.items() if each} == {}


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("the host of a registry of packages", "https://{}.org/simple".format("py" + "pi")),
        ("where packages are to come from", "pip install --{} x".format("index" + "-url")),
        ("somebody's home", "open('/{}/ada/sheet')".format("ho" + "me")),
        ("somebody's home", "cd /{}/.cache".format("ro" + "ot")),
    ],
)
def test_what_would_tie_it_is_found(what: str, text: str) -> None:
    """The search above can fail."""
    assert found(FOREIGN[what], text) != []


@pytest.mark.parametrize("text", ["https://example.org/home/club", "scorer/rules/", "{root}/templates", "~/parties"])
def test_what_only_looks_like_it_is_not_found(text: str) -> None:
    assert [found(pattern, text) for pattern in FOREIGN.values()] == [[], [], []]


# How much a run of the tests takes


def run_python(*words: str, everything: bool = False) -> str:
    """What Python prints, run in the checkout with `CI` set or without it."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "WHOLE", "SEED")}
    if everything:
        environment["CI"] = "true"
    done = subprocess.run(
        [sys.executable, *words], cwd=CHECKOUT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


FOUR_TESTS = """\
import pytest

def test_quick(): ...

@pytest.mark.slow
def test_slow(): ...

@pytest.mark.browser
def test_browser(): ...

@pytest.mark.browser
@pytest.mark.always
def test_always(): ...
"""


@pytest.mark.parametrize(
    ("wanted", "everything", "found"),
    [
        pytest.param([], False, {"quick", "always"}, id="as a developer runs it"),
        pytest.param([], True, {"quick", "slow", "browser", "always"}, id="with CI set"),
        pytest.param(["-m", "slow"], False, {"slow", "browser"}, id="the slow ones asked for"),
        pytest.param(["-m", "browser"], False, {"browser", "always"}, id="the browser asked for"),
        pytest.param(["-m", "not browser"], False, {"quick"}, id="others asked for"),
    ],
)
def test_what_is_slow_is_left_out_unless_it_is_asked_for(
    tmp_path: Path, wanted: list[str], everything: bool, found: set[str]
) -> None:
    """Four tests, of which three are marked; what a run would take of them."""
    test = tmp_path / "test_four.py"
    test.write_text(FOUR_TESTS)
    options = ["--collect-only", "-q", "-n", "0", "--rootdir", str(CHECKOUT), "-p", "tests.conftest", str(test)]

    said = run_python("-m", "pytest", "-c", str(CHECKOUT / "pyproject.toml"), *options, *wanted, everything=everything)

    assert set(re.findall(r"::test_(\w+)", said)) == found, said


@pytest.mark.parametrize(("everything", "most"), [(True, {40, 100}), (False, {8, 20})])
def test_every_example_is_tried_only_where_everything_is(everything: bool, most: set[int]) -> None:
    said = run_python(
        "-c",
        "import tests.conftest as shared; from hypothesis import settings; "
        "print(shared.examples(40).max_examples, settings.default.max_examples)",
        everything=everything,
    )

    assert set(map(int, said.split())) == most


LONGEST_LINE = 160
"""Characters in a line of a template."""

TEMPLATES = [path for path in FILES if path.startswith("templates/") and path.endswith(".html")]


@pytest.mark.parametrize("path", TEMPLATES)
def test_no_line_of_a_template_is_too_long(path: str) -> None:
    """A template that cannot be read is not corrected either."""
    lines = (CHECKOUT / path).read_text("utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


def test_templates_without_long_lines_are_found() -> None:
    """An empty list would prove nothing."""
    assert {"templates/layout.html", "templates/table.html", "templates/_form.html"} <= set(TEMPLATES)
