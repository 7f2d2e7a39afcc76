"""The words of a log: where each stands, and reading them one after another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Rank, Suit
from ..errors import NotationError
from ..ruleset import Ruleset
from ..seats import Seat
from ..words import COUNTS, RANKS, SEATS, SUITS, number_words, plain

_NUMBER = re.compile(r"[0-9]{1,4}")


class Word(NamedTuple):
    """One word of the text, as it is read, and where it begins and ends (1-based)."""

    text: str
    line: int
    column: int
    end: int


def clauses(text: str) -> Iterator[list[Word]]:
    """The words of each statement; punctuation that is only spoken is passed over."""
    for number, line in enumerate(text.split("\n"), 1):
        clause: list[Word] = []
        for found in re.finditer(r"#.*|;|[^\s;#,.!?]+", line):
            piece = found.group()
            if piece == ";":
                yield clause
                clause = []
            elif not piece.startswith("#"):
                clause.append(_word(piece, number, found))
        yield clause


def _word(piece: str, line: int, found: re.Match[str]) -> Word:
    """A word in plain letters; without its accents it may have no digits that were not written so."""
    word = Word(plain(piece), line, found.start() + 1, found.end() + 1)
    if _digits(word.text) != [each for each in _digits(piece) if each.isascii()]:
        raise NotationError(f"'{piece}': numbers are written with the digits 0 to 9", line, word.column)
    return word


def _digits(text: str) -> list[str]:
    return [each for each in text if each.isnumeric()]


class Reader:
    """
    The words of one statement, read from left to right.

    `makes` is what younger said with *not good* that her own point makes.
    """

    def __init__(self, words: list[Word], rules: Ruleset) -> None:
        self.words = words
        self.rules = rules
        self.next = 0
        self.strikes = 0
        self.makes: int | None = None

    def error(self, message: str) -> NotationError:
        """An error at the word to be read next, or behind the last one."""
        if self.next < len(self.words):
            word = self.words[self.next]
            return NotationError(f"'{word.text}': {message}", word.line, word.column)
        word = self.words[-1]
        return NotationError(message, word.line, word.end)

    def peek(self) -> str:
        """The word to be read next, or nothing."""
        return self.words[self.next].text if self.next < len(self.words) else ""

    def take(self) -> str:
        """Read one word."""
        word = self.peek()
        self.next += 1
        return word

    def accept(self, *words: str) -> bool:
        """Read *words* if they come next, one after another."""
        coming = tuple(word.text for word in self.words[self.next : self.next + len(words)])
        if coming != words:
            return False
        self.next += len(words)
        return True

    def expect(self, *words: str) -> None:
        """Read *words*, which must come next."""
        for word in words:
            if not self.accept(word):
                raise self.error(f"'{word}' was expected here")

    def number(self) -> int:
        """Read a whole number, in digits or, up to twenty, in words."""
        if not self.is_number():
            raise self.error("a number was expected here")
        text = self.take()
        return COUNTS[text] if text in COUNTS else int(text)

    def is_number(self) -> bool:
        """Whether a whole number comes next."""
        return self.peek() in COUNTS or _NUMBER.fullmatch(self.peek()) is not None

    def rank(self) -> Rank:
        """Read a rank."""
        if self.peek() not in RANKS:
            raise self.error("a rank was expected here, such as ace, king, queen, knave or ten")
        return RANKS[self.take()]

    def suit(self) -> Suit | None:
        """Read ``in SUIT`` if it comes."""
        if not self.accept("in"):
            return None
        if self.peek() not in SUITS:
            raise self.error("a suit was expected here: spades, hearts, diamonds or clubs")
        return SUITS[self.take()]

    def seat(self) -> Seat:
        """Read a seat."""
        if self.peek() not in SEATS:
            letters = [seat.letter for seat in self.rules.seats]
            one = f"{', '.join(letters[:-1])} or {letters[-1]}"
            raise self.error(f"a statement begins with {one}, or with tricks, count or strike")
        self.refuse_seat(SEATS[self.peek()])
        return Seat(SEATS[self.take()])

    def refuse_seat(self, seat: int) -> None:
        """Refuse, at the word to be read next, a seat that nobody sits in."""
        if seat >= self.rules.players:
            raise self.error(f"only {number_words(self.rules.players)} play under these rules")

    def finish(self) -> None:
        """Nothing may be left."""
        if self.next < len(self.words):
            raise self.error("nothing more was expected in this statement")
