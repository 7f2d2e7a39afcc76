"""Read the files of an import: `.piquet` files, archives of them, and CSV tables of totals, deal by
deal, such as the table `deals` of an export. Any other table is read cell by cell, as
`scorer.service.club.transfer.spreadsheets` does, and what its columns are is said by a person.

In a table the rows of a partie follow each other; the first player is elder in the first deal,
unless its `elder` is the name of the other, or 2; that, `round` and the day it was played, `date`,
may be left out, or empty. All mistakes are reported at once, each with line and column. Sizes are
checked before anything is parsed, so that no file keeps the machine busy.
"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from itertools import groupby, islice
from pathlib import PurePath
from typing import NamedTuple, NoReturn

from ....ledger.results import Basis
from ....rules.house_rules import title_of
from ....rules.messages import Text
from ....rules.notation.company_document import is_company
from ....rules.notation.document import MOST_POINTS, LineColumn
from ....rules.partie import DealRecord, PartieRecord
from ....rules.ruleset import RULE_FIELDS, Ruleset, changes_from
from ....rules.seats import Player
from ....table.checking import Problem, decoded, read_partie, refuse_too_many_words
from ....table.entering import NotAllowed, refuse_if
from ....table.saving import bare, unpacked_archive
from .spreadsheets import (
    OTHER_SPREADSHEETS,
    SEPARATORS,
    TEXTS,
    WORKBOOKS,
    Spreadsheet,
    spreadsheets,
    text_of,
)

REQUIRED = ("partie", "first", "second", "deal", "first_points", "second_points")

DELIMITERS = (",", ";", "\t")
"""Column delimiters, with those that spreadsheets use in some countries."""

MOST_PARTIES = 20_000

MOST_FAULTS = 1_000
"""Reading stops after this number of faults."""

NAMED = 2
"""Rules in which a partie differs from its season that are named;
of more, the others are counted.
"""

MOST_DEALS = 999

MOST_CHARACTERS = 100_000
"""The most characters of a partie's file;
six deals written trick by trick have about four thousand.
"""


class _OtherRules(Problem):
    """A partie is played under other rules than the season."""


class _Enough(Exception):
    """Stop reading; the last complaint says why."""


class File(NamedTuple):
    """A file, and what its name ends in or, if it has none, would end in: its *kind*."""

    name: str
    data: bytes
    kind: str = ""

    @property
    def suffix(self) -> str:
        return self.kind or PurePath(self.name).suffix.lower()


def kind_of(data: bytes) -> str:
    r"""Return what the name of a file would end in that comes without one, by its content.

    >>> kind_of(b"partie,first,second"), kind_of(b'# a, b\nplayers = ["Ada", "Ben"]')
    ('.csv', '.piquet')
    """
    if data.startswith(b"PK"):
        with suppress(zipfile.BadZipFile), zipfile.ZipFile(BytesIO(data)) as archive:
            if "[Content_Types].xml" in archive.namelist():
                return ".xlsx"
        return ".zip"
    try:
        text, _ = text_of(data)
    except NotAllowed:
        return ".piquet"
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    is_table = "=" not in first and any(mark in first for mark in SEPARATORS)
    return ".csv" if is_table else ".piquet"


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A mistake that prevents an import; if it is readable,
    the rules or the season forbid what the text says.

    Of a table that a person has matched, `cell` is the place, as `C7` or `Results!C7`.
    """

    file: str
    line: int
    column: int
    message: str
    readable: bool = True
    looks_alike: bool = False
    cell: str = ""

    @property
    def where(self) -> str:
        if self.cell:
            return f"{self.file} {self.cell}"
        return f"{self.file}:{self.line}:{self.column}"


class KnownResult(NamedTuple):
    """The result of a partie without its deals.

    Attributes:
        winner: 0, 1 or `None` for a draw.
        points: what the loser pays.
        totals: of both, if they are known.
        rubicon: as in `scorer.ledger.results.Result`, as far as the totals say so.
        lurch: likewise.
    """

    winner: int | None
    points: int
    totals: tuple[int, int] | None
    rubicon: bool = False
    lurch: bool = False

    @property
    def basis(self) -> Basis:
        return Basis.MARGIN if self.totals is None else Basis.TOTALS


class ParsedPartie(NamedTuple):
    """A partie from a file; `locate` gives the position of a statement, a deal or the partie.

    One without its deals has its result as it is `known`. Of a table that a person has matched,
    `references` are the cells of the rows.
    """

    file: str
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    locate: Callable[[int | None, int | None], LineColumn]
    round: int | None = None
    played: str = ""
    in_archive: bool = False
    known: KnownResult | None = None
    references: tuple[str, ...] = ()

    @property
    def is_of_spreadsheet(self) -> bool:
        return bool(self.references)

    def fault(
        self, message: str, deal: int | None = None, position: int | None = None
    ) -> ImportFault:
        location = self.locate(deal, position)
        cell = self.references[deal or 0] if self.references else ""
        return ImportFault(self.file, location.line, location.column, message, cell=cell)


class ImportText(Text):
    """Why a file cannot be imported into a season.

    It is said of a file and of nothing played, so no oracle asks it: each is tested with a file of
    the kind.
    """

    KIND = "the file's name must end in .piquet, in .zip, or in .xlsx or .csv for a table"
    ARCHIVE = "{reason}"
    SCORECARD = "a scorecard cannot be imported, because each of its players must sign it"
    MOST_DEALS = "a partie has at most {deals} deals"
    OTHER_RULES = (
        "the season is played under {ruleset}, and this partie under {other_ruleset}; "
        "they differ in {possible:and}"
    )
    RULE = "“{word}”"
    MORE_RULES = "{number} more rules"
    NO_COLUMN = "the heading has no column {possible:,}"
    NO_HEADING = "the table has no heading. It must begin with {word}"
    MOST_CHARACTERS = "a partie’s file has at most {most:,} characters, but this one has {number:,}"


@dataclass(slots=True)
class FilesRead:
    """The parties of files, and what is wrong with them.

    An archive has all parties of two players, also those that a season cannot take: by other rules
    they are left out of the import instead.

    Attributes:
        order: the number of each file by its name, those of archives too.
        left_out: why parties of archives are not imported.
        tables: those whose columns a person says.
    """

    rules: Ruleset
    parties: list[ParsedPartie] = field(default_factory=list)
    faults: list[ImportFault] = field(default_factory=list)
    left_out: list[ImportFault] = field(default_factory=list)
    order: dict[str, int] = field(default_factory=dict)
    tables: list[Spreadsheet] = field(default_factory=list)

    def read(self, file: File, *, in_archive: bool = False) -> None:
        self.order.setdefault(file.name, len(self.order))
        kind = file.suffix
        try:
            if kind == ".zip":
                self._archive(file)
            elif kind in (*TEXTS, *WORKBOOKS, *OTHER_SPREADSHEETS):
                self._any_table(file, kind)
            elif kind in (".piquet", ".toml"):
                self._partie(file, decoded(file.data), in_archive=in_archive)
            else:
                raise Problem(1, 1, ImportText.KIND())
        except _OtherRules as other:
            kept = self.left_out if in_archive else self.faults
            kept.append(ImportFault(file.name, other.line, other.column, str(other.message)))
        except Problem as problem:
            why = str(problem.message)
            self._refuse(file, problem.line, problem.column, why, readable=problem.readable)

    def _archive(self, file: File) -> None:
        try:
            found = unpacked_archive(file.data)
        except NotAllowed as error:
            raise Problem(1, 1, ImportText.ARCHIVE(reason=str(error).removesuffix("."))) from None
        for each in found.unreadable:
            self.order.setdefault(each.file, len(self.order))
            self._refuse(File(each.file, b""), 1, 1, str(each.why))
        for file_saved in found.files:
            self.read(File(*file_saved), in_archive=True)

    def _refuse(
        self, file: File, line: int, column: int, message: str, *, readable: bool = False
    ) -> None:
        self.faults.append(ImportFault(file.name, line, column, message, readable))
        if len(self.faults) == MOST_FAULTS:
            self._stop(file, line, f"{MOST_FAULTS:,} errors were found; the rest was not read")

    def _stop(self, file: File, line: int, message: str) -> NoReturn:
        self.faults.append(ImportFault(file.name, line, 1, message, readable=False))
        raise _Enough

    def _add(self, file: File, parsed: ParsedPartie) -> None:
        if len(self.parties) == MOST_PARTIES:
            line = parsed.locate(None, None).line
            self._stop(
                file,
                line,
                f"an import takes at most {MOST_PARTIES:,} parties. Import them in parts",
            )
        self.parties.append(parsed)

    def _partie(self, file: File, text: str, *, in_archive: bool) -> None:
        _refuse_too_much(text)
        if is_company(text):
            raise Problem(1, 1, ImportText.SCORECARD())
        document = read_partie(text)
        record = document.record
        if len(record.deals) > MOST_DEALS:
            line = document.locate(MOST_DEALS, None).line
            raise Problem(line, 1, ImportText.MOST_DEALS(deals=MOST_DEALS))
        different = changes_from(record.rules, self.rules)
        if different:
            rules = [
                ImportText.RULE(word=each.metadata["meaning"])
                for each in RULE_FIELDS
                if each.name in different
            ]
            if len(rules) > NAMED + 1:
                rules[NAMED:] = [ImportText.MORE_RULES(number=len(rules) - NAMED)]
            wrong = ImportText.OTHER_RULES(
                ruleset=title_of(self.rules),
                other_ruleset=title_of(record.rules),
                possible=tuple(rules),
            )
            raise _OtherRules(1, 1, wrong, readable=True)
        record = record.from_elder()
        first, second = record.players
        names = first.name, second.name
        self._add(
            file,
            ParsedPartie(
                file=file.name,
                names=names,
                deals=record.deals,
                locate=document.locate,
                played=document.played,
                in_archive=in_archive,
            ),
        )

    def _any_table(self, file: File, kind: str) -> None:
        """Read a table in the program's own format, or keep it for a person to say what it is."""
        try:
            if kind in TEXTS:
                text, _ = text_of(file.data)
                if _is_own_format(text):
                    self._table(file, decoded(file.data))
                    return
            found = spreadsheets(file.name, file.data, kind)
            known = {each.title for each in self.tables}
            refuse_if(
                any(each.title in known for each in found),
                "Another file has the same name. Rename one of them.",
            )
            self.tables += found
        except NotAllowed as error:
            raise Problem(1, 1, ImportText.ARCHIVE(reason=str(error).removesuffix("."))) from None

    def _table(self, file: File, text: str) -> None:
        seen: set[str] = set()
        for code, together in groupby(self._rows(file, text), key=lambda row: row.code):
            deals = list(islice(together, MOST_DEALS + 1))
            if len(deals) > MOST_DEALS:
                self._stop(file, deals[-1].line, f"a partie has at most {MOST_DEALS} deals")
            if code in seen:
                self._refuse(
                    file, deals[0].line, 1, f"the rows of partie {code} are not consecutive"
                )
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
                        raise Problem(line, 1, ImportText.NO_COLUMN(possible=tuple(missing)))
                line = reader.line_num + 1
        except csv.Error as error:
            self._refuse(file, line, 1, f"the table cannot be read: {error}")
            return
        if not columns:
            raise Problem(1, 1, ImportText.NO_HEADING(word=",".join(REQUIRED)))

    def _row(self, file: File, line: int, columns: Sequence[str], cells: Sequence[str]) -> _Row:
        found = dict(zip(columns, (bare(cell.strip()) for cell in cells), strict=False))
        code = found.get("partie") or f"of line {line}"
        names = (found.get("first", ""), found.get("second", ""))
        if len(cells) < len(columns):
            self._refuse(
                file,
                line,
                1,
                f"the row has {len(cells)} of the {len(columns)} cells of the heading",
            )
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
        first = _elder(found.get("elder", ""), names)
        return _Row(
            line=line,
            code=code,
            names=names,
            deal=numbers["deal"],
            points=points,
            round=numbers["round"],
            played=found.get("date", ""),
            first=first,
        )

    def _grouped(self, file: File, deals: Sequence[_Row]) -> None:
        if not all(row.deal for row in deals):
            return
        begins = deals[0]
        for number, row in enumerate(deals, 1):
            if row.deal != number:
                wrong = f"deal {number} of partie {row.code} was expected here, not deal {row.deal}"
            elif (row.names, row.round, row.played) != (begins.names, begins.round, begins.played):
                wrong = (
                    f"the players, the round or the date of partie {row.code} differ from "
                    f"line {begins.line}"
                )
            else:
                continue
            self._refuse(file, row.line, 1, wrong)
            return
        lines = [row.line for row in deals]
        deals_played = tuple(DealRecord(scores=row.points) for row in deals)
        players = Player(begins.names[0]), Player(begins.names[1])
        record = PartieRecord(self.rules, players, deals_played, begins.first).from_elder()
        names = record.players[0].name, record.players[1].name

        def locate(deal: int | None, _: int | None) -> LineColumn:
            return LineColumn(lines[deal or 0], 1)

        self._add(
            file,
            ParsedPartie(
                file=file.name,
                names=names,
                deals=record.deals,
                locate=locate,
                round=begins.round or None,
                played=begins.played,
            ),
        )


def _elder(cell: str, names: tuple[str, str]) -> int:
    """Return the number, from 0, of the player who is elder: by their name, or by 1 or 2, as
    earlier versions exported them.
    """
    if cell in names:
        return names.index(cell)
    return int(cell == "2")


class _Row(NamedTuple):
    """A deal in a row of a table; its number is 0 if the row cannot be read.

    In the first row, `first` is the number of the player, from 0, who is elder.
    """

    line: int
    code: str
    names: tuple[str, str]
    deal: int = 0
    points: tuple[int, int] = (0, 0)
    round: int = 0
    played: str = ""
    first: int = 0


def read_files(files: Sequence[File], rules: Ruleset) -> FilesRead:
    reading = FilesRead(rules)
    with suppress(_Enough):
        for file in files:
            reading.read(file)
    return reading


def _is_own_format(text: str) -> bool:
    """Return whether a text is a table of deals as the program writes it, or is meant to be one."""
    heading = text.lstrip("\ufeff \r\n").split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=heading.count)
    columns = {cell.strip().strip('"').casefold() for cell in heading.split(delimiter)}
    return not heading.strip() or len(columns & {*REQUIRED}) > len(REQUIRED) // 2


def _refuse_too_much(text: str) -> None:
    """Refuse a file that has more than any partie needs, before it is parsed."""
    if len(text) > MOST_CHARACTERS:
        many = ImportText.MOST_CHARACTERS(most=MOST_CHARACTERS, number=len(text))
        raise Problem(text.count("\n", 0, MOST_CHARACTERS) + 1, 1, many)
    refuse_too_many_words(text)
