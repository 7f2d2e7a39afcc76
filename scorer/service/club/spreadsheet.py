r"""
CSV for spreadsheets (RFC 4180, UTF-8, CR LF) with formula cells escaped.

Text that a spreadsheet would take for a formula is escaped by an apostrophe, which is removed when it is read here.

>>> "".join(written(("name", "points"), [("=1+1", -4), ("Ada", None), ("O'Hara", True)]))
"name,points\r\n'=1+1,-4\r\nAda,\r\nO'Hara,1\r\n"
>>> bare("'=1+1"), bare("'tis")
('=1+1', "'tis")
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain

Cell = int | float | str | bool | dict[str, object] | list[object] | None
"""A cell; a list or mapping is written as JSON."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Text that begins like this is a formula to some spreadsheet."""


def guarded(cell: Cell) -> int | float | str:
    """Return a cell as text, escaped."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
    return f"'{text}" if text.startswith(FORMULA) else text


def bare(text: str) -> str:
    """Return text without the apostrophe of `guarded`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield the lines of a CSV file."""
    line = StringIO(newline="")
    writer = csv.writer(line)
    for row in chain([columns], rows):
        writer.writerow([guarded(cell) for cell in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()
