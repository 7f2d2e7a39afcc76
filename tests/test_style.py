"""One idea a line: what makes a line hard to read is found in the source, and there is none."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalogue import nodes_of
from tests.rows import each_row
from tests.test_project import CHECKOUT

MANY_VALUES = 6
"""A call with so many values by position leaves the reader to count."""

MANY_TERMS = 4
"""A condition of so many terms needs names for its parts."""

TAKE_ANY_NUMBER = frozenset({"chain", "max", "min", "print", "product", "zip"})
"""What takes values of one kind, however many."""

HIDING = frozenset({"attrgetter", "itemgetter", "methodcaller"})
"""What says a call or an attribute by a text or a number."""

SOURCES = sorted((CHECKOUT / "scorer").rglob("*.py"))
TESTS = sorted((CHECKOUT / "tests").rglob("*.py"))

pytestmark = pytest.mark.xdist_group("sources")


def crowded(source: str) -> Iterator[str]:
    """What is crowded in a source, each as ``LINE: what``."""
    for node in nodes_of(source):
        if isinstance(node, ast.Assign) and is_paired(node):
            yield f"{node.lineno}: several values are assigned at once"
        if isinstance(node, ast.Assign) and is_dealt_out(node):
            yield f"{node.lineno}: a comprehension is unpacked into names"
        if isinstance(node, ast.IfExp) and holds_another(node):
            yield f"{node.lineno}: a conditional is inside a conditional"
        if isinstance(node, ast.Call) and has_many_values(node):
            yield f"{node.lineno}: {MANY_VALUES} values or more are given by position"
        if isinstance(node, ast.BoolOp) and terms(node) >= MANY_TERMS:
            yield f"{node.lineno}: a condition has {terms(node)} terms"
        if isinstance(node, ast.expr) and is_dense(node):
            yield f"{node.lineno}: a comprehension has two loops and a condition"
        if isinstance(node, ast.Assert) and compares_several(node):
            yield f"{node.lineno}: several facts are compared at once"
        if isinstance(node, ast.Call) and name_of(node) in HIDING:
            yield f"{node.lineno}: {name_of(node)} hides what is called"


def is_paired(node: ast.Assign) -> bool:
    """Whether several values are assigned to several names; a swap is one idea."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            return _written(targets) != _written(values)
        case ast.Assign(
            [ast.Tuple(targets)], ast.IfExp(body=ast.Tuple(values), orelse=ast.Tuple(others))
        ):
            return _written(values) != _written(others)
    return False


def _written(parts: list[ast.expr]) -> set[str]:
    return {ast.unparse(each) for each in parts}


def is_dealt_out(node: ast.Assign) -> bool:
    """Whether a comprehension is unpacked into names: several assignments in the guise of a loop.

    The first and the rest of what it gives are one idea; so is a function mapped over a pair.
    """
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.GeneratorExp() | ast.ListComp()):
            return len(targets) > 1 and not any(isinstance(each, ast.Starred) for each in targets)
    return False


def holds_another(node: ast.IfExp) -> bool:
    """Whether a conditional expression is part of another."""
    return any(isinstance(each, ast.IfExp) for each in ast.walk(node) if each is not node)


def has_many_values(node: ast.Call) -> bool:
    if name_of(node) in TAKE_ANY_NUMBER:
        return False
    values = [each for each in node.args if not isinstance(each, ast.Starred)]
    return len(values) >= MANY_VALUES


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    match call.func:
        case ast.Name(name):
            return name
        case ast.Attribute(attr=name):
            return name
    return ""


def terms(node: ast.expr) -> int:
    """How many terms a condition has, those of its parts included."""
    match node:
        case ast.BoolOp(values=parts):
            return sum(terms(part) for part in parts)
        case ast.UnaryOp(ast.Not(), operand):
            return terms(operand)
    return 1


def is_dense(node: ast.expr) -> bool:
    match node:
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            loops = node.generators
            return len(loops) > 1 and any(loop.ifs for loop in loops)
    return False


def compares_several(node: ast.Assert) -> bool:
    """Whether an assertion puts facts together only to compare them: it says less when it fails."""
    match node.test:
        case ast.Compare(ast.Tuple(facts) | ast.List(facts), [ast.Eq(), *_]):
            return sum(not isinstance(each, ast.Starred) for each in facts) > 1
    return False


def places(files: list[Path]) -> list[str]:
    """Each crowded line of some files, in an order to mend them in."""
    return [
        f"{path.relative_to(CHECKOUT)}:{found}"
        for path in files
        for found in crowded(path.read_text("utf-8"))
    ]


def test_the_program_has_one_idea_a_line() -> None:
    assert places(SOURCES) == []


OF_TESTS = re.compile("at once|a conditional")
"""What no test has either; what tests call may take many values, as a command line does."""


def test_a_test_assigns_one_value_decides_one_thing_and_compares_one_fact_at_a_time() -> None:
    assert [each for each in places(TESTS) if OF_TESTS.search(each)] == []


@each_row
def test_a_crowded_line_is_found(source: str, what: str | None) -> None:
    found = [each.partition(": ")[2] for each in crowded(source)]
    assert found == ([] if what is None else [what])
