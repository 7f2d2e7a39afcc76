"""
A company as a file: the frame, the players, their terms, and their parties one after another.

>>> text = '''frame = "pool"
... rules = "portland"
... players = ["A", "B", "C"]
...
... [terms]
... stake = 21
...
... [[partie]]
... elder = "B"
... result = { A = 150 }
... '''
>>> company = parse_company(text).company
>>> company.card.balances, [company.name(each) for each in company.card.lineup.seats]
((0, -21, 0), ['A', 'C'])
>>> format_company(company.record) == text
True

Each ``[[partie]]`` has its deals, as ``[[partie.deal]]``, or from a paper card only its ``totals`` or its ``result``:
``"drawn"`` or what the winner wins. In partnership both are under the name of the first of the two partners. ``elder``
names elder in the first deal, if that is not the first seat. Who plays follows from the parties before; ``seats`` names
the players in seat order where they did not sit in turn.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..company import (
    Card,
    Company,
    CompanyRecord,
    CompanyTerms,
    Frame,
    Lineup,
    TurnRecord,
    Won,
    after,
    begin,
    changes_of,
    frame_named,
    play_company,
    play_turn,
    settle_totals,
    terms_from_data,
    validate,
)
from ..errors import ContradictoryRules, NotationError
from ..partie import DealRecord
from ..ruleset import Ruleset
from ..seats import Player
from ..sentences import IllegalStatement
from ..words import number_words
from .document import (
    Location,
    Locations,
    deal_lines,
    error_at,
    house_lines,
    names_line,
    points_of,
    quoted,
    read_deal,
    read_names,
    read_points,
    read_rules,
    read_toml,
    rules_line,
    table_lines,
)

DRAWN = "drawn"

LARGEST_RESULT = 99_999

MOST_PLAYERS = 12

_FRAME = re.compile(r"""^[ \t]*["']?frame["']?[ \t]*=""", re.MULTILINE)
KEYS = ("frame", "rules", "players", "terms", "house", "partie")
OF_PARTIE = ("seats", "elder", "deal", "totals", "result")


def is_company(text: str) -> bool:
    """
    Return whether a file has a company, which names its frame, and not a partie.

    >>> is_company('frame = "pool"'), is_company('rules = "portland"')
    (True, False)
    """
    if not _FRAME.search(text):
        return False
    try:
        return "frame" in tomllib.loads(text)
    except (ValueError, RecursionError):
        return True  # only a company names a frame; reading it says what is wrong


@dataclass(frozen=True, slots=True)
class CompanyDocument:
    """A company read from a file, with the location of each partie, its deals and their statements."""

    company: Company
    parties: tuple[Location, ...]
    deals: tuple[tuple[Location, ...], ...]
    statements: tuple[tuple[tuple[Location, ...], ...], ...]

    def locate(self, partie: int | None, deal: int | None, position: int | None) -> Location:
        """Return the location of a statement, or of its deal or partie, or the beginning of the file."""
        if partie is None:
            return Location(1, 1)
        if deal is None or deal >= len(self.deals[partie]):
            return self.parties[partie]
        if position is None or position >= len(self.statements[partie][deal]):
            return self.deals[partie][deal]
        return self.statements[partie][deal][position]


def parse_company(text: str) -> CompanyDocument:
    """
    Read a company from the text of a ``.piquet`` file.

    `NotationError` if it cannot be read, `ContradictoryRules` and `IllegalStatement` if the rules forbid what it says.
    """
    data, locations = read_toml(text)
    for key in data:
        if key not in KEYS:
            raise error_at(
                locations, key, f"a company has frame, players, terms, rules, house and parties, but no '{key}'"
            )
    frame, rules = _frame(data, locations), read_rules(data, locations)
    players = read_names(
        data.get("players"), locations, "players are the names of the company, in the order of the cut"
    )
    if len(players) > MOST_PLAYERS:
        raise error_at(locations, "players", f"a company has no more than {MOST_PLAYERS} players")
    terms = _terms(data, frame, rules, players, locations)
    parties = data.get("partie", [])
    if not isinstance(parties, list) or not all(isinstance(partie, dict) for partie in parties):
        raise error_at(locations, "partie", "each partie begins with [[partie]]")
    reader = _Parties(rules, players, locations, begin(terms, len(players), rules.sides))
    for partie in parties:
        reader.read(partie)
    try:
        company = play_company(CompanyRecord(rules, players, terms, tuple(reader.turns)))
    except IllegalStatement as error:
        location = reader.headers[error.partie or 0]
        error.line, error.column = location.line, location.column
        raise
    return CompanyDocument(company, tuple(reader.headers), tuple(reader.deals), tuple(reader.statements))


def _frame(data: Mapping[str, Any], locations: Locations) -> Frame:
    name = data.get("frame")
    if not isinstance(name, str):
        raise error_at(locations, "frame", f"frame is one of {', '.join(each.value for each in Frame)}")
    try:
        return frame_named(name)
    except ValueError as error:
        raise error_at(locations, "frame", f"frame: {error}") from None


def _terms(
    data: Mapping[str, Any], frame: Frame, rules: Ruleset, players: Sequence[Player], locations: Locations
) -> CompanyTerms:
    chosen = data.get("terms", {})
    if not isinstance(chosen, dict):
        raise error_at(locations, "terms", "terms are a table: [terms]")
    for key, value in chosen.items():
        try:
            terms_from_data(frame, {key: value})
        except ContradictoryRules:
            continue
        except ValueError as error:
            at = f"terms.{key}" if f"terms.{key}" in locations.keys else "terms"
            raise error_at(locations, at, str(error)) from None
    try:
        terms = terms_from_data(frame, chosen)
        validate(terms, rules, len(players))
    except ContradictoryRules as error:
        at = "terms" if chosen else "players" if len(players) < 3 else "frame"
        location = locations.keys.get(at, Location(1, 1))
        error.line, error.column = location.line, location.column
        raise
    return terms


class _Parties:
    def __init__(self, rules: Ruleset, players: tuple[Player, ...], locations: Locations, card: Card) -> None:
        self.rules, self.players, self.locations, self.card = rules, players, locations, card
        self.turns: list[TurnRecord] = []
        self.headers: list[Location] = []
        self.deals: list[tuple[Location, ...]] = []
        self.statements: list[tuple[tuple[Location, ...], ...]] = []
        self.dealt = 0

    def read(self, partie: Mapping[str, Any]) -> None:
        number, locations = len(self.turns), self.locations
        in_order = number < len(locations.parties)
        self.headers.append(locations.parties[number] if in_order else locations.keys.get("partie", Location(1, 1)))
        for key in partie:
            if key not in OF_PARTIE:
                raise self.error(key, f"a partie has seats, elder, and deals, totals or a result, but no '{key}'")
        known = [key for key in ("deal", "totals", "result") if key in partie]
        if len(known) > 1:
            raise self.error(known[1], "a partie has deals, totals or a result, but only one of them")
        seats = self.seats(partie)
        lineup = self.card.lineup.seated(seats)
        seated = tuple(self.players[each] for each in lineup.seats)
        turn = self.turn(partie, None if lineup == self.card.lineup else seats, seated)
        self.turns.append(turn)
        try:
            won = play_turn(self.rules, self.players, turn, lineup).won
        except IllegalStatement as error:
            at = self.locate(error.deal or 0, error.position)
            error.partie, error.line, error.column = number, at.line, at.column
            raise
        self.card = self.card if won is None else after(self.card, won)

    def turn(self, partie: Mapping[str, Any], seats: tuple[int, ...] | None, seated: tuple[Player, ...]) -> TurnRecord:
        elder = self.elder(partie, seated)
        deals = self.read_deals(partie, (*seated[elder:], *seated[:elder]))
        totals, result = None, None
        sides = seated[: self.rules.sides]
        try:
            if "totals" in partie:
                totals = read_points(partie["totals"], sides, "totals", LARGEST_RESULT)
                settle_totals(self.rules, totals)
            if "result" in partie:
                result = _result(partie["result"], sides)
        except ValueError as wrong:
            raise self.error("totals" if "totals" in partie else "result", str(wrong)) from None
        return TurnRecord(seats, elder, deals, totals, result)

    def seats(self, partie: Mapping[str, Any]) -> tuple[int, ...] | None:
        if "seats" not in partie:
            return None
        named = partie["seats"] if isinstance(partie["seats"], list) else []
        found = tuple(number for name in named for number, player in enumerate(self.players) if player.name == name)
        many = self.rules.players
        if len(found) != many or len(set(found)) < many:
            raise self.error("seats", f"seats are {number_words(many)} of the players, in the order in which they sat")
        return found

    def elder(self, partie: Mapping[str, Any], seated: tuple[Player, ...]) -> int:
        named = partie.get("elder", seated[0].name)
        names = [player.name for player in seated]
        if named not in names:
            raise self.error("elder", f"elder in the first deal is {' or '.join(names)}: they play this partie")
        return names.index(named)

    def read_deals(self, partie: Mapping[str, Any], players: tuple[Player, ...]) -> tuple[DealRecord, ...]:
        deals = partie.get("deal", [])
        if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
            raise self.error("deal", "each deal begins with [[partie.deal]]")
        records, headers, statements = [], [], []
        for deal in deals:
            found = self.locations.deals
            headers.append(found[self.dealt] if self.dealt < len(found) else self.headers[-1])
            record, where = read_deal(deal, self.dealt, self.rules, players, self.locations)
            records.append(record)
            statements.append(where)
            self.dealt += 1
        self.deals.append(tuple(headers))
        self.statements.append(tuple(statements))
        return tuple(records)

    def locate(self, deal: int, position: int | None) -> Location:
        """Return the location of a statement of the current partie, or of its deal."""
        where = self.statements[-1][deal]
        return self.deals[-1][deal] if position is None or position >= len(where) else where[position]

    def error(self, key: str, message: str) -> NotationError:
        location = self.locations.partie_keys.get((len(self.turns), key), self.headers[-1])
        return NotationError(message, location.line, location.column)


def _result(data: Any, sides: tuple[Player, ...]) -> Won:
    """Read the result of a partie recorded by its result alone; `ValueError` if it is not one of these sides."""
    if data == DRAWN:
        return Won(None, 0)
    names = [player.name for player in sides]
    winner, points = next(iter(data.items())) if isinstance(data, dict) and len(data) == 1 else (None, None)
    if winner not in names:
        raise ValueError(f'a result is what {" or ".join(names)} wins, or "{DRAWN}"')
    if type(points) is not int or not 0 < points <= LARGEST_RESULT:
        raise ValueError(f"a result is a whole number from 1 to {LARGEST_RESULT}")
    return Won(names.index(winner), points)


def format_company(record: CompanyRecord) -> str:
    """
    Write a company as the text of a ``.piquet`` file; `IllegalStatement` if the rules forbid a statement in it.

    `parse_company` reads it back to the same record, if its ruleset is a preset or was made from one by house rules.
    Seats are written only where the players did not sit in turn.
    """
    company = play_company(record)
    lines = [f"frame = {quoted(record.terms.frame.value)}", rules_line(record.rules)]
    lines += [names_line([player.name for player in record.players]), *table_lines("terms", changes_of(record.terms))]
    lines += house_lines(record.rules)
    in_turn = [turn.in_turn for turn in company.card.turns]
    if company.going_on is not None:
        in_turn.append(company.going_on.lineup == company.card.lineup)
    for turn, played, theirs in zip(record.parties, company.parties, in_turn, strict=True):
        said = replace(turn, seats=None) if theirs else turn
        lines += ["", "[[partie]]", *_partie_lines(said, record, played.lineup)]
    return "\n".join(lines) + "\n"


def _partie_lines(turn: TurnRecord, record: CompanyRecord, lineup: Lineup) -> list[str]:
    names = [record.players[each].name for each in lineup.seats]
    sides = record.rules.sides
    lines = [] if turn.seats is None else [f"seats = [{', '.join(map(quoted, names))}]"]
    if turn.elder:
        lines.append(f"elder = {quoted(names[turn.elder])}")
    if turn.result is not None:
        won = turn.result
        what = quoted(DRAWN) if won.by is None else points_of([names[won.by]], [won.points])
        return [*lines, f"result = {what}"]
    if turn.totals is not None:
        return [*lines, f"totals = {points_of(names[:sides], turn.totals)}"]
    for deal in turn.deals:
        lines += ["", "[[partie.deal]]", *deal_lines(deal, [*names[turn.elder :], *names[: turn.elder]][:sides])]
    return lines
