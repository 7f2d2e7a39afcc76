"""The stakes of a season: what each two members owe, and what a partie costs, with the arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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
    """A payment between two members: for a partie, or (`partie` is `None`) for their balance."""

    payer: int
    payee: int
    points: int
    payment: Payment
    partie: PostedPartie | None


@dataclass(frozen=True, slots=True)
class Owed:
    """What one member owes another on balance; `amount` is 0 if they are even."""

    payer: int
    payee: int
    amount: int
    payments: tuple[Paying, ...]


@dataclass(frozen=True, slots=True)
class StakesNow:
    """The stakes of a season, if any, and its entrants; `days` is when each paid partie was first posted, by entry."""

    season: Season
    stakes: Stakes | None
    names: Mapping[int, str]
    members: tuple[int, ...]
    owed: tuple[Owed, ...]
    days: Mapping[int, str]


def owed_between(stakes: Stakes, rows: Iterable[PostedPartie]) -> tuple[Owed, ...]:
    """Return what each two members of these parties owe; forfeits cost nothing."""
    between: dict[tuple[int, int], list[PostedPartie]] = {}
    for row in rows:
        if row.result.winner is not None and not row.result.forfeit:
            first, second = sorted(row.members)
            between.setdefault((first, second), []).append(row)
    return tuple(_owed(stakes, pair, met) for pair, met in sorted(between.items()))


def _owed(stakes: Stakes, pair: tuple[int, int], met: list[PostedPartie]) -> Owed:
    if stakes.settled is Settled.AT_CLOSE:
        balance = sum(row.margin(pair[0]) for row in met)
        payee, payer = pair if balance >= 0 else pair[::-1]
        payment = paid(stakes, abs(balance))
        return Owed(payer, payee, payment.amount, (Paying(payer, payee, abs(balance), payment, None),))
    payments = tuple(_paying(stakes, row) for row in met)
    for_first = sum(each.payment.amount * (1 if each.payee == pair[0] else -1) for each in payments)
    payee, payer = pair if for_first >= 0 else pair[::-1]
    return Owed(payer, payee, abs(for_first), payments)


def _paying(stakes: Stakes, row: PostedPartie) -> Paying:
    result = row.result
    assert result.winner is not None
    payment = paid(stakes, result.points, rubicon=result.rubicon, lurch=result.lurch)
    return Paying(row.members[1 - result.winner], row.members[result.winner], result.points, payment, row)


class Settling(Service):
    def of_season(self, club_id: int, season: int, member: int | None = None) -> StakesNow:
        """Return what is owed in a season, by all or by and to one member."""
        with reading(self.engine) as db:
            found = find_season(db, club_id, season)
            members = tuple(projections.entrants(db, club_id, season))
            if member is not None and member not in members:
                raise NoSuchSeason(member)
            rows: Iterable[PostedPartie] = ()
            if member is not None:
                rows = reversed(store.of_member(db, club_id, member, season=season))
            elif len(members) <= MOST_MEMBERS:
                rows = store.of_season(db, club_id, season)
            stakes = found.terms.stakes
            owed = () if stakes is None else owed_between(stakes, rows)
            paid_for = [each.partie.first_entry for pair in owed for each in pair.payments if each.partie is not None]
            days = book.days(db, club_id, paid_for)
            return StakesNow(found, stakes, shown_names(db, club_id), members, owed, days)

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
