"""The stakes of a season: what each two members owe, and what a partie costs, with the arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...ledger.results import Meeting
from ...ledger.stakes import Payment, Settled, Stakes, paid
from ...rules.settlement import Settlement
from ...storage import book, projections, season_sheets
from ...storage import posted_parties as store
from ...storage.engine import reading
from ...storage.posted_parties import PostedPartie
from ..base import Service
from .people import shown_names
from .posting import read_terms
from .seasons import NoSuchSeason, Season, find_season

MOST_MEMBERS = 60
"""Above this number of members, accounts are shown only by member."""


@dataclass(frozen=True, slots=True)
class Paying:
    payer: int
    payee: int
    points: int
    payment: Payment
    partie: PostedPartie | None = None


@dataclass(frozen=True, slots=True)
class Owed:
    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class StakesNow:
    """The stakes of a season, if any, its entrants, what is owed by all or one member, and their number of payments."""

    season: Season
    stakes: Stakes | None
    names: Mapping[int, str]
    members: tuple[int, ...]
    owed: tuple[Owed, ...]
    payments: int


@dataclass(frozen=True, slots=True)
class PaymentsNow:
    payments: tuple[Paying, ...]
    days: Mapping[int, str]


def _owed(stakes: Stakes, pair: tuple[int, int], meeting: Meeting) -> Owed:
    if stakes.settled is Settled.AT_CLOSE:
        found = _balance(stakes, pair, meeting)
        return Owed(found.payer, found.payee, found.payment.amount)
    payee, payer = pair if meeting.stakes >= 0 else pair[::-1]
    return Owed(payer, payee, abs(meeting.stakes))


def _balance(stakes: Stakes, pair: tuple[int, int], meeting: Meeting) -> Paying:
    payee, payer = pair if meeting.balance >= 0 else pair[::-1]
    return Paying(payer, payee, abs(meeting.balance), paid(stakes, abs(meeting.balance)))


def _paying(stakes: Stakes, row: PostedPartie) -> Iterator[Paying]:
    result = row.result
    if result.winner is not None and not result.forfeit:
        payment = paid(stakes, result.points, rubicon=result.rubicon, lurch=result.lurch)
        yield Paying(row.members[1 - result.winner], row.members[result.winner], result.points, payment, row)


class Settling(Service):
    def of_season(self, club_id: int, season: int, member: int | None = None) -> StakesNow:
        """Return what is owed in a season, by all or by and to one member."""
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            members = tuple(projections.entrants(db, club_id, season))
            if member is not None and member not in members:
                raise NoSuchSeason(member)
            met: Mapping[tuple[int, int], Meeting] = {}
            if member is not None:
                met = projections.meetings(db, club_id, season, [member])
            elif len(members) <= MOST_MEMBERS:
                met = projections.meetings(db, club_id, season)
            pairs = sorted(pair for pair in met if member is not None or pair[0] < pair[1])
            stakes = found.terms.stakes
            owed = [_owed(stakes, pair, met[pair]) for pair in pairs if stakes and (met[pair].won or met[pair].lost)]
            at_close = stakes is not None and stakes.settled is Settled.AT_CLOSE
            payments = len(met) if at_close else sum(each.parties for each in met.values())
            return StakesNow(found, stakes, shown_names(db, club_id), members, tuple(owed), payments)

    def payments(self, club_id: int, season: int, member: int, start: int, most: int) -> PaymentsNow:
        """Return what a member's parties cost from number *start*, from 1; or the balances, if paid at the close."""
        with reading(self.engine) as db:
            stakes = find_season(db, club_id, season).terms.stakes
            if stakes is None:
                return PaymentsNow((), {})
            if stakes.settled is Settled.AT_CLOSE:
                met = sorted(projections.meetings(db, club_id, season, [member]).items())
                return PaymentsNow(tuple(_balance(stakes, *each) for each in met[start - 1 : start - 1 + most]), {})
            rows = store.of_member(db, club_id, member, season=season, start=start - 1, most=most)
            payments = tuple(each for row in rows for each in _paying(stakes, row))
            return PaymentsNow(payments, book.days(db, club_id, [row.first_entry for row in rows]))

    def of_partie(self, code: str, settlement: Settlement) -> tuple[Stakes, Payment | None] | None:
        """Return the stakes, if any, and what a finished partie costs its loser, if not only the balance is paid."""
        with reading(self.engine) as db:
            found = season_sheets.club_and_season(db, code.upper())
            stakes = None if found is None else read_terms(found[1]).stakes
        if stakes is None:
            return None
        if stakes.settled is Settled.AT_CLOSE:
            return stakes, None
        return stakes, paid(stakes, settlement.points, rubicon=settlement.rubicon, lurch=settlement.lurch)
