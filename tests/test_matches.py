"""No `match` of the program has a silent default: each ends in `assert_never`, so that mypy names what it lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.test_layers import MODULES, dotted


def silent(source: str) -> list[int]:
    """The lines of the matches whose last case is not ``case _:`` with `assert_never` alone."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Match) and not _is_total(node)]


def _is_total(node: ast.Match) -> bool:
    last = node.cases[-1]
    catches_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    return catches_all and [*_called(last.body)] == ["assert_never"]


def _called(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        yield call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else "something else"


@pytest.mark.parametrize(
    ("cases", "lines"),
    [
        pytest.param("case 1: f()\n case _: assert_never(x)", [], id="total"),
        pytest.param("case 1: f()", [1], id="no default"),
        pytest.param("case 1: f()\n case _: pass", [1], id="a silent default"),
        pytest.param("case 1: f()\n case _: f(); assert_never(x)", [1], id="a default that does something first"),
        pytest.param("case 1: f()\n case _ if y: assert_never(x)", [1], id="a default with a condition"),
    ],
)
def test_a_silent_default_is_found(cases: str, lines: list[int]) -> None:
    assert silent(f"match x:\n {cases}") == lines


def test_no_match_has_a_silent_default() -> None:
    found = {dotted(path): silent(path.read_text("utf-8")) for path in MODULES}
    assert {module: lines for module, lines in found.items() if lines} == {}
