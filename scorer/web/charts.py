"""The charts: of a partie, of the leaders of a season, and of a member's rating; and QR codes.

All coordinates are computed here, in units of the view box; the templates only draw. Lines differ
by the name at their end and by their stroke, not by colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from segno import encoder

from ..rules.partie import Partie
from .formatting import day, grouped, signed

if TYPE_CHECKING:
    from ..ledger.records import Rating
    from ..service.club.standings import Race


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    y: float
    text: str


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return the function that maps *low* to *start* and *high* to *end*."""
    return lambda figure: round(start + (end - start) * (figure - low) / ((high - low) or 1), 1)


def _polyline(points: Iterable[tuple[float, float]]) -> str:
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


def _levels(low: int, high: int) -> range:
    steps = (each * 10**power for power in range(9) for each in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 5)
    return range(-(-low // step) * step, high + 1, step)


LETTER = 7.5
"""The room for a letter or a digit."""

LONGEST = 12
"""Letters shown of a name."""


def _shown(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _room(texts: Iterable[str]) -> float:
    """Return the room for the longest of some texts, with a gap."""
    return 10 + LETTER * max(map(len, texts))


# A partie


def partie_chart(partie: Partie, names: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the context of the chart of *partie*, with a text alternative;
    `None` before its first deal.
    """
    if not partie.deals:
        return None
    rules = partie.record.rules
    goal = rules.rubicon if rules.rubicon is not None else rules.target
    totals = [(0,) * len(names), *(scored.totals for scored in partie.deals)]
    last = len(totals) - 1
    deals = max(last, rules.deals or 0)
    shown = [_shown(name) for name in names]
    left = 8
    right = 358 - _room(shown)
    x = _scale(0, deals, left, right)
    y = _scale(0, max([goal or 0, 1, *(max(pair) for pair in totals)]), 132, 14)
    by_player = list(zip(*totals, strict=True))
    lines = [
        _polyline((x(deal), y(total)) for deal, total in enumerate(each)) for each in by_player
    ]
    ends = zip(shown, spread([y(total) for total in totals[-1]], 13, 14, 130), strict=True)
    said = "; ".join(
        f"{name} {', '.join(map(str, each[1:]))}"
        for name, each in zip(names, by_player, strict=True)
    )
    what = "the Rubicon" if rules.rubicon is not None else "the target"
    return {
        "left": left,
        "right": right,
        "lines": tuple(zip(("first", "second", "third"), lines, strict=False)),
        "goal": None if goal is None else y(goal),
        "goal_text": f"{what[4:].capitalize()} {goal}",
        "numbers": [Mark(x(deal), 147, str(deal)) for deal in range(1, deals + 1)],
        "ends": [Mark(x(last) + 5, end + 4, name) for name, end in ends],
        "text": f"Totals after each deal: {said}" + ("" if goal is None else f"; {what} at {goal}"),
    }


# The leaders of a season


STROKES = ("solid", "dashed", "dotted", "thin", "long", "mixed", "short")
"""The strokes of the lines, the leader's first."""

WIDTH = 344
"""The width of the points chart: that of a page on a small phone,
so that its text is as large as that of the page.
"""


def race_chart(race: Race, reader: int = 0) -> dict[str, Any] | None:
    """Return the context of the points chart of a season, in which its *reader* is marked;
    `None` before a partie.
    """
    if not race.lines:
        return None
    balances = [point.balance for line in race.lines.values() for point in line]
    low = min(0, *balances)
    high = max(0, *balances)
    levels = [(level, signed(level)) for level in _levels(low, high)]
    names = {member: _shown(race.names[member]) for member in race.lines}
    left = _room(words for _, words in levels)
    right = WIDTH - _room(names.values()) - 10
    x = _scale(race.first, race.last, left, right)
    y = _scale(low, high, 228, 16)
    finals = {member: line[-1].balance for member, line in race.lines.items()}
    ends = [y(final) for final in finals.values()]
    lines = []
    heights = spread(ends, 15, 12, 232)
    for (member, line), stroke, end, height in zip(
        race.lines.items(), STROKES, ends, heights, strict=False
    ):
        points = [
            (left, y(0)),
            *((x(point.number), y(point.balance)) for point in line),
            (right, end),
        ]
        label = Mark(right + 12, height + 4, names[member])
        drawn = f"{stroke} own" if member == reader else stroke
        lines.append(
            {
                "points": _polyline(points),
                "stroke": drawn,
                "end": Mark(right, end, ""),
                "name": label,
            }
        )
    totals = "; ".join(
        f"{race.names[member]} {signed(balance)}" for member, balance in finals.items()
    )
    return {
        "left": left,
        "right": right,
        "width": WIDTH,
        "lines": lines,
        "levels": [Mark(left - 6, y(level) + 4, words) for level, words in levels],
        "zero": y(0),
        "days": list(dict.fromkeys(map(day, race.days))),
        "text": f"Points of {len(lines)} players over the season. Now: {totals}.",
        "finals": finals,
    }


# A member's rating


def rating_chart(
    found: Sequence[Rating], bounds: Sequence[tuple[float, float]]
) -> dict[str, Any] | None:
    """Return the context of the rating chart of a member, with its 95 % *bounds*;
    `None` before the second partie.
    """
    if len(found) < 2:
        return None
    low = min(each[0] for each in bounds)
    high = max(each[1] for each in bounds)
    left = 44
    right = 300
    x = _scale(0, len(found) - 1, left, right)
    y = _scale(low, high, 118, 10)
    lower, upper = (
        [(x(number), y(each[side])) for number, each in enumerate(bounds)] for side in (0, 1)
    )
    last = found[-1]
    (least, most) = bounds[-1]
    return {
        "line": _polyline((x(number), y(rating.rating)) for number, rating in enumerate(found)),
        "band": _polyline([*upper, *reversed(lower)]),
        "levels": [
            Mark(left - 6, y(level) + 4, grouped(level))
            for level in _levels(round(low), round(high))
        ],
        "end": Mark(right + 6, y(last.rating) + 4, grouped(round(last.rating))),
        "numbers": (
            Mark(left, 138, f"partie {found[0].parties}"),
            Mark(right, 138, f"partie {last.parties}"),
        ),
        "text": (
            f"The rating after each of the last {len(found)} parties, from "
            f"{grouped(round(found[0].rating))} to "
            f"{grouped(round(last.rating))}. The true strength is between "
            f"{grouped(round(least))} and "
            f"{grouped(round(most))} in 95 cases of 100."
        ),
    }


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
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, line in enumerate(matrix)
        for column, dark in enumerate(line)
        if dark
    )
    return QR(address, path, len(matrix) + 2 * QUIET)
