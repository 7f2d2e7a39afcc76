"""Import parties into a season from files: check them,
preview what would be posted, then post all or none.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from io import StringIO
from itertools import chain, groupby, islice
from pathlib import PurePath
from typing import NamedTuple, NoReturn

from sqlalchemy import Connection

from ....ledger.entries import Changes, Entered, SheetPosted, changes
from ....ledger.results import Result, result_of
from ....rules.house_rules import ruleset_to_data, title_of
from ....rules.messages import Text
from ....rules.names import Name, folded, joined, named
from ....rules.notation.company_document import is_company
from ....rules.notation.document import MOST_POINTS, LineColumn
from ....rules.partie import DealRecord, Partie, PartieRecord, play_partie
from ....rules.ruleset import RULE_FIELDS, Ruleset, changes_from
from ....rules.seats import Player
from ....rules.sentences import IllegalStatement
from ....storage import clubs as clubs_store
from ....storage import projections
from ....storage import season_sheets as store
from ....storage.engine import reading, writing
from ....storage.queries import batched
from ....storage.season_sheets import WholePartie
from ....storage.sheets import Membership, PlayerRow, SheetRow, SignatureRow, taken
from ....storage.statements import StatementRow
from ....table.checking import Problem, decoded, read_partie, refuse_too_many_words
from ....table.entering import NotAllowed, new_codes, refuse_if
from ....table.recording import SheetKind, recorded_as
from ....table.saving import bare, unpacked_archive
from ....table.times import day_of, noon
from ...service import Service
from ...zones import today, zone_of
from ..credentials import Actor, actor
from ..people import members
from ..posts import Draft, Posted, open_terms, partie_body, post_all, record_of
from ..seasons.fixtures import day_played, fixtures_now
from ..seasons.season import require_two, season_rules
from ..seasons.standings import Preview, SeasonTable, season_rows

# Reading files: `.piquet` files, and CSV tables of totals, deal by deal, such as the table `deals`
# of an export.
#
# In a table the rows of a partie follow each other; the first player is elder in the first deal,
# unless its `elder` is 2; that, `round` and the day it was played, `date`, may be left out, or
# empty. All mistakes are reported at once, each with line and column. Sizes are checked before
# anything is parsed, so that no file keeps the machine busy.


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
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A mistake that prevents an import; if it is readable,
    the rules or the season forbid what the text says.
    """

    file: str
    line: int
    column: int
    message: str
    readable: bool = True
    looks_alike: bool = False

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class ParsedPartie(NamedTuple):
    """A partie from a file; `locate` gives the position of a statement, a deal or the partie."""

    file: str
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    locate: Callable[[int | None, int | None], LineColumn]
    round: int | None = None
    played: str = ""
    in_archive: bool = False

    def fault(
        self, message: str, deal: int | None = None, position: int | None = None
    ) -> ImportFault:
        location = self.locate(deal, position)
        return ImportFault(self.file, location.line, location.column, message)


class ImportText(Text):
    """Why a file cannot be imported into a season.

    It is said of a file and of nothing played, so no oracle asks it: each is tested with a file of
    the kind.
    """

    KIND = "the file's name must end in .piquet, in .zip, or in .csv for totals"
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
    MOST_CHARACTERS = "a partie's file has at most {most:,} characters, but this one has {number:,}"


@dataclass(slots=True)
class FilesRead:
    """The parties of files, and what is wrong with them.

    An archive has all parties of two players, also those that a season cannot take: by other rules
    they are left out of the import instead.

    Attributes:
        order: the number of each file by its name, those of archives too.
        left_out: why parties of archives are not imported.
    """

    rules: Ruleset
    parties: list[ParsedPartie] = field(default_factory=list)
    faults: list[ImportFault] = field(default_factory=list)
    left_out: list[ImportFault] = field(default_factory=list)
    order: dict[str, int] = field(default_factory=dict)

    def read(self, file: File, *, in_archive: bool = False) -> None:
        self.order.setdefault(file.name, len(self.order))
        kind = PurePath(file.name).suffix.lower()
        try:
            if kind == ".zip":
                self._archive(file)
                return
            text = decoded(file.data)
            if kind in (".piquet", ".toml") or file.name == "-":
                self._partie(file, text, in_archive=in_archive)
            elif kind in (".csv", ".tsv", ".txt"):
                self._table(file, text)
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
            self._refuse(File(each.file, b""), 1, 1, each.why)
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
        first = int(found.get("elder") == "2")
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


def _refuse_too_much(text: str) -> None:
    """Refuse a file that has more than any partie needs, before it is parsed."""
    if len(text) > MOST_CHARACTERS:
        many = ImportText.MOST_CHARACTERS(most=MOST_CHARACTERS, number=len(text))
        raise Problem(text.count("\n", 0, MOST_CHARACTERS) + 1, 1, many)
    refuse_too_many_words(text)


# Posting many parties
#
# They are posted like a partie that is signed at the table, and their rows are the same.


class PlayedPartie(NamedTuple):
    """A finished partie to store and post, with each deal's statements or totals;
    unsigned, it is an import.
    """

    members: tuple[int, int]
    names: tuple[str, str]
    deals: tuple[tuple[str, ...], ...]
    source: str
    author: str
    at: str
    round: int = 0
    signed: bool = False
    played: str = ""


def enter_all(
    db: Connection, club_id: int, season: int, ruleset: str, played: Sequence[PlayedPartie]
) -> list[Posted]:
    """Store finished parties of a season and post them in order;
    `IllegalStatement` if the rules forbid one.
    """
    codes = new_codes(len(played), lambda codes: taken(db, codes))
    zone = zone_of(db, club_id)
    recorded = []
    for each, code in zip(played, codes, strict=True):
        day = each.played or day_of(each.at, zone)
        of = Membership(
            club_id,
            season=season,
            round=each.round,
            kind=SheetKind.PARTIE,
            added_at=each.at,
            members=each.members,
        )
        recorded.append(_recorded(each, code, ruleset, of, day))
    drafts = []
    for each, found in zip(played, recorded, strict=True):
        body = partie_body(
            found, play_partie(record_of(found)), imported=not each.signed, played=found.row.day
        )
        drafts.append(Draft(body, each.author, each.at))
    store.append_parties(db, recorded)
    return post_all(db, club_id, drafts)


def _recorded(
    played: PlayedPartie, code: str, ruleset: str, of: Membership, day: str
) -> WholePartie:
    players = tuple(map(PlayerRow, (0, 1), played.names, played.members))
    signatures = tuple(
        SignatureRow(player, name, played.at) for player, name in enumerate(played.names)
    )
    opened_at = noon(played.played) if played.played else played.at
    deals = list[Sequence[StatementRow]]()
    for number, deal in enumerate(played.deals):
        key = f"{played.source} {number}"
        deals.append(
            [
                StatementRow(number, position, said, key, played.at)
                for position, said in enumerate(deal)
            ]
        )
    return WholePartie(
        SheetRow(
            id=0,
            code=code,
            kind=SheetKind.PARTIE,
            terms="",
            ruleset=ruleset,
            opened_at=opened_at,
            players=players,
            day=day,
            of_season=of,
        ),
        deals,
        signatures if played.signed else (),
    )


# Checks


ADMIT = ". Admit and enter them first, or let the import do it"
"""What to do about names that are not in the season;
the web and the command line have an option for it.
"""

SAME_POINTS = "same points as elder and as younger"
SAME_TOTALS = "same day, same totals"
"""How a partie looks like another of the same players."""

MOST_LOOKED_UP = 50
"""Names for which the nearest known name is looked up."""

Admitting = bool | Collection[str]
"""Whether an import may admit and enter unknown names: all, none, or the ones listed."""


class Unknown(NamedTuple):
    """A name that is not in the season: of a member, or of nobody,
    with the nearest known name if there is one.
    """

    name: Name
    is_member: bool
    nearest: Name

    @property
    def hint(self) -> str:
        if self.is_member:
            return "a member, not in this season"
        return f"like {self.nearest}" if self.nearest else ""


Likeness = tuple[tuple[int, int], ...]

SameDay = tuple[str, frozenset[tuple[str, int]]]
"""The day of a partie, and the totals of its players by their case-folded names."""


class ImportRow(NamedTuple):
    """A partie that can be imported.

    `line` is where it begins, `round` is 0 if it settles no fixture, `played` is its day in ISO
    8601.
    """

    file: str
    line: int
    names: tuple[Name, Name]
    deals: tuple[DealRecord, ...]
    result: Result
    round: int
    played: str

    @property
    def says(self) -> str:
        result = self.result
        if result.winner is None:
            return "drawn"
        more = ""
        if result.rubicon:
            more = ", Rubicon not crossed"
        elif result.lurch:
            more = ", with a lurch"
        return f"{self.names[result.winner]} receives {result.points}{more}"


class Checking:
    """The check of parties from files so far; new names are by folded name."""

    def __init__(
        self, db: Connection, by: Actor, season: int, *, at: str, admit: Admitting, again: bool
    ) -> None:
        refuse_if(not by.is_director, "Only a director can import parties.")
        self.terms = open_terms(db, by.club_id, season)
        require_two(self.terms)
        self.db = db
        self.club_id = by.club_id
        self.season = season
        self.today = today(db, by.club_id, at)
        self.admit = admit
        self.again = again
        self.rules = season_rules(self.terms)
        self.members = members.called(db, by.club_id)
        self.left = {
            row.number
            for row in projections.member_rows(db, by.club_id).values()
            if not row.is_member
        }
        self.playing = projections.entrants(db, by.club_id, season)
        fixtures = fixtures_now(db, by.club_id, season)
        self.drawn = bool(fixtures)
        self.open_fixtures = [each for each in fixtures if each.is_open and not each.code]
        self.faults = list[ImportFault]()
        self.left_out = list[ImportFault]()
        self.admits = dict[str, Name]()
        self.enters = dict[Name, Name]()
        self.unknown = dict[str, Unknown]()
        self.seen = dict[tuple[tuple[Name, Name], Likeness], str]()
        self.posted = dict[tuple[int, int], dict[Likeness, str]]()
        self.seen_on = dict[SameDay, str]()
        self.met = dict[tuple[int, int], dict[SameDay, str]]()

    def check(self, parsed: ParsedPartie) -> ImportRow | None:
        if parsed.in_archive and self._goes_on(parsed):
            self.left_out.append(parsed.fault("it is not over"))
            return None
        before = len(self.faults)
        names = self._names(parsed)
        result = self._played(parsed)
        if names is None or result is None or len(self.faults) > before:
            return None
        round_ = self._round(parsed, names)
        played = parsed.played
        try:
            played = day_played(self.terms, parsed.played, self.today)
        except NotAllowed as error:
            self._fault(parsed, str(error).removesuffix("."))
        is_again = self._like_another(parsed, names, result, played)
        if is_again or len(self.faults) > before:
            return None
        return ImportRow(
            file=parsed.file,
            line=parsed.locate(None, None).line,
            names=names,
            deals=parsed.deals,
            result=result,
            round=round_,
            played=played,
        )

    def _fault(
        self,
        parsed: ParsedPartie,
        message: str,
        deal: int | None = None,
        position: int | None = None,
    ) -> None:
        self.faults.append(parsed.fault(message, deal, position))

    def _names(self, parsed: ParsedPartie) -> tuple[Name, Name] | None:
        first, second = (self._name(parsed, name) for name in parsed.names)
        if first is None or second is None:
            return None
        if first == second:
            self._fault(parsed, f"both players are called {first}. Name two different players")
            return None
        return first, second

    def _name(self, parsed: ParsedPartie, typed: str) -> Name | None:
        """Return the name of a player as the club has it, or as it is to be admitted."""
        try:
            name = members.member_name(typed)
        except NotAllowed as error:
            self._fault(parsed, f"{typed[:40]!r} is not a name: {error}")
            return None
        meant = self.members.meant(name)
        if len(meant) > 1:
            either = joined([each for _, each in meant], " or ")
            self._fault(parsed, f"{name} may be {either}. Write the name as the club has it")
            return None
        key = folded(name)
        number, name = meant[0] if meant else (0, self.admits.get(key, name))
        is_playing = number in self.playing and not self.playing[number]
        if is_playing:
            return name
        wrong = self._why_not_entered(number, key, name)
        if wrong:
            self._fault(parsed, wrong)
            return None
        if not number:
            self.admits[key] = name
        self.enters[name] = name
        return name

    def _why_not_entered(self, number: int, key: str, name: Name) -> str:
        """Return why a member by *number*, 0 for nobody's, is not entered in the season;
        empty if they are.
        """
        if number in self.playing:
            return f"{name} has withdrawn from the season"
        if number in self.left:
            return f"{name} has left the club. Mark them as returned first"
        may_enter = self._may_admit(key, name, is_member=bool(number))
        if may_enter:
            drawn = f"{name} is not in the season, whose fixtures are drawn"
            return drawn if self.drawn else ""
        if number:
            return f"{name} is not in the season{ADMIT}"
        near = self.unknown[key].nearest
        hint = f" (did you mean {near}?)" if near else ""
        return f"the club has no member called {name}{hint}{ADMIT}"

    def _may_admit(self, key: str, name: Name, *, is_member: bool) -> bool:
        """Return whether an unknown name may be admitted or entered,
        and remember that it was asked about.
        """
        if key not in self.unknown:
            nearest = Name()
            if not is_member and len(self.unknown) < MOST_LOOKED_UP:
                for near in get_close_matches(key, self.members.names, 1):
                    first, *_ = self.members.names[near]
                    _, nearest = self.members.people[first]
            self.unknown[key] = Unknown(name, is_member, nearest)
        return self.admit if isinstance(self.admit, bool) else key in map(folded, self.admit)

    def _goes_on(self, parsed: ParsedPartie) -> bool:
        """Whether a partie is legal as far as it goes, and not over."""
        try:
            return not self._partie(parsed).is_over
        except IllegalStatement:
            return False

    def _partie(self, parsed: ParsedPartie) -> Partie:
        players = Player("the first player"), Player("the second player")
        return play_partie(PartieRecord(self.rules, players, parsed.deals))

    def _played(self, parsed: ParsedPartie) -> Result | None:
        try:
            partie = self._partie(parsed)
        except IllegalStatement as error:
            self._fault(parsed, str(error), error.deal, error.position)
            return None
        if not partie.is_over:
            last = len(parsed.deals) - 1 if parsed.deals else None
            self._fault(parsed, str(partie.missing), last)
            return None
        return result_of(partie)

    def _number(self, name: Name) -> int:
        """Return the number of a member by the name that the club has;
        0 for who is to be admitted.
        """
        number, _ = self.members.find(name) or (0, name)
        return number

    def _round(self, parsed: ParsedPartie, names: tuple[Name, Name]) -> int:
        """Return the round of its fixture: as the file says, or the only open one of the two."""
        members = tuple(self._number(name) for name in names)
        if parsed.round is None:
            fitting = [each for each in self.open_fixtures if each.members == members]
        else:
            in_round = [each for each in self.open_fixtures if each.round == parsed.round]
            fitting = [each for each in in_round if set(each.members) == set(members)]
            if not fitting:
                self._fault(
                    parsed,
                    f"in round {parsed.round} no fixture between {joined(names, ' and ')} is open",
                )
        if len(fitting) != 1:
            return 0
        (fixture,) = fitting
        self.open_fixtures.remove(fixture)
        return fixture.round

    def _like_another(
        self, parsed: ParsedPartie, names: tuple[Name, Name], result: Result, played: str
    ) -> bool:
        """Return whether a partie looks like another and is not imported, most often because it was
        imported before. One of an archive is left out; any other is a fault.

        One that was entered at the table may have other seats, and only its totals and its day are
        the same.
        """
        like = likeness(result)
        # Without a day they all are of today, and so say nothing.
        on_day = same_day(names, result, played) if parsed.played else None
        here = f"the one at {parsed.file}:{parsed.locate(None, None).line}"
        first, second = names
        pair = self._number(first), self._number(second)
        # First in these files, then in the season; each time the stronger likeness first.
        other = self.seen.get((names, like), "")
        how = SAME_POINTS
        if not other and on_day is not None:
            other = self.seen_on.get(on_day, "")
            how = SAME_TOTALS
        if not other and all(pair):
            other = self._posted_like(pair).get(like, "")
            how = SAME_POINTS
            if not other and on_day is not None:
                other = self._posted_on(pair, on_day)
                how = SAME_TOTALS
        self.seen.setdefault((names, like), here)
        if on_day is not None:
            self.seen_on.setdefault(on_day, here)
        if not other or self.again:
            return False
        fault = parsed.fault(f"it looks like {other}: same players, {how}")
        kept = self.left_out if parsed.in_archive else self.faults
        kept.append(replace(fault, looks_alike=True))
        return True

    def _posted_on(self, pair: tuple[int, int], on_day: SameDay) -> str:
        """Return the partie of two members that was played on a day with these totals,
        whoever was elder first.
        """
        first, second = pair
        if (first, second) not in self.met:
            posted = projections.parties_of(
                self.db, self.club_id, first, season=self.season, other=second
            )
            shown = dict(self.members.people.values())
            self.met[first, second] = found = {}
            for row in reversed(posted):
                if row.code:
                    one, other = row.members
                    like = same_day((shown[one], shown[other]), row.result, row.played)
                    found[like] = f"partie {row.code}, entry {row.entry} of the ledger"
        return self.met[first, second].get(on_day, "")

    def _posted_like(self, pair: tuple[int, int]) -> dict[Likeness, str]:
        if pair not in self.posted:
            first, second = pair
            met = projections.parties_of(
                self.db, self.club_id, first, season=self.season, other=second
            )
            self.posted[pair] = {
                likeness(row.result): f"partie {row.code}, entry {row.entry} of the ledger"
                for row in reversed(met)
                if row.code and row.members == pair
            }
        return self.posted[pair]

    def moves(self, rows: Iterable[ImportRow]) -> tuple[Preview, dict[int, Name]]:
        """Return what parties move, without ratings, and the names of members;
        new ones have negative numbers.
        """
        admitted = {name: -count for count, name in enumerate(self.admits.values(), 1)}
        names = projections.members(self.db, self.club_id)
        names |= {number: name for name, number in admitted.items()}
        changed = list[Changes]()
        for row in rows:
            pair = tuple(admitted.get(name) or self._number(name) for name in row.names)
            change = changes(SheetPosted(self.season, pair, "", "", row.result), self.terms)
            if change is not None:
                changed.append(change)
        before = season_rows(self.db, self.club_id, self.season)
        after = season_rows(self.db, self.club_id, self.season, changed)
        preview = Preview(
            before=SeasonTable(before, {}, 0),
            after=SeasonTable(after, {}, 0),
            stakes={},
            entries=(),
            last=0,
        )
        return preview, names


def same_day(names: tuple[str, str], result: Result, played: str) -> SameDay:
    totals = zip(names, result.sides, strict=True)
    return played, frozenset((folded(name), side.total) for name, side in totals)


def likeness(result: Result) -> Likeness:
    return tuple((side.total, side.as_elder) for side in result.sides)


# Importing
#
# The preview reads the files and reports every mistake. Posting checks again, because the ledger
# may have changed. A director is the author of the entries; nobody has signed the parties, and the
# entries say so.


AT_A_TIME = 100


class PlanPosted(NamedTuple):
    """How many parties of a plan are posted, and the last entry, 0 while they are not saved."""

    parties: int
    entry: int = 0


class Plan(NamedTuple):
    """Files that are to be imported, and what their parties `moves`:
    ranks and points, of members by their `names`.
    """

    season: int
    files: tuple[File, ...]
    rows: tuple[ImportRow, ...]
    faults: tuple[ImportFault, ...]
    admits: tuple[Name, ...]
    enters: tuple[Name, ...]
    unknown: tuple[Unknown, ...]
    admit: Admitting
    again: bool
    moves: Preview
    names: Mapping[int, str]
    left_out: tuple[ImportFault, ...] = ()

    @property
    def is_importable(self) -> bool:
        return bool(self.rows) and not self.faults


class NotImportable(NotAllowed):
    def __init__(self, plan: Plan) -> None:
        first = next(iter(plan.faults), None)
        super().__init__(
            f"{first.where}: {first.message}" if first else "These files have no parties."
        )
        self.plan = plan


class Importing(Service):
    def director(self, club_id: int, name: str = "") -> Actor:
        """Return the director for whom a command acts: the one of this name, or the only one."""
        with reading(self.engine) as db:
            held = clubs_store.active_credentials(db, club_id, "password")
        meant = named(name, [each.name for each in held])
        found = [each for each in held if not name or each.name in meant]
        refuse_if(
            len(found) != 1, f"Choose a director: {joined([each.name for each in held], ', ')}."
        )
        (director,) = found
        return actor(director, director.name)

    def check(
        self,
        by: Actor,
        season: int,
        files: Sequence[File],
        *,
        admit: Admitting = False,
        again: bool = False,
    ) -> Plan:
        with reading(self.engine) as db:
            return self._plan(
                Checking(db, by, season, at=self.at(), admit=admit, again=again), files
            )

    def applying(self, by: Actor, plan: Plan) -> Generator[PlanPosted, None, None]:
        """Post a plan, committed as a whole in the end, or raise `NotImportable`;
        yield how far it has come.
        """
        with writing(self.engine, club=by.club_id) as db:
            at = self.at()
            found = Checking(db, by, plan.season, at=at, admit=plan.admit, again=plan.again)
            now = self._plan(found, plan.files)
            if not now.is_importable:
                raise NotImportable(now)
            for names in batched(now.admits, members.MOST_AT_ONCE):
                members.admit(db, by, names, at=at)
            known = members.called(db, by.club_id)
            playing = {*now.enters, *chain.from_iterable(row.names for row in now.rows)}
            of = dict[str, tuple[int, str]]()
            for name in playing:
                of[name], *_ = known.meant(name)
            entered = list[Draft]()
            for name in now.enters:
                number, _ = of[name]
                entered.append(Draft(Entered(plan.season, number), by.author, at))
            if entered:
                post_all(db, by.club_id, entered)
            rules = json.dumps(ruleset_to_data(found.rules))
            for batch, some in enumerate(batched(now.rows, AT_A_TIME)):
                yield PlanPosted(batch * AT_A_TIME)
                played = [_played(row, [of[name] for name in row.names], by, at) for row in some]
                posted = enter_all(db, by.club_id, plan.season, rules, played)
        yield PlanPosted(len(now.rows), posted[-1].entry.number)

    def apply(self, by: Actor, plan: Plan, progress: Callable[[int], None] = lambda _: None) -> int:
        done = 0
        for now, _ in self.applying(by, plan):
            progress(now - done)
            done = now
        return done

    def _plan(self, found: Checking, files: Sequence[File]) -> Plan:
        read = read_files(files, found.rules)
        rows = [row for each in read.parties if (row := found.check(each)) is not None]
        rows.sort(key=lambda row: row.played)

        def position(fault: ImportFault) -> tuple[int, int, int]:
            return read.order[fault.file], fault.line, fault.column

        faults = sorted((*read.faults, *found.faults), key=position)
        left_out = sorted((*read.left_out, *found.left_out), key=position)
        moves, names = found.moves(rows)
        return Plan(
            season=found.season,
            files=tuple(files),
            rows=tuple(rows),
            faults=tuple(faults),
            admits=tuple(found.admits.values()),
            enters=tuple(found.enters.values()),
            unknown=tuple(found.unknown.values()),
            admit=found.admit,
            again=found.again,
            moves=moves,
            names=names,
            left_out=tuple(left_out),
        )


def _played(row: ImportRow, known: Sequence[tuple[int, str]], by: Actor, at: str) -> PlayedPartie:
    (first, first_name), (second, second_name) = known
    pair = (first_name, second_name)
    deals = tuple(map(recorded_as, row.deals))
    return PlayedPartie(
        members=(first, second),
        names=pair,
        deals=deals,
        source="import",
        author=by.author,
        at=at,
        round=row.round,
        played=row.played,
    )
