"""
The text form of a deal: statements in the words of the game.

One statement a line, or several separated by semicolons; ``#`` begins a remark. The topic *A partie as text* of the
program's help lists the forms. Those of other books are read too, and written in one canonical form.

>>> from scorer.rules.presets import PORTLAND
>>> print(format_log(parse_log("e Point of five; y HOW MANY?; e makes 49 in hearts; y good", PORTLAND)))
E point 5
Y how many
E making 49 in hearts
Y good
"""

from __future__ import annotations

from ..grammar import format_claim
from ..statements import format_statement
from .log import Said, format_log, parse_log, read_log

__all__ = ["Said", "format_claim", "format_log", "format_statement", "parse_log", "read_log"]
