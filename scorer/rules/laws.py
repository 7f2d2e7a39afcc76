"""The laws and decided cases, in our own words: to look up, and to say which of them bear on a
dispute.

The kernel decides the score and cites them by number; here they are explained to people. Laws 1 to
3, 5 to 8, 17, 23 and 77, about shuffling, gathering and torn cards, decide nothing that is
recorded. Of the cases there are those that can settle a dispute. Nothing is quoted.

Source: Cavendish, The Laws of Piquet adopted by the Portland and Turf Clubs, 8th edition; its
cases, and its laws of Piquet au Cent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import TypeVar

from ..resources import resource_text
from .claims import Category
from .words import plain


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


MATTER_OF: Mapping[Category, Matter] = {category: Matter[category.name] for category in Category}


class Subject(Enum):
    """What two versions of a deal can differ about; the value is the numbered laws that govern it,
    the main one first, where the rules of the partie do not set them aside.
    """

    COUNT = (70, 65, 66)
    CALL = (50, 54, 53)
    LEFT_OUT = (56, 54, 50)
    ANSWER = (51, 52, 55)
    FALSE_CALL = (54, 52, 53)
    RECKONS_NOTHING = (58, 44, 31)
    SHORT_HAND = (57, 26, 30)
    WAIVER = (44, 58, 54)
    EXCHANGE = (21, 22, 30, 31)
    CARTE_BLANCHE = (20, 19, 18)
    TOTALS = (74, 70)
    DEALER = (4, 16)
    HOUSE_RULES = ()


E = TypeVar("E", bound=Enum)
T = TypeVar("T")


def by_member(enum: type[E], table: Mapping[str, T]) -> Mapping[E, T]:
    """Return *table*, whose keys are the names of all members of *enum*, by these members.

    The `ValueError` names the keys that are missing, and those that name no member.
    """
    names = {member.name for member in enum}
    wrong = [f"lacks {name}" for name in sorted(names - table.keys())]
    wrong += [f"has {name}" for name in sorted(table.keys() - names)]
    if wrong:
        raise ValueError(f"the table of {enum.__name__} {', '.join(wrong)}")
    return {member: table[member.name] for member in enum}


class Book(Enum):
    """Where a law comes from; the value is how it is cited, in the singular and the plural."""

    LAWS = ("Law", "Laws")
    CASES = ("Case", "Cases")
    AU_CENT = ("Piquet au Cent", "Piquet au Cent")


@dataclass(frozen=True, slots=True)
class Law:
    """A law or a decided case.

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
    def cited_one_by_one(self) -> tuple[str, ...]:
        """The citation of each of its numbers.

        >>> Law(Book.CASES, (5, 6), "", "", ()).cited_one_by_one
        ('Case V', 'Case VI')
        """
        return tuple(replace(self, numbers=(number,)).cited for number in self.numbers)

    @property
    def cited(self) -> str:
        """The citation.

        >>> Law(Book.CASES, (5, 6, 20), "", "", ()).cited
        'Cases V, VI and XX'
        >>> Law(Book.LAWS, (40, 41, 42), "", "", ()).cited
        'Laws 40 to 42'
        >>> Law(Book.AU_CENT, (7,), "", "", ()).cited
        'Piquet au Cent, g'
        """
        one, more = self.book.value
        written = [_WRITTEN[self.book](number) for number in self.numbers]
        if self.book is Book.AU_CENT:
            return f"{one}, {written[0]}"
        if len(written) == 1:
            return f"{one} {written[0]}"
        first = self.numbers[0]
        last = self.numbers[-1]
        if len(written) > 2 and last - first == len(written) - 1:
            return f"{more} {written[0]} to {written[-1]}"
        return f"{more} {', '.join(written[:-1])} and {written[-1]}"


def roman(number: int) -> str:
    """Return a number below forty in Roman numerals."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


_WRITTEN: Mapping[Book, Callable[[int], str]] = {
    Book.LAWS: str,
    Book.CASES: roman,
    Book.AU_CENT: lambda number: "abcdefghijklm"[number - 1],
}


def _read(text: str) -> Iterator[Law]:
    """Read the laws: each heading has book and numbers, title, matters, and words to find it by."""
    _, *parts = re.split(r"^\[(.+)\]$", text, flags=re.MULTILINE)
    headings = parts[::2]
    texts = parts[1::2]
    for heading, words in zip(headings, texts, strict=True):
        cited, title, matters, *keywords = heading.split(" | ")
        book, numbers = _cited_in(cited)
        yield Law(
            book=book,
            numbers=numbers,
            title=title,
            text=" ".join(words.split()),
            matters=tuple(Matter[matter.upper()] for matter in matters.split()),
            keywords="".join(keywords),
        )


def _cited_in(heading: str) -> tuple[Book, tuple[int, ...]]:
    """Return the book and the numbers of a heading, as in `Law 4` or `Case 5 6`."""
    for book in Book:
        singular, _ = book.value
        if heading.startswith(singular):
            numbers = heading.removeprefix(singular).split()
            return book, tuple(int(number) for number in numbers)
    raise ValueError(f"{heading} cites no book of laws")


EVERY_LAW: tuple[Law, ...] = tuple(_read(resource_text("rules/laws.txt")))


def find_law(cited: str) -> Law | None:
    """Return the law cited by one of its numbers, or `None`.

    >>> find_law("law 41").title, find_law("Case XX").title, find_law("Law 17")
    ('Discards after a wrong deal', 'Carte blanche in time', None)
    """
    words = " ".join(cited.split()).casefold()
    return _cited().get(words)


def law_named(source: str) -> str:
    """Return the first numbered law that a source names; empty if it names none.

    >>> law_named("Law 71, note"), law_named("Laws 44 and 54"), law_named("unsourced")
    ('Law 71', 'Law 44', '')
    """
    found = re.search(r"\bLaws? (\d+)", source)
    return "" if found is None else f"Law {found[1]}"


@cache
def _cited() -> dict[str, Law]:
    alone = {cited: law for law in EVERY_LAW for cited in law.cited_one_by_one}
    return {
        cited.casefold(): law
        for cited, law in (*alone.items(), *((law.cited, law) for law in EVERY_LAW))
    }


def bearing_on(matters: Collection[Matter], *, au_cent: bool = False) -> tuple[Law, ...]:
    """Return the laws and cases that bear on *matters*, those mainly about them first.

    >>> [law.cited for law in bearing_on([Matter.RECORD])]
    ['Law 70', 'Law 74', 'Law 65', 'Law 78']
    """
    found = [
        law
        for law in EVERY_LAW
        if (au_cent or law.book is not Book.AU_CENT) and not set(law.matters).isdisjoint(matters)
    ]
    return tuple(sorted(found, key=lambda law: law.matters[0] not in matters))


def search(
    query: str, laws: Collection[Law] = EVERY_LAW, paraphrase: Callable[[Law], str] | None = None
) -> tuple[Law, ...]:
    """Return the laws in which every word of *query* begins a word, or in the *paraphrase* of which
    in another language it does; accents and case make no difference.

    >>> [law.cited for law in search("SIXIEME huitième")]
    ['Law 63']
    >>> [law.cited for law in search("law 74")], search("law 7"), search("law 74 kings")
    (['Law 74'], (), ())
    """
    wanted = _words(query)

    def is_in(word: str, words: frozenset[str]) -> bool:
        return word in words or (
            not word.isdecimal() and any(each.startswith(word) for each in words)
        )

    def words(law: Law) -> frozenset[str]:
        own = _words_of(law)
        return own if paraphrase is None else own | _words(paraphrase(law))

    return tuple(law for law in laws if all(is_in(word, words(law)) for word in wanted))


@cache
def _words_of(law: Law) -> frozenset[str]:
    numbers = " ".join(map(str, law.numbers))
    matters = " ".join(matter.value for matter in law.matters)
    return _words(
        f"{law.book.value[0]} {law.cited} {numbers} {law.title} {law.text} {matters} {law.keywords}"
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", plain(text)))
