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
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import ContradictoryRules, NotationError
from ..house import changes_from, house_rules
from ..partie import DealRecord, PartieRecord
from ..presets import DEFAULT, PRESETS
from ..ruleset import Ruleset
from ..seats import LONGEST_NAME, Player, is_name
from .places import Place, Places, find_places
from .reading import read_log
from .writing import format_log

MOST_POINTS = 9999
"""More than this nobody scores in a deal."""


@dataclass(frozen=True, slots=True)
class Document:
    """
    A partie read from a file, with the places that a complaint may point to.

    Attributes:
        record: the partie.
        deals: the place of each deal.
        statements: for each deal, the place of each statement of its log.
    """

    record: PartieRecord
    deals: tuple[Place, ...]
    statements: tuple[tuple[Place, ...], ...]

    def place(self, deal: int | None, position: int | None) -> Place:
        """The place of a statement, or of its deal, or the beginning of the file."""
        if deal is None:
            return Place(1, 1)
        if position is None or position >= len(self.statements[deal]):
            return self.deals[deal]
        return self.statements[deal][position]


def parse_partie(text: str) -> Document:
    """
    Read a partie from the text of a ``.piquet`` file.

    Raises:
        NotationError: the text cannot be read; it says where and why.
        ContradictoryRules: its house rules cannot all hold.
    """
    text = text.replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise NotationError("this is nested too deep to be a partie") from None
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(str(error), text) from None
    except ValueError:
        raise NotationError("a number here is too long to be one of Piquet's") from None
    places = find_places(text)
    for key in data:
        if key not in ("rules", "players", "house", "deal"):
            raise _error(places, key, f"a partie has rules, players, house and deals, but no '{key}'")
    rules = _rules(data, places)
    players = _players(data, places)
    deals = data.get("deal", [])
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise _error(places, "deal", "each deal begins with [[deal]]")
    records, where = [], []
    for number, deal in enumerate(deals):
        record, statements = _deal(deal, number, rules, players, places)
        records.append(record)
        where.append(statements)
    headers = tuple(places.in_log(number, "", 1, 1) for number in range(len(deals)))
    headers = tuple(places.deals) if len(places.deals) == len(deals) else headers
    return Document(PartieRecord(rules, players, tuple(records)), headers, tuple(where))


def _error(places: Places, key: str, message: str) -> NotationError:
    place = places.keys.get(key, Place(1, 1))
    return NotationError(message, place.line, place.column)


def _toml_error(message: str, text: str) -> NotationError:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return NotationError(message[: found.start()], int(found[1]), int(found[2]))
    message = message.removesuffix(" (at end of document)")
    return NotationError(message, text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1)


def _rules(data: Mapping[str, Any], places: Places) -> Ruleset:
    name = data.get("rules", DEFAULT.id)
    if not isinstance(name, str) or name not in PRESETS:
        raise _error(places, "rules", f"rules is one of {', '.join(PRESETS)}")
    house = data.get("house", {})
    if not isinstance(house, dict):
        raise _error(places, "house", "house rules are a table: [house]")
    for key, value in house.items():
        try:
            house_rules(PRESETS[name], {key: value})
        except ContradictoryRules:
            continue
        except ValueError as error:
            at = f"house.{key}" if f"house.{key}" in places.keys else "house"
            raise _error(places, at, str(error)) from None
    try:
        return house_rules(PRESETS[name], house) if house else PRESETS[name]
    except ContradictoryRules as error:
        place = places.keys.get("house", Place(1, 1))
        error.line, error.column = place.line, place.column
        raise


def _players(data: Mapping[str, Any], places: Places) -> tuple[Player, Player]:
    names = data.get("players", ["A", "B"])
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise _error(places, "players", "players are two names, the first of them elder in the first deal")
    for name in names:
        if not is_name(name):
            raise _error(places, "players", f"a name has 1 to {LONGEST_NAME} printable characters")
    if names[0] == names[1]:
        raise _error(places, "players", "the two players need different names")
    return Player(names[0]), Player(names[1])


def _deal(
    deal: Mapping[str, Any], number: int, rules: Ruleset, players: tuple[Player, Player], places: Places
) -> tuple[DealRecord, tuple[Place, ...]]:
    header = places.in_log(number, "", 1, 1) if number >= len(places.deals) else places.deals[number]

    def error(key: str, message: str) -> NotationError:
        place = places.deal_keys.get((number, key), header)
        return NotationError(message, place.line, place.column)

    for key in deal:
        if key not in ("log", "scores"):
            raise error(key, f"a deal has a log or scores, but no '{key}'")
    if "log" in deal and "scores" in deal:
        raise error("scores", "a deal has a log or scores, not both")
    if "scores" in deal:
        scores, names = deal["scores"], [player.name for player in players]
        if not isinstance(scores, dict) or sorted(scores) != sorted(names):
            raise error("scores", f"scores give the points of {names[0]} and of {names[1]}")
        points = [scores[name] for name in names]
        if not all(type(each) is int and 0 <= each <= MOST_POINTS for each in points):
            raise error("scores", f"scores are whole numbers from 0 to {MOST_POINTS}")
        return DealRecord(scores=(points[0], points[1])), ()
    log = deal.get("log", "")
    if not isinstance(log, str):
        raise error("log", "a log is text")
    try:
        said = read_log(log, rules)
    except NotationError as wrong:
        place = places.in_log(number, log, wrong.line, wrong.column)
        raise NotationError(wrong.message, place.line, place.column) from None
    statements = tuple(places.in_log(number, log, each.line, each.column) for each in said)
    return DealRecord(log=tuple(each.statement for each in said)), statements


def format_partie(record: PartieRecord) -> str:
    """
    Write a partie as the text of a ``.piquet`` file.

    `parse_partie` reads it back to the same record, if its ruleset is a
    preset or was made from one by house rules.
    """
    base = PRESETS.get(record.rules.id, DEFAULT)
    names = [player.name for player in record.players]
    lines = [f"rules = {_quote(base.id)}", f"players = [{', '.join(_quote(name) for name in names)}]"]
    house = changes_from(record.rules, base)
    if house:
        lines += ["", "[house]", *(f"{name} = {_value(value)}" for name, value in house.items())]
    for deal in record.deals:
        lines += ["", "[[deal]]"]
        if deal.scores is not None:
            pairs = ", ".join(f"{_key(name)} = {points}" for name, points in zip(names, deal.scores, strict=True))
            lines.append(f"scores = {{ {pairs} }}")
        elif deal.log:
            lines += ['log = """', format_log(deal.log), '"""']
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quote(name)


def _value(value: Any) -> str:
    return json.dumps(value)
