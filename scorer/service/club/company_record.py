"""
The rows that a company's card is made from, and what is posted of it.

A card is signed before it is posted and never changes afterwards, so it is always read whole.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from ...ledger.canonical import canonical
from ...ledger.chain import digest
from ...ledger.entries import CompanyPosted, Share
from ...rules.frames import Card, Frame, Turn
from ...storage import companies as store
from ...storage import parties
from ..company_cards import CompanyCard, read_card


def company_digest(db: Connection, row: store.CompanyRow) -> str:
    """Return the digest of how a company was opened, of each turn with its results, and of the signatures."""
    return digest(
        canonical(
            [
                [row.code, row.terms, row.ruleset, row.opened_at, store.season_of(db, row.id)],
                [[each.seat, each.name, each.member] for each in store.players(db, row.id)],
                [_turn(db, each) for each in store.turns(db, row.id)],
                sorted(store.signatures(db, row.id).items()),
            ]
        )
    )


def _turn(db: Connection, turn: store.TurnRow) -> list[Any]:
    found: list[Any] = [turn.number, turn.first, turn.second, turn.result]
    if turn.partie_id is not None:
        partie = parties.partie_by_id(db, turn.partie_id)
        said = parties.statements(db, turn.partie_id)
        found += [partie.code, *partie.players, partie.ruleset, partie.opened_at]
        found.append([[each.deal, each.position, each.text, each.form_key, each.recorded_at] for each in said])
    return found


def company_body(db: Connection, row: store.CompanyRow, season: int, instead_of: int | None = None) -> CompanyPosted:
    """
    Return what is posted of a company whose card is signed.

    Args:
        instead_of: its first entry, if it was posted before.
    """
    card = read_card(db, row)
    frame = card.company.card.terms.frame.value
    return CompanyPosted(season, frame, row.code, shares(card), company_digest(db, row), instead_of)


def shares(card: CompanyCard) -> tuple[Share, ...]:
    found = card.company.card
    return tuple(
        Share(member, found.balances[place], len(found.turns), *_counted(found, place))
        for place, member in enumerate(card.members)
    )


def _counted(card: Card, place: int) -> tuple[int, int, int]:
    """
    Count the parties that a player won, drew and lost.

    In a chouette the others win and lose with who plays for them, and partners win together; in a pool everyone plays
    for themselves while the others wait.
    """
    ended = [_how(card, turn, place) for turn in card.turns]
    return ended.count(1), ended.count(0), ended.count(-1)


def _how(card: Card, turn: Turn, place: int) -> int | None:
    """Return 1 if a player won, -1 if they lost, 0 if they drew; `None` if they waited."""
    seats = turn.lineup.seats
    if card.terms.frame is Frame.POOL and place not in seats:
        return None
    if turn.won.by is None:
        return 0
    side = seats.index(place) % card.sides if place in seats else 1
    return 1 if side == turn.won.by else -1
