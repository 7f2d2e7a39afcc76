"""Numbers, days, lists and the values of rules in English: in what is written for a book or a file,
and on pages that are English alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum
from typing import Any

from .cards import Rank
from .language import ENGLISH, LanguageForm
from .names import Name

NUMBERS = ENGLISH.template(LanguageForm.NUMBERS).split()[:20]
"""The numbers that a log may have in words."""

MONTHS = ENGLISH.months

number_words = ENGLISH.number_words
signed = ENGLISH.signed
day_words = ENGLISH.day_words


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
    """Return a rule's value in words, with its unit if it is a number.

    >>> value_words(True), value_words(1, "points"), value_words(2, "times")
    ('yes', '1 point', 'twice')
    """
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
