"""Pages, forms and paged lists of a club.

What has many fields of several kinds, as the terms of a season, is a form of WTForms. Elsewhere a
view reads its few fields by the functions here, which is shorter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from typing import Any, TypeVar

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as Answer
from wtforms import Field, Form, SelectField, StringField

from ..rules.messages import Message, Text
from ..table.contexts import Context
from ..table.entering import A_PAGE, NotAllowed
from ..table.formatting import parse_number
from ..table.own_parties import Choice
from .address import redirect_to
from .extensions import TooMany
from .rights import maybe_actor, the_club
from .visitor import the_club_services, visitor

Page = tuple[str, int]
"""A page, and its status."""

LONGEST = 7
"""Digits of a typed number, at most."""


def club_page(page: str | Context, error: str = "", /, **context: object) -> Page:
    """Render a page of a club with what was typed: a context, or a template with a few names.

    With an error its form was refused, and the status is 422.
    """
    if isinstance(page, Context):
        template = page.template
        context = page.variables
    else:
        template = f"club/{page}"
    reader = visitor()
    found = {
        "club": reader.club,
        "season": reader.season,
        "actor": reader.actor,
        "error": error,
        "typed": defaultdict(str, request.form.to_dict()),
    }
    return render_template(template, **found | context), 422 if error else 200


def posts(
    bp: Blueprint, rule: str, page: Callable[..., Page | Answer]
) -> Callable[[Callable[..., Page | Answer | None]], Callable[..., Page | Answer]]:
    """Route a form to a view.

    If a preview is to be edited, *page* is shown again with what was typed; also, with the reason,
    if the view refuses that. Returning nothing redirects there.
    """

    def decorate(view: Callable[..., Page | Answer | None]) -> Callable[..., Page | Answer]:
        @bp.post(rule)
        @wraps(view)
        def posted(**arguments: Any) -> Page | Answer:
            if request.form.get("step") == "change":
                return page(**arguments)
            try:
                answer = view(**arguments)
            except NotAllowed as error:
                refused = make_response(page(**arguments, error=str(error)))
                if isinstance(error, TooMany):
                    refused.status_code = 429
                return refused
            if answer is None:
                return redirect_to(f"{bp.name}.{page.__name__}", **arguments)
            return answer

        return posted

    return decorate


class FieldText(Text):
    """What is said of fields and of lists that several pages have; no oracle asks it."""

    NOT_WHOLE = "{word}: enter a whole number."
    ROWS = "{first:,} to {number:,} of {count:,}"


NOT_LISTED = "{}: choose one from the list."
"""What the club's forms say, which are English alone."""


def whole_number(text: str, refusal: Message | str) -> int:
    """Return the whole number in *text*; `NotAllowed` with the *refusal* if there is none."""
    found = parse_number(text.strip(), LONGEST)
    if found < 0:
        raise NotAllowed(refusal)
    return found


class Whole(Field):  # type: ignore[misc]  # WTForms has no types
    """A field for a whole number; without a default it may be left empty."""

    def process_formdata(self, typed: list[str]) -> None:
        if any(each.strip() or self.default is not None for each in typed):
            self.data = whole_number(typed[0], FieldText.NOT_WHOLE(word=self.label.text))

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else str(self.data)


class Day(StringField):  # type: ignore[misc]
    """A day in ISO 8601; it may be left empty."""


class OneOf(SelectField):  # type: ignore[misc]
    """A list of the members of an enum; with *none*,
    the label of an empty option, it may be left empty.
    """

    def __init__(
        self, label: str, kind: type[Enum], default: Enum | None, none: str = "", **options: Any
    ) -> None:
        members: dict[str, Enum | None] = {each.name.lower(): each for each in kind}
        choices = {each.name.lower(): str(each.value) for each in kind}
        if none:
            members[""] = None
            choices = {"": none} | choices

        def member(chosen: Enum | str) -> Enum | None:
            if not isinstance(chosen, str):
                return chosen
            if chosen not in members:
                raise ValueError(chosen)
            return members[chosen]

        options |= {"invalid_value_message": NOT_LISTED.format(label), "validate_choice": False}
        super().__init__(label, default=default, choices=choices, coerce=member, **options)


def check(form: Form) -> None:
    if not form.validate():
        raise NotAllowed(next(iter(form.errors.values()))[0])


def sections(form: Iterable[Any], headings: Mapping[str, str]) -> list[tuple[str, list[Any]]]:
    """Return the fields of a form or a class by headings;
    each heading is above the field that it is listed with.
    """
    found: list[tuple[str, list[Any]]] = []
    under: list[Any] = []
    for field in form:
        if field.name in headings:
            under = []
            found.append((headings[field.name], under))
        under.append(field)
    return found


def text(name: str) -> str:
    """Return what was typed in one line, or in an area as one."""
    return " ".join(request.form.get(name, "").split())


def carried() -> list[tuple[str, str]]:
    """Return what a form has sent, as its preview carries it to the next step."""
    own = ("csrf_token", "step", "last")
    return [(name, text) for name, text in request.form.items(multi=True) if name not in own]


def numbers(name: str) -> list[int]:
    """Return the numbers of the ticked boxes; values that are not numbers are ignored."""
    found = (parse_number(each, LONGEST) for each in request.form.getlist(name))
    return [each for each in found if each >= 0]


def member_names() -> dict[int, str]:
    """Return all members by number, in the order of their names."""
    return dict(the_club_services().people.names(the_club().id))


def member_choices(
    members: Iterable[int], names: Mapping[int, str], chosen: Iterable[int | str] = ()
) -> list[Choice]:
    ticked = {str(each) for each in chosen}
    return [Choice(str(each), names[each], str(each) in ticked) for each in members]


def chosen_number(name: str) -> int:
    """Return the chosen number; 0, which is never valid, if there is none."""
    return next(iter(numbers(name)), 0)


# Paged lists


Row = TypeVar("Row")


BESIDE = 2
"""Pages before and after this one that are linked, beside the first and the last."""


@dataclass(frozen=True, slots=True)
class PageOfList:
    """A page of a long list: *size* rows from row *start*, which the parameter *name* of the
    address says.

    `own` is the number of the reader's row, from 1; 0 if the list has none. If it is `whole`, all
    rows are shown.
    """

    name: str
    total: int
    size: int
    start: int
    own: int = 0
    whole: bool = False

    def of(self, rows: Sequence[Row]) -> Sequence[Row]:
        return rows if self.whole else rows[self.start - 1 : self.start - 1 + self.size]

    @property
    def words(self) -> str:
        """Say which rows are shown, for paper, on which no links lead to the others; nothing if all
        are.

        >>> PageOfList("from", 130, 50, 101).words, PageOfList("from", 50, 50, 1).words
        ('101 to 130 of 130', '')
        """
        if self.whole or self.total <= self.size:
            return ""
        last = min(self.start + self.size - 1, self.total)
        return str(FieldText.ROWS(first=self.start, number=last, count=self.total))

    @property
    def starts(self) -> list[int]:
        """Return the first rows of the pages that this one links to;
        none if the list has one page.
        """
        if self.total <= self.size:
            return []
        last = (self.total - 1) // self.size * self.size + 1
        far = BESIDE * self.size
        near = range(self.start - far, self.start + far + 1, self.size)
        return sorted({1, *(start for start in near if 1 <= start <= last), last})


def part_of(
    total: int, size: int = 0, name: str = "from", own: int = 0, *, may_be_whole: bool = False
) -> PageOfList:
    """Return the page of a list that the address asks for, `?around=me` for the one with the
    reader's *own* row.

    With `?all`, a list that *may be whole* is, for printing.
    """
    size = size or A_PAGE
    if may_be_whole and "all" in request.args:
        return PageOfList(name, total, size, 1, own=own, whole=True)
    around = own if request.args.get("around") == "me" else 0
    asked = around or parse_number(request.values.get(name, ""), LONGEST)
    start = (asked - 1) // size * size + 1 if 1 <= asked <= total else 1
    return PageOfList(name, total, size, start, own=own)


def own_row(rows: Iterable[int | Collection[int]]) -> int:
    """Return the number, from 1, of the actor's first row,
    in a list of members or of several; 0 for none.
    """
    actor = maybe_actor()
    own = 0 if actor is None else actor.member
    found = (own in (row if isinstance(row, Collection) else (row,)) for row in rows)
    return next((number for number, is_own in enumerate(found, 1) if own and is_own), 0)
