"""The charts of a club: of the leaders of a season, and of a member's rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ledger.records import Rating
from ...service.club.standings import Race
from ...table.charts import Mark, polyline, room, round_levels, scale, shown_name, spread
from ...table.formatting import day, grouped, signed

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
                "points": polyline(points),
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
    x = scale(0, len(found) - 1, left, right)
    y = scale(low, high, 118, 10)
    lower, upper = (
        [(x(number), y(each[side])) for number, each in enumerate(bounds)] for side in (0, 1)
    )
    last = found[-1]
    least, most = bounds[-1]
    return {
        "line": polyline((x(number), y(rating.rating)) for number, rating in enumerate(found)),
        "band": polyline([*upper, *reversed(lower)]),
        "levels": [
            Mark(left - 6, y(level) + 4, grouped(level))
            for level in round_levels(round(low), round(high))
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
