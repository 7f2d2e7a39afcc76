"""The terms of a season, published before its first partie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from .stakes import Stakes

TWO = "two"


class Format(Enum):
    OPEN = "open: any parties count"
    SINGLE = "single round robin"
    DOUBLE = "double round robin"
    KNOCK_OUT = "knock-out"


class Withdrawal(Enum):
    COUNT_PLAYED = "played parties count; remaining ones become byes"
    FORFEIT = "played parties count; remaining ones are forfeited"
    ANNUL_UNDER_HALF = (
        "all parties are annulled if fewer than half were played; otherwise the remaining ones are forfeited"
    )


class TieBreak(Enum):
    """A tie-break; its value is its label on pages."""

    POINTS = "points"
    MATCH_POINTS = "match points"
    WON = "parties won"
    POINTS_WON = "points received"
    HEAD_TO_HEAD = "head-to-head"
    RUBICONS_INFLICTED = "Rubicons inflicted"
    RUBICONS_SUFFERED = "Rubicons suffered, fewer first"
    AVERAGE = "average margin"
    SONNEBORN_BERGER = "Sonneborn-Berger"
    CAPOTS = "capots"
    FEWER_PARTIES = "fewer parties"


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """
    The terms of a season; they do not change.

    `rules` is the whole ruleset as plain data (`scorer.rules.house_rules.ruleset_to_data`). `win`, `draw`, `loss` and
    `bye` are in match points. Both players may agree to a correction for `correction_hours` after posting. Who does not
    come pays `forfeit_points`. A rating is `provisional` until so many parties. `frame` is `two`, or the frame for more
    players and its options (`scorer.rules.company.terms_named`).
    """

    name: str
    rules: Any
    format: Format = Format.OPEN
    order: tuple[TieBreak, ...] = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.RUBICONS_INFLICTED)
    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    stakes: Stakes | None = None
    withdrawal: Withdrawal = Withdrawal.FORFEIT
    correction_hours: int = 24
    forfeit_points: int = 100
    provisional: int = 10
    frame: str = TWO

    @property
    def frame_name(self) -> str:
        """Return the frame without its options: `pool` for `pool stake=21`."""
        return self.frame.partition(" ")[0]

    def match_points(self, winner: int | None) -> tuple[int, int]:
        """Return the match points of both players; *winner* is 0, 1 or `None`."""
        if winner is None:
            return self.draw, self.draw
        return (self.win, self.loss) if winner == 0 else (self.loss, self.win)
