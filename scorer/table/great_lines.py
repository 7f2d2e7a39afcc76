"""The lines of a deal that are great moments, the greatest of them first."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from ..rules.deal import Deal
from ..rules.lines import LineKind
from ..rules.seats import Seat


class MomentKind(IntEnum):
    """A kind of moment; of several that one tap makes, the first here is the greatest."""

    WON_BY_ONE = 1
    RUBICON_MISSED = 2
    RUBICON_CROSSED = 3
    REPIQUE = 4
    CAPOT = 5
    PIQUE = 6
    CARTE_BLANCHE = 7

    @property
    def style(self) -> str:
        """What a style sheet calls it."""
        return self.name.lower().replace("_", "-")


OF_LINES: Mapping[LineKind, MomentKind] = {
    LineKind.REPIQUE: MomentKind.REPIQUE,
    LineKind.CAPOT: MomentKind.CAPOT,
    LineKind.PIQUE: MomentKind.PIQUE,
    LineKind.CARTE_BLANCHE: MomentKind.CARTE_BLANCHE,
}
"""The moments that a line of a deal makes."""


def great_lines(deal: Deal) -> set[tuple[Seat, LineKind]]:
    """Return the lines of a deal that are moments, by who scores them."""
    scored = (line for line in deal.lines if line.points)
    return {(line.seat, line.kind) for line in scored if line.kind in OF_LINES}


def greatest(deal: Deal) -> MomentKind | None:
    """Return the greatest moment of a deal, which marks it; `None` if it has none."""
    return min((OF_LINES[kind] for _, kind in great_lines(deal)), default=None)
