"""Pages, forms and paged lists of a club."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import g, render_template, request
from werkzeug.wrappers import Response as Answer

from ...service.opening import NotAllowed
from ..formatting import parse_number
from ..rights import maybe_actor

Kind = TypeVar("Kind", bound=Enum)
Arguments = ParamSpec("Arguments")
Answered = TypeVar("Answered")

LONGEST = 7
"""Digits of a typed number, at most."""


def club_page(template: str, error: str = "", /, **context: object) -> tuple[str, int]:
    """
    Render a page of a club; with an error its form was refused, and the status is 422.

    The template also gets the `club`, the `season` and the `actor` of the request, and what was `typed`.
    """
    found = {"club": g.get("club"), "season": g.get("season"), "actor": maybe_actor(), "error": error}
    found["typed"] = defaultdict(str, request.form.to_dict())
    return render_template(f"club/{template}", **found | context), 422 if error else 200


def shown_again(
    form: Callable[..., tuple[str, int] | Answer],
) -> Callable[[Callable[Arguments, Answered]], Callable[Arguments, Answered | tuple[str, int] | Answer]]:
    """Show the page *form* with the reason when the view refuses what was typed."""

    def decorate(view: Callable[Arguments, Answered]) -> Callable[Arguments, Answered | tuple[str, int] | Answer]:
        @wraps(view)
        def posted(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answered | tuple[str, int] | Answer:
            try:
                return view(*args, **kwargs)
            except NotAllowed as error:
                return form(*args, **kwargs, error=str(error))

        return posted

    return decorate


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
    found = parse_number(request.form.get(name, "").strip(), LONGEST)
    if found < 0:
        raise NotAllowed(f"{what} must be a whole number.")
    return found


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
    return [found for each in request.form.getlist(name) if (found := parse_number(each, LONGEST)) >= 0]


def member_choices(members: Iterable[int], names: Mapping[int, str], chosen: Iterable[int | str] = ()) -> list[Choice]:
    """Return members to choose from."""
    ticked = {str(each) for each in chosen}
    return [Choice(str(each), names[each], str(each) in ticked) for each in members]


def chosen_number(name: str) -> int:
    """Return the chosen number; 0, which is never valid, if there is none."""
    return next(iter(numbers(name)), 0)


# Paged lists


@dataclass(frozen=True, slots=True)
class Slice:
    """A page of a long table, from row *start*."""

    start: int
    words: str
    shown: bool


def slices(total: int, size: int, start: int) -> tuple[Slice, ...]:
    """
    Return the pages of a table; none if it fits on one.

    >>> [(each.words, each.shown) for each in slices(230, 100, 101)]
    [('1 to 100', False), ('101 to 200', True), ('201 to 230', False)]
    """
    if total <= size:
        return ()
    starts = range(1, total + 1, size)
    return tuple(Slice(each, f"{each} to {min(each + size - 1, total)}", each == start) for each in starts)


def start_of(asked: str, total: int, size: int) -> int:
    """
    Return the first row of the page that has row *asked*; 1 for anything invalid.

    >>> start_of("101", 230, 100), start_of("150", 230, 100), start_of("999", 230, 100), start_of("x", 230, 100)
    (101, 101, 1, 1)
    """
    number = parse_number(asked, LONGEST)
    return (number - 1) // size * size + 1 if 1 <= number <= total else 1
