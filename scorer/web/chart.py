"""A chart of a partie: the totals after each deal, with the Rubicon or the target."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..rules.partie import Partie

LEFT, RIGHT, TOP, BOTTOM = 28, 320, 14, 132
"""The edges of the plot, in a chart of 358 by 152 units."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A text at a point of a chart."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The points of its SVG polylines, the height of the goal, its texts, and a text alternative."""

    first: str
    second: str
    third: str
    goal: float | None
    goal_text: str
    numbers: tuple[Mark, ...]
    ends: tuple[Mark, ...]
    text: str


def chart(partie: Partie, names: tuple[str, ...]) -> Chart | None:
    """Return the chart of *partie*; `None` before its first deal."""
    if not partie.deals:
        return None
    rules = partie.record.rules
    goal = rules.rubicon if rules.rubicon is not None else rules.target
    totals = [(0,) * len(names), *(scored.totals for scored in partie.deals)]
    high = max([goal or 0, 1, *(max(pair) for pair in totals)])
    deals = max(len(totals) - 1, rules.deals or 0)

    def x(deal: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * deal / deals, 1)

    def y(points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / high, 1)

    lines = [
        " ".join(f"{x(deal)},{y(each[player])}" for deal, each in enumerate(totals)) for player in range(len(names))
    ]
    last = len(totals) - 1
    ends = _apart([y(total) + 4 for total in totals[last]])
    said = "; ".join(
        f"{name} {', '.join(str(pair[player]) for pair in totals[1:])}" for player, name in enumerate(names)
    )
    what = "the Rubicon" if rules.rubicon is not None else "the target"
    return Chart(
        first=lines[0],
        second=lines[1],
        third=lines[2] if len(lines) > 2 else "",
        goal=None if goal is None else y(goal),
        goal_text=f"{what[4:].capitalize()} {goal}",
        numbers=tuple(Mark(x(deal), 147, str(deal)) for deal in range(1, deals + 1)),
        ends=tuple(Mark(x(last) + 5, end, name[:3]) for name, end in zip(names, ends, strict=True)),
        text=f"Totals after each deal: {said}" + ("" if goal is None else f"; {what} at {goal}"),
    )


def _apart(heights: list[float]) -> list[float]:
    """Return the heights of the names at the ends of the lines, moved until none overlap."""
    moved = list(heights)
    for _ in moved:
        order = sorted(range(len(moved)), key=lambda player: (moved[player], player))
        for upper, lower in pairwise(order):
            if moved[lower] - moved[upper] < 12:
                moved[upper] -= 6
                moved[lower] += 6
    return moved
