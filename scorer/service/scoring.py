"""Score a file without storing anything. A text that cannot be read, or that the rules forbid, raises `Problem`."""

from __future__ import annotations

from dataclasses import replace

from ..rules.company import Company, as_played, play_company
from ..rules.errors import ContradictoryRules, NotationError
from ..rules.notation.company import CompanyDocument, parse_company
from ..rules.notation.document import Document, parse_partie
from ..rules.partie import Partie, play_partie
from ..rules.ruleset import Ruleset
from ..rules.sentences import IllegalStatement


class Problem(Exception):
    """Why a file cannot be scored; `readable` if the rules or cards forbid what it says. Line 0 is the whole file."""

    def __init__(self, line: int, column: int, message: str, *, readable: bool) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message
        self.readable = readable


def score_text(text: str, rules: Ruleset | None = None) -> Partie:
    """Score the text of a ``.piquet`` file, or by other *rules*: then statements after its end are left out."""
    return read_and_play(text, rules)[1]


def read_and_play(text: str, rules: Ruleset | None = None) -> tuple[Document, Partie]:
    """Return the parsed text of a ``.piquet`` file with its positions, and its score as from `score_text`."""
    try:
        document = parse_partie(text)
    except (NotationError, ContradictoryRules) as error:
        raise _problem(error) from None
    record = document.record if rules is None else replace(document.record, rules=rules)
    try:
        return document, play_partie(record, drop_surplus=rules is not None)
    except IllegalStatement as error:
        location = document.locate(error.deal, error.position)
        raise Problem(location.line, location.column, str(error), readable=True) from None


def read_company(text: str, rules: Ruleset | None = None) -> tuple[CompanyDocument, Company]:
    """
    Return a company from the text of a ``.piquet`` file with its positions and its card.

    By other *rules* the same two play each partie, and statements after its end are left out.
    """
    try:
        document = parse_company(text)
    except (NotationError, ContradictoryRules, IllegalStatement) as error:
        raise _problem(error) from None
    if rules is None:
        return document, document.company
    try:
        return document, play_company(replace(as_played(document.company), rules=rules), drop_surplus=True)
    except IllegalStatement as error:
        location = document.locate(error.partie, error.deal, error.position)
        raise Problem(location.line, location.column, str(error), readable=True) from None
    except ValueError as error:
        raise Problem(1, 1, str(error), readable=True) from None


def _problem(error: NotationError | ContradictoryRules | IllegalStatement) -> Problem:
    if isinstance(error, NotationError):
        return Problem(error.line, error.column, error.message, readable=False)
    return Problem(error.line, error.column, str(error), readable=True)
