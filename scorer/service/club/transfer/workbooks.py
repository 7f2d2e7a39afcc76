"""Standings and results of a club as a workbook for spreadsheets, in which every cell has its type:
numbers are numbers, days are days, and a name that begins like a formula is text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

from ....storage import projections
from ....table.saving import Cell
from .export_tables import TABLES, ExportTable, Row
from .exported_sheets import Source

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

DATE_FORMAT = "yyyy-mm-dd"
"""How a spreadsheet shows a day: as in ISO 8601, whatever the country."""


def _results(of: Source) -> Iterator[Row]:
    chosen = {each.number for each in of.seasons}
    for each in projections.parties_since(of.db, of.club_id):
        if each.season not in chosen or not of.wants(*each.members):
            continue
        result = each.result
        names = [of.names.get(member) for member in each.members]
        winner = None if result.winner is None else names[result.winner]
        yield (
            each.season,
            each.round or None,
            each.played,
            *names,
            *(side.total for side in result.sides),
            winner,
            result.points,
            result.rubicon,
            result.lurch,
            result.forfeit,
            each.code or None,
            each.entry,
        )


RESULTS = ExportTable(
    "results",
    (
        *("season", "round", "date", "first", "second", "first_total", "second_total"),
        *("winner", "points", "rubicon", "lurch", "forfeit", "partie", "entry"),
    ),
    rows=_results,
)
"""The results of parties between two, in the order of play.

`winner` is the name of a player, and empty for a draw; `partie` is the code of the sheet, and empty
for a forfeit.
"""

DAYS = ("date",)
"""The columns that have a day."""


def workbook(of: Source) -> Iterator[bytes]:
    """Yield the workbook of a club, a season or a member's own results.

    Companies have a sheet only where there are some.
    """
    from openpyxl import Workbook

    made = Workbook(write_only=True)
    for table in (TABLES["standings"], RESULTS, TABLES["company_players"]):
        rows = list(table.rows(of))
        if rows or table.name != "company_players":
            _fill(made.create_sheet(table.name.replace("_", " ").capitalize()), table, rows)
    file = BytesIO()
    made.save(file)
    yield file.getvalue()


def _fill(sheet: WriteOnlyWorksheet, table: ExportTable, rows: Iterable[Row]) -> None:
    sheet.append(table.columns)
    sheet.freeze_panes = "A2"
    for row in rows:
        named = zip(table.columns, row, strict=True)
        sheet.append([_typed(sheet, cell, is_day=name in DAYS) for name, cell in named])


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
