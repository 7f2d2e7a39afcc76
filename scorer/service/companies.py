"""Companies: open one, begin its parties or enter them from paper, remove one,
sign the scorecard, share links.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from ..ledger.chain import digests
from ..rules.company import CompanyTerms, TurnRecord, Won, settle_totals, terms_line, validate
from ..rules.errors import MessageError
from ..rules.messages import Text
from ..rules.ruleset import Ruleset
from ..storage import sheets as store
from ..storage import statements
from ..storage.engine import reading, writing
from ..storage.sheets import SheetRow, Sight
from ..table.entering import NotAllowed, WrongEntry, clean_name, new_token, refuse_alike, refuse_if
from ..table.recording import Sheet, SheetKind
from ..table.times import day_at_table
from . import sheets
from .sheets import CompanyCard, NoSuchCompany, open_partie, open_sheet
from .zones import zone_of

__all__ = ["Companies", "CompanyCard", "NoSuchCompany", "NotTheTurn"]

MOST_PLAYERS = 12


class CardRefusal(Text):
    """Why a scorecard takes nothing, or not this.

    Nobody enters a random scorecard, so no oracle asks it: each is in `tests/service`.
    """

    PLAYERS = "A company has no more than {most} players."
    RESULT = "Enter the totals of all sides, or who won and by how much."
    TOTALS = "Totals are whole numbers from 0 to {most}."
    WON = "The winner wins a whole number of points or parties, from 1 to {most}."
    WHO_DEALS = "Choose who deals first."
    PLAYED_HERE = (
        "This partie was played here, so its result follows from its statements. Correct those."
    )
    SIGNED = "The scorecard is signed and takes no more parties."
    NOT_THE_TURN = (
        "The scorecard has changed since this form was made. Nothing was recorded; this is the "
        "scorecard now."
    )
    IN_PROGRESS = "A partie is in progress. Finish it before you begin the next."
    FULL = "A scorecard has room for {most} parties. Open another company."
    CLOSED = "The scorecard can no longer be changed here. Request a correction."
    CORRECT_SIGNED = "This has been signed. To correct it, open the partie from its scorecard."
    NO_PARTIE = "There is no such partie on this scorecard."


def open_company(
    db: Connection,
    players: Sequence[tuple[str, int]],
    terms: CompanyTerms,
    rules: Ruleset,
    token: str,
    *,
    at: str,
    day: str,
) -> SheetRow:
    named = [(clean_name(name), member) for name, member in players]
    refuse_alike([name for name, _ in named])
    refuse_if(len(named) > MOST_PLAYERS, CardRefusal.PLAYERS(most=MOST_PLAYERS))
    try:
        validate(terms, rules, len(named))
    except MessageError as error:
        raise WrongEntry(error) from None
    return open_sheet(
        db, SheetKind.COMPANY, named, rules, token, terms=terms_line(terms), at=at, day=day
    )


LARGEST = 99_999


def check_paper(rules: Ruleset, totals: tuple[int, ...] | None, result: Won | None) -> None:
    refuse_if((totals is None) == (result is None), CardRefusal.RESULT())
    if totals is not None:
        are_totals = len(totals) == rules.sides and all(0 <= each <= LARGEST for each in totals)
        refuse_if(not are_totals, CardRefusal.TOTALS(most=LARGEST))
        try:
            settle_totals(rules, totals)
        except MessageError as error:
            raise WrongEntry(error) from None
    if result is not None and result.by is not None:
        is_won = result.by in range(rules.sides) and 0 < result.points <= LARGEST
        refuse_if(not is_won, CardRefusal.WON(most=LARGEST))


def read_paper(said: str, rules: Ruleset, seats: tuple[int, ...]) -> TurnRecord:
    """Return the turn that *said* gives, as `format_paper` writes it;
    `NotAllowed` says why it cannot be.
    """
    try:
        turn = sheets.parse_paper(said, seats)
    except (ValueError, IndexError):
        raise NotAllowed(CardRefusal.RESULT()) from None
    check_paper(rules, turn.totals, turn.result)
    return turn


# Companies
#
# Each verb is one transaction. Who plays next follows from the card; a form made for another turn
# is refused.


MOST_TURNS = 200

SHOWN = 50


class NotTheTurn(NotAllowed):
    """The form was made for a turn that is not the next."""


def find_company(db: Connection, code: str) -> SheetRow:
    return sheets.find_any(db, code, kind=SheetKind.COMPANY)


class Companies(sheets.Sheets):
    def open(
        self,
        names: Sequence[str],
        terms: CompanyTerms,
        rules: Ruleset,
        token: str = "",
        *,
        today: str = "",
    ) -> tuple[CompanyCard, str]:
        """Open a company once for each *token*; return its card and the secret of its first scoring
        link.

        *today* is what its phone says of the day, as in `times.day_at_table`.
        """
        token = token or new_token()
        at = self.at()
        day = day_at_table(today, at)
        with writing(self.engine) as db:
            row = open_company(
                db, [(name, 0) for name in names], terms, rules, token, at=at, day=day
            )
            return sheets.read_card(db, row), token

    def card(self, code: str) -> CompanyCard:
        with reading(self.engine) as db:
            return sheets.read_card(db, find_company(db, code))

    def version(self, code: str) -> str:
        with reading(self.engine) as db:
            return sheets.find_state(db, code, kind=SheetKind.COMPANY).version

    def latest(self, sight: Sight) -> list[CompanyCard]:
        with reading(self.engine) as db:
            return [
                sheets.read_card(db, row)
                for row in store.latest(db, SheetKind.COMPANY, SHOWN, sight)
            ]

    def of_partie(self, code: str) -> tuple[str, int]:
        """Return the code of the company that a partie is a turn of, and the turn's number;
        empty and -1 if none.
        """
        with reading(self.engine) as db:
            turn = statements.turn_of(db, sheets.find_any(db, code, SheetKind.PARTIE).id)
            if turn is None:
                return "", -1
            company_id, number = turn
            return store.sheet_by_id(db, company_id).code, number

    def begin(
        self, code: str, *, number: int, elder: int, token: str = "", today: str = ""
    ) -> tuple[Sheet, str]:
        """Begin turn *number*, once for each *token*;
        return its sheet and the secret of its first scoring link.
        """
        token = token or new_token()
        with writing(self.engine, sheet=code) as db:
            row = find_company(db, code)
            begun = store.link_with(db, digests(token))
            if begun is not None:
                company_id, _ = statements.turn_of(db, begun.sheet_id) or (0, 0)
                if company_id == row.id:
                    return sheets.read_sheet(db, store.sheet_by_id(db, begun.sheet_id)), token
                token = new_token()  # the given one opens another partie
            card = self._next(db, row, number)
            seats = card.company.card.lineup.seats
            first, second, *_ = seats
            refuse_if(not 0 <= elder < len(seats), CardRefusal.WHO_DEALS())
            names = [(card.names[seat], 0) for seat in (*seats[elder:], *seats[:elder])]
            at = self.at()
            zone = None if row.of_season is None else zone_of(db, row.of_season.club_id)
            day = day_at_table(today, at, zone)
            partie = open_partie(db, names, card.company.record.rules, token, at=at, day=day)
            statements.append_turn(
                db,
                row.id,
                number=number,
                first=first,
                second=second,
                partie_id=partie.id,
                at=at,
            )
            return sheets.read_sheet(db, partie), token

    def enter(
        self,
        code: str,
        *,
        number: int,
        totals: tuple[int, ...] | None = None,
        result: Won | None = None,
        form_key: str,
        seen: str = "",
    ) -> CompanyCard:
        """Enter a partie from a paper card, by its totals in the order of the seats or its result.

        *number* is the next turn, or a turn from a paper card that is corrected; another one raises
        `NotTheTurn`. *seen* is the version that the form showed: a signed card is corrected only
        with its current version.
        """
        with writing(self.engine, sheet=code) as db:
            row = find_company(db, code)
            card = sheets.read_card(db, row)
            if statements.has_result_with(db, row.id, form_key):
                return card
            check_paper(card.company.record.rules, totals, result)
            said = sheets.format_paper(totals, result)
            if number == card.next_number:
                first, second, *_ = self._next(db, row, number).company.card.lineup.seats
                turn = statements.append_turn(
                    db,
                    row.id,
                    number=number,
                    first=first,
                    second=second,
                    partie_id=None,
                    at=self.at(),
                )
            else:
                turn = self._current_turn(db, card, number, seen).id
                is_played_here = card.turns[card.index_of(number)].code
                refuse_if(is_played_here, CardRefusal.PLAYED_HERE())
            statements.append_result(db, turn, result=said, form_key=form_key, at=self.at())
            return sheets.read_card(db, row)

    def remove(self, code: str, *, number: int, form_key: str, seen: str = "") -> CompanyCard:
        """Remove a turn that was begun by mistake or entered twice;
        its statements stay where they are.
        """
        with writing(self.engine, sheet=code) as db:
            row = find_company(db, code)
            card = sheets.read_card(db, row)
            if statements.has_result_with(db, row.id, form_key):
                return card
            turn = self._current_turn(db, card, number, seen)
            statements.append_result(
                db, turn.id, result=sheets.REMOVED, form_key=form_key, at=self.at()
            )
            return sheets.read_card(db, row)

    def _next(self, db: Connection, row: SheetRow, number: int) -> CompanyCard:
        card = sheets.read_card(db, row)
        refuse_if(card.is_closed, CardRefusal.SIGNED())
        if number != card.next_number:
            raise NotTheTurn(CardRefusal.NOT_THE_TURN())
        refuse_if(card.company.going_on, CardRefusal.IN_PROGRESS())
        refuse_if(number >= MOST_TURNS, CardRefusal.FULL(most=MOST_TURNS))
        return card

    def _current_turn(
        self, db: Connection, card: CompanyCard, number: int, seen: str
    ) -> statements.TurnRow:
        refuse_if(not card.may_change, CardRefusal.CLOSED())
        signed = card.is_closed and seen != card.version
        refuse_if(signed, CardRefusal.CORRECT_SIGNED())
        refuse_if(card.index_of(number) < 0, CardRefusal.NO_PARTIE())
        return next(each for each in statements.turns(db, card.id) if each.number == number)
