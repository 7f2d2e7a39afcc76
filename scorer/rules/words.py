"""The words of the game: lenient to read (accents, case, *jacks*, digits, letters), canonical to write."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum
from typing import Any

from .cards import Rank, Suit
from .claims import SEQUENCE_NAMES, Category

_BELOW_TWENTY = (
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
NUMBERS: tuple[str, ...] = tuple(_BELOW_TWENTY.split())
TENS: tuple[str, ...] = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_words(number: int) -> str:
    """Return a count as it is spoken.

    >>> [number_words(n) for n in (0, 29, 60, 104, 170)]
    ['nought', 'twenty-nine', 'sixty', 'a hundred and four', 'a hundred and seventy']
    """
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


def listed(words: Sequence[str]) -> str:
    """Return names or phrases as a list in a sentence."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def plain(word: str) -> str:
    """Return *word* in lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


SEATS = {"e": 0, "elder": 0, "y": 1, "younger": 1, "t": 2, "third": 2, "f": 3, "fourth": 3}
RANKS = (
    {rank.word: rank for rank in Rank}
    | {rank.plural: rank for rank in Rank}
    | {rank.code.lower(): rank for rank in Rank}
    | {str(int(rank)): rank for rank in Rank if rank <= Rank.TEN}
    | {"jack": Rank.KNAVE, "jacks": Rank.KNAVE}
)
SUITS = {suit.word: suit for suit in Suit} | {suit.word[:-1]: suit for suit in Suit}
SUITS |= {suit.value.lower(): suit for suit in Suit} | {suit.sign: suit for suit in Suit}
SEQUENCES = {plain(name): length for length, name in SEQUENCE_NAMES.items()} | {"septime": 7, "huitime": 8}
RUNS = {"sequence", "run"}
SETS = {"trio": 3, "brelan": 3, "three": 3, "quatorze": 4, "four": 4}
CATEGORIES = {"point": Category.POINT, "sequence": Category.SEQUENCE, "set": Category.SET}
CATEGORIES |= {"points": Category.POINT, "sequences": Category.SEQUENCE, "sets": Category.SET}
CATEGORIES |= {"run": Category.SEQUENCE, "runs": Category.SEQUENCE}
COUNTS = {word: number for number, word in enumerate(NUMBERS)}


def value_words(value: Any, unit: str = "") -> str:
    """Return a rule's value in words, with its unit if it is a number."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_words(each) for each in value) or "none"
    if isinstance(value, Rank):
        return value.word
    if isinstance(value, Category):
        return value.value.replace("_", " ")
    if isinstance(value, Enum):
        return str(value.value)
    if value is None:
        return "none"
    if unit == "times" and value in (1, 2):
        return "once" if value == 1 else "twice"
    return f"{value} {unit[:-1] if value == 1 else unit}".strip()
