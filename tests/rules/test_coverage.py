"""The rows of `tests/vectors/rows.toml`: each names what implements it, and is shown by a fact or a test."""

import re
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import scorer
from scorer.rules.company import ChouetteTerms, CompanyPartie, Lineup, PoolTerms, RoundTableTerms
from scorer.rules.ruleset import DOCUMENTARY, RULE_FIELDS, Ruleset
from scorer.rules.seats import BySeat
from scorer.rules.statements import Statement
from tests.published import published

ROWS: dict[str, str] = published("rows")["rows"]
NAMED = {row: re.findall(r"`([^`]+)`", text) for row, text in ROWS.items()}
FIELDS = {rule.name for rule in RULE_FIELDS}

WITHOUT_A_ROW = {
    "discard_consulted": "a custom of the presets that scores nothing (Cavendish, Law 45)",
    "unproved_denial": "of the Laws of Piquet au Cent alone, where elder reckons what was denied for nothing",
}
"""The fields that no row names, and why."""

OTHER_NAMES = {kind.__name__ for kind in (*get_args(Statement), BySeat, ChouetteTerms, Lineup, CompanyPartie)}
OTHER_NAMES |= {
    f"{kind.__name__}.{each.name}" for kind in (ChouetteTerms, PoolTerms, RoundTableTerms) for each in fields(kind)
}


def test_a_row_names_what_exists_or_says_why_not() -> None:
    assert {name for names in NAMED.values() for name in names} - FIELDS - OTHER_NAMES == set()
    assert [row for row, text in ROWS.items() if not NAMED[row] and len(text.split()) < 5] == []


def test_every_field_has_a_row_or_a_reason_to_have_none() -> None:
    assert FIELDS - {name for names in NAMED.values() for name in names} == set(WITHOUT_A_ROW)


def test_every_row_is_shown_by_facts_or_a_test_unless_it_is_refused_or_documentary() -> None:
    with_facts = {row for heading in published("coverage") for row in heading.split(", ")} - {"Companies in words"}
    tested = published("rows")["shown_by"]
    left_aside = {row for row, names in NAMED.items() if names and set(names) <= set(DOCUMENTARY)}
    left_aside |= {row for row, text in ROWS.items() if text.startswith("refused")}
    assert set(ROWS) - with_facts - set(tested) - left_aside == set()
    assert (with_facts | set(tested)) - set(ROWS) == set()
    for test in tested.values():
        path, name = test.split(": ")
        assert f"def {name}(" in (Path(__file__).parent / path).read_text("utf-8"), test


def rules_read() -> set[str]:
    """Return every name that code of `scorer` reads of something that it calls rules."""
    found = set()
    for path in Path(scorer.__file__).parent.rglob("*.py"):
        of = r"\bself" if path.name == "ruleset.py" else r"rules(?:\(\))?"
        found |= set(re.findall(rf"{of}\.(\w+)", path.read_text("utf-8")))
    return found


def test_a_rule_is_documentary_exactly_if_no_code_reads_it() -> None:
    """A rule of which there is only one reading is left aside: it is no setting."""
    hints = get_type_hints(Ruleset)
    settings = {name for name in FIELDS if not (isinstance(hints[name], type(Enum)) and len(hints[name]) == 1)}
    assert settings - rules_read() == set(DOCUMENTARY)
