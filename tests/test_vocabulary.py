"""
The old words go, and none comes back: english.md's table over all that a person reads and all that has a name.

The number of times that each old word is still found is kept in `vocabulary.toml`, and may only go down:
`VOCABULARY=write` lowers the numbers and never raises one. A word whose number is gone from there is forbidden.
"""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.catalogue import catalogue

CHECKOUT = Path(__file__).resolve().parent.parent
KEPT = Path(__file__).with_suffix("").with_name("vocabulary.toml")

TEXT = {
    "put right": r"\bput(s|ting)?\b[^.;]{0,30}\bright\b",
    "carry out": r"\bcarr(y|ies|ied|ying)\b[^.;]{0,20}\bout\b",
    "bring in": r"\b(bring|brings|brought|bringing)\b[^.;]{0,20}\bin\b",
    "stands": r"(?<!as it )\bstands?\b",
    "told": r"\btold\b",
    "waits": r"\bwaits?\b(?! for a trick)",
    "holds no more": r"\bholds? no more\b",
    "of which": r"\bof which\b",
    "of whom": r"\bof whom\b",
    "so many": r"\bso (many|much)\b",
    "somebody": r"\bsomebody\b",
    "whoever": r"\bwho(ever|soever)\b",
    "anew": r"\b(made again|anew)\b",
    "held against": r"\bheld against\b",
    "told apart": r"\btold apart\b",
    "reckon": r"\breckon(s|ed|ing)?\b(?! nothing)",
    "he": r"\b(he|him|his|himself|she|her|hers|herself)\b",
    "night report": r"\bnight report\b",
    "desk": r"\bthe desk\b",
    "wall": r"\bthe wall\b",
    "evening": r"\bevenings?\b",
    "short way": r"\bshort way\b",
    "candour": r"\bcandour\b",
    "in truth": r"\bin truth\b",
}
"""The old words of pages, errors and commands, each with what finds it."""

NAMES = {
    "place": r"places?|stored|placing",
    "standing": r"standing",
    "told": r"told",
    "stands": r"stands?",
    "kept": r"kept",
    "carry": r"carry|carried|carrying",
    "bring": r"bring|brought|bringing",
    "putting right": r"putting",
    "night": r"night",
    "evening": r"evenings?",
    "circle": r"circles?",
    "wall": r"walls?",
    "mine": r"mine",
    "desk": r"desk",
    "waiting": r"waits?|waiting",
    "derived": r"derived",
    "so many": r"many",
    "somebody": r"somebody|whoever",
    "he": r"he|him|his|she|her",
    "reckon": r"reckon|reckoning",
    "to come": r"come",
    "candour": r"candour|honest",
}
"""The old words of modules, classes, functions, columns and tests, each with what a part of a name may not be."""


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
    return [word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


@cache
def found() -> dict[str, dict[str, list[str]]]:
    """Return where each old word is found, in the text and in the names."""
    sentences = [(f"{each.text} ({each.place})", each.text.casefold()) for part in catalogue() for each in part]
    text = {word: [shown for shown, low in sentences if re.search(TEXT[word], low)] for word in TEXT}
    modules = sorted((*CHECKOUT.glob("scorer/**/*.py"), *CHECKOUT.glob("tests/**/*.py")))
    named = [(f"{path.relative_to(CHECKOUT)}: {name}", parts(name)) for path in modules for name in names(path)]
    return {
        "text": text,
        "names": {
            word: [shown for shown, words in named if any(re.fullmatch(NAMES[word], each) for each in words)]
            for word in NAMES
        },
    }


def kept() -> dict[str, Counter[str]]:
    """Return how often each old word may still be found."""
    numbers = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return {part: Counter(numbers.get(part, {})) for part in ("text", "names")}


def write(numbers: dict[str, Counter[str]]) -> None:
    """Write the numbers that are not zero."""
    lines = []
    for part, counted in numbers.items():
        lines += [f"[{part}]", *(f'"{word}" = {number}' for word, number in sorted(counted.items()) if number), ""]
    KEPT.write_text("\n".join(lines), "utf-8")


@pytest.mark.parametrize("part", ["text", "names"])
def test_no_old_word_is_found_more_often_than_before(part: str) -> None:
    now = {word: len(places) for word, places in found()[part].items()}
    before = kept()
    if os.environ.get("VOCABULARY") == "write":
        lower = {word: min(number, before[part].get(word, 0)) for word, number in now.items()}
        write({**before, part: Counter(lower)})
        before = kept()

    more = {word: found()[part][word] for word, number in now.items() if number > before[part][word]}
    fewer = {word: number for word, number in now.items() if number < before[part][word]}

    assert more == {}, "an old word is back; say it in another way"
    assert fewer == {}, "fewer are left: lower the numbers with VOCABULARY=write"


def test_the_search_finds_an_old_word_in_a_sentence_and_in_a_name() -> None:
    assert re.search(TEXT["put right"], "it is put at once right")
    assert not re.search(TEXT["stands"], "as it stands: ada by 105")
    assert parts("deskOfNight") == ["desk", "of", "night"]
