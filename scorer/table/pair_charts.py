"""The balance of a pair over time, as a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from ..rules.messages import Message, Text
from ..rules.names import cut
from .charts import Mark, polyline, room, scale, spread
from .formatting import grouped
from .pair_results import PairStep
from .pair_words import short_day

MOST_POINTS = 60
"""The most points of a line; where there are more parties, each shows the last of a while."""

WIDTH = 358
TOP = 14
BASE = 118
"""How far down the line may go."""

HEIGHT = BASE + 24
LETTERS = 8
"""Letters shown of a name."""

LABEL = 15
"""The least height between two labels."""


class BalanceChartText(Text):
    """What the chart of a balance says to who cannot see it: the balance of each year by itself.

    It is said of many parties and not of a deal, so no oracle asks it: the tests of the page of a
    pair add its figures up again.
    """

    LEVEL = "level"
    BALANCE_BY_YEAR = "The balance over time. {runs:;}."
    AHEAD = "{word}: {winner} ahead by {points:,}"
    YEAR_LEVEL = "{word}: level"


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceChart:
    """A balance over time, with a *text* alternative.

    Attributes:
        line: its points.
        level: how high the line of no balance is.
        sides: beside the line, on the left: whose lead is upwards, where it is level, and whose
            lead is downwards; a player who never led is not named.
        end: the last balance, without a sign: the side says whose it is.
        days: the first and the last.
    """

    line: str
    left: float
    right: float
    level: float
    sides: list[Mark]
    end: Mark
    days: tuple[Mark, Mark]
    text: Message


class BalanceAt(NamedTuple):
    """The balance after a partie on a day, to the left player if positive."""

    day: date
    balance: int


def balance_chart(
    steps: Sequence[PairStep], names: Sequence[str], this_year: str
) -> BalanceChart | None:
    """Return the chart of parties in the order in which they were played; `None` of fewer than two,
    or if none of them moved the balance.
    """
    if len(steps) < 2 or not any(step.change for step in steps):
        return None
    balances = accumulate(step.change for step in steps)
    days = [date.fromisoformat(step.day) for step in steps]
    every = [BalanceAt(day, balance) for day, balance in zip(days, balances, strict=True)]
    shown = thinned(every)
    figures = [0, *(each.balance for each in shown)]
    labels = [cut(name, LETTERS) for name in names]
    level = str(BalanceChartText.LEVEL())
    last = grouped(abs(figures[-1])) if figures[-1] else level
    left = room([*labels, level]) - 4
    right = WIDTH - room([last])
    y = scale(min(figures), max(figures), BASE, TOP)
    across = _across(shown, left, right)
    points = [(left, y(0)), *zip(across, (y(each.balance) for each in shown), strict=True)]
    first_day = short_day(steps[0].day, this_year)
    last_day = short_day(steps[-1].day, this_year)
    return BalanceChart(
        line=polyline(points),
        left=left,
        right=right,
        level=y(0),
        sides=_sides(figures, labels, y),
        end=Mark(right + 6, y(figures[-1]) + 4, last),
        days=(Mark(left, HEIGHT - 4, first_day), Mark(right, HEIGHT - 4, last_day)),
        text=balance_text(steps, names),
    )


def _across(shown: Sequence[BalanceAt], left: float, right: float) -> list[float]:
    """Return how far to the right each point is: by its day, or one after another if all are of one
    day. Before the first there is room for the way from no balance.
    """
    numbers = [float(each.day.toordinal()) for each in shown]
    if numbers[0] == numbers[-1]:
        numbers = [float(number) for number, _ in enumerate(shown)]
    before = (numbers[-1] - numbers[0]) / len(numbers)
    x = scale(numbers[0] - before, numbers[-1], left, right)
    return [x(number) for number in numbers]


def _sides(
    figures: Sequence[int], labels: Sequence[str], y: Callable[[float], float]
) -> list[Mark]:
    """Return the labels beside the line, which do not cover each other."""
    upper, lower = labels
    found = [(y(0), str(BalanceChartText.LEVEL()))]
    if max(figures) > 0:
        found.insert(0, (TOP, upper))
    if min(figures) < 0:
        found.append((BASE, lower))
    heights = spread([height for height, _ in found], LABEL, TOP, BASE)
    return [Mark(0, height + 4, words) for height, (_, words) in zip(heights, found, strict=True)]


SPANS: tuple[Callable[[date], object], ...] = (
    lambda day: day,
    lambda day: day.isocalendar()[:2],
    lambda day: (day.year, day.month),
    lambda day: (day.year, (day.month - 1) // 3),
    lambda day: day.year,
)
"""A day, a week, a month, a quarter and a year: what is the same for all days of one."""


def thinned(every: Sequence[BalanceAt]) -> Sequence[BalanceAt]:
    """Return at most about `MOST_POINTS`: of each day, week, month or longer span the last."""
    if len(every) <= MOST_POINTS:
        return every
    shown = every
    for span in SPANS:
        shown = list({span(each.day): each for each in every}.values())
        if len(shown) <= MOST_POINTS:
            break
    return shown


def balance_text(steps: Sequence[PairStep], names: Sequence[str]) -> Message:
    """Return the balance of each year in words."""
    by_year: dict[str, int] = {}
    for step in steps:
        year = step.day[:4]
        by_year[year] = by_year.get(year, 0) + step.change
    years = tuple(_year(year, balance, names) for year, balance in by_year.items())
    return BalanceChartText.BALANCE_BY_YEAR(runs=years)


def _year(year: str, balance: int, names: Sequence[str]) -> Message:
    if balance == 0:
        return BalanceChartText.YEAR_LEVEL(word=year)
    winner = names[balance < 0]
    return BalanceChartText.AHEAD(word=year, winner=winner, points=abs(balance))
