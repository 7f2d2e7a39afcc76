"""
What a member's results add up to in a season.

Tallies are added and taken away, so that a result that is reversed leaves
nothing behind, and a season of a hundred thousand parties is never added up
again for one more.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from .results import Result


@dataclass(frozen=True, slots=True)
class Tally:
    """
    What some results of one member add up to.

    Attributes:
        parties: parties that count, forfeits among them.
        won: those won.
        drawn: those drawn.
        lost: those lost.
        match_points: match points given for them.
        points_won: points received.
        points_lost: points paid.
        adjusted: points given or taken by the director.
        match_adjusted: match points given or taken by the director.
        rubicons_inflicted: parties won over a loser short of the Rubicon.
        rubicons_suffered: parties lost short of it.
        piques: piques made.
        repiques: repiques made.
        capots: capots made.
        as_elder: points made as elder.
        as_younger: points made as younger.
        elder_deals: deals as elder.
        younger_deals: deals as younger.
        forfeits: parties that were not played.
        byes: rounds in which nobody was to be met.
    """

    parties: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    match_points: int = 0
    points_won: int = 0
    points_lost: int = 0
    adjusted: int = 0
    match_adjusted: int = 0
    rubicons_inflicted: int = 0
    rubicons_suffered: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0
    as_elder: int = 0
    as_younger: int = 0
    elder_deals: int = 0
    younger_deals: int = 0
    forfeits: int = 0
    byes: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in FIGURES))

    def __neg__(self) -> Tally:
        return Tally(*(-getattr(self, name) for name in FIGURES))

    def __sub__(self, other: Tally) -> Tally:
        return self + -other

    @property
    def balance(self) -> int:
        """What the account of points holds: received less paid, with the director's adjustments."""
        return self.points_won - self.points_lost + self.adjusted

    @property
    def score(self) -> int:
        """What the account of match points holds."""
        return self.match_points + self.match_adjusted


FIGURES = tuple(each.name for each in fields(Tally))
"""The names of a tally's figures, in order."""


def tally_of(result: Result, player: int, match_points: int) -> Tally:
    """
    What one result adds to a member's tally.

    Args:
        result: the result.
        player: 0 or 1, the member's place in it.
        match_points: what the season gives the member for it.
    """
    side = result.sides[player]
    won, lost = result.winner == player, result.winner == 1 - player
    return Tally(
        parties=1,
        won=int(won),
        drawn=int(result.winner is None),
        lost=int(lost),
        match_points=match_points,
        points_won=result.points if won else 0,
        points_lost=result.points if lost else 0,
        rubicons_inflicted=int(won and result.rubicon),
        rubicons_suffered=int(lost and result.rubicon),
        piques=side.piques,
        repiques=side.repiques,
        capots=side.capots,
        as_elder=side.as_elder,
        as_younger=side.as_younger,
        elder_deals=side.elder_deals,
        younger_deals=side.younger_deals,
        forfeits=int(result.forfeit),
    )
