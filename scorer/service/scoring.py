"""Score what a file says, without storing anything."""

from __future__ import annotations

from dataclasses import replace

from ..rules.errors import ContradictoryRules, NotationError
from ..rules.frames import Company, as_played, play_company
from ..rules.notation.company import CompanyDocument, parse_company
from ..rules.notation.document import Document, parse_partie
from ..rules.partie import Partie, play_partie
from ..rules.refusals import IllegalStatement
from ..rules.ruleset import Ruleset


class Problem(Exception):
    """
    Why a file could not be scored.

    Attributes:
        line: 1-based line of the file.
        column: 1-based column in it.
        message: what is wrong and why.
        readable: the text could be read, and it is the rules or the cards
            that forbid what it says.
    """

    def __init__(self, line: int, column: int, message: str, *, readable: bool) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message
        self.readable = readable


def score_text(text: str, rules: Ruleset | None = None) -> Partie:
    """
    Score the text of a ``.piquet`` file.

    Args:
        text: the file's text.
        rules: the ruleset to score it under instead of its own; what was
            said after the partie would have ended is then left out.

    Raises:
        Problem: the text cannot be read, or the rules forbid what it says.
    """
    return read_and_play(text, rules)[1]


def read_and_play(text: str, rules: Ruleset | None = None) -> tuple[Document, Partie]:
    """The text of a ``.piquet`` file as it was read, with its places, and as `score_text` scores it."""
    document = _read(text)
    record = document.record if rules is None else replace(document.record, rules=rules)
    try:
        return document, play_partie(record, drop_surplus=rules is not None)
    except IllegalStatement as error:
        place = document.place(error.deal, error.position)
        raise Problem(place.line, place.column, str(error), readable=True) from None


def read_company(text: str, rules: Ruleset | None = None) -> tuple[CompanyDocument, Company]:
    """
    A company read from the text of a ``.piquet`` file, with its places, and with its card.

    Args:
        text: the file's text.
        rules: the ruleset to score its parties under instead of its own; the
            same two play each of them, and what was said after a partie
            would have ended is left out.

    Raises:
        Problem: the text cannot be read, or the rules forbid what it says.
    """
    try:
        document = parse_company(text)
    except NotationError as error:
        raise Problem(error.line, error.column, error.message, readable=False) from None
    except (ContradictoryRules, IllegalStatement) as error:
        raise Problem(error.line, error.column, str(error), readable=True) from None
    if rules is None:
        return document, document.company
    try:
        return document, play_company(replace(as_played(document.company), rules=rules), drop_surplus=True)
    except IllegalStatement as error:
        place = document.place(error.partie, error.deal, error.position)
        raise Problem(place.line, place.column, str(error), readable=True) from None
    except ValueError as error:
        raise Problem(1, 1, str(error), readable=True) from None


def _read(text: str) -> Document:
    try:
        return parse_partie(text)
    except NotationError as error:
        raise Problem(error.line, error.column, error.message, readable=False) from None
    except ContradictoryRules as error:
        raise Problem(error.line, error.column, str(error), readable=True) from None
