"""The project as a whole: its version, what it asks for, and what may lie in its checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
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
