"""No word of the old vocabulary in what a person reads, nor in the name of anything."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.catalogue import catalogue
from tests.rows import beside

CHECKOUT = Path(__file__).resolve().parent.parent

TEXT: dict[str, str] = beside(__file__)["text"]
"""The old words of pages, errors and commands, each with what finds it."""

NAMES: dict[str, str] = beside(__file__)["names"]
"""The old words of modules, classes, functions, columns and tests, with the words to use."""


def names(path: Path) -> Iterator[str]:
    """Yield what a module names: itself, its classes, functions, arguments, fields and columns."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case ast.Call(func=ast.Name(id="Column"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def parts(name: str) -> list[str]:
    """
    Return the words of a name.

    >>> parts("test_TheOldWords_HTTP")
    ['test', 'the', 'old', 'words', 'http']
    """
    name = re.sub(r"(?i)in_place", "", name)  # as in a list that is not changed in place
    return [word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def test_no_old_word_is_read_by_anybody() -> None:
    sentences = [(each, each.text.casefold()) for each in catalogue()]
    back = [(word, str(each)) for word, old in TEXT.items() for each, low in sentences if re.search(old, low)]
    assert back == [], "an old word is back: say it in another way"


def test_nothing_has_a_name_of_old_words() -> None:
    old = {word: new for words, new in NAMES.items() for word in words.split(", ")}
    modules = sorted((*CHECKOUT.glob("scorer/**/*.py"), *CHECKOUT.glob("tests/**/*.py")))
    any_old = re.compile(f"(?:(?<![A-Za-z])|(?=[A-Z]))(?i:{'|'.join(old)})(?![a-z])")  # to read the others is waste
    modules = [path for path in modules if any_old.search(f"{path.stem} {path.read_text('utf-8')}")]
    back = {
        f"{path.relative_to(CHECKOUT)}: {name}: {old[word]}"
        for path in modules
        for name in names(path)
        for word in parts(name)
        if word in old
    }
    assert sorted(back) == [], "an old word is back: use one of those after it"


def test_the_search_finds_an_old_word_in_a_sentence_and_in_a_name() -> None:
    assert re.search(TEXT["put right"], "it is put at once right")
    assert not re.search(TEXT["stands"], "as it stands: ada by 105")
    assert parts("deskOfNight") == ["desk", "of", "night"]
