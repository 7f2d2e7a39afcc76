"""
The beginning of a deal: carte blanche and the exchange.

Neither has to be recorded for the rest to be: a published deal rarely prints
its exchange, which scores nothing. Once anything is called both are past.

Source: Cavendish, Laws 18 to 22, 32 and 34.
"""

from __future__ import annotations

from .bidding import refuse_before_contract
from .options import CarteBlancheBoth, CarteBlancheWhen
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import CarteBlancheShown, Exchanged
from .table import Table


def refuse_carte_blanche(table: Table, said: CarteBlancheShown) -> Refusal | None:
    """Why *said* cannot be announced now."""
    rules, seat = table.rules, said.seat
    if not rules.carte_blanche:
        return refuse(Rule.NOT_PLAYED, rules.source("carte_blanche"), what="carte blanche")
    if table.calls_begun or table.play_begun:
        return refuse(Rule.CALLS_BEGUN, rules.source("carte_blanche_told"), what="a carte blanche")
    others = sum(bool(table.blanks[other]) for other in rules.seats if other is not seat)
    if others and (rules.carte_blanche_both is CarteBlancheBoth.IMPOSSIBLE or others == rules.most_blanks):
        return refuse(Rule.TWO_BLANKS, rules.source("carte_blanche_both"))
    exchanged, shown = table.exchanged[seat] is not None, len(table.blanks[seat])
    match rules.carte_blanche_when:
        case CarteBlancheWhen.DEALT if exchanged:
            return refuse(Rule.BLANK_BEFORE_EXCHANGE, rules.source("carte_blanche_when"), seat=seat)
        case CarteBlancheWhen.AFTER_EXCHANGE if not exchanged:
            return refuse(Rule.BLANK_AFTER_EXCHANGE, rules.source("carte_blanche_when"), seat=seat)
        case CarteBlancheWhen.BOTH if exchanged and not shown:
            return refuse(Rule.BLANK_BEFORE_EXCHANGE, rules.source("carte_blanche_when"), seat=seat)
        case CarteBlancheWhen.BOTH if exchanged:
            most = 2
        case _:
            most = 1
    if shown >= most:
        return refuse(Rule.SAID_ALREADY, rules.source("carte_blanche"), seat=seat, what="a carte blanche")
    return None


def record_carte_blanche(table: Table, said: CarteBlancheShown, position: int) -> None:
    """Record a carte blanche."""
    table.blanks[said.seat].append(position)


def exchange_limits(table: Table, seat: Seat) -> tuple[int, int]:
    """
    The fewest and the most cards *seat* may exchange, elder having taken what he took.

    Of more than two the dealer alone exchanges.
    """
    rules = table.rules
    if rules.players > 2:
        return (rules.dealer_exchange_min, rules.dealer_exchange_max) if seat is rules.dealer else (0, 0)
    if seat is Seat.ELDER:
        return rules.elder_exchange_min, rules.elder_exchange_max
    left = rules.talon - (table.exchanged[Seat.ELDER] or 0)
    most = left if rules.younger_exchange_max is None else min(rules.younger_exchange_max, left)
    return min(rules.younger_exchange_min, most), most


def refuse_exchanged(table: Table, said: Exchanged) -> Refusal | None:
    """Why *said* cannot be what was exchanged."""
    seat = said.seat
    if table.calls_begun or table.play_begun:
        return refuse(Rule.CALLS_BEGUN, "Law 24", what="the exchange")
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.exchanged[seat] is not None:
        return refuse(Rule.SAID_ALREADY, "Law 24", seat=seat, what="the exchange")
    more = table.rules.players > 2
    if more and not (seat is table.rules.dealer and table.rules.dealer_exchange_max):
        return refuse(Rule.DOES_NOT_EXCHANGE, table.rules.source("dealer_exchange_max"), seat=seat)
    if not more and seat is Seat.YOUNGER and table.exchanged[Seat.ELDER] is None:
        return refuse(Rule.ELDER_EXCHANGES_FIRST, "Law 32")
    least, most = exchange_limits(table, seat)
    if not least <= said.cards <= most:
        limit = f"{'dealer' if more else seat.word}_exchange_{'min' if said.cards < least else 'max'}"
        return refuse(Rule.EXCHANGE_LIMIT, table.rules.source(limit), seat=seat, least=least, most=most)
    return None


def record_exchanged(table: Table, said: Exchanged, position: int) -> None:
    """Record how many cards were exchanged."""
    table.exchanged[said.seat] = said.cards
    table.exchanged_at[said.seat] = position
