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
from .holdings import NOUGHT, SUITS, UNABLE, Run, SuitHoldings, members


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
    # from the left, the sums of what comes before each number
    before = [1]
    for number in numbers[:-1]:
        before.append(sum_of(before[-1], number))
    # from the right, the addends that such a sum completes to a total, and what that leaves of it
    found = []
    for number, so_far in zip(reversed(numbers), reversed(before), strict=True):
        feasible = 0
        less = 0
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
    if numbers.bit_count() > others.bit_count():
        return sum_of(others, numbers)  # the shorter list is gone through
    found = 0
    for one in members(numbers):
        found |= others << one
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

    def __init__(self, suit: SuitHoldings, counts: tuple[Count, ...]) -> None:
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
def bounds_of(suit: SuitHoldings, counts: tuple[Count, ...]) -> Bounds:
    return Bounds(suit, counts)


Cells = tuple[int, ...]
"""For each suit the family of the holdings that a hand can still have."""


class State(NamedTuple):
    """What is decided of a column.

    Attributes:
        cells: for each suit what the hand can still have.
        served: for each suit the demands to be served there, a bit for each.
        left: the demands whose suit is undecided.
    """

    cells: Cells
    served: tuple[int, ...]
    left: int


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

    # a `dict` has no hash; this one is a cache key by identity
    def __hash__(self) -> int:  # type: ignore[override]
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

    suit: SuitHoldings
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
# suits. So besides the runs, some suit has to serve the point, and for each trio one suit does
# without it. Each is served exactly once. What a suit then shows must be its whole holding.


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
        scored = [number for number in chosen if number < rouge.runs]
        # a run that scored covers its cards, so its head decides which
        heads = [
            tuple(suit.headed(runs[number])) if number in scored else (runs[number],)
            for number in chosen
        ]
        for headed in product(*heads):
            within = allowed & _shown(demands, headed)
            if not within:
                continue
            placed = suit.together(headed[: len(scored)])
            for beside in _beside(suit, rouge, first):
                holdings = {run | point | beside.ranks for run in placed for point in beside.points}
                covered = suit.of(holdings) & beside.limit & within
                if covered:
                    also = served | beside.served
                    found[also] = found.get(also, 0) | covered
    return tuple(found.items())


class Beside(NamedTuple):
    """What a suit can serve of a carte rouge besides runs.

    Attributes:
        served: the demands, as bits.
        ranks: the cards of sets.
        limit: the family within which the holding is.
        points: the cards of each way to show the point, or none.
    """

    served: int
    ranks: int
    limit: int
    points: tuple[int, ...]


def _beside(suit: SuitHoldings, rouge: Rouge, first: int) -> Iterator[Beside]:
    """Yield every way; the bit of the point is number *first*, and those of the trios follow."""
    sets = sum(map(suit.bit, rouge.quatorzes))
    trios = [*map(suit.bit, rouge.trios)]
    ways = [Beside(0, sets, suit.everything, (0,))]
    if rouge.points:
        (family,) = rouge.points
        is_whole = rouge.whole_point or family == suit.sized[0]
        limit = family if is_whole else suit.everything
        ways.append(Beside(1 << first, sets, limit, members(family)))
        first += 1
    for way in ways:
        for without in product((False, True), repeat=len(trios)):
            served = way.served
            ranks = way.ranks
            for number, trio in enumerate(trios):
                if without[number]:
                    served |= 1 << first + number
                else:
                    ranks |= trio
            yield way._replace(served=served, ranks=ranks)


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
        self.alone = self.settled(State(cells, (0,) * len(SUITS), every))

    def settled(self, state: State) -> State | None:
        """Return *state* after every demand that only one suit can serve, within the bounds;
        `None` if none is left.
        """
        while True:
            forced = self._forced(state) if state.left else state
            if forced is None:
                return None
            cells = self.bounds.pruned(forced.cells)
            if cells is None:
                return None
            if cells == forced.cells:
                return forced
            # fewer holdings may leave a demand only one suit, as long as there are demands
            state = State(cells, forced.served, forced.left)
            if not state.left:
                return state

    def _forced(self, state: State) -> State | None:
        """Return *state* after every demand that only one suit can serve, or `None`."""
        again = True
        while again:
            again = False
            for demand in [1 << number for number in members(state.left)]:
                suits = self.suits_for(state, demand)
                if not suits:
                    return None
                if len(suits) == 1:
                    (index,) = suits
                    state = self.served(state, demand, index)
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
        return State(tuple(found), served, left)

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
def column_of(hand: Demands, counts: tuple[Count, ...], *, minimal: bool) -> Column:
    """Return the column of *hand* with further *counts*;
    a *minimal* one has no lower bound of size.
    """
    suit = hand.suit
    disjunctions = hand.needed_disjunctions
    runs, rouge = hand.scored_runs
    of_ranks = []
    for rank in sorted({*hand.least, *hand.most}):
        allowed = numbers(hand.least.get(rank, 0), hand.most.get(rank, len(SUITS)))
        of_ranks.append(Count(suit.bit(rank), allowed, joined=False))
    least = sorted([(suit.bit(rank), count) for rank, count in hand.least.items()])
    of_hand = SuitDemands(
        suit=suit,
        allowed=suit.everything,
        runs=(),
        disjunctions=(),
        rouge=None,
        whole_runs=hand.whole_runs,
        no_other_runs=hand.no_other_runs,
        nought=hand.nought,
        noughts=sum([1 << number for number, (run, _) in enumerate(runs) if run == NOUGHT]),
        always=sum([card for card, count in least if count == len(SUITS)]),
        ranks=tuple([card for card, count in least if count < len(SUITS)]),
        minimal=minimal,
    )
    servings = []
    for index, each in enumerate(SUITS):
        of_suit = of_hand._replace(
            allowed=hand.allowed[index],
            runs=tuple([run if named in (None, each) else UNABLE for run, named in runs]),
            disjunctions=tuple([families[index] for families in disjunctions]),
            rouge=rouge and rouge.in_suit(index),
        )
        servings.append(serving(of_suit))  # most often one for all suits
    demands = len(runs) + len(disjunctions) + (0 if rouge is None else rouge.served)
    sets = tuple([(card, count) for card, count in least if 0 < count < len(SUITS)])
    size = Count(suit.full, numbers(0 if minimal else hand.low, hand.high))
    bounds = bounds_of(suit, (size, *counts, *of_ranks))
    return _column(tuple(servings), (1 << demands) - 1, sets, bounds)


def column_alone(hand: Demands) -> Column:
    """Return the column of *hand* where no carte blanche was shown."""
    return column_of(hand, played(hand), minimal=hand.accepts_extra)


def played(hand: Demands) -> tuple[Count, ...]:
    """Return the counts of the cards that *hand* played."""
    if not hand.counting:
        return ()
    return (Count(hand.counting, numbers(hand.high_cards, hand.high - hand.low_cards)),)


@lru_cache(maxsize=256)
def undealt_column(suit: SuitHoldings, sizes: int, counts: tuple[Count, ...]) -> Column:
    """Return the column of undealt cards; *sizes* is a bitset of allowed numbers of cards."""
    free = (Serving(((0, suit.everything),)),) * len(SUITS)
    return Column(free, 0, (), bounds_of(suit, (Count(suit.full, sizes), *counts)))
