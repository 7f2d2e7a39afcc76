"""
Everything that a person can read: pages, commands, errors, the topics of the help, and the rules and laws.

`python -m tests.catalogue` prints it, each line once: as a frozen page shows it, and then what is written in the
program, with `{}` where something is filled in.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jinja2 import Environment, nodes

__all__ = ["CHECKOUT", "catalogue", "parse_template", "written"]

CHECKOUT = Path(__file__).resolve().parent.parent
NOT_READ = ("scorer/storage/migrations/", "scorer/storage/schema", "scorer/service/club/rehearsal.toml")
"""What only a database reads, and invented names."""

WORD = re.compile(r"[^\W\d_]{2}")
WORDS = re.compile(r"[^\W\d_]{2,}[,;:.]?[\s-]+\(?[a-z]{2,}")
LABEL = re.compile(r"[A-Z][a-zé’]+")
CODE = re.compile(
    r"^(\S+=\S+ ?)+$|^\{%|^[a-z_]+( [a-z]*_[a-z_]*)+|^[a-z]+( [a-z]+)* [a-z]+_[a-z_ ]+$"
    r"|\\|\bSELECT\b|\bINTO\b|PRAGMA|[a-z]+/[a-z]+;"
)

# What is written


def _literal(node: ast.expr) -> str | None:
    """Return a string as it is written, with `{}` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    return None


def _of_module(text: str) -> Iterator[str]:
    """Yield the strings of a module that are no lists of names, and of its docstrings those that a command prints."""
    inside = set[ast.AST]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(each) for each in node.decorator_list):
            yield from (" ".join(each.split()) for each in (ast.get_docstring(node) or "").split("\n\n"))
        if isinstance(node, ast.Attribute) and node.attr == "split":
            inside.add(node)
        if isinstance(node, ast.JoinedStr | ast.Expr) or node in inside:
            inside.update(ast.iter_child_nodes(node))
        literal = _literal(node) if isinstance(node, ast.expr) and node not in inside else None
        yield from (literal or "").splitlines()


parse_template = cache(Environment(extensions=["jinja2.ext.do"], autoescape=False).parse)


def _of_template(text: str) -> Iterator[str]:
    """Yield the words between the tags of a template, its labels, and the strings of its expressions."""
    tree = parse_template(text)
    for output in tree.find_all(nodes.Output):
        written = "".join(each.data if isinstance(each, nodes.TemplateData) else "{}" for each in output.nodes)
        yield from re.findall(r'(?:aria-label|alt|placeholder|content)="([^"]+)"', written)
        for piece in re.split(r"<[^>]*>|^[^<]*>|<[^>]*$|\n\n|\n(?=\{\})", written):
            yield " ".join(piece.split())
    yield from (each.value for each in tree.find_all(nodes.Const) if isinstance(each.value, str))


def _of_script(text: str) -> Iterator[str]:
    for found in re.finditer(r'"([^"\n]+)"|`([^`\n]+)`', re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)):
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


def _written() -> Iterator[str]:
    files = (CHECKOUT.glob(f"{each}/**/*") for each in ("templates", "scorer", "static/js"))
    for path in sorted(path for each in files for path in each if path.is_file()):
        name = str(path.relative_to(CHECKOUT))
        reader = READERS.get(path.suffix)
        if path.suffix == ".txt":
            reader = _of_template if name.startswith("templates") else _of_topic
        if reader is None or name.startswith(NOT_READ):
            continue
        for text in reader(path.read_text("utf-8")):
            is_label = LABEL.fullmatch(text) or (path.suffix not in (".py", ".toml", ".js") and WORD.search(text))
            if (WORDS.search(text) or is_label) and not CODE.search(text):
                yield text.strip()


# What is shown


def _units(line: str) -> list[str]:
    """
    Split a line of a frozen page into what is read apart, without the addresses, names and limits that nobody reads.

    >>> _units("Code [code: (maxlength=20)] <Open | step=open> [Home](/) [New: *Six deals=6; Four=4]")
    ['Code (code:)', '<Open>', '[Home]', '(New: *Six deals', 'Four)']
    """
    line = re.sub(r"\[([^][]*)\]\([^()]*(?:\([^)]*\))?[^()]*\)", r"‹\1›", line)
    line = re.sub(r" ?\([a-z-]+(?:=[^()]*)?(?:, [a-z-]+(?:=[^(),]*)?)*\)(?=[]|)>\s]|$)", "", line)
    line = re.sub(r" \| [a-z_]+=[^<>]*>", ">", line)
    line = re.sub(r"(?<=[^\s;])=[^];<>]*(?=[;\]])", "", line)
    line = line.translate(str.maketrans("[]‹›", "()[]"))
    return [each.strip() for each in re.split(r"(?<=[])>]) ?(?=[<[(])|; (?=[^()]*\))|\| ?| / ", line)]


def _frozen() -> Iterator[str]:
    for path in sorted(CHECKOUT.glob("tests/*/*.txt")):
        is_page = path.parent.name == "pages" and path.stem != "terminal"
        for line in path.read_text("utf-8").splitlines():
            if not line.startswith(("=== ", "{")):
                yield from _units(line) if is_page else [line]


@cache
def written() -> frozenset[str]:
    return frozenset(_written())


def catalogue() -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_frozen(), *sorted(written()))))


if __name__ == "__main__":
    print(*catalogue(), sep="\n")
