"""
Files of parties, read: `.piquet` files, and tables of totals in CSV, deal by deal.

A table has a heading with these columns, in any order and beside any others; it
is the table `deals` of an export:

==================================  ===========================================================
``partie``                          the same in all rows of a partie, which follow each other
``first``, ``second``               the players; the first is elder in the first deal
``deal``                            1, 2, 3 and so on
``first_points``, ``second_points`` what each made in the deal
``round``                           of the fixture it was played for; may be left out, or empty
==================================  ===========================================================

What cannot be read is told with its line and column, all of it at once.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import groupby
from pathlib import PurePath

from ...rules.errors import ContradictoryRules, NotationError
from ...rules.house import changes_from
from ...rules.naming import title_of
from ...rules.notation.document import MOST_POINTS, parse_partie
from ...rules.notation.kinds import is_company
from ...rules.notation.places import Place
from ...rules.partie import DealRecord
from ...rules.ruleset import Ruleset
from .spreadsheet import bare

REQUIRED = ("partie", "first", "second", "deal", "first_points", "second_points")
"""The columns that a table must have."""

DELIMITERS = (",", ";", "\t")
"""What stands between two cells: as a program writes tables, or as spreadsheets of some countries do."""


@dataclass(frozen=True, slots=True)
class File:
    """A file: its name and what is in it."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Complaint:
    """
    Something in a file that keeps it from being brought in.

    Attributes:
        file: the file's name.
        line: where, from 1.
        column: where in the line, from 1.
        message: what is wrong and why.
        readable: it could be read, and is not allowed.
        looks_alike: that is, because it looks like another partie.
    """

    file: str
    line: int
    column: int
    message: str
    readable: bool = True
    looks_alike: bool = False

    @property
    def where(self) -> str:
        """Where it is, as programs write it."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Brought:
    """
    A partie as a file tells it.

    Attributes:
        file: the file's name.
        names: the players' names, the first of them elder in the first deal.
        deals: what is known of each deal.
        place: where a statement of a deal stands, or a deal, or the partie.
        round: of the fixture it was played for; `None` if the file does not say.
    """

    file: str
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    place: Callable[[int | None, int | None], Place]
    round: int | None = None

    def complaint(self, message: str, deal: int | None = None, position: int | None = None) -> Complaint:
        """A complaint about it."""
        place = self.place(deal, position)
        return Complaint(self.file, place.line, place.column, message)


@dataclass(slots=True)
class Reading:
    """
    Files as far as they have been read.

    Attributes:
        rules: the ruleset of the season that they are brought into.
        brought: the parties, in order.
        complaints: what could not be read.
    """

    rules: Ruleset
    brought: list[Brought] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def read(self, file: File) -> None:
        """Read one more file."""
        try:
            text = file.data.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError as error:
            before = file.data[: error.start].decode()
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            self._refuse(file, line, column, "this is not text in UTF-8")
            return
        kind = PurePath(file.name).suffix.lower()
        if kind in (".piquet", ".toml") or file.name == "-":
            self._partie(file, text)
        elif kind in (".csv", ".tsv", ".txt"):
            self._table(file, text)
        else:
            self._refuse(file, 1, 1, "a file of parties is called .piquet, or .csv for a table of totals")

    def _refuse(self, file: File, line: int, column: int, message: str, *, readable: bool = False) -> None:
        self.complaints.append(Complaint(file.name, line, column, message, readable))

    def _partie(self, file: File, text: str) -> None:
        if is_company(text):
            self._refuse(file, 1, 1, "this is the card of a company: everybody on it signs it here; no file brings it")
            return
        try:
            document = parse_partie(text)
        except NotationError as error:
            self._refuse(file, error.line, error.column, error.message)
            return
        except ContradictoryRules as error:
            self._refuse(file, error.line, error.column, str(error), readable=True)
            return
        record = document.record
        different = changes_from(record.rules, self.rules)
        if different:
            named = f"the season is played under {title_of(self.rules)}, and this partie under {title_of(record.rules)}"
            self._refuse(file, 1, 1, f"{named}; they differ in {', '.join(different)}", readable=True)
            return
        first, second = record.players
        self.brought.append(Brought(file.name, (first.name, second.name), record.deals, document.place))

    def _table(self, file: File, text: str) -> None:
        seen: set[str] = set()
        for code, together in groupby(self._rows(file, text), key=lambda row: row.code):
            deals = list(together)
            if code in seen:
                self._refuse(file, deals[0].line, 1, f"the rows of partie {code} do not follow each other")
            seen.add(code)
            self._grouped(file, deals)

    def _rows(self, file: File, text: str) -> Iterator[_Row]:
        heading = text.split("\n", 1)[0]
        delimiter = max(DELIMITERS, key=heading.count)
        reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        columns: list[str] = []
        line = 1
        try:
            for cells in reader:
                if not any(cell.strip() for cell in cells):
                    pass
                elif columns:
                    yield self._row(file, line, columns, cells)
                else:
                    columns = [bare(cell).strip().casefold() for cell in cells]
                    missing = [name for name in REQUIRED if name not in columns]
                    if missing:
                        self._refuse(file, line, 1, f"the heading has no column {', '.join(missing)}")
                        return
                line = reader.line_num + 1
        except csv.Error as error:
            self._refuse(file, line, 1, f"this is no table: {error}")
            return
        if not columns:
            self._refuse(file, 1, 1, f"the table has no heading: it begins with {','.join(REQUIRED)}")

    def _row(self, file: File, line: int, columns: Sequence[str], cells: Sequence[str]) -> _Row:
        found = dict(zip(columns, (bare(cell.strip()) for cell in cells), strict=False))
        code, names = found.get("partie") or f"of line {line}", (found.get("first", ""), found.get("second", ""))
        if len(cells) < len(columns):
            self._refuse(file, line, 1, f"this row has {len(cells)} cells, and the heading {len(columns)}")
            return _Row(line, code, names)
        numbers = {"round": 0}
        for name, least, most in (
            ("deal", 1, 999),
            ("first_points", 0, MOST_POINTS),
            ("second_points", 0, MOST_POINTS),
            ("round", 1, 999),
        ):
            cell = found.get(name, "")
            if name == "round" and not cell:
                continue
            number = int(cell) if cell.isascii() and cell.isdecimal() and len(cell) <= 4 else -1
            if not least <= number <= most:
                column = 1 + sum(len(each) + 1 for each in cells[: columns.index(name)])
                words = f"{name} is a whole number from {least} to {most}, and not {cell!r}"
                self._refuse(file, line, column, words)
                return _Row(line, code, names)
            numbers[name] = number
        points = numbers["first_points"], numbers["second_points"]
        return _Row(line, code, names, numbers["deal"], points, numbers["round"])

    def _grouped(self, file: File, deals: Sequence[_Row]) -> None:
        """The partie that some rows tell, if all of them could be read and belong together."""
        if not all(row.deal for row in deals):
            return
        begins = deals[0]
        for number, row in enumerate(deals, 1):
            if row.deal != number:
                wrong = f"this is deal {row.deal} of partie {row.code}, where deal {number} was expected"
            elif (row.names, row.round) != (begins.names, begins.round):
                wrong = f"partie {row.code} has other players or another round here than in line {begins.line}"
            else:
                continue
            self._refuse(file, row.line, 1, wrong)
            return
        lines = [row.line for row in deals]
        records = tuple(DealRecord(scores=row.points) for row in deals)

        def place(deal: int | None, _: int | None) -> Place:
            return Place(lines[min(deal or 0, len(lines) - 1)], 1)

        self.brought.append(Brought(file.name, begins.names, records, place, begins.round or None))


@dataclass(frozen=True, slots=True)
class _Row:
    """A deal as a row of a table tells it; its number is 0 if the row could not be read."""

    line: int
    code: str
    names: tuple[str, str]
    deal: int = 0
    points: tuple[int, int] = (0, 0)
    round: int = 0


def read_files(files: Sequence[File], rules: Ruleset) -> Reading:
    """The parties of some files, and what could not be read of them."""
    reading = Reading(rules)
    for file in files:
        reading.read(file)
    return reading
