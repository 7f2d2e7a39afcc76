r"""Tables as CSV for a spreadsheet.

Text that a spreadsheet would take for a formula is escaped by an apostrophe, which is removed when
it is read here.

>>> "".join(written(("name", "points"), [("=1+1", -4), ("Ada", None), ("O'Hara", True)]))
"name,points\r\n'=1+1,-4\r\nAda,\r\nO'Hara,1\r\n"
>>> bare("'=1+1"), bare("'tis")
('=1+1', "'tis")
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain as chained

from ..people.members import FORMULA

Cell = int | float | str | bool | Mapping[str, object] | list[object] | None
"""A cell; a list or mapping is written as JSON."""

ESCAPED = (*FORMULA, "\t", "\r", "\n")
"""Text that begins like this is a formula to some spreadsheet."""


def guarded(cell: Cell) -> int | float | str:
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    if cell is None:
        return ""
    text = cell if isinstance(cell, str) else json_text(cell)
    return f"'{text}" if text.startswith(ESCAPED) else text


def bare(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(ESCAPED) else text


def written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    line = StringIO(newline="")
    writer = csv.writer(line)
    for row in chained([columns], rows):
        writer.writerow([guarded(cell) for cell in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
