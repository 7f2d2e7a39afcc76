"""The stakes of a season: who owes whom how much, with the arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint
from werkzeug.exceptions import NotFound

from ...ledger.terms import Doubled, Stakes
from ...service.club.records import MOST_MEMBERS, Paying, StakesNow
from ...service.club.services import ClubServices
from ...service.sheets import Sheet
from ..formatting import counted, day, grouped, signed
from ..phones import the_club_services
from ..rights import the_club
from .forms import Page, club_page, part_of

A_PAGE = 50
"""Accounts and payments of a member on one page."""

bp = Blueprint("stakes", __name__, url_prefix="/c/<club>/s/<int:season>/stakes")


def terms_words(stakes: Stakes) -> str:
    words = [stakes.words]
    if stakes.points_step > 1:
        words.append(f"odd points below {stakes.points_step} are dropped")
    if stakes.money_step > 1:
        words.append(f"odd {stakes.unit} below {stakes.money_step} are dropped")
    if stakes.doubled is not Doubled.NEVER:
        words.append(f"doubled {stakes.doubled.value}")
    words.append(f"paid {stakes.settled.value}")
    return "; ".join(words)


@bp.app_template_filter()
def payment_title(paying: Paying, names: Mapping[int, str], days: Mapping[int, str]) -> str:
    payer, payee = names[paying.payer], names[paying.payee]
    if paying.partie is None:
        return f"Balance of all their parties: {grouped(paying.points)} points from {payer} to {payee}"
    rubicon = ", Rubicon" if paying.partie.result.rubicon else ""
    return f"{day(days[paying.partie.first_entry])}, {payee} wins {grouped(paying.points)} from {payer}{rubicon}"


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


@bp.get("/")
def index(season: int) -> Page:
    now = the_club_services().stakes.of_season(the_club().id, season)
    members = len(now.members)
    few = members <= MOST_MEMBERS
    return _render(now, 0, "" if few else f"With {members} members, each account is shown on its member’s page.")


@bp.get("/<int:member>")
def member(season: int, member: int) -> Page:
    now = the_club_services().stakes.of_season(the_club().id, season, member)
    balance = sum(each.amount if each.payee == member else -each.amount for each in now.owed)
    unit = now.stakes.unit if now.stakes else ""
    accounts = counted(len(now.owed), "account")
    part, own = part_of(now.payments, A_PAGE), part_of(len(now.owed), A_PAGE, "accounts")
    return _render(
        replace(now, owed=tuple(own.of(now.owed))),
        member,
        f"Total: {signed(balance)} {unit}, from {accounts} with other members.",
        listed=the_club_services().stakes.payments(the_club().id, season, member, part.start, A_PAGE),
        part=part,
        accounts_part=own,
    )


def _render(now: StakesNow, member: int, summary: str, **found: object) -> Page:
    if now.stakes is None:
        raise NotFound
    return club_page("stakes.html", now=now, terms=terms_words(now.stakes), member=member, summary=summary, **found)
