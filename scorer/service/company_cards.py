"""A company read from storage: its parties, scored, and the running card."""

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
"""The result of a turn that was struck."""


class NoSuchCompany(NoSuchPartie):
    """No company has this code."""


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """
    One partie of a company's card.

    Attributes:
        number: of the stored turn, from 0, counting struck ones.
        code: empty for a partie from a paper card.
    """

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class CompanyCard:
    """
    A company with its running card.

    Attributes:
        turns: in the order of the company's parties.
        members: the member number of each player; 0 outside a season.
        signatures: the signed name of each player, or `None`.
        version: changes with every row of the company.
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
        """Return the names in the order of the cut."""
        return tuple(player.name for player in self.company.record.players)

    @property
    def is_signed(self) -> bool:
        """Return whether everyone has signed."""
        return None not in self.signatures

    @property
    def is_closed(self) -> bool:
        """Return whether anyone has signed: no partie can then begin or be corrected."""
        return any(self.signatures)

    def place_of(self, number: int) -> int:
        """Return the index of a turn on the card; -1 if it is not there."""
        return next((place for place, turn in enumerate(self.turns) if turn.number == number), -1)

    def going_on(self) -> str:
        """Return the code of the partie in progress; empty if none is."""
        return "" if self.company.going_on is None else self.turns[-1].code


def find_row(db: Connection, code: str) -> store.CompanyRow:
    """
    Return the company with this code, in any case.

    Raises:
        NoSuchCompany
    """
    row = store.find_company(db, code.upper())
    if row is None:
        raise NoSuchCompany(code)
    return row


def read_card(db: Connection, row: store.CompanyRow) -> CompanyCard:
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
    """Return a turn and the code of its partie; at a table all players keep their seats."""
    seats = tuple(range(len(names))) if frame is Frame.TABLE else (row.first, row.second)
    if row.partie_id is None:
        return said_of_paper(row.result or "", seats), ""
    stored = parties.partie_by_id(db, row.partie_id)
    record = read_record(stored, read_logs(db, stored.id))
    return TurnRecord(seats, seats.index(names.index(record.players[0])), record.deals), stored.code
