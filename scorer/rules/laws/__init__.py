"""
The laws and decided cases, in our own words: to look up, and to say which of them bear on a dispute.

The kernel decides the score and cites them by number; here they are explained to people. Laws 1 to 3, 5 to 8, 17, 23
and 77, about shuffling, gathering and torn cards, decide nothing that is recorded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from .law import MATTER_OF, Book, Law, Matter, Subject
from .texts import EVERY_LAW

__all__ = ["EVERY_LAW", "MATTER_OF", "Book", "Law", "Matter", "Subject", "bearing_on", "find_law", "search"]


def find_law(cited: str) -> Law | None:
    """
    Return the law cited by one of its numbers, or `None`.

    >>> find_law("law 41").title, find_law("Case XX").title, find_law("Law 17")
    ('Discards after a wrong deal', 'Carte blanche in time', None)
    """
    words = " ".join(cited.split()).casefold()
    return _cited().get(words)


@cache
def _cited() -> dict[str, Law]:
    alone = {Law(law.book, (number,), "", "", ()).cited: law for law in EVERY_LAW for number in law.numbers}
    return {cited.casefold(): law for cited, law in (*alone.items(), *((law.cited, law) for law in EVERY_LAW))}


def bearing_on(matters: Collection[Matter], *, au_cent: bool = False) -> tuple[Law, ...]:
    """
    Return the laws and cases that bear on *matters*, those mainly about them first.

    >>> [law.cited for law in bearing_on([Matter.RECORD])]
    ['Law 70', 'Law 74', 'Law 65', 'Law 78']
    """
    found = [
        law
        for law in EVERY_LAW
        if (au_cent or law.book is not Book.AU_CENT) and not set(law.matters).isdisjoint(matters)
    ]
    return tuple(sorted(found, key=lambda law: law.matters[0] not in matters))


def search(query: str, laws: Collection[Law] = EVERY_LAW) -> tuple[Law, ...]:
    """
    Return the laws in which every word of *query* begins a word; accents and case make no difference.

    >>> [law.cited for law in search("SIXIEME huitième")]
    ['Law 63']
    >>> [law.cited for law in search("law 74")], search("law 7"), search("law 74 kings")
    (['Law 74'], (), ())
    """
    wanted = _words(query)
    return tuple(law for law in laws if all(_is_in(word, law) for word in wanted))


def _is_in(word: str, law: Law) -> bool:
    words = _words_of(law)
    return word in words or (not word.isdecimal() and any(each.startswith(word) for each in words))


@cache
def _words_of(law: Law) -> frozenset[str]:
    numbers = " ".join(map(str, law.numbers))
    matters = " ".join(matter.value for matter in law.matters)
    return _words(f"{law.book.value[0]} {law.cited} {numbers} {law.title} {law.text} {matters} {law.keywords}")


def _words(text: str) -> frozenset[str]:
    flat = unicodedata.normalize("NFKD", text.casefold())
    return frozenset(re.findall(r"\w+", "".join(each for each in flat if not unicodedata.combining(each))))
