"""
List every sentence that a person can read, with the first place it was seen in.

`python -m tests.catalogue` prints the sentences of the frozen pages and commands, each once: two that differ
only in names and numbers are one. Then come those that no frozen page shows, by template and module; what is
written in `{}` is filled in when they are shown.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, nodes

from scorer.rules.words import NUMBERS, TENS

__all__ = ["Sentence", "catalogue"]

CHECKOUT = Path(__file__).resolve().parent.parent
PAGES = CHECKOUT / "tests" / "pages"
QUOTED = ("scorer/rules/laws/", "scorer/storage/migrations/", "scorer/storage/schema/")
"""Cavendish's own words, and what only a database reads."""

NAMES = (
    "Adelaide|Bénédicte|Çağla|Dmitri|Ἑλένη|Fay O’Hara|Gwen <i>|小林|Ada|Ben|Bea|Cem|Dora|Ann|Zoe|D\\.|"
    "Winter|Cup|Open|Past|Circle|Walked over|Turf Club|elder|younger|third|fourth"
)
VARIES = re.compile(
    rf"\b({'|'.join(word for word in (*NUMBERS, *TENS) if word)}|first|second|third)\b|[+−-]?\d+|{NAMES}|\{{[^}}]*\}}|"
    r"[♠♥♦♣]|\b(ace|king|queen|knave|spade|heart|diamond|club)s?\b"
)
"""What two sentences that are one may differ in."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and where it is: a page, a command or a line of the source."""

    text: str
    place: str


def same(text: str) -> str:
    """Return what two sentences that differ only in names and numbers have in common."""
    return re.sub(r"(\{\}\W*)+", "{}", VARIES.sub("{}", text)).strip()


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line of a frozen page without its marks."""
    if line.startswith(('{"', "as ", "exit status", "  Aloud:")) or "div: (data-aloud" in line:
        return
    line = line.replace("Gwen <i>", "Gwen")
    line = re.sub(r"\]\([^()]*\)", "] ", line)  # where links lead
    line = re.sub(r" \| [\w ]+=[^>]*>", ">", line)  # what keys post
    line = re.sub(r" \((?:[\w-]+(?:=[^()]*)?(?:, )?)+\)(?=\]|$)", "", line)  # the limits of fields
    line = re.sub(r"\[\w+=[^\]]*\]", "", line)  # hidden fields
    line = re.sub(r"=[^;\]]*(?=[;\]])", "", line)  # the values of options
    line = re.sub(r"[\w.-]+: ?(?=\*|[^\]]*;)", "", line) if ";" in line and "[" in line else line
    line = re.sub(r"^(form (get|post) .*|[\w]+: (?=\w)|#+ |- |: |=== .*|as .*|status \d+|to /.*)", "", line)
    for part in re.split(r" \| |^\| | / |[\[\]<>;]|(?<=[.!?]) (?=[A-ZÀ-Ý“])", line):
        text = part.strip(" *")
        field = re.fullmatch(r"\w+:|[a-z]+_[a-z_]+: .*|[\w-]+=\S*", text)
        if re.search(r"[A-Za-z]{2}", text) and not field and text not in quoted():
            yield text


@cache
def quoted() -> str:
    """Return the laws that are quoted, as one text."""
    modules = sorted((CHECKOUT / "scorer/rules/laws").glob("*.py"))
    nodes_ = (node for path in modules for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return " ".join(node.value for node in nodes_ if isinstance(node, ast.Constant) and isinstance(node.value, str))


def frozen() -> Iterator[Sentence]:
    """Yield the sentences of the frozen pages and commands, each where it is seen first."""
    seen = set[str]()
    for path in sorted(PAGES.glob("*.txt"), key=lambda path: (path.stem == "terminal", path.stem)):
        place = ""
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("=== "):
                place = f"{path.stem}: {line[4:]}"
            for text in sentences(line):
                if same(text) not in seen:
                    seen.add(same(text))
                    yield Sentence(text, place)


def _literal(node: ast.expr) -> str | None:
    """Return a string as it is written, with `{}` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    return None


def of_module(path: Path) -> Iterator[Sentence]:
    """Yield the strings of a module that read as words: no docstrings, no patterns, no single words."""
    inside = set[ast.AST]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.JoinedStr | ast.Expr) or node in inside:
                inside.add(child)
        text = _literal(node) if isinstance(node, ast.expr) and node not in inside else None
        if text and re.search(r"[a-z]{2,},? [a-z]{2,}", text) and not re.search(r"\\|\bSELECT\b|\bINTO\b|PRAGMA", text):
            where = f"{path.relative_to(CHECKOUT)}:{node.lineno}"  # type: ignore[attr-defined]
            yield from (Sentence(each, where) for each in text.splitlines() if re.search(r"[a-z]{2}", each))


def of_template(path: Path) -> Iterator[Sentence]:
    """Yield the words between the tags of a template, and its labels."""
    tree = Environment(extensions=["jinja2.ext.do"], autoescape=False).parse(path.read_text("utf-8"))
    for output in tree.find_all(nodes.Output):
        written = "".join(each.data if isinstance(each, nodes.TemplateData) else "{}" for each in output.nodes)
        labels = re.findall(r'(?:aria-label|alt|placeholder)="([^"]+)"', written)
        for text in (*re.split(r"<[^>]*>|^[^<]*>|<[^>]*$", written), *labels):
            if re.search(r"[A-Za-z]{2,} +[a-z]{2,}", text):
                yield Sentence(" ".join(text.split()), f"{path.relative_to(CHECKOUT)}:{output.lineno}")


def unseen(shown: str) -> Iterator[Sentence]:
    """Yield what is written in templates and modules of which no part is in *shown*."""
    listed = set[str]()
    for path in sorted((*CHECKOUT.glob("templates/**/*.html"), *CHECKOUT.glob("scorer/**/*.py"))):
        if str(path.relative_to(CHECKOUT)).startswith(QUOTED):
            continue
        for each in of_template(path) if path.suffix == ".html" else of_module(path):
            longest = max(re.split(r"\{[^}]*\}", each.text), key=len).strip()
            if " ".join(longest.split()) not in shown and each.text not in listed:
                listed.add(each.text)
                yield each


@cache
def catalogue() -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Return the sentences that the frozen pages show, and those that are written and not shown there."""
    text = " ".join(path.read_text("utf-8") for path in sorted(PAGES.glob("*.txt")))
    return tuple(frozen()), tuple(unseen(" ".join(text.split())))


def main() -> None:
    """Print the catalogue, each place once."""
    shown, others = catalogue()
    for heading, listed in (("Seen on the frozen pages", shown), ("Written, and on no frozen page", others)):
        words = sum(len(each.text.split()) for each in listed)
        sys.stdout.write(f"\n{heading}: {len(listed)} sentences, {words} words\n")
        for place, group in groupby(listed, key=lambda each: each.place):
            lines = "\n".join(each.text for each in group)
            sys.stdout.write(f"\n  {place}\n{lines}\n")


if __name__ == "__main__":
    main()
