"""
Steps: what a suit adds to a hand.

A *state* is what has come together in the suits that were tried: how many
cards, and how many of each rank that is counted, written as the digits of one
number. A set of states is a number again, with a bit for each; so to take a
step from all of them at once is to shift it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from .families import FIELD
from .holdings import SUITS, Suit
from .options import Families


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


class Alike(NamedTuple):
    """
    Holdings with the same of the ranks that are counted.

    Attributes:
        added: what those cards add to a state.
        room: the states that have as much: to any other a step leads only by a digit running over.
        family: the holdings.
        rest: what their other cards add, however many they are.
        parts: the holdings with so many of them.
    """

    added: int
    room: int
    family: int
    rest: tuple[int, ...]
    parts: tuple[int, ...]


Step = tuple[int, int, int]
"""What a step adds to a state, the states to which it can lead, and its holdings."""


class Told:
    """
    Holdings with the same of the ranks that are called in sets.

    Attributes:
        told: these cards, as packed counts.
        alike: the holdings, by all ranks that are counted.
        family: all of them.
    """

    def __init__(self, digits: Digits, told: int, alike: Sequence[Alike]) -> None:
        self.told, self.alike, self._digits = told, alike, digits
        self.family = reduce(or_, (each.family for each in alike), 0)

    @cached_property
    def steps(self) -> list[Step]:
        """A step for all that are alike and of one size, those of about a quarter of a hand first."""
        size, quarter = self._digits.size, self._digits.sizes.start // len(SUITS)
        found = [
            (added + more, room, part)
            for added, room, _, rest, parts in self.alike
            for more, part in zip(rest, parts, strict=True)
        ]
        return sorted(found, key=lambda step: abs(size(step[0]) - quarter))


class Digits:
    """
    How the state of a hand is written as a number.

    Attributes:
        suit: the suits of the pack.
        card: what one card of a rank that is not counted adds to a state.
        sizes: the sizes of a complete hand.
        goal: the states of a complete hand.
    """

    def __init__(self, suit: Suit, counted: Sequence[Counted], low: int, high: int) -> None:
        self.suit, self.sizes = suit, range(low, high + 1)
        self._counted: list[tuple[int, int, int]] = []
        self._rooms: dict[tuple[int, int], int] = {}
        self._told = 0
        self.card = goal = 1
        for ranks, least, most in counted:
            self._counted.append((ranks, self.card, most + 1))
            goal = sum(goal << self.card * count for count in range(least, most + 1))
            self.card *= most + 1
            if least and ranks.bit_count() == 1:
                self._told |= ranks
        self.goal = sum(goal << self.card * size for size in self.sizes)
        self._length = self.card * (high + 1)

    @cached_property
    def all(self) -> Told:
        """Every holding."""
        return Told(self, 0, [alike for _, alike in self._alike])

    @cached_property
    def told(self) -> list[Told]:
        """Every holding, by the ranks that are called in sets."""
        if not self._told:
            return [self.all]
        found: dict[int, list[Alike]] = {}
        for counts, alike in self._alike:
            found.setdefault(counts & self._told, []).append(alike)
        return [Told(self, told, alike) for told, alike in found.items()]

    @cached_property
    def _alike(self) -> list[tuple[int, Alike]]:
        """Every holding, by the ranks that are counted, as packed counts."""
        counted = reduce(or_, (ranks for ranks, _, _ in self._counted), 0)
        found = [(0, self.suit.everything)]
        for place in range(len(self.suit.ranks)):
            card = 1 << FIELD * place
            if card & counted:
                without = self.suit.lacking(1 << place)
                lacking = [(counts, family & without) for counts, family in found]
                found = [*lacking, *((counts | card, family & ~without) for counts, family in found)]
        others = range(len(self.suit.ranks) - counted.bit_count() + 1)
        rest = tuple(self.card * more for more in others)
        return [
            (counts, Alike(*self._step(counts), family, rest, self._sized(family, counts.bit_count(), others)))
            for counts, family in found
        ]

    def _sized(self, family: int, cards: int, others: range) -> tuple[int, ...]:
        """The holdings of *family* with *cards* and so many others."""
        return tuple([family & self.suit.sized[cards + more] for more in others])

    def _step(self, counts: int) -> tuple[int, int]:
        """What the counted cards *counts* add to a state, and the states that have as much."""
        added, room = counts.bit_count() * self.card, (1 << self._length) - 1
        for ranks, stride, base in self._counted:
            cards = (counts & ranks).bit_count()
            if cards:
                added += stride * cards
                room &= self._at_least(min(cards, base), stride, base)
        return added, room

    def _at_least(self, cards: int, stride: int, base: int) -> int:
        """The states of which the digit of this stride and base is *cards* or more."""
        key = cards, stride
        found = self._rooms.get(key)
        if found is None:
            period = stride * base
            found = (1 << period) - (1 << stride * cards)
            while period < self._length:
                found |= found << period
                period *= 2
            self._rooms[key] = found
        return found

    def size(self, state: int) -> int:
        """The cards of a hand in *state*."""
        return state // self.card

    def last(self, state: int) -> int:
        """The cards in *state* of the ranks that are counted last."""
        _, stride, base = self._counted[-1]
        return state // stride % base


@lru_cache(maxsize=128)
def digits_of(suit: Suit, counted: tuple[Counted, ...], low: int, high: int) -> Digits:
    """The digits for hands of *low* to *high* cards; few kinds are ever wanted."""
    return Digits(suit, counted, low, high)


class Steps:
    """
    Steps of one suit that serve the same demands.

    Holdings of the same size with the same of the counted ranks are one step:
    nobody need tell them apart until another hand wants a card.

    Attributes:
        served: the demands they serve, a bit for each run and then for each token.
        told: their cards of the ranks that are called in sets, if they have the same.
        family: the holdings of all of them.
    """

    def __init__(self, digits: Digits, served: int, among: Told, family: int) -> None:
        self.served, self.told, self.family = served, among.told, family
        self._digits, self._among = digits, among

    @cached_property
    def _grouped(self) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
        """
        What is added besides the counted cards, with what these add and the states that have as much.

        Besides them mostly the same is added whichever they are, and then for
        all of them at once.
        """
        found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        family = self.family
        for added, room, alike, rest, parts in self._among.alike:
            some = family & alike
            if some:
                more = rest if some == alike else tuple([n for n, part in zip(rest, parts, strict=True) if part & some])
                if more in found:
                    found[more].append((added, room))
                else:
                    found[more] = [(added, room)]
        return [*found.items()]

    @cached_property
    def outlined(self) -> list[Steps]:
        """The steps by the ranks that are called in sets."""
        if self._digits.told == [self._among]:
            return [self]
        every = self._digits.told
        return [Steps(self._digits, self.served, told, some) for told in every if (some := self.family & told.family)]

    def within(self, family: int) -> Steps:
        """Such of the steps as have holdings of *family*."""
        return Steps(self._digits, self.served, self._among, family)

    def forward(self, states: int) -> int:
        """The states to which the steps lead from *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states << more
            for added, room in steps:
                found |= some << added & room
        return found

    def back(self, states: int) -> int:
        """The states from which the steps lead to *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states >> more
            for added, room in steps:
                found |= (some & room) >> added
        return found

    @cached_property
    def every(self) -> list[Step]:
        """Each step, those of about a quarter of a hand first."""
        family = self.family
        return [(added, room, some) for added, room, part in self._among.steps if (some := part & family)]


@lru_cache(maxsize=512)
def steps_of(families: Families, digits: Digits) -> tuple[Steps, ...]:
    """The steps of a suit that can be *families*, those that serve the most first."""
    found = [Steps(digits, served, digits.all, family) for served, family in families if family]
    return tuple(sorted(found, key=lambda steps: -steps.served.bit_count()))
