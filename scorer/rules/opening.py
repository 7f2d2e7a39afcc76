"""
The beginning of a deal: carte blanche and the exchange.

Neither has to be recorded for the rest to be: a published deal rarely prints
its exchange, which scores nothing. Once anything is called both are past.

Source: Cavendish, Laws 18 to 22, 32 and 34.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self, assert_never

from .bidding import refuse_before_contract
from .grammar import Reader, Seated
from .laws import Matter, Subject
from .options import CarteBlancheBoth, CarteBlancheWhen
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import Seat
from .table import DealState
from .words import number_words


@dataclass(frozen=True, slots=True)
class CarteBlancheShown(Seated):
    """The seat announced a carte blanche (Laws 18 to 20)."""

    subject: ClassVar = Subject.CARTE_BLANCHE
    matters: ClassVar = (Matter.CARTE_BLANCHE,)
    written: ClassVar = "carte blanche"
    spoken: ClassVar = "carte blanche"

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return map(cls, rules.seats)

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat) if reader.accept("carte", "blanche") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        rules, seat = deal.rules, self.seat
        if not rules.carte_blanche:
            return refuse(Rule.NOT_PLAYED, rules.source("carte_blanche"), what="carte blanche")
        if deal.calls_begun or deal.play_begun:
            return refuse(Rule.CALLS_BEGUN, rules.source("carte_blanche_told"), what="a carte blanche")
        others = sum(bool(deal.blanks[other]) for other in rules.seats if other is not seat)
        if others and (rules.carte_blanche_both is CarteBlancheBoth.IMPOSSIBLE or others == rules.most_blanks):
            return refuse(Rule.TWO_BLANKS, rules.source("carte_blanche_both"))
        exchanged, shown = deal.exchanged[seat] is not None, len(deal.blanks[seat])
        most = 1
        match rules.carte_blanche_when:
            case CarteBlancheWhen.DEALT:
                too_late = exchanged
            case CarteBlancheWhen.AFTER_EXCHANGE:
                if not exchanged:
                    return refuse(Rule.BLANK_AFTER_EXCHANGE, rules.source("carte_blanche_when"), seat=seat)
                too_late = False
            case CarteBlancheWhen.BOTH:
                too_late = exchanged and not shown
                most = 2 if exchanged else 1
            case _:
                assert_never(rules.carte_blanche_when)
        if too_late:
            return refuse(Rule.BLANK_BEFORE_EXCHANGE, rules.source("carte_blanche_when"), seat=seat)
        if shown >= most:
            return refuse(Rule.SAID_ALREADY, rules.source("carte_blanche"), seat=seat, what="a carte blanche")
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.blanks[self.seat].append(position)


def exchange_limits(deal: DealState, seat: Seat) -> tuple[int, int]:
    """
    Return the fewest and the most cards that *seat* may exchange after elder's exchange.

    Of more than two players only the dealer exchanges.
    """
    rules = deal.rules
    if rules.players > 2:
        return (rules.dealer_exchange_min, rules.dealer_exchange_max) if seat is rules.dealer else (0, 0)
    if seat is Seat.ELDER:
        return rules.elder_exchange_min, rules.elder_exchange_max
    left = rules.talon - (deal.exchanged[Seat.ELDER] or 0)
    most = left if rules.younger_exchange_max is None else min(rules.younger_exchange_max, left)
    return min(rules.younger_exchange_min, most), most


@dataclass(frozen=True, slots=True)
class Exchanged(Seated):
    """The seat exchanged *cards* cards with the talon (Laws 21, 22, 32)."""

    cards: int

    subject: ClassVar = Subject.EXCHANGE
    matters: ClassVar = (Matter.EXCHANGE,)

    @property
    def written(self) -> str:
        return f"exchange {self.cards}"

    @property
    def spoken(self) -> str:
        return f"exchanges {number_words(self.cards)}"

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, cards) for seat in rules.seats for cards in range(rules.talon + 1))

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat, reader.number()) if reader.accept("exchange") or reader.accept("exchanges") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        seat = self.seat
        if deal.calls_begun or deal.play_begun:
            return refuse(Rule.CALLS_BEGUN, "Law 24", what="the exchange")
        unsettled = refuse_before_contract(deal)
        if unsettled is not None:
            return unsettled
        if deal.exchanged[seat] is not None:
            return refuse(Rule.SAID_ALREADY, "Law 24", seat=seat, what="the exchange")
        more = deal.rules.players > 2
        if more and not (seat is deal.rules.dealer and deal.rules.dealer_exchange_max):
            return refuse(Rule.DOES_NOT_EXCHANGE, deal.rules.source("dealer_exchange_max"), seat=seat)
        if not more and seat is Seat.YOUNGER and deal.exchanged[Seat.ELDER] is None:
            return refuse(Rule.ELDER_EXCHANGES_FIRST, "Law 32")
        least, most = exchange_limits(deal, seat)
        if not least <= self.cards <= most:
            limit = f"{'dealer' if more else seat.word}_exchange_{'min' if self.cards < least else 'max'}"
            return refuse(Rule.EXCHANGE_LIMIT, deal.rules.source(limit), seat=seat, least=least, most=most)
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.exchanged[self.seat] = self.cards
        deal.exchanged_at[self.seat] = position
