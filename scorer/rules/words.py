"""Numbers, days, lists and the values of rules in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum
from typing import Any

from .cards import Rank
from .names import Name

NUMBERS = (
    *("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = (
    *("", "ten", "twenty", "thirty", "forty"),
    *("fifty", "sixty", "seventy", "eighty", "ninety"),
)


def number_words(number: int) -> str:
    """Return a count as it is spoken.

    >>> [number_words(n) for n in (0, 29, 60, 104, 170, -4)]
    ['nought', 'twenty-nine', 'sixty', 'a hundred and four', 'a hundred and seventy', 'minus four']
    """
    if number < 0:
        return f"minus {number_words(-number)}"
    if number < 20:
        return NUMBERS[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f"-{NUMBERS[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    head = "a hundred" if hundreds == 1 else f"{number_words(hundreds)} hundred"
    return head + (f" and {number_words(rest)}" if rest else "")


def times_words(count: int, one: str, many: str) -> str:
    """Return a count and what is counted, in words, as in *no tricks*."""
    return f"{number_words(count) if count else 'no'} {one if count == 1 else many}"


def signed(number: int) -> str:
    """Format a balance or a movement with its sign, and with separators of thousands.

    >>> signed(1204), signed(-212), signed(0)
    ('+1,204', '−212', '0')
    """
    return f"{number:+,}".replace("-", "−") if number else "0"


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Not those of the locale, because the program speaks English."""


def day_words(day: str) -> str:
    """Return a day in ISO 8601 in words.

    >>> day_words("2026-12-01")
    '1 December 2026'
    """
    year, month, number = day.split("-")
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}"


def listed(words: Sequence[object], conjunction: str = "and") -> str:
    """Return names or phrases as a list in a sentence.

    >>> listed(["one", "two", "three"], "or")
    'one, two or three'
    """
    *before, last = [f"{word}" for word in words]
    return f"{', '.join(before)} {conjunction} {last}" if before else last


def first_up(words: str) -> str:
    """Capitalise the first letter and change no other; a name at the beginning stays as it was
    entered.

    >>> first_up("a pique"), first_up(Name("van Dyck"))
    ('A pique', 'van Dyck')
    """
    if isinstance(words, Name):
        return words
    return words[:1].upper() + words[1:]  # an isolated name begins with no letter


def plain(word: str) -> str:
    """Return *word* in lower case without accents."""
    return "".join(
        c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c)
    )


def value_words(value: Any, unit: str = "") -> str:
    """Return a rule's value in words, with its unit if it is a number."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_words(each) for each in value) or "none"
    if isinstance(value, Rank):
        return value.word
    if isinstance(value, Enum):
        return str(value.value).replace("_", " ")
    if value is None:
        return "none"
    if unit == "times" and value in (1, 2):
        return "once" if value == 1 else "twice"
    return f"{value} {unit[:-1] if value == 1 else unit}".strip()
