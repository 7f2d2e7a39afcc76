"""A company as a file: the frame, the players, their terms, and their parties one after another.

>>> text = '''piquet = 1
... frame = "pool"
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

Each ``[[partie]]`` has its deals, as ``[[partie.deal]]``, or from a paper card only its ``totals``
or its ``result``: ``"drawn"`` or what the winner wins. In partnership both are under the name of
the first of the two partners. ``elder`` names elder in the first deal, if that is not the first
seat. Who plays follows from the parties before; ``seats`` names the players in seat order where
they did not sit in turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..company import (
    FEWEST,
    Company,
    CompanyRecord,
    CompanyTerms,
    Frame,
    Lineup,
    TurnRecord,
    Won,
    changes_of,
    frame_named,
    play_company,
    play_next,
    settle_totals,
    terms_from_data,
    validate,
)
from ..errors import NotationError, WrongValue
from ..messages import Message, Text
from ..ruleset import Ruleset
from ..seats import Player
from ..sentences import IllegalStatement
from .document import (
    NOTHING,
    VERSION_LINE,
    FileText,
    LineColumn,
    Locations,
    about_lines,
    deal_lines,
    house_lines,
    load_toml,
    names_line,
    points_of,
    quoted,
    read_about,
    read_deals,
    read_elder,
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
KEYS = ("piquet", "frame", "rules", "players", "about", "terms", "house", "partie")
OF_PARTIE = ("seats", "elder", "deal", "totals", "result")


def is_company(text: str) -> bool:
    """Return whether a file has a company, which names its frame, and not a partie."""
    if not _FRAME.search(text):
        return False
    try:
        return "frame" in load_toml(text)
    except ValueError:
        return True  # only a company names a frame; reading it says what is wrong


class CompanyFileText(Text):
    """What is wrong with the file of a company, beyond what a partie's file can have wrong.

    It is said of a text that is no company yet, so no oracle asks it: each is tested with a file of
    the kind.
    """

    COMPANY_HAS = "a company has piquet, frame, rules, players, about, terms, house and parties"
    PARTIE_HAS = "a partie has seats, elder, and deals, totals or a result"
    ONE_OF_THEM = "a partie has deals, totals or a result, but only one of them"
    PLAYERS = "players are the names of the company, in the order of the cut"
    MOST_PLAYERS = "a company has no more than {most} players"
    FRAME = "frame is one of {possible:,}"
    OF_FRAME = "frame: {why}"
    SEATS = "seats are {players:words} of the players, in the order in which they sat"
    RESULT_OF = 'a result is what {names:or} wins, or "{word}"'
    RESULT = "a result is a whole number from 1 to {most}"


class CompanyDocument(NamedTuple):
    """A company read from a file, where its parties, deals and statements are, and whatever else is
    known *about* it.
    """

    company: Company
    locations: Locations
    about: Mapping[str, Any] = NOTHING

    def locate(self, partie: int | None, deal: int | None, position: int | None) -> LineColumn:
        """Return the location of a statement, or of its deal or partie,
        or the beginning of the file.
        """
        if partie is None:
            return LineColumn(1, 1)
        path = ("partie", partie) if deal is None else ("partie", partie, "deal", deal)
        return self.locations.find_statement(position, *path)


def parse_company(text: str) -> CompanyDocument:
    """Read a company from the text of a ``.piquet`` file.

    `NotationError` if it cannot be read, `ContradictoryRules` and `IllegalStatement` if the rules
    forbid what it says.
    """
    data, locations = read_toml(text)
    locations.refuse_others(data, KEYS, CompanyFileText.COMPANY_HAS())
    frame = _frame(data, locations)
    rules = read_rules(data, locations)
    players = read_names(data.get("players"), locations, CompanyFileText.PLAYERS())
    if len(players) > MOST_PLAYERS:
        raise locations.error(CompanyFileText.MOST_PLAYERS(most=MOST_PLAYERS), "players")

    def terms_of(chosen: Mapping[str, Any]) -> CompanyTerms:
        terms = terms_from_data(frame, chosen)
        validate(terms, rules, len(players))
        return terms

    at_fault = "frame"
    if data.get("terms"):
        at_fault = "terms"
    elif len(players) < FEWEST:
        at_fault = "players"
    about = read_about(data, locations)
    terms = locations.choices(data, "terms", FileText.TERMS(), terms_of, at_fault)
    company = play_company(CompanyRecord(rules, players, terms))
    for number, partie in enumerate(locations.tables(data, "partie")):
        turn = _Partie(rules, players, locations, company.card.lineup, number).read(partie)
        try:
            company = play_next(company, turn)
        except IllegalStatement as error:
            at = CompanyDocument(company, locations).locate(number, error.deal, error.position)
            error.line = at.line
            error.column = at.column
            raise
    return CompanyDocument(company, locations, about)


def _frame(data: Mapping[str, Any], locations: Locations) -> Frame:
    name = data.get("frame")
    if not isinstance(name, str):
        frames = tuple(each.value for each in Frame)
        raise locations.error(CompanyFileText.FRAME(possible=frames), "frame")
    try:
        return frame_named(name)
    except WrongValue as error:
        raise locations.error(CompanyFileText.OF_FRAME(why=error.message), "frame") from None


@dataclass(frozen=True, slots=True)
class _Partie:
    rules: Ruleset
    players: tuple[Player, ...]
    locations: Locations
    in_turn: Lineup
    number: int

    def read(self, partie: Mapping[str, Any]) -> TurnRecord:
        path = ("partie", self.number)
        locations = self.locations
        locations.refuse_others(partie, OF_PARTIE, CompanyFileText.PARTIE_HAS(), *path)
        known = [key for key in ("deal", "totals", "result") if key in partie]
        if len(known) > 1:
            raise self.error(known[1], CompanyFileText.ONE_OF_THEM())
        seats = self.seats(partie)
        lineup = self.in_turn.seated(seats)
        seated = tuple(self.players[each] for each in lineup.seats)
        elder = read_elder(partie, seated, locations, *path, "elder")
        deals = read_deals(partie, self.rules, (*seated[elder:], *seated[:elder]), locations, *path)
        totals = None
        result = None
        sides = seated[: self.rules.sides]
        try:
            if "totals" in partie:
                totals = read_points(partie["totals"], sides, FileText.TOTALS(), LARGEST_RESULT)
                settle_totals(self.rules, totals)
            if "result" in partie:
                result = _result(partie["result"], sides)
        except WrongValue as wrong:
            raise self.error(known[0], wrong.message) from None
        return TurnRecord(None if lineup == self.in_turn else seats, elder, deals, totals, result)

    def seats(self, partie: Mapping[str, Any]) -> tuple[int, ...] | None:
        if "seats" not in partie:
            return None
        named = partie["seats"] if isinstance(partie["seats"], list) else []
        names = [player.name for player in self.players]
        found = tuple(names.index(name) for name in named if name in names)
        many = self.rules.players
        if len(found) != many or len(set(found)) < many:
            raise self.error("seats", CompanyFileText.SEATS(players=many))
        return found

    def error(self, key: str, message: Message) -> NotationError:
        return self.locations.error(message, "partie", self.number, key)


def _result(data: Any, sides: tuple[Player, ...]) -> Won:
    """Read the result of a partie recorded by its result alone;
    `WrongValue` if it is not one of these sides.
    """
    if data == DRAWN:
        return Won(None, 0)
    names = [player.name for player in sides]
    winner = points = None
    if isinstance(data, dict) and len(data) == 1:
        ((winner, points),) = data.items()
    if winner not in names:
        raise WrongValue(CompanyFileText.RESULT_OF(names=tuple(names), word=DRAWN))
    if type(points) is not int or not 0 < points <= LARGEST_RESULT:
        raise WrongValue(CompanyFileText.RESULT(most=LARGEST_RESULT))
    return Won(names.index(winner), points)


def format_company(record: CompanyRecord, *, about: Mapping[str, Any] = NOTHING) -> str:
    """Write a company as the text of a ``.piquet`` file, with what is said *about* it;
    `IllegalStatement` if the rules forbid a statement in it.

    `parse_company` reads it back to the same record, if its ruleset is a preset or was made from
    one by house rules. Seats are written only where the players did not sit in turn.
    """
    company = play_company(record)
    lines = [
        VERSION_LINE,
        f"frame = {quoted(record.terms.frame.value)}",
        rules_line(record.rules),
        names_line([player.name for player in record.players]),
        *about_lines(about),
        *table_lines("terms", changes_of(record.terms)),
        *house_lines(record.rules),
    ]
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
    elder = (turn.elder + turn.first) % len(names)
    if elder:
        lines.append(f"elder = {quoted(names[elder])}")
    if turn.result is not None:
        won = turn.result
        what = quoted(DRAWN) if won.by is None else points_of([names[won.by]], [won.points])
        return [*lines, f"result = {what}"]
    if turn.totals is not None:
        return [*lines, f"totals = {points_of(names[:sides], turn.totals)}"]
    from_elder = [*names[turn.elder :], *names[: turn.elder]]
    for deal in turn.deals:
        lines += ["", "[[partie.deal]]", *deal_lines(deal, from_elder[:sides])]
    return lines
