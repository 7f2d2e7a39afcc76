"""The score of a partie as a table: one row for each line of each deal, with its law.

The points of a player's rows are the player's total, and there are no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .governing import line_law
from .names import without_isolates
from .partie import Partie, ScoredDeal
from .seats import Seat

TOTALS = "totals"
"""The kind of a row with what a side scored in a deal of which only the totals are known."""


class ScoreRow(NamedTuple):
    """One line of a score.

    Attributes:
        deal: from 0.
        seat: who scores; of partners whose total alone is known, the first of them.
        player: the name; of such partners both.
        kind: the value of a `LineKind`, or `TOTALS`.
        points: what the line scores in the deal, which may count more than once in the partie.
        law: the law or another source that gives the points; empty if none does.
    """

    deal: int
    seat: Seat
    player: str
    kind: str
    points: int
    law: str


def score_rows(partie: Partie) -> Iterator[ScoreRow]:
    """Yield the lines of *partie*, deal by deal in the order of reckoning."""
    for scored in partie.deals:
        deal = scored.deal
        if deal is None:
            yield from _totals(partie, scored)
            continue
        for line in deal.lines:
            yield ScoreRow(
                deal=scored.number,
                seat=line.seat,
                player=str(scored.seats[line.seat].name),
                kind=line.kind.value,
                points=line.points,
                law=line_law(line, deal),
            )


def _totals(partie: Partie, scored: ScoredDeal) -> Iterator[ScoreRow]:
    """Yield the total of each side, in the order of the seats."""
    rules = partie.record.rules
    elder = partie.record.elder(scored.number)
    for seat in rules.seats[: rules.sides]:
        side = (elder + seat) % rules.sides
        names = [player.name for player in partie.record.players[side :: rules.sides]]
        yield ScoreRow(
            deal=scored.number,
            seat=seat,
            player=" with ".join(map(without_isolates, names)),
            kind=TOTALS,
            points=scored.points[side],
            law="",
        )
