"""Frozen dataclasses as plain data and back."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

import pytest

from scorer.ledger.chain import canonical, from_data, to_data
from tests.rows import each_row


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


@each_row("name", "data", "words")
def test_data_of_another_type_is_refused(name: str, data: object | None, words: str) -> None:
    data = list(data) if isinstance(data, tuple) else data
    with pytest.raises(ValueError, match=f"{words}$"):
        from_data(Talk, {**DATA, name: data})


def test_canonical_text_does_not_depend_on_key_order() -> None:
    assert canonical({"b": [1, 2], "a": "Zoë"}) == canonical({"a": "Zoë", "b": (1, 2)}) == '{"a":"Zoë","b":[1,2]}'
