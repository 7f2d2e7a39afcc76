"""
The coverage table in the docstring of `scorer.rules.coverage`: complete, true of the code, and tested row by row.

The rows are written out here, so that a parameter or a question cannot leave
the table unseen.
"""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import NamedTuple, get_args, get_type_hints

import pytest

from scorer.rules import coverage
from scorer.rules.company import ChouetteTerms, CompanyPartie, Lineup, PoolTerms, TableTerms
from scorer.rules.ruleset import DOCUMENTARY, RULE_FIELDS, Ruleset
from scorer.rules.seats import BySeat
from scorer.rules.statements import Statement
from tests.published import published

PARAMETERS = """
deck players hand talon elder_min elder_max younger_min younger_max peek_elder peek_younger
cb_value cb_blank_of cb_when cb_both
point_compare point_value point_min point_ask tie_point tie_seq seq_table set_table set_min_rank
losers_in_class carte_rouge order rp_order_basis rp_blocked_by rp_bonus
p_order_basis p_bonus p_threshold p_seat cards10_to_p capot_to_p
lasttrick_to_p trick_mode trick_min_rank last_bonus cards_value cards_basis cards_tie capot_value
end_mode deals deal_weights target near_target_order stop_rule tie_break
rubicon partie_bonus rubicon_mode lurch match first_dealer stakes penalties show_duty
"""
"""Everything in which the authorities were found to differ, or that a scorer needs to be told."""

VARIANTS = """
auction_players auction_pack auction_exchange auction_bidding auction_minus auction_calls auction_bonuses
auction_tricks auction_contract auction_cards auction_end auction_money auction_rotation
three_players three_pack three_exchange three_calls three_bonuses three_tricks three_cards three_end three_money
three_rotation
four_players four_pack four_exchange four_calls four_bonuses four_tricks four_cards four_end four_money four_rotation
chouette_players chouette_deal chouette_end chouette_money chouette_rotation chouette_choice chouette_draw
pool_players pool_deal pool_end pool_money pool_rotation pool_taken pool_choice pool_draw company_changes
counterpique
"""
"""The games that are more than a choice among the parameters, one name for each row of what is known of them."""

QUESTIONS = tuple(str(number) for number in range(1, 56))
"""The contradictions among the authorities, by number."""

WITHOUT_A_ROW = {
    "discard_consulted": "a custom of the presets that scores nothing (Cavendish, Law 45)",
    "unproved_denial": "of the Laws of Piquet au Cent alone, where elder reckons what was denied for nothing",
}
"""Rule fields that no row names, and why."""

OTHER_NAMES = {kind.__name__ for kind in (*get_args(Statement), BySeat, ChouetteTerms, Lineup, CompanyPartie)}
OTHER_NAMES |= {
    f"{kind.__name__}.{each.name}" for kind in (ChouetteTerms, PoolTerms, TableTerms) for each in fields(kind)
}
"""What a row may name besides fields: a statement, the container of what each seat has, or a frame and its terms."""

ROW = re.compile(r"^([PQV]) (\S+) +(\S.*(?:\n {24}\S.*)*)$", re.MULTILINE)
PREFIX = {"P": "test_parameter_", "Q": "test_question_", "V": "test_variant_"}
"""How the names of tests in `test_coverage.py` begin, by the kind of their row."""


class Row(NamedTuple):
    """One row of the table."""

    kind: str
    name: str
    text: str

    @property
    def named(self) -> list[str]:
        """What the row names in backquotes."""
        return re.findall(r"`([^`]+)`", self.text)

    @property
    def key(self) -> str:
        """What its tests are named after: the parameter, the question in two digits, or the variant's row."""
        return f"{int(self.name):02}" if self.kind == "Q" else self.name


def read_table(docstring: str) -> list[Row]:
    """The rows of the table in *docstring*, in order."""
    return [Row(*found) for found in ROW.findall(docstring)]


def names_of_tests() -> list[str]:
    """The names of the test functions in `test_coverage.py`."""
    tree = ast.parse(Path(__file__).with_name("test_coverage.py").read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def rows_with_facts() -> set[str]:
    """The rows that facts are recorded of, as ``P hand`` or ``Q 7``."""
    return {row for heading in published("coverage") for row in heading.split(", ")}


def row_of(test: str, prefix: str, keys: list[str]) -> str | None:
    """The row that *test* is named after: the longest key that its name begins with as a whole word."""
    rest = test.removeprefix(prefix)
    fitting = [key for key in keys if test.startswith(prefix) and (rest == key or rest.startswith(f"{key}_"))]
    return max(fitting, key=len, default=None)


def without_a_test(rows: list[Row], kind: str, tests: list[str]) -> list[str]:
    """The rows of *kind* that no test is named after."""
    keys = [row.key for row in rows if row.kind == kind]
    tested = {row_of(test, PREFIX[kind], keys) for test in tests}
    return [key for key in keys if key not in tested]


TABLE = read_table(coverage.__doc__ or "")


def test_the_table_has_every_parameter_and_no_other() -> None:
    assert [row.name for row in TABLE if row.kind == "P"] == PARAMETERS.split()


def test_the_table_has_every_question_and_no_other() -> None:
    assert [row.name for row in TABLE if row.kind == "Q"] == list(QUESTIONS)


def test_the_table_has_every_row_of_the_variants_and_no_other() -> None:
    assert [row.name for row in TABLE if row.kind == "V"] == VARIANTS.split()


@pytest.mark.parametrize("row", TABLE, ids=[f"{row.kind}-{row.name}" for row in TABLE])
def test_a_row_names_what_exists_or_says_why_not(row: Row) -> None:
    """Every backquoted name is a field, a statement or a container; a row that names none gives its reason in words."""
    known = {f.name for f in RULE_FIELDS} | OTHER_NAMES
    assert [name for name in row.named if name not in known] == []
    assert row.named or len(row.text.split()) >= 5


def test_every_field_has_a_row_or_a_reason_to_have_none() -> None:
    named = {name for row in TABLE for name in row.named}
    assert {f.name for f in RULE_FIELDS} - named == set(WITHOUT_A_ROW)


@pytest.mark.parametrize("kind", PREFIX)
def test_every_row_has_facts_or_a_test_unless_all_that_it_names_is_documentary(kind: str) -> None:
    with_facts = rows_with_facts()
    rows = [row for row in TABLE if f"{row.kind} {row.name}" not in with_facts]
    rows = [row for row in rows if not (row.named and set(row.named) <= set(DOCUMENTARY))]
    assert without_a_test(rows, kind, names_of_tests()) == []


def test_facts_are_recorded_of_rows_of_the_table_alone() -> None:
    assert rows_with_facts() - {f"{row.kind} {row.name}" for row in TABLE} == set()


def test_every_test_of_a_row_is_named_after_it() -> None:
    keys = {kind: [row.key for row in TABLE if row.kind == kind] for kind in PREFIX}
    assert [
        test for test in names_of_tests() if not any(row_of(test, PREFIX[kind], keys[kind]) for kind in PREFIX)
    ] == []


EXAMPLE = """
P rubicon               `rubicon`
P rubicon_mode          `rubicon_mode`
Q 4                     `last_to_pique`
Q 40                    the total of every deal
"""


@pytest.mark.parametrize(
    ("kind", "tests", "missing"),
    [
        ("P", ["test_parameter_rubicon", "test_parameter_rubicon_mode_adds"], []),
        ("P", ["test_parameter_rubicon_mode"], ["rubicon"]),
        ("P", ["test_parameter_rubicon_at_a_hundred"], ["rubicon_mode"]),
        ("Q", ["test_question_40_over_eight_deals"], ["04"]),
        ("Q", ["test_question_04", "test_question_4_0"], ["40"]),
        ("Q", [], ["04", "40"]),
    ],
)
def test_a_row_without_a_test_is_found(kind: str, tests: list[str], missing: list[str]) -> None:
    """A test of a longer name does not stand for a row of a shorter one."""
    assert without_a_test(read_table(EXAMPLE), kind, tests) == missing


SCORER = Path(coverage.__file__).parents[1]


def rules_read() -> set[str]:
    """Every field that code of `scorer` reads of something that it calls rules; the presets only set them."""
    found = set()
    for path in SCORER.rglob("*.py"):
        if "presets" in path.parts:
            continue
        own = "self" if path.name == "ruleset.py" else None
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                of = node.value.func if isinstance(node.value, ast.Call) else node.value
                name = of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
                if name == own or name.endswith("rules"):
                    found.add(node.attr)
    return found


def test_a_rule_is_documentary_exactly_if_no_code_reads_it() -> None:
    """A rule of which there is only one reading is left aside: it is no setting."""
    hints = get_type_hints(Ruleset)
    settings = {each.name for each in RULE_FIELDS}
    settings -= {name for name in settings if isinstance(hints[name], type(Enum)) and len(hints[name]) == 1}
    assert settings - rules_read() == set(DOCUMENTARY)
    assert set(DOCUMENTARY) == {
        "elder_peek",
        "younger_peek",
        "discard_consulted",
        "first_dealer",
        "carte_blanche_told",
        "edit_window",
    }
