"""
List everything that a person can read, once: the messages of the game, pages, commands, errors, the
topics of the help, and the rules and laws.

`python -m tests.catalogue [PART...]` prints these parts, or all, each with its number of words. A
message is printed with its placeholders, and then with examples in them. Any other line is printed
as a frozen page shows it; what none shows is printed as it is written, with `{}` where something is
filled in.
"""

import ast
import pkgutil
import re
import sys
import tomllib
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, nodes

from scorer import cli, rules, service, table, web
from scorer.rules.messages import Text
from tests.examples import example

__all__ = [
    "CHECKOUT",
    "Line",
    "catalogue",
    "every_text",
    "frozen",
    "keys",
    "nodes_of",
    "parse_template",
]

CHECKOUT = Path(__file__).resolve().parent.parent
PARTS = {
    "pages": "tests/pages/*.txt",
    "commands": "tests/pages/terminal.txt",
    "errors": "tests/*/*.txt",
    "topics": "templates/topics/*.md",
    "rules": "scorer/rules/*.t*",
}
WORDS_A_MINUTE = 250
NOT_READ = (
    "scorer/storage/migrations/",
    "scorer/storage/schema",
    "scorer/service/club/transfer/rehearsal.toml",
)
"""What only a database reads, and invented names."""

WORD = re.compile(r"[^\W\d_]{2}")
PLACEHOLDER = re.compile(r"\{[^}]*\}")
WORDS = re.compile(r"[^\W\d_]{2,}[,;:.]?[\s-]+\(?[a-z]{2,}")
LABEL = re.compile(r"[A-Z][a-zé’]+")
CODE = re.compile(
    r"^(\S+=\S+ ?)+$|^\{%|^[a-z_]+( [a-z]*_[a-z_]*)+|^[a-z]+( [a-z]+)* [a-z]+_[a-z_ ]+$"
    r"|\\|\bSELECT\b|\bINTO\b|\bSHOW "
    r"[a-z_]+$|PRAGMA|[a-z]+/[a-z]+;|^/\S|^(hx|aria|data)-|(^|\s|:is\(|\()\[[a-z-]+\]"
    r"|^import |\b(default|script)-src\b|^frame-ancestors|\bno-(cache|store)\b|\bmax-age="
    r"|\b(TABLE|VACUUM)\b|\block_timeout|^__|^x-|^-//|^@|\}@"
)
CLASSES = {
    name
    for path in CHECKOUT.glob("static/css/*")
    for name in re.findall(r"\.([a-z][\w-]*)", path.read_text())
}
"""Of the pages: what is written in nothing else is not read."""


@dataclass(frozen=True)
class Line:
    """A text as a page shows it, or as it is written;
    the first frozen page that shows it, or its file.
    """

    text: str
    where: str
    part: str


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return the nodes of a module, which several tests read."""
    return tuple(ast.walk(ast.parse(source)))


def _literal(node: ast.expr) -> str | None:
    """Return a string as it is written, with `{}` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values
        )
    return None


def _of_module(text: str) -> Iterator[str]:
    """Yield the strings of a module that are no lists of names,
    and of its docstrings those that a command prints.
    """
    inside = set[ast.AST]()
    for node in nodes_of(text):
        if isinstance(node, ast.FunctionDef) and any(
            "command" in ast.unparse(each) for each in node.decorator_list
        ):
            yield from (
                " ".join(each.split()) for each in (ast.get_docstring(node) or "").split("\n\n")
            )
        if isinstance(node, ast.Attribute) and node.attr == "split":
            inside.add(node)
        documents = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if documents or isinstance(node, ast.JoinedStr) or node in inside:
            inside.update(ast.iter_child_nodes(node))
        literal = _literal(node) if isinstance(node, ast.expr) and node not in inside else None
        yield from (literal or "").splitlines()


parse_template = cache(
    Environment(extensions=["jinja2.ext.do", "jinja2.ext.i18n"], autoescape=False).parse
)


def _of_template(text: str) -> Iterator[str]:
    """Yield the words between the tags of a template, its labels,
    and the strings of its expressions.
    """
    tree = parse_template(text)
    for output in tree.find_all(nodes.Output):
        written = "".join(
            each.data if isinstance(each, nodes.TemplateData) else "{}" for each in output.nodes
        )
        yield from re.findall(r'(?:aria-label|alt|placeholder|content)="([^"]+)"', written)
        for piece in re.split(r"<[^>]*>|^[^<]*>|<[^>]*$|\n\n|\n(?=\{\})", written):
            yield " ".join(piece.split())
    for each in tree.find_all(nodes.Const):
        if isinstance(each.value, str):
            passage = re.sub(r"%\(\w+\)s", "{}", each.value)
            for piece in re.split(r"<[^>]*>", passage):
                yield " ".join(piece.split())


def _of_script(text: str) -> Iterator[str]:
    for found in re.finditer(
        r'"([^"\n]+)"|`([^`\n]+)`', re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)
    ):
        yield re.sub(r"\$\{[^}]*\}", "{}", found[1] or found[2])


def _of_table(text: str) -> Iterator[str]:
    """Yield the keys and the strings of a file of TOML that read as words."""
    waiting: list[object] = [tomllib.loads(text)]
    for each in waiting:
        if isinstance(each, dict):
            waiting += [*each, *each.values()]
        elif isinstance(each, str):
            yield " ".join(each.split())


def _of_topic(text: str) -> Iterator[str]:
    """Yield the paragraphs, rows and points of a topic, or the laws of a file of them."""
    for block in re.split(r"\n\n|\n(?=[-|#\[])", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield " ".join(block.split())


READERS = {
    ".html": _of_template,
    ".svg": _of_template,
    ".xml": _of_template,
    ".py": _of_module,
    ".js": _of_script,
    ".toml": _of_table,
    ".md": _of_topic,
}


def _written() -> Iterator[tuple[str, str]]:
    """Yield everything that is written to be read, with its file."""
    files = (CHECKOUT.glob(f"{each}/**/*") for each in ("templates", "scorer", "static/js"))
    for path in sorted(path for each in files for path in each if path.is_file()):
        name = str(path.relative_to(CHECKOUT))
        reader = READERS.get(path.suffix)
        if path.suffix == ".txt":
            reader = _of_template if name.startswith("templates") else _of_topic
        if reader is None or name.startswith(NOT_READ):
            continue
        for text in reader(path.read_text("utf-8")):
            if not WORD.search(PLACEHOLDER.sub("", text)):
                continue  # all of it is filled in
            is_label = LABEL.fullmatch(text) or (
                path.suffix not in (".py", ".toml", ".js") and WORD.search(text)
            )
            if (
                (WORDS.search(text) or is_label)
                and not CODE.search(text)
                and not CLASSES.issuperset(text.split())
            ):
                yield text.strip(), name


def keys(line: str) -> list[str]:
    """Return the heading or the keys of a unit of a frozen page.

    >>> keys("## Exports"), keys("<main! Undo> or [Next deal]")
    (['Exports'], ['Undo', 'Next deal'])
    """
    heading = re.fullmatch(r"#+ (?:[a-z]+! )*(.*)", line)
    return [heading[1]] if heading else re.findall(r"[<[](?:[a-z]+! )*([^]<>[]+)[]>]", line)


def words_of(*texts: str) -> set[str]:
    return {word.casefold() for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}


def _units(line: str) -> list[str]:
    """Split a line of a frozen page into what is read apart, without the addresses, names and
    limits that nobody reads.

    >>> form = "Code [code: (maxlength=20)] <Open | step=open>"
    >>> page = f"{form} [Home](/) [New: *Six deals=6; Four=4]"
    >>> _units(page)
    ['Code (code:)', '<Open>', '[Home]', '(New: *Six deals', 'Four)']
    """
    line = re.sub(r"\[([^][]*)\]\([^()]*(?:\([^)]*\))?[^()]*\)", r"‹\1›", line)
    line = re.sub(r" ?\([a-z-]+(?:=[^()]*)?(?:, [a-z-]+(?:=[^(),]*)?)*\)(?=[]|)>\s]|$)", "", line)
    line = re.sub(r" \| [a-z_]+=[^<>]*>", ">", line)
    line = re.sub(r"(?<=[^\s;])=[^];<>]*(?=[;\]])", "", line)
    line = line.translate(str.maketrans("[]‹›", "()[]"))
    return [
        each.strip() for each in re.split(r"(?<=[])>]) ?(?=[<[(])|; (?=[^()]*\))|\| ?| / ", line)
    ]


class Frozen:
    """The frozen pages, commands and errors as one text, each unit once."""

    def __init__(self) -> None:
        files = {
            path: part
            for part in ("errors", "pages", "commands")
            for path in CHECKOUT.glob(PARTS[part])
        }
        self.starts = [0]
        self.names = [("", "errors")]
        units = dict[str, None]()
        length = 0
        for path, part in sorted(
            files.items(), key=lambda item: (list(PARTS).index(item[1]), item[0])
        ):
            where = str(path.relative_to(CHECKOUT))
            of = part
            for line in path.read_text("utf-8").splitlines():
                if line.startswith("=== "):
                    where = f"{path.stem}: {line[4:]}"
                    of = (
                        "topics"
                        if re.search(r"/help/|/rules/|scorer help|scorer rules", line)
                        else part
                    )
                if line.startswith(("=== ", "{")):
                    continue
                if self.names[-1] != (where, of):
                    self.starts.append(length)
                    self.names.append((where, of))
                for unit in _units(line) if part == "pages" else [line]:
                    if unit not in units:
                        units[unit] = None
                        length += len(unit) + 1
        self.text = "".join(f"{each}\n" for each in units)

    def shown(self, text: str, chosen: set[int]) -> int | None:
        """Return where a unit begins that shows a text:
        one of *chosen* if it can be, else the shortest.
        """
        pieces = [re.sub(r"^\W+$", "", each) for each in re.split(r"\{[^}]*\}|%[a-z]", text)]
        longest = max(pieces, key=len)
        best = None
        shortest = 10_000
        at = self.text.find(longest)
        if at < 0:
            return None
        begin, over = (r"\b" * bool(WORD.match(each)) for each in (text, text[::-1]))
        pattern = re.compile(begin + "[^\n]{0,80}?".join(map(re.escape, pieces)) + over)
        while at >= 0:
            start = self.text.rfind("\n", 0, at) + 1
            end = self.text.find("\n", at)
            if pattern.search(self.text, start, end):
                if start in chosen:
                    return start
                if end - start < shortest:
                    best = start
                    shortest = end - start
            at = self.text.find(longest, end)
        return best

    def line(self, start: int) -> Line:
        where, part = self.names[bisect(self.starts, start) - 1]
        return Line(self.text[start : self.text.find("\n", start)], where, part)


frozen = cache(Frozen)


@cache
def catalogue() -> tuple[Line, ...]:
    """Return every line once, by parts and in the order of the pages;
    last in each those that no frozen page shows.
    """
    shown = frozen()
    chosen = set[int]()
    rest = dict[str, Line]()
    of = {
        str(path.relative_to(CHECKOUT)): part
        for part in ("topics", "rules")
        for path in CHECKOUT.glob(PARTS[part])
    }
    for text, name in _written():
        if name in of:
            rest.setdefault(text, Line(text, name, of[name]))
        elif (start := shown.shown(text, chosen)) is not None:
            chosen.add(start)
        elif WORDS.search(text):
            part = "commands" if name.startswith(("scorer/cli/", "scorer/__main__")) else "errors"
            rest.setdefault(text, Line(text, name, part))
    listed = words_of(*(shown.line(start).text for start in chosen), *rest)
    at = 0
    for unit in shown.text.splitlines():  # and every heading and key that has another word
        if new := words_of(*keys(unit)) - listed:
            chosen.add(at)
            listed |= new
        at += len(unit) + 1
    lines = (*map(shown.line, sorted(chosen)), *rest.values())
    return tuple(sorted(lines, key=lambda each: list(PARTS).index(each.part)))


# Messages


@cache
def every_text() -> tuple[Text, ...]:
    """Return the texts of all messages, by the modules that have them."""
    for package in (rules, table, service, web, cli):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    subjects = [each for each in Text.__subclasses__() if each.__module__.startswith("scorer.")]
    subjects.sort(key=lambda each: each.__module__)
    return tuple(text for subject in subjects for text in subject)


def print_messages() -> None:
    """Print each text with its placeholders, and an example where it has some."""
    texts = every_text()
    sys.stdout.write(f"\nmessages: {len(texts)}\n")
    for subject, group in groupby(texts, key=type):
        sys.stdout.write(f"\n  {subject.__module__}.{subject.__name__}\n")
        for text in group:
            sys.stdout.write(f"{text.name}: {text.value}\n")
            if text.placeholders:
                sys.stdout.write(f"    {example(text)}\n")


def main() -> None:
    """Print the catalogue, each page once."""
    if not sys.argv[1:] or "messages" in sys.argv:
        print_messages()
    for part, lines in groupby(catalogue(), key=lambda each: each.part):
        if part not in (sys.argv[1:] or PARTS):
            continue
        texts = list(lines)
        words = sum(len(re.findall(r"[^\W\d_][^\s]*", each.text)) for each in texts)
        sys.stdout.write(f"\n{part}: {words:,} words, {round(words / WORDS_A_MINUTE)} minutes\n")
        for where, group in groupby(texts, key=lambda each: each.where):
            sys.stdout.write("\n".join(("", f"  {where}", *(each.text for each in group), "")))


if __name__ == "__main__":
    main()
