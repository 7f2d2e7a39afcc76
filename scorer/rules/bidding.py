"""
Bidding: what may be said in an auction, and what each statement makes of it.

A bid out of turn or too low carries no penalty: it is put right at once, and
nothing comes of it. So there is nothing to record, and it is refused with
what may be said in its place.
"""

from __future__ import annotations

from dataclasses import replace

from .auction import Auction, in_a_minus_deal
from .options import MinusCalls
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import Bid, Doubled, Passed, Redoubled
from .table import Table


def _refuse_to_speak(table: Table, seat: Seat) -> Refusal | None:
    """Why *seat* may say nothing in the auction now."""
    rules = table.rules
    source = rules.source("auction")
    if not rules.auction:
        return refuse(Rule.NOT_PLAYED, source, what="an auction")
    if table.calls_begun or table.play_begun or any(taken is not None for taken in table.exchanged):
        return refuse(Rule.AUCTION_OVER, source)
    if table.auction.closed:
        return refuse(Rule.AUCTION_OVER, source)
    if seat is not table.auction.turn:
        return refuse(Rule.OTHERS_BID, source, seat=table.auction.turn)
    return None


def refuse_bid(table: Table, said: Bid) -> Refusal | None:
    """Why *said* may not be bid now."""
    refused = _refuse_to_speak(table, said.seat)
    if refused is not None:
        return refused
    before = table.auction.bid
    least = table.rules.bid_min if before is None else before.tricks + 1
    if least <= said.tricks <= table.rules.hand:
        return None
    return refuse(Rule.BID_LIMIT, table.rules.source("bid_min"), least=least, most=table.rules.hand)


def record_bid(table: Table, said: Bid, position: int) -> None:
    """Record a bid, which ends what was said of the one before."""
    table.auction = Auction(said, because=(position,))


def refuse_passed(table: Table, said: Passed) -> Refusal | None:
    """Why *said* may not be said now."""
    return _refuse_to_speak(table, said.seat)


def record_passed(table: Table, said: Passed, position: int) -> None:
    """Record a pass: it closes the auction if there is a bid, and two of them have the cards dealt again."""
    auction = table.auction
    if auction.bid is not None:
        table.auction = replace(auction, closed=True, because=(*auction.because, position))
        if auction.bid.minus:
            table.rules = in_a_minus_deal(table.rules)
    elif auction.passed is not None:
        table.deal_again()
        table.auction = Auction(thrown_in=True)
    else:
        table.auction = Auction(passed=said.seat)


def refuse_doubled(table: Table, said: Doubled) -> Refusal | None:
    """Why *said* may not be said now."""
    refused = _refuse_to_speak(table, said.seat)
    if refused is None and (table.auction.bid is None or table.auction.doubled):
        return refuse(Rule.NOTHING_TO_DOUBLE, table.rules.source("auction"))
    return refused


def record_doubled(table: Table, said: Doubled, position: int) -> None:
    """Record a double; the maker of the bid speaks next."""
    table.auction = replace(table.auction, doubled=1, because=(*table.auction.because, position))


def refuse_redoubled(table: Table, said: Redoubled) -> Refusal | None:
    """Why *said* may not be said now."""
    refused = _refuse_to_speak(table, said.seat)
    if refused is None and table.auction.doubled != 1:
        return refuse(Rule.NOTHING_TO_REDOUBLE, table.rules.source("auction"))
    return refused


def record_redoubled(table: Table, said: Redoubled, position: int) -> None:
    """Record a redouble; the other speaks next."""
    table.auction = replace(table.auction, doubled=2, because=(*table.auction.because, position))


def caller(table: Table, seat: Seat) -> Seat:
    """Whose calls score for *seat*: his own, but where a deal is played to lose and they score for the other."""
    to_the_other = table.auction.minus and table.rules.minus_calls is MinusCalls.OTHER
    return seat.other if to_the_other else seat


def forbids_sinking(table: Table) -> bool:
    """Whether everything that is held must be called: in a minus deal, where a ruleset says so."""
    return table.auction.minus and not table.rules.minus_sinking


def refuse_before_contract(table: Table) -> Refusal | None:
    """Why nothing but the auction can go on: it has not been closed."""
    if table.rules.auction and not table.auction.closed:
        return refuse(Rule.AUCTION_OPEN, table.rules.source("auction"), seat=table.auction.turn)
    return None
