"""The beginning of a deal: the auction, carte blanche and the exchange."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from .deal_state import Auction, Contract, DealState, in_a_minus_deal
from .forms import Field, Form, Maybe, words
from .grammar import NUMBER, Bare, Seated, saying
from .laws import Matter, Subject
from .messages import Message, Text
from .reasons import Refusal, Rule, Thing, refuse, span
from .ruleset import CarteBlancheBoth, CarteBlancheWhen, Ruleset
from .seats import ELDER, Seat, placed
from .sentences import bid_message

# A bid out of turn or too low has no penalty: it is corrected at once. So
# there is nothing to record, and it is refused with what may be said instead.


class OpeningText(Text):
    """What is said before the calls, as it is spoken."""

    BIDS = "bids {bid}"
    PASSES = "passes"
    DOUBLES = "doubles"
    REDOUBLES = "redoubles"
    CARTE_BLANCHE = "carte blanche"
    EXCHANGES = "exchanges {cards:words}"


@dataclass(frozen=True, slots=True)
class _InAuction(Bare):
    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.AUCTION,)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return map(cls, rules.seats) if rules.auction else ()


def _refuse_to_speak(deal: DealState, seat: Seat) -> Refusal | None:
    """Refuse any bid, pass or double of *seat*, if it is not its turn or there is no auction."""
    rules = deal.rules
    by = "auction"
    if not rules.auction:
        return refuse(Rule.NOT_PLAYED, by, what=Thing.AN_AUCTION())
    exchanged = any(taken is not None for taken in deal.exchanged)
    begun = exchanged or deal.calls_begun or deal.play_begun
    if begun or deal.auction.closed:
        return refuse(Rule.AUCTION_OVER, by)
    if seat is not deal.auction.turn:
        return refuse(Rule.OTHERS_BID, by, seat=deal.auction.turn)
    return None


@dataclass(frozen=True, slots=True)
class Bid(Contract):
    """The seat undertook to win *tricks* tricks, or in a *minus* bid to lose that many."""

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.AUCTION,)
    forms: ClassVar = (
        Form(words("bids", "bid"), Maybe(words("minus"), minus=True), Field("tricks", NUMBER)),
    )

    @property
    def written(self) -> str:
        return f"bids {'minus ' if self.minus else ''}{self.tricks}"

    @property
    def spoken(self) -> Message:
        return OpeningText.BIDS(bid=bid_message(self))

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        numbers = range(rules.bid_min, rules.hand + 1) if rules.auction else ()
        return (
            cls(seat, tricks, minus)
            for tricks in numbers
            for minus in (False, True)
            for seat in rules.seats
        )

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_to_speak(deal, self.seat)
        if refused is not None:
            return refused
        before = deal.auction.bid
        least = deal.rules.bid_min if before is None else before.tricks + 1
        most = deal.rules.hand
        by = "bid_min"
        if least > most:
            return refuse(Rule.NO_HIGHER_BID, by)
        if not least <= self.tricks <= most:
            return refuse(Rule.BID_LIMIT, by, possible=(span(least, most),))
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.auction = Auction(self, because=(position,))


@dataclass(frozen=True, slots=True)
class Passed(_InAuction):
    forms: ClassVar = (saying("passes", "pass"),)
    text: ClassVar = OpeningText.PASSES

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
class _Double(_InAuction):
    """The *level* is 1 for a double, and 2 for a redouble."""

    level: ClassVar[int]
    nothing: ClassVar[Rule]

    def refuse(self, deal: DealState) -> Refusal | None:
        refused = _refuse_to_speak(deal, self.seat)
        if refused is None and (deal.auction.bid is None or deal.auction.doubled != self.level - 1):
            return refuse(self.nothing, "auction")
        return refused

    def record(self, deal: DealState, position: int) -> None:
        deal.auction = replace(
            deal.auction, doubled=self.level, because=(*deal.auction.because, position)
        )


@dataclass(frozen=True, slots=True)
class Doubled(_Double):
    forms: ClassVar = (saying("doubles"),)
    text: ClassVar = OpeningText.DOUBLES
    level: ClassVar = 1
    nothing: ClassVar = Rule.NOTHING_TO_DOUBLE


@dataclass(frozen=True, slots=True)
class Redoubled(_Double):
    forms: ClassVar = (saying("redoubles"),)
    text: ClassVar = OpeningText.REDOUBLES
    level: ClassVar = 2
    nothing: ClassVar = Rule.NOTHING_TO_REDOUBLE


def forbids_sinking(deal: DealState) -> bool:
    return deal.auction.minus and not deal.rules.minus_sinking


# Neither carte blanche nor the exchange must be recorded: a published deal
# rarely prints its exchange, which scores nothing. Calls end the time for both.
#
# Source: Cavendish, Laws 18 to 22, 32 and 34.


@dataclass(frozen=True, slots=True)
class CarteBlancheShown(Bare):
    """The seat announced a carte blanche (Laws 18 to 20)."""

    subject: ClassVar = Subject.CARTE_BLANCHE
    matters: ClassVar = (Matter.CARTE_BLANCHE,)
    forms: ClassVar = (saying("carte blanche"),)
    text: ClassVar = OpeningText.CARTE_BLANCHE

    def refuse(self, deal: DealState) -> Refusal | None:
        rules = deal.rules
        seat = self.seat
        if not rules.carte_blanche:
            return refuse(Rule.NOT_PLAYED, "carte_blanche", what=Thing.BLANK())
        if deal.calls_begun or deal.play_begun:
            return refuse(Rule.CALLS_BEGUN, "carte_blanche_announced", what=Thing.A_BLANK())
        others = sum(bool(deal.blanks[other]) for other in rules.seats if other is not seat)
        alone = rules.carte_blanche_both is CarteBlancheBoth.IMPOSSIBLE
        if others and (alone or others == rules.most_blanks):
            return refuse(Rule.TWO_BLANKS, "carte_blanche_both")
        when = rules.carte_blanche_when
        by = "carte_blanche_when"
        exchanged = deal.exchanged[seat] is not None
        shown = len(deal.blanks[seat])
        if when is CarteBlancheWhen.AFTER_EXCHANGE and not exchanged:
            return refuse(Rule.BLANK_AFTER_EXCHANGE, by, seat=seat)
        too_late = when is CarteBlancheWhen.BOTH and not shown
        if exchanged and (when is CarteBlancheWhen.DEALT or too_late):
            return refuse(Rule.BLANK_BEFORE_EXCHANGE, by, seat=seat)
        most = 2 if when is CarteBlancheWhen.BOTH and exchanged else 1
        if shown >= most:
            return refuse(Rule.SAID_ALREADY, "carte_blanche", seat=seat, what=Thing.A_BLANK())
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.blanks = placed(deal.blanks, self.seat, (*deal.blanks[self.seat], position))


def exchange_limits(rules: Ruleset, seat: Seat, elder: int) -> tuple[int, int]:
    """Return the fewest and the most cards that *seat* may exchange;
    younger's follow from what *elder* exchanged.
    """
    if rules.round_the_table:
        if seat is rules.dealer:
            return rules.dealer_exchange_min, rules.dealer_exchange_max
        return 0, 0
    if seat is ELDER:
        return rules.elder_exchange_min, rules.elder_exchange_max
    left = rules.talon - elder
    most = left if rules.younger_exchange_max is None else min(rules.younger_exchange_max, left)
    return min(rules.younger_exchange_min, most), most


@dataclass(frozen=True, slots=True)
class Exchanged(Seated):
    """The seat exchanged *cards* cards with the talon (Laws 21, 22, 32)."""

    cards: int

    subject: ClassVar = Subject.EXCHANGE
    matters: ClassVar = (Matter.EXCHANGE,)
    forms: ClassVar = (Form(words("exchange", "exchanges"), Field("cards", NUMBER)),)

    @property
    def written(self) -> str:
        return f"exchange {self.cards}"

    @property
    def spoken(self) -> Message:
        return OpeningText.EXCHANGES(cards=self.cards)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, cards) for seat in rules.seats for cards in range(rules.talon + 1))

    def refuse(self, deal: DealState) -> Refusal | None:
        seat = self.seat
        if deal.calls_begun or deal.play_begun:
            return refuse(Rule.CALLS_BEGUN, "Law 24", what=Thing.EXCHANGE())
        if deal.exchanged[seat] is not None:
            return refuse(Rule.SAID_ALREADY, "Law 24", seat=seat, what=Thing.EXCHANGE())
        refused = deal.refuse_exchange(seat)
        if refused is not None:
            return refused
        least, most = exchange_limits(deal.rules, seat, deal.exchanged[ELDER] or 0)
        if least <= self.cards <= most:
            return None
        which = "min" if self.cards < least else "max"
        by = f"{deal.exchange_rules(seat)}_exchange_{which}"
        return refuse(Rule.EXCHANGE_LIMIT, by, seat=seat, possible=(span(least, most),))

    def record(self, deal: DealState, position: int) -> None:
        deal.exchanged[self.seat] = self.cards
        deal.exchanged_at[self.seat] = position


Opening = CarteBlancheShown | Bid | Passed | Doubled | Redoubled | Exchanged
"""The statements before the calls, in the order in which pages offer them."""
