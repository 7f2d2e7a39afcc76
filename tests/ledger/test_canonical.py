"""Frozen dataclasses as plain data and back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

import pytest

from scorer.ledger.chain import canonical, from_data, to_data


class Colour(Enum):
    DARK_RED = "dark red"
    GREEN = "green"


@dataclass(frozen=True)
class Said:
    who: str
    loud: bool = False


@dataclass(frozen=True)
class Talk:
    said: tuple[Said, ...]
    pair: tuple[int, str]
    colour: Colour
    last: Said | None
    note: Optional[str]  # noqa: UP045 (both ways of saying it are read)
    rules: Any
    rounds: dict[str, int]


TALK = Talk((Said("Ada", loud=True), Said("Ben")), (28, "ok"), Colour.DARK_RED, None, "x", {"a": [1, None]}, {"b": 2})

DATA = {
    "said": [{"who": "Ada", "loud": True}, {"who": "Ben", "loud": False}],
    "pair": [28, "ok"],
    "colour": "dark_red",
    "last": None,
    "note": "x",
    "rules": {"a": [1, None]},
    "rounds": {"b": 2},
}


def test_a_dataclass_round_trips() -> None:
    assert to_data(TALK) == DATA
    assert from_data(Talk, DATA) == TALK
    assert from_data(Talk, {**DATA, "last": {"who": "Cat", "loud": False}, "note": None}).last == Said("Cat")


def test_mapping_keys_become_strings_and_a_class_stays() -> None:
    assert to_data({1: (2,), Colour: Colour.GREEN}) == {"1": [2], str(Colour): "green"}
    assert to_data(Said) is Said


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("said", "Ada", "a list was expected, not 'Ada'"),
        ("said", [{"who": "Ada"}], "Said needs who, loud, not {.*}"),
        ("said", [{"who": "Ada", "loud": False, "more": 1}], "Said needs who, loud, not {.*}"),
        ("said", ["Ada"], "Said needs who, loud, not 'Ada'"),
        ("said", [{"who": "Ada", "loud": 1}], "bool was expected, not 1"),
        ("pair", [28], r"a list of 2 was expected, not \[28\]$"),
        ("pair", {}, "a list of 2 was expected, not {}$"),
        ("pair", [True, "ok"], "int was expected, not True"),
        ("pair", [28, 28], "str was expected, not 28"),
        ("colour", "dark red", "'dark red' is not a Colour"),
        ("colour", "GREEN", "'GREEN' is not a Colour"),
        ("colour", None, "None is not a Colour"),
        ("note", 3, "str was expected, not 3"),
    ],
)
def test_data_of_another_type_is_refused(name: str, data: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"{words}$"):
        from_data(Talk, {**DATA, name: data})


def test_canonical_text_does_not_depend_on_key_order() -> None:
    assert canonical({"b": [1, 2], "a": "Zoë"}) == canonical({"a": "Zoë", "b": (1, 2)}) == '{"a":"Zoë","b":[1,2]}'
