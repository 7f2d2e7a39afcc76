"""Each page of the table room gives its template what that uses, and nothing that it does not."""

from collections.abc import Iterator
from dataclasses import fields

import pytest
from jinja2 import Environment, meta, nodes

from scorer.resources import resource_dir
from scorer.table.contexts import Context
from scorer.table.phone_pages import ADDRESSES, Phone

PHONE = Phone(
    {"alone": True, "addresses": dict.fromkeys(ADDRESSES, "?"), "static": {}, "build": "0"}
)
TEMPLATES: Environment = PHONE.templates
GLOBALS = {*TEMPLATES.globals, "request"}
"""What every template may use; a page asks for the request only at the club."""

THE_SAME_EVERYWHERE = {"elsewhere.html", "layout.html", "shell.html", "waiting.html"}
"""The pages that show nothing of their own, and the frame of all."""


def contexts(of: type[Context] = Context) -> Iterator[type[Context]]:
    for each in of.__subclasses__():
        yield each
        yield from contexts(each)


PAGES = {each.__name__: each for each in contexts() if each.__module__.startswith("scorer.table.")}


def parts(name: str) -> Iterator[nodes.Template]:
    """Yield a template, the frame in which it stands, and all that it includes."""
    assert TEMPLATES.loader is not None
    source, _, _ = TEMPLATES.loader.get_source(TEMPLATES, name)
    tree = TEMPLATES.parse(source)
    yield tree
    for used in tree.find_all(nodes.Filter):
        TEMPLATES.filters.setdefault(used.name, str)  # the club has some more
    for name_in in (
        *(each.template for each in tree.find_all(nodes.Extends)),
        *(each.template for each in tree.find_all(nodes.Include)),
    ):
        assert isinstance(name_in, nodes.Const), "a template that is known by its name"
        yield from parts(name_in.value)


def set_in(tree: nodes.Template) -> set[str]:
    """Return the names that a template gives to something itself."""
    names = {each.name for each in tree.find_all(nodes.Name) if each.ctx != "load"}
    names |= {each.name for each in tree.find_all(nodes.Macro)}
    names |= {each.target for each in tree.find_all(nodes.Import)}
    for each in tree.find_all(nodes.FromImport):
        names |= {name if isinstance(name, str) else name[-1] for name in each.names}
    return names


def asked_for_first(tree: nodes.Template) -> set[str]:
    """Return the names of which a template asks first whether there are any."""
    tested = [each.node for each in tree.find_all(nodes.Test) if each.name == "defined"]
    filtered = [each.node for each in tree.find_all(nodes.Filter) if each.name == "default"]
    return {each.name for each in (*tested, *filtered) if isinstance(each, nodes.Name)}


def names_used(template: str) -> set[str]:
    trees = list(parts(template))
    used = set[str]().union(*map(meta.find_undeclared_variables, trees))
    optional = set[str]().union(*map(asked_for_first, trees))
    own = set[str]().union(*map(set_in, trees))
    return used - own - optional - GLOBALS


def names_mentioned(template: str) -> set[str]:
    names = [each for tree in parts(template) for each in tree.find_all(nodes.Name)]
    return {each.name for each in names if each.ctx == "load"}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_template_uses_only_what_its_page_gives_it(page: type[Context]) -> None:
    given = {each.name for each in fields(page)}
    assert names_used(page.template) - given == set()


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_gives_its_template_only_what_that_uses(page: type[Context]) -> None:
    given = {each.name for each in fields(page)}
    assert given - names_mentioned(page.template) == set()


def test_every_page_of_the_table_room_has_a_context() -> None:
    room = (resource_dir("templates") / "table").iterdir()
    pages = {path.name for path in room if not path.name.startswith("_")}
    assert {page.template.removeprefix("table/") for page in PAGES.values()} == (
        pages - THE_SAME_EVERYWHERE
    )


def test_what_a_template_lacks_is_found() -> None:
    tree = TEMPLATES.parse("{% set a = b %}{{ a }}{% if c is defined %}{{ c }}{% endif %}{{ d }}")
    assert meta.find_undeclared_variables(tree) - asked_for_first(tree) - set_in(tree) == {"b", "d"}
