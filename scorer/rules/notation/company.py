"""
A company as a file: the frame, who they are, what they agreed on, and their parties one after another.

>>> document = parse_company('''
... frame = "chouette"
... players = ["A", "B", "C"]       # in the order of the cut: the first begins in the box
... [[partie]]
... totals = { A = 125, B = 81 }    # B is under the Rubicon: 125 + 81 + 100
... [[partie]]
... result = { C = 150 }
... ''')
>>> document.company.card.balances
(320, -160, -160)
>>> [document.company.name(each) for each in document.company.card.lineup.seats]
['C', 'B']

Each ``[[partie]]`` has its deals, as ``[[partie.deal]]``, or of a paper card
its ``totals`` or its ``result`` alone, which is ``"drawn"`` or what the winner
wins; in partnership either is under the name of the first of the two.
``elder`` names who is elder in the first deal, if it is not the one who sits
first. Who plays follows from the parties before; ``seats`` names who sat
first, second and so on where that was not their turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..company import (
    Card,
    Company,
    CompanyRecord,
    CompanyTerms,
    Frame,
    TurnRecord,
    Won,
    after,
    begin,
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
    error_at,
    read_deal,
    read_names,
    read_points,
    read_rules,
    read_toml,
)
from .places import Place, Places

DRAWN = "drawn"
"""The result of a partie that nobody won."""

LARGEST_RESULT = 99_999
"""More than this nobody wins, nor has, in one partie."""

MOST_PLAYERS = 12
"""More never sat round one table."""

KEYS = ("frame", "rules", "players", "terms", "house", "partie")
OF_PARTIE = ("seats", "elder", "deal", "totals", "result")


@dataclass(frozen=True, slots=True)
class CompanyDocument:
    """
    A company read from a file, with the places that a complaint may point to.

    Attributes:
        company: the company, its parties scored.
        parties: the place of each partie.
        deals: for each partie, the place of each deal.
        statements: for each partie and deal, the place of each statement of its log.
    """

    company: Company
    parties: tuple[Place, ...]
    deals: tuple[tuple[Place, ...], ...]
    statements: tuple[tuple[tuple[Place, ...], ...], ...]

    def place(self, partie: int | None, deal: int | None, position: int | None) -> Place:
        """The place of a statement, or of its deal, or of its partie, or the beginning of the file."""
        if partie is None:
            return Place(1, 1)
        if deal is None or deal >= len(self.deals[partie]):
            return self.parties[partie]
        if position is None or position >= len(self.statements[partie][deal]):
            return self.deals[partie][deal]
        return self.statements[partie][deal][position]


def parse_company(text: str) -> CompanyDocument:
    """
    Read a company from the text of a ``.piquet`` file.

    Raises:
        NotationError: the text cannot be read; it says where and why.
        ContradictoryRules: its terms or its house rules cannot all hold; it says where.
        IllegalStatement: the rules forbid what was said; it says where.
    """
    data, places = read_toml(text)
    for key in data:
        if key not in KEYS:
            raise error_at(
                places, key, f"a company has frame, players, terms, rules, house and parties, but no '{key}'"
            )
    frame, rules = _frame(data, places), read_rules(data, places)
    players = read_names(data.get("players"), places, "players are the names of the company, in the order of the cut")
    if len(players) > MOST_PLAYERS:
        raise error_at(places, "players", f"a company has no more than {MOST_PLAYERS} players")
    terms = _terms(data, frame, rules, players, places)
    parties = data.get("partie", [])
    if not isinstance(parties, list) or not all(isinstance(partie, dict) for partie in parties):
        raise error_at(places, "partie", "each partie begins with [[partie]]")
    reader = _Parties(rules, players, places, begin(terms, len(players), rules.sides))
    for partie in parties:
        reader.read(partie)
    try:
        company = play_company(CompanyRecord(rules, players, terms, tuple(reader.turns)))
    except IllegalStatement as error:
        place = reader.headers[error.partie or 0]
        error.line, error.column = place.line, place.column
        raise
    return CompanyDocument(company, tuple(reader.headers), tuple(reader.deals), tuple(reader.statements))


def _frame(data: Mapping[str, Any], places: Places) -> Frame:
    name = data.get("frame")
    if not isinstance(name, str):
        raise error_at(places, "frame", f"frame is one of {', '.join(each.value for each in Frame)}")
    try:
        return frame_named(name)
    except ValueError as error:
        raise error_at(places, "frame", f"frame: {error}") from None


def _terms(
    data: Mapping[str, Any], frame: Frame, rules: Ruleset, players: Sequence[Player], places: Places
) -> CompanyTerms:
    chosen = data.get("terms", {})
    if not isinstance(chosen, dict):
        raise error_at(places, "terms", "terms are a table: [terms]")
    for key, value in chosen.items():
        try:
            terms_from_data(frame, {key: value})
        except ContradictoryRules:
            continue
        except ValueError as error:
            at = f"terms.{key}" if f"terms.{key}" in places.keys else "terms"
            raise error_at(places, at, str(error)) from None
    try:
        terms = terms_from_data(frame, chosen)
        validate(terms, rules, len(players))
    except ContradictoryRules as error:
        at = "terms" if chosen else "players" if len(players) < 3 else "frame"
        place = places.keys.get(at, Place(1, 1))
        error.line, error.column = place.line, place.column
        raise
    return terms


class _Parties:
    """Reads the parties in their order, for whose points a partie has only those before it tell."""

    def __init__(self, rules: Ruleset, players: tuple[Player, ...], places: Places, card: Card) -> None:
        self.rules, self.players, self.places, self.card = rules, players, places, card
        self.turns: list[TurnRecord] = []
        self.headers: list[Place] = []
        self.deals: list[tuple[Place, ...]] = []
        self.statements: list[tuple[tuple[Place, ...], ...]] = []
        self.dealt = 0

    def read(self, partie: Mapping[str, Any]) -> None:
        """Read the next partie, and count it if it is over."""
        number, places = len(self.turns), self.places
        in_order = number < len(places.parties)
        self.headers.append(places.parties[number] if in_order else places.keys.get("partie", Place(1, 1)))
        for key in partie:
            if key not in OF_PARTIE:
                raise self.error(key, f"a partie has seats, elder, and deals, totals or a result, but no '{key}'")
        known = [key for key in ("deal", "totals", "result") if key in partie]
        if len(known) > 1:
            raise self.error(known[1], "a partie has deals, or totals, or a result, and no two of them")
        seats = self.seats(partie)
        lineup = self.card.lineup.seated(seats)
        seated = tuple(self.players[each] for each in lineup.seats)
        turn = self.turn(partie, None if lineup == self.card.lineup else seats, seated)
        self.turns.append(turn)
        try:
            won = play_turn(self.rules, self.players, turn, lineup).won
        except IllegalStatement as error:
            at = self.place(error.deal or 0, error.position)
            error.partie, error.line, error.column = number, at.line, at.column
            raise
        self.card = self.card if won is None else after(self.card, won)

    def turn(self, partie: Mapping[str, Any], seats: tuple[int, ...] | None, seated: tuple[Player, ...]) -> TurnRecord:
        """What is known of a partie of these."""
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
        """Who are said to have sat first, second and so on."""
        if "seats" not in partie:
            return None
        found = tuple(place for name in _texts(partie["seats"]) for place in self.called(name))
        many = self.rules.players
        if len(found) != many or len(set(found)) < many:
            raise self.error("seats", f"seats are {number_words(many)} of the players, in the order in which they sat")
        return found

    def called(self, name: str) -> list[int]:
        """The place in the company of whoever is called so."""
        return [place for place, player in enumerate(self.players) if player.name == name]

    def elder(self, partie: Mapping[str, Any], seated: tuple[Player, ...]) -> int:
        """Which of those who play is elder in the first deal."""
        named = partie.get("elder", seated[0].name)
        names = [player.name for player in seated]
        if named not in names:
            raise self.error("elder", f"elder in the first deal is {' or '.join(names)}: they play this partie")
        return names.index(named)

    def read_deals(self, partie: Mapping[str, Any], players: tuple[Player, ...]) -> tuple[DealRecord, ...]:
        """The deals of a partie, and where they stand."""
        deals = partie.get("deal", [])
        if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
            raise self.error("deal", "each deal begins with [[partie.deal]]")
        records, headers, statements = [], [], []
        for deal in deals:
            found = self.places.deals
            headers.append(found[self.dealt] if self.dealt < len(found) else self.headers[-1])
            record, where = read_deal(deal, self.dealt, self.rules, players, self.places)
            records.append(record)
            statements.append(where)
            self.dealt += 1
        self.deals.append(tuple(headers))
        self.statements.append(tuple(statements))
        return tuple(records)

    def place(self, deal: int, position: int | None) -> Place:
        """The place of a statement of the partie that is read, or of its deal."""
        where = self.statements[-1][deal]
        return self.deals[-1][deal] if position is None or position >= len(where) else where[position]

    def error(self, key: str, message: str) -> NotationError:
        """A complaint about a key of the partie that is read."""
        place = self.places.partie_keys.get((len(self.turns), key), self.headers[-1])
        return NotationError(message, place.line, place.column)


def _texts(data: Any) -> list[str]:
    return [each for each in data if isinstance(each, str)] if isinstance(data, list) else []


def _result(data: Any, sides: tuple[Player, ...]) -> Won:
    """
    How a partie ended, of which that is all that is known.

    Raises:
        ValueError: it is no result of these.
    """
    if data == DRAWN:
        return Won(None, 0)
    names = [player.name for player in sides]
    winner, points = next(iter(data.items())) if isinstance(data, dict) and len(data) == 1 else (None, None)
    if winner not in names:
        raise ValueError(f'a result is what {" or ".join(names)} wins, or "{DRAWN}"')
    if type(points) is not int or not 0 < points <= LARGEST_RESULT:
        raise ValueError(f"a result is a whole number from 1 to {LARGEST_RESULT}")
    return Won(names.index(winner), points)
