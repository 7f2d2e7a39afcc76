"""The errors of a text: what cannot be read, and rules that contradict each other."""

from __future__ import annotations


class NotationError(ValueError):
    """The text cannot be read; line and column are 1-based."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class ContradictoryRules(ValueError):
    """House rules that cannot all hold; the message says why, and line and column where,
    if they come from a text.
    """

    line = 1
    column = 1
