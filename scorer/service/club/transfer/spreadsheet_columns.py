"""Say what each column of a table is, and read its parties: with their deals, or results only.

What the columns are is decided once by a person, and proposed from their headings and from what is
in them. What cannot be read is listed by its cell, with what was expected there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import Connection

from ....ledger.chain import canonical, digest
from ....rules.names import Name, folded
from ....rules.notation.document import MOST_POINTS, LineColumn
from ....rules.partie import DealRecord, PartieRecord
from ....rules.ruleset import Ruleset
from ....rules.seats import Player
from ....rules.settlement import Settlement, settle, settle_target
from ....storage import clubs as clubs_store
from .import_files import MOST_DEALS, ImportFault, KnownResult, ParsedPartie
from .spreadsheets import (
    EXPECTED_DAY,
    DayOrder,
    NotRead,
    Spreadsheet,
    SpreadsheetCell,
    SpreadsheetRow,
    day_read,
    order_of,
    whole,
)

MOST_MARGIN = 9_999

MOST_ROUND = 999

SHOWN = 6
"""Rows of a table that are shown to say what its columns are."""

SEARCHED_FOR_HEADINGS = 15
"""Rows among which the headings are looked for; above them some clubs write a title."""


class ColumnMeaning(Enum):
    """What a column has; the value is what a page calls it."""

    OUT = "leave out"
    FIRST = "first player"
    SECOND = "second player"
    WINNER = "winner"
    MARGIN = "points that the winner receives"
    FIRST_TOTAL = "total of the first player"
    SECOND_TOTAL = "total of the second player"
    DAY = "day"
    ROUND = "round"
    PARTIE = "number of the partie"
    DEAL = "number of the deal"
    FIRST_POINTS = "points of the first player in the deal"
    SECOND_POINTS = "points of the second player in the deal"
    ELDER = "elder in the deal"


USUAL: Mapping[ColumnMeaning, str] = {
    ColumnMeaning.OUT: (
        "note, notes, remark, remarks, comment, comments, bemerkung, bemerkungen, remarque, "
        "remarques"
    ),
    ColumnMeaning.FIRST: (
        "first, first player, player 1, player a, player, home, name 1, a, name, spieler 1, "
        "spieler a, spieler, joueur 1, joueur a, joueur"
    ),
    ColumnMeaning.SECOND: (
        "second, second player, player 2, player b, opponent, away, name 2, b, against, "
        "spieler 2, spieler b, gegner, joueur 2, joueur b, adversaire"
    ),
    ColumnMeaning.WINNER: "winner, won by, won, victor, sieger, gewinner, vainqueur, gagnant",
    ColumnMeaning.MARGIN: (
        "margin, points, paid, pays, receives, received, difference, result, points won, "
        "settlement, differenz, ergebnis, resultat, ecart"
    ),
    ColumnMeaning.FIRST_TOTAL: (
        "first total, total 1, total a, score 1, score a, points 1, points a, score, first score, "
        "punkte 1, punkte a, summe 1"
    ),
    ColumnMeaning.SECOND_TOTAL: (
        "second total, total 2, total b, score 2, score b, points 2, points b, second score, "
        "punkte 2, punkte b, summe 2"
    ),
    ColumnMeaning.DAY: "date, day, played, played on, when, datum, tag, spieltag, jour, joue le",
    ColumnMeaning.ROUND: "round, rd, rnd, week, runde, tour, ronde",
    ColumnMeaning.PARTIE: "partie, match, game, partie no, match no, no, number, #, nr",
    ColumnMeaning.DEAL: "deal, hand, deal no, spiel, donne",
    ColumnMeaning.FIRST_POINTS: "first points",
    ColumnMeaning.SECOND_POINTS: "second points",
    ColumnMeaning.ELDER: "elder, dealer elder",
}
"""Headings by which a column is known, in English, German and French, without points, underscores,
accents and letters' case.
"""

BY_HEADING = {word: meaning for meaning, words in USUAL.items() for word in words.split(", ")}

DRAWN = frozenset(
    {"drawn", "draw", "tie", "tied", "level", "none", "=", "1/2", "\N{VULGAR FRACTION ONE HALF}"}
)

FIRST_WON = frozenset({"1", "first", "a"})
SECOND_WON = frozenset({"2", "second", "b"})


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """What the columns of a table are.

    Attributes:
        heading: the number of the row with the headings, above the first partie; 0 for none.
        meanings: of the columns, in order.
        order: of day and month in numbers; `None` while nobody has said it.
        day: on which all parties were played that have none of their own, as typed.
        is_taken: whether the table is taken in.
    """

    heading: int
    meanings: tuple[ColumnMeaning, ...]
    order: DayOrder | None = None
    day: str = ""
    is_taken: bool = True

    def column(self, meaning: ColumnMeaning) -> int | None:
        return self.meanings.index(meaning) if meaning in self.meanings else None

    def has(self, *meanings: ColumnMeaning) -> bool:
        return all(each in self.meanings for each in meanings)

    @property
    def has_deals(self) -> bool:
        """Return whether a row is a deal."""
        return self.has(ColumnMeaning.FIRST_POINTS, ColumnMeaning.SECOND_POINTS)

    @property
    def has_result(self) -> bool:
        return self.has_totals or self.has(ColumnMeaning.WINNER, ColumnMeaning.MARGIN)

    @property
    def has_totals(self) -> bool:
        return self.has(ColumnMeaning.FIRST_TOTAL, ColumnMeaning.SECOND_TOTAL)


class PartiesRead(NamedTuple):
    """The parties of a table, the cells that are wrong, and the rows that are no partie."""

    parties: list[ParsedPartie]
    faults: list[ImportFault]
    left_out: list[ImportFault]


def plain_heading(text: str) -> str:
    """Return a heading as it is compared.

    >>> plain_heading("First_Total."), plain_heading("Player 1:")
    ('first total', 'player 1')
    """
    return folded(" ".join(text.replace("_", " ").replace(".", " ").replace(":", " ").split()))


def headings_of(table: Spreadsheet, heading: int) -> tuple[str, ...]:
    """Return the headings of the columns; empty ones without a row of headings."""
    row = next((row for row in table.rows if row.number == heading), None)
    cells = () if row is None else row.cells
    found = [cell.text for cell in cells]
    return tuple(found + [""] * (table.width - len(found)))


def heading_digest(headings: Sequence[str]) -> str:
    """Return by what the columns of a table with these headings are known again."""
    return digest(canonical([plain_heading(each) for each in headings]))


def rows_below(table: Spreadsheet, heading: int) -> list[SpreadsheetRow]:
    return [row for row in table.rows if row.number > heading]


# What is proposed


def proposed(table: Spreadsheet) -> ColumnLayout:
    """Return what the columns of a table seem to be."""
    heading = _heading(table)
    headings = headings_of(table, heading)
    rows = rows_below(table, heading)
    meanings = list[ColumnMeaning]()
    for text in headings:
        meaning = BY_HEADING.get(plain_heading(text), ColumnMeaning.OUT)
        meanings.append(ColumnMeaning.OUT if meaning in meanings else meaning)
    for column, text in enumerate(headings):
        is_known = bool(text) and (plain_heading(text) in BY_HEADING or _is_whole(meanings))
        if meanings[column] is ColumnMeaning.OUT and not is_known:
            meanings[column] = _by_content(rows, column, meanings)
    layout = with_order(table, ColumnLayout(heading, tuple(meanings)))
    return replace(layout, is_taken=_is_whole(meanings))


def _is_whole(meanings: Sequence[ColumnMeaning]) -> bool:
    """Return whether these columns make parties."""
    layout = ColumnLayout(0, tuple(meanings))
    has_players = layout.has(ColumnMeaning.FIRST, ColumnMeaning.SECOND)
    return has_players and (layout.has_deals or layout.has_result)


def with_order(table: Spreadsheet, layout: ColumnLayout) -> ColumnLayout:
    """Return a layout with the order of day and month, if its column of days shows it."""
    shown, _ = order_of(_days(table, layout))
    return layout if shown is None else replace(layout, order=shown)


def is_order_needed(table: Spreadsheet, layout: ColumnLayout) -> bool:
    """Return whether a day of the table has two readings, and no other shows which is right."""
    shown, is_needed = order_of(_days(table, layout))
    return is_needed and shown is None


def _days(table: Spreadsheet, layout: ColumnLayout) -> list[SpreadsheetCell]:
    column = layout.column(ColumnMeaning.DAY)
    if column is None:
        return []
    return [row.cell(column, table.sheet) for row in rows_below(table, layout.heading)]


def _heading(table: Spreadsheet) -> int:
    """Return the number of the row that has the most headings that are known; if none has two, of
    the first row that is of words alone above columns of days or numbers. 0 is for none.
    """
    best = 0
    most = 1
    for row in table.rows[:SEARCHED_FOR_HEADINGS]:
        known = {BY_HEADING.get(plain_heading(cell.text)) for cell in row.cells} - {None}
        if len(known) > most:
            best = row.number
            most = len(known)
    return best or _row_of_words(table)


def _row_of_words(table: Spreadsheet) -> int:
    for row in table.rows[:SEARCHED_FOR_HEADINGS]:
        filled = [cell for cell in row.cells if cell.text]
        below = rows_below(table, row.number)
        if len(filled) < 2 or any(_kind(cell) is not CellKind.WORDS for cell in filled):
            continue
        columns = ([each.cell(column) for each in below] for column in range(len(row.cells)))
        if any(_usual_kind(cells) in (CellKind.DAY, CellKind.NUMBER) for cells in columns):
            return row.number
    return 0


class CellKind(Enum):
    """What a cell says, as far as that shows what its column is."""

    DAY = "day"
    NUMBER = "number"
    WORDS = "words"


BY_KIND: Mapping[CellKind, tuple[ColumnMeaning, ...]] = {
    CellKind.DAY: (ColumnMeaning.DAY,),
    CellKind.NUMBER: (ColumnMeaning.FIRST_TOTAL, ColumnMeaning.SECOND_TOTAL),
    CellKind.WORDS: (ColumnMeaning.FIRST, ColumnMeaning.SECOND),
}
"""What columns of a kind may be, where no heading says it; the first that is free is proposed."""

assert BY_KIND.keys() == {*CellKind}


def _kind(cell: SpreadsheetCell) -> CellKind:
    if _is_day(cell):
        return CellKind.DAY
    return CellKind.NUMBER if _is_number(cell) else CellKind.WORDS


def _usual_kind(cells: Iterable[SpreadsheetCell]) -> CellKind | None:
    """Return what more than half of the cells say that are not empty; `None` if nothing is.

    So a typing error hides no column. It is listed by its cell when the column is read.
    """
    kinds = Counter(_kind(cell) for cell in cells if cell.text)
    return next((kind for kind in kinds if 2 * kinds[kind] > kinds.total()), None)


def _by_content(
    rows: Sequence[SpreadsheetRow], column: int, taken: Sequence[ColumnMeaning]
) -> ColumnMeaning:
    """Return what a column seems to be by what is in it, if its heading does not say it."""
    kind = _usual_kind(row.cell(column) for row in rows)
    return ColumnMeaning.OUT if kind is None else _free(taken, *BY_KIND[kind])


def _free(taken: Sequence[ColumnMeaning], *meanings: ColumnMeaning) -> ColumnMeaning:
    return next((each for each in meanings if each not in taken), ColumnMeaning.OUT)


def _is_day(cell: SpreadsheetCell) -> bool:
    try:
        # In which order is asked later: here it is enough that there is such a day.
        return bool(day_read(cell, DayOrder.DAY_FIRST))
    except NotRead:
        return False


def _is_number(cell: SpreadsheetCell) -> bool:
    try:
        return whole(cell, -MOST_MARGIN, MOST_MARGIN) is not None
    except NotRead:
        return False


def layout_data(layout: ColumnLayout) -> dict[str, Any]:
    """Return of a layout what holds for other tables with the same headings, as JSON."""
    order = None if layout.order is None else layout.order.name.lower()
    return {"columns": [each.name.lower() for each in layout.meanings], "order": order}


def layout_from(data: dict[str, Any], heading: int) -> ColumnLayout:
    """Return the layout that `layout_data` wrote, for a table with its headings in a row."""
    meanings = tuple(ColumnMeaning[name.upper()] for name in data["columns"])
    order = data["order"]
    return ColumnLayout(heading, meanings, None if order is None else DayOrder[order.upper()])


# What is missing


PLAYERS_MISSING = "Say which columns have the first and the second player."

RESULT_MISSING = (
    "Say which columns have both totals, or the winner and the points that the winner receives, or "
    "both players’ points in each deal."
)

TOTALS_UNSETTLED = (
    "Under the rules of this season totals alone do not settle a partie. Say which columns have "
    "the winner and the points that the winner receives."
)

DEAL_MISSING = "Say which column has the number of the deal, or of the partie."

DAY_MISSING = "Say which column has the day, or enter the day on which all were played."

ORDER_MISSING = "Say whether the day or the month comes first. The days can be read in both ways."

TWICE = "Two columns are the same: {}. Leave one out."


def missing(table: Spreadsheet, layout: ColumnLayout, rules: Ruleset) -> list[str]:
    """Return what is still to be said of the columns, in sentences; nothing if all is said."""
    if not layout.is_taken:
        return []
    found = [
        TWICE.format(each.value)
        for each in ColumnMeaning
        if each is not ColumnMeaning.OUT and layout.meanings.count(each) > 1
    ]
    if not layout.has(ColumnMeaning.FIRST, ColumnMeaning.SECOND):
        found.append(PLAYERS_MISSING)
    if layout.has_deals:
        if not (layout.has(ColumnMeaning.DEAL) or layout.has(ColumnMeaning.PARTIE)):
            found.append(DEAL_MISSING)
        return found
    by_margin = layout.has(ColumnMeaning.WINNER, ColumnMeaning.MARGIN)
    if not by_margin and not layout.has_totals:
        found.append(RESULT_MISSING)
    elif not by_margin and rules.deals is None:
        found.append(TOTALS_UNSETTLED)
    if not layout.has(ColumnMeaning.DAY) and not layout.day:
        found.append(DAY_MISSING)
    if layout.order is None and is_order_needed(table, layout):
        found.append(ORDER_MISSING)
    return found


# What the club remembers of tables


COLUMNS_PREFIX = "columns "
"""What a setting begins with that says what the columns of tables with some headings are."""


class TableMatched(NamedTuple):
    """A table with what its columns are, or seem to be.

    Attributes:
        missing: what is still to be said, in sentences.
        is_said: whether a person has said it, for this table or an earlier one.
        is_remembered: whether for an earlier one.
    """

    table: Spreadsheet
    layout: ColumnLayout
    missing: tuple[str, ...]
    is_said: bool
    is_remembered: bool = False

    @property
    def is_matched(self) -> bool:
        return self.is_said and not self.missing


def table_matched(
    db: Connection,
    club_id: int,
    table: Spreadsheet,
    said: ColumnLayout | None,
    *,
    rules: Ruleset,
    is_only: bool,
) -> TableMatched:
    """Return what the columns of a table are: as was *said*, as it was said of an earlier table
    with the same headings, or as it seems. The only one of all files is taken in.
    """
    remembered = None
    if said is None:
        remembered = recalled(db, club_id, table)
    layout = with_order(table, said or remembered or proposed(table))
    if is_only:
        layout = replace(layout, is_taken=True)
    return TableMatched(
        table,
        layout,
        missing=tuple(missing(table, layout, rules)),
        is_said=said is not None or remembered is not None,
        is_remembered=remembered is not None,
    )


def recalled(db: Connection, club_id: int, table: Spreadsheet) -> ColumnLayout | None:
    """Return what was said of an earlier table with the same headings."""
    known = clubs_store.settings_starting(db, club_id, COLUMNS_PREFIX)
    for row in table.rows[:SEARCHED_FOR_HEADINGS] if known else ():
        text = known.get(COLUMNS_PREFIX + heading_digest(headings_of(table, row.number)))
        if text is not None:
            return layout_from(json.loads(text), row.number)
    return None


def remember(db: Connection, club_id: int, matched: TableMatched, at: str) -> None:
    """Keep what was said of a table for the next one with the same headings, if it has any."""
    layout = matched.layout
    if not layout.heading or matched.is_remembered or not layout.is_taken:
        return
    name = COLUMNS_PREFIX + heading_digest(headings_of(matched.table, layout.heading))
    value = canonical(layout_data(layout))
    if clubs_store.settings(db, club_id, name).get(0) != value:
        clubs_store.save_setting(db, club_id, name=name, value=value, at=at)


# The parties


def parties_read(table: Spreadsheet, layout: ColumnLayout, rules: Ruleset) -> PartiesRead:
    """Return the parties of a table whose layout misses nothing.

    A row with fewer than two of a partie's cells, as a sum below the table or a line between two
    evenings, is left out.
    """
    reading = _Reading(table, layout, rules)
    rows = list[SpreadsheetRow]()
    for row in rows_below(table, layout.heading):
        if reading.is_partie(row):
            rows.append(row)
        else:
            reading.left_out.append(reading.fault(row.number, row.cells[0].reference, NO_PARTIE))
    if layout.has_deals:
        reading.read_deals(rows)
    else:
        for row in rows:
            reading.read_result(row)
    return PartiesRead(reading.parties, reading.faults, reading.left_out)


NO_PARTIE = "the row has no partie: no two players, and no player with a result"


class _Wrong(Exception):
    """The row cannot be read; its fault is noted."""


PLAYERS = (ColumnMeaning.FIRST, ColumnMeaning.SECOND)

OF_A_RESULT = (
    ColumnMeaning.WINNER,
    ColumnMeaning.MARGIN,
    ColumnMeaning.FIRST_TOTAL,
    ColumnMeaning.SECOND_TOTAL,
    ColumnMeaning.FIRST_POINTS,
    ColumnMeaning.SECOND_POINTS,
)


class _Reading:
    def __init__(self, table: Spreadsheet, layout: ColumnLayout, rules: Ruleset) -> None:
        self.table = table
        self.layout = layout
        self.rules = rules
        self.parties = list[ParsedPartie]()
        self.faults = list[ImportFault]()
        self.left_out = list[ImportFault]()
        players = [
            self.cell(row, each) for row in rows_below(table, layout.heading) for each in PLAYERS
        ]
        # Some clubs write the numbers of their members, and no names.
        self.has_words_for_players = _usual_kind(players) is CellKind.WORDS

    def is_partie(self, row: SpreadsheetRow) -> bool:
        named = sum(bool(self.cell(row, each).text) for each in PLAYERS)
        has_result = any(self.cell(row, each).text for each in OF_A_RESULT)
        return named == len(PLAYERS) or (named == 1 and has_result)

    def fault(self, row: int, reference: str, message: str) -> ImportFault:
        return ImportFault(self.table.file, row, 1, message, readable=False, cell=reference)

    def cell(self, row: SpreadsheetRow, meaning: ColumnMeaning) -> SpreadsheetCell:
        column = self.layout.column(meaning)
        return SpreadsheetCell("", "") if column is None else row.cell(column, self.table.sheet)

    def refuse(self, row: SpreadsheetRow, cell: SpreadsheetCell, expected: str) -> _Wrong:
        """Note what a cell says and what was expected there."""
        read = f"“{cell.text}” was read" if cell.text else "the cell is empty"
        self.faults.append(self.fault(row.number, cell.reference, f"{read}; {expected}"))
        return _Wrong()

    def add(
        self,
        rows: Sequence[SpreadsheetRow],
        names: tuple[str, str],
        *,
        known: KnownResult | None = None,
        deals: tuple[DealRecord, ...] = (),
    ) -> None:
        """Add the partie of some rows."""
        lines = [row.number for row in rows]

        def locate(deal: int | None, _: int | None) -> LineColumn:
            return LineColumn(lines[deal or 0], 1)

        begins = rows[0]
        partie = ParsedPartie(
            file=self.table.file,
            names=names,
            deals=deals,
            locate=locate,
            round=self.round(begins),
            played=self.day(begins),
            known=known,
            references=tuple(self.cell(row, ColumnMeaning.FIRST).reference for row in rows),
        )
        self.parties.append(partie)

    def number(self, row: SpreadsheetRow, meaning: ColumnMeaning, least: int, most: int) -> int:
        cell = self.cell(row, meaning)
        try:
            return whole(cell, least, most)
        except NotRead as error:
            raise self.refuse(row, cell, str(error)) from None

    def names(self, row: SpreadsheetRow) -> tuple[str, str]:
        first = self.cell(row, ColumnMeaning.FIRST)
        second = self.cell(row, ColumnMeaning.SECOND)
        for cell in (first, second):
            is_name = _kind(cell) is CellKind.WORDS or not self.has_words_for_players
            if not cell.text or not is_name:
                raise self.refuse(row, cell, "the name of a player was expected")
        return first.text, second.text

    def day(self, row: SpreadsheetRow) -> str:
        """Return the day of a row in ISO 8601; of a deal it may be unknown, and empty."""
        cell = self.cell(row, ColumnMeaning.DAY)
        if not cell.text and self.layout.day:
            return self.layout.day
        if not cell.text and self.layout.has_deals:
            return ""
        if not cell.text:
            raise self.refuse(row, cell, EXPECTED_DAY)
        try:
            return day_read(cell, self.layout.order)
        except NotRead as error:
            raise self.refuse(row, cell, str(error)) from None

    def round(self, row: SpreadsheetRow) -> int | None:
        if not self.cell(row, ColumnMeaning.ROUND).text:
            return None
        return self.number(row, ColumnMeaning.ROUND, 1, MOST_ROUND)

    def read_result(self, row: SpreadsheetRow) -> None:
        try:
            names = self.names(row)
            self.add([row], names, known=self.result(row, names))
        except _Wrong:
            return

    def result(self, row: SpreadsheetRow, names: tuple[str, str]) -> KnownResult:
        """Return the result of a row: by its totals under the rules, or as it is stated.

        If both are there, they must agree.
        """
        stated = None
        if self.layout.has(ColumnMeaning.WINNER, ColumnMeaning.MARGIN):
            stated = self.stated(row, names)
        if not self.layout.has_totals:
            assert stated is not None
            return stated
        first = self.number(row, ColumnMeaning.FIRST_TOTAL, 0, MOST_MARGIN)
        second = self.number(row, ColumnMeaning.SECOND_TOTAL, 0, MOST_MARGIN)
        totals = (first, second)
        found = self.settled(totals, stated)
        if found is None:
            assert stated is not None
            return stated._replace(totals=totals)
        if stated is not None and (stated.winner, stated.points) != (found.winner, found.points):
            raise self.refuse(
                row,
                self.cell(row, ColumnMeaning.MARGIN),
                f"by the rules of this season {first} to {second} pays {found.points:,}. Correct "
                "one of them, or leave out the columns of the totals",
            )
        return KnownResult(
            winner=found.winner,
            points=found.points,
            totals=totals,
            rubicon=found.rubicon,
            lurch=found.lurch,
        )

    def settled(self, totals: tuple[int, int], stated: KnownResult | None) -> Settlement | None:
        """Return how totals settle a partie; `None` where they alone do not.

        In a partie to a target they do not say who reached it first, and in a series not which of
        its parties they are of.
        """
        rules = self.rules
        if rules.deals is not None:
            return settle(rules, totals)
        winner = None if stated is None else stated.winner
        is_series = rules.parties_to_win > 1
        if winner is None or rules.target is None or is_series:
            return None
        return settle_target(rules, totals, winner, rules.target)

    def stated(self, row: SpreadsheetRow, names: tuple[str, str]) -> KnownResult:
        """Return a result as it is stated by its winner and its margin."""
        cell = self.cell(row, ColumnMeaning.WINNER)
        winner = _winner(cell.text, names)
        is_drawn = folded(cell.text) in DRAWN
        if winner is None and not is_drawn:
            raise self.refuse(
                row, cell, "the name of one of the two players, or “drawn”, was expected"
            )
        margin = self.cell(row, ColumnMeaning.MARGIN)
        if is_drawn and not margin.text:
            return KnownResult(None, 0, None)
        least = 0 if is_drawn else 1
        most = 0 if is_drawn else MOST_MARGIN
        points = self.number(row, ColumnMeaning.MARGIN, least, most)
        return KnownResult(winner, points, None)

    # Deals

    def read_deals(self, rows: Sequence[SpreadsheetRow]) -> None:
        """Read rows that are deals; those of a partie follow each other."""
        together = list[SpreadsheetRow]()
        for row in rows:
            if together and self.begins(row, together[0]):
                self.read_partie(together)
                together = []
            together.append(row)
        if together:
            self.read_partie(together)

    def begins(self, row: SpreadsheetRow, before: SpreadsheetRow) -> bool:
        """Return whether a row begins another partie than the one that began *before*."""
        if self.layout.has(ColumnMeaning.PARTIE):
            number = self.cell(row, ColumnMeaning.PARTIE).text
            return number != self.cell(before, ColumnMeaning.PARTIE).text
        return self.cell(row, ColumnMeaning.DEAL).text in ("1", "1.")

    def read_partie(self, rows: Sequence[SpreadsheetRow]) -> None:
        begins = rows[0]
        try:
            names = self.names(begins)
            deals = list[DealRecord]()
            for number, row in enumerate(rows, 1):
                self.check_deal(row, number, names)
                first = self.number(row, ColumnMeaning.FIRST_POINTS, 0, MOST_POINTS)
                second = self.number(row, ColumnMeaning.SECOND_POINTS, 0, MOST_POINTS)
                deals.append(DealRecord(scores=(first, second)))
            elder = int(_winner(self.cell(begins, ColumnMeaning.ELDER).text, names) == 1)
            players = (Player(names[0]), Player(names[1]))
            record = PartieRecord(self.rules, players, tuple(deals), elder).from_elder()
            one, other = record.players
            self.add(rows, (one.name, other.name), deals=record.deals)
        except _Wrong:
            return

    def check_deal(self, row: SpreadsheetRow, number: int, names: tuple[str, str]) -> None:
        """Refuse a deal that is not the next one of its partie, or has other players."""
        if self.layout.has(ColumnMeaning.DEAL):
            deal = self.number(row, ColumnMeaning.DEAL, 1, MOST_DEALS)
            if deal != number:
                cell = self.cell(row, ColumnMeaning.DEAL)
                raise self.refuse(row, cell, f"deal {number} of this partie was expected")
        if self.names(row) != names:
            cell = self.cell(row, ColumnMeaning.FIRST)
            first, second = names
            raise self.refuse(
                row, cell, f"{Name(first)} and {Name(second)} were expected, as above"
            )


def _winner(text: str, names: Sequence[str]) -> int | None:
    """Return the player, from 0, whom a cell names, by name or by column."""
    found = folded(text)
    named = [player for player, name in enumerate(names) if folded(name) == found]
    if len(named) == 1:
        return named[0]
    if found in FIRST_WON:
        return 0
    return 1 if found in SECOND_WON else None


def shown_rows(table: Spreadsheet, layout: ColumnLayout) -> Iterator[list[str]]:
    """Yield the first rows below the headings, each with as many cells as the table has columns."""
    for row in rows_below(table, layout.heading)[:SHOWN]:
        yield [row.cell(column).text for column in range(table.width)]
