r"""
CSV as spreadsheets read it (RFC 4180, UTF-8, lines that end in CR LF), and nothing in it that they would reckon.

A text that a spreadsheet would take for a formula gets an apostrophe before
it, and loses it again when it is read here. Numbers stay numbers.

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
"""What stands in one field of a table; what has parts is JSON in its text."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A text that begins so is reckoned by some spreadsheet."""


def guarded(cell: Cell) -> int | float | str:
    """A cell as it stands in CSV."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
    return f"'{text}" if text.startswith(FORMULA) else text


def bare(text: str) -> str:
    """A text without the apostrophe that `guarded` puts before it."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """A table as the text of a CSV file, line by line."""
    line = StringIO(newline="")
    writer = csv.writer(line)
    for row in chain([columns], rows):
        writer.writerow([guarded(cell) for cell in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()
