"""The layers: who may import whom, no cycles, no silent default, a documented API,
few modules, none over 800 lines.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.metadata import packages_distributions, requires
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from tests.catalogue import nodes_of
from tests.rows import each_row
from tests.test_project import CHECKOUT, PROJECT

BUILDING = CHECKOUT / "scorer" / "languages"
"""What compiles the catalogues when the package is built: it is no part of the program."""

MODULES = sorted(path for path in (CHECKOUT / "scorer").rglob("*.py") if path.parent != BUILDING)

ORDER = "web, cli -> service -> storage -> table, ledger -> rules"
"""A layer may import itself and every layer to its right, but not its neighbour in the same row."""

LAYERS = [row.split(", ") for row in ORDER.split(" -> ")]
MAY_IMPORT = {
    layer: {layer}.union(*LAYERS[index + 1 :]) for index, row in enumerate(LAYERS) for layer in row
}
for _page in LAYERS[0]:
    MAY_IMPORT[_page] -= {"storage"}  # what is stored is reached through the service alone

ROOTS = frozenset({"scorer.__main__", "scorer.wsgi"})
"""Where the program is put together: the modules by which it is started.

Only the first knows the terminal and the pages both.
"""

OUTSIDE = {"rules": frozenset[str](), "ledger": frozenset({"glicko2", "networkx"})}
"""What the pure layers may import beside pure modules of the standard library;
the other layers are free.
"""

AT_THE_TABLE = frozenset({"jinja2", "markupsafe", "segno"})
"""The libraries that `scorer.table` may import: a page without the club has no others."""

APPLICATION = "scorer.web"
"""The module that puts the pages together, those of clubs too."""

CLUB_PAGES = "scorer.web.club"
"""The pages of clubs, which are built on the others."""

PURE = (
    "__future__|abc|bisect|collections|contextlib|contextvars|copy|dataclasses|decimal|difflib|enum|fractions|"
    "functools|gettext|hashlib|io|itertools|json|math|operator|re|statistics|string|tomllib|types|typing|unicodedata"
)
"""The modules of the standard library that a pure layer may use:
none reaches files, processes, the clock or chance.
"""

DATA = (
    "scorer.resources.resource_text",
    "scorer.resources.resource_bytes",
    "scorer.resources.resource_names",
)
"""How a pure layer reads the texts and catalogues of its own package, which never change."""

IMPURE_CALLS = frozenset(
    {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
)
"""Built-in functions that do input and output, or import behind the back of this test."""

ROOMS = "transfer -> desk -> audit -> disputes -> posting -> seasons -> people"
"""The rooms of a club's use cases; each may import itself and every room to its right."""

LONGEST = 1000
"""The most lines of a module: a longer one holds more than one idea."""

MOST = 279
"""The most modules: a newcomer finds what is asked for among few.

Migrations are not among them: each change of the schema adds one, and nobody looks there.
"""

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads all modules, once


def dotted(path: Path) -> str:
    """Return the name by which a module is imported."""
    parts = path.relative_to(CHECKOUT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The layer that a module of the project belongs to,
    or nothing for the package itself and its resources.
    """
    parts = module.split(".")
    return parts[1] if parts[0] == "scorer" and len(parts) > 1 and parts[1] in MAY_IMPORT else None


class Source(NamedTuple):
    """What these tests look at in a module, by line:
    impure calls, silent matches, five values given by position.
    """

    imported: list[tuple[int, str]]
    calls: list[tuple[int, str]]
    silent: list[int]
    by_position: list[int]


def read(source: str, module: str, *, is_package: bool = False) -> Source:
    """Read a module; relative imports are resolved,
    and ``from x import y`` counts as an import of ``x.y``.
    """
    found = Source([], [], [], [])
    for node in nodes_of(source):
        match node:
            case ast.Import(names):
                found.imported.extend((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(name, names, level):
                parents = module.split(".")
                base = parents[: len(parents) - (level or 0) + is_package] if level else []
                base += [] if name is None else name.split(".")
                found.imported.extend(
                    (node.lineno, ".".join([*base, alias.name])) for alias in names
                )
            case ast.Call(ast.Name(name)) if name in IMPURE_CALLS:
                found.calls.append((node.lineno, name))
            case ast.Call(ast.Name(name), [_, _, _, _, _, *_]) if name[0].isupper():
                found.by_position.append(node.lineno)
            case ast.Match() if not is_total(node):
                found.silent.append(node.lineno)
    return found


def is_total(node: ast.Match) -> bool:
    """Whether the last case is ``case _:`` with `assert_never` alone,
    so that mypy names what the match lacks.
    """
    match node.cases[-1]:
        case ast.match_case(
            ast.MatchAs(None), None, [ast.Expr(ast.Call(ast.Name("assert_never")))]
        ):
            return True
    return False


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    return {
        (name := dotted(path)): read(
            path.read_text("utf-8"), name, is_package=path.name == "__init__.py"
        )
        for path in MODULES
    }


def forbidden(source: Source, module: str) -> Iterator[str]:
    """What *module* imports or calls against the drawing, each as ``LINE: what``."""
    layer = layer_of(module)
    if module not in ROOTS:
        for line, name in source.imported:
            if not may_import(layer, name):
                yield f"{line}: {layer or module} imports {layer_of(name) or name}"
            elif goes_up(module, name) or goes_back(module, name):
                yield f"{line}: {module} imports {name}"
    if layer in OUTSIDE:
        for line, name in source.calls:
            yield f"{line}: {layer} calls {name}"


def may_import(layer: str | None, name: str) -> bool:
    """Whether a layer may import a module: of a layer to its right, or from outside."""
    target = layer_of(name)
    if target is not None:
        return layer is not None and target in MAY_IMPORT[layer]
    library = name.split(".", maxsplit=1)[0]
    if layer in OUTSIDE:
        return library in {*PURE.split("|"), *OUTSIDE[layer]} or name in DATA
    if layer == "table":
        return library in {"scorer", *sys.stdlib_module_names, *AT_THE_TABLE}
    return True


def goes_up(module: str, name: str) -> bool:
    """Whether a page that is no club's imports one that is: the club's are built on the others."""
    if layer_of(module) != "web" or module == APPLICATION:
        return False
    return is_of_club(name) and not is_of_club(module)


def room_of(module: str) -> str | None:
    """The room of a club's use cases that a module is in; nothing on the ground or elsewhere."""
    parts = module.split(".")
    found = parts[3] if parts[:3] == ["scorer", "service", "club"] and parts[3:] else ""
    return found if found in ROOMS.split(" -> ") else None


def goes_back(module: str, name: str) -> bool:
    """Whether a room of a club's use cases imports one to its left."""
    order = ROOMS.split(" -> ")
    room = room_of(module)
    imported = room_of(name)
    if room is None or imported is None:
        return False
    return order.index(imported) < order.index(room)


def is_of_club(module: str) -> bool:
    return f"{module}.".startswith(f"{CLUB_PAGES}.")


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One cycle of *graph*, from a module back to itself; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def undocumented(package: ModuleType) -> list[str]:
    """The classes and functions without a docstring that the `__init__`
    of a package exports or defines.
    """
    own = (
        name
        for name, value in vars(package).items()
        if getattr(value, "__module__", "") == package.__name__
    )
    public = getattr(package, "__all__", [name for name in own if not name.startswith("_")])
    values = {name: getattr(package, name) for name in public}
    explained = {
        name: value.__doc__ or ""
        for name, value in values.items()
        if isfunction(value) or isclass(value)
    }
    return [name for name, text in explained.items() if not text or text.startswith(f"{name}(")]


def test_the_modules_are_found_and_are_few_and_none_is_too_long(sources: dict[str, Source]) -> None:
    """An empty walk would prove nothing."""
    assert {
        "scorer",
        "scorer.resources",
        "scorer.rules.deal",
        "scorer.table.checking",
        "scorer.cli",
    } <= set(sources)
    assert len([each for each in MODULES if each.parent.name != "versions"]) <= MOST
    lines = {dotted(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {module: length for module, length in lines.items() if length > LONGEST} == {}


def test_every_module_imports_only_what_lies_to_its_right(sources: dict[str, Source]) -> None:
    assert {
        module: each for module, source in sources.items() if (each := [*forbidden(source, module)])
    } == {}


def test_no_modules_import_each_other(sources: dict[str, Source]) -> None:
    """At the top or inside a function."""
    graph = {}
    for module, source in sources.items():
        targets = {
            name if name in sources else name.rpartition(".")[0] for _, name in source.imported
        }
        graph[module] = (targets & sources.keys()) - {module}
    assert cycle(graph) == []


def test_no_match_has_a_silent_default(sources: dict[str, Source]) -> None:
    assert {module: source.silent for module, source in sources.items() if source.silent} == {}


def test_what_pages_show_is_made_with_names_for_all_but_four_of_its_values(
    sources: dict[str, Source],
) -> None:
    """Two swapped booleans would have the right types."""
    found = {
        module: source.by_position
        for module, source in sources.items()
        if layer_of(module) == "web"
    }
    assert {module: lines for module, lines in found.items() if lines} == {}


NOTICES = "scorer.web.notices"
"""Where a notice gets its kind: without one, what was done would be shown as a failure."""


def test_every_notice_has_its_kind(sources: dict[str, Source]) -> None:
    found = [
        name
        for name, source in sources.items()
        if "flask.flash" in {each for _, each in source.imported}
    ]
    assert found == [NOTICES]


def test_five_values_by_position_are_found() -> None:
    assert read(
        "Row(1, 2, 3, 4, e=5)\nrow(1, 2, 3, 4, 5)\nRow(1, 2, 3, 4, 5)", "scorer"
    ).by_position == [3]


def test_every_library_that_is_imported_is_asked_for(sources: dict[str, Source]) -> None:
    """By the project, or by a library that it asks for: where nothing else is installed, the
    program would lack it.

    What is optional says itself what to install.
    """
    asked = {
        each.split(">=")[0]
        for each in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["metrics"]
    }
    asked |= {
        re.split(r"[^\w.-]", each)[0].lower() for name in asked for each in requires(name) or ()
    }
    names = {name.split(".")[0] for source in sources.values() for _, name in source.imported}
    libraries = names - sys.stdlib_module_names - {"scorer"}
    known = packages_distributions()
    owners = {
        name: {each.lower().replace("_", "-") for each in known.get(name, ())} for name in libraries
    }
    assert {name for name, found in owners.items() if not found & asked} == set()


def test_a_cycle_is_found_but_not_in_a_diamond() -> None:
    assert cycle({"deal": ["play", "calls"], "play": ["calls"]}) == []
    assert {*cycle({"deal": ["play"], "play": ["calls"], "calls": ["deal"]})} == {
        "calls",
        "deal",
        "play",
    }


def test_the_public_api_of_every_package_is_documented() -> None:
    packages = [
        dotted(path)
        for path in MODULES
        if path.name == "__init__.py" and "migrations" not in path.parts
    ]
    assert {name: found for name in packages if (found := undocumented(import_module(name)))} == {}


def test_an_undocumented_name_is_found() -> None:
    class Deal(NamedTuple):
        number: int

    package = ModuleType("scorer.example")
    vars(package).update(
        Deal=Deal, fold=lambda: None, score=dotted, __all__=["Deal", "fold", "score"]
    )
    assert undocumented(package) == ["Deal", "fold"]


def test_the_packages_state_the_same_orders() -> None:
    """An order is written where a reader looks for it."""
    assert ORDER in (import_module("scorer").__doc__ or "")
    assert ROOMS in (import_module("scorer.service.club").__doc__ or "")


def test_the_tests_of_a_club_are_in_its_rooms_and_each_tests_its_own() -> None:
    """A reader finds the tests of a use case where they find the use case."""
    tests = CHECKOUT / "tests" / "service" / "club"
    rooms = {path.parent.name for path in tests.glob("*/__init__.py")}
    assert rooms == set(ROOMS.split(" -> "))
    elsewhere = []
    for path in tests.glob("*/test_*.py"):
        imported = read(path.read_text("utf-8"), "").imported
        if path.parent.name not in {room_of(name) for _, name in imported}:
            elsewhere.append(path.name)
    assert elsewhere == []


TEMPLATES = CHECKOUT / "templates"

NAMED_TEMPLATE = re.compile(r"\b(?:extends|include|import|from)\s+[\"']([^\"']+)[\"']")


def goes_out(template: str, named: str) -> bool:
    """Whether a template names one that it may not: the table's only name each other, as a phone
    has no others, and the club's are built on the rest.
    """
    if template.startswith("table/"):
        return not named.startswith("table/")
    return named.startswith("club/") and not template.startswith("club/")


def test_no_template_names_one_that_is_built_on_it() -> None:
    found = []
    for path in sorted(TEMPLATES.rglob("*.*")):
        template = path.relative_to(TEMPLATES).as_posix()
        named = NAMED_TEMPLATE.findall(path.read_text("utf-8")) if path.suffix != ".md" else []
        found += [f"{template} names {each}" for each in named if goes_out(template, each)]
    assert found == []


@pytest.mark.parametrize(
    ("template", "named"),
    [("table/home.html", "_waiting.html"), ("company.html", "club/_signing.html")],
)
def test_a_template_that_goes_out_is_found(template: str, named: str) -> None:
    source = f'{{% from "{named}" import row %}}'
    assert [goes_out(template, each) for each in NAMED_TEMPLATE.findall(source)] == [True]


def test_the_room_of_the_table_names_only_its_own_templates() -> None:
    named = set()
    for path in (CHECKOUT / "scorer" / "table").rglob("*.py"):
        named |= set(re.findall(r'"([\w/]+\.(?:html|svg))"', path.read_text("utf-8")))
    assert "table/table.html" in named
    assert {each for each in named if not each.startswith("table/")} == set()


@each_row
def test_a_permitted_arrow_passes_and_a_forbidden_one_is_refused(
    module: str, source: str, complaint: str | None
) -> None:
    assert [*forbidden(read(source, module), module)] == ([] if complaint is None else [complaint])


def test_a_relative_import_in_a_package_begins_at_the_package() -> None:
    source = "from ..service import scoring\nfrom .service import scoring"
    found = read(source, "scorer.rules", is_package=True).imported
    assert found == [(1, "scorer.service.scoring"), (2, "scorer.rules.service.scoring")]


@each_row
def test_a_silent_default_is_found(cases: str, lines: tuple[int, ...]) -> None:
    assert read(f"match x:\n {cases}", "scorer").silent == [*lines]
