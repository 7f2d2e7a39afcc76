"""Templates: what depends on the language is put into words whenever a page is rendered.

Jinja applies a filter to a constant when it compiles a template, and evaluates what an imported
template sets outside its macros when that is imported first. Words there would be in the language
of the first reader, for everyone after.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment, nodes
from jinja2.filters import FILTERS

from scorer.resources import resource_dir
from scorer.rules.language import speaking
from scorer.table import formatting
from tests.languages import PSEUDO, offered, pseudo_catalogue

TEMPLATES = resource_dir("templates")
NAMES = sorted(f"{each.relative_to(TEMPLATES)}" for each in Path(TEMPLATES).rglob("*.html"))


def is_constant(node: nodes.Expr, environment: Environment) -> bool:
    """Whether Jinja knows the value when it compiles the template."""
    try:
        node.as_const(nodes.EvalContext(environment))
    except nodes.Impossible:
        return False
    return True


def applied_at_once(template: nodes.Template, environment: Environment) -> list[str]:
    """Return the filters of the program that Jinja applies when it compiles a template."""
    found = (each for each in template.find_all(nodes.Filter) if each.name not in FILTERS)
    return [f"{each.lineno}: {each.name}" for each in found if is_constant(each, environment)]


def imported(template: nodes.Template) -> Iterator[str]:
    """Yield the templates that one imports without its context, so that they are evaluated once."""
    found: list[nodes.Import | nodes.FromImport] = [*template.find_all(nodes.Import)]
    found += template.find_all(nodes.FromImport)
    for each in found:
        if not each.with_context and isinstance(each.template, nodes.Const):
            yield each.template.value


def set_at_once(node: nodes.Node, environment: Environment) -> Iterator[int]:
    """Yield the lines outside the macros of a template that set what is not constant."""
    for each in node.iter_child_nodes():
        if isinstance(each, nodes.Assign):
            assert isinstance(each.node, nodes.Expr)
            if not is_constant(each.node, environment):
                yield each.lineno
        elif isinstance(each, nodes.AssignBlock):
            yield each.lineno
        elif not isinstance(each, nodes.Macro):
            yield from set_at_once(each, environment)


@pytest.fixture
def environment(app: Flask) -> Environment:
    found: Environment = app.jinja_env
    return found


@pytest.fixture
def templates(environment: Environment) -> dict[str, nodes.Template]:
    loader = environment.loader
    assert loader is not None
    return {name: environment.parse(loader.get_source(environment, name)[0]) for name in NAMES}


def test_no_filter_is_applied_when_a_template_is_compiled(
    environment: Environment, templates: dict[str, nodes.Template]
) -> None:
    found = {name: applied_at_once(each, environment) for name, each in templates.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_an_imported_template_sets_nothing_outside_its_macros(
    environment: Environment, templates: dict[str, nodes.Template]
) -> None:
    names = {name for each in templates.values() for name in imported(each)}
    assert "table/_rows.html" in names
    found = {name: list(set_at_once(templates[name], environment)) for name in names}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_what_is_forbidden_is_found(environment: Environment) -> None:
    environment.filters["folded"] = str
    at_once = environment.parse('{{ 5|folded }}{{ number|folded }}{% set of = "A"|folded %}')
    assert applied_at_once(at_once, environment) == ["1: folded", "1: folded"]
    words = environment.parse('{% set a = 1 %}\n{% if b %}{% set a = _("Sheet") %}{% endif %}')
    assert list(set_at_once(words, environment)) == [2]
    in_macro = environment.parse(
        '{% macro a() %}{% set b %}{{ _("Sheet") }}{% endset %}{% endmacro %}'
    )
    assert list(set_at_once(in_macro, environment)) == []


def test_a_constant_is_written_for_each_reader() -> None:
    environment = Environment(autoescape=True)
    formatting.prepare(environment)
    page = environment.from_string('{{ 5|number_words }}: {{ ["{before}", "{last}"]|listed }}')
    with offered(pseudo_catalogue()) as language, speaking(language):
        assert language.code == PSEUDO
        first = page.render()
    assert page.render() == "five: {before} and {last}"
    assert "five" not in first
    assert "and" not in first
