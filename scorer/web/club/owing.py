"""View models of the stakes: who owes whom how much, and the arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.stakes import Doubled, Stakes
from ...service.club.services import ClubServices
from ...service.club.settling import MOST_MEMBERS, Paying, StakesNow
from ...service.sheets import Sheet
from ..figures import counted, day, grouped, signed


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """One payment: what for, its steps, and what it comes to."""

    title: str
    steps: tuple[str, ...]
    amount: str


@dataclass(frozen=True, slots=True)
class Debt:
    """What stands between two members."""

    said: str
    amount: str
    other: int
    payments: tuple[Arithmetic, ...]


@dataclass(frozen=True, slots=True)
class StakesPage:
    """What a season's stakes come to."""

    season: int
    name: str
    terms: str
    member: int
    member_name: str
    said: str
    debts: tuple[Debt, ...]
    members: tuple[tuple[int, str], ...]


def terms_words(stakes: Stakes) -> str:
    """
    What is played for, in words.

    >>> terms_words(Stakes(240, points_step=50))
    '240 pence a hundred; odd points below 50 are dropped; paid after each partie'
    """
    said = [stakes.words]
    if stakes.points_step > 1:
        said.append(f"odd points below {stakes.points_step} are dropped")
    if stakes.money_step > 1:
        said.append(f"odd {stakes.unit} below {stakes.money_step} are dropped")
    if stakes.doubled is not Doubled.NEVER:
        said.append(f"doubled {stakes.doubled.value}")
    said.append(f"paid {stakes.settled.value}")
    return "; ".join(said)


def stakes_page(now: StakesNow, member: int = 0) -> StakesPage | None:
    """What a season's stakes come to, for everybody or for one member; `None` if it is played for nothing."""
    stakes = now.stakes
    if stakes is None:
        return None
    debts = []
    balance = 0
    for owed in now.owed:
        other = owed.payee if owed.payer == member else owed.payer
        balance += owed.amount * (1 if owed.payee == member else -1)
        amount = f"{grouped(owed.amount)} {stakes.unit}"
        payer, payee = now.names[owed.payer], now.names[owed.payee]
        said = f"{payer} owes {payee}" if owed.amount else f"{payer} and {payee} are quits"
        payments = tuple(_arithmetic(each, now, stakes) for each in owed.payments) if member else ()
        debts.append(Debt(said, amount if owed.amount else "", other, payments))
    said = ""
    if member:
        said = f"In all {signed(balance)} {stakes.unit}, from {counted(len(debts), 'account')} with other members."
    elif len(now.members) > MOST_MEMBERS:
        said = f"With {len(now.members)} members each account is on the page of its member."
    return StakesPage(
        now.season.number,
        now.season.terms.name,
        f"{terms_words(stakes)}.",
        member,
        now.names[member] if member else "",
        said,
        tuple(debts),
        () if member else tuple((each, now.names[each]) for each in now.members),
    )


def _arithmetic(paying: Paying, now: StakesNow, stakes: Stakes) -> Arithmetic:
    payee = now.names[paying.payee]
    if paying.partie is None:
        title = f"The balance of all their parties: {grouped(paying.points)} points to {payee}"
    else:
        won = f"{payee} wins {grouped(paying.points)}"
        title = (
            f"{day(now.days[paying.partie.first_entry])}, {won}{', Rubicon' if paying.partie.result.rubicon else ''}"
        )
    return Arithmetic(title, paying.payment.steps, f"{grouped(paying.payment.amount)} {stakes.unit}")


def partie_stakes(services: ClubServices, sheet: Sheet) -> tuple[str, ...]:
    """The arithmetic of the stakes of a partie, a sentence each; nothing if it is not over, or played for nothing."""
    settlement = sheet.partie.settlement
    if settlement is None or settlement.winner is None:
        return ()
    found = services.settling.of_partie(sheet.code, settlement)
    if found is None:
        return ()
    stakes, payment = found
    return (f"{terms_words(stakes)}.",) if payment is None else payment.steps
