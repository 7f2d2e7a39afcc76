"""
Steps: options as what they add to the state of a hand.

A *state* is what has come together in the suits that were tried: how many
cards, and how many of each rank that is counted, written as the digits of one
number. A set of states is a number again, with a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from .holdings import SUITS
from .options import Options


class Counted(NamedTuple):
    """
    Ranks whose cards are counted together.

    Attributes:
        ranks: the ranks, as packed counts of one each.
        least: the fewest cards of them in a hand.
        most: the most.
    """

    ranks: int
    least: int
    most: int


class Digits:
    """
    How the state of a hand is written as a number.

    Attributes:
        card: what one card of a rank that is not counted adds to a state.
        goal: the states of a complete hand.
        fewer_as_good: the ranks, as packed counts full of ones, of which a
            hand with fewer cards is as good.
    """

    def __init__(self, counted: Sequence[Counted], low: int, high: int) -> None:
        self._counted = []
        self.card = 1
        self.fewer_as_good = 0
        states = 1
        for ranks, least, most in counted:
            self._counted.append((ranks, self.card, most + 1))
            states = sum(states << self.card * count for count in range(least, most + 1))
            self.card *= most + 1
            if not least and most <= len(SUITS):
                self.fewer_as_good |= ranks
        for ranks, least, _ in counted:
            if least:
                self.fewer_as_good &= ~ranks
        self.goal = sum(states << self.card * size for size in range(low, high + 1))
        self._length = self.card * (high + 1)
        self._steps: dict[int, tuple[int, int]] = {}

    def step(self, counts: int) -> tuple[int, int]:
        """What the counted cards *counts* add to a state, their size aside, and the states that have them."""
        found = self._steps.get(counts)
        if found is None:
            added, mask = 0, (1 << self._length) - 1
            for ranks, stride, base in self._counted:
                cards = (counts & ranks).bit_count()
                if cards:
                    added += stride * cards
                    mask &= self._at_least(min(cards, base), stride, base)
            found = self._steps[counts] = added, mask
        return found

    def _at_least(self, cards: int, stride: int, base: int) -> int:
        """The states of which the digit of this stride and base is *cards* or more."""
        period = stride * base
        some = (1 << period) - (1 << stride * cards)
        while period < self._length:
            some |= some << period
            period *= 2
        return some

    def size(self, state: int) -> int:
        """The cards of a hand in *state*."""
        return state // self.card

    def last(self, state: int) -> int:
        """The cards in *state* of the ranks that are counted last."""
        _, stride, base = self._counted[-1]
        return state // stride % base


@lru_cache(maxsize=256)
def digits_of(counted: tuple[Counted, ...], low: int, high: int) -> Digits:
    """The digits for hands of *low* to *high* cards; few kinds are ever wanted."""
    return Digits(counted, low, high)


Step = tuple[int, int, int, int, int]
"""
An option as a step: five numbers.

The demands it serves, as bits; what it adds to the state; its holdings, as a
family; its counted cards; and the states that have as much, or 0 where some
other step reaches at least as far.
"""


class Steps:
    """
    The options of one suit as steps.

    Attributes:
        every: the steps, those that serve the most first.
        family: the holdings of all of them.
    """

    def __init__(self, every: Sequence[Step], family: int) -> None:
        self.every, self.family = every, family
        self._outlines: dict[int, list[Outline]] = {}

    @cached_property
    def adding(self) -> dict[int, dict[int, int]]:
        """For what steps serve, what those that reach furthest add, each with the states that have as much."""
        found: dict[int, dict[int, int]] = {}
        for served, added, _, _, mask in self.every:
            if mask:
                found.setdefault(served, {})[added] = mask
        return found

    def outlines(self, told: int) -> list[Outline]:
        """The steps in parts that serve the same with the same of the ranks *told*, packed counts full of ones."""
        found = self._outlines.get(told)
        if found is None:
            parts: dict[tuple[int, int], list[Step]] = {}
            families: dict[tuple[int, int], int] = {}
            for step in self.every:
                served, _, family, counts, _ = step
                key = served, counts & told
                if key in parts:
                    parts[key].append(step)
                    families[key] |= family
                else:
                    parts[key] = [step]
                    families[key] = family
            found = [Outline(*key, Steps(part, families[key])) for key, part in parts.items()]
            self._outlines[told] = found
        return found


class Outline(NamedTuple):
    """Steps of a suit that serve the same demands with the same cards of the ranks that are called in sets."""

    served: int
    told: int
    steps: Steps


FEW = 40
"""So few options that it does not pay to look for those that reach furthest."""


@lru_cache(maxsize=512)
def steps_of(options: Options, digits: Digits) -> Steps:
    """
    The options as steps.

    Of options that differ only in cards of which fewer are as good, those
    with the fewest reach furthest; options come with those first.
    """
    card, bound, step = digits.card, ~digits.fewer_as_good, digits.step
    few = len(options.every) <= FEW
    furthest: dict[tuple[int, int, int], list[int]] = {}
    every: list[Step] = []
    for served, size, counts, family in options.every:
        more, mask = step(counts)
        if not few:
            others = furthest.setdefault((served, size, counts & bound), [])
            for other in others:
                if counts & other == other:
                    mask = 0
                    break
            else:
                others.append(counts)
        every.append((served, size * card + more, family, counts, mask))
    return Steps(every, options.family)
