"""The dictionary of columns: each is described once, by words that agree with each other."""

import tomllib

import pytest

from scorer.ledger.entries import Commodity, Outcome, Role
from scorer.ledger.finality import ResultState
from scorer.ledger.results import Basis
from scorer.ledger.signing import Means, SheetStatus
from scorer.ledger.terms import Format, Withdrawal
from scorer.resources import resource_text
from scorer.rules.company import Frame
from scorer.rules.lines import LineKind
from scorer.rules.seats import Seat
from scorer.service.club.disputes.cases import DisputeKind, ReplyKind
from scorer.service.club.seasons.fixtures import FixtureStatus
from scorer.service.dictionary import COLUMNS, DOCUMENTS, EXPORTED, column

READ = [*EXPORTED.values(), *DOCUMENTS.values()]
EVERYWHERE = [(table.name, each) for table in READ for each in table.columns]


def test_every_column_that_is_described_is_read_somewhere() -> None:
    read = {name for table in READ for name in table.headings}
    assert sorted(COLUMNS.keys() - read) == []


def test_no_table_has_a_column_twice() -> None:
    assert [table.name for table in READ if len({*table.headings}) < len(table.headings)] == []


def test_what_is_said_of_a_column_in_a_table_is_of_a_table_that_has_it() -> None:
    said = tomllib.loads(resource_text("service/dictionary.toml"))["columns"]
    assert [
        (name, where)
        for name, words in said.items()
        for where in words.get("in", {})
        if (where, column(name, where)) not in EVERYWHERE
    ] == []


def test_an_example_is_a_value_that_its_column_may_have() -> None:
    assert [(where, each.name) for where, each in EVERYWHERE if not each.fits(each.example)] == []


def test_a_column_has_one_type_and_one_unit_wherever_it_is() -> None:
    assert [
        (where, each.name)
        for where, each in EVERYWHERE
        if (each.type, each.unit) != (COLUMNS[each.name].type, COLUMNS[each.name].unit)
    ] == []


def test_a_meaning_is_a_phrase_and_that_of_a_table_a_sentence() -> None:
    phrases = [each.meaning for _, each in EVERYWHERE] + [each.empty for _, each in EVERYWHERE]
    assert [each for each in phrases if each.endswith(".") or each[:1].isupper()] == []
    assert [table.meaning for table in READ if not table.meaning.endswith(".")] == []


@pytest.mark.parametrize(
    ("name", "where", "values"),
    [
        ("seat", "", [each.word for each in Seat]),
        ("kind", "lines", [*(each.value for each in LineKind), "totals"]),
        ("kind", "disputes", [each.name.lower() for each in DisputeKind]),
        ("kind", "replies", [each.value for each in ReplyKind]),
        ("outcome", "", [each.name.lower() for each in Outcome]),
        ("state", "", [each.value for each in ResultState]),
        ("known", "", [each.value for each in Basis]),
        ("commodity", "", [each.name.lower() for each in Commodity]),
        ("role", "", [each.value for each in Role]),
        ("frame", "", ["two", *(each.value for each in Frame)]),
        ("format", "", [each.name.lower() for each in Format]),
        ("withdrawal", "", [each.name.lower() for each in Withdrawal]),
        ("means", "", [each.value for each in Means if each is not Means.UNRECORDED]),
        ("status", "", [*(each.value for each in FixtureStatus), "sat out"]),
        ("signing", "", [each.value for each in SheetStatus]),
    ],
)
def test_the_values_of_a_column_are_those_that_the_program_has(
    name: str, where: str, values: list[str]
) -> None:
    assert sorted(column(name, where).values) == sorted(values)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("season", "1"),
        ("season", True),
        ("season", None),
        ("seat", "dealer"),
        ("rubicon", 1),
        ("date", "21.11.2026"),
        ("date", "20261121"),
        ("opened_at", "2026-11-21"),
        ("opened_at", "yesterday"),
        ("opened_at", "2026-11-21T18:00:00+01:00"),
        ("rating", "1500"),
        ("ruleset", "four-deal"),
        ("order", "points"),
    ],
)
def test_a_value_of_another_kind_does_not_fit(name: str, value: object) -> None:
    assert not COLUMNS[name].fits(value)
