"""A file as a club has it is read into cells, each with its reference, or refused in words."""

import codecs
import zipfile
from datetime import date, datetime
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook

from scorer.rules.names import without_isolates
from scorer.service.club.transfer import spreadsheets as module
from scorer.service.club.transfer.spreadsheets import (
    DayOrder,
    NotRead,
    Spreadsheet,
    SpreadsheetCell,
    day_read,
    name_read,
    order_of,
    spreadsheets,
    whole,
)
from scorer.table.entering import NotAllowed


def workbook(*rows: tuple[Any, ...], sheet: str = "Results") -> bytes:
    """Return a workbook with one sheet of these rows."""
    book = Workbook()
    page = book.active
    assert page is not None
    page.title = sheet
    for row in rows:
        page.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    into = BytesIO()
    book.save(into)
    return into.getvalue()


def texts(table: Spreadsheet) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def read(name: str, data: bytes) -> list[list[str]]:
    (table,) = spreadsheets(name, data)
    return texts(table)


HEADING = ["First", "Second", "Points"]
ROW = ["Dörte", "Zoë", "19,0"]


@pytest.mark.parametrize(
    ("separator", "encoding"),
    [
        (";", "utf-8"),
        (";", "utf-8-sig"),
        (";", "utf-16"),
        (";", "utf-16-le"),
        (";", "utf-16-be"),
        (";", "cp1252"),
        ("\t", "utf-8"),
        ("|", "utf-8"),
    ],
)
def test_a_text_is_read_in_each_usual_encoding_and_with_each_separator(
    separator: str, encoding: str
) -> None:
    text = "\r\n".join(separator.join(row) for row in (HEADING, ROW))
    assert read("results.csv", text.encode(encoding)) == [HEADING, ROW]


def test_a_number_with_a_decimal_comma_does_not_make_the_comma_the_separator() -> None:
    assert read("results.csv", b"A;B\n1,5;2,5\n3,5;4,5\n") == [
        ["A", "B"],
        ["1,5", "2,5"],
        ["3,5", "4,5"],
    ]


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;"])
def test_a_line_that_names_the_separator_is_obeyed_and_is_no_row(line: str) -> None:
    (table,) = spreadsheets("results.csv", f"{line}\r\nA,B;C\r\n1,2;3\r\n".encode())
    assert texts(table) == [["A,B", "C"], ["1,2", "3"]]
    assert table.rows[0].cells[0].reference == "A1"


def test_a_quoted_cell_keeps_its_separator_its_quotation_marks_and_one_line() -> None:
    data = b'Name,Note\n"Brown, Ada","said ""yes""\nand left"\n'
    assert read("results.csv", data)[1] == ["Brown, Ada", 'said "yes" and left']


def test_an_empty_row_is_left_out_and_counted() -> None:
    (table,) = spreadsheets("results.csv", b"A,B\n\n,\n1,2\n")
    assert [row.number for row in table.rows] == [1, 4]


def test_what_may_be_another_encoding_is_said() -> None:
    (table,) = spreadsheets("results.csv", "A;B\nDörte;1\n".encode("cp1252"))
    assert "Windows-1252" in table.said


def test_a_certain_encoding_is_not_spoken_of() -> None:
    (table,) = spreadsheets("results.csv", "A;B\nDörte;1\n".encode())
    assert table.said == ""


def test_a_workbook_has_its_numbers_and_days_as_they_are() -> None:
    data = workbook(
        ("Day", "Total"), (date(2025, 3, 14), 19.0), (datetime(2025, 3, 15, 19, 30), 1.5)
    )
    (table,) = spreadsheets("results.xlsx", data)
    assert table.rows[1].cells[0] == SpreadsheetCell("2025-03-14", "Results!A2", day="2025-03-14")
    assert table.rows[1].cells[1] == SpreadsheetCell("19", "Results!B2", is_number=True)
    assert texts(table)[2] == ["2025-03-15", "1.5"]


def test_every_visible_sheet_of_a_workbook_is_a_table_by_its_name() -> None:
    book = Workbook()
    book.active.title = "Winter"  # type: ignore[union-attr]
    book["Winter"].append(["Ada"])
    book.create_sheet("Empty")
    book.create_sheet("Summer").append(["Ben"])
    book.create_sheet("Notes").append(["Cat"])
    book["Notes"].sheet_state = "hidden"
    found = spreadsheets("results.xlsx", saved(book))
    assert [each.title for each in found] == ["results.xlsx, Winter", "results.xlsx, Summer"]


def test_a_row_far_below_does_not_keep_the_machine_busy() -> None:
    book = Workbook()
    book.active["A1"] = "Ada"  # type: ignore[index]
    book.active["A100000"] = "Ben"  # type: ignore[index]
    (table,) = spreadsheets("results.xlsx", saved(book))
    assert [row.number for row in table.rows] == [1, 100_000]


def with_part(data: bytes, name: str, text: bytes) -> bytes:
    """Return a workbook in which one part is another text."""
    into = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(into, "w") as new:
        for each in old.namelist():
            new.writestr(each, text if each == name else old.read(each))
    return into.getvalue()


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'

GOOD = workbook(("A", "B"), (1, 2))

SHEET = "xl/worksheets/sheet1.xml"


REFUSED = {
    "of another program": ("results.ods", b"PK", "end in .ods"),
    "of an older program": ("results.xls", b"\xd0\xcf", "end in .xls"),
    "no workbook": ("results.xlsx", b"no workbook", "damaged"),
    "half a workbook": ("results.xlsx", GOOD[: len(GOOD) // 2], "damaged"),
    "with entities": ("results.xlsx", with_part(GOOD, SHEET, ENTITIES), "damaged"),
    "hidden from the search for entities": (
        "results.xlsx",
        with_part(GOOD, SHEET, codecs.BOM_UTF16_LE + b"<\0"),
        "damaged",
    ),
    "a sheet that breaks off": ("results.xlsx", with_part(GOOD, SHEET, b"<worksheet>"), "damaged"),
    "a wide sheet": ("results.xlsx", workbook((*range(61),)), "more than 60 columns"),
    "no encoding": ("results.csv", b"A,B\n1,2\n\x81\n", "letters"),
    "an open quotation mark": ("results.csv", b'A,B\n"x,2\n', "Row 2"),
    "a wide text": ("results.csv", b"," * 60 + b"x\n", "more than 60 columns"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_what_to_do(case: str) -> None:
    name, data, why = REFUSED[case]
    with pytest.raises(NotAllowed) as refused:
        spreadsheets(name, data)
    assert why in without_isolates(str(refused.value))


def test_a_workbook_is_measured_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_UNPACKED", 1000)
    with pytest.raises(NotAllowed, match="too large"):
        spreadsheets("results.xlsx", GOOD)


@pytest.mark.parametrize("name", ["results.xlsx", "results.csv"])
def test_a_table_has_so_many_rows_and_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    data = {"results.xlsx": workbook(("A",), (1,), (2,)), "results.csv": b"A\n1\n2\n"}[name]
    with pytest.raises(NotAllowed, match="at most 2 rows"):
        spreadsheets(name, data)


def test_a_file_without_a_cell_has_no_table() -> None:
    assert spreadsheets("results.csv", b"\n\n") == []


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
