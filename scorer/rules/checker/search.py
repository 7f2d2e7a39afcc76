"""Search for two hands that meet all demands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .demands import DealtBlanks, Demands
from .holdings import SUITS, Suit
from .single_hand import Reach, Steps, Way

SIDE = 32
"""Width of a board, a bitset of pairs of hand sizes; larger than any size."""


@lru_cache(maxsize=4096)
def pairs(suit: Suit, first: int, second: int) -> tuple[int, ...]:
    """Return the size pairs, each first * SIDE + second, of disjoint holdings of two families."""
    found = []
    for size, sized in enumerate(suit.sized):
        theirs = second & sized
        if theirs:
            fitting = first & suit.clear_of(theirs)
            found += [own * SIDE + size for own, fits in enumerate(suit.sized) if fits & fitting]
    return tuple(found)


def boards(seats: Sequence[Reach]) -> tuple[list[int], int]:
    """Return the boards of sizes that two hands can reach in the first suits, and the board of full hands."""
    first, second = (seat.encoding.sizes for seat in seats)
    room = _board(range(first.stop), range(second.stop))
    found = [1]
    for own, theirs in zip(*(seat.families for seat in seats), strict=True):
        found.append(shifted(found[-1], pairs(seats[0].encoding.suit, own, theirs)) & room)
    return found, _board(first, second)


@lru_cache(maxsize=64)
def _board(first: range, second: range) -> int:
    """Return the board of every pair of sizes."""
    return sum(1 << own * SIDE + size for own in first for size in second)


def shifted(board: int, steps: Iterable[int]) -> int:
    """Return the board after one of *steps*."""
    found = 0
    for step in steps:
        found |= board << step
    return found


def shifted_back(board: int, steps: Iterable[int]) -> int:
    """Return the board before one of *steps*."""
    found = 0
    for step in steps:
        found |= board >> step
    return found


# An outline fixes, for each suit and seat, the demands it serves and its cards of
# the ranks called in sets. Most conflicts between hands show up here, so outlines
# are enumerated first, and the rest of the hands is searched within each.


class SuitOutline(NamedTuple):
    """
    One suit of an outline.

    Attributes:
        steps: for each seat the steps that it may take.
        before: for each seat the states from which this and later suits complete its hand.
    """

    steps: tuple[Steps, Steps]
    before: tuple[int, int]


Outline = tuple[SuitOutline, ...]
"""Every suit, in the order of `SUITS`."""

Order = tuple[tuple[int, ...], tuple[int, ...]]
"""The symmetry-breaking orders of both seats' ways."""


class _Remaining(NamedTuple):
    """
    What the suits before some suit must still do.

    Attributes:
        need: for each seat the demands still to be served.
        states: for each seat the states that complete its hand.
        sizes: the board of sizes that complete both hands.
        orders: the orders of the later suits, for symmetry breaking.
    """

    need: tuple[int, int]
    states: tuple[int, int]
    sizes: int
    orders: tuple[Order, ...]


class Outlines:
    """
    Enumerate the outlines with which each hand alone, and both by their sizes, can be completed.

    Suits are outlined from the last to the first. Symmetric suits serve demands in
    order, and dead ends are memoised.
    """

    def __init__(self, seats: Sequence[Reach]) -> None:
        self._seats, self._suit = seats, seats[0].encoding.suit
        self._boards, self._goal = boards(seats)
        kinds = [*zip(*(seat.steps for seat in seats), strict=True)]
        indices = range(len(SUITS))
        self._twin = [next((p for p in indices[index + 1 :] if kinds[p] == kinds[index]), None) for index in indices]
        self._dead_ends: set[tuple[object, ...]] = set()
        self._ways: dict[tuple[int, int, int, int], list[Way]] = {}

    def __iter__(self) -> Iterator[Outline]:
        elder, younger = self._seats
        need, goal = (elder.need.every, younger.need.every), (elder.encoding.goal, younger.encoding.goal)
        return self._extend(len(SUITS), _Remaining(need, goal, self._goal & self._boards[-1], ()), ())

    def _extend(self, behind: int, before: _Remaining, path: Outline) -> Iterator[Outline]:
        """Yield the outlines that end with *path*, the suits from *behind* on."""
        if not behind:
            yield path
            return
        index = behind - 1
        # of the later suits only the nearest twin of each remaining suit constrains what follows
        orders = tuple(before.orders[p - behind] for p in self._twin[:behind] if p is not None and p >= behind)
        key = index, *before[:3], orders
        if key in self._dead_ends:
            return
        alive = False
        for outlined, after in self._suit_outlines(index, before):
            for found in self._extend(index, after, (outlined, *path)):
                alive = True
                yield found
        if not alive:
            self._dead_ends.add(key)

    def _suit_outlines(self, index: int, before: _Remaining) -> Iterator[tuple[SuitOutline, _Remaining]]:
        """Yield every outline of the suit *index*, and what it leaves to the suits before."""
        twin, board = self._twin[index], self._boards[index]
        last = None if twin is None else before.orders[twin - index - 1]
        youngers = self._ways_of(1, index, before)
        for elder in self._ways_of(0, index, before):
            if last is not None and elder.order > last[0]:
                continue
            for younger in youngers:
                order = elder.order, younger.order
                if last is not None and order > last:
                    continue
                together = pairs(self._suit, elder.steps.family, younger.steps.family)
                sizes = shifted_back(before.sizes, together) & board
                if sizes:
                    outlined = SuitOutline((elder.steps, younger.steps), (elder.states, younger.states))
                    need = elder.need, younger.need
                    yield outlined, _Remaining(need, outlined.before, sizes, (order, *before.orders))

    def _ways_of(self, seat: int, index: int, before: _Remaining) -> list[Way]:
        """Return the memoised ways of one seat, asked for once for each way of the other."""
        key = seat, index, before.need[seat], before.states[seat]
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = [*self._seats[seat].ways(*key[1:])]
        return found


# Dynamic programming gives the exact states that each hand alone can reach
# (`single_hand`). What remains is where both hands want the same cards. Suit by
# suit, the primary hand takes one step at a time, and for the secondary hand the
# set of states reachable beside it is kept. Failures are memoised.


Holdings = tuple[tuple[int, ...], ...]
"""For each seat its holding of each suit, in the order of `SUITS`."""


def search(hands: Sequence[Demands], seats: Sequence[Reach], blanks: DealtBlanks | None) -> Holdings | None:
    """
    Return hands that meet all demands, or `None` if there are none.

    Where more cards never break a demand, a hand may be short; free cards fill it.

    Args:
        seats: the reach of each seat, as from `reach_of`.
        blanks: the constraints of cartes blanches.
    """
    if not all(seat.is_possible for seat in seats):
        return None
    for outline in Outlines(seats):
        found = _Search(hands, seats, blanks, outline).run()
        if found is not None:
            return tuple(zip(*found, strict=True))
    return None


class _Choice(NamedTuple):
    """
    The primary hand's choice in one suit.

    Attributes:
        family: its holdings.
        free: the holdings that the secondary hand may have beside them.
        beside: the states that the secondary hand can have reached before.
    """

    family: int
    free: int
    beside: int


class _Search:
    """The search within one outline."""

    def __init__(
        self, hands: Sequence[Demands], seats: Sequence[Reach], blanks: DealtBlanks | None, outline: Outline
    ) -> None:
        states = [sum(outlined.before[seat].bit_count() for outlined in outline) for seat in range(2)]
        self.primary = states.index(min(states))  # it is enumerated, so take the hand with fewer states
        self.secondary = 1 - self.primary
        self.suit, self.hands, self.blanks = hands[0].suit, hands, blanks
        self.outline, self.encoding = outline, [seat.encoding for seat in seats]
        self.after = [
            *(outlined.before for outlined in outline[1:]),
            tuple(encoding.goal for encoding in self.encoding),
        ]
        self.steps = [outlined.steps[self.primary].every for outlined in outline]
        if blanks is not None:  # hands with more court cards are likelier to fit the exchange
            encoding = self.encoding[self.primary]
            self.steps = [sorted(steps, key=lambda step: -encoding.last(step[0])) for steps in self.steps]
        self.failed: list[dict[int, int]] = [{} for _ in range(len(SUITS) + 1)]
        self.within: dict[tuple[Steps, int], Steps] = {}
        self.path: list[_Choice] = []

    def run(self) -> list[tuple[int, ...]] | None:
        """Return each seat's holding for each suit, or `None`."""
        state = self._extend(0, 0, 1)
        if state is None:
            return None
        found: list[tuple[int, ...]] = []
        for outlined, suit in zip(reversed(self.outline), reversed(self.path), strict=True):
            before, family = next(
                (state - added, some & suit.free)
                for added, room, some in outlined.steps[self.secondary].every
                if some & suit.free and room >> state & 1 and suit.beside << added >> state & 1
            )
            families = (suit.family, family) if self.secondary else (family, suit.family)
            found.append(self.suit.disjoint(families) or ())
            state = before
        return found[::-1]

    def _extend(self, index: int, state: int, beside: int) -> int | None:
        """
        Return the final state of the secondary hand, or `None` if both hands cannot be completed.

        Args:
            index: the next suit.
            state: of the primary hand.
            beside: the states that the secondary hand can have reached.
        """
        if index == len(SUITS):
            return self._finish(state, beside)
        after, failed = self.after[index], self.failed[index + 1]
        others = self.outline[index].steps[self.secondary]
        reached: dict[int, int] = {}
        for added, room, family in self.steps[index]:
            then = state + added
            if not (after[self.primary] >> then & 1 and room >> then & 1):
                continue
            free = others.family & self.suit.clear_of(family)
            if free not in reached:
                reached[free] = self._within(others, free).forward(beside) & after[self.secondary]
            untried = reached[free] & ~failed.get(then, 0)
            if untried:
                self.path.append(_Choice(family, free, beside))
                found = self._extend(index + 1, then, untried)
                if found is not None:
                    return found
                self.path.pop()
                failed[then] = failed.get(then, 0) | untried
        return None

    def _within(self, steps: Steps, family: int) -> Steps:
        """Return *steps* restricted to *family*, memoised."""
        key = steps, family
        if key not in self.within:
            self.within[key] = steps.within(family)
        return self.within[key]

    def _finish(self, state: int, beside: int) -> int | None:
        """Return one of the states *beside* with which the exchange is possible, or `None`."""
        while beside:
            secondary = beside.bit_length() - 1
            if self.blanks is None or self._could_be_dealt(
                self.blanks, (state, secondary)[:: 1 if self.secondary else -1]
            ):
                return secondary
            beside ^= 1 << secondary
        return None

    def _could_be_dealt(self, blanks: DealtBlanks, states: Sequence[int]) -> bool:
        found = [*zip(self.encoding, states, strict=True)]
        courts = tuple([encoding.last(state) for encoding, state in found])
        cards = tuple([encoding.size(state) for encoding, state in found])
        full = tuple([max(hand.low, size) for hand, size in zip(self.hands, cards, strict=True)])
        return blanks.fits(courts, cards, full) is not None
