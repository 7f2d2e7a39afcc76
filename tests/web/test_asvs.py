"""The table of OWASP ASVS 5.0: every item of the levels 1 and 2 is in it,
and every test that it names exists.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from scorer.ledger import chain
from scorer.rules.notation import format_statement
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties, new_token
from scorer.web import create_app
from tests.catalogue import nodes_of
from tests.web.conftest import Phone

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads all modules, once

TESTS = Path(__file__).parent.parent
TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("asvs.toml").read_text("utf-8")
)
ITEMS: dict[str, list[int]] = TABLE.pop("items")
DANGEROUS, PATTERNS, FORMATS = (TABLE.pop(name) for name in ("dangerous", "patterns", "formats"))


def modules() -> Iterator[tuple[str, tuple[ast.AST, ...]]]:
    root = TESTS.parent / "scorer"
    for path in sorted(root.rglob("*.py")):
        yield (
            ".".join(path.relative_to(root).with_suffix("").parts),
            nodes_of(path.read_text("utf-8")),
        )


def test_nothing_is_used_that_could_run_or_fetch_what_a_visitor_sent() -> None:
    allowed = {name: {*where} for names, where in DANGEROUS.items() for name in names.split()}
    found = set[tuple[str, str]]()
    patterns = set[str]()
    for module, nodes in modules():
        for node in nodes:
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
            parts = {part for each in used for part in (each, each.partition(".")[0])}
            found |= {(module, part) for part in parts if part in allowed or part.endswith("()")}
    assert {
        (module, name) for module, name in found if module not in allowed.get(name, set())
    } == set()
    assert {module for module, _ in found} == set().union(*allowed.values()), (
        "each exception is one"
    )
    assert patterns == {*PATTERNS}
    templates = [path.read_text("utf-8") for path in (TESTS.parent / "templates").rglob("*.*")]
    assert len(templates) > 60
    assert [each for each in templates if re.search(r"\|\s*safe\b|autoescape", each)] == []


def test_no_format_is_made_of_what_is_typed() -> None:
    """Each is a text of the program, or has a name in capitals."""
    found = set()
    for module, nodes in modules():
        for node in nodes:
            match node:
                case ast.Call(
                    ast.Attribute(
                        ast.Constant() | ast.Call(ast.Name("Markup"), [ast.Constant()]), "format"
                    )
                ):
                    pass
                case ast.Call(ast.Attribute(ast.Name(name), "format")) if name.isupper():
                    pass
                case ast.Call(ast.Attribute(attr="format" | "format_map")):
                    found.add(module)
    assert found == {*FORMATS}


def test_scripts_compare_strictly_and_set_no_property_by_a_name_that_is_sent() -> None:
    scripts = {
        path.name: path.read_text("utf-8") for path in (TESTS.parent / "static" / "js").glob("*.js")
    }
    assert {"offline.js", "own.js"} <= set(scripts)
    loose = re.compile(
        r"[^=!<>]==[^=]|!=[^=]|\w\[[^\]'\"`]+\] *=[^=]|__proto__|setPrototypeOf|for \(\w+ \w+ in "
    )
    assert {name: found for name, text in scripts.items() if (found := loose.findall(text))} == {}
    assert (
        tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"][
            "strict"
        ]
        is True
    )


def test_what_is_drawn_signed_or_chained_has_128_bits_or_more(phone: Phone) -> None:
    phone.open()
    for drawn in (new_token(), phone.cookie.value.rsplit(".", 1)[1]):
        assert len(drawn) * 6 >= 128
    assert len(bytes.fromhex(chain.digest("a line"))) == 32


def test_under_flask_debug_an_error_is_answered_with_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    parties = open_parties(tmp_path)
    app = create_app(parties, b"a key that signs" * 2)
    monkeypatch.setattr(Parties, "sheet", Mock(side_effect=RuntimeError("inside")))
    answer = app.test_client().get("/p/222222/")
    assert answer.status_code == 500
    assert ("inside" in answer.text) is False
    assert ("Traceback" in answer.text) is False
    parties.engine.dispose()


def test_a_field_that_a_form_does_not_ask_for_changes_nothing(
    phone: Phone, parties: Parties, code: str
) -> None:
    other = phone.open()
    page = phone.table(code)
    address, form = page.form(page.said()["E exchange 5; Y exchange 3"])
    more = {
        "code": other,
        "partie_id": "2",
        "id": "9",
        "role": "director",
        "text": "E point 8",
        "recorded_at": "2000",
    }
    assert phone.post(address, {**form, **more}).status == 303
    recorded = [
        [format_statement(each) for each in parties.sheet(each).log(0)] for each in (code, other)
    ]
    assert recorded == [["E exchange 5", "Y exchange 3"], []]
    assert parties.sheet(code).names == ("Ada", "Bea")
    assert phone.get(f"/p/{code}/").status == 200


def test_every_test_that_is_named_exists() -> None:
    for number, (_, *tests) in TABLE["met"].items():
        assert tests, f"{number} is held by no test"
        for each in tests:
            path, name = each.split("::")
            assert re.search(rf"^def {name}\(", (TESTS / path).read_text("utf-8"), re.M), (
                f"{number}: {each}"
            )


def test_every_item_is_in_the_table_once_by_itself_or_with_its_section_or_chapter() -> None:
    written = Counter(number for items in TABLE.values() for number in items)
    asked = [
        (f"{chapter}.{section}.{item}", f"{chapter}.{section}", chapter)
        for chapter, sections in ITEMS.items()
        for section, most in enumerate(sections, 1)
        for item in range(1, most + 1)
    ]
    used = [[each for each in wider if each in written] for wider in asked]
    assert [item for (item, *_), found in zip(asked, used, strict=True) if len(found) != 1] == []
    assert {each for found in used for each in found} == set(written)
    assert set(written.values()) == {1}
    assert list(ITEMS) == [str(chapter) for chapter in range(1, 18)]
