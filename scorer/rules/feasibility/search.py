"""
The search: hands, one for each seat, that meet every demand at once.

Each hand alone is settled beforehand: to which states the first suits can
bring it is known exactly (`scorer.rules.feasibility.reach`). What is left to
search is where the hands want the same cards: suit by suit one hand is tried
step by step, and of the other it is known all the while to which states it can
have come beside it. What has failed once is not tried again; so it ends with
hands, or with the certainty that there are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .dealt import Dealt
from .demands import Demands
from .holdings import SUITS
from .outlines import Outline, Outlines
from .reach import Reach
from .steps import Steps

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
    for outline in Outlines(seats):
        found = _Search(hands, seats, known, outline).run()
        if found is not None:
            return tuple(zip(*found, strict=True))
    return None


class _Tried(NamedTuple):
    """
    A suit of the hand that is tried.

    Attributes:
        family: its holdings.
        free: the holdings that the other hand may have beside them.
        beside: the states to which the other hand can have come before.
    """

    family: int
    free: int
    beside: int


class _Search:
    """The search within one outline; see `search`."""

    def __init__(self, hands: Sequence[Demands], seats: Sequence[Reach], known: Dealt | None, outline: Outline) -> None:
        states = [sum(settled.before[seat].bit_count() for settled in outline) for seat in range(2)]
        self.tried = states.index(min(states))  # by step, so better the one with fewer
        self.other = 1 - self.tried
        self.suit, self.hands, self.known = hands[0].suit, hands, known
        self.outline, self.digits = outline, [seat.digits for seat in seats]
        self.after = [*(settled.before for settled in outline[1:]), tuple(digits.goal for digits in self.digits)]
        self.steps = [settled.steps[self.tried].every for settled in outline]
        if known is not None:  # the more court cards there are in the hands the sooner they can have been dealt
            digits = self.digits[self.tried]
            self.steps = [sorted(steps, key=lambda step: -digits.last(step[0])) for steps in self.steps]
        self.failed: list[dict[int, int]] = [{} for _ in range(len(SUITS) + 1)]
        self.within: dict[tuple[Steps, int], Steps] = {}
        self.path: list[_Tried] = []

    def run(self) -> list[tuple[int, ...]] | None:
        """For each suit each seat's holding."""
        state = self._completed(0, 0, 1)
        if state is None:
            return None
        found: list[tuple[int, ...]] = []
        for settled, suit in zip(reversed(self.outline), reversed(self.path), strict=True):
            before, family = next(
                (state - added, some & suit.free)
                for added, room, some in settled.steps[self.other].every
                if some & suit.free and room >> state & 1 and suit.beside << added >> state & 1
            )
            families = (suit.family, family) if self.other else (family, suit.family)
            found.append(self.suit.disjoint(families) or ())
            state = before
        return found[::-1]

    def _completed(self, place: int, state: int, beside: int) -> int | None:
        """
        In what state the other hand is when both are complete, or `None` if they cannot be.

        Args:
            place: the suit to be tried.
            state: of the hand that is tried.
            beside: the states to which the other can have come.
        """
        if place == len(SUITS):
            return self._dealt(state, beside)
        after, failed = self.after[place], self.failed[place + 1]
        others = self.outline[place].steps[self.other]
        reached: dict[int, int] = {}
        for added, room, family in self.steps[place]:
            then = state + added
            if not (after[self.tried] >> then & 1 and room >> then & 1):
                continue
            free = others.family & self.suit.clear_of(family)
            if free not in reached:
                reached[free] = self._within(others, free).forward(beside) & after[self.other]
            untried = reached[free] & ~failed.get(then, 0)
            if untried:
                self.path.append(_Tried(family, free, beside))
                found = self._completed(place + 1, then, untried)
                if found is not None:
                    return found
                self.path.pop()
                failed[then] = failed.get(then, 0) | untried
        return None

    def _within(self, steps: Steps, family: int) -> Steps:
        """Such of *steps* as have holdings of *family*; suits are alike, and ask again."""
        key = steps, family
        if key not in self.within:
            self.within[key] = steps.within(family)
        return self.within[key]

    def _dealt(self, state: int, beside: int) -> int | None:
        """One of the states *beside* with which both hands can have been dealt."""
        while beside:
            other = beside.bit_length() - 1
            if self.known is None or self._could_be_dealt(self.known, (state, other)[:: 1 if self.other else -1]):
                return other
            beside ^= 1 << other
        return None

    def _could_be_dealt(self, known: Dealt, states: Sequence[int]) -> bool:
        found = [*zip(self.digits, states, strict=True)]
        courts = tuple([digits.last(state) for digits, state in found])
        cards = tuple([digits.size(state) for digits, state in found])
        full = tuple([max(hand.low, size) for hand, size in zip(self.hands, cards, strict=True)])
        return known.fits(courts, cards, full) is not None
