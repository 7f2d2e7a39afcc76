"""The errors of a text that a person wrote: what cannot be read, values that there are not, and
rules that contradict each other.
"""

from __future__ import annotations

from .messages import Message


class MessageError(ValueError):
    """An error that a person reads: *message* says what is wrong, and what is right instead."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class NotationError(MessageError):
    """The text cannot be read; line and column are 1-based."""

    def __init__(self, message: Message, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


class WrongValue(MessageError):
    """A rule, a term, a total or a result that there is not; the message says which there are."""


class ContradictoryRules(MessageError):
    """House rules or terms that cannot all hold; the message says why, and line and column where,
    if they come from a text.
    """

    line = 1
    column = 1
