"""
The auction: who undertakes to win so many tricks, or to lose them, where a ruleset has the hands bid for.

Elder opens. A bid is a number of tricks, to win or (minus) to lose, and is
higher than the one before; a minus bid ranks with the plus bid of its number.
The opponent may double a bid and its maker redouble; a higher bid ends both.
A pass after a bid closes the auction. If both pass at once the same dealer
deals again: nothing that was said of the hands thrown in stands, and the
auction begins anew in the same log.

A bid out of turn or too low carries no penalty: it is put right at once, and
nothing comes of it. So there is nothing to record, and it is refused with
what may be said in its place.

Source: pokerwiner.com and Card Game Heaven, reported; no laws were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from .options import MinusCalls, TrickCount
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import BySeat, Seat
from .statements import Bid, Doubled, Passed, Redoubled

if TYPE_CHECKING:
    from .table import Table

FACTORS = (1, 2, 4)
"""What an overtrick or an undertrick counts for: plain, doubled, redoubled."""


@dataclass(frozen=True, slots=True)
class Auction:
    """
    An auction as far as it has come.

    Attributes:
        bid: the highest bid, or `None`.
        doubled: 0, or 1 if it is doubled, or 2 if redoubled.
        passed: who opened with a pass, nothing having been bid, or `None`.
        closed: whether the bid is the contract.
        thrown_in: whether both have passed, and the hands were dealt again.
        because: the positions of the statements that made the contract.
    """

    bid: Bid | None = None
    doubled: int = 0
    passed: Seat | None = None
    closed: bool = False
    because: tuple[int, ...] = ()
    thrown_in: bool = False

    @property
    def turn(self) -> Seat:
        """Who speaks next, while it is not closed."""
        if self.bid is None:
            return Seat.ELDER if self.passed is None else self.passed.other
        return self.bid.seat if self.doubled == 1 else self.bid.seat.other

    @property
    def contract(self) -> Bid | None:
        """The bid that was left to stand, or `None`."""
        return self.bid if self.closed else None

    @property
    def factor(self) -> int:
        """What each trick over or short of the contract counts for."""
        return FACTORS[self.doubled]

    @property
    def minus(self) -> bool:
        """Whether the deal is played to lose tricks."""
        return self.contract is not None and self.contract.minus


def tricks_made(bid: Bid, won: Sequence[int] | BySeat[int]) -> int:
    """The tricks that count for the contract *bid*, each seat having *won* so many: his own, or minus, the other's."""
    return won[bid.seat.other if bid.minus else bid.seat]


@lru_cache(maxsize=64)
def in_a_minus_deal(rules: Ruleset) -> Ruleset:
    """What becomes of *rules* in a deal that is played to lose tricks: one threshold, and tricks lost count."""
    threshold, source = rules.minus_threshold, rules.source("minus_threshold")
    sources = {**rules.sources, "repique_threshold": source, "pique_threshold": source}
    return replace(
        rules, sources=sources, repique_threshold=threshold, pique_threshold=threshold, trick_count=TrickCount.LOST
    )


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
