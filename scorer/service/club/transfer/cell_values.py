"""What people write in a cell, read without a guess: whole numbers, days and names.

What can be read in two ways is not read; the error says what was expected instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from enum import Enum

from ....rules.words import MONTHS
from .spreadsheets import SpreadsheetCell


class DayOrder(Enum):
    """In which order a club writes day and month in numbers; the value is what a page calls it."""

    DAY_FIRST = "day, then month: 14/3/2025"
    MONTH_FIRST = "month, then day: 3/14/2025"


class NotRead(ValueError):
    """A cell cannot be read; the message says what is expected."""


MOST_DIGITS = 6

_NUMBER = re.compile(r"([+-]?)([0-9]{1,9})(?:[.,](0+))?")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})


def whole(cell: SpreadsheetCell, least: int, most: int) -> int:
    """Return the whole number of a cell, from *least* to *most*; `NotRead` for anything else.

    A decimal comma or point is followed by nothing but noughts. `1.000` may be one or a thousand,
    so three noughts are not read.

    >>> whole(SpreadsheetCell("19,0", "C7"), 0, 999)
    19
    """
    expected = f"a whole number from {least:,} to {most:,} was expected"
    found = _NUMBER.fullmatch(cell.text.translate(_MINUS))
    if found is None:
        raise NotRead(expected)
    sign, digits, decimals = found.groups()
    may_be_thousands = decimals is not None and len(decimals) == 3
    if may_be_thousands or len(digits.lstrip("0")) > MOST_DIGITS:
        raise NotRead(f"{expected}, without a mark for thousands")
    number = int(f"{sign}{digits}")
    if not least <= number <= most:
        raise NotRead(expected)
    return number


_ISO = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ].*)?")
_NUMBERS = re.compile(r"([0-9]{1,2})([-./ ])\s?([0-9]{1,2})\2\s?([0-9]{4}|[0-9]{2})")
_DAY_THEN_MONTH = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th)?[-. ]+([^\W\d]{3,})[-., ]+([0-9]{4}|[0-9]{2})"
)
_MONTH_THEN_DAY = re.compile(r"([^\W\d]{3,})[-. ]+([0-9]{1,2})(?:st|nd|rd|th)?[, ]+([0-9]{4})")
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[., ]+")

EXPECTED_DAY = "a day was expected, such as 2025-03-14 or 14 March 2025"

SERIAL = (
    "a day was expected, and this is a spreadsheet’s number. Format the column as dates, or write "
    "the day, such as 2025-03-14"
)


def day_read(cell: SpreadsheetCell, order: DayOrder | None) -> str:
    """Return the day of a cell in ISO 8601; `NotRead` for anything else.

    Without an *order* a day in numbers is read only if it has one meaning. Years of two figures are
    of this century.

    >>> day_read(SpreadsheetCell("14/3/25", "A2"), None)
    '2025-03-14'
    >>> day_read(SpreadsheetCell("3/4/25", "A2"), DayOrder.MONTH_FIRST)
    '2025-03-04'
    """
    if cell.day:
        return cell.day
    text = _WEEKDAY.sub("", cell.text.casefold(), count=1)
    if found := _ISO.fullmatch(text):
        year, month, day = found.groups()
        return _day(year, month, day)
    if found := _NUMBERS.fullmatch(text):
        first, mark, second, year = found.groups()
        return _of_numbers(first, second, year, DayOrder.DAY_FIRST if mark == "." else order)
    if found := _DAY_THEN_MONTH.fullmatch(text):
        day, word, year = found.groups()
        return _day(year, _month(word), day)
    if found := _MONTH_THEN_DAY.fullmatch(text):
        word, day, year = found.groups()
        return _day(year, _month(word), day)
    raise NotRead(SERIAL if cell.text.isdecimal() and len(cell.text) == 5 else EXPECTED_DAY)


def _of_numbers(first: str, second: str, year: str, order: DayOrder | None) -> str:
    """Return a day that is written in numbers; with a point between them the day is first."""
    is_clear = first == second or max(int(first), int(second)) > 12
    if order is None and not is_clear:
        raise NotRead("it is not said whether the day or the month comes first")
    if order is None:
        order = DayOrder.DAY_FIRST if int(second) <= 12 else DayOrder.MONTH_FIRST
    if order is DayOrder.DAY_FIRST:
        return _day(year, second, first)
    return _day(year, first, second)


def _day(year: str, month: str, day: str) -> str:
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)).isoformat()
    except ValueError:
        raise NotRead("there is no such day") from None


def _month(word: str) -> str:
    """Return the number of a month by its English name, or the first letters of it."""
    known = [number for number, name in enumerate(MONTHS, 1) if name.casefold().startswith(word)]
    if word == "sept":
        known = [9]
    if len(known) != 1:
        raise NotRead(EXPECTED_DAY)
    return str(known[0])


def order_of(cells: Iterable[SpreadsheetCell]) -> tuple[DayOrder | None, bool]:
    """Return the order that the days of a column show, and whether any day needs to know it.

    Days that show both orders show none.
    """
    shown = set[DayOrder]()
    is_needed = False
    for cell in cells:
        found = _NUMBERS.fullmatch(_WEEKDAY.sub("", cell.text.casefold(), count=1))
        if cell.day or found is None or found[2] == ".":
            continue
        first = int(found[1])
        second = int(found[3])
        if first > 12:
            shown.add(DayOrder.DAY_FIRST)
        elif second > 12:
            shown.add(DayOrder.MONTH_FIRST)
        elif first != second:
            is_needed = True
    return (shown.pop() if len(shown) == 1 else None), is_needed


def name_read(text: str) -> str:
    """Return a name with the first name first: of `Surname, First name` too.

    >>> name_read("Nováková, Jana"), name_read("Ada Brown"), name_read("Smith, J., Jr")
    ('Jana Nováková', 'Ada Brown', 'Smith, J., Jr')
    """
    surname, comma, first = text.partition(",")
    is_turned = bool(comma) and bool(surname.strip()) and bool(first.strip()) and "," not in first
    return f"{first.strip()} {surname.strip()}" if is_turned else text
