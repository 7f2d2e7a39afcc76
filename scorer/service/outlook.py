"""
The Rubicon dashboard: what a partie would pay as it stands, at the Rubicon, and for one more point.

Only a partie of a fixed number of deals has one. Nothing is forecast: each figure is a settlement of possible totals.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.options import Ends
from ..rules.partie import Partie
from ..rules.settlement import Settlement, settle

EDGE = (-1, 0, 1)
"""Distances from the Rubicon at which the settlement is shown, in points."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """
    The settlement of the current totals and of totals near the Rubicon.

    Attributes:
        behind: the player (0 or 1) who has yet to cross the Rubicon; `None` if both have.
        edge: for totals just under, on and over the Rubicon, what the player behind would lose; negative if they win.
        next_point: what one more point in the current deal is worth to each player; a deal that counts twice counts
            twice.
    """

    now: Settlement
    behind: int | None
    edge: tuple[tuple[int, int], ...]
    next_point: tuple[int, int]


def outlook(partie: Partie) -> Outlook | None:
    """Return the outlook of a partie of deals that has begun; `None` for others."""
    rules = partie.record.rules
    if rules.ends is not Ends.DEALS or not partie.deals:
        return None
    first_total, second_total = partie.totals
    totals = first_total, second_total

    def gain(player: int, totals: tuple[int, int]) -> int:
        """Return what *player* wins with *totals*; negative if they lose."""
        settlement = settle(rules, totals)
        return settlement.points if settlement.winner == player else -settlement.points

    def with_points(player: int, points: int) -> tuple[int, int]:
        return (points, totals[1]) if player == 0 else (totals[0], points)

    point = partie.deals[-1].weight
    now = gain(0, totals)
    first = gain(0, with_points(0, totals[0] + point)) - now
    second = gain(1, with_points(1, totals[1] + point)) + now
    behind = 0 if totals[0] < totals[1] else 1
    edge: tuple[tuple[int, int], ...] = ()
    if rules.rubicon is not None and totals[behind] < rules.rubicon:
        marks = (rules.rubicon + away for away in EDGE)
        edge = tuple((mark, -gain(behind, with_points(behind, mark))) for mark in marks)
    return Outlook(settle(rules, totals), behind if edge else None, edge, (first, second))
