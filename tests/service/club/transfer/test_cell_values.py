"""Days, numbers and names are read as people write them; what has two readings is not read."""

import pytest

from scorer.service.club.transfer.cell_values import (
    DayOrder,
    NotRead,
    day_read,
    name_read,
    order_of,
    whole,
)
from scorer.service.club.transfer.spreadsheets import SpreadsheetCell


def cell(text: str) -> SpreadsheetCell:
    return SpreadsheetCell(text, "A1")


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-14",
        "2025/3/14",
        "2025-03-14 19:30",
        "14.03.2025",
        "14. 3. 2025",
        "14/3/25",
        "3/14/2025",
        "14-3-2025",
        "14 Mar 2025",
        "14-Mar-25",
        "14th March 2025",
        "Fri, 14 March 2025",
        "Friday 14.3.2025",
        "March 14, 2025",
    ],
)
def test_a_day_is_read_as_people_write_it(text: str) -> None:
    assert day_read(cell(text), None) == "2025-03-14"


def test_a_day_of_september_may_be_shortened_to_four_letters() -> None:
    assert day_read(cell("1 Sept 2025"), None) == "2025-09-01"


def test_a_day_that_the_file_has_as_one_needs_no_order() -> None:
    assert day_read(SpreadsheetCell("3/4/25", "A1", day="2025-04-03"), None) == "2025-04-03"


@pytest.mark.parametrize(
    ("order", "day"),
    [(DayOrder.DAY_FIRST, "2025-04-03"), (DayOrder.MONTH_FIRST, "2025-03-04")],
)
def test_a_day_in_numbers_is_read_in_the_order_of_the_club(order: DayOrder, day: str) -> None:
    assert day_read(cell("3/4/2025"), order) == day


def test_a_day_with_points_begins_with_the_day_whatever_the_order() -> None:
    assert day_read(cell("3.4.2025"), DayOrder.MONTH_FIRST) == "2025-04-03"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3/4/2025", "whether the day or the month comes first"),
        ("31/2/2025", "no such day"),
        ("45730", "spreadsheet’s number"),
        ("yesterday", "a day was expected"),
        ("14 Ju 2025", "a day was expected"),
        ("", "a day was expected"),
    ],
)
def test_a_day_that_is_none_or_may_be_two_is_not_read(text: str, why: str) -> None:
    with pytest.raises(NotRead, match=why):
        day_read(cell(text), None)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["3/4/25", "14/3/25"], (DayOrder.DAY_FIRST, True)),
        (["3/14/25"], (DayOrder.MONTH_FIRST, False)),
        (["3/4/25"], (None, True)),
        (["14/3/25", "3/14/25", "3/4/25"], (None, True)),
        (["3/3/25", "3.4.25", "2025-03-04", ""], (None, False)),
    ],
)
def test_a_column_shows_the_order_of_its_days_and_whether_it_matters(
    texts: list[str], found: tuple[DayOrder | None, bool]
) -> None:
    assert order_of(map(cell, texts)) == found


@pytest.mark.parametrize(
    ("text", "number"), [("19", 19), ("19,0", 19), ("19.00", 19), ("007", 7), ("\u22125", -5)]
)
def test_a_whole_number_may_have_noughts_after_its_comma(text: str, number: int) -> None:
    assert whole(cell(text), -99, 99) == number


@pytest.mark.parametrize("text", ["", "x", "19,5", "1,234", "1.000", "1 000", "100", "1e3"])
def test_a_number_that_is_none_or_may_be_two_is_not_read(text: str) -> None:
    with pytest.raises(NotRead, match="a whole number from 0 to 99 was expected"):
        whole(cell(text), 0, 99)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nováková, Jana", "Jana Nováková"),
        ("Jana Nováková", "Jana Nováková"),
        ("Smith, J., Jr", "Smith, J., Jr"),
        (", Jana", ", Jana"),
    ],
)
def test_a_surname_before_a_comma_goes_to_the_end(text: str, name: str) -> None:
    assert name_read(text) == name
