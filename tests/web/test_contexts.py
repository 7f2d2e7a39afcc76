"""A page gives its template the variables that it uses; none decides by the name of an enum."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, meta, nodes

import scorer
import scorer.web
from scorer.resources import resource_dir
from scorer.table.contexts import Context
from tests.test_layers import ROOTS

WEB = Path(scorer.web.__file__).parent
TEMPLATES = resource_dir("templates")

BY_FLASK = {"request", "session", "g"}
"""What Flask gives every template."""

OF_A_CLUB = {"club", "season", "actor", "error", "typed"}
"""What `club_page` gives the page of a club."""

RENDERED_BY = {"club_page", "render_template", "stream_template"}


@dataclass(frozen=True)
class Given:
    """A template, and the names that a page gives it; or, unless it *is all*, some of them."""

    template: str
    names: frozenset[str]
    where: str
    is_all: bool = True


def subclasses(of: type[Any]) -> Iterator[type[Any]]:
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


def import_all() -> None:
    """Import every module but the migrations, which only run within one, and those that start the
    program: one would open the book of whoever tests.
    """
    for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if "migrations" not in module.name and module.name not in ROOTS:
            importlib.import_module(module.name)


def contexts() -> Iterator[Given]:
    for kind in subclasses(Context):
        if not kind.__module__.startswith("scorer.web."):
            continue
        names = frozenset(each.name for each in fields(kind))
        yield Given(kind.template, names, kind.__name__)


def called(node: ast.Call) -> str:
    function = node.func
    return function.id if isinstance(function, ast.Name) else ""


def calls() -> Iterator[Given]:
    """What is given by keywords where a template is rendered by its name."""
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or called(node) not in RENDERED_BY or not node.args:
                continue
            template = node.args[0]
            if not isinstance(template, ast.Constant) or not isinstance(template.value, str):
                continue
            folder = "club/" if called(node) == "club_page" else ""
            names = frozenset(each.arg for each in node.keywords if each.arg is not None)
            yield Given(
                template=f"{folder}{template.value}",
                names=names,
                where=f"{path.name}:{node.lineno}",
                is_all=len(names) == len(node.keywords),
            )


def in_one_dictionary(path: Path) -> list[str]:
    """The calls of a module that give a template a dictionary, whose names nobody can check."""
    tree = ast.parse(path.read_text("utf-8"))
    return [
        f"{path.name}:{node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and called(node) in RENDERED_BY
        and any(each.arg is None for each in node.keywords)
    ]


def tree_of(environment: Environment, template: str) -> nodes.Template:
    return environment.parse((TEMPLATES / template).read_text("utf-8"))


def may_be_missing(tree: nodes.Template) -> set[str]:
    """The names that a template asks for with a default, or whether they are defined."""
    found = set()
    for node in tree.find_all((nodes.Filter, nodes.Test)):
        assert isinstance(node, nodes.Filter | nodes.Test)
        if node.name in ("default", "defined") and isinstance(node.node, nodes.Name):
            found.add(node.node.name)
    return found


def parts(tree: nodes.Template) -> Iterator[str]:
    """The templates that see the variables of this one."""
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        assert isinstance(node, nodes.Extends | nodes.Include | nodes.Import | nodes.FromImport)
        imports = isinstance(node, nodes.Import | nodes.FromImport)
        if imports and not getattr(node, "with_context", False):
            continue
        assert isinstance(node.template, nodes.Const), "a template names its parts"
        yield node.template.value


def variables(environment: Environment, template: str) -> set[str]:
    """The names that a template and its parts take from what they are given."""
    tree = tree_of(environment, template)
    found = set(meta.find_undeclared_variables(tree))
    for part in parts(tree):
        found |= variables(environment, part)
    return found


def needed(environment: Environment, template: str) -> set[str]:
    """The names without which a template or a part of it cannot be rendered."""
    tree = tree_of(environment, template)
    found = set(meta.find_undeclared_variables(tree)) - may_be_missing(tree)
    for part in parts(tree):
        found |= needed(environment, part)
    return found - set(own_names(tree))


def own_names(tree: nodes.Template) -> Iterator[str]:
    """The names that a template makes: what it sets, its macros and what it imports."""
    kinds = (nodes.Name, nodes.Macro, nodes.Import, nodes.FromImport)
    for node in tree.find_all(kinds):
        match node:
            case nodes.Name(name=name, ctx="store" | "param"):
                yield name
            case nodes.Macro(name=name):
                yield name
            case nodes.Import(target=target):
                yield target
            case nodes.FromImport(names=names):
                yield from (each if isinstance(each, str) else each[1] for each in names)


def known(app: Flask) -> set[str]:
    """The names that every template has."""
    return {*app.jinja_env.globals, *BY_FLASK}


def given() -> list[Given]:
    import_all()
    return [*contexts(), *calls()]


def test_there_are_many_contexts_and_many_calls() -> None:
    import_all()
    assert len(list(contexts())) > 25
    assert len(list(calls())) > 40


def test_a_page_gives_its_template_every_variable(app: Flask) -> None:
    missing = {}
    for page in given():
        if not page.is_all:
            continue
        has = page.names | known(app)
        if page.template.startswith("club/"):
            has |= OF_A_CLUB
        lacks = needed(app.jinja_env, page.template) - has
        if lacks:
            missing[page.where, page.template] = sorted(lacks)
    assert missing == {}


def test_a_template_uses_every_variable_that_it_is_given(app: Flask) -> None:
    unused = {}
    for page in given():
        left = page.names - variables(app.jinja_env, page.template)
        if left:
            unused[page.where, page.template] = sorted(left)
    assert unused == {}


def test_what_a_template_needs_is_found(app: Flask) -> None:
    of_two = {"members", "names", "met", "found", "part", "seasons"}
    assert needed(app.jinja_env, "club/two.html") >= of_two


def test_no_page_gives_a_dictionary_whose_names_nobody_can_check() -> None:
    found = {
        path.name: in_one_dictionary(path)
        for path in sorted(WEB.rglob("*.py"))
        if path.name not in {"forms.py", "contexts.py"}
    }
    assert {name: where for name, where in found.items() if where} == {}


# Enums


def member_names() -> set[str]:
    import_all()
    own = [each for each in subclasses(Enum) if each.__module__.startswith("scorer.")]
    return {name for kind in own for name in kind.__members__}


def every_template() -> list[str]:
    found = (
        path for path in TEMPLATES.rglob("*") if path.suffix in {".html", ".svg", ".txt", ".xml"}
    )
    return sorted(path.relative_to(TEMPLATES).as_posix() for path in found)


def names_of_members(tree: nodes.Template, members: set[str]) -> list[str]:
    """The strings in a template that are names of members, wherever they stand."""
    return [
        f"{node.lineno}: {node.value}"
        for node in tree.find_all(nodes.Const)
        if isinstance(node, nodes.Const) and node.value in members
    ]


def compared_values(tree: nodes.Template) -> list[str]:
    """The comparisons of the name or the value of something with a string."""
    found = []
    for node in tree.find_all(nodes.Compare):
        assert isinstance(node, nodes.Compare)
        sides = [node.expr, *(each.expr for each in node.ops)]
        attributes = [each.attr for each in sides if isinstance(each, nodes.Getattr)]
        strings = [each for each in sides if isinstance(each, nodes.Const) and each.value != ""]
        if strings and "value" in attributes:
            found.append(f"{node.lineno}: {strings[0].value}")
    return found


@pytest.mark.parametrize("template", every_template())
def test_a_template_compares_members_and_not_their_names(app: Flask, template: str) -> None:
    tree = tree_of(app.jinja_env, template)
    assert names_of_members(tree, member_names()) == []
    assert compared_values(tree) == []


@pytest.mark.parametrize(
    "text",
    [
        '{% if each.status.name == "POSTED" %}yes{% endif %}',
        '{{ {"WON": "W"}[each.name] }}',
        '{{ all|selectattr("state.name", "eq", "LEFT_OUT")|list }}',
        '{% if "OPEN" != season.terms.format.name %}yes{% endif %}',
    ],
)
def test_a_name_of_a_member_is_found(app: Flask, text: str) -> None:
    assert len(names_of_members(app.jinja_env.parse(text), member_names())) == 1


def test_a_compared_value_is_found(app: Flask) -> None:
    tree = app.jinja_env.parse('{% if actor.role.value == "member" %}yes{% endif %}')
    assert compared_values(tree) == ["1: member"]
