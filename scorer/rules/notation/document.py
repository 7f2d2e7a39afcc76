"""A partie as a file: TOML, with each deal's log in the words of the game.

>>> document = parse_partie('''
... rules = "portland"
... players = ["A", "B"]
... [[deal]]
... scores = { A = 15, B = 31 }
... ''')
>>> document.record.deals[0].scores
(15, 31)
>>> print(format_partie(document.record, about={"event": "Spring cup", "round": 3}))
piquet = 1
rules = "portland"
players = ["A", "B"]
<BLANKLINE>
[about]
event = "Spring cup"
round = 3
<BLANKLINE>
[[deal]]
scores = { A = 15, B = 31 }
<BLANKLINE>

What is written is stable: a later version of the program reads it and writes the same. A file
without ``piquet`` is one of version 1.
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from ..errors import ContradictoryRules, NotationError, WrongValue
from ..house_rules import house_rules
from ..messages import Message, Text
from ..names import LONGEST_NAME, is_name
from ..partie import DealRecord, Partie, PartieRecord, play_partie
from ..presets import DEFAULT, PRESETS
from ..reading import meant
from ..ruleset import Ruleset, changes_from
from ..seats import Player
from ..sentences import IllegalStatement
from ..statements import Log
from . import format_log, read_log

T = TypeVar("T")

VERSION = 1
"""The version of the format, which a later program raises when it writes what this one cannot
read.
"""

MOST_POINTS = 9999

# The standard library reads TOML but does not say where a value was, and an error names the line
# and column of the wrong word. So the places of keys and logs are found apart, in a text that is
# known to be valid TOML: without its strings and remarks, each key and header begins a line.

_PIECE = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)|\'\'\'.*?(?:\'{3,5}|\Z)'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+|(?P<mark>[.\[\]{}=,\n])',
    re.S,
)
"""A string or a remark, as far as it goes, so that no character is looked at twice;
or a mark outside of them.
"""

_ENTRY = re.compile(
    r"^[ \t]*+(?:\[(?P<list>\[)?(?P<header>[^\]]*+)\]|(?P<key>[^=\[\n]++)=[ \t]*+)", re.MULTILINE
)
_NAME = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s.]+")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")  # whether there is such a day, an import checks
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


Path = tuple[str | int, ...]
"""Where something is in the data of a file: keys, and numbers from 0 in lists of tables."""


@dataclass(frozen=True, slots=True)
class LineColumn:
    line: int
    column: int


class Locations:
    r"""Where things are in *text*, which is valid TOML with ``\n`` line ends.

    Attributes:
        keys: each header and each key.
        logs: the offset in the text of each character of a log, and of the quote that ends it.
        statements: where the statements of each deal that was read begin.
    """

    def __init__(self, text: str) -> None:
        self.keys: dict[Path, LineColumn] = {}
        self.logs: dict[Path, tuple[int, ...]] = {}
        self.statements: dict[Path, list[LineColumn]] = {}
        self._lines = _lines(text)
        table: Path = ()
        numbers: dict[Path, int] = {}
        for entry in _ENTRY.finditer(_skeleton(text)):
            is_header = entry["key"] is None
            start, end = entry.span("header" if is_header else "key")
            path: Path = () if is_header else table
            for name in _NAME.findall(text, start, end):
                key = name.strip("\"'")
                path = (*path, numbers[path], key) if path in numbers else (*path, key)
            if entry["list"] is not None:
                numbers[path] = numbers.get(path, -1) + 1
                path = (*path, numbers[path])
            first = entry.end() - len(entry.group().lstrip())
            self.keys.setdefault(path, self._at(first))
            value = _PIECE.match(text, entry.end())
            if is_header:
                table = path
            elif path[-1] == "log" and value is not None:
                self.logs[table] = tuple(_offsets(value, text))

    def _at(self, offset: int) -> LineColumn:
        line = bisect_right(self._lines, offset)
        return LineColumn(line, offset - self._lines[line - 1] + 1)

    def find(self, *path: str | int) -> LineColumn:
        """Return the location of what is at *path*, or of the nearest thing around it."""
        if (*path, 0) in self.keys:  # a list of tables is where its first table is
            return self.keys[*path, 0]
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path, LineColumn(1, 1))

    def find_statement(self, position: int | None, *deal: str | int) -> LineColumn:
        """Return the location of the statement at *position* of a deal, or of the deal."""
        found = self.statements.get(deal, [])
        if position is None or position >= len(found):
            return self.find(*deal)
        return found[position]

    def error(self, message: Message, *path: str | int) -> NotationError:
        location = self.find(*path)
        return NotationError(message, location.line, location.column)

    def read_log(self, log: str, rules: Ruleset, *deal: str | int) -> Log:
        """Read the log of a deal, and note where its statements are;
        the `NotationError` says where in the file.
        """
        offsets = self.logs.get(deal)
        lines = _lines(log)

        def located(line: int, column: int) -> LineColumn:
            if offsets is None:  # an inline table
                return self.find(*deal)
            return self._at(offsets[min(lines[line - 1] + column - 1, len(offsets) - 1)])

        try:
            said = read_log(log, rules)
        except NotationError as wrong:
            location = located(wrong.line, wrong.column)
            raise NotationError(wrong.message, location.line, location.column) from None
        self.statements[deal] = [located(each.line, each.column) for each in said]
        return tuple(each.statement for each in said)

    def refuse_others(
        self, table: Mapping[str, Any], known: Sequence[str], what: Message, *path: str | int
    ) -> None:
        """Refuse a key of the table at *path* that is not *known*; *what* says which are."""
        for key in table:
            if key in known:
                continue
            right = meant(key, known)
            if right is not None:
                raise self.error(FileText.BUT_MEANT(what=what, word=key, meant=right), *path, key)
            raise self.error(FileText.BUT_NO(what=what, word=key), *path, key)

    def tables(self, data: Mapping[str, Any], *path: str | int) -> Sequence[Mapping[str, Any]]:
        """Return the list of tables that is the last key of *path*, in the table *data*."""
        key = path[-1]
        found = data.get(str(key), [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            header = ".".join(str(each) for each in path if isinstance(each, str))
            raise self.error(FileText.TABLES(word=str(key), header=header), *path)
        return found

    def choices(
        self,
        data: Mapping[str, Any],
        name: str,
        what: Message,
        make: Callable[[Mapping[str, Any]], T],
        at: str,
    ) -> T:
        """Return what *make* makes of the choices in the table *name*.

        An error in one choice is at its key; how they contradict each other is said at the key
        *at*.
        """
        chosen = data.get(name, {})
        if not isinstance(chosen, dict):
            raise self.error(FileText.A_TABLE(what=what, word=name), name)
        for key, value in chosen.items():
            try:
                make({key: value})
            except ContradictoryRules:
                continue
            except WrongValue as error:
                raise self.error(error.message, name, key) from None
        try:
            return make(chosen)
        except ContradictoryRules as error:
            location = self.find(at)
            error.line = location.line
            error.column = location.column
            raise


def _lines(text: str) -> list[int]:
    """Return the offset of each line."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _skeleton(text: str) -> str:
    """Return *text* with blanks for what is in strings and remarks, and for line ends in values."""
    pieces = []
    done = 0
    depth = 0  # in how many arrays and tables of a value
    in_value = False
    for piece in _PIECE.finditer(text):
        mark = piece["mark"]
        blank = "x" * len(piece.group())
        if mark == "\n":
            in_value = depth > 0
            blank = " " if in_value else mark
        elif mark is not None:
            in_value = in_value or mark == "="
            depth += _DEEPER.get(mark, 0) if in_value else 0
            blank = mark
        elif piece.group().startswith("#"):
            blank = " " * len(blank)
        pieces += [text[done : piece.start()], blank]
        done = piece.end()
    return "".join([*pieces, text[done:]])


def _offsets(token: re.Match[str], text: str) -> Iterator[int]:
    """Yield the offset of each character of the string *token*, and of the quote that ends it."""
    piece = token.group()
    quote = piece[:3] if piece[:3] in ('"""', "'''") else piece[:1]
    at = token.start() + len(quote)
    end = token.end() - len(quote)
    if len(quote) == 3 and text[at] == "\n":
        at += 1
    while at < end:
        if text[at] != "\\" or quote[0] == "'":
            yield at
            at += 1
        elif text[at + 1] in "uU":
            yield at
            at += 6 if text[at + 1] == "u" else 10
        elif text[at + 1] in _ESCAPES:
            yield at
            at += 2
        else:
            at = end - len(text[at + 1 : end].lstrip(" \t\n"))
    yield end


KEYS = ("piquet", "rules", "players", "elder", "played", "note", "about", "house", "deal")

LONGEST_NOTE = 120
"""The most characters of a note."""


class FileText(Text):
    """What is wrong with the text of a file, of a partie or of a company.

    It is said of a text that is no deal yet, so no oracle asks it: each is tested with a file of
    the kind. What the reader of TOML says of a line is its own.
    """

    PARTIE_HAS = "a partie has piquet, rules, players, elder, played, note, about, house and deals"
    DEAL_HAS = "a deal has a log or scores"
    BUT_NO = "{what}, but no '{word}'"
    BUT_MEANT = "{what}, but no '{word}': did you mean '{meant}'?"
    VERSION = "piquet is the version of the format, written like this: piquet = {number}"
    NEWER = (
        "this file is written in version {number} of the format, and this program reads version "
        "{most}: update the program"
    )
    ABOUT = "words about a partie"
    ABOUT_HAS = "about has text, numbers, days, times, true or false, and lists of these"
    TABLES = "each {word} begins with [[{header}]]"
    A_TABLE = "{what} are a table: [{word}]"
    HOUSE_RULES = "house rules"
    TERMS = "terms"
    SCORES = "scores"
    TOTALS = "totals"
    EMPTY = "this file is empty: a partie has rules, players and deals"
    PLAYERS = "players are {players:words} names"
    NAME = "a name has 1 to {most} printable characters"
    SAME_NAME = "the {players:words} players need different names"
    ELDER = "elder in the first deal is {names:or}: they play this partie"
    NOTE = "a note is one line of at most {most} characters"
    PLAYED = "played is a day, written like this: played = 2026-09-01"
    RULES = "rules is one of {possible:,}"
    LOG_OR_SCORES = "a deal has a log or scores, not both"
    LOG = "a log is text"
    POINTS_OF = "{what} give the points of {names:and}"
    WHOLE_NUMBERS = "{what} are whole numbers from 0 to {most}"
    TOO_LONG = "a file has at most {most:,} characters"
    DOTS = "a key has more than {most} dots"
    NESTED = "this is nested too deeply to be a partie"
    LONG_NUMBER = "a number in this file is too long"
    NO_TOML = "{reason}"


NAMES = ("A", "B", "C", "D")
"""The players of a partie that names none, in turn."""

NOTHING: Mapping[str, Any] = {}


class Document(NamedTuple):
    """A partie read from a file, where its deals and statements are, the day it was played, in
    ISO 8601 or empty, a line that its players have added, and whatever else is known *about* it.
    """

    record: PartieRecord
    locations: Locations
    played: str = ""
    note: str = ""
    about: Mapping[str, Any] = NOTHING

    def locate(self, deal: int | None, position: int | None) -> LineColumn:
        """Return the location of a statement, or of its deal, or the beginning of the file."""
        if deal is None:
            return LineColumn(1, 1)
        return self.locations.find_statement(position, "deal", deal)


def parse_partie(text: str) -> Document:
    """Read a partie from the text of a file;
    `NotationError` or, of its house rules, `ContradictoryRules`.
    """
    data, locations = read_toml(text)
    if not data:
        raise NotationError(FileText.EMPTY())
    locations.refuse_others(data, KEYS, FileText.PARTIE_HAS())
    rules = read_rules(data, locations)
    names = data.get("players", [*NAMES[: rules.players]])
    wanted = FileText.PLAYERS(players=rules.players)
    if not isinstance(names, list) or len(names) != rules.players:
        raise locations.error(wanted, "players")
    players = read_names(names, locations, wanted)
    first = read_elder(data, players, locations, "elder")
    about = read_about(data, locations)
    played = str(data.get("played", day_in(about)))
    if played and not _DAY.fullmatch(played):
        raise locations.error(FileText.PLAYED(), "played")
    record = PartieRecord(rules, players, read_deals(data, rules, players, locations), first)
    return Document(record, locations, played, _read_note(data, locations), about)


def read_about(data: Mapping[str, Any], locations: Locations) -> Mapping[str, Any]:
    """Return what a file says about a partie or a company: event, place, day, round, or anything.

    Nothing here reads it, so it is kept as it is; what could not be written again is refused.
    """
    about = data.get("about", {})
    if not isinstance(about, dict):
        raise locations.error(FileText.A_TABLE(what=FileText.ABOUT(), word="about"), "about")
    for key, value in about.items():
        if not _is_plain(value):
            raise locations.error(FileText.ABOUT_HAS(), "about", key)
    return about


def _is_plain(value: object) -> bool:
    """Return whether a value of TOML has no table in it."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, dict)


def day_in(about: Mapping[str, Any]) -> str:
    """Return the day of what is said about a partie, in ISO 8601; empty if there is none."""
    day = about.get("day")
    is_day = not isinstance(day, str) and _DAY.fullmatch(str(day))
    return str(day) if is_day else ""


def play_text(text: str, rules: Ruleset | None = None) -> tuple[Document, Partie]:
    """Return the parsed text of a file, and its partie with its points; by other *rules*, without
    what follows its end.

    Errors are those of `parse_partie` and `play_partie`, each with its line and column.
    """
    document = parse_partie(text)
    record = document.record if rules is None else replace(document.record, rules=rules)
    try:
        return document, play_partie(record, drop_surplus=rules is not None)
    except IllegalStatement as error:
        location = document.locate(error.deal, error.position)
        error.line = location.line
        error.column = location.column
        raise


def _read_note(data: Mapping[str, Any], locations: Locations) -> str:
    note = data.get("note", "")
    is_line = isinstance(note, str) and len(note) <= LONGEST_NOTE
    if not is_line or (note and not note.isprintable()):
        raise locations.error(FileText.NOTE(most=LONGEST_NOTE), "note")
    return str(note)


MOST_CHARACTERS = 1_000_000
"""The most characters of a file, which a company of hundreds of parties does not have."""

MOST_DOTS = 9
"""The most dots in a key; only the names of tables have any.
To parse a key takes the square of their number.
"""

DEEPEST = 32
"""The most brackets that are open at once; each takes the parser several calls,
of which Python allows a thousand.
"""


def load_toml(text: str) -> Mapping[str, Any]:
    """Parse TOML that no file of a partie or company exceeds;
    `NotationError` if it does, before it is parsed.
    """
    if len(text) > MOST_CHARACTERS:
        raise _error_at(MOST_CHARACTERS, FileText.TOO_LONG(most=MOST_CHARACTERS), text)
    dots = 0
    depth = 0
    for piece in _PIECE.finditer(text):
        mark = piece["mark"]
        if mark == ".":
            dots += 1
        elif mark is not None:
            dots = 0
            depth += _DEEPER.get(mark, 0)
        if dots > MOST_DOTS:
            raise _error_at(piece.start(), FileText.DOTS(most=MOST_DOTS), text)
        if depth > DEEPEST:
            raise _error_at(piece.start(), FileText.NESTED(), text)
    return tomllib.loads(text)


def read_toml(text: str) -> tuple[Mapping[str, Any], Locations]:
    """Return the data of a file, and where each key is; `NotationError` if it is not TOML, or of a
    newer version.
    """
    text = text.replace("\r\n", "\n")
    try:
        data = load_toml(text)
        locations = Locations(text)
        _refuse_version(data.get("piquet", VERSION), locations)
        return data, locations
    except NotationError:
        raise
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(str(error), text) from None
    except ValueError:
        raise NotationError(FileText.LONG_NUMBER()) from None


def _refuse_version(version: object, locations: Locations) -> None:
    if type(version) is not int or version < 1:
        raise locations.error(FileText.VERSION(number=VERSION), "piquet")
    if version > VERSION:
        raise locations.error(FileText.NEWER(number=version, most=VERSION), "piquet")


def _toml_error(message: str, text: str) -> NotationError:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        wrong = FileText.NO_TOML(reason=message[: found.start()])
        return NotationError(wrong, int(found[1]), int(found[2]))
    wrong = FileText.NO_TOML(reason=message.removesuffix(" (at end of document)"))
    return _error_at(len(text), wrong, text)


def _error_at(offset: int, message: Message, text: str) -> NotationError:
    line_start = text.rfind("\n", 0, offset) + 1
    return NotationError(message, text.count("\n", 0, offset) + 1, offset - line_start + 1)


def read_rules(data: Mapping[str, Any], locations: Locations) -> Ruleset:
    name = data.get("rules", DEFAULT.id)
    if not isinstance(name, str) or name not in PRESETS:
        raise locations.error(FileText.RULES(possible=tuple(PRESETS)), "rules")
    base = PRESETS[name]
    return locations.choices(
        data,
        "house",
        FileText.HOUSE_RULES(),
        lambda changes: house_rules(base, changes),
        at="house",
    )


def read_names(names: Any, locations: Locations, wanted: Message) -> tuple[Player, ...]:
    """Return the players of a file, whose names must differ;
    *wanted* is the error if they are not a list of names.
    """
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise locations.error(wanted, "players")
    try:
        return players_named(names)
    except WrongValue as wrong:
        raise locations.error(wrong.message, "players") from None


def players_named(names: Sequence[str]) -> tuple[Player, ...]:
    """Return players with these names; `WrongValue` if one is no name, or two are the same."""
    for name in names:
        if not is_name(name):
            raise WrongValue(FileText.NAME(most=LONGEST_NAME))
    if len(set(names)) < len(names):
        raise WrongValue(FileText.SAME_NAME(players=len(names)))
    return tuple(map(Player, names))


def read_elder(
    data: Mapping[str, Any], players: Sequence[Player], locations: Locations, *path: str | int
) -> int:
    """Return the number of the player who is elder in the first deal,
    the first of them if none is named.
    """
    names = [player.name for player in players]
    named = data.get("elder", names[0])
    if named not in names:
        raise locations.error(FileText.ELDER(names=tuple(names)), *path)
    return names.index(named)


def read_deals(
    data: Mapping[str, Any],
    rules: Ruleset,
    players: tuple[Player, ...],
    locations: Locations,
    *partie: str | int,
) -> tuple[DealRecord, ...]:
    """Read the deals of a table, that of the whole file or of a *partie* of a company."""
    deals = []
    for number, deal in enumerate(locations.tables(data, *partie, "deal")):
        path = (*partie, "deal", number)
        locations.refuse_others(deal, ("log", "scores"), FileText.DEAL_HAS(), *path)
        log = deal.get("log", "")
        if "log" in deal and "scores" in deal:
            raise locations.error(FileText.LOG_OR_SCORES(), *path, "scores")
        if not isinstance(log, str):
            raise locations.error(FileText.LOG(), *path, "log")
        if "scores" not in deal:
            deals.append(DealRecord(locations.read_log(log, rules, *path)))
            continue
        try:
            scores = read_points(deal["scores"], players[: rules.sides], FileText.SCORES())
        except WrongValue as wrong:
            raise locations.error(wrong.message, *path, "scores") from None
        deals.append(DealRecord(scores=scores))
    return tuple(deals)


def read_points(
    data: Any, players: tuple[Player, ...], what: Message, most: int = MOST_POINTS
) -> tuple[int, ...]:
    """Return the points of *players* from a table under their names;
    the `WrongValue` begins with *what*.
    """
    names = [player.name for player in players]
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise WrongValue(FileText.POINTS_OF(what=what, names=tuple(names)))
    if not all(type(each) is int and 0 <= each <= most for each in data.values()):
        raise WrongValue(FileText.WHOLE_NUMBERS(what=what, most=most))
    return tuple(data[name] for name in names)


def format_partie(
    record: PartieRecord,
    played: str = "",
    note: str = "",
    *,
    about: Mapping[str, Any] = NOTHING,
) -> str:
    """Write a partie as the text of a ``.piquet`` file, with the day it was *played* (ISO 8601) if
    that is known, a *note* if there is one, and what is said *about* it.

    `parse_partie` reads it back to the same record, if its ruleset is a preset or was made from one
    by house rules.
    """
    names = [player.name for player in record.players]
    elder = [f"elder = {quoted(names[record.first])}"] if record.first else []
    day = [f"played = {played}"] if played not in ("", day_in(about)) else []
    added = [f"note = {quoted(note)}"] if note else []
    lines = [VERSION_LINE, rules_line(record.rules), names_line(names), *elder, *day, *added]
    lines += [*about_lines(about), *house_lines(record.rules)]
    for deal in record.deals:
        lines += ["", "[[deal]]", *deal_lines(deal, names[: record.rules.sides])]
    return "\n".join(lines) + "\n"


VERSION_LINE = f"piquet = {VERSION}"
"""The first line of what is written."""


def about_lines(about: Mapping[str, Any]) -> list[str]:
    if not about:
        return []
    return ["", "[about]", *(f"{_key(key)} = {_written(value)}" for key, value in about.items())]


def _written(value: Any) -> str:
    """Write a value of TOML that is no table."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    # days and times have a form of their own; the rest are numbers
    return value.isoformat() if hasattr(value, "isoformat") else repr(value)


def rules_line(rules: Ruleset) -> str:
    return f"rules = {quoted(PRESETS.get(rules.id, DEFAULT).id)}"


def names_line(names: Sequence[str]) -> str:
    return f"players = [{', '.join(map(quoted, names))}]"


def house_lines(rules: Ruleset) -> list[str]:
    return table_lines("house", changes_from(rules, PRESETS.get(rules.id, DEFAULT)))


def table_lines(name: str, values: Mapping[str, Any]) -> list[str]:
    """Return a table of plain data under its header; empty without values."""
    if not values:
        return []
    return ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]


def deal_lines(deal: DealRecord, names: Sequence[str]) -> list[str]:
    if deal.scores is not None:
        return [f"scores = {points_of(names, deal.scores)}"]
    return ['log = """', format_log(deal.log), '"""'] if deal.log else []


def points_of(names: Sequence[str], points: Sequence[int]) -> str:
    pairs = ", ".join(f"{_key(name)} = {each}" for name, each in zip(names, points, strict=True))
    return f"{{ {pairs} }}"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return str(name) if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)
