"""
A partie as a file: TOML, with each deal's log in the words of the game.

>>> document = parse_partie('''
... rules = "portland"
... players = ["A", "B"]
... [[deal]]
... scores = { A = 15, B = 31 }
... ''')
>>> document.record.deals[0].scores
(15, 31)
>>> parse_partie(format_partie(document.record)).record == document.record
True
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import ContradictoryRules, NotationError
from ..house_rules import changes_from, house_rules
from ..partie import DealRecord, PartieRecord
from ..presets import DEFAULT, PRESETS
from ..ruleset import Ruleset
from ..seats import LONGEST_NAME, Player, is_name
from ..words import number_words
from . import format_log, read_log

MOST_POINTS = 9999

# The standard library reads TOML but does not say where a value was, and an error names the line and column of the
# wrong word. So the places of keys and logs are found apart, in a text that is known to be valid TOML.

PARTIE = "partie"

DEALS = ("deal", "partie.deal")
"""The headers of a deal: of a partie, and of a company's partie."""

_STRING = r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
_TOKEN = re.compile(
    rf"(?P<string>{_STRING})|(?P<remark>#[^\n]*)|(?P<mark>[\[\]{{}}=\n])|(?P<word>[^\s#\"'\[\]{{}}=]+)", re.S
)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Location:
    line: int
    column: int


@dataclass(slots=True)
class Locations:
    """
    Where things are in a file.

    Attributes:
        keys: each key at the top and, as ``house.key``, of each house rule.
        parties: the header of each partie of a company; `partie_keys` each key by the partie's number.
        deals: the header of each deal, of all parties one after another; `deal_keys` each key by the deal's number.
        logs: for each deal, the offset in the text of each character of its log, and of the quote that ends it.
        starts: the offset of each line of the text; `log_starts` of each line of a log, cached.
    """

    text: str
    keys: dict[str, Location] = field(default_factory=dict)
    parties: list[Location] = field(default_factory=list)
    partie_keys: dict[tuple[int, str], Location] = field(default_factory=dict)
    deals: list[Location] = field(default_factory=list)
    deal_keys: dict[tuple[int, str], Location] = field(default_factory=dict)
    logs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    log_starts: dict[int, list[int]] = field(default_factory=dict)

    def at(self, offset: int) -> Location:
        line = bisect_right(self.starts, offset)
        return Location(line, offset - self.starts[line - 1] + 1)

    def in_log(self, deal: int, log: str, line: int, column: int) -> Location:
        """Return the location in the file of a line and column of the log of *deal*; without a log, its header's."""
        offsets = self.logs.get(deal)
        if offsets is None:
            return self.deals[deal] if deal < len(self.deals) else self.keys.get("deal", Location(1, 1))
        if deal not in self.log_starts:
            self.log_starts[deal] = line_starts(log)
        before = self.log_starts[deal][line - 1] + column - 1
        return self.at(offsets[min(before, len(offsets) - 1)])


def line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def find_locations(text: str) -> Locations:
    r"""Find the locations in *text*, which is valid TOML with ``\n`` line ends."""
    locations = Locations(text, starts=line_starts(text))
    table, deal = "", -1
    for start, name, value in _entries(text):
        location = locations.at(start)
        if value is None:
            table = name
            if name in DEALS:
                deal += 1
                locations.deals.append(location)
            elif name == PARTIE:
                locations.parties.append(location)
            locations.keys.setdefault(name, location)
        elif table in DEALS:
            locations.deal_keys[deal, name] = location
            if name == "log":
                locations.logs[deal] = tuple(_offsets(value, text))
        elif table == PARTIE:
            locations.partie_keys[len(locations.parties) - 1, name] = location
        else:
            locations.keys[f"{table}.{name}" if table else name] = location
    return locations


def _entries(text: str) -> Iterator[tuple[int, str, re.Match[str] | None]]:
    """Yield each header (without a value) and each key with the first token of its value."""
    depth, key, start, wants_value = 0, "", 0, False
    for token in _TOKEN.finditer(text):
        piece = token.group()
        if token["remark"] is not None:
            continue
        if wants_value:
            yield start, key, token
            wants_value = False
        if piece == "\n":
            if not depth:
                if key.startswith("["):
                    yield start, key.strip("[]").strip(" \"'"), None
                key = ""
        elif piece == "=" and not depth and not key.startswith("["):
            wants_value = True
            key = key.strip("\"'")
        elif token["mark"] is not None and not (not key or key.startswith("[")):
            depth += 1 if piece in "[{" else -1 if piece in "]}" else 0
        elif not key:
            key, start = piece, token.start()
        elif not depth and not wants_value and key.startswith("["):
            key += piece
    if key.startswith("["):
        yield start, key.strip("[]").strip(" \"'"), None


def _offsets(token: re.Match[str], text: str) -> Iterator[int]:
    """Yield the offset of each character of the string *token*, and of the quote that ends it."""
    piece = token.group()
    quote = piece[:3] if piece[:3] in ('"""', "'''") else piece[:1]
    at, end = token.start() + len(quote), token.end() - len(quote)
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


@dataclass(frozen=True, slots=True)
class Document:
    """A partie read from a file, with the location of each deal and its statements."""

    record: PartieRecord
    deals: tuple[Location, ...]
    statements: tuple[tuple[Location, ...], ...]

    def locate(self, deal: int | None, position: int | None) -> Location:
        """Return the location of a statement, or of its deal, or the beginning of the file."""
        if deal is None:
            return Location(1, 1)
        if position is None or position >= len(self.statements[deal]):
            return self.deals[deal]
        return self.statements[deal][position]


def parse_partie(text: str) -> Document:
    """Read a partie from the text of a file; `NotationError` or, of its house rules, `ContradictoryRules`."""
    data, locations = read_toml(text)
    if not data:
        raise NotationError("this file is empty: a partie has rules, players and deals")
    for key in data:
        if key not in ("rules", "players", "house", "deal"):
            raise error_at(locations, key, f"a partie has rules, players, house and deals, but no '{key}'")
    rules = read_rules(data, locations)
    players = _players(data, rules, locations)
    deals = data.get("deal", [])
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise error_at(locations, "deal", "each deal begins with [[deal]]")
    records, where = [], []
    for number, deal in enumerate(deals):
        record, statements = read_deal(deal, number, rules, players, locations)
        records.append(record)
        where.append(statements)
    headers = tuple(locations.in_log(number, "", 1, 1) for number in range(len(deals)))
    headers = tuple(locations.deals) if len(locations.deals) == len(deals) else headers
    return Document(PartieRecord(rules, players, tuple(records)), headers, tuple(where))


def read_toml(text: str) -> tuple[Mapping[str, Any], Locations]:
    """Return the data of a file, and where each key is; `NotationError` if it is not TOML."""
    text = text.replace("\r\n", "\n")
    try:
        return tomllib.loads(text), find_locations(text)
    except RecursionError:
        raise NotationError("this is nested too deeply to be a partie") from None
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(str(error), text) from None
    except ValueError:
        raise NotationError("a number in this file is too long") from None


def error_at(locations: Locations, key: str, message: str) -> NotationError:
    """Return an error at a key at the top, or at a header."""
    location = locations.keys.get(key, Location(1, 1))
    return NotationError(message, location.line, location.column)


def _toml_error(message: str, text: str) -> NotationError:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return NotationError(message[: found.start()], int(found[1]), int(found[2]))
    message = message.removesuffix(" (at end of document)")
    return NotationError(message, text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1)


def read_rules(data: Mapping[str, Any], locations: Locations) -> Ruleset:
    name = data.get("rules", DEFAULT.id)
    if not isinstance(name, str) or name not in PRESETS:
        raise error_at(locations, "rules", f"rules is one of {', '.join(PRESETS)}")
    house = data.get("house", {})
    if not isinstance(house, dict):
        raise error_at(locations, "house", "house rules are a table: [house]")
    for key, value in house.items():
        try:
            house_rules(PRESETS[name], {key: value})
        except ContradictoryRules:
            continue
        except ValueError as error:
            at = f"house.{key}" if f"house.{key}" in locations.keys else "house"
            raise error_at(locations, at, str(error)) from None
    try:
        return house_rules(PRESETS[name], house) if house else PRESETS[name]
    except ContradictoryRules as error:
        location = locations.keys.get("house", Location(1, 1))
        error.line, error.column = location.line, location.column
        raise


def _players(data: Mapping[str, Any], rules: Ruleset, locations: Locations) -> tuple[Player, ...]:
    names = data.get("players", ["A", "B", "C", "D"][: rules.players])
    wanted = f"players are {number_words(rules.players)} names, the first of them elder in the first deal"
    if not isinstance(names, list) or len(names) != rules.players:
        raise error_at(locations, "players", wanted)
    return read_names(names, locations, wanted)


def read_names(names: Any, locations: Locations, wanted: str) -> tuple[Player, ...]:
    """Return the players of a file, whose names must differ; *wanted* is the error if they are not a list of names."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise error_at(locations, "players", wanted)
    for name in names:
        if not is_name(name):
            raise error_at(locations, "players", f"a name has 1 to {LONGEST_NAME} printable characters")
    if len(set(names)) < len(names):
        raise error_at(locations, "players", f"the {number_words(len(names))} players need different names")
    return tuple(map(Player, names))


def read_deal(
    deal: Mapping[str, Any], number: int, rules: Ruleset, players: tuple[Player, ...], locations: Locations
) -> tuple[DealRecord, tuple[Location, ...]]:
    """Read the table of deal *number*, counted from 0 in the file; return it with the location of each statement."""
    header = locations.in_log(number, "", 1, 1) if number >= len(locations.deals) else locations.deals[number]

    def error(key: str, message: str) -> NotationError:
        location = locations.deal_keys.get((number, key), header)
        return NotationError(message, location.line, location.column)

    for key in deal:
        if key not in ("log", "scores"):
            raise error(key, f"a deal has a log or scores, but no '{key}'")
    if "log" in deal and "scores" in deal:
        raise error("scores", "a deal has a log or scores, not both")
    if "scores" in deal:
        try:
            return DealRecord(scores=read_points(deal["scores"], players[: rules.sides], "scores")), ()
        except ValueError as wrong:
            raise error("scores", str(wrong)) from None
    log = deal.get("log", "")
    if not isinstance(log, str):
        raise error("log", "a log is text")
    try:
        said = read_log(log, rules)
    except NotationError as wrong:
        location = locations.in_log(number, log, wrong.line, wrong.column)
        raise NotationError(wrong.message, location.line, location.column) from None
    statements = tuple(locations.in_log(number, log, each.line, each.column) for each in said)
    return DealRecord(log=tuple(each.statement for each in said)), statements


def read_points(data: Any, players: tuple[Player, ...], what: str, most: int = MOST_POINTS) -> tuple[int, ...]:
    """Return the points of *players* from a table under their names; the `ValueError` begins with *what*."""
    names = [player.name for player in players]
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise ValueError(f"{what} give the points of {' and of '.join(names)}")
    if not all(type(each) is int and 0 <= each <= most for each in data.values()):
        raise ValueError(f"{what} are whole numbers from 0 to {most}")
    return tuple(data[name] for name in names)


def format_partie(record: PartieRecord) -> str:
    """
    Write a partie as the text of a ``.piquet`` file.

    `parse_partie` reads it back to the same record, if its ruleset is a preset or was made from one by house rules.
    """
    names = [player.name for player in record.players]
    lines = [rules_line(record.rules), names_line(names), *house_lines(record.rules)]
    for deal in record.deals:
        lines += ["", "[[deal]]", *deal_lines(deal, names[: record.rules.sides])]
    return "\n".join(lines) + "\n"


def rules_line(rules: Ruleset) -> str:
    return f"rules = {quoted(PRESETS.get(rules.id, DEFAULT).id)}"


def names_line(names: Sequence[str]) -> str:
    return f"players = [{', '.join(map(quoted, names))}]"


def house_lines(rules: Ruleset) -> list[str]:
    return table_lines("house", changes_from(rules, PRESETS.get(rules.id, DEFAULT)))


def table_lines(name: str, values: Mapping[str, Any]) -> list[str]:
    """Return a table of plain data under its header; empty without values."""
    return ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())] if values else []


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
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)
