"""
The points chart of a season and the rating chart of a member.

All coordinates are computed here; the template only draws. Lines differ by
the name at their end and by their stroke, not by colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ledger.ratings import Rating, interval
from ...service.club.standings import Race
from ..chart import Mark
from ..figures import day, grouped, signed

WIDTH, HEIGHT = 400, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 296, 12, 232
"""The plot area of the points chart, in units of the view box; names are to the right of it."""

LINE_HEIGHT = 15
"""The least distance between two names, one above the other."""

LONGEST = 13
"""Letters shown of a name."""

STROKES = ("solid", "dashed", "dotted", "thin", "long", "mixed")
"""The strokes of the lines, the leader's first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceLine:
    """One member's line, with its end (x, y) and the name beside it."""

    points: str
    stroke: str
    x: float
    y: float
    name: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePicture:
    """The points chart of a season; *zero* is the height of no points, *rows* has member, name and points."""

    lines: tuple[RaceLine, ...]
    levels: tuple[Mark, ...]
    zero: float
    ends: tuple[Mark, Mark]
    text: str
    rows: tuple[tuple[int, str, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPicture:
    """The rating chart of a member: the line, its 95 % band, and both in words."""

    line: str
    band: str
    levels: tuple[Mark, ...]
    end: Mark
    numbers: tuple[Mark, Mark]
    text: str


def race_picture(race: Race) -> RacePicture | None:
    """Return the points chart of a season; `None` before its first partie."""
    if not race.lines or race.last <= race.first:
        return None
    balances = [point.balance for line in race.lines.values() for point in line]
    low, high = min(0, *balances), max(0, *balances)
    span = max(high - low, 1)

    def x(number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number - race.first) / (race.last - race.first), 1)

    def y(balance: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (balance - low) / span, 1)

    finals = {member: line[-1].balance for member, line in race.lines.items()}
    heights = spread([y(finals[member]) for member in race.lines])
    lines = []
    for (member, line), stroke, height in zip(race.lines.items(), STROKES, heights, strict=False):
        points = [(LEFT, y(0)), *((x(point.number), y(point.balance)) for point in line), (RIGHT, y(finals[member]))]
        name = race.names[member]
        shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        drawn = " ".join(f"{across},{up}" for across, up in points)
        label = Mark(RIGHT + 10, height + 4, shown)
        lines.append(RaceLine(points=drawn, stroke=stroke, x=RIGHT, y=y(finals[member]), name=label))
    totals = "; ".join(f"{race.names[member]} {signed(balance)}" for member, balance in finals.items())
    days = (*(day(each) for each in race.days), "", "")
    return RacePicture(
        lines=tuple(lines),
        levels=tuple(Mark(LEFT - 6, y(level) + 4, signed(level)) for level in levels(low, high)),
        zero=y(0),
        ends=(Mark(LEFT, HEIGHT - 8, days[0]), Mark(RIGHT, HEIGHT - 8, days[1])),
        text=f"Points of the {len(lines)} leaders over the season. Now: {totals}.",
        rows=tuple((member, race.names[member], signed(balance)) for member, balance in finals.items()),
    )


def spread(heights: Sequence[float]) -> list[float]:
    """
    Return heights for names, each near its line and none over another.

    >>> spread([100, 100, 40])
    [92.5, 107.5, 40]
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    groups: list[list[int]] = []
    for number in order:
        groups.append([number])
        while len(groups) > 1 and _top(groups[-1], heights) - _bottom(groups[-2], heights) < LINE_HEIGHT:
            groups[-2:] = [groups[-2] + groups[-1]]
    found = list(heights)
    for group in groups:
        top = _top(group, heights)
        for step, number in enumerate(group):
            found[number] = round(top + LINE_HEIGHT * step, 1) if len(group) > 1 else heights[number]
    return found


def _top(group: Sequence[int], heights: Sequence[float]) -> float:
    middle = sum(heights[number] for number in group) / len(group)
    return middle - LINE_HEIGHT * (len(group) - 1) / 2


def _bottom(group: Sequence[int], heights: Sequence[float]) -> float:
    return _top(group, heights) + LINE_HEIGHT * (len(group) - 1)


def levels(low: int, high: int) -> tuple[int, ...]:
    """
    Return three to six round figures within a range.

    >>> levels(-212, 1204), levels(0, 0)
    ((0, 500, 1000), (0,))
    """
    step = 1
    for step in (each * 10**power for power in range(9) for each in (1, 2, 5)):
        if (high - low) / step <= 5:
            break
    first = -(-low // step) * step
    return tuple(range(first, high + 1, step))


def rating_picture(ratings: Sequence[tuple[int, Rating]]) -> RatingPicture | None:
    """Return the rating chart of a member; `None` before the second partie."""
    found = [rating for _, rating in ratings]
    if len(found) < 2:
        return None
    bounds = [interval(rating) for rating in found]
    low, high = min(each[0] for each in bounds), max(each[1] for each in bounds)
    left, right, top, bottom = 44, 300, 10, 118

    def x(number: int) -> float:
        return round(left + (right - left) * number / (len(found) - 1), 1)

    def y(rating: float) -> float:
        return round(bottom - (bottom - top) * (rating - low) / (high - low), 1)

    upper = [f"{x(number)},{y(each[1])}" for number, each in enumerate(bounds)]
    lower = [f"{x(number)},{y(each[0])}" for number, each in enumerate(bounds)]
    last, (least, most) = found[-1], bounds[-1]
    return RatingPicture(
        line=" ".join(f"{x(number)},{y(rating.rating)}" for number, rating in enumerate(found)),
        band=" ".join([*upper, *reversed(lower)]),
        levels=tuple(Mark(left - 6, y(level) + 4, grouped(level)) for level in levels(round(low), round(high))),
        end=Mark(right + 6, y(last.rating) + 4, grouped(round(last.rating))),
        numbers=(Mark(left, 138, f"partie {found[0].parties}"), Mark(right, 138, f"partie {last.parties}")),
        text=(
            f"The rating after each of the last {len(found)} parties, from {grouped(round(found[0].rating))} to "
            f"{grouped(round(last.rating))}. The true strength is between {grouped(round(least))} and "
            f"{grouped(round(most))} in 95 cases of 100."
        ),
    )
