"""
The auction: a contract to win, or to lose, a number of tricks, where a ruleset has one.

Elder opens. A bid is a number of tricks, to win or (minus) to lose, and is
higher than the one before; a minus bid ranks with the plus bid of its number.
The opponent may double a bid and its maker redouble; a higher bid ends both.
A pass after a bid closes the auction. If both pass at once the same dealer
deals again: earlier statements of the deal no longer count, and the auction
begins again in the same log.

Source: pokerwiner.com and Card Game Heaven, reported; no laws were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .grammar import Seated
from .options import TrickCount
from .ruleset import Ruleset
from .seats import BySeat, Seat

FACTORS = (1, 2, 4)
"""The multipliers: plain, doubled, redoubled."""


@dataclass(frozen=True, slots=True)
class Contract(Seated):
    """What a bid undertakes: that the seat wins *tricks* tricks, or loses as many in a *minus* deal."""

    tricks: int
    minus: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """
    The state of an auction.

    Attributes:
        bid: the highest bid, or `None`.
        doubled: 0, or 1 if it is doubled, or 2 if redoubled.
        passed: who opened with a pass, or `None`; a bid clears it.
        closed: the bid is the contract.
        thrown_in: both seats have passed, and the cards were dealt again.
        because: the positions of the statements that made the contract.
    """

    bid: Contract | None = None
    doubled: int = 0
    passed: Seat | None = None
    closed: bool = False
    because: tuple[int, ...] = ()
    thrown_in: bool = False

    @property
    def turn(self) -> Seat:
        """Who speaks next, until it is closed."""
        if self.bid is None:
            return Seat.ELDER if self.passed is None else self.passed.other
        return self.bid.seat if self.doubled == 1 else self.bid.seat.other

    @property
    def contract(self) -> Contract | None:
        """The final bid, or `None`."""
        return self.bid if self.closed else None

    @property
    def factor(self) -> int:
        """The multiplier of each trick over or short of the contract."""
        return FACTORS[self.doubled]

    @property
    def minus(self) -> bool:
        """Whether the deal is played to lose tricks."""
        return self.contract is not None and self.contract.minus


def tricks_made(bid: Contract, won: Sequence[int] | BySeat[int]) -> int:
    """Return the tricks that count for the contract *bid*: its maker's, or in a minus deal the other's."""
    return won[bid.seat.other if bid.minus else bid.seat]


@lru_cache(maxsize=64)
def in_a_minus_deal(rules: Ruleset) -> Ruleset:
    """Return *rules* for a deal played to lose tricks: one threshold, and tricks lost count."""
    threshold, source = rules.minus_threshold, rules.source("minus_threshold")
    sources = {**rules.sources, "repique_threshold": source, "pique_threshold": source}
    return replace(
        rules, sources=sources, repique_threshold=threshold, pique_threshold=threshold, trick_count=TrickCount.LOST
    )
