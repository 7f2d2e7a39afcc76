"""
Outlines: which suit serves which demand, before anything else of the hands is settled.

An outline says for each suit and seat which demands it serves and which cards
of the called sets it has. Where hands want the same cards, it is mostly here;
so outlines are tried first, and the rest of the hands within one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .holdings import SUITS
from .reach import Reach, Way
from .sizes import boards, moved_back, pairs
from .steps import Steps


class Settled(NamedTuple):
    """
    One suit of an outline.

    Attributes:
        steps: for each seat the steps that it may take.
        before: for each seat the states from which these and the suits behind complete its hand.
    """

    steps: tuple[Steps, Steps]
    before: tuple[int, int]


Outline = tuple[Settled, ...]
"""Each suit settled, in the order of `SUITS`."""

Order = tuple[tuple[int, ...], tuple[int, ...]]
"""The orders of both seats' ways."""


class _Before(NamedTuple):
    """
    What the suits before some place must still do.

    Attributes:
        need: for each seat the demands that are still to be served.
        states: for each seat those that complete its hand.
        sizes: those of both hands together, as a board.
        orders: how the suits from that place on were settled, for alike suits are in order.
    """

    need: tuple[int, int]
    states: tuple[int, int]
    sizes: int
    orders: tuple[Order, ...]


class Outlines:
    """
    The outlines with which each hand by itself, and both by their sizes, can be completed.

    Suits are settled from the last to the first. Of suits that are alike for
    both seats it is all one which serves what, so they serve in order.
    """

    def __init__(self, seats: Sequence[Reach]) -> None:
        self._seats, self._suit = seats, seats[0].digits.suit
        self._boards, self._goal = boards(seats)
        kinds = [*zip(*(seat.steps for seat in seats), strict=True)]
        places = range(len(SUITS))
        self._like = [next((p for p in places[place + 1 :] if kinds[p] == kinds[place]), None) for place in places]
        self._dead: set[tuple[object, ...]] = set()
        self._ways: dict[tuple[int, int, int, int], list[Way]] = {}

    def __iter__(self) -> Iterator[Outline]:
        elder, younger = self._seats
        need, goal = (elder.need.every, younger.need.every), (elder.digits.goal, younger.digits.goal)
        return self._completed(len(SUITS), _Before(need, goal, self._goal & self._boards[-1], ()), ())

    def _completed(self, behind: int, before: _Before, path: Outline) -> Iterator[Outline]:
        """The outlines that end with *path*, the suits from *behind* on."""
        if not behind:
            yield path
            return
        place = behind - 1
        # of what was settled only the last of each kind of suits that is not done bears on what follows
        orders = tuple(before.orders[p - behind] for p in self._like[:behind] if p is not None and p >= behind)
        key = place, *before[:3], orders
        if key in self._dead:
            return
        alive = False
        for settled, after in self._settled(place, before):
            for found in self._completed(place, after, (settled, *path)):
                alive = True
                yield found
        if not alive:
            self._dead.add(key)

    def _settled(self, place: int, before: _Before) -> Iterator[tuple[Settled, _Before]]:
        """Every way to settle the suit of *place*, and what it leaves to the suits before."""
        like, board = self._like[place], self._boards[place]
        last = None if like is None else before.orders[like - place - 1]
        youngers = self._ways_of(1, place, before)
        for elder in self._ways_of(0, place, before):
            if last is not None and elder.order > last[0]:
                continue
            for younger in youngers:
                order = elder.order, younger.order
                if last is not None and order > last:
                    continue
                together = pairs(self._suit, elder.steps.family, younger.steps.family)
                sizes = moved_back(before.sizes, together) & board
                if sizes:
                    settled = Settled((elder.steps, younger.steps), (elder.states, younger.states))
                    need = elder.need, younger.need
                    yield settled, _Before(need, settled.before, sizes, (order, *before.orders))

    def _ways_of(self, seat: int, place: int, before: _Before) -> list[Way]:
        """The ways of one seat: they are asked for once for each way of the other."""
        key = seat, place, before.need[seat], before.states[seat]
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = [*self._seats[seat].ways(*key[1:])]
        return found
