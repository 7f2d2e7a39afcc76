"""
The claim checker: whether any cards allow everything that the players said.

>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> from scorer.rules.presets import PORTLAND
>>> def verdict(log):
...     return check(fold(PORTLAND, parse_log(log, PORTLAND)).require()).finding.name
>>> verdict("E point 5; Y good; E quart major; Y good; E quatorze of aces; Y good")
'POSSIBLE'
>>> verdict("E point 5; Y how many; E making 51; Y good; E quart major; Y good")
'POSSIBLE'
>>> verdict("E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major")
'IMPOSSIBLE'

Of three hands and of four it asks the same.

>>> from scorer.rules.presets import NORMAND
>>> calls = parse_log("E trio of kings; Y quatorze of queens; T quart major", NORMAND)
>>> check(fold(NORMAND, calls).require()).finding.name
'IMPOSSIBLE'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ..bidding import forbids_sinking
from ..cards import Card
from ..claims import CALLED
from ..deal import Deal
from ..seats import BySeat
from .assertions import OF_THE_PLAY, Assertion, assertions
from .cases import Sunk
from .dealt import dealt, fill
from .demands import Demands
from .holdings import SUITS, suit_of
from .meanings import Meaning
from .round_table import Round, least
from .search import Holdings


class Finding(Enum):
    """What the pack allows of a deal's claims."""

    POSSIBLE = "possible"
    SUNK = "sunk"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Witness:
    """
    Cards with which everything that was said is true.

    Attributes:
        hands: each seat's hand after the exchange.
        discards: what each seat threw away, where a carte blanche tells; else nothing.
        left_over: the cards that are in no hand, those thrown away among them.
    """

    hands: BySeat[tuple[Card, ...]]
    discards: BySeat[tuple[Card, ...]]
    left_over: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What the checker found.

    Attributes:
        finding: possible, possible only if somebody sank, or impossible.
        witness: cards that show it; `None` if it is impossible.
        sunk: the fewest seats and classes in which something was sunk.
        conflict: things said that cannot all be, every one of them needed.
        forbidden: whether the deal forbids sinking, as a minus deal may.
    """

    finding: Finding
    witness: Witness | None = None
    sunk: tuple[Sunk, ...] = ()
    conflict: tuple[Assertion, ...] = ()
    forbidden: bool = False


def check(deal: Deal) -> Verdict:
    """
    Whether some cards of the pack allow everything that was said in *deal*, so far as it goes.

    Exact for what was called: "impossible" only if no hands exist, and
    "possible only if somebody sank" only if none exist in which nothing was
    sunk. Of the play it uses necessary conditions alone (`assertions.played`),
    so that hands which it calls possible need not be playable trick by trick;
    of more than two players each hand is held against the tricks by itself.
    """
    return Checker(deal).verdict()


class Checker:
    """The questions that can be asked of one deal."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.rules, self.table = deal, deal.rules, deal.state
        self.said = assertions(deal)
        self.known = dealt(deal.rules, self.said)
        self.suit = suit_of(deal.rules.lowest)
        self._meaning = Meaning if deal.rules.players == 2 else Round
        self.classes = tuple((seat, category) for seat in deal.score.seats for category in CALLED)

    def verdict(self) -> Verdict:
        """Possible, possible only if somebody sank, or impossible."""
        witness = self.witness(frozenset(self.classes))
        if witness is not None:
            return Verdict(Finding.POSSIBLE, witness)
        sunk, witness = self._fewest_sunk()
        if witness is None:
            return Verdict(Finding.IMPOSSIBLE, conflict=self.conflict())
        return Verdict(Finding.SUNK, witness, sunk, forbidden=forbids_sinking(self.table))

    def allows(self, said: Sequence[Assertion]) -> bool:
        """Whether some cards make all of *said* true, whatever was sunk."""
        return self._meaning(self.deal, said).find(frozenset(), dealt(self.rules, said)) is not None

    def witness(self, candid: frozenset[Sunk]) -> Witness | None:
        """Cards with which all that was said is true and nothing is sunk in the *candid* classes, or `None`."""
        found = self._meant.find(candid, self.known)
        return None if found is None else self._fill(*found)

    @cached_property
    def _meant(self) -> Meaning | Round:
        """Everything that was said, in every way in which it can be meant."""
        return self._meaning(self.deal, self.said)

    def _fewest_sunk(self) -> tuple[tuple[Sunk, ...], Witness | None]:
        """The fewest classes that must be sunk, at least one, and cards with which no other is, if there are any."""
        ways = self._meant.sinkings(self.classes, self.known)
        tried = ((sunk, self.witness(frozenset(self.classes).difference(sunk))) for sunk in ways)
        return next(((sunk, witness) for sunk, witness in tried if witness is not None), ((), None))

    def conflict(self) -> tuple[Assertion, ...]:
        """Things said that cannot all be, every one of them needed; to be asked only where all that was said cannot."""
        for one in self.said:
            if one.rival is not None and not self.allows((one,)):
                return self._weakened([one])
        suspects = sorted(self._meant.suspects(), key=lambda one: one.says not in OF_THE_PLAY)
        kept = least(suspects, self.allows)  # what cannot be whatever was played is told without the play
        return self._weakened(sorted(kept, key=lambda one: one.says in OF_THE_PLAY))

    def _weakened(self, kept: list[Assertion]) -> tuple[Assertion, ...]:
        """The conflict with each claim as first called, where what was said of it afterwards is not needed."""
        for place, one in enumerate(kept):
            less = one.first_said
            if less is not one and not self.allows([*kept[:place], less, *kept[place + 1 :]]):
                kept[place] = less
        return tuple(kept)

    def _fill(self, found: Holdings, hands: Sequence[Demands]) -> Witness:
        cards = [
            [
                Card(rank, SUITS[place])
                for place, holding in enumerate(each)
                for rank in reversed(self.suit.ranks)
                if holding & self.suit.bit(rank)
            ]
            for each in found
        ]
        sizes = [max(hand.low, len(each)) for hand, each in zip(hands, cards, strict=True)]
        full, thrown = fill(self.rules, cards, sizes, self.known)
        left = tuple(card for card in self.rules.pack if not any(card in hand for hand in full))
        return Witness(BySeat(tuple(map(tuple, full))), BySeat(tuple(map(tuple, thrown))), left)
