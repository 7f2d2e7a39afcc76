"""
List every sentence that a person can read, once, with the first page or command that shows it.

`python -m tests.catalogue` prints the sentences of the templates, the topics and the program: filled in as the first of
the frozen pages shows them, or with `{}` where something is filled in if none does.
"""

import ast
import re
import sys
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, nodes

__all__ = ["Sentence", "catalogue"]

CHECKOUT = Path(__file__).resolve().parent.parent
PAGES = CHECKOUT / "tests" / "pages"
NOT_READ = ("scorer/storage/migrations/", "scorer/storage/schema")
"""What only a database reads."""


@dataclass(frozen=True)
class Sentence:
    """
    A sentence.

    Attributes:
        text: as the page shows it, or as it is written.
        source: file and line.
        page: the first frozen page or command that shows it; empty if none does.
    """

    text: str
    source: str
    page: str = ""

    @property
    def where(self) -> str:
        return self.page or self.source


def _literal(node: ast.expr) -> str | None:
    """Return a string as it is written, with `{}` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    return None


def of_module(path: Path) -> Iterator[Sentence]:
    """Yield the strings of a module that read as words: no docstrings, patterns, single words or lists of names."""
    inside = set[ast.AST]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "split":
            inside.add(node)
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


def of_topic(path: Path) -> Iterator[Sentence]:
    """Yield the paragraphs, rows and points of a topic of the help."""
    blocks = re.split(r"\n\n|\n(?=[-|#])", re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL))
    for block in blocks:
        if re.search(r"[A-Za-z]{2,} +[a-z]{2,}", block):
            yield Sentence(" ".join(block.split()), str(path.relative_to(CHECKOUT)), f"help: {path.stem}")


class Pages:
    """The frozen pages and commands as one text."""

    def __init__(self) -> None:
        files = sorted(PAGES.glob("*.txt"), key=lambda path: (path.stem == "terminal", path.stem))
        texts = [(path.stem, path.read_text("utf-8")) for path in files]
        self.text = "".join(text for _, text in texts)
        self.starts, self.names = [0], [""]
        before = 0
        for stem, text in texts:
            for found in re.finditer(r"^=== (.*)", text, re.MULTILINE):
                self.starts.append(before + found.start())
                self.names.append(f"{stem}: {found[1]}")
            before += len(text)

    def shown(self, sentence: Sentence) -> Sentence:
        """Return a sentence as the first page shows it; as it is where none does."""
        core = re.sub(r"^(\W*\{[^}]*\})+|(\{[^}]*\}\W*)+$", "…", sentence.text.strip())
        pieces = re.split(r"\{[^}]*\}", core.strip("…"))
        longest = max(pieces, key=len)
        pattern = re.compile("([^\n]{0,80}?)".join(map(re.escape, pieces)))
        at = self.text.find(longest)
        while at >= 0:
            start, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
            if found := pattern.search(self.text, start, end):
                text = f"{core[: core[0] == '…']}{found[0]}{core[-1] * (core[-1] == '…')}"
                return Sentence(text, sentence.source, self.names[bisect(self.starts, at) - 1])
            at = self.text.find(longest, end)
        return sentence


@cache
def catalogue() -> tuple[Sentence, ...]:
    """Return every sentence once, in the order of the pages; last those that no frozen page shows."""
    pages, listed = Pages(), dict[str, Sentence]()
    for path in sorted((*CHECKOUT.glob("templates/**/*"), *CHECKOUT.glob("scorer/**/*.py"))):
        if str(path.relative_to(CHECKOUT)).startswith(NOT_READ):
            continue
        found: Iterable[Sentence]
        match path.suffix:
            case ".html":
                found = map(pages.shown, of_template(path))
            case ".py":
                found = map(pages.shown, of_module(path))
            case ".md":
                found = of_topic(path)
            case _:
                continue
        for each in found:
            listed.setdefault(each.text, each)
    order = {name: number for number, name in enumerate(pages.names)}
    return tuple(
        sorted(listed.values(), key=lambda each: (not each.page, order.get(each.page, len(order)), each.source))
    )


def main() -> None:
    """Print the catalogue, each page once."""
    everything = catalogue()
    words = sum(len(each.text.split()) for each in everything)
    sys.stdout.write(f"{len(everything)} sentences, {words} words\n")
    for where, group in groupby(everything, key=lambda each: each.page or each.source.partition(":")[0]):
        lines = "\n".join(each.text for each in group)
        sys.stdout.write(f"\n  {where}\n{lines}\n")


if __name__ == "__main__":
    main()
