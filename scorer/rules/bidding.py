"""
Bidding: what each seat may say in an auction, and what follows from it.

A bid out of turn or too low carries no penalty: it is corrected at once. So
there is nothing to record, and it is refused with what may be said instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from .auction import Auction, Contract, in_a_minus_deal
from .grammar import Reader, Seated
from .laws import Matter, Subject
from .options import MinusCalls
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import Seat
from .sentences import bid_words
from .table import DealState


@dataclass(frozen=True, slots=True)
class _InAuction(Seated):
    """A statement of the auction without a number."""

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.AUCTION,)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return map(cls, rules.seats) if rules.auction else ()


def _refuse_to_speak(deal: DealState, seat: Seat) -> Refusal | None:
    """Refuse whatever *seat* says in the auction, if it is not its turn or there is none."""
    rules = deal.rules
    source = rules.source("auction")
    if not rules.auction:
        return refuse(Rule.NOT_PLAYED, source, what="an auction")
    if deal.calls_begun or deal.play_begun or any(taken is not None for taken in deal.exchanged):
        return refuse(Rule.AUCTION_OVER, source)
    if deal.auction.closed:
        return refuse(Rule.AUCTION_OVER, source)
    if seat is not deal.auction.turn:
        return refuse(Rule.OTHERS_BID, source, seat=deal.auction.turn)
    return None


@dataclass(frozen=True, slots=True)
class Bid(Contract):
    """The seat undertook to win *tricks* tricks, or in a *minus* bid to lose as many."""

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.AUCTION,)

    @property
    def written(self) -> str:
        return f"bids {'minus ' if self.minus else ''}{self.tricks}"

    @property
    def spoken(self) -> str:
        return f"bids {bid_words(self)}"

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        numbers = range(rules.bid_min, rules.hand + 1) if rules.auction else ()
        return (cls(seat, tricks, minus) for tricks in numbers for minus in (False, True) for seat in rules.seats)

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        if not (reader.accept("bids") or reader.accept("bid")):
            return None
        minus = reader.accept("minus")
        return cls(seat, reader.number(), minus)

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_to_speak(deal, self.seat)
        if refused is not None:
            return refused
        before = deal.auction.bid
        least = deal.rules.bid_min if before is None else before.tricks + 1
        if least <= self.tricks <= deal.rules.hand:
            return None
        return refuse(Rule.BID_LIMIT, deal.rules.source("bid_min"), least=least, most=deal.rules.hand)

    def record(self, deal: DealState, position: int) -> None:
        deal.auction = Auction(self, because=(position,))


@dataclass(frozen=True, slots=True)
class Passed(_InAuction):
    """The seat passed."""

    written: ClassVar = "passes"
    spoken: ClassVar = "passes"

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat) if reader.accept("passes") or reader.accept("pass") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        return _refuse_to_speak(deal, self.seat)

    def record(self, deal: DealState, position: int) -> None:
        """Close the auction if there is a bid; deal again if both seats have passed."""
        auction = deal.auction
        if auction.bid is not None:
            deal.auction = replace(auction, closed=True, because=(*auction.because, position))
            if auction.bid.minus:
                deal.rules = in_a_minus_deal(deal.rules)
        elif auction.passed is not None:
            deal.deal_again()
            deal.auction = Auction(thrown_in=True)
        else:
            deal.auction = Auction(passed=self.seat)


@dataclass(frozen=True, slots=True)
class Doubled(_InAuction):
    """The seat doubled the other's bid."""

    written: ClassVar = "doubles"
    spoken: ClassVar = "doubles"

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat) if reader.accept("doubles") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_to_speak(deal, self.seat)
        if refused is None and (deal.auction.bid is None or deal.auction.doubled):
            return refuse(Rule.NOTHING_TO_DOUBLE, deal.rules.source("auction"))
        return refused

    def record(self, deal: DealState, position: int) -> None:
        deal.auction = replace(deal.auction, doubled=1, because=(*deal.auction.because, position))


@dataclass(frozen=True, slots=True)
class Redoubled(_InAuction):
    """The seat redoubled its own bid, which the other had doubled."""

    written: ClassVar = "redoubles"
    spoken: ClassVar = "redoubles"

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat) if reader.accept("redoubles") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_to_speak(deal, self.seat)
        if refused is None and deal.auction.doubled != 1:
            return refuse(Rule.NOTHING_TO_REDOUBLE, deal.rules.source("auction"))
        return refused

    def record(self, deal: DealState, position: int) -> None:
        deal.auction = replace(deal.auction, doubled=2, because=(*deal.auction.because, position))


def caller(deal: DealState, seat: Seat) -> Seat:
    """Return whose calls score for *seat*: the other's, in a deal played to lose if the ruleset says so."""
    to_the_other = deal.auction.minus and deal.rules.minus_calls is MinusCalls.OTHER
    return seat.other if to_the_other else seat


def forbids_sinking(deal: DealState) -> bool:
    """Return whether sinking is forbidden: in a minus deal, where the ruleset says so."""
    return deal.auction.minus and not deal.rules.minus_sinking


def refuse_before_contract(deal: DealState) -> Refusal | None:
    """Refuse everything else while the auction is open."""
    if deal.rules.auction and not deal.auction.closed:
        return refuse(Rule.AUCTION_OPEN, deal.rules.source("auction"), seat=deal.auction.turn)
    return None
