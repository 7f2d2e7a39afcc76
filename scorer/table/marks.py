"""What is remarkable in a deal: marks beside the points of the side that made it."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.lines import LineKind
from ..rules.messages import Message, Text
from ..rules.partie import Partie, ScoredDeal
from .great_lines import OF_LINES


class MarkText(Text):
    """A mark beside the points of a side: the deal has a line of this kind that scores, and it is
    that side's.
    """

    CARTE_BLANCHE = "carte blanche"
    REPIQUE = "repique"
    PIQUE = "pique"
    CAPOT = "capot"


MARKS = {kind: MarkText[kind.name] for kind in OF_LINES}
"""What is marked beside the points of a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideScore:
    """The points of a side in a deal; each of its *marks* is explained in the glossary."""

    points: int
    marks: list[Message]


def side_scores(partie: Partie, scored: ScoredDeal) -> list[SideScore]:
    """Return the points and the marks of each side in a deal, each mark once; a deal from totals
    has none.
    """
    rules = partie.record.rules
    elder = partie.record.elder(scored.number)
    found = [SideScore(points=points, marks=[]) for points in scored.points]
    marked = set[tuple[int, LineKind]]()
    for line in scored.deal.lines if scored.deal else ():
        side = (elder + line.seat) % rules.sides
        is_marked = (side, line.kind) in marked  # a hand may be blank again after the exchange
        if line.kind in MARKS and line.points and not is_marked:
            marked.add((side, line.kind))
            found[side].marks.append(MARKS[line.kind]())
    return found
