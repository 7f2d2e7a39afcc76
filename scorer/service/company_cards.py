"""A company as it is stored: its parties read and scored, and the running card that follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ..rules.frames import Company, CompanyRecord, Frame, TurnRecord, play_company, terms_named
from ..rules.seats import Player
from ..storage import companies as store
from ..storage import parties
from .company_paper import said_of_paper
from .sheets import NoSuchPartie, read_logs, read_record, read_ruleset

STRUCK = "struck"
"""What is said of a turn that does not count: it was begun by mistake, or entered twice."""


class NoSuchCompany(NoSuchPartie):
    """No company has this code."""


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """
    One partie of a company's card.

    Attributes:
        number: which of the stored turns it is, from 0; those that are struck among them.
        code: the code of the partie; empty if it is from a paper card.
    """

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class CompanyCard:
    """
    A company as it is stored, with its running card.

    Attributes:
        id: its number in the book.
        code: the short code that opens it for reading.
        opened_at: when it was opened, UTC in ISO 8601.
        company: the company, its parties scored.
        turns: what is stored of each of its parties, in the same order.
        next_number: the number that the next turn gets.
        members: for each player the number as a member; 0 outside every season.
        signatures: for each player the name as signed, or `None`.
        version: changes with everything the company gains.
    """

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
        """The players' names, in the order of the cut."""
        return tuple(player.name for player in self.company.record.players)

    @property
    def is_signed(self) -> bool:
        """Whether everybody has signed."""
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Whether anybody has signed: from then on no partie is begun, and none is put right."""
        return any(self.signatures)

    def place_of(self, number: int) -> int:
        """Where on the card the turn of this number stands; -1 if it does not."""
        return next((place for place, turn in enumerate(self.turns) if turn.number == number), -1)

    def going_on(self) -> str:
        """The code of the partie that is being played; empty if none is."""
        return "" if self.company.going_on is None else self.turns[-1].code


def find_row(db: Connection, code: str) -> store.CompanyRow:
    """
    The stored company with this code, in letters of any case.

    Raises:
        NoSuchCompany: there is none.
    """
    row = store.find_company(db, code.upper())
    if row is None:
        raise NoSuchCompany(code)
    return row


def read_card(db: Connection, row: store.CompanyRow) -> CompanyCard:
    """The card of a stored company, every partie of it read and scored."""
    people = store.players(db, row.id)
    names = tuple(Player(each.name) for each in people)
    stored = store.turns(db, row.id)
    standing = [each for each in stored if each.result != STRUCK]
    terms = terms_named(row.terms)
    read = [_turn(db, each, names, terms.frame) for each in standing]
    record = CompanyRecord(read_ruleset(row.ruleset), names, terms, tuple(turn for turn, _ in read))
    signed = store.signatures(db, row.id)
    return CompanyCard(
        row.id,
        row.code,
        row.opened_at,
        play_company(record),
        tuple(CompanyTurn(each.number, code) for each, (_, code) in zip(standing, read, strict=True)),
        len(stored),
        tuple(each.member for each in people),
        tuple(signed.get(each.seat) for each in people),
        store.version(db, row.id),
    )


def _turn(db: Connection, row: store.TurnRow, names: tuple[Player, ...], frame: Frame) -> tuple[TurnRecord, str]:
    """What is known of a turn, and the code of its partie; at a table all sit as they were written down."""
    seats = tuple(range(len(names))) if frame is Frame.TABLE else (row.first, row.second)
    if row.partie_id is None:
        return said_of_paper(row.result or "", seats), ""
    stored = parties.partie_by_id(db, row.partie_id)
    record = read_record(stored, read_logs(db, stored.id))
    return TurnRecord(seats, seats.index(names.index(record.players[0])), record.deals), stored.code
