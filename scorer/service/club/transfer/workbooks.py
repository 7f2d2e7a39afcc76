"""Standings and results of a club as a workbook for spreadsheets, in which every cell has its type:
numbers are numbers, days are days, and a name that begins like a formula is text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING

from ....table.saving import Cell
from ...dictionary import ColumnType
from .export_tables import TABLES, ExportTable, Row
from .exported_sheets import Source

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

DATE_FORMAT = "yyyy-mm-dd"
"""How a spreadsheet shows a day: as in ISO 8601, whatever the country."""


SHEETS = ("standings", "results", "company_players", "lines")
"""The tables that have a sheet."""

MOST_LINES = 50_000
"""Lines of the score that a workbook takes, which several hundred parties have: a spreadsheet
program is slow with more, and in the end cannot open them.
"""

TOO_MANY = (
    f"The club has more than {MOST_LINES:,} lines, too many for a workbook. Export one season, or "
    "the table lines as CSV."
)


def workbook(of: Source) -> Iterator[bytes]:
    """Yield the workbook of a club, a season or a member's own results.

    Companies and lines have a sheet only where there are some, lines only if they are not too many.
    """
    from openpyxl import Workbook

    made = Workbook(write_only=True)
    for table in map(TABLES.__getitem__, SHEETS):
        rows = list(islice(table.rows(of), MOST_LINES + 1))
        if rows or table.name not in ("company_players", "lines"):
            sheet = made.create_sheet(table.name.replace("_", " ").capitalize())
            if table.name == "lines" and len(rows) > MOST_LINES:
                sheet.append([TOO_MANY])
            else:
                _fill(sheet, table, rows)
    file = BytesIO()
    made.save(file)
    yield file.getvalue()


def _fill(sheet: WriteOnlyWorksheet, table: ExportTable, rows: Iterable[Row]) -> None:
    sheet.append(table.columns)
    sheet.freeze_panes = "A2"
    days = [each.type is ColumnType.DAY for each in table.described.columns]
    for row in rows:
        typed = zip(row, days, strict=True)
        sheet.append([_typed(sheet, cell, is_day=is_day) for cell, is_day in typed])


def _typed(sheet: WriteOnlyWorksheet, cell: Cell, *, is_day: bool) -> object:
    """Return a cell with its type; text is text, even if it begins like a formula."""
    from openpyxl.cell import WriteOnlyCell

    if not isinstance(cell, str):
        return cell
    if is_day:
        made = WriteOnlyCell(sheet, datetime.fromisoformat(cell))
        made.number_format = DATE_FORMAT
        return made
    made = WriteOnlyCell(sheet, str(cell))
    made.data_type = "s"
    return made
