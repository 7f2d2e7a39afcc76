"""The balance of a pair as a line, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from scorer.rules.names import Name, without_isolates
from scorer.table.pair_charts import (
    BASE,
    HEIGHT,
    MOST_POINTS,
    TOP,
    WIDTH,
    BalanceChart,
    balance_chart,
)
from scorer.table.pair_results import PairStep, pair_steps
from tests.table.random_pairs import random_results

NAMES = (Name("Ada"), Name("Ben"))
LONG = (Name("Maximiliana-Theodora von Hohenzollern"), Name("Wolfeschlegelsteinhausen"))


def chart_of(steps: Sequence[PairStep], names: tuple[str, str] = NAMES) -> BalanceChart:
    found = balance_chart(steps, names, "2026")
    assert found is not None
    return found


def points(chart: BalanceChart) -> list[tuple[float, float]]:
    pairs = [point.split(",") for point in chart.line.split()]
    return [(float(across), float(down)) for across, down in pairs]


def step(day: str, change: int) -> PairStep:
    winner = None if change == 0 else int(change < 0)
    return PairStep(day, change, winner, "AAAAAA")


ONE_DAY = [step("2026-11-24", change) for change in (101, -152, 30)]


@pytest.mark.parametrize("count", [2, 60, 61, 400, 2000])
def test_a_line_has_few_points_within_its_box(count: int) -> None:
    chart = chart_of(pair_steps(random_results(count)))
    found = points(chart)
    assert len(found) <= MOST_POINTS + 1
    assert all(chart.left <= across <= chart.right < WIDTH for across, _ in found)
    assert all(TOP <= down <= BASE < HEIGHT for _, down in found)


def test_a_line_ends_at_the_last_balance_however_many_parties_there_are() -> None:
    steps = pair_steps(random_results(400))
    balance = sum(each.change for each in steps)
    assert chart_of(steps).end.text == f"{abs(balance):,}"


def test_a_line_begins_where_it_is_level() -> None:
    chart = chart_of(ONE_DAY)
    assert points(chart)[0] == (chart.left, chart.level)


def test_parties_of_one_day_are_beside_each_other() -> None:
    across = [each for each, _ in points(chart_of(ONE_DAY))]
    assert across == sorted(set(across))


@pytest.mark.parametrize(
    ("changes", "sides"),
    [
        ((101, 101), ["Ada", "level"]),
        ((-101, -101), ["level", "Ben"]),
        ((101, -300), ["Ada", "level", "Ben"]),
    ],
)
def test_only_who_has_led_is_named(changes: tuple[int, ...], sides: list[str]) -> None:
    steps = [step(f"2026-11-0{day}", change) for day, change in enumerate(changes, 1)]
    marks = chart_of(steps).sides
    assert [without_isolates(mark.text) for mark in marks] == sides


def test_names_beside_the_line_are_cut_and_do_not_cover_each_other() -> None:
    marks = chart_of(ONE_DAY, LONG).sides
    heights = [mark.y for mark in marks]
    gaps = [after - before for before, after in pairwise(heights)]
    assert min(gaps) >= 12
    assert max(len(without_isolates(mark.text)) for mark in marks) <= 8


def test_a_balance_that_is_level_says_so_at_its_end() -> None:
    steps = [step("2026-01-01", 101), step("2026-02-01", -101)]
    assert chart_of(steps).end.text == "level"


def test_the_first_and_the_last_day_are_below() -> None:
    steps = [step("2025-12-31", 101), step("2026-02-01", -100)]
    assert [mark.text.replace("\u00a0", " ") for mark in chart_of(steps).days] == [
        "31 Dec 2025",
        "1 Feb",
    ]


def test_the_text_says_the_balance_of_each_year() -> None:
    steps = [
        step("2024-01-01", 101),
        step("2024-03-01", -100),
        step("2025-01-01", -1240),
        step("2026-01-01", 0),
    ]
    text = without_isolates(str(chart_of(steps).text))
    assert text == (
        "The balance over time. 2024: Ada ahead by 1; 2025: Ben ahead by 1,240; 2026: level."
    )


@pytest.mark.parametrize("steps", [[], ONE_DAY[:1], [step("2026-01-01", 0), step("2026-01-02", 0)]])
def test_what_never_moved_has_no_chart(steps: list[PairStep]) -> None:
    assert balance_chart(steps, NAMES, "2026") is None
