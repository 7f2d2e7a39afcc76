"""The terms of a season: all that is agreed and published before its first partie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from .canonical import later
from .stakes import Stakes

TWO = "two"
"""The frame of a season whose parties are each a matter of two."""


class Format(Enum):
    """Who meets whom."""

    OPEN = "open: any parties count"
    SINGLE = "single round robin"
    DOUBLE = "double round robin"
    KNOCK_OUT = "knock-out"


class Withdrawal(Enum):
    """What becomes of a member's parties who withdraws."""

    STAND = "parties played stand, those to come are byes"
    FORFEIT = "parties played stand, those to come are forfeited"
    ANNUL_UNDER_HALF = "all are annulled if fewer than half were played, else those to come are forfeited"


class TieBreak(Enum):
    """By what the order of the standings is decided; the value is the words of the page."""

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
    What a season is played by.

    Attributes:
        name: the season's name.
        rules: the whole ruleset as plain data (`scorer.rules.house.ruleset_to_data`).
        format: who meets whom.
        order: what decides places, the first first.
        win: match points for a partie won.
        draw: for one drawn.
        loss: for one lost.
        bye: for a round in which nobody is to be met.
        stakes: what is played for, if anything.
        withdrawal: what becomes of the parties of a member who withdraws.
        correction_hours: how long both players may agree to a correction after a partie is posted.
        forfeit_points: what a loser pays who did not come.
        provisional: a rating is provisional until so many parties.
        frame: what is played at a table: `two`, or a frame for more with what is agreed on in it, in one line as
            `scorer.rules.frames.terms_named` reads it.
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
    frame: str = later(TWO)

    @property
    def frame_name(self) -> str:
        """
        The frame without what is agreed on in it.

        >>> SeasonTerms("Winter", None, frame="pool stake=21").frame_name, SeasonTerms("Winter", None).frame_name
        ('pool', 'two')
        """
        return self.frame.partition(" ")[0]

    def match_points(self, winner: int | None) -> tuple[int, int]:
        """
        The match points of both players of a partie.

        >>> SeasonTerms("Winter", None).match_points(1)
        (0, 2)
        """
        if winner is None:
            return self.draw, self.draw
        return (self.win, self.loss) if winner == 0 else (self.loss, self.win)
