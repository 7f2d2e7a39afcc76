"""
Companies: open one, begin or enter its parties, strike a turn, sign the card.

Each verb is one transaction. Who plays next follows from the card; a form made for another turn is refused.
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
"""The most parties of a company."""

SHOWN = 50
"""How many companies the home page lists."""


class NotTheTurn(NotAllowed):
    """The form was made for a turn that is not the next."""


@dataclass(frozen=True, slots=True)
class Companies:
    engine: Engine
    clock: Callable[[], datetime]

    def open(
        self, names: Sequence[str], terms: CompanyTerms, rules: Ruleset, token: str = ""
    ) -> tuple[CompanyCard, str]:
        """
        Open a company.

        Args:
            names: in the order of the cut; the first two begin.
            token: the secret of its first scoring link, made with the form so that a repeated form opens one company.

        Returns:
            The new card, and the secret of its first scoring link.

        Raises:
            NotAllowed: a name cannot be used, or the terms cannot be played.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = open_company(db, [(name, 0) for name in names], terms, rules, token, at=self._now())
            return read_card(db, row), token

    def card(self, code: str) -> CompanyCard:
        """
        Return a company's card.

        Raises:
            NoSuchCompany
        """
        with reading(self.engine) as db:
            return read_card(db, find_row(db, code))

    def version(self, code: str) -> str:
        """
        Return a company's version without scoring it.

        Raises:
            NoSuchCompany
        """
        with reading(self.engine) as db:
            return store.version(db, find_row(db, code).id)

    def latest(self, sight: Sight) -> list[CompanyCard]:
        """Return the companies in *sight*, latest first."""
        with reading(self.engine) as db:
            return [read_card(db, row) for row in store.latest(db, SHOWN, sight)]

    def of_partie(self, code: str) -> str:
        """
        Return the code of the company that a partie is a turn of; empty if none.

        Raises:
            NoSuchPartie
        """
        with reading(self.engine) as db:
            company_id = store.company_of(db, find_partie(db, code).id)
            return "" if company_id is None else store.company_by_id(db, company_id).code

    def begin(self, code: str, *, number: int, elder: int, token: str = "") -> tuple[Sheet, str]:
        """
        Begin the next partie.

        Args:
            number: the turn that the form was made for.
            elder: index of the elder of the first deal: 0 sits first, 1 next.
            token: the secret of its first scoring link, made with the form so that a repeated form begins one partie.

        Returns:
            The partie's sheet, and the secret of its first scoring link.

        Raises:
            NotTheTurn
            NotAllowed: a partie is in progress, or the card is signed.
        """
        token = token or new_token()
        with writing(self.engine) as db:
            row = find_row(db, code)
            begun = parties.link_with(db, hash_token(token))
            if begun is not None:
                if store.company_of(db, begun.partie_id) == row.id:
                    return read_sheet(db, parties.partie_by_id(db, begun.partie_id)), token
                token = new_token()  # the given one opens another partie
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
        Enter a partie from a paper card, by its totals or its result.

        Args:
            number: the next turn, or a turn from a paper card that is corrected.
            totals: of each side, who sat first first.
            form_key: idempotency key.

        Raises:
            NotTheTurn
            NotAllowed: there is no result; the turn was played here; a partie is in progress; or the card is signed.
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
                    raise NotAllowed(
                        "This partie was played here, so its result follows from its statements. Correct those."
                    )
            store.append_result(db, turn, result=said, form_key=form_key, at=self._now())
            return read_card(db, row)

    def strike(self, code: str, *, number: int, form_key: str) -> CompanyCard:
        """
        Strike a turn that was begun by mistake or entered twice; its partie remains outside the company.

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
        Sign the card of a company outside a season; a second signature changes nothing.

        Raises:
            NotAllowed: nothing was played, a partie is in progress, it is in a season, or the name is not the
                player's.
        """
        with writing(self.engine) as db:
            row = find_row(db, code)
            card = read_card(db, row)
            if store.season_of(db, row.id) is not None:
                raise NotAllowed("This is a season partie. Each player signs on their own phone, or with their PIN.")
            if not 0 <= place < len(card.names):
                raise NotAllowed("Choose whose signature it is.")
            refuse_to_sign(card)
            if clean_name(name).casefold() != card.names[place].casefold():
                raise NotAllowed(f"Sign with the name on the card: {card.names[place]}.")
            if card.signatures[place] is None:
                store.append_signature(db, row.id, seat=place, name=card.names[place], at=self._now())
            return read_card(db, row)

    @property
    def scoring(self) -> CompanyLinks:
        return CompanyLinks(self.engine, self.clock)

    def _next(self, db: Connection, row: store.CompanyRow, number: int) -> CompanyCard:
        """Return the card if *number* is the next turn."""
        card = read_card(db, row)
        _refuse_if_closed(card)
        if number != card.next_number:
            raise NotTheTurn(
                "The card has changed since this form was made. Nothing was recorded; this is the card now."
            )
        if card.company.going_on is not None:
            raise NotAllowed("A partie is in progress. Finish it before you begin the next.")
        if number >= MOST_TURNS:
            raise NotAllowed(f"A card has room for {MOST_TURNS} parties. Open another company.")
        return card

    def _standing(self, db: Connection, row: store.CompanyRow, card: CompanyCard, number: int) -> store.TurnRow:
        """Return the turn of this number, unless it is struck."""
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
        NotAllowed: nothing was played, or a partie is in progress.
    """
    if card.company.going_on is not None:
        raise NotAllowed("A partie is in progress. Finish it or remove it, then sign.")
    if not card.company.card.turns:
        raise NotAllowed("Nothing was played yet. Play a partie, then sign.")


def _refuse_if_closed(card: CompanyCard) -> None:
    if card.is_closed:
        raise NotAllowed("The card is signed and takes no more parties.")
