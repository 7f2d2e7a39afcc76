"""The fields of the club's forms, and the values read from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from flask import request

from ...service.opening import NotAllowed

Kind = TypeVar("Kind", bound=Enum)

LONGEST = 7
"""Digits of a typed number, at most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, of a list or among radio buttons."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form; its kind is `text`, `number`, `select` or `hidden`."""

    name: str
    label: str
    value: str = ""
    kind: str = "text"
    choices: tuple[Choice, ...] = ()
    hint: str = ""


def select(name: str, label: str, choices: Iterable[tuple[str, str]], default: str = "", hint: str = "") -> Field:
    """Return a drop-down list of values and labels; what was chosen before stays chosen."""
    value = request.form.get(name, default)
    found = tuple(Choice(each, words, each == value) for each, words in choices)
    return Field(name, label, value, "select", found, hint)


def number(name: str, label: str, default: int | str, hint: str = "") -> Field:
    """Return a field for a whole number."""
    return Field(name, label, request.form.get(name, str(default)), "number", hint=hint)


def words_of(kinds: Iterable[Enum]) -> tuple[tuple[str, str], ...]:
    """Return the members of an enum as values and labels."""
    return tuple((each.name.lower(), str(each.value)) for each in kinds)


def whole(name: str, what: str) -> int:
    """
    Return a whole number from the posted form.

    Raises:
        NotAllowed: it is not one; the message begins with *what*.
    """
    value = request.form.get(name, "").strip()
    if not (value.isascii() and value.isdecimal() and len(value) <= LONGEST):
        raise NotAllowed(f"{what} must be a whole number.")
    return int(value)


def one_of(name: str, kind: type[Kind], what: str) -> Kind:
    """
    Return a member of an enum from the posted form.

    Raises:
        NotAllowed: no member has this name; the message asks to choose *what*.
    """
    try:
        return kind[request.form.get(name, "").upper()]
    except KeyError:
        raise NotAllowed(f"Choose {what}.") from None


def numbers(name: str) -> list[int]:
    """Return the numbers of the ticked boxes; values that are not numbers are ignored."""
    return [int(each) for each in request.form.getlist(name) if each.isascii() and each.isdecimal() and len(each) < 8]


def chosen_number(name: str) -> int:
    """Return the chosen number; 0, which is never valid, if there is none."""
    return next(iter(numbers(name)), 0)
