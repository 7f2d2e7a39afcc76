"""Companies: open one, begin its parties or enter them from paper, remove one, sign the scorecard, share links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ..rules.company import (
    Company,
    CompanyRecord,
    CompanyTerms,
    Frame,
    TurnRecord,
    Won,
    play_company,
    settle_totals,
    terms_line,
    terms_named,
    validate,
)
from ..rules.ruleset import Ruleset
from ..rules.seats import Player
from ..storage import season_sheets, turns
from ..storage import sheets as store
from ..storage.engine import reading, writing
from ..storage.sheets import SheetKind, SheetRow, Sight
from .opening import NotAllowed, clean_name, hash_token, new_token, open_partie, open_sheet, sentence
from .sheets import NoSuchPartie, Sheet, Sheets, read_logs, read_record, read_ruleset, read_sheet
from .sheets import find_row as find_partie

__all__ = ["Companies", "NotTheTurn"]

# Opening


MOST_PLAYERS = 12
"""The most players of a company."""


def open_company(
    db: Connection, players: Sequence[tuple[str, int]], terms: CompanyTerms, rules: Ruleset, token: str, *, at: str
) -> SheetRow:
    """Open a company of these names and member numbers, or return the one opened with the same *token*."""
    named = [(clean_name(name), member) for name, member in players]
    if len({name for name, _ in named}) < len(named):
        raise NotAllowed("Two players have the same name. Give each a different one.")
    if len(named) > MOST_PLAYERS:
        raise NotAllowed(f"A company has no more than {MOST_PLAYERS} players.")
    try:
        validate(terms, rules, len(named))
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None
    return open_sheet(db, SheetKind.COMPANY, named, rules, token, terms=terms_line(terms), at=at)


# Parties from paper


LARGEST = 99_999
"""The largest total or result of a partie."""


def check_paper(rules: Ruleset, totals: tuple[int, ...] | None, result: Won | None) -> None:
    if (totals is None) == (result is None):
        raise NotAllowed("Enter the totals of all sides, or who won and how much.")
    if totals is not None:
        if len(totals) != rules.sides or not all(0 <= each <= LARGEST for each in totals):
            raise NotAllowed(f"Totals are whole numbers from 0 to {LARGEST}.")
        try:
            settle_totals(rules, totals)
        except ValueError as error:
            raise NotAllowed(sentence(str(error))) from None
    if result is not None and (
        result.by not in (*range(rules.sides), None) or not (result.by is None or 0 < result.points <= LARGEST)
    ):
        raise NotAllowed(f"The winner wins a whole number of points or parties, from 1 to {LARGEST}.")


def format_paper(totals: tuple[int, ...] | None, result: Won | None) -> str:
    """
    Serialise totals or a result.

    >>> format_paper((130, 90), None), format_paper(None, Won(1, 150)), format_paper(None, Won(None, 0))
    ('totals 130 90', 'result 1 150', 'drawn')
    """
    if totals is not None:
        return " ".join(["totals", *map(str, totals)])
    assert result is not None
    return "drawn" if result.by is None else f"result {result.by} {result.points}"


def parse_paper(said: str, seats: tuple[int, ...]) -> TurnRecord:
    """
    Parse what `format_paper` wrote.

    >>> parse_paper("totals 130 90", (0, 1)).totals, parse_paper("drawn", (0, 1)).result
    ((130, 90), Won(by=None, points=0, seats=None))
    """
    word, *figures = said.split()
    numbers = tuple(int(each) for each in figures)
    if word == "totals":
        return TurnRecord(seats, totals=numbers)
    return TurnRecord(seats, result=Won(numbers[0], numbers[1]) if word == "result" else Won(None, 0))


# The scorecard


REMOVED = "removed"
"""The result of a turn that was struck."""


class NoSuchCompany(NoSuchPartie):
    """No company has this code."""


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """One partie of a company's card; `number` counts removed turns too, `code` is empty for a paper card."""

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class CompanyCard:
    """A company with its card: for each player the member number, 0 outside a season, and the signature or `None`."""

    id: int
    code: str
    opened_at: str
    company: Company
    turns: tuple[CompanyTurn, ...]
    next_number: int
    members: tuple[int, ...]
    signatures: tuple[str | None, ...]
    version: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.company.record.players)

    @property
    def is_signed(self) -> bool:
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Return whether anyone has signed: no partie can then begin or be corrected."""
        return any(self.signatures)

    def index_of(self, number: int) -> int:
        return next((index for index, turn in enumerate(self.turns) if turn.number == number), -1)

    def going_on(self) -> str:
        """Return the code of the partie in progress; empty if none is."""
        return "" if self.company.going_on is None else self.turns[-1].code


def find_row(db: Connection, code: str) -> SheetRow:
    """Return the company with this code, in any case."""
    row = store.find_sheet(db, code.upper(), SheetKind.COMPANY)
    if row is None:
        raise NoSuchCompany(code)
    return row


def read_card(db: Connection, row: SheetRow) -> CompanyCard:
    names = tuple(Player(name) for name in row.names)
    stored = turns.turns(db, row.id)
    current = [each for each in stored if each.result != REMOVED]
    terms = terms_named(row.terms)
    read = [_turn(db, each, names, terms.frame) for each in current]
    record = CompanyRecord(read_ruleset(row.ruleset), names, terms, tuple(turn for turn, _ in read))
    signed = {each.player: each.name for each in store.signatures(db, row.id)}
    return CompanyCard(
        row.id,
        row.code,
        row.opened_at,
        play_company(record),
        tuple(CompanyTurn(each.number, code) for each, (_, code) in zip(current, read, strict=True)),
        len(stored),
        row.members,
        tuple(signed.get(seat) for seat in range(len(names))),
        store.version(db, row.id),
    )


def _turn(db: Connection, row: turns.TurnRow, names: tuple[Player, ...], frame: Frame) -> tuple[TurnRecord, str]:
    """Return a turn and the code of its partie; at a table all players keep their seats."""
    seats = tuple(range(len(names))) if frame is Frame.TABLE else (row.first, row.second)
    if row.partie_id is None:
        return parse_paper(row.result or "", seats), ""
    stored = store.sheet_by_id(db, row.partie_id)
    record = read_record(stored, read_logs(db, stored.id))
    return TurnRecord(seats, seats.index(names.index(record.players[0])), record.deals), stored.code


# Companies
#
# Each verb is one transaction. Who plays next follows from the card; a form made for another turn is refused.


MOST_TURNS = 200
"""The most parties of a company."""

SHOWN = 50
"""How many companies the home page lists."""


class NotTheTurn(NotAllowed):
    """The form was made for a turn that is not the next."""


class Companies(Sheets):
    def open(
        self, names: Sequence[str], terms: CompanyTerms, rules: Ruleset, token: str = ""
    ) -> tuple[CompanyCard, str]:
        """Open a company once for each *token*; return its card and the secret of its first scoring link."""
        token = token or new_token()
        with writing(self.engine) as db:
            row = open_company(db, [(name, 0) for name in names], terms, rules, token, at=self.at())
            return read_card(db, row), token

    def card(self, code: str) -> CompanyCard:
        with reading(self.engine) as db:
            return read_card(db, find_row(db, code))

    def version(self, code: str) -> str:
        """Return a company's version without scoring it."""
        with reading(self.engine) as db:
            return store.version(db, find_row(db, code).id)

    def latest(self, sight: Sight) -> list[CompanyCard]:
        with reading(self.engine) as db:
            return [read_card(db, row) for row in store.latest(db, SheetKind.COMPANY, SHOWN, sight)]

    def of_partie(self, code: str) -> str:
        """Return the code of the company that a partie is a turn of; empty if none."""
        with reading(self.engine) as db:
            company_id = turns.company_of(db, find_partie(db, code).id)
            return "" if company_id is None else store.sheet_by_id(db, company_id).code

    def begin(self, code: str, *, number: int, elder: int, token: str = "") -> tuple[Sheet, str]:
        """
        Begin the next partie; return its sheet and the secret of its first scoring link.

        Args:
            number: the turn that the form was made for; another one raises `NotTheTurn`.
            elder: index of the elder of the first deal: 0 sits first, 1 next.
            token: made with the form, so that a repeated form begins one partie.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = find_row(db, code)
            begun = store.link_with(db, hash_token(token))
            if begun is not None:
                if turns.company_of(db, begun.sheet_id) == row.id:
                    return read_sheet(db, store.sheet_by_id(db, begun.sheet_id)), token
                token = new_token()  # the given one opens another partie
            card = self._next(db, row, number)
            seats = card.company.card.lineup.seats
            if not 0 <= elder < len(seats):
                raise NotAllowed("Choose who deals first.")
            names = [(card.names[seat], 0) for seat in (*seats[elder:], *seats[:elder])]
            at = self.at()
            partie = open_partie(db, names, card.company.record.rules, token, at=at)
            turns.append_turn(db, row.id, number=number, first=seats[0], second=seats[1], partie_id=partie.id, at=at)
            return read_sheet(db, partie), token

    def enter(
        self,
        code: str,
        *,
        number: int,
        totals: tuple[int, ...] | None = None,
        result: Won | None = None,
        form_key: str,
    ) -> CompanyCard:
        """
        Enter a partie from a paper card, by its totals or its result.

        Args:
            number: the next turn, or a turn from a paper card that is corrected; another one raises `NotTheTurn`.
            totals: of each side, in the order of the seats.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if turns.has_result_with(db, row.id, form_key):
                return card
            check_paper(card.company.record.rules, totals, result)
            said = format_paper(totals, result)
            if number == card.next_number:
                seats = self._next(db, row, number).company.card.lineup.seats
                turn = turns.append_turn(
                    db, row.id, number=number, first=seats[0], second=seats[1], partie_id=None, at=self.at()
                )
            else:
                turn = self._current_turn(db, row, card, number).id
                if card.turns[card.index_of(number)].code:
                    raise NotAllowed(
                        "This partie was played here, so its result follows from its statements. Correct those."
                    )
            turns.append_result(db, turn, result=said, form_key=form_key, at=self.at())
            return read_card(db, row)

    def remove(self, code: str, *, number: int, form_key: str) -> CompanyCard:
        """Remove a turn that was begun by mistake or entered twice; its partie remains outside the company."""
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if turns.has_result_with(db, row.id, form_key):
                return card
            turn = self._current_turn(db, row, card, number)
            turns.append_result(db, turn.id, result=REMOVED, form_key=form_key, at=self.at())
            return read_card(db, row)

    def sign(self, code: str, *, seat: int, name: str) -> CompanyCard:
        """Sign the card of a company outside a season; a second signature changes nothing."""
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if season_sheets.season_of(db, row.id) is not None:
                raise NotAllowed("This is a season partie. Each player signs on their own phone, or with their PIN.")
            if not 0 <= seat < len(card.names):
                raise NotAllowed("Choose whose signature it is.")
            refuse_to_sign(card)
            if clean_name(name).casefold() != card.names[seat].casefold():
                raise NotAllowed(f"Sign with the name on the scorecard: {card.names[seat]}.")
            if card.signatures[seat] is None:
                store.append_signature(db, row.id, player=seat, name=card.names[seat], at=self.at())
            return read_card(db, row)

    def _next(self, db: Connection, row: SheetRow, number: int) -> CompanyCard:
        """Return the card if *number* is the next turn."""
        card = read_card(db, row)
        _refuse_if_closed(card)
        if number != card.next_number:
            raise NotTheTurn(
                "The scorecard has changed since this form was made. Nothing was recorded; this is the scorecard now."
            )
        if card.company.going_on is not None:
            raise NotAllowed("A partie is in progress. Finish it before you begin the next.")
        if number >= MOST_TURNS:
            raise NotAllowed(f"A scorecard has room for {MOST_TURNS} parties. Open another company.")
        return card

    def _current_turn(self, db: Connection, row: SheetRow, card: CompanyCard, number: int) -> turns.TurnRow:
        _refuse_if_closed(card)
        if card.index_of(number) < 0:
            raise NotAllowed("There is no such partie on this scorecard.")
        return next(each for each in turns.turns(db, row.id) if each.number == number)


def refuse_to_sign(card: CompanyCard) -> None:
    if card.company.going_on is not None:
        raise NotAllowed("A partie is in progress. Finish it or remove it, then sign.")
    if not card.company.card.turns:
        raise NotAllowed("Nothing was played yet. Play a partie, then sign.")


def _refuse_if_closed(card: CompanyCard) -> None:
    if card.is_closed:
        raise NotAllowed("The scorecard is signed and takes no more parties.")
