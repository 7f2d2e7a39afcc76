"""The stakes of a season: who owes whom how much, with the arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from ...ledger.stakes import Doubled, Stakes
from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from ...service.club.stakes import MOST_MEMBERS, Paying, StakesNow
from ...service.sheets import Sheet
from ..formatting import counted, day, grouped, signed
from ..phones import the_club_services
from ..rights import the_club

# The view models


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """One payment, step by step."""

    title: str
    steps: tuple[str, ...]
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """The account between two members; *payments* only on one member's page, where *other* is the other one."""

    summary: str
    amount: str
    other: int
    payments: tuple[Arithmetic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesPage:
    """The stakes of a season, of all members or of one; *member* is 0 for all."""

    season: Season
    terms: str
    member: int
    member_name: str
    summary: str
    debts: tuple[Debt, ...]
    members: tuple[tuple[int, str], ...]


def terms_words(stakes: Stakes) -> str:
    """
    Return the stakes in words.

    >>> terms_words(Stakes(240, points_step=50))
    '240 pence a hundred; odd points below 50 are dropped; paid after each partie'
    """
    words = [stakes.words]
    if stakes.points_step > 1:
        words.append(f"odd points below {stakes.points_step} are dropped")
    if stakes.money_step > 1:
        words.append(f"odd {stakes.unit} below {stakes.money_step} are dropped")
    if stakes.doubled is not Doubled.NEVER:
        words.append(f"doubled {stakes.doubled.value}")
    words.append(f"paid {stakes.settled.value}")
    return "; ".join(words)


def stakes_page(now: StakesNow, member: int = 0) -> StakesPage | None:
    """Return the stakes of a season for all members or one; `None` if it is played for nothing."""
    stakes = now.stakes
    if stakes is None:
        return None
    debts = []
    balance = 0
    for owed in now.owed:
        balance += owed.amount * (1 if owed.payee == member else -1)
        payer, payee = now.names[owed.payer], now.names[owed.payee]
        debts.append(
            Debt(
                summary=f"{payer} owes {payee}" if owed.amount else f"{payer} and {payee} are quits",
                amount=f"{grouped(owed.amount)} {stakes.unit}" if owed.amount else "",
                other=owed.payee if owed.payer == member else owed.payer,
                payments=tuple(_arithmetic(each, now, stakes) for each in owed.payments) if member else (),
            )
        )
    summary = ""
    if member:
        summary = f"Total: {signed(balance)} {stakes.unit}, from {counted(len(debts), 'account')} with other members."
    elif len(now.members) > MOST_MEMBERS:
        summary = f"With {len(now.members)} members, each account is shown on its member’s page."
    return StakesPage(
        season=now.season,
        terms=f"{terms_words(stakes)}.",
        member=member,
        member_name=now.names[member] if member else "",
        summary=summary,
        debts=tuple(debts),
        members=() if member else tuple((each, now.names[each]) for each in now.members),
    )


def _arithmetic(paying: Paying, now: StakesNow, stakes: Stakes) -> Arithmetic:
    payee = now.names[paying.payee]
    if paying.partie is None:
        title = f"Balance of all their parties: {grouped(paying.points)} points to {payee}"
    else:
        won = f"{payee} wins {grouped(paying.points)}"
        title = (
            f"{day(now.days[paying.partie.first_entry])}, {won}{', Rubicon' if paying.partie.result.rubicon else ''}"
        )
    amount = f"{grouped(paying.payment.amount)} {stakes.unit}"
    return Arithmetic(title=title, steps=paying.payment.steps, amount=amount)


def partie_stakes(services: ClubServices, sheet: Sheet) -> tuple[str, ...]:
    """Return the stakes of a partie step by step; nothing if it is not over, or played for nothing."""
    settlement = sheet.partie.settlement
    if settlement is None or settlement.winner is None:
        return ()
    found = services.stakes.of_partie(sheet.code, settlement)
    if found is None:
        return ()
    stakes, payment = found
    return (f"{terms_words(stakes)}.",) if payment is None else payment.steps


# The pages


bp = Blueprint("stakes", __name__, url_prefix="/c/<club>/s/<int:season>/stakes")


@bp.get("/")
def index(club: str, season: int) -> str:
    """Show who owes whom."""
    page = stakes_page(the_club_services().stakes.of_season(the_club().id, season))
    if page is None:
        raise NotFound
    return render_template("club/stakes.html", club=the_club(), page=page)


@bp.get("/<int:member>")
def member(club: str, season: int, member: int) -> str:
    """Show what one member owes and is owed, with the arithmetic."""
    page = stakes_page(the_club_services().stakes.of_season(the_club().id, season, member), member)
    if page is None:
        raise NotFound
    return render_template("club/stakes.html", club=the_club(), page=page)
