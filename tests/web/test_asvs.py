"""The table of OWASP ASVS 5.0: every item of the levels 1 and 2 is in it, and every test that it names exists."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DANGEROUS: dict[str, set[str]] = {
    "ctypes marshal pickle shelve smtplib subprocess telnetlib xml": {"cli.bench"},  # which starts the server it times
    "http.client requests urllib.request": {"cli.bench", "service.book"},  # and who sends heads where its keeper says
    "random": {"service.club.rehearsal"},  # makes parties that nobody played
}
"""What could run, read or ask what a visitor sent, or be guessed, and the modules that use it all the same."""

NOT_WRITTEN_HERE = {
    "web.phone",  # finds the route of a page, by patterns of the program
    "service.club.credentials",  # finds common words, each escaped
}
"""The modules whose regular expressions are made when they run."""

TESTS = Path(__file__).parent.parent
TABLE: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("asvs.toml").read_text("utf-8"))
ITEMS: dict[str, int] = TABLE.pop("items")


def modules() -> Iterator[tuple[str, ast.Module]]:
    root = TESTS.parent / "scorer"
    for path in sorted(root.rglob("*.py")):
        yield ".".join(path.relative_to(root).with_suffix("").parts), ast.parse(path.read_text("utf-8"))


def test_nothing_is_used_that_could_run_or_fetch_what_a_visitor_sent() -> None:
    allowed = {name: where for names, where in DANGEROUS.items() for name in names.split()}
    found, patterns = set[tuple[str, str]](), set[str]()
    for module, tree in modules():
        for node in ast.walk(tree):
            match node:
                case ast.Import(names):
                    used = [each.name for each in names]
                case ast.ImportFrom(str(name), names):
                    used = [name, *(f"{name}.{each.name}" for each in names)]
                case ast.Call(ast.Name("eval" | "exec" | "compile" as name)):
                    used = [f"{name}()"]
                case ast.Call(ast.Attribute(ast.Name("re")), [ast.Name() | ast.Call(), *_]):
                    used = []
                    patterns.add(module)
                case _:
                    continue
            found |= {
                (module, each)
                for each in used
                if each.split(".")[0] + "()" in allowed or each in allowed or each.endswith("()")
            }
    assert {(module, name) for module, name in found if module not in allowed.get(name, set())} == set()
    assert {module for module, _ in found} == set().union(*DANGEROUS.values()), "each exception is one"
    assert patterns == NOT_WRITTEN_HERE
    templates = [path.read_text("utf-8") for path in (TESTS.parent / "templates").rglob("*.*")]
    assert len(templates) > 60
    assert [each for each in templates if re.search(r"\|\s*safe\b|autoescape", each)] == []


def test_every_test_that_is_named_exists() -> None:
    for number, (_, *tests) in TABLE["met"].items():
        assert tests, f"{number} is held by no test"
        for each in tests:
            path, name = each.split("::")
            assert re.search(rf"^def {name}\(", (TESTS / path).read_text("utf-8"), re.M), f"{number}: {each}"


def test_every_item_is_in_the_table_once_by_itself_or_with_its_section_or_chapter() -> None:
    written = Counter(number for items in TABLE.values() for number in items)
    asked = {f"{section}.{number}": section for section, most in ITEMS.items() for number in range(1, most + 1)}
    used = [
        [each for each in (item, section, section.split(".")[0]) if each in written] for item, section in asked.items()
    ]
    assert [item for item, found in zip(asked, used, strict=True) if len(found) != 1] == []
    assert {each for found in used for each in found} == set(written)
    assert set(written.values()) == {1}
    assert {section.split(".")[0] for section in ITEMS} == {str(chapter) for chapter in range(1, 18)}
