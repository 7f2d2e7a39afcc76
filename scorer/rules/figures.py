"""What a player made in a finished partie of two, in figures that add up over parties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields

from .lines import LineKind
from .partie import Partie
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of a result; `total` counts all deals, with their weights.

    Piques, repiques and capots are those of the deals that are known by what was said.
    """

    total: int
    as_elder: int = 0
    as_younger: int = 0
    elder_deals: int = 0
    younger_deals: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0


SIDE_FIGURES = tuple(each.name for each in fields(Side))


def side_of(partie: Partie, player: int) -> Side:
    """Return the figures of *player*, from 0, in a partie of two."""
    points = Counter[Seat]()
    deals = Counter[Seat]()
    made = Counter[LineKind]()
    for each in partie.deals:
        seat = Seat(int(player != partie.record.elder(each.number)))
        points[seat] += each.points[player]
        deals[seat] += 1
        if each.deal is not None:
            made.update(line.kind for line in each.deal.lines if line.seat is seat)
    return Side(
        total=partie.totals[player],
        as_elder=points[Seat.ELDER],
        as_younger=points[Seat.YOUNGER],
        elder_deals=deals[Seat.ELDER],
        younger_deals=deals[Seat.YOUNGER],
        piques=made[LineKind.PIQUE],
        repiques=made[LineKind.REPIQUE],
        capots=made[LineKind.CAPOT],
    )
