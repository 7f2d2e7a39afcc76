"""Columns: the demands on one hand as a search sees them.

A suit *serves* a demand if its holding satisfies it. Holdings that serve the same demands form a
family, and the search chooses between families. What one suit can serve, the bounds of a hand, and
the column of both are cached, because most hands that are asked about differ little.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from .demands import Demands, Rouge
from .holdings import NOUGHT, SUITS, UNABLE, Run, Suit, members


def numbers(low: int, high: int) -> int:
    """Return the numbers from *low* to *high* as a bitset."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


@lru_cache(maxsize=65536)
def addends(numbers: tuple[int, ...], totals: int) -> tuple[int, ...] | None:
    """Prune each of *numbers*, bitsets of addends, to those that can add up to one of *totals*;
    `None` if there are none.

    >>> addends((0b110, 0b11, 0b10000), 1 << 5)
    (2, 1, 16)
    """
    before = [1]
    for number in numbers[:-1]:
        before.append(sum_of(before[-1], number))
    found = []
    for number, so_far in zip(reversed(numbers), reversed(before), strict=True):
        feasible = less = 0
        for addend in members(number):
            if so_far << addend & totals:
                feasible |= 1 << addend
                less |= totals >> addend
        if not feasible:
            return None
        found.append(feasible)
        totals = less
    return tuple(reversed(found))


def sum_of(numbers: int, others: int) -> int:
    """Return the bitset of sums of one of *numbers* and one of *others*."""
    few, many = (numbers, others) if numbers.bit_count() < others.bit_count() else (others, numbers)
    found = 0
    for one in members(few):
        found |= many << one
    return found


class Count(NamedTuple):
    """A bitset of allowed *numbers* of *cards*, all suits together.

    *Joined* counts of a column are pruned together, which sees their conflicts; its cost grows with
    their product.
    """

    cards: int
    numbers: int
    joined: bool = True


class Bounds:
    """The bounds of one hand (or of the undealt cards):
    of its size first, and of further *counts*.
    """

    def __init__(self, suit: Suit, counts: tuple[Count, ...]) -> None:
        self.counts = counts
        self.suit = suit
        joined = [each for each in counts if each.joined]
        cards = tuple(each.cards for each in joined)
        self._numbers = [(cards, suit.codes(cards, tuple(each.numbers for each in joined)))]
        self._numbers += [((each.cards,), each.numbers) for each in counts if not each.joined]

    @lru_cache(maxsize=16384)  # noqa: B019 - there are few bounds, themselves cached
    def pruned(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        """Prune *families*, one a suit, by the bounds; `None` if they cannot be met."""
        found: tuple[int, ...] | None = families
        for cards, totals in self._numbers:
            if found is None:
                return None
            found = self._pruned_by_number(found, cards, totals)
        again = self._numbers[1:]  # one bound alone has nothing left to prune
        return self.pruned(found) if again and found not in (None, families) else found

    def _pruned_by_number(
        self, families: tuple[int, ...], cards: tuple[int, ...], totals: int
    ) -> tuple[int, ...] | None:
        suit = self.suit
        spread = tuple([suit.spread(family, *cards) for family in families])
        feasible = addends(spread, totals)
        if feasible is None or feasible == spread:
            return feasible and families
        return tuple(
            [
                family & suit.numbered(some, *cards)
                for family, some in zip(families, feasible, strict=True)
            ]
        )


@lru_cache(maxsize=1024)
def bounds_of(suit: Suit, counts: tuple[Count, ...]) -> Bounds:
    return Bounds(suit, counts)


Cells = tuple[int, ...]
"""For each suit the family of the holdings that a hand can still have."""

State = tuple[Cells, tuple[int, ...], int]
"""The cells of a column, for each suit the demands to be served there,
and the demands whose suit is undecided.
"""


Families = tuple[tuple[int, int], ...]
"""Demands served, a bit for each, with the family of holdings that serve them or more."""


class Serving(dict[tuple[int, int], int]):
    """What one suit can serve: by the demands served and those left, the holdings that serve no
    others than these.

    Of *noughts*, the runs of nought, every empty suit shows all, wanted or not.
    """

    def __init__(self, families: Families, noughts: int = 0) -> None:
        super().__init__()
        self._families = families
        self._noughts = noughts

    def __hash__(self) -> int:  # type: ignore[override]  # a `dict` has none; this one is a cache key by identity
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, key: tuple[int, int]) -> int:
        served, left = key
        may = served | left | self._noughts
        found = 0
        for each, family in self._families:
            if each & served == served and each | may == may:
                found |= family
        self[key] = found
        return found


class SuitDemands(NamedTuple):
    """What is demanded of one suit of a hand.

    The demands that some suit must serve are bits: each run, each disjunction, then what a carte
    rouge needs besides.

    Attributes:
        noughts: the runs that are nought, as bits.
        always: the cards of which the hand has all four; `ranks` those of which it has some, each
            as a bit.
        minimal: cards that serve nothing are left out.
    """

    suit: Suit
    allowed: int
    runs: tuple[Run, ...]
    disjunctions: tuple[int, ...]
    rouge: Rouge | None
    whole_runs: bool
    no_other_runs: bool
    nought: bool
    noughts: int
    always: int
    ranks: tuple[int, ...]
    minimal: bool


@lru_cache(maxsize=4096)
def serving(demands: SuitDemands) -> Serving:
    """Return what a suit can serve."""
    suit = demands.suit
    families = _by_runs(demands) if demands.rouge is None else _all_scored(demands)
    for number, disjunction in enumerate(demands.disjunctions, len(demands.runs)):
        families = (
            *((served | 1 << number, family & disjunction) for served, family in families),
            *families,
        )
    if demands.minimal:
        families = tuple((served, suit.least(family, demands.ranks)) for served, family in families)
    return Serving(families, demands.noughts)


def _by_runs(demands: SuitDemands) -> Families:
    """Return which runs a suit can show together,
    with the allowed holdings that show them; most first.
    """
    suit = demands.suit
    runs = demands.runs
    found = []
    allowed = demands.allowed & suit.haves[demands.always]
    for chosen in suit.choices(runs):
        family = allowed & _shown(demands, tuple([runs[number] for number in chosen]))
        if family:
            found.append((sum([1 << number for number in chosen]), family))
    return tuple(found)


def _shown(demands: SuitDemands, runs: tuple[Run, ...]) -> int:
    """Return the holdings that show *runs* with disjoint cards,
    as whole runs if that is demanded.
    """
    if demands.whole_runs:
        return demands.suit.showing(runs, no_others=demands.no_other_runs, nought=demands.nought)
    return demands.suit.containing(runs)


# Each claim that scored covers cards: a run or a point in one suit, a trio in three of the four
# suits. So besides the
# runs, some suit has to serve the point, and for each trio one suit does without it. Each is served
# exactly once. What a suit then shows must be its whole holding.


def _all_scored(demands: SuitDemands) -> Families:
    """Return what a suit can serve of a carte rouge, with the allowed holdings whose every card is
    then covered.

    After the bits of runs and disjunctions comes one for the point, and one for each trio that the
    suit does without.
    """
    suit = demands.suit
    runs = demands.runs
    rouge = demands.rouge
    assert rouge is not None
    allowed = demands.allowed & suit.haves[demands.always]
    first = len(runs) + len(demands.disjunctions)
    found: dict[int, int] = {}
    for chosen in suit.choices(runs):
        served = sum(1 << number for number in chosen)
        heads = (
            [*suit.headed(runs[number])] if number < rouge.runs else [runs[number]]
            for number in chosen
        )
        for headed in product(*heads):
            within = allowed & _shown(demands, headed)
            placed = suit.together(headed[: sum(number < rouge.runs for number in chosen)])
            for more, ranks, limit, points in _beside(suit, rouge, first) if within else ():
                covered = (
                    suit.of({run | point | ranks for run in placed for point in points})
                    & limit
                    & within
                )
                if covered:
                    found[served | more] = found.get(served | more, 0) | covered
    return tuple(found.items())


def _beside(
    suit: Suit, rouge: Rouge, first: int
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield what a suit can serve besides runs.

    Each item has the bits served, the cards of sets, the family that limits the holding, and ways
    to show the point.
    """
    sets = sum(map(suit.bit, rouge.quatorzes))
    trios = [*map(suit.bit, rouge.trios)]
    ways: list[tuple[int, int, tuple[int, ...]]] = [(0, suit.everything, (0,))]
    if rouge.points:
        (family,) = rouge.points
        limit = family if rouge.whole_point or family == suit.sized[0] else suit.everything
        ways.append((1 << first, limit, members(family)))
        first += 1
    for (served, limit, points), without in product(
        ways, product((False, True), repeat=len(trios))
    ):
        lacking = sum(1 << first + number for number, each in enumerate(without) if each)
        ranks = sets | sum(trio for trio, each in zip(trios, without, strict=True) if not each)
        yield served | lacking, ranks, limit, points


class Column:
    """The demands on one hand, or on the undealt cards.

    Attributes:
        servings: what each suit can serve of the demands that some suit must serve.
        sets: a rank's bit in a holding, and how many cards of the rank are demanded, if not all.
        alone: the state that follows from these demands alone, or `None` if nothing meets them.
    """

    def __init__(
        self,
        servings: tuple[Serving, ...],
        every: int,
        sets: tuple[tuple[int, int], ...],
        bounds: Bounds,
    ) -> None:
        self.servings = servings
        self.sets = sets
        self.bounds = bounds
        cells = tuple([each[0, every] for each in servings])
        self.alone = self.settled((cells, (0,) * len(SUITS), every))

    def settled(self, state: State) -> State | None:
        """Return *state* after every demand that only one suit can serve, within the bounds;
        `None` if none is left.
        """
        while True:
            forced = self._forced(state) if state[2] else state
            cells = forced and self.bounds.pruned(forced[0])
            if forced is None or cells is None:
                return None
            state = cells, forced[1], forced[2]
            if cells == forced[0] or not state[2]:
                return state

    def _forced(self, state: State) -> State | None:
        again = True
        while again:
            again = False
            for demand in [1 << number for number in members(state[2])]:
                suits = self.suits_for(state, demand)
                if not suits:
                    return None
                if len(suits) == 1:
                    state = self.served(state, demand, suits[0])
                    again = True
        return state

    def served(self, state: State, demand: int, index: int) -> State:
        """Return *state* with *demand* decided to be served in the suit *index*."""
        cells, served, left = state
        left ^= demand
        served = (*served[:index], served[index] | demand, *served[index + 1 :])
        found = [
            family & serving[here, left]
            for family, serving, here in zip(cells, self.servings, served, strict=True)
        ]
        return tuple(found), served, left

    def suits_for(self, state: State, demand: int) -> list[int]:
        """Return the suits in which an undecided demand can be served."""
        cells, served, left = state
        return [
            index
            for index, serving in enumerate(self.servings)
            if cells[index] & serving[served[index] | demand, left]
        ]


@lru_cache(maxsize=4096)
def _column(
    servings: tuple[Serving, ...], every: int, sets: tuple[tuple[int, int], ...], bounds: Bounds
) -> Column:
    return Column(servings, every, sets, bounds)


@lru_cache(maxsize=256)
def column_of(hand: Demands, counts: tuple[Count, ...], minimal: bool) -> Column:  # noqa: FBT001 - a cache key
    """Return the column of *hand* with further *counts*;
    a *minimal* one has no lower bound of size.
    """
    suit = hand.suit
    disjunctions = hand.needed_disjunctions
    runs, rouge = hand.scored_runs
    least = sorted([(suit.bit(rank), count) for rank, count in hand.least.items()])
    of_ranks = [
        Count(
            suit.bit(rank),
            numbers(hand.least.get(rank, 0), hand.most.get(rank, len(SUITS))),
            joined=False,
        )
        for rank in sorted({*hand.least, *hand.most})
    ]
    noughts = sum([1 << number for number, (run, _) in enumerate(runs) if run == NOUGHT])
    always = sum([card for card, count in least if count == len(SUITS)])
    ranks = tuple([card for card, count in least if count < len(SUITS)])
    of_suits = [
        (
            hand.allowed[index],
            tuple([run if named in (None, each) else UNABLE for run, named in runs]),
            tuple([each[index] for each in disjunctions]),
            rouge and rouge.in_suit(index),
        )
        for index, each in enumerate(SUITS)
    ]
    of_hand = hand.whole_runs, hand.no_other_runs, hand.nought
    servings = {  # most often one for all suits
        each: serving(SuitDemands(suit, *each, *of_hand, noughts, always, ranks, minimal))
        for each in {*of_suits}
    }
    demands = len(runs) + len(disjunctions) + (0 if rouge is None else rouge.served)
    sets = tuple([(card, count) for card, count in least if 0 < count < len(SUITS)])
    size = Count(suit.full, numbers(0 if minimal else hand.low, hand.high))
    every = tuple([servings[each] for each in of_suits])
    return _column(every, (1 << demands) - 1, sets, bounds_of(suit, (size, *counts, *of_ranks)))


def column_alone(hand: Demands) -> Column:
    """Return the column of *hand* where no carte blanche was shown."""
    return column_of(hand, played(hand), hand.accepts_extra)


def played(hand: Demands) -> tuple[Count, ...]:
    """Return the counts of the cards that *hand* played."""
    if not hand.counting:
        return ()
    return (Count(hand.counting, numbers(hand.high_cards, hand.high - hand.low_cards)),)


@lru_cache(maxsize=256)
def undealt_column(suit: Suit, sizes: int, counts: tuple[Count, ...]) -> Column:
    """Return the column of undealt cards; *sizes* is a bitset of allowed numbers of cards."""
    free = (Serving(((0, suit.everything),)),) * len(SUITS)
    return Column(free, 0, (), bounds_of(suit, (Count(suit.full, sizes), *counts)))
