"""The layers: who may import whom, no cycles, a documented public API, and no module over 800 lines."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "scorer"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = (("web", "cli"), ("service",), ("storage",), ("ledger",), ("rules",))
"""From left to right: a layer may import itself and every layer to its right, but not its neighbour in the same row."""

MAY_IMPORT = {
    layer: frozenset({layer}.union(*LAYERS[place + 1 :])) for place, row in enumerate(LAYERS) for layer in row
}
for _page in ("web", "cli"):
    MAY_IMPORT[_page] -= {"storage"}  # what is stored is reached through the service alone

ROOT = "scorer.__main__"
"""Where the program is put together: the one module that knows the terminal and the pages both."""

OUTSIDE = {"rules": frozenset[str](), "ledger": frozenset({"glicko2"})}
"""What the pure layers may import beside pure modules of the standard library; the other layers are free."""

PURE = frozenset(
    {"__future__", "abc", "collections", "copy", "dataclasses", "decimal", "enum", "fractions", "functools", "hashlib"}
    | {
        "bisect",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "statistics",
        "string",
        "tomllib",
        "types",
        "typing",
        "unicodedata",
    }
)
"""
The modules of the standard library that a pure layer may use.

Those that reach files, sockets, processes, the clock, chance or the import
machinery are refused by not being here; so is whatever is new to us.
"""

IMPURE_CALLS = frozenset({"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"})
"""Built-in functions that do input and output, or import behind the back of this test."""

LONGEST = 800
"""The most lines of a module: a longer one holds more than one idea."""


def dotted(path: Path) -> str:
    """The module's name as it is imported."""
    parts = path.relative_to(CHECKOUT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PACKAGES = [dotted(path) for path in MODULES if path.name == "__init__.py" and "migrations" not in path.parts]


def layer_of(module: str) -> str | None:
    """The layer that a module of the project belongs to, or nothing for the package itself and its resources."""
    parts = module.split(".")
    return parts[1] if parts[0] == "scorer" and len(parts) > 1 and parts[1] in MAY_IMPORT else None


def imported(tree: ast.AST, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """
    Every import of a module, wherever it stands, with its line; relative ones resolved.

    ``from x import y`` may name a module or something in one, and counts as
    an import of ``x.y``, which has the same layer and the same top level.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")
            up = node.level - 1 if is_package else node.level
            base = parents[: len(parents) - up] if node.level else []
            base += [] if node.module is None else node.module.split(".")
            yield from ((node.lineno, ".".join([*base, alias.name])) for alias in node.names)


def forbidden(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """What *module* imports or calls against the drawing, each as ``LINE: what``."""
    if module == ROOT:
        return []
    tree, layer = ast.parse(source), layer_of(module)
    found: list[str] = []
    for line, name in imported(tree, module, is_package=is_package):
        top, target = name.split(".")[0], layer_of(name)
        if target is not None:
            if layer is None or target not in MAY_IMPORT[layer]:
                found.append(f"{line}: {layer or module} imports {target}")
        elif layer in OUTSIDE and top not in PURE | OUTSIDE[layer]:
            found.append(f"{line}: {layer} imports {name}")
    if layer in OUTSIDE:
        found += [
            f"{node.lineno}: {layer} calls {node.func.id}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
        ]
    return found


def imports() -> dict[str, set[str]]:
    """The modules of the project that each of its modules imports, at the top or inside a function."""
    names = {dotted(path) for path in MODULES}
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        module = dotted(path)
        found = imported(ast.parse(path.read_text("utf-8")), module, is_package=path.name == "__init__.py")
        targets = {name if name in names else name.rpartition(".")[0] for _, name in found}
        graph[module] = (targets & names) - {module}
    return graph


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One cycle of *graph*, from a module back to itself; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def undocumented(package: ModuleType) -> list[str]:
    """
    The classes and functions without a docstring in the public API of *package*.

    The API is what the package's own `__init__` exports by `__all__` or
    defines; inside a package a good name may be enough.
    """
    own = (name for name, value in vars(package).items() if getattr(value, "__module__", "") == package.__name__)
    public = getattr(package, "__all__", [name for name in own if not name.startswith("_")])
    values = {name: getattr(package, name) for name in public}
    explained = {name: value.__doc__ or "" for name, value in values.items() if isfunction(value) or isclass(value)}
    return [name for name, text in explained.items() if not text or text.startswith(f"{name}(")]


def test_the_modules_are_found() -> None:
    """An empty walk would prove nothing."""
    names = {dotted(path) for path in MODULES}
    assert {"scorer", "scorer.resources", "scorer.rules.deal", "scorer.service.scoring", "scorer.cli"} <= names


def test_every_module_imports_only_what_lies_to_its_right() -> None:
    found = {
        dotted(path): forbidden(path.read_text("utf-8"), dotted(path), is_package=path.name == "__init__.py")
        for path in MODULES
    }
    assert {module: each for module, each in found.items() if each} == {}


def test_no_modules_import_each_other() -> None:
    assert cycle(imports()) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        pytest.param({"deal": ["play", "calls"], "play": ["calls"]}, [], id="a diamond"),
        pytest.param({"deal": ["play"], "play": ["deal"]}, ["deal", "play"], id="two"),
        pytest.param({"deal": ["play"], "play": ["calls"], "calls": ["deal"]}, ["calls", "deal", "play"], id="three"),
    ],
)
def test_a_cycle_is_found(graph: dict[str, list[str]], found: list[str]) -> None:
    assert sorted(set(cycle(graph))) == found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_public_api_of_a_package_is_documented(package: str) -> None:
    assert undocumented(import_module(package)) == []


def test_an_undocumented_name_is_found() -> None:
    @dataclass
    class Deal:
        number: int

    def fold() -> None: ...

    def score() -> None:
        """Return the score."""

    package = ModuleType("scorer.example")
    vars(package).update(Deal=Deal, fold=fold, score=score, __all__=["Deal", "fold", "score"])

    assert undocumented(package) == ["Deal", "fold"]


def test_no_module_is_too_long() -> None:
    lines = {dotted(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {module: length for module, length in lines.items() if length > LONGEST} == {}


def test_the_package_states_the_same_order() -> None:
    """The order is written where a reader looks for it."""
    docstring = ast.get_docstring(ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))) or ""
    assert " -> ".join(", ".join(row) for row in LAYERS) in docstring


def test_the_pure_modules_are_all_of_the_standard_library() -> None:
    assert sys.stdlib_module_names >= PURE


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("scorer.web.table", "from ..service.scoring import score_text", id="web to service"),
        pytest.param("scorer.web.table", "from ..rules.lines import Line", id="web to the types of rules"),
        pytest.param("scorer.cli.plain_text", "from ..ledger import accounts", id="cli to the types of the ledger"),
        pytest.param("scorer.cli.plain_text", "from .. import __version__", id="cli to the package"),
        pytest.param("scorer.service.record", "from scorer.storage import events", id="service to storage"),
        pytest.param("scorer.service.record", "import os, time, sqlalchemy", id="service to anything outside"),
        pytest.param("scorer.storage.log", "from ..ledger.hashes import chain", id="storage to ledger"),
        pytest.param("scorer.ledger.rating", "import glicko2\nfrom ..rules import partie", id="ledger to its library"),
        pytest.param("scorer.rules.deal", "from . import calls\nfrom .table import Table", id="rules to rules"),
        pytest.param("scorer.rules.deal", "import collections.abc\nfrom functools import cache", id="rules to pure"),
        pytest.param("scorer.resources", "from pathlib import Path", id="resources to the standard library"),
    ],
)
def test_a_permitted_arrow_passes(module: str, source: str) -> None:
    assert forbidden(source, module) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        pytest.param("scorer.rules.deal", "import scorer.ledger", "1: rules imports ledger", id="rules to ledger"),
        pytest.param("scorer.rules.deal", "from .. import cli", "1: rules imports cli", id="rules to cli, relative"),
        pytest.param(
            "scorer.ledger.book", "from ..storage.log import Row", "1: ledger imports storage", id="to storage"
        ),
        pytest.param(
            "scorer.storage.log", "from ..service import scoring", "1: storage imports service", id="to service"
        ),
        pytest.param("scorer.service.scoring", "from ..cli.sheet import pad", "1: service imports cli", id="to cli"),
        pytest.param("scorer.web.table", "from ..cli import sheet", "1: web imports cli", id="web to cli"),
        pytest.param("scorer.cli.serve", "from ..web import app", "1: cli imports web", id="cli to web"),
        pytest.param(
            "scorer.resources", "from .rules import deal", "1: scorer.resources imports rules", id="resources"
        ),
        pytest.param(
            "scorer.rules.deal",
            "def fold():\n    from ..service import scoring",
            "2: rules imports service",
            id="inside a function",
        ),
        pytest.param(
            "scorer.rules.deal",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..web.table import View",
            "3: rules imports web",
            id="for the type checker alone",
        ),
        pytest.param("scorer.rules.deal", "import os.path", "1: rules imports os.path", id="files"),
        pytest.param("scorer.rules.deal", "from pathlib import Path", "1: rules imports pathlib.Path", id="paths"),
        pytest.param("scorer.rules.deal", "from time import time", "1: rules imports time.time", id="the clock"),
        pytest.param("scorer.ledger.book", "import datetime", "1: ledger imports datetime", id="the calendar"),
        pytest.param("scorer.rules.deal", "import random", "1: rules imports random", id="chance"),
        pytest.param("scorer.ledger.book", "import sqlite3", "1: ledger imports sqlite3", id="a database"),
        pytest.param("scorer.rules.deal", "import socket", "1: rules imports socket", id="the network"),
        pytest.param("scorer.rules.deal", "import subprocess", "1: rules imports subprocess", id="processes"),
        pytest.param("scorer.rules.deal", "import glicko2", "1: rules imports glicko2", id="a library in rules"),
        pytest.param("scorer.ledger.book", "import click", "1: ledger imports click", id="another library in ledger"),
        pytest.param("scorer.rules.deal", "import importlib", "1: rules imports importlib", id="hidden imports"),
        pytest.param("scorer.rules.deal", "text = open('log').read()", "1: rules calls open", id="opening a file"),
        pytest.param("scorer.ledger.book", "print('posted')", "1: ledger calls print", id="printing"),
        pytest.param("scorer.rules.deal", "os = __import__('os')", "1: rules calls __import__", id="importing by name"),
    ],
)
def test_a_forbidden_arrow_is_refused(module: str, source: str, complaint: str) -> None:
    assert forbidden(source, module) == [complaint]


def test_a_relative_import_is_read_from_the_package_it_stands_in() -> None:
    """One dot in a package's own file means the package itself; in a module, the package around it."""
    source = "from ..service import scoring"
    assert forbidden(source, "scorer.rules", is_package=True) == ["1: rules imports service"]
    assert forbidden("from .service import scoring", "scorer", is_package=True) == ["1: scorer imports service"]
    assert forbidden("from .service import scoring", "scorer.rules", is_package=True) == []
