"""The search for two hands that meet every demand at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .demands import Dealt, Demands
from .holdings import SUITS, Suit
from .single_hand import Reach, Steps, Way

# Joint sizes
#
# A *board* is a set of pairs of sizes, as bits of one number.


SIDE = 32
"""Cards of one hand never come to so many: joint sizes are packed on a board of this width."""


@lru_cache(maxsize=4096)
def pairs(suit: Suit, first: int, second: int) -> tuple[int, ...]:
    """The sizes, each as first * SIDE + second, of disjoint holdings of two families."""
    found = []
    for size, sized in enumerate(suit.sized):
        theirs = second & sized
        if theirs:
            fitting = first & suit.clear_of(theirs)
            found += [own * SIDE + size for own, fits in enumerate(suit.sized) if fits & fitting]
    return tuple(found)


def boards(seats: Sequence[Reach]) -> tuple[list[int], int]:
    """For each number of suits the sizes to which so many can bring two hands; and the sizes of full hands."""
    first, second = (seat.digits.sizes for seat in seats)
    room = _board(range(first.stop), range(second.stop))
    found = [1]
    for own, theirs in zip(*(seat.families for seat in seats), strict=True):
        found.append(moved(found[-1], pairs(seats[0].digits.suit, own, theirs)) & room)
    return found, _board(first, second)


@lru_cache(maxsize=64)
def _board(first: range, second: range) -> int:
    """Every size of one hand with every size of the other."""
    return sum(1 << own * SIDE + size for own in first for size in second)


def moved(board: int, steps: Iterable[int]) -> int:
    """The sizes that each of *steps* leads to from one of *board*."""
    found = 0
    for step in steps:
        found |= board << step
    return found


def moved_back(board: int, steps: Iterable[int]) -> int:
    """The sizes from which one of *steps* leads to one of *board*."""
    found = 0
    for step in steps:
        found |= board >> step
    return found


# Outlines
#
# An outline says for each suit and seat which demands it serves and which cards
# of the called sets it has. Where hands want the same cards, it is mostly here;
# so outlines are tried first, and the rest of the hands within one at a time.


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


# The search
#
# Each hand alone is settled beforehand: to which states the first suits can
# bring it is known exactly (`scorer.rules.checker.single_hand`). What is left to
# search is where the hands want the same cards: suit by suit one hand is tried
# step by step, and of the other it is known all the while to which states it can
# have come beside it. What has failed once is not tried again; so it ends with
# hands, or with the certainty that there are none.


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
