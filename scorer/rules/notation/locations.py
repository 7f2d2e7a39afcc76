"""
Locations in a TOML text: of each key, and of each character of a log.

The standard library reads TOML but does not say where a value was, and an error names the line and column of the wrong
word. The text is known to be valid TOML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

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
