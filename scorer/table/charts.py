"""The chart of a partie, what every chart is drawn with, and QR codes.

All coordinates are computed here, in units of the view box; the templates only draw. Lines differ
by the name at their end and by their stroke, not by colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from segno import encoder

from ..rules.messages import Message, Text
from ..rules.partie import Partie


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    y: float
    text: str


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return the function that maps *low* to *start* and *high* to *end*."""
    return lambda figure: round(start + (end - start) * (figure - low) / ((high - low) or 1), 1)


def polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{across},{up}" for across, up in points)


def spread(heights: Sequence[float], least: float, lowest: float, highest: float) -> list[float]:
    """Return heights for names from *lowest* to *highest*, each near its line and no two nearer
    than *least*.

    >>> spread([100, 100, 40], 15, 12, 240)
    [92.5, 107.5, 40.0]
    >>> spread([12, 12, 30], 15, 12, 240), spread([239, 240], 15, 12, 240)
    ([12, 27, 42], [225, 240])
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    groups: list[list[int]] = []

    def top(group: Sequence[int]) -> float:
        below = least * (len(group) - 1)
        middle = sum(heights[number] for number in group) / len(group)
        return max(lowest, min(middle - below / 2, highest - below))

    for number in order:
        groups.append([number])
        while len(groups) > 1 and top(groups[-1]) - top(groups[-2]) < least * len(groups[-2]):
            groups[-2:] = [groups[-2] + groups[-1]]
    found = list(heights)
    for group in groups:
        for step, number in enumerate(group):
            found[number] = round(top(group) + least * step, 1)
    return found


def round_levels(low: int, high: int) -> range:
    steps = (each * 10**power for power in range(9) for each in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 5)
    return range(-(-low // step) * step, high + 1, step)


LETTER = 7.5
"""The room for a letter or a digit."""

LONGEST = 12
"""Letters shown of a name."""


def shown_name(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def room(texts: Iterable[str]) -> float:
    """Return the room for the longest of some texts, with a gap."""
    return 10 + LETTER * max(map(len, texts))


# A partie


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieChart:
    """The chart of a partie, with a *text* alternative.

    Attributes:
        lines: the name of each line, which gives its stroke, with its points.
        goal: how high the Rubicon or the target is; `None` if there is none.
        numbers: of the deals, below; and below those the totals after each, a row a side, with its
            name, as far as there is room.
        ends: the names of the sides, each at the end of its line.
        height: of the view box.
    """

    left: float
    right: float
    lines: list[tuple[str, str]]
    goal: float | None
    goal_text: Message | None
    numbers: list[Mark]
    ends: list[Mark]
    totals: list[Mark]
    rows: list[Mark]
    height: int
    text: Message


class ChartText(Text):
    """What a chart says to who cannot see it, and of its goal.

    It claims the totals after each deal, and the number of the rules that they are compared with.
    They repeat the totals, which `tests/oracle/test_oracle.py` scores, so no oracle asks them
    again.
    """

    TOTALS_OF = "{who} {row:,}"
    TOTALS = "Totals after each deal: {totals:;}"
    TOTALS_TO_TARGET = "Totals after each deal: {totals:;}; the target at {target}"
    TOTALS_TO_RUBICON = "Totals after each deal: {totals:;}; the Rubicon at {rubicon}"
    TARGET = "Target {target}"
    RUBICON = "Rubicon {rubicon}"


BASE = 132
"""How far down the line of no points is."""

ROW = 17
"""The height of a row of figures below it."""

FIGURES = 26
"""The room for a total of three digits."""

HALF = 11
"""The room for the right half of one, on the last deal."""

STROKES = ("first", "second", "third")
"""The names of the lines."""


def partie_chart(partie: Partie, names: tuple[str, ...]) -> PartieChart | None:
    """Return the chart of *partie*; `None` before its first deal."""
    if not partie.deals:
        return None
    rules = partie.record.rules
    goal = rules.target if rules.rubicon is None else rules.rubicon
    totals = [(0,) * len(names), *(scored.totals for scored in partie.deals)]
    last = len(partie.deals)
    deals = max(last, rules.deals or 0)
    shown = [shown_name(name) for name in names]
    left = 8
    right = 358 - room(shown) - HALF
    x = scale(0, deals, left, right)
    y = scale(0, max(goal or 0, 1, *map(max, totals)), BASE, 14)
    own_totals = list(zip(*totals, strict=True))
    after = tuple(
        ChartText.TOTALS_OF(who=name, row=tuple(own[1:]))
        for name, own in zip(names, own_totals, strict=True)
    )
    text = ChartText.TOTALS(totals=after)
    goal_text = None
    if rules.rubicon is not None:
        text = ChartText.TOTALS_TO_RUBICON(totals=after, rubicon=rules.rubicon)
        goal_text = ChartText.RUBICON(rubicon=rules.rubicon)
    elif goal is not None:
        text = ChartText.TOTALS_TO_TARGET(totals=after, target=goal)
        goal_text = ChartText.TARGET(target=goal)
    lines = [polyline((x(deal), y(total)) for deal, total in enumerate(own)) for own in own_totals]
    ends = zip(shown, spread([y(total) for total in partie.totals], 13, 14, 130), strict=True)
    has_room = (right - left) / deals >= FIGURES
    below = [BASE + ROW * (2 + row) - 2 for row in range(len(names) if has_room else 0)]
    return PartieChart(
        left=left,
        right=right,
        lines=list(zip(STROKES, lines, strict=False)),
        goal=None if goal is None else y(goal),
        goal_text=goal_text,
        numbers=[Mark(x(deal), BASE + ROW - 2, str(deal)) for deal in range(1, deals + 1)],
        ends=[Mark(x(last) + 5, end + 4, name) for name, end in ends],
        totals=[
            Mark(x(deal), row, str(total))
            for row, own in zip(below, own_totals, strict=False)
            for deal, total in enumerate(own[1:], 1)
        ],
        rows=[Mark(right + HALF + 5, row, name) for row, name in zip(below, shown, strict=False)],
        height=BASE + ROW * (1 + len(below)) + 3,
        text=text,
    )


# QR codes


@dataclass(frozen=True, slots=True)
class QR:
    address: str
    path: str
    size: int


QUIET = 4
"""The modules of the quiet zone around a QR code."""


def qr_code(address: str) -> QR | None:
    """Return the QR code of an address, with its quiet zone; `None` if it is too long for one."""
    make: Callable[..., Any] = encoder.encode
    try:
        matrix = tuple(make(address, error="m", micro=False).matrix)
    except encoder.DataOverflowError:
        return None
    path = ""
    for row, line in enumerate(matrix):
        for column, dark in enumerate(line):
            if dark:
                path += f"M{column + QUIET} {row + QUIET}h1v1h-1z"
    return QR(address, path, len(matrix) + 2 * QUIET)
