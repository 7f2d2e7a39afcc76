"""Names of people: which are the same, how they are tidied,
and that they stand isolated in sentences.
"""

import json
import re
import unicodedata

import pytest

from scorer.rules.names import (
    END,
    ISOLATE,
    Name,
    cut,
    folded,
    folding,
    is_name,
    is_same,
    named,
    searched,
    tidy,
)
from scorer.rules.words import first_up, listed
from tests.rows import each_row


@each_row
def test_names_that_are_typed_in_another_way_are_the_same(name: str, other: str) -> None:
    assert folded(name) == folded(other)


@each_row
def test_names_of_two_people_are_not_the_same(name: str, other: str) -> None:
    assert not is_same(name, other)


@each_row
def test_a_search_finds_a_name_however_it_is_typed(query: str, name: str) -> None:
    assert searched(query) in searched(name)


@pytest.mark.parametrize(
    "name", ["Ada", "O’Brien", "משה", "محمد", "Jean-Luc", "van Dyck", "กี", "がな"]
)
def test_folding_a_folded_name_changes_nothing(name: str) -> None:
    assert folded(folded(name)) == folded(name)


@pytest.mark.parametrize(
    "mark", ["\u061c", "\u200e", "\u200f", "\u2066", "\u2067", "\u2068", "\u2069"]
)
def test_a_mark_of_direction_that_was_copied_along_is_dropped(mark: str) -> None:
    assert tidy(f"{mark}Ada {mark}King{mark}") == "Ada King"


@pytest.mark.parametrize("override", ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"])
def test_a_name_cannot_turn_the_direction_of_what_follows(override: str) -> None:
    assert not is_name(tidy(f"Ada{override}Ben"))


ADA = Name("Ada")
ISOLATED = f"{ISOLATE}Ada{END}"


def test_a_name_is_isolated_in_a_sentence() -> None:
    assert f"{ADA} wins" == f"{ISOLATED} wins"
    assert "{} wins".format(ADA) == f"{ISOLATED} wins"  # noqa: UP032 - the messages of the rules are formatted so
    assert listed([ADA, "the pool"]) == f"{ISOLATED} and the pool"


def test_a_name_is_itself_for_a_machine() -> None:
    assert ADA == "Ada"
    assert str(ADA) == "Ada"
    assert json.dumps([ADA]) == '["Ada"]'
    assert {str(ADA): 1}[ADA] == 1


def test_no_name_is_nothing_in_a_sentence() -> None:
    assert f"{Name()}" == ""


@pytest.mark.parametrize("name", ["van Dyck", "de la Cruz", "ǆ", "ß"])
def test_a_name_at_the_beginning_of_a_sentence_is_never_given_a_capital(name: str) -> None:
    assert first_up(Name(name)) == name
    assert first_up(f"{Name(name)} wins") == f"{ISOLATE}{name}{END} wins"


def test_what_is_cut_within_a_name_ends_with_it() -> None:
    assert cut(f"to {Name('Wolfeschlegel')}: 4", 9) == f"to {ISOLATE}Wolfe{END}…"
    assert cut(f"{ADA} wins", 8) == f"{ISOLATED} wins"


def test_of_two_names_that_are_the_same_the_one_that_is_typed_is_meant() -> None:
    straight = Name("O'Brien")
    curly = Name("O’Brien")
    ada = Name("Ada")
    names = [straight, curly, ada]
    assert named("O’Brien", names) == [curly]
    assert named("o'brien", names) == [straight]
    assert named("OʼBrien", names) == [straight, curly]
    assert named("ADA", names) == [ada]
    assert named("Ben", names) == []


def test_a_name_is_escaped_and_isolated_in_a_template() -> None:
    assert Name("O'Brien <i>").__html__() == "\u2068O&#39;Brien &lt;i&gt;\u2069"


def test_no_name_is_nothing_in_a_template() -> None:
    assert Name().__html__() == ""


def test_a_name_that_is_cut_within_a_sentence_is_closed() -> None:
    assert cut(f"{Name('Wolfeschlegel')} wins", 8) == "\u2068Wolfesc\u2069…"


@pytest.mark.parametrize(
    "name", ["Søren", "Łukasz", "Zoë", "D’Or", "Æsa", "Strauß", "Ay–Lin", "שָׂרָה"]
)
def test_a_script_folds_a_name_by_the_tables_as_it_is_folded_here(name: str) -> None:
    alike, dropped = folding()
    found = unicodedata.normalize("NFKD", name).lower()
    for plain, characters in alike:
        found = re.sub(f"[{characters}]", plain, found)
    found = re.sub(f"[{dropped}]", "", found)
    assert unicodedata.normalize("NFKC", found) == folded(name)
