"""
What a finished partie came to, as standings, ratings and records count it.

A result is derived from the partie and from nothing else, so that every figure
in the standings can be traced to a statement.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.lines import LineKind
from ..rules.partie import Partie
from ..rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Side:
    """
    One player's half of a result.

    Attributes:
        total: points over all the deals that count.
        as_elder: points made in the deals in which the player was elder.
        as_younger: points made in the others.
        elder_deals: deals as elder.
        younger_deals: deals as younger.
        piques: piques made.
        repiques: repiques made.
        capots: capots made.
    """

    total: int
    as_elder: int = 0
    as_younger: int = 0
    elder_deals: int = 0
    younger_deals: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a partie came to.

    Attributes:
        sides: the first player's half and the second's; the first is elder in the first deal.
        winner: 0 or 1; `None` for a draw.
        points: what the loser pays.
        rubicon: the loser did not cross the Rubicon.
        lurch: the loser was lurched.
        from_paper: some deal is known by its totals alone.
        forfeit: it was not played: the loser did not come.
    """

    sides: tuple[Side, Side]
    winner: int | None
    points: int
    rubicon: bool = False
    lurch: bool = False
    from_paper: bool = False
    forfeit: bool = False


def result_of(partie: Partie) -> Result:
    """
    What a finished partie came to.

    Raises:
        ValueError: the partie is not over.
    """
    settlement = partie.settlement
    if settlement is None:
        raise ValueError("the partie is not over")
    return Result(
        (_side(partie, 0), _side(partie, 1)),
        settlement.winner,
        settlement.points,
        settlement.rubicon,
        settlement.lurch,
        from_paper=any(each.deal is None for each in partie.deals),
    )


def _side(partie: Partie, player: int) -> Side:
    points = {Seat.ELDER: 0, Seat.YOUNGER: 0}
    deals = {Seat.ELDER: 0, Seat.YOUNGER: 0}
    made = {LineKind.PIQUE: 0, LineKind.REPIQUE: 0, LineKind.CAPOT: 0}
    for each in partie.deals:
        seat = Seat(player if each.number % 2 == 0 else 1 - player)
        points[seat] += each.points[player]
        deals[seat] += 1
        for line in each.deal.lines if each.deal is not None else ():
            if line.seat is seat and line.kind in made:
                made[line.kind] += 1
    return Side(
        partie.totals[player],
        points[Seat.ELDER],
        points[Seat.YOUNGER],
        deals[Seat.ELDER],
        deals[Seat.YOUNGER],
        made[LineKind.PIQUE],
        made[LineKind.REPIQUE],
        made[LineKind.CAPOT],
    )
