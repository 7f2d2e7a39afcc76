"""The table of OWASP ASVS 5.0: every item of the levels 1 and 2 is in it, and every test that it names exists."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent
TABLE: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("asvs.toml").read_text("utf-8"))
ITEMS: dict[str, int] = TABLE.pop("items")


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
