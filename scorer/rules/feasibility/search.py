"""
The search: hands, one for each seat, that meet every demand at once.

Each hand alone is settled beforehand: from which beginnings it can still be
completed is known exactly (`scorer.rules.feasibility.reach`). What is left to
search is where the hands want the same cards. Suit by suit and seat by seat
an option is tried, and what has failed once is not tried again; so it ends
with hands, or with the certainty that there are none.
"""

from __future__ import annotations

from collections.abc import Sequence

from .dealt import Dealt
from .demands import Demands
from .holdings import SUITS
from .outlines import outlines
from .reach import Reach
from .sizes import SIDE, goal_sizes, joint_sizes

Holdings = tuple[tuple[int, ...], ...]
"""For each seat its holding of each suit, in the order of `SUITS`."""


def search(hands: Sequence[Demands], seats: Sequence[Reach], known: Dealt | None) -> Holdings | None:
    """
    Hands that meet all demands, or `None` if there are none.

    A hand that more cards never harm may be found short of cards; any that
    are left over fill it.

    Args:
        hands: the demands on each seat.
        seats: the reach of each, as `reach_of` finds it.
        known: what a carte blanche says of the hands as dealt.
    """
    if not all(seat.is_possible for seat in seats):
        return None
    loose = [hand.is_loose for hand in hands]
    sizes = None if any(loose) or len(hands) != 2 else goal_sizes(hands)
    for outlined in [seats] if all(loose) else outlines(hands, seats, sizes):
        joint = None if sizes is None else joint_sizes(hands[0].suit, outlined, sizes)
        found = _Search(hands, outlined, joint, known).run()
        if found is not None:
            return tuple(zip(*found, strict=True))
    return None


class _Search:
    """One search; see `search`."""

    def __init__(
        self,
        hands: Sequence[Demands],
        seats: Sequence[Reach],
        joint: tuple[int, ...] | None,
        known: Dealt | None,
    ) -> None:
        self.suit, self.hands, self.seats, self.joint = hands[0].suit, hands, seats, joint
        self.known = known
        self.states = [0] * len(seats)
        self.need = [seat.need.every for seat in seats]
        self.chosen: list[tuple[int, ...]] = []
        self.failed: set[tuple[int, ...]] = set()

    def run(self) -> list[tuple[int, ...]] | None:
        """For each suit each seat's holding."""
        if not self._suit(0):
            return None
        return [self.suit.disjoint(families) or () for families in self.chosen]

    def _suit(self, place: int) -> bool:
        if place == len(SUITS):
            return self.known is None or self._could_be_dealt(self.known)
        key = (place, *self.states, *self.need)
        if key in self.failed:
            return False
        if self._seat(place, 0, ()):
            return True
        self.failed.add(key)
        return False

    def _seat(self, place: int, number: int, families: tuple[int, ...]) -> bool:
        if number == len(self.seats):
            if self.joint is not None:
                first, second = (seat.digits.size(state) for seat, state in zip(self.seats, self.states, strict=True))
                if not self.joint[place + 1] >> (first * SIDE + second) & 1:
                    return False
            self.chosen.append(families)
            if self._suit(place + 1):
                return True
            self.chosen.pop()
            return False
        seat, state, need = self.seats[number], self.states[number], self.need[number]
        for left, steps in seat.promising(place, need):
            self.need[number] = left
            for added, family, after in steps:
                then = state + added
                if not after >> then & 1 or (families and not self.suit.disjoint((*families, family))):
                    continue
                self.states[number] = then
                if self._seat(place, number + 1, (*families, family)):
                    return True
        self.states[number], self.need[number] = state, need
        return False

    def _could_be_dealt(self, known: Dealt) -> bool:
        found = [*zip(self.seats, self.states, strict=True)]
        cards = [seat.digits.size(state) for seat, state in found]
        full = [max(hand.low, size) for hand, size in zip(self.hands, cards, strict=True)]
        return known.fits([seat.digits.last(state) for seat, state in found], cards, full) is not None
