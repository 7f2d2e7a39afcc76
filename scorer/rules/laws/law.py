"""
What a law is: its numbers, our wording, and what it bears on.

Source: Cavendish, The Laws of Piquet adopted by the Portland and Turf Clubs,
8th edition; its cases, and its laws of Piquet au Cent. Nothing is quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from ..claims import Category


class Matter(Enum):
    """What a law can bear on; the value is its name on a page."""

    DEALING = "the deal"
    AUCTION = "the auction"
    EXCHANGE = "the exchange"
    CARTE_BLANCHE = "carte blanche"
    POINT = "the point"
    SEQUENCE = "sequences"
    SET = "sets"
    ANSWERS = "questions and answers"
    CORRECTIONS = "calls corrected or found false"
    PENALTIES = "penalties"
    PLAY = "the tricks"
    CARDS = "the cards and capot"
    BONUS = "pique and repique"
    PARTIE = "the end of the partie"
    RECORD = "counting and writing"

    __hash__ = object.__hash__  # members are compared by identity


MATTER_OF: Mapping[Category, Matter] = {
    Category.CARTE_BLANCHE: Matter.CARTE_BLANCHE,
    Category.POINT: Matter.POINT,
    Category.SEQUENCE: Matter.SEQUENCE,
    Category.SET: Matter.SET,
    Category.PLAY: Matter.PLAY,
    Category.CARDS: Matter.CARDS,
}


class Subject(Enum):
    """What two versions of a deal can differ about; the value is the laws that govern it, the main one first."""

    COUNT = (70, 65, 66)
    CALL = (50, 54, 53)
    LEFT_OUT = (56, 54, 50)
    ANSWER = (51, 52, 55)
    FALSE_CALL = (54, 52, 53)
    RECKONS_NOTHING = (54, 58, 44)
    SHORT_HAND = (57, 26, 30)
    WAIVER = (44, 54, 58)
    EXCHANGE = (21, 22, 30, 31)
    CARTE_BLANCHE = (20, 19, 18)
    TOTALS = (74, 70)
    HOUSE_RULES = ()


class Book(Enum):
    """Where a law comes from; the value is how it is cited, in the singular and the plural."""

    LAWS = ("Law", "Laws")
    CASES = ("Case", "Cases")
    AU_CENT = ("Piquet au Cent", "Piquet au Cent")


@dataclass(frozen=True, slots=True)
class Law:
    """
    A law or a decided case.

    Attributes:
        numbers: several, where they say one thing together.
        matters: what it bears on, the main one first.
        keywords: other words that a search finds it by.
    """

    book: Book
    numbers: tuple[int, ...]
    title: str
    text: str
    matters: tuple[Matter, ...]
    keywords: str = ""

    @property
    def cited(self) -> str:
        """
        The citation.

        >>> Law(Book.CASES, (5, 6, 20), "", "", ()).cited, Law(Book.LAWS, (40, 41, 42), "", "", ()).cited
        ('Cases V, VI and XX', 'Laws 40 to 42')
        >>> Law(Book.AU_CENT, (7,), "", "", ()).cited
        'Piquet au Cent, g'
        """
        one, more = self.book.value
        written = [_WRITTEN[self.book](number) for number in self.numbers]
        if self.book is Book.AU_CENT:
            return f"{one}, {written[0]}"
        if len(written) == 1:
            return f"{one} {written[0]}"
        first, last = self.numbers[0], self.numbers[-1]
        if len(written) > 2 and last - first == len(written) - 1:
            return f"{more} {written[0]} to {written[-1]}"
        return f"{more} {', '.join(written[:-1])} and {written[-1]}"


def roman(number: int) -> str:
    """
    Return a number below forty in Roman numerals.

    >>> [roman(number) for number in (4, 9, 22)]
    ['IV', 'IX', 'XXII']
    """
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


_WRITTEN: Mapping[Book, Callable[[int], str]] = {
    Book.LAWS: str,
    Book.CASES: roman,
    Book.AU_CENT: lambda number: "abcdefghijklm"[number - 1],
}
