"""
Read files of parties: `.piquet` files, and CSV tables of totals, deal by deal.

A table has a heading with these columns, in any order and beside any others; it is the table `deals` of an export:

==================================  ===========================================================
``partie``                          the same in all rows of a partie, which follow each other
``first``, ``second``               the players; the first is elder in the first deal
``deal``                            1, 2, 3 and so on
``first_points``, ``second_points`` what each made in the deal
``round``                           of the fixture it was played for; may be left out, or empty
==================================  ===========================================================

All mistakes are reported at once, each with line and column. Sizes are checked before anything is parsed, so that no
file keeps the machine busy.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from itertools import groupby, islice
from pathlib import PurePath
from typing import NoReturn

from ...rules.errors import ContradictoryRules, NotationError
from ...rules.house_rules import changes_from, title_of
from ...rules.notation.company import is_company
from ...rules.notation.document import MOST_POINTS, parse_partie
from ...rules.notation.locations import Location
from ...rules.partie import DealRecord
from ...rules.ruleset import Ruleset
from .exporting import bare

REQUIRED = ("partie", "first", "second", "deal", "first_points", "second_points")

DELIMITERS = (",", ";", "\t")
"""Column delimiters, with those that spreadsheets use in some countries."""

MOST_PARTIES = 20_000

MOST_FAULTS = 1_000
"""Reading stops after so many faults."""

MOST_DEALS = 999

MOST_CHARACTERS = 100_000
"""The most characters of a partie's file; six deals written trick by trick have about four thousand."""

MOST_WORDS = 6_000
"""The most words of a partie's file, each trick counted; six deals have about seven hundred."""

MOST_DOTS = 9
"""The most dots in a key; only the names of tables have any."""

_WORD = re.compile(r"[^\s;]+")
_RUN = re.compile(r"[a-z]([0-9]{1,2})\b", re.IGNORECASE)


class _Enough(Exception):
    """Stop reading; the last complaint says why."""


@dataclass(frozen=True, slots=True)
class File:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A mistake that prevents an import; if it is readable, the rules or the season forbid what the text says."""

    file: str
    line: int
    column: int
    message: str
    readable: bool = True
    looks_alike: bool = False

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class ParsedPartie:
    """A partie from a file; `locate` gives the position of a statement, a deal or the partie."""

    file: str
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    locate: Callable[[int | None, int | None], Location]
    round: int | None = None

    def fault(self, message: str, deal: int | None = None, position: int | None = None) -> ImportFault:
        location = self.locate(deal, position)
        return ImportFault(self.file, location.line, location.column, message)


@dataclass(slots=True)
class Reading:
    rules: Ruleset
    parties: list[ParsedPartie] = field(default_factory=list)
    faults: list[ImportFault] = field(default_factory=list)

    def read(self, file: File) -> None:
        try:
            text = file.data.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError as error:
            before = file.data[: error.start].decode()
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            self._refuse(file, line, column, "the file is not UTF-8 text. Save it as UTF-8 and try again")
            return
        kind = PurePath(file.name).suffix.lower()
        if kind in (".piquet", ".toml") or file.name == "-":
            self._partie(file, text)
        elif kind in (".csv", ".tsv", ".txt"):
            self._table(file, text)
        else:
            self._refuse(file, 1, 1, "the file's name must end in .piquet, or in .csv for a table of totals")

    def _refuse(self, file: File, line: int, column: int, message: str, *, readable: bool = False) -> None:
        self.faults.append(ImportFault(file.name, line, column, message, readable))
        if len(self.faults) == MOST_FAULTS:
            self._stop(file, line, f"{MOST_FAULTS:,} errors were found; the rest was not read")

    def _stop(self, file: File, line: int, message: str) -> NoReturn:
        self.faults.append(ImportFault(file.name, line, 1, message, readable=False))
        raise _Enough

    def _add(self, file: File, parsed: ParsedPartie) -> None:
        if len(self.parties) == MOST_PARTIES:
            line = parsed.locate(None, None).line
            self._stop(file, line, f"an import takes at most {MOST_PARTIES:,} parties. Import them in parts")
        self.parties.append(parsed)

    def _partie(self, file: File, text: str) -> None:
        too_much = _too_much(text)
        if too_much is not None:
            self._refuse(file, *too_much)
            return
        if is_company(text):
            self._refuse(file, 1, 1, "a scorecard cannot be imported, because each of its players must sign it")
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
        if len(record.deals) > MOST_DEALS:
            self._refuse(file, document.locate(MOST_DEALS, None).line, 1, f"a partie has at most {MOST_DEALS} deals")
            return
        different = changes_from(record.rules, self.rules)
        if different:
            named = f"the season is played under {title_of(self.rules)}, and this partie under {title_of(record.rules)}"
            self._refuse(file, 1, 1, f"{named}; they differ in {', '.join(different)}", readable=True)
            return
        first, second = record.players
        self._add(file, ParsedPartie(file.name, (first.name, second.name), record.deals, document.locate))

    def _table(self, file: File, text: str) -> None:
        seen: set[str] = set()
        for code, together in groupby(self._rows(file, text), key=lambda row: row.code):
            deals = list(islice(together, MOST_DEALS + 1))
            if len(deals) > MOST_DEALS:
                self._stop(file, deals[-1].line, f"a partie has at most {MOST_DEALS} deals")
            if code in seen:
                self._refuse(file, deals[0].line, 1, f"the rows of partie {code} are not consecutive")
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
            self._refuse(file, line, 1, f"the table cannot be read: {error}")
            return
        if not columns:
            self._refuse(file, 1, 1, f"the table has no heading. It must begin with {','.join(REQUIRED)}")

    def _row(self, file: File, line: int, columns: Sequence[str], cells: Sequence[str]) -> _Row:
        found = dict(zip(columns, (bare(cell.strip()) for cell in cells), strict=False))
        code, names = found.get("partie") or f"of line {line}", (found.get("first", ""), found.get("second", ""))
        if len(cells) < len(columns):
            self._refuse(file, line, 1, f"the row has {len(cells)} cells, but the heading has {len(columns)}")
            return _Row(line, code, names)
        numbers = {"round": 0}
        for name, least, most in (
            ("deal", 1, MOST_DEALS),
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
                words = f"{name} must be a whole number from {least} to {most}, not {cell!r}"
                self._refuse(file, line, column, words)
                return _Row(line, code, names)
            numbers[name] = number
        points = numbers["first_points"], numbers["second_points"]
        return _Row(line, code, names, numbers["deal"], points, numbers["round"])

    def _grouped(self, file: File, deals: Sequence[_Row]) -> None:
        if not all(row.deal for row in deals):
            return
        begins = deals[0]
        for number, row in enumerate(deals, 1):
            if row.deal != number:
                wrong = f"deal {number} of partie {row.code} was expected here, not deal {row.deal}"
            elif (row.names, row.round) != (begins.names, begins.round):
                wrong = f"the players or the round of partie {row.code} differ from line {begins.line}"
            else:
                continue
            self._refuse(file, row.line, 1, wrong)
            return
        lines = [row.line for row in deals]
        records = tuple(DealRecord(scores=row.points) for row in deals)

        def locate(deal: int | None, _: int | None) -> Location:
            return Location(lines[deal or 0], 1)

        self._add(file, ParsedPartie(file.name, begins.names, records, locate, begins.round or None))


@dataclass(frozen=True, slots=True)
class _Row:
    """A deal in a row of a table; its number is 0 if the row cannot be read."""

    line: int
    code: str
    names: tuple[str, str]
    deal: int = 0
    points: tuple[int, int] = (0, 0)
    round: int = 0


def read_files(files: Sequence[File], rules: Ruleset) -> Reading:
    reading = Reading(rules)
    with suppress(_Enough):
        for file in files:
            reading.read(file)
    return reading


def _too_much(text: str) -> tuple[int, int, str] | None:
    """Return where a file has more than any partie needs, and of what; counted before parsing."""
    if len(text) > MOST_CHARACTERS:
        line = text.count("\n", 0, MOST_CHARACTERS) + 1
        return line, 1, f"a partie's file has at most {MOST_CHARACTERS:,} characters, but this one has {len(text):,}"
    words = 0
    for number, line_text in enumerate(text.split("\n"), 1):
        header = line_text.lstrip().startswith("[")
        keys = line_text.split("=") if header else line_text.split("=")[:-1]
        if any(key.count(".") > MOST_DOTS for key in keys):
            return number, 1, f"a key has more than {MOST_DOTS} dots"
        words += len(_WORD.findall(line_text)) + sum(int(each) - 1 for each in _RUN.findall(line_text) if int(each))
        if words > MOST_WORDS:
            return number, 1, f"a partie's file has at most {MOST_WORDS:,} words and tricks, but this one has more"
    return None
