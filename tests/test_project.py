"""The project as a whole: its version, what it asks for, what may lie in its checkout,
and how much a run takes.
"""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import partial
from importlib.metadata import metadata, version
from itertools import chain
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import scorer
from tests import audit, commits, postgresql, thorough
from tests import conftest as shared
from tests.rows import each_row

CHECKOUT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]

TOP = {
    "pyproject.toml",
    "scorer",
    "templates",
    "static",
    "tests",
    "README.md",
    ".ci",
    "LICENSE",
    ".gitignore",
}
"""All that lies at the top of the checkout, apart from what is ignored."""

FOREIGN = {
    "the host of a registry of packages": (
        r"\b(?:[p]ypi|python[h]osted|registry\.[n]pmjs|[a]naconda)\.org\b"
    ),
    "where packages are to come from": r"--(?:[e]xtra-)?[i]ndex-url|[f]ind-links",
    "a home directory": r"(?<![\w.])/(?:[h]ome/\w|[r]oot/|[U]sers/\w)|[A-Z]:\\[U]sers\\",
}
"""What would tie the project to one machine;
a letter in brackets keeps each pattern from finding itself.
"""

LOCKS = ("*.lock", "*.lock.*", "*-lock.*", "pylock*.toml", "requirements*.txt", "*shrinkwrap*.json")
"""Files that record where each dependency was downloaded."""

LONGEST_LINE = 160
"""Characters in a line of a template."""


def listed() -> Iterator[str]:
    """The paths of the checkout that are not ignored:
    as git knows them, or else by reading what is ignored.
    """
    if (CHECKOUT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        done = subprocess.run(
            command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode == 0:
            yield from filter(None, done.stdout.split("\0"))
            return
    ignored = [*(CHECKOUT / ".gitignore").read_text("utf-8").replace("/\n", "\n").split(), ".git"]
    for path in CHECKOUT.rglob("*"):
        parts = path.relative_to(CHECKOUT).parts
        if not any(fnmatch(part, pattern) for part in parts for pattern in ignored):
            yield "/".join(parts)


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    found = {path: CHECKOUT / path for path in listed()}
    return {
        path: where.read_text("utf-8", "ignore") for path, where in found.items() if where.is_file()
    }


def test_the_version_is_written_once_and_the_oldest_python_is_the_one_that_is_promised() -> None:
    """The installed metadata take it from the package."""
    assert version(PROJECT["name"]) == scorer.__version__
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", scorer.__version__)
    assert metadata(PROJECT["name"])["Requires-Python"] == PROJECT["requires-python"] == ">=3.11"


def test_only_what_belongs_there_lies_at_the_top(files: dict[str, str]) -> None:
    assert {path.split("/")[0] for path in files} == TOP


def test_no_file_records_where_things_were_downloaded(files: dict[str, str]) -> None:
    assert [
        path for path in files if any(fnmatch(path.rsplit("/", 1)[-1], each) for each in LOCKS)
    ] == []


def found(text: str) -> list[str]:
    return [what for what, pattern in FOREIGN.items() if re.search(pattern, text)]


def test_nothing_ties_the_project_to_one_machine(files: dict[str, str]) -> None:
    assert {path: found(text) for path, text in files.items() if found(text)} == {}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("https://{}.org/simple".format("py" + "pi"), ["the host of a registry of packages"]),
        ("pip install --{} x".format("index" + "-url"), ["where packages are to come from"]),
        ("open('/{}/ada/sheet')".format("ho" + "me"), ["a home directory"]),
        ("cd /{}/.cache".format("ro" + "ot"), ["a home directory"]),
        ("https://example.org/home/club scorer/rules/ {root}/templates ~/parties", []),
    ],
)
def test_what_would_tie_it_is_found(text: str, what: list[str]) -> None:
    assert found(text) == what


def test_no_line_of_a_template_is_too_long(files: dict[str, str]) -> None:
    """A template that cannot be read is not corrected either."""
    lines = {
        path: text.splitlines()
        for path, text in files.items()
        if re.fullmatch(r"templates/.*\.html", path)
    }
    assert {
        "templates/table/layout.html",
        "templates/table/table.html",
        "templates/table/_form.html",
    } <= set(lines)
    assert [
        path for path, each in lines.items() if max(map(len, each), default=0) > LONGEST_LINE
    ] == []


# What is done before a commit


@each_row
def test_only_an_index_that_knows_a_vulnerability_is_believed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: tuple[tuple[int, str], ...],
    code: int,
    says: str,
) -> None:
    """An audit that reached no index never says that nothing is known."""
    left = iter(answers)
    monkeypatch.setattr(
        "subprocess.run", lambda *_, **__: subprocess.CompletedProcess((), *next(left), "")
    )
    assert audit.main() == code
    assert says in capsys.readouterr().out
    assert list(left) == []


@each_row
def test_a_subject_is_accepted_or_refused_with_the_reason(subject: str, why: str | None) -> None:
    assert commits.fault(subject) == why


def test_a_clone_without_the_history_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (CHECKOUT / ".git").exists():
        pytest.skip("this copy is no clone")
    subprocess.run(["git", "clone", "-q", "--depth=1", CHECKOUT.as_uri(), tmp_path], check=True)
    monkeypatch.setattr(commits, "CHECKOUT", tmp_path)
    checked, faults = commits.report()
    assert ("no commit was checked" in checked) is True
    assert faults == []


# How much a run of the tests takes

MARKED = {"quick": (), "slow": ("slow",), "browser": ("browser",), "always": ("browser", "always")}


class Item:
    """A test as pytest collects it: its name, marks and module."""

    def __init__(self, name: str, *marks: str) -> None:
        self.name = name
        self.marks = {*marks}
        self.path = Path("test_four.py").resolve()
        self.nodeid = f"{self.path.name}::{name}"

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.add(mark.name)


@each_row
def test_what_is_slow_is_left_out_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, wanted: str, everything: bool, found: tuple[str, ...]
) -> None:
    """Four tests, of which three are marked;
    what is left of them for pytest's own `-m` to choose from.
    """
    monkeypatch.setattr(shared, "EVERYTHING", everything)
    assert chosen("test_four.py::browser", wanted) == {*found}


def chosen(named: str, wanted: str = "") -> set[str]:
    """The tests that a run takes in which this file or directory is named."""
    config: Any = SimpleNamespace(
        option=SimpleNamespace(markexpr=wanted),
        pluginmanager=SimpleNamespace(hasplugin=lambda name: False),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
        invocation_params=SimpleNamespace(dir=Path.cwd()),
        args=[named],
    )
    items = [Item(name, *marks) for name, marks in MARKED.items()]
    shared.pytest_collection_modifyitems(config, cast("list[pytest.Item]", items))
    return {item.name for item in items}


def test_each_slow_test_has_its_day_and_the_others_are_run_every_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared, "EVERYTHING", True)
    days = []
    for day in range(thorough.SLOW):
        monkeypatch.setattr(shared, "has_its_day", partial(thorough.has_its_day, day=day))
        days.append(chosen("."))
    assert sorted(chain.from_iterable(days)) == sorted(
        ["browser", "slow", *["always", "quick"] * thorough.SLOW]
    )


def test_every_example_is_tried_only_where_everything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thorough, "EVERYTHING", False)
    assert [thorough.examples(most).max_examples for most in (5, 40, 300)] == [5, 10, 30]
    for name, other, most in (("CI", "WHOLE", 75), ("WHOLE", "CI", 300)):
        monkeypatch.delenv(other, raising=False)
        monkeypatch.setenv(name, "true")
        made = run_path(thorough.__file__)
        assert made["EVERYTHING"] is True
        assert made["examples"](300).max_examples == most


def test_each_share_of_a_long_proof_has_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """In as many days as there are shares all are run, on PostgreSQL too;
    of slow tests it takes longer.
    """
    monkeypatch.setattr(postgresql, "SHARE", 10)
    first = thorough.day("2026-11-22")
    assert thorough.day("2026-11-23") == first + 1
    taken = list[int]()
    drawn = list[int]()
    for day in range(first, first + 10):
        monkeypatch.setattr(thorough, "DAY", day)
        taken += thorough.some(range(25), 10)
        drawn += [day] * postgresql.is_drawn("tests/table/test_dialogue.py::test_a_deal", day)
    assert sorted(taken) == [*range(25)]
    assert len(drawn) == 1
    slow = list[int]()
    for day in range(first, first + 10 * thorough.SLOW):
        monkeypatch.setattr(thorough, "DAY", day)
        shares = thorough.some(range(25), 10, days=thorough.SLOW)
        slow += [
            each for each in shares if thorough.has_its_day(f"proof {each}", thorough.SLOW, day)
        ]
    assert sorted(slow) == [*range(25)]
    assert thorough.some("abc", 5) in (["a"], ["b"], ["c"])
