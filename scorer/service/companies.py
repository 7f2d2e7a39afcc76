"""
Companies: open one, begin its parties or enter them from a paper card, strike one, sign the card.

Each verb is one transaction. Who plays next is never asked for: it follows
from the card, and a form that was made for another turn is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Engine

from ..rules.frames import CompanyTerms, Won
from ..rules.ruleset import Ruleset
from ..storage import companies as store
from ..storage import parties
from ..storage.engine import reading, writing
from ..storage.parties import Sight
from .company_cards import STRUCK, CompanyCard, CompanyTurn, NoSuchCompany, find_row, read_card
from .company_links import CompanyLinks
from .company_opening import open_company
from .company_paper import check_paper, paper_words
from .opening import NotAllowed, clean_name, open_partie
from .sheets import Sheet, read_sheet
from .sheets import find_row as find_partie
from .tokens import hash_token, new_token

__all__ = [
    "Companies",
    "CompanyCard",
    "CompanyTurn",
    "NoSuchCompany",
    "NotTheTurn",
    "new_token",
]

MOST_TURNS = 200
"""More parties one company never played; whoever goes on opens another card."""

SHOWN = 50
"""How many companies the first page looks back on."""


class NotTheTurn(NotAllowed):
    """The form was made for another turn than the one that is next now."""


@dataclass(frozen=True, slots=True)
class Companies:
    """The companies of one database, and the clock by which their parties are begun."""

    engine: Engine
    clock: Callable[[], datetime]

    def open(
        self, names: Sequence[str], terms: CompanyTerms, rules: Ruleset, token: str = ""
    ) -> tuple[CompanyCard, str]:
        """
        Open a company.

        Args:
            names: the players, in the order in which they cut: the first two begin.
            terms: the frame, and what they agreed on.
            rules: the ruleset of all its parties, which is kept whole.
            token: the secret of its first scoring link, drawn with the form
                so that a form sent twice opens one company; drawn here if it
                is empty.

        Returns:
            The new card, and the secret of its first scoring link.

        Raises:
            NotAllowed: a name cannot be used, or what was agreed on cannot be played.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = open_company(db, [(name, 0) for name in names], terms, rules, token, at=self._now())
            return read_card(db, row), token

    def card(self, code: str) -> CompanyCard:
        """
        The company with this code.

        Raises:
            NoSuchCompany: there is none.
        """
        with reading(self.engine) as db:
            return read_card(db, find_row(db, code))

    def version(self, code: str) -> str:
        """
        The version of the company with this code, without scoring it.

        Raises:
            NoSuchCompany: there is none.
        """
        with reading(self.engine) as db:
            return store.version(db, find_row(db, code).id)

    def latest(self, sight: Sight) -> list[CompanyCard]:
        """The companies opened last, newest first, of those in *sight*."""
        with reading(self.engine) as db:
            return [read_card(db, row) for row in store.latest(db, SHOWN, sight)]

    def of_partie(self, code: str) -> str:
        """
        The code of the company of which a partie is a turn; empty if it is of none.

        Raises:
            NoSuchPartie: there is no such partie.
        """
        with reading(self.engine) as db:
            company_id = store.company_of(db, find_partie(db, code).id)
            return "" if company_id is None else store.company_by_id(db, company_id).code

    def begin(self, code: str, *, number: int, elder: int, token: str = "") -> tuple[Sheet, str]:
        """
        Begin the next partie.

        Args:
            code: the company's code.
            number: the turn for which the form was made.
            elder: who is elder in the first deal: 0 who sits first, 1 the next, and so on.
            token: the secret of the partie's first scoring link, drawn with
                the form so that a form sent twice begins one partie.

        Returns:
            The partie's sheet, and the secret of its first scoring link.

        Raises:
            NotTheTurn: the form was made for another turn.
            NotAllowed: a partie goes on, or the card is signed.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = find_row(db, code)
            begun = parties.link_with(db, hash_token(token))
            if begun is not None:
                if store.company_of(db, begun.partie_id) == row.id:
                    return read_sheet(db, parties.partie_by_id(db, begun.partie_id)), token
                token = new_token()  # that one opens another table
            card = self._next(db, row, number)
            seats = card.company.card.lineup.seats
            if not 0 <= elder < len(seats):
                raise NotAllowed("Say who deals first.")
            names = [card.names[seat] for seat in (*seats[elder:], *seats[:elder])]
            at = self._now()
            partie = open_partie(db, names, card.company.record.rules, token, at=at)
            store.append_turn(db, row.id, number=number, first=seats[0], second=seats[1], partie_id=partie.id, at=at)
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
        Enter a partie of which a paper card has no more than its totals, or its result.

        Args:
            code: the company's code.
            number: the next turn; or one from a paper card, which is put right.
            totals: of each side, that of who sat first before the others.
            result: which side won, and what.
            form_key: the form's idempotency key; once more changes nothing.

        Raises:
            NotTheTurn: the form was made for another turn.
            NotAllowed: it tells no result; or the turn was played here, or a
                partie goes on, or the card is signed.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if store.has_result_with(db, row.id, form_key):
                return card
            check_paper(card.company.record.rules, totals, result)
            said = paper_words(totals, result)
            if number == card.next_number:
                seats = self._next(db, row, number).company.card.lineup.seats
                turn = store.append_turn(
                    db, row.id, number=number, first=seats[0], second=seats[1], partie_id=None, at=self._now()
                )
            else:
                turn = self._standing(db, row, card, number).id
                if card.turns[card.place_of(number)].code:
                    raise NotAllowed("This partie was played at the table; its result follows from what was said.")
            store.append_result(db, turn, result=said, form_key=form_key, at=self._now())
            return read_card(db, row)

    def strike(self, code: str, *, number: int, form_key: str) -> CompanyCard:
        """
        Strike a turn: it was begun by mistake, or entered twice.

        A partie that is struck stays as one of its own.

        Raises:
            NotAllowed: there is no such turn, or the card is signed.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if store.has_result_with(db, row.id, form_key):
                return card
            turn = self._standing(db, row, card, number)
            store.append_result(db, turn.id, result=STRUCK, form_key=form_key, at=self._now())
            return read_card(db, row)

    def sign(self, code: str, *, place: int, name: str) -> CompanyCard:
        """
        Sign the card, of a company outside every season, for the player of this place.

        A second signature of the same player changes nothing.

        Raises:
            NotAllowed: nothing was played, or a partie goes on; or it is
                played in a season, or the name is not the player's.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if store.season_of(db, row.id) is not None:
                raise NotAllowed("It is played in a season: each player signs on his own phone, or with his PIN.")
            if not 0 <= place < len(card.names):
                raise NotAllowed("Say whose signature it is.")
            refuse_to_sign(card)
            if clean_name(name).casefold() != card.names[place].casefold():
                raise NotAllowed(f"Sign with the name that stands on the card: {card.names[place]}.")
            if card.signatures[place] is None:
                store.append_signature(db, row.id, seat=place, name=card.names[place], at=self._now())
            return read_card(db, row)

    @property
    def scoring(self) -> CompanyLinks:
        """The links that let a phone score."""
        return CompanyLinks(self.engine, self.clock)

    def _next(self, db: Connection, row: store.CompanyRow, number: int) -> CompanyCard:
        """The card, if the next partie can begin with this number."""
        card = read_card(db, row)
        _refuse_if_closed(card)
        if number != card.next_number:
            raise NotTheTurn("The card had already moved on. This is how it is now. What you sent was not recorded.")
        if card.company.going_on is not None:
            raise NotAllowed("A partie goes on: the next begins when it is over.")
        if number >= MOST_TURNS:
            raise NotAllowed(f"A card has room for {MOST_TURNS} parties. Open another company.")
        return card

    def _standing(self, db: Connection, row: store.CompanyRow, card: CompanyCard, number: int) -> store.TurnRow:
        """The turn of this number, which is not struck."""
        _refuse_if_closed(card)
        if card.place_of(number) < 0:
            raise NotAllowed("There is no such partie on this card.")
        return next(each for each in store.turns(db, row.id) if each.number == number)

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")


def refuse_to_sign(card: CompanyCard) -> None:
    """
    Refuse a signature before there is anything to sign.

    Raises:
        NotAllowed: nothing was played, or a partie goes on.
    """
    if card.company.going_on is not None:
        raise NotAllowed("A partie goes on: the card is signed when it is over, or struck.")
    if not card.company.card.turns:
        raise NotAllowed("A card is signed when something was played.")


def _refuse_if_closed(card: CompanyCard) -> None:
    if card.is_closed:
        raise NotAllowed("The card has been signed, and takes no more parties.")
