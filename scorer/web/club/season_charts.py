"""The charts of a club: of the leaders of a season, and of a member's rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...ledger.records import Rating
from ...rules.words import signed
from ...service.club.seasons.standings import Race
from ...table.charts import Mark, polyline, room, round_levels, scale, shown_name, spread
from ...table.formatting import day, grouped

STROKES = ("solid", "dashed", "dotted", "thin", "long", "mixed", "short")
"""The strokes of the lines, the leader's first."""

WIDTH = 344
"""The width of the points chart: that of a page on a small phone,
so that its text is as large as that of the page.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceLine:
    """The points of a member; a line leads from its *end* to the *name*, which may stand higher."""

    points: str
    stroke: str
    end: Mark
    name: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceChart:
    """The points chart of a season, the leader's line first; `finals` are the points now."""

    left: float
    right: float
    width: int
    zero: float
    levels: Sequence[Mark]
    lines: Sequence[RaceLine]
    days: Sequence[str]
    finals: Mapping[int, int]
    text: str


def race_chart(race: Race, reader: int = 0) -> RaceChart | None:
    """Return the points chart of a season, in which its *reader* is marked;
    `None` before a partie.
    """
    if not race.lines:
        return None
    balances = [point.balance for line in race.lines.values() for point in line]
    low = min(0, *balances)
    high = max(0, *balances)
    levels = [(level, signed(level)) for level in round_levels(low, high)]
    names = {member: shown_name(race.names[member]) for member in race.lines}
    left = room(words for _, words in levels)
    right = WIDTH - room(names.values()) - 10
    x = scale(race.first, race.last, left, right)
    y = scale(low, high, 228, 16)
    finals = {member: line[-1].balance for member, line in race.lines.items()}
    ends = [y(final) for final in finals.values()]
    lines = []
    heights = spread(ends, 15, 12, 232)
    drawn = zip(race.lines.items(), STROKES, ends, heights, strict=False)
    for (member, line), stroke, end, height in drawn:
        between = [(x(point.number), y(point.balance)) for point in line]
        lines.append(
            RaceLine(
                points=polyline([(left, y(0)), *between, (right, end)]),
                stroke=f"{stroke} own" if member == reader else stroke,
                end=Mark(right, end, ""),
                name=Mark(right + 12, height + 4, names[member]),
            )
        )
    totals = "; ".join(
        f"{race.names[member]} {signed(balance)}" for member, balance in finals.items()
    )
    return RaceChart(
        left=left,
        right=right,
        width=WIDTH,
        zero=y(0),
        levels=[Mark(left - 6, y(level) + 4, words) for level, words in levels],
        lines=lines,
        days=list(dict.fromkeys(map(day, race.days))),
        finals=finals,
        text=f"Points of {len(lines)} players over the season. Now: {totals}.",
    )


# A member's rating


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChart:
    """A member's rating, with the band of its 95 % bounds; the first and the last partie are
    numbered.
    """

    line: str
    band: str
    levels: Sequence[Mark]
    end: Mark
    first: Mark
    last: Mark
    text: str


def rating_chart(
    found: Sequence[Rating], bounds: Sequence[tuple[float, float]]
) -> RatingChart | None:
    """Return the rating chart of a member, with its 95 % *bounds*;
    `None` before the second partie.
    """
    if len(found) < 2:
        return None
    lower = [low for low, _ in bounds]
    upper = [high for _, high in bounds]
    left = 44
    right = 300
    x = scale(0, len(found) - 1, left, right)
    y = scale(min(lower), max(upper), 118, 10)
    above = [(x(number), y(bound)) for number, bound in enumerate(upper)]
    below = [(x(number), y(bound)) for number, bound in enumerate(lower)]
    first = found[0]
    last = found[-1]
    start = grouped(round(first.rating))
    now = grouped(round(last.rating))
    least = grouped(round(lower[-1]))
    most = grouped(round(upper[-1]))
    levels = round_levels(round(min(lower)), round(max(upper)))
    return RatingChart(
        line=polyline((x(number), y(rating.rating)) for number, rating in enumerate(found)),
        band=polyline([*above, *reversed(below)]),
        levels=[Mark(left - 6, y(level) + 4, grouped(level)) for level in levels],
        end=Mark(right + 6, y(last.rating) + 4, now),
        first=Mark(left, 138, f"partie {first.parties}"),
        last=Mark(right, 138, f"partie {last.parties}"),
        text=(
            f"The rating after each of the last {len(found)} parties, from {start} to {now}. "
            f"The true strength is between {least} and {most} in 95 cases of 100."
        ),
    )
