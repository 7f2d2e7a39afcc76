"""
What is wrong with a text, or with a ruleset.

These are `ValueError`s, as is the third way in which something said can fail:
`scorer.rules.sentences.IllegalStatement`.
"""

from __future__ import annotations


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


class ContradictoryRules(ValueError):
    """
    House rules that cannot all hold; the message says why.

    Attributes:
        line: 1-based line of the text that gives them, where there is one.
        column: 1-based column in that line.
    """

    line = 1
    column = 1
