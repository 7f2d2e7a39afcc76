"""The words of a log with their places, and what is wrong at one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from .errors import NotationError
from .messages import Message, Text
from .ruleset import Ruleset
from .words import plain


class Unread(Text):
    """Why a statement of a log cannot be read: what the notation takes at that word.

    Of what is no statement there is no deal, so no oracle asks it: texts that cannot be read are in
    `tests/rules/test_notation.py`.
    """

    AT_WORD = "'{word}': {why}"
    DIGITS = "numbers are written with the digits 0 to 9"
    DID_YOU_MEAN = "did you mean '{meant}'?"
    EXPECTED = "'{word}' was expected here"
    NUMBER = "a number was expected here"
    RANK = "a rank was expected here, such as ace, king, queen, knave or ten"
    SUIT = "a suit was expected here: spades, hearts, diamonds or clubs"
    CLASS = "point, sequence or set was expected here"
    BEGINNING = "a statement begins with {possible:or}, or with tricks, count or strike"
    NO_STATEMENT = "no statement begins like this"
    NOTHING_MORE = "nothing more was expected in this statement"
    RUN_LENGTH = "a run has {least} to {most} cards, or is of nought"
    TRICKS = "tricks are written as runs of winners, as in E5 Y5 E2"
    COUNT = "the count begins with elder’s tricks, as in E7"
    COUNT_PLAY = "elder’s points in play were expected here"
    RANK_ASKED = "the other seat asks for the rank of the set, and its caller says it"
    NESTED = "these corrections are nested too deeply"
    ONE_STATEMENT = "one statement was expected after '{word}'"


class Word(NamedTuple):
    """One plain word of a text, and where it begins and ends (1-based)."""

    text: str
    line: int
    column: int
    end: int


def clauses(text: str) -> Iterator[list[Word]]:
    """Yield the words of each statement without punctuation."""
    for number, line in enumerate(text.split("\n"), 1):
        clause: list[Word] = []
        for found in re.finditer(r"#.*|;|[^\s;#,.!?]+", line):
            piece = found.group()
            if piece == ";":
                yield clause
                clause = []
            elif not piece.startswith("#"):
                word = Word(plain(piece), number, found.start() + 1, found.end() + 1)
                if _digits(word.text) != [each for each in _digits(piece) if each.isascii()]:
                    wrong = Unread.AT_WORD(word=piece, why=Unread.DIGITS())
                    raise NotationError(wrong, number, word.column)
                clause.append(word)
        yield clause


def _digits(text: str) -> list[str]:
    return [each for each in text if each.isnumeric()]


def is_slip(typed: str, right: str) -> bool:
    """Return whether one letter of *right* is missing, added, wrong or changed places.

    >>> [is_slip(typed, "good") for typed in ("god", "goood", "gold", "ogod", "good", "gods")]
    [True, True, True, True, False, False]
    """
    while typed and right and typed[0] == right[0]:
        typed = typed[1:]
        right = right[1:]
    while typed and right and typed[-1] == right[-1]:
        typed = typed[:-1]
        right = right[:-1]
    if sorted(typed) == sorted(right):
        return len(typed) == 2
    return len(typed) <= 1 and len(right) <= 1


def meant(typed: str, words: Iterable[str]) -> str | None:
    """Return the one of *words* that was probably meant; a letter alone is meant by nothing."""
    return next((word for word in words if len(word) > 1 and is_slip(typed, word)), None)


class Reader:
    """The words of one statement, from left to right.

    Attributes:
        next: how many words have been read.
        nested: in how many corrections the next word is.
        expected: the words that would have been read at each place, for a hint.
        read_one: reads the statement that a correction names.
    """

    def __init__(
        self, words: list[Word], rules: Ruleset, read_one: Callable[[Reader], object]
    ) -> None:
        self.words = words
        self.rules = rules
        self.read_one = read_one
        self.next = 0
        self.nested = 0
        self.expected: dict[int, list[Collection[str]]] = {}

    def error(self, why: Message) -> NotationError:
        """Return an error at the next word, or after the last one; where a word is spelt wrongly,
        what was probably meant.
        """
        misspelt = self._misspelt()
        if misspelt is not None:
            return misspelt
        if self.next < len(self.words):
            return self._at(self.words[self.next], why)
        word = self.words[-1]
        return NotationError(why, word.line, word.end)

    def _at(self, word: Word, why: Message) -> NotationError:
        return NotationError(Unread.AT_WORD(word=word.text, why=why), word.line, word.column)

    def _misspelt(self) -> NotationError | None:
        """Return an error at the first word from here for which another was expected that differs
        by one letter.
        """
        for position in range(self.next, len(self.words)):
            word = self.words[position]
            expected = list(chain.from_iterable(self.expected.get(position, ())))
            right = None if word.text in expected else meant(word.text, expected)
            if right is not None:
                return self._at(word, Unread.DID_YOU_MEAN(meant=right))
        return None

    def peek(self, ahead: int = 0) -> str:
        """Return the next word, or one further *ahead*; empty behind the last one."""
        position = self.next + ahead
        return self.words[position].text if position < len(self.words) else ""

    def expects(self, words: Collection[str], ahead: int = 0) -> bool:
        """Return whether one of *words* comes next, or further *ahead*, and remember them for a
        hint.
        """
        self.expected.setdefault(self.next + ahead, []).append(words)
        return self.peek(ahead) in words

    def ends(self, ahead: int = 0) -> bool:
        """Return whether the statement ends here, or further *ahead*."""
        return self.peek(ahead) in ("", "before")

    def finish(self) -> None:
        if self.next < len(self.words):
            raise self.error(Unread.NOTHING_MORE())
