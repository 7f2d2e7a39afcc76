"""Read the tables of a file as it is: workbooks (`.xlsx`), and text in which a mark separates the
columns; and whole numbers, days and names in their cells, as people write them, without a guess.

Each cell has its reference, so that whatever is wrong with it can be found. Sizes are checked
before anything is read, so that no file keeps the machine busy.
"""

from __future__ import annotations

import codecs
import csv
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date, datetime, time, timedelta
from enum import Enum
from io import BytesIO, StringIO
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from ....rules.words import MONTHS
from ....table.entering import NotAllowed, refuse_if

if TYPE_CHECKING:
    from openpyxl import Workbook

WORKBOOKS = (".xlsx", ".xlsm")
TEXTS = (".csv", ".tsv", ".txt")

OTHER_SPREADSHEETS = (".ods", ".xls", ".xlsb", ".numbers", ".fods")
"""Files of spreadsheets for which there is no reader that is kept up."""

SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "vertical bars"}
"""What separates columns, in words; of those that fit equally well, the first is taken."""

MOST_ROWS = 20_000

MOST_COLUMNS = 60

MOST_TABLES = 20

LONGEST_CELL = 400
"""Characters of a cell; of a longer one this many are kept, and more than any name has."""

LARGEST_UNPACKED = 48 * 1024 * 1024
"""Bytes of all parts of a workbook after decompression."""

SAVE_AS = "Open it in your spreadsheet program and save it as .xlsx or CSV"

DAMAGED_WORKBOOK = f"This workbook is damaged, or is none. {SAVE_AS}."


class SpreadsheetCell(NamedTuple):
    """A cell of a table.

    Attributes:
        text: what it says, without spaces around it; empty for an empty cell.
        reference: where it is: `C7`, or `Results!C7` in a workbook.
        day: its day in ISO 8601, if the file has it as a day; else empty.
        is_number: whether the file has it as a number.
    """

    text: str
    reference: str
    day: str = ""
    is_number: bool = False


class SpreadsheetRow(NamedTuple):
    """A row of a table by its number, from 1, with the cells up to the last one that it has."""

    number: int
    cells: tuple[SpreadsheetCell, ...]

    def cell(self, column: int, sheet: str = "") -> SpreadsheetCell:
        """Return the cell of a column, from 0; an empty one beyond the last."""
        if column < len(self.cells):
            return self.cells[column]
        return SpreadsheetCell("", reference_of(column, self.number, sheet))


class Spreadsheet(NamedTuple):
    """A table of a file, without its empty rows.

    Attributes:
        sheet: its name in a workbook; empty for a text.
        said: how it was read, in a sentence, where that is not certain.
    """

    file: str
    sheet: str
    rows: tuple[SpreadsheetRow, ...]
    said: str = ""

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)

    @property
    def title(self) -> str:
        return f"{self.file}, {self.sheet}" if self.sheet else self.file


def letters(column: int) -> str:
    """Return the letters of a column, which is numbered from 0.

    >>> [letters(column) for column in (0, 25, 26, 59)]
    ['A', 'Z', 'AA', 'BH']
    """
    first, last = divmod(column, 26)
    return (letters(first - 1) if first else "") + chr(ord("A") + last)


def reference_of(column: int, row: int, sheet: str = "") -> str:
    """Return the place of a cell; columns are numbered from 0, rows from 1.

    >>> reference_of(2, 7), reference_of(2, 7, "Results")
    ('C7', 'Results!C7')
    """
    return f"{sheet}!{letters(column)}{row}" if sheet else f"{letters(column)}{row}"


def spreadsheets(name: str, data: bytes, kind: str = "") -> list[Spreadsheet]:
    """Return the tables of a file that have any cell; `NotAllowed` says why it cannot be read.

    Of a file without a name, *kind* is what it would end in.
    """
    kind = kind or PurePath(name).suffix.lower()
    refuse_if(
        kind in OTHER_SPREADSHEETS,
        f"Files that end in {kind} cannot be read. {SAVE_AS}.",
    )
    found = _of_workbook(name, data) if kind in WORKBOOKS else [_of_text(name, data)]
    return [each for each in found if each.rows]


def _row(number: int, cells: Sequence[SpreadsheetCell]) -> SpreadsheetRow:
    """Return a row without the empty cells at its end."""
    last = max((at for at, cell in enumerate(cells, 1) if cell.text), default=0)
    return SpreadsheetRow(number, tuple(cells[:last]))


def _kept(text: str) -> str:
    return " ".join(text.split())[:LONGEST_CELL]


def _refuse_wide(row: SpreadsheetRow) -> None:
    refuse_if(
        len(row.cells) > MOST_COLUMNS,
        f"Row {row.number} has more than {MOST_COLUMNS} columns. Delete those that are not needed.",
    )


def _refuse_long(rows: Sequence[SpreadsheetRow]) -> None:
    refuse_if(
        len(rows) > MOST_ROWS,
        f"A table has at most {MOST_ROWS:,} rows. Take it in by parts.",
    )


# Workbooks


def _of_workbook(name: str, data: bytes) -> list[Spreadsheet]:
    from openpyxl import load_workbook

    _refuse_bombs(data)
    try:
        with warnings.catch_warnings():
            # It warns of what it leaves out: styles, validations, extensions. No cell is among it.
            warnings.simplefilter("ignore")
            book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
            with closing(book):
                return [*_visible(name, book)]
    except NotAllowed:
        raise
    except Exception:
        # What the library raises for a damaged file is of many kinds, and none of them is promised.
        raise NotAllowed(DAMAGED_WORKBOOK) from None


def _refuse_bombs(data: bytes) -> None:
    """Refuse a workbook that is too large once unpacked, or that declares entities."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            about = archive.infolist()
            refuse_if(
                sum(each.file_size for each in about) > LARGEST_UNPACKED,
                "This workbook is too large. Copy the results into a new one, and save that.",
            )
            parts = [each for each in about if each.filename.lower().endswith((".xml", ".rels"))]
            for each in parts:
                text = archive.read(each)
                is_plain = not text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
                refuse_if(b"<!" in text[:1000] or not is_plain, DAMAGED_WORKBOOK)
                refuse_if(b"<!DOCTYPE" in text or b"<!ENTITY" in text, DAMAGED_WORKBOOK)
    except NotAllowed:
        raise
    except Exception:
        raise NotAllowed(DAMAGED_WORKBOOK) from None


def _visible(name: str, book: Workbook) -> Iterator[Spreadsheet]:
    shown = [each for each in book.worksheets if each.sheet_state == "visible"]
    refuse_if(
        len(shown) > MOST_TABLES,
        f"This workbook has more than {MOST_TABLES} sheets. Copy the results into a new one.",
    )
    for sheet in shown:
        # Some programs write a wrong size of the sheet, which would hide rows.
        sheet.reset_dimensions()
        rows = list[SpreadsheetRow]()
        # One column more than may be, so that a wider row is refused and not cut.
        cells = sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True)
        for number, values in enumerate(cells, 1):
            is_empty = values.count(None) == len(values)
            if is_empty:
                continue
            row = _of_values(sheet.title, number, values)
            if row.cells:
                _refuse_wide(row)
                rows.append(row)
            _refuse_long(rows)
        yield Spreadsheet(name, sheet.title, tuple(rows))


def _of_values(sheet: str, number: int, values: Sequence[Any]) -> SpreadsheetRow:
    filled = max((at for at, value in enumerate(values, 1) if value is not None), default=0)
    cells = [
        _of_value(value, reference_of(column, number, sheet))
        for column, value in enumerate(values[:filled])
    ]
    return _row(number, cells)


def _of_value(value: Any, reference: str) -> SpreadsheetCell:
    """Return a cell of a workbook: a day is said in ISO 8601, a number in full."""
    if value is None:
        return SpreadsheetCell("", reference)
    if isinstance(value, datetime | date):
        day = value.date() if isinstance(value, datetime) else value
        return SpreadsheetCell(day.isoformat(), reference, day=day.isoformat())
    if isinstance(value, bool | time | timedelta):
        return SpreadsheetCell(str(value), reference)
    if isinstance(value, int | float):
        is_whole = float(value).is_integer()
        return SpreadsheetCell(
            f"{value:.0f}" if is_whole else str(value), reference, is_number=True
        )
    return SpreadsheetCell(_kept(str(value)), reference)


# Text


def _of_text(name: str, data: bytes) -> Spreadsheet:
    text, said = text_of(data)
    text, separator = _separated(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = list[SpreadsheetRow]()
    number = 0
    try:
        for number, values in enumerate(reader, 1):
            cells = [
                SpreadsheetCell(_kept(value), reference_of(column, number))
                for column, value in enumerate(values)
            ]
            row = _row(number, cells)
            if row.cells:
                _refuse_wide(row)
                rows.append(row)
            _refuse_long(rows)
    except csv.Error:
        raise NotAllowed(
            f"Row {number + 1} cannot be read: check its quotation marks. Each cell with one needs "
            "them at its beginning and end, and twice within it."
        ) from None
    return Spreadsheet(name, "", tuple(rows), said)


def text_of(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and in a sentence how it was read where that is not certain.

    UTF-16 is known by its mark, or by its empty bytes. What is not UTF-8 is read as Windows-1252;
    `NotAllowed` if it is not that either.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decoded(data, encoding), ""
    beginning = data[:2000]
    if b"\0" in beginning:
        after = beginning[1::2].count(0)
        before = beginning[::2].count(0)
        return _decoded(data, "utf-16-le" if after > before else "utf-16-be"), ""
    try:
        return data.decode(), ""
    except UnicodeDecodeError:
        return _decoded(data, "cp1252"), (
            "This file does not say how its letters are written. It was read as Windows-1252, "
            "which is usual in Western Europe. If a name below is wrong, save the file as .xlsx or "
            "as CSV in UTF-8."
        )


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise NotAllowed(
            "The letters of this file cannot be read. Save it as .xlsx, or as CSV in UTF-8."
        ) from None


LINES_TRIED = 30


def _separated(text: str) -> tuple[str, str]:
    """Return a text without its line `sep=`, and what separates its columns.

    Without that line it is what parts the most lines alike. A comma within numbers parts some of
    them alike too, but the heading has none.
    """
    first, _, rest = text.partition("\n")
    stated = first.strip().strip('"')
    if stated.lower().startswith("sep=") and stated[4:5] in SEPARATORS:
        return rest, stated[4]
    if stated.lower() == "sep=" and first.rstrip("\r").endswith("\t"):
        return rest, "\t"
    lines = [line for line in islice(text.splitlines(), LINES_TRIED) if line.strip()]

    def fits(separator: str) -> tuple[int, int]:
        widths = Counter(len(cells) for cells in csv.reader(lines, delimiter=separator))
        del widths[1]  # lines that it does not divide say nothing for it
        if not widths:
            return 0, 0
        columns = max(widths, key=lambda width: widths[width])
        return widths[columns], columns

    if not lines:
        return text, ","
    in_heading = {each for each in SEPARATORS if each in lines[0]}
    try:
        return text, max(in_heading or SEPARATORS, key=fits)
    except csv.Error:
        return text, ","


# What is in a cell
#
# What can be read in two ways is not read; the error says what was expected instead.


class DayOrder(Enum):
    """In which order a club writes day and month in numbers; the value is what a page calls it."""

    DAY_FIRST = "day, then month: 14/3/2025"
    MONTH_FIRST = "month, then day: 3/14/2025"


class NotRead(ValueError):
    """A cell cannot be read; the message says what is expected."""


MOST_DIGITS = 6

_NUMBER = re.compile(r"([+-]?)([0-9]{1,9})(?:[.,](0+))?")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})


def whole(cell: SpreadsheetCell, least: int, most: int) -> int:
    """Return the whole number of a cell, from *least* to *most*; `NotRead` for anything else.

    A decimal comma or point is followed by nothing but noughts. `1.000` may be one or a thousand,
    so three noughts are not read.

    >>> whole(SpreadsheetCell("19,0", "C7"), 0, 999)
    19
    """
    expected = f"a whole number from {least:,} to {most:,} was expected"
    found = _NUMBER.fullmatch(cell.text.translate(_MINUS))
    if found is None:
        raise NotRead(expected)
    sign, digits, decimals = found.groups()
    may_be_thousands = decimals is not None and len(decimals) == 3
    if may_be_thousands or len(digits.lstrip("0")) > MOST_DIGITS:
        raise NotRead(f"{expected}, without a mark for thousands")
    number = int(f"{sign}{digits}")
    if not least <= number <= most:
        raise NotRead(expected)
    return number


_ISO = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ].*)?")
_NUMBERS = re.compile(r"([0-9]{1,2})([-./ ])\s?([0-9]{1,2})\2\s?([0-9]{4}|[0-9]{2})")
_DAY_THEN_MONTH = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th)?[-. ]+([^\W\d]{3,})[-., ]+([0-9]{4}|[0-9]{2})"
)
_MONTH_THEN_DAY = re.compile(r"([^\W\d]{3,})[-. ]+([0-9]{1,2})(?:st|nd|rd|th)?[, ]+([0-9]{4})")
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[., ]+")

EXPECTED_DAY = "a day was expected, such as 2025-03-14 or 14 March 2025"

SERIAL = (
    "a day was expected, and this is a spreadsheet’s number. Format the column as dates, or write "
    "the day, such as 2025-03-14"
)


def day_read(cell: SpreadsheetCell, order: DayOrder | None) -> str:
    """Return the day of a cell in ISO 8601; `NotRead` for anything else.

    Without an *order* a day in numbers is read only if it has one meaning. Years of two figures are
    of this century.

    >>> day_read(SpreadsheetCell("14/3/25", "A2"), None)
    '2025-03-14'
    >>> day_read(SpreadsheetCell("3/4/25", "A2"), DayOrder.MONTH_FIRST)
    '2025-03-04'
    """
    if cell.day:
        return cell.day
    text = _WEEKDAY.sub("", cell.text.casefold(), count=1)
    if found := _ISO.fullmatch(text):
        year, month, day = found.groups()
        return _day(year, month, day)
    if found := _NUMBERS.fullmatch(text):
        first, mark, second, year = found.groups()
        return _of_numbers(first, second, year, DayOrder.DAY_FIRST if mark == "." else order)
    if found := _DAY_THEN_MONTH.fullmatch(text):
        day, word, year = found.groups()
        return _day(year, _month(word), day)
    if found := _MONTH_THEN_DAY.fullmatch(text):
        word, day, year = found.groups()
        return _day(year, _month(word), day)
    raise NotRead(SERIAL if cell.text.isdecimal() and len(cell.text) == 5 else EXPECTED_DAY)


def _of_numbers(first: str, second: str, year: str, order: DayOrder | None) -> str:
    """Return a day that is written in numbers; with a point between them the day is first."""
    is_clear = first == second or max(int(first), int(second)) > 12
    if order is None and not is_clear:
        raise NotRead("it is not said whether the day or the month comes first")
    if order is None:
        order = DayOrder.DAY_FIRST if int(second) <= 12 else DayOrder.MONTH_FIRST
    if order is DayOrder.DAY_FIRST:
        return _day(year, second, first)
    return _day(year, first, second)


def _day(year: str, month: str, day: str) -> str:
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)).isoformat()
    except ValueError:
        raise NotRead("there is no such day") from None


def _month(word: str) -> str:
    """Return the number of a month by its English name, or the first letters of it."""
    known = [number for number, name in enumerate(MONTHS, 1) if name.casefold().startswith(word)]
    if word == "sept":
        known = [9]
    if len(known) != 1:
        raise NotRead(EXPECTED_DAY)
    return str(known[0])


def order_of(cells: Iterable[SpreadsheetCell]) -> tuple[DayOrder | None, bool]:
    """Return the order that the days of a column show, and whether any day needs to know it.

    Days that show both orders show none.
    """
    shown = set[DayOrder]()
    is_needed = False
    for cell in cells:
        found = _NUMBERS.fullmatch(_WEEKDAY.sub("", cell.text.casefold(), count=1))
        if cell.day or found is None or found[2] == ".":
            continue
        first = int(found[1])
        second = int(found[3])
        if first > 12:
            shown.add(DayOrder.DAY_FIRST)
        elif second > 12:
            shown.add(DayOrder.MONTH_FIRST)
        elif first != second:
            is_needed = True
    return (shown.pop() if len(shown) == 1 else None), is_needed


def name_read(text: str) -> str:
    """Return a name with the first name first: of `Surname, First name` too.

    >>> name_read("Nováková, Jana"), name_read("Ada Brown"), name_read("Smith, J., Jr")
    ('Jana Nováková', 'Ada Brown', 'Smith, J., Jr')
    """
    surname, _, first = text.partition(",")
    has_both = bool(surname.strip()) and bool(first.strip())
    return f"{first.strip()} {surname.strip()}" if has_both and "," not in first else text
