"""No silent choice: a table or a chain of conditions that decides
by an enum names each of its members.
"""

import ast
from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from scorer.service.sheets import AnySheet, CompanyCard
from scorer.table.recording import Sheet, SheetKind
from tests.rows import each_row
from tests.test_layers import MODULES, ROOTS, dotted

pytestmark = pytest.mark.xdist_group("sources")

FEWEST = 3
"""An enum of two members has no third that a default could decide for."""

Names = dict[str, Any]


def loaded() -> dict[str, ModuleType]:
    """Return the modules of the program by name. Those that run when they are imported are left
    out: one would open the book of whoever tests.
    """
    names = (dotted(path) for path in MODULES if "migrations" not in path.parts)
    return {name: import_module(name) for name in names if name not in ROOTS}


# Tables

PARTIAL: Mapping[str, str] = {
    "scorer.ledger.records.SIDE_RECORDS": "the records of one side of a partie",
    "scorer.rules.calls.CALLED_THINGS": "what is called",
    "scorer.rules.reckoning.KIND_OF_CLASS": "what is called",
    "scorer.rules.states.ON_DETAIL": "what is called",
    "scorer.rules.states.BETTER_BY": "what is called",
    "scorer.rules.sources.AU_CENT_OF_REFUSAL": "what one rule refuses by several laws",
    "scorer.rules.governing.FIELD_OF": "what a rule decides, whatever was claimed",
    "scorer.rules.governing.LAW_OF": "what was asked, answered or played wrongly",
    "scorer.rules.watch.GOOD_IN": "what is called",
    "scorer.rules.versions._WHERE": "what a statement can be about; anything else is “what "
    "was said”",
    "scorer.rules.findings._SUNK": "what is called",
    "scorer.table.card_rows._ANSWERS": "a call has a status once it is made",
    "scorer.web.club.seasons.OWN_ORDERS": "the formats with a usual ranking order of their own",
    "scorer.web.club.standings.OWN_FEATS": "the records of a member that their page shows",
    "scorer.web.club.open_items.OWN_ACTIONS": "what a member can do",
    "scorer.web.club.open_items.OTHERS": "what has another action for those who are not players",
    "scorer.table.settled.FIGURES": "the steps with figures",
    "scorer.web.sheet_words._FINAL": "the states in which nobody can appeal any more",
    "scorer.table.marks.MARKS": "the lines that a sheet marks",
    "scorer.table.doubts.MARKS": "what is marked in the timeline",
    "scorer.table.card_rows._BELOW_TITLE": "the reasons that say the title of their row again",
    "scorer.table.questions.CALLS_OF": "what is called",
    "scorer.web.rights.OF_A_CLUB": "the rights that a club gives",
    "scorer.web.rights.OF_A_PAIR": "the rights at a pair",
    "scorer.web.rights.OF_A_SHEET": "the rights at a sheet",
    "scorer.table.great_lines.OF_LINES": "the lines that are great moments",
    "scorer.table.view._ANCHORS": "the lines that the last statement of the play earns",
    "scorer.table.again.IN_OTHER_WORDS": "refusals of a count that says too little",
    "scorer.table.questions.GOOD_CALL": "what is called",
}
"""The tables by an enum that leave members out, and what is in them."""


def tables() -> Iterator[tuple[str, Mapping[Enum, object]]]:
    """Yield each table of a module whose keys are members of one enum,
    with its name, where it is defined.
    """
    seen: set[int] = set()
    for name, module in loaded().items():
        for key, value in vars(module).items():
            keys = list(value) if isinstance(value, Mapping) else []
            by_enum = (
                bool(keys) and isinstance(keys[0], Enum) and len({type(each) for each in keys}) == 1
            )
            if by_enum and id(value) not in seen and defines(module, key):
                seen.add(id(value))
                yield f"{name}.{key}", value


def defines(module: ModuleType, name: str) -> bool:
    """Return whether *module* assigns *name* itself."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    targets = [
        target
        for node in tree.body
        for target in (
            node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        )
    ]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def test_a_table_by_an_enum_has_every_member_or_says_what_it_has() -> None:
    lacking = {name for name, table in tables() if set(table) != set(type(next(iter(table))))}
    assert lacking == set(PARTIAL)


OF_EVERY_KIND = (
    "scorer.service.club.desk.open_items.NOT_POSTED",
    "scorer.service.club.disputes.versions.CORRECTING",
    "scorer.service.club.posting.signing.IN_SEASON",
    "scorer.service.club.transfer.exported_sheets.EXPORTING",
    "scorer.service.sheets.READING",
    "scorer.storage.row_chains.MISSING",
    "scorer.web.kinds.PAGES",
)
"""What each layer knows of a kind of sheet."""


class ThirdKind(StrEnum):
    """The kinds of sheet, and another that nothing knows of."""

    PARTIE = "partie"
    COMPANY = "company"
    SOLO = "solo"


@pytest.mark.parametrize("name", OF_EVERY_KIND)
def test_a_kind_of_sheet_without_what_a_layer_knows_of_it_fails_when_that_is_loaded(
    name: str,
) -> None:
    module, table = name.rsplit(".", 1)
    assert list(SheetKind) == ["partie", "company"]
    source = Path(loaded()[module].__file__ or "").read_text("utf-8")
    assignment = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == table
    )
    assert assignment.value is not None
    names = {**vars(loaded()[module]), "SheetKind": ThirdKind}
    expression = compile(ast.Expression(assignment.value), "", "eval")
    with pytest.raises(ValueError, match="the table of ThirdKind lacks SOLO"):
        eval(expression, names)  # noqa: S307 (our own sources)


@pytest.mark.parametrize("name", OF_EVERY_KIND)
def test_the_enum_of_the_kinds_of_sheet_names_each_table_by_them(name: str) -> None:
    assert f"`{name}`" in (SheetKind.__doc__ or "")


@pytest.mark.parametrize("sheet", get_args(AnySheet))
def test_a_class_of_sheets_says_of_which_kind_they_are(sheet: type[Sheet | CompanyCard]) -> None:
    assert [each for each in get_args(AnySheet) if each.kind is sheet.kind] == [sheet]


def test_every_kind_of_sheet_has_a_class() -> None:
    assert {each.kind for each in get_args(AnySheet)} == set(SheetKind)


CLASSES = frozenset(each.__name__ for each in get_args(AnySheet))

STORED = frozenset(SheetKind)
"""The kinds of sheet as they are stored."""


def is_a_class(node: ast.expr) -> bool:
    """Whether an expression names a class of sheets, alone or with others."""
    return any(isinstance(each, ast.Name) and each.id in CLASSES for each in ast.walk(node))


def is_a_kind(node: ast.expr) -> bool:
    """Whether an expression is one kind of sheet."""
    match node:
        case ast.Attribute(ast.Name("SheetKind")):
            return True
        case ast.Constant(str(value)):
            return value in STORED
        case _:
            return False


def asks_for_the_kind(node: ast.AST) -> bool:
    """Whether a node decides by the kind of a sheet, without what the kind says of itself."""
    match node:
        case ast.Call(ast.Name("isinstance"), [_, classes]):
            return is_a_class(classes)
        case ast.Compare(left, _, others):
            return any(map(is_a_kind, [left, *others]))
        case _:
            return False


def kinds_asked_for(source: str) -> list[int]:
    """Return the lines that decide by the kind of a sheet; what is only asserted decides nothing,
    and a `match` names every kind, which another test holds.
    """
    tree = ast.parse(source)
    asserted = {
        part for each in ast.walk(tree) if isinstance(each, ast.Assert) for part in ast.walk(each)
    }
    found = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and node not in asserted and asks_for_the_kind(node)
    }
    return sorted(found)


def test_what_a_kind_of_sheet_does_its_own_way_its_object_says() -> None:
    """Another kind is another object in each layer: no line elsewhere asks of which kind it is."""
    modules = {path: kinds_asked_for(path.read_text("utf-8")) for path in MODULES}
    found = [f"{dotted(path)}:{line}" for path, lines in modules.items() for line in lines]
    assert found == []


@each_row
def test_a_line_that_asks_for_the_kind_of_a_sheet_is_found(
    source: str, lines: tuple[int, ...]
) -> None:
    assert kinds_asked_for(source) == [*lines]


# Chains of conditions


def chosen(node: ast.expr, names: Names) -> set[Enum]:
    """Return the members of an enum that an expression names:
    one, or several in a tuple or a set.
    """
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), names, {})  # noqa: S307 (our own sources)
    except Exception:  # a local variable, or what only a running program has
        return set()
    several = value if isinstance(value, tuple | list | set | frozenset) else [value]
    return set(several) if several and all(isinstance(each, Enum) for each in several) else set()


def compared(test: ast.expr, names: Names) -> tuple[str, set[Enum]] | None:
    """Return what *test* compares with members of an enum, and with which."""
    match test:
        case ast.Compare(left, [ast.Is() | ast.Eq() | ast.In()], [right]):
            members = chosen(right, names)
            return (ast.dump(left), members) if members and not chosen(left, names) else None
        case ast.BoolOp(ast.And(), values):
            return next(filter(None, (compared(each, names) for each in values)), None)
        case ast.BoolOp(ast.Or(), values):
            found = [compared(each, names) for each in values]
            subjects = {each[0] for each in found if each is not None}
            if None in found or len(subjects) > 1:
                return None
            return subjects.pop(), {
                member for each in found if each is not None for member in each[1]
            }
        case _:
            return None


def conditions_of(node: ast.If | ast.IfExp) -> tuple[list[ast.expr], list[ast.AST]]:
    """Return the conditions of a chain, and what is done if none of them holds."""
    tests = [node.test]
    rest = node.orelse
    while True:
        match rest:
            case [ast.If() as another] | (ast.IfExp() as another):
                tests.append(another.test)
                rest = another.orelse
            case list():
                return tests, list(rest)
            case _:
                return tests, [rest]


def leaves(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return | ast.Continue)


def chains(tree: ast.AST) -> Iterator[tuple[int, list[ast.expr]]]:
    """Yield the conditions of each chain, with the line of its end.

    A chain is `if`, `elif` and so on, with or without `else`; conditional expressions one in
    another; or one `if` after another that returns or continues. Conditional expressions of what is
    done otherwise belong to it.
    """
    inner: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp) and node not in inner:
            tests, rest = conditions_of(node)
            otherwise = [
                each for part in rest for each in ast.walk(part) if isinstance(each, ast.IfExp)
            ]
            inner |= {
                each
                for each in ast.walk(node)
                if isinstance(each, ast.If | ast.IfExp) and each.test in tests
            }
            yield node.lineno, [*tests, *(each.test for each in otherwise)]
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                yield from in_a_row(statements)


def in_a_row(statements: list[ast.stmt]) -> Iterator[tuple[int, list[ast.expr]]]:
    run: list[ast.expr] = []
    for each in statements:
        if isinstance(each, ast.If) and leaves(each.body):
            run += conditions_of(each)[0]
        elif not isinstance(each, ast.Assign | ast.AnnAssign | ast.Assert):
            ending = [part.test for part in ast.walk(each) if isinstance(part, ast.IfExp)]
            yield each.lineno, [*run, *ending] if isinstance(each, ast.Return) else run
            run = []


def silent(source: str, names: Names) -> list[int]:
    """Return the lines of chains that name two or more members of an enum,
    and decide for others without a name.
    """
    found = []
    for line, tests in chains(ast.parse(source)):
        by_subject: dict[tuple[str, type[Enum]], list[set[Enum]]] = {}
        for subject, members in filter(None, (compared(test, names) for test in tests)):
            by_subject.setdefault((subject, type(next(iter(members)))), []).append(members)
        for (_, enum), each in by_subject.items():
            named = set().union(*each)
            if len(each) > 1 and len(enum) >= FEWEST and len(named) < len(enum):
                found.append(line)
    return sorted(set(found))


def test_no_chain_of_conditions_decides_for_members_that_it_does_not_name() -> None:
    modules = loaded()
    assert {"scorer.rules.deal", "scorer.ledger.standings", "scorer.table.dialogue"} <= set(modules)
    found = {}
    for name, module in modules.items():
        assert module.__file__ is not None
        found[name] = silent(Path(module.__file__).read_text("utf-8"), dict(vars(module)))
    assert {name: lines for name, lines in found.items() if lines} == {}


class Wind(Enum):
    NORTH = 1
    EAST = 2
    SOUTH = 3


@each_row
def test_a_silent_choice_is_found(source: str, lines: tuple[int, ...]) -> None:
    assert silent(source, {"Wind": Wind, "WARM": (Wind.EAST, Wind.SOUTH)}) == [*lines]
