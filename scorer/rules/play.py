"""
The play, trick by trick; `short_way` has the one statement that says all of it.

Under the club count the lead and the winning card of a trick may count; under
the count of captured cards, both its cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from .bidding import refuse_before_contract
from .grammar import Reader
from .laws import Matter, Subject
from .options import TrickCount
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import TWO, BySeat, Seat
from .table import DealState, Trick
from .words import SEATS, number_words

ALL_COUNT = 2
"""What a trick holds of counting cards where every card counts."""

_RUN = re.compile(r"([eytf])([0-9]{0,2})(?::([0-2]))?")


class CardsPlayed(NamedTuple):
    """
    The cards that the tricks show to count, or not to count: to be of the rank that scores in play or better.

    Attributes:
        high: for each seat, how many it played that count.
        low: for each seat, how many it played that do not.
        either: tricks with one card of each kind, where it is not known who played which.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    either: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """
    The seat won the next trick.

    Where only cards of ten or better count, *tens* says how many of this
    trick do: under the club count the lead, and the winning card if the
    second player won; under the count of captured cards, both cards.
    """

    seat: Seat
    tens: int | None = None

    subject: ClassVar = Subject.COUNT
    matters: ClassVar = (Matter.PLAY,)

    @property
    def written(self) -> str:
        return f"tricks {self.as_run(1)}"

    def as_run(self, tricks: int) -> str:
        """Write *tricks* such tricks, 1 to 99: a run of the winners that the text form lists."""
        return f"{self.seat.letter}{tricks}" + ("" if self.tens is None else f":{self.tens}")

    def sentence(self, names: BySeat[str]) -> str:
        return f"trick to {names[self.seat]}" + ("" if self.tens is None else f", {number_words(self.tens)} counting")

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[TrickTaken]:
        return (cls(seat, tens) for seat in rules.seats for tens in (None, 0, 1, 2))

    @classmethod
    def read_run(cls, reader: Reader) -> tuple[TrickTaken, int]:
        """Read a run of tricks with one winner, as in ``E5`` or ``Y2:1``; return one of them, and how many."""
        match = _RUN.fullmatch(reader.peek())
        if match is None:
            raise reader.error("tricks are written as runs of winners, as in E5 Y5 E2")
        letter, count, tens = match.groups()
        reader.refuse_seat(SEATS[letter])
        if count and not int(count):
            raise reader.error("a run has at least one trick")
        reader.take()
        return cls(Seat(SEATS[letter]), None if tens is None else int(tens)), int(count or 1)

    def refuse(self, deal: DealState) -> Refusal | None:
        unsettled = refuse_before_contract(deal)
        if unsettled is not None:
            return unsettled
        if deal.over:
            return refuse(Rule.DEAL_OVER, "Law 9")
        if deal.pending is not None:
            return refuse(Rule.UNANSWERED, "Law 46", category=deal.pending)
        if deal.rules.counts_every_card and self.tens is None:
            return None
        source = deal.rules.source("trick_min_rank")
        if deal.rules.counts_every_card:
            return refuse(Rule.NO_TENS, source)
        if self.tens is None:
            return refuse(Rule.SAY_TENS, source)
        most = most_tens(deal, self.seat)
        if not 0 <= self.tens <= most:
            return refuse(Rule.TENS_LIMIT, source, most=most)
        return _refuse_beyond_pack(deal, Trick(0, self.seat, self.tens))

    def record(self, deal: DealState, position: int) -> None:
        deal.tricks.append(Trick(position, self.seat, ALL_COUNT if self.tens is None else self.tens))


def _refuse_beyond_pack(deal: DealState, trick: Trick) -> Refusal | None:
    """Refuse a trick whose cards, after those of earlier tricks, the pack does not have."""
    rules, source = deal.rules, deal.rules.source("trick_min_rank")
    high, low, either = cards_played(rules, [*deal.tricks, trick])
    pack = len(rules.pack)
    counting = sum(card.rank >= rules.trick_min_rank for card in rules.pack)
    if sum(high) + either > counting:
        return refuse(Rule.TENS_IN_PACK, source, most=counting)
    if sum(low) + either > pack - counting:
        return refuse(Rule.PLAIN_IN_PACK, source, most=pack - counting)
    return None


def cards_played(rules: Ruleset, tricks: Sequence[Trick]) -> CardsPlayed:
    """
    Return what *tricks* show of the cards in them.

    A trick that its leader did not win was won with a higher card of the suit
    led: so if only one card of it counts, it is the winner's. Of one that the
    leader won, the club count shows the lead alone; the count of captured
    cards shows both.
    """
    high, low, either = [0] * rules.players, [0] * rules.players, 0
    by_leads = rules.trick_count is TrickCount.CLUB
    if rules.counts_every_card or (not by_leads and rules.players > 2):
        return CardsPlayed(tuple(high), tuple(low), either)
    leader = Seat.ELDER
    for _, winner, tens in tricks:
        if winner is not leader:
            (high if tens else low)[winner] += 1
            (high if tens == 2 else low)[leader] += 1
        elif by_leads:
            (high if tens else low)[leader] += 1
        elif tens == 1:
            either += 1
        else:
            for seat in TWO:
                (high if tens else low)[seat] += 1
        leader = winner
    return CardsPlayed(tuple(high), tuple(low), either)


def most_tens(deal: DealState, winner: Seat) -> int:
    """
    Return the most counting cards that can matter in the next trick if *winner* takes it.

    Under the club count a trick that its leader wins has one that can count,
    the lead; one that the second player wins has both.
    """
    led_and_won = deal.rules.trick_count is TrickCount.CLUB and winner is deal.leader
    return 1 if led_and_won else 2
