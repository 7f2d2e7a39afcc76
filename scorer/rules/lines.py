"""Lines: the score of a deal, each with its points, cause and reason;
there is no other score.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple

from .claims import Category
from .reasons import Why
from .seats import Seat


class LineKind(Enum):
    """What a line scores for, in the order of a score;
    the values are those of the command line's JSON.
    """

    CARTE_BLANCHE = "carte_blanche"
    POINT = "point"
    SEQUENCE = "sequence"
    SET = "set"
    CARTE_ROUGE = "carte_rouge"
    REPIQUE = "repique"
    CONCEDED = "conceded"
    LEAD = "lead"
    TRICK = "trick"
    LAST = "last"
    PIQUE = "pique"
    CARDS = "cards"
    CAPOT = "capot"
    CONTRACT = "contract"

    __hash__ = object.__hash__  # as for Suit


NO_ARGS: Mapping[str, Any] = {}

BONUSES = frozenset({LineKind.REPIQUE, LineKind.PIQUE})


class Line(NamedTuple):
    """One line of a deal's score.

    Attributes:
        because: 0-based positions in the log of the statements that caused it.
        args: the arguments of the reason *why*.
        bars: it bars the opponent's bonus though it scores nothing.
    """

    seat: Seat
    points: int
    kind: LineKind
    because: tuple[int, ...]
    why: Why
    args: Mapping[str, Any] = NO_ARGS
    bars: bool = False

    @property
    def is_equal(self) -> bool:
        """Whether it scores nothing because another side's claim is equal."""
        return self.why in (Why.EQUAL, Why.EQUAL_VOIDS)

    @property
    def opens(self) -> bool:
        """Whether it is elder's first lead, before the tricks are gathered."""
        return self.kind is LineKind.LEAD and "opens" in self.args

    @property
    def category(self) -> Category:
        """The class in which a line in hand is reckoned;
        a carte rouge belongs to the claim that completes it.
        """
        after: Category | None = self.args.get("after")
        return after or Category(self.kind.value)

    @property
    def reckons(self) -> bool:
        """Whether it bars the opponent's repique or pique."""
        return (self.points > 0 or self.bars) and self.kind is not LineKind.CARTE_ROUGE
