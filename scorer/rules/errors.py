"""The three ways in which something said can fail, all of them `ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .reasons import Refusal


class NotationError(ValueError):
    """
    The text cannot be read.

    Attributes:
        message: what is wrong and what was expected.
        line: 1-based line of the text that was parsed.
        column: 1-based column in that line.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class IllegalStatement(ValueError):
    """
    The rules forbid what was said.

    Attributes:
        refusal: the rule that forbids it, with its arguments and its source.
        position: 0-based position of the statement in the deal's log, or
            `None` when it is the partie, not a statement, that is at fault.
        deal: 0-based number of the deal in the partie, once that is known.
        partie: 0-based number of the partie in its company, if it is of one.
        line: 1-based line of the text that says it, once that is known.
        column: 1-based column in that line.
    """

    line = 1
    column = 1

    def __init__(
        self, refusal: Refusal, position: int | None = None, deal: int | None = None, partie: int | None = None
    ) -> None:
        from .refusals import refusal_sentence

        super().__init__(refusal_sentence(refusal))
        self.refusal = refusal
        self.position = position
        self.deal = deal
        self.partie = partie


class ContradictoryRules(ValueError):
    """
    House rules that cannot all hold; the message says why.

    Attributes:
        line: 1-based line of the text that gives them, where there is one.
        column: 1-based column in that line.
    """

    line = 1
    column = 1
