"""No word of the old vocabulary in what a person reads, nor in the name of anything."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from jinja2 import nodes

from tests.catalogue import CHECKOUT, catalogue, frozen, keys, nodes_of, parse_template, words_of
from tests.rows import beside, each_row

pytestmark = pytest.mark.xdist_group(
    "sources"
)  # one worker reads the program, and all that a person reads, once

TEXT: dict[str, str] = beside(__file__)["text"]
"""The old words of pages, errors and commands, each with what finds it."""

NAMES: dict[str, str] = beside(__file__)["names"]
"""The old words of modules, classes, functions, columns and tests, with the words to use."""


def of_module(text: str) -> Iterator[str]:
    """Yield the classes, functions, arguments, variables, fields and columns of a module."""
    for node in nodes_of(text):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case ast.Call(func=ast.Name(id="Column"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def of_template(text: str) -> Iterator[str]:
    """Yield the macros, arguments, variables, classes and ids of a template."""
    tree = parse_template(text)
    yield from (each.name for each in tree.find_all(nodes.Macro))
    yield from (each.name for each in tree.find_all(nodes.Name) if each.ctx in ("store", "param"))
    for value in re.findall(r'\b(?:class|id)="([^"]*)"', text):
        yield from re.findall(r"[a-z-]+", re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", value))


def of_styles(text: str) -> Iterator[str]:
    yield from re.findall(r"[.#]([a-z][a-z-]*)", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


def of_script(text: str) -> Iterator[str]:
    yield from re.findall(r"\b\w+(?= = )|(?<=function )\w+", text)


def parts(name: str) -> list[str]:
    """Return the words of a name.

    >>> parts("test_TheOldWords_HTTP")
    ['test', 'the', 'old', 'words', 'http']
    """
    name = re.sub(
        r"(?i)in_place|as-it-stands", "", name
    )  # a list changed in place; "as it stands" is said at a table
    return [word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


NAMED = {
    "scorer/**/*.py": of_module,
    "tests/**/*.py": of_module,
    "templates/**/*.*": of_template,
    "static/css/*.css": of_styles,
    "static/js/*.js": of_script,
}
"""Where there are names, and what finds them."""


@each_row
def test_each_source_is_in_the_catalogue(text: str, part: str) -> None:
    assert part in {each.part for each in catalogue() if text in each.text}


def test_every_word_of_a_heading_or_a_key_is_in_the_catalogue() -> None:
    shown = words_of(*(key for line in frozen().text.splitlines() for key in keys(line)))
    assert shown - words_of(*(each.text for each in catalogue())) == set()


def test_no_old_word_is_read_by_anybody() -> None:
    texts = re.sub(
        r"\{[^}]*\}",
        "",
        "\n".join((frozen().text, *(each.text for each in catalogue()))).casefold(),
    )
    found = ((word, each.span()) for word, old in TEXT.items() for each in re.finditer(old, texts))
    back = [
        (word, texts[texts.rfind("\n", 0, start) + 1 : texts.find("\n", end)])
        for word, (start, end) in found
    ]
    assert back == [], "an old word is back: say it in another way"


def test_nothing_has_a_name_of_old_words() -> None:
    old = {word: new for words, new in NAMES.items() for word in words.split(", ")}
    any_old = re.compile(
        f"(?:(?<![A-Za-z])|(?=[A-Z]))(?i:{'|'.join(old)})(?![a-z])"
    )  # to read the others is waste
    back = set()
    for pattern, names in NAMED.items():
        for path in CHECKOUT.glob(pattern):
            text = path.read_text("utf-8")
            if any_old.search(f"{path.stem} {text}"):
                found = (
                    (name, word)
                    for name in (path.stem, *names(text))
                    for word in parts(name)
                    if word in old
                )
                back |= {
                    f"{path.relative_to(CHECKOUT)}: {name}: {old[word]}" for name, word in found
                }
    assert sorted(back) == [], "an old word is back: use one of those after it"


def test_the_search_finds_an_old_word_in_a_sentence_and_in_a_name() -> None:
    assert re.search(TEXT["put right"], "it is put at once right")
    assert not re.search(TEXT["stands"], "as it stands: ada by 105")
    assert parts("deskOfNight") == ["desk", "of", "night"]


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Who reads `Row` in one module would otherwise think of that of another."""
    modules = defaultdict[str, set[str]](set)
    for path in CHECKOUT.glob("scorer/**/*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].add(str(path.relative_to(CHECKOUT)))
    assert {name: where for name, where in modules.items() if len(where) > 1} == {}


def test_a_module_has_a_name_of_its_own_in_its_layer() -> None:
    """A page, its use case and its rows may share a name: they are one thing in three layers."""
    modules = defaultdict[tuple[str, str], list[str]](list)
    for path in CHECKOUT.glob("scorer/*/**/*.py"):
        if path.stem != "__init__":
            where = path.relative_to(CHECKOUT)
            modules[where.parts[1], path.stem].append(str(where))
    assert [where for where in modules.values() if len(where) > 1] == []
