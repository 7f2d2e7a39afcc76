"""What a form of a club's pages is made of: its fields, what was typed in them, and the numbers read from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from flask import request

from ...service.opening import NotAllowed

Kind = TypeVar("Kind", bound=Enum)

LONGEST = 7
"""Digits of a number that somebody types."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several things to choose."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """
    A field of a form.

    Attributes:
        name: its name, and its id.
        label: what stands beside it.
        value: what is typed in it.
        kind: `text`, `number` or `select`.
        choices: of a select.
        hint: what else there is to know.
    """

    name: str
    label: str
    value: str = ""
    kind: str = "text"
    choices: tuple[Choice, ...] = ()
    hint: str = ""


def select(name: str, label: str, choices: Iterable[tuple[str, str]], default: str = "", hint: str = "") -> Field:
    """A field to choose from values with their labels; what was chosen before stays chosen."""
    value = request.form.get(name, default)
    found = tuple(Choice(each, words, each == value) for each, words in choices)
    return Field(name, label, value, "select", found, hint)


def number(name: str, label: str, default: int | str, hint: str = "") -> Field:
    """A field for a whole number."""
    return Field(name, label, request.form.get(name, str(default)), "number", hint=hint)


def words_of(kinds: Iterable[Enum]) -> tuple[tuple[str, str], ...]:
    """What may be chosen of an enum: the names of its members with their words."""
    return tuple((each.name.lower(), str(each.value)) for each in kinds)


def whole(name: str, what: str) -> int:
    """
    A whole number from the form that was sent.

    Raises:
        NotAllowed: it is none; the message says *what* is one.
    """
    value = request.form.get(name, "").strip()
    if not (value.isascii() and value.isdecimal() and len(value) <= LONGEST):
        raise NotAllowed(f"{what} is a whole number.")
    return int(value)


def one_of(name: str, kind: type[Kind], what: str) -> Kind:
    """
    A member of an enum from the form that was sent.

    Raises:
        NotAllowed: there is none of this name; the message says *what* is to be chosen.
    """
    try:
        return kind[request.form.get(name, "").upper()]
    except KeyError:
        raise NotAllowed(f"Choose {what}.") from None


def numbers(name: str) -> list[int]:
    """The numbers of the boxes that were ticked; what is no number is passed over."""
    return [int(each) for each in request.form.getlist(name) if each.isascii() and each.isdecimal() and len(each) < 8]


def chosen_number(name: str) -> int:
    """The number that was chosen; 0, which nothing has, if it is none."""
    return next(iter(numbers(name)), 0)
