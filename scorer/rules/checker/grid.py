"""Constraint propagation and search over a grid of suits and hands, for any number of hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice
from typing import NamedTuple

from .demands import DealtBlanks, Demands
from .holdings import FIELD, SUITS, Suit, members
from .options import Options, Serving, options


def numbers(low: int, high: int) -> int:
    """Return the numbers from *low* to *high* as a bitset."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def bits(number: int) -> Iterator[int]:
    """Yield the one-bit numbers that make up *number*."""
    while number:
        low = number & -number
        yield low
        number ^= low


@lru_cache(maxsize=65536)
def sums(numbers: tuple[int, ...], totals: int) -> tuple[int, ...] | None:
    """Return `addends`, cached: for small numbers only."""
    return addends(numbers, totals)


def addends(numbers: tuple[int, ...], totals: int) -> tuple[int, ...] | None:
    """
    Prune each of *numbers*, bitsets of addends, to those that can add up to one of *totals*; `None` if there are none.

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


RankCounts = tuple[tuple[int, int], ...]
"""The index of each bounded rank, and a number of its cards."""


class Count(NamedTuple):
    """
    A bitset of allowed *numbers* of *cards*, all suits together.

    *Joined* counts of a column are pruned together, which sees conflicts between them;
    its cost grows with their product.
    """

    cards: int
    numbers: int
    joined: bool = True


class Bounds:
    """The bounds of one hand (or of the undealt cards): of its size and further *counts*, and of each rank."""

    def __init__(self, suit: Suit, least: RankCounts, most: RankCounts, counts: tuple[Count, ...]) -> None:
        """Bound each rank, by its index, to *least* and *most* cards."""
        self.counts, self._suit = counts, suit
        joined = [each for each in counts if each.joined]
        cards = tuple(each.cards for each in joined)
        self._numbers = [(cards, suit.codes(cards, tuple(each.numbers for each in joined)))]
        self._numbers += [((each.cards,), each.numbers) for each in counts if not each.joined]
        self._of_ranks = bool(least or most)
        self._guards = suit.counts[suit.full] << FIELD - 1
        self._least = sum(count << FIELD * index for index, count in least)
        unbounded = len(SUITS) * suit.counts[suit.full]
        self._most = unbounded - sum(len(SUITS) - count << FIELD * index for index, count in most)

    @lru_cache(maxsize=16384)  # noqa: B019 - there are few bounds, themselves cached
    def pruned(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        """Prune *families*, one a suit, by the bounds; `None` if they cannot be met."""
        found = self._pruned_by_rank(families) if self._of_ranks else families
        for cards, totals in self._numbers:
            if found is None:
                return None
            found = self._pruned_by_number(found, cards, totals)
        again = self._of_ranks or self._numbers[1:]  # one bound alone has nothing left to prune
        return self.pruned(found) if again and found not in (None, families) else found

    def _pruned_by_rank(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        suit, counts, guards = self._suit, self._suit.counts, self._guards
        every = [suit.bounds(family) for family in families]
        room = self._most + guards - sum([counts[must] for must, _ in every])
        spare = sum([counts[may] for _, may in every]) + guards - self._least
        if room & spare & guards != guards:
            return None
        # each field holds its guard bit and the room left; if that is 0, adding seven does not reach the guard
        full, short = (suit.unpacked((guards & ~((left ^ guards) + 7 * (guards >> 3))) >> 3) for left in (room, spare))
        if not full and not short:
            return families
        return tuple(
            [
                family & suit.lacks[may & ~must & full] & suit.haves[may & ~must & short]
                for family, (must, may) in zip(families, every, strict=True)
            ]
        )

    def _pruned_by_number(
        self, families: tuple[int, ...], cards: tuple[int, ...], totals: int
    ) -> tuple[int, ...] | None:
        suit = self._suit
        spread = tuple([suit.spread(family, *cards) for family in families])
        feasible = addends(spread, totals) if cards[1:] else sums(spread, totals)
        if feasible is None or feasible == spread:
            return feasible and families
        return tuple([family & suit.numbered(some, *cards) for family, some in zip(families, feasible, strict=True)])


@lru_cache(maxsize=256)
def bounds_of(suit: Suit, least: RankCounts, most: RankCounts, counts: tuple[Count, ...]) -> Bounds:
    """Return the cached bounds."""
    return Bounds(suit, least, most, counts)


class Column(NamedTuple):
    """
    The demands on one hand, or on the undealt cards.

    Attributes:
        cells: for each suit the allowed holdings.
        options: the demands that some suit must serve, and what each suit can serve.
        sets: a rank's bit in a holding, and how many cards of the rank are demanded, if not all.
    """

    cells: tuple[int, ...]
    options: Options
    sets: tuple[tuple[int, int], ...]
    bounds: Bounds


@lru_cache(maxsize=256)
def column_of(hand: Demands, counts: tuple[Count, ...], *, minimal: bool) -> Column:
    """Return the column of *hand* with further *counts*; a *minimal* one has no lower bound of size."""
    suit, lowest = hand.suit, hand.suit.ranks[0]
    size = Count(suit.full, numbers(0 if minimal else hand.low, hand.high))
    least, most = (
        tuple(sorted((rank - lowest, count) for rank, count in each.items())) for each in (hand.least, hand.most)
    )
    sets = tuple((1 << index, count) for index, count in least if 0 < count < len(SUITS))
    bounds = bounds_of(suit, least, most, (size, *counts))
    every = options(hand.frozen, minimal=minimal)
    return Column(tuple([each.joint(0, every.every) for each in every.suits]), every, sets, bounds)


@lru_cache(maxsize=256)
def undealt_column(suit: Suit, sizes: int, counts: tuple[Count, ...]) -> Column:
    """Return the column of undealt cards; *sizes* is a bitset of allowed numbers of cards."""
    every = (suit.everything,) * len(SUITS)
    free = Options((Serving(((0, suit.everything),)),) * len(SUITS), 0)
    return Column(every, free, (), bounds_of(suit, (), (), (Count(suit.full, sizes), *counts)))


# A *cell* is the domain of one column in one suit: a family of holdings. Each card of a row goes to exactly one column.
# Each column bounds its size, the cards of each rank, and the demands that some suit must serve. `Grid.propagate`
# prunes the cells by these constraints, card by card and by numbers of cards; `Grid.propagate_partitions` prunes them
# by every partition of a suit. Neither removes a solution.


SUIT_INDICES = range(len(SUITS))
EVERY_ROW = (1 << len(SUITS)) - 1


@lru_cache(maxsize=8192)
def given_out(suit: Suit, families: tuple[int, ...]) -> tuple[int, ...] | None:
    """Prune *families* by giving each card of a suit to exactly one of them; `None` if that cannot be."""
    row, again = [*families], True
    while again:
        again = False
        taken = once = twice = 0
        every = [suit.bounds(family) for family in row]
        for must, may in every:
            if taken & must:
                return None
            taken |= must
            twice |= once & may
            once |= may
        if once != suit.full:
            return None
        once &= ~twice
        for number, (must, may) in enumerate(every):
            free = may & ~must
            if free & (taken | once):
                row[number] &= suit.lacks[free & taken] & suit.haves[free & once]
                again = True
        if not again:
            sizes = tuple([suit.spread(family, suit.full) for family in row])
            feasible = sums(sizes, 1 << len(suit.ranks))
            if feasible is None:
                return None
            for number, some in enumerate(feasible):
                if some != sizes[number]:
                    row[number] &= suit.numbered(some, suit.full)
                    again = True
    return tuple(row)


class Grid:
    """
    A search node.

    Attributes:
        cells: for each suit the domain of each column.
        served: for each suit the demands of each column to be served there.
        left: for each column the demands whose suit is undecided.
    """

    __slots__ = ("cells", "columns", "left", "served", "suit")

    def __init__(self, suit: Suit, columns: Sequence[Column]) -> None:
        self.suit, self.columns = suit, columns
        self.cells = [[column.cells[index] for column in columns] for index in SUIT_INDICES]
        self.served = [[0] * len(columns) for _ in SUIT_INDICES]
        self.left = [column.options.every for column in columns]

    def copy(self) -> Grid:
        found: Grid = object.__new__(Grid)
        found.suit, found.columns = self.suit, self.columns
        found.cells = [[*row] for row in self.cells]
        found.served = [[*row] for row in self.served]
        found.left = [*self.left]
        return found

    def serve(self, number: int, demand: int, index: int) -> int:
        """Decide that column *number* serves *demand* in the suit *index*; return the changed rows as bits."""
        self.left[number] ^= demand
        self.served[index][number] |= demand
        serving, left, changed = self.columns[number].options.suits, self.left[number], 0
        for each, (row, served) in enumerate(zip(self.cells, self.served, strict=True)):
            family = row[number] & serving[each].joint(served[number], left)
            if family != row[number]:
                row[number] = family
                changed |= 1 << each
        return changed

    def suits_for(self, number: int, demand: int) -> list[int]:
        """Return the suits in which an undecided demand can be served."""
        serving, left = self.columns[number].options.suits, self.left[number]
        return [
            index
            for index in SUIT_INDICES
            if self.cells[index][number] & serving[index].joint(self.served[index][number] | demand, left)
        ]

    def propagate(self, rows: int, columns: int) -> bool:
        """Propagate from the changed *rows* and *columns*, both bitsets; return whether every cell keeps a holding."""
        while rows or columns:
            if rows:
                index = rows.bit_length() - 1
                rows ^= 1 << index
                row = self.cells[index]
                found = given_out(self.suit, tuple(row))
                if found is None:
                    return False
                if found != (*row,):
                    columns |= sum([1 << number for number, family in enumerate(found) if family != row[number]])
                    self.cells[index] = [*found]
                continue
            number = columns.bit_length() - 1
            columns ^= 1 << number
            changed = self._propagate_forced(number) if self.left[number] else 0
            if changed < 0:
                return False
            families = tuple([row[number] for row in self.cells])
            found = self.columns[number].bounds.pruned(families)
            if found is None:
                return False
            if found != families:
                for index, family in enumerate(found):
                    if family != families[index]:
                        self.cells[index][number] = family
                        changed |= 1 << index
            rows |= changed
        return True

    def propagate_partitions(self) -> bool:
        """Prune by every partition of each suit until nothing changes; return whether every cell keeps a holding."""
        index, done = 0, 0
        while done < len(SUITS):
            row = self.cells[index]
            found = self.suit.parted(tuple(row))
            if found is None:
                return False
            changed = sum(1 << number for number, family in enumerate(found) if family != row[number])
            if changed:
                row[:] = found
                if not self.propagate(1 << index, changed):
                    return False
                done = 0
            done += 1
            index = (index + 1) % len(SUITS)
        return self._pairs_fit()

    def _pairs_fit(self) -> bool:
        """Return whether every two columns, and the rest, can have their joint sizes."""
        suit = self.suit
        for one, other, others, totals in _pairings(
            tuple([column.bounds.counts[0].numbers for column in self.columns])
        ):
            spreads = []
            for row in self.cells:
                rest = reduce(suit.joined, [row[number] for number in others])
                family = suit.joined(row[one], row[other]) & suit.mirrored(rest)
                spreads.append(suit.spread(family, suit.full))
            if sums(tuple(spreads), totals) is None:
                return False
        return True

    def _propagate_forced(self, number: int) -> int:
        """Serve demands that only one suit can; return the changed rows as bits, or -1 on a contradiction."""
        changed, again = 0, True
        while again:
            again = False
            for demand in bits(self.left[number]):
                suits = self.suits_for(number, demand)
                if not suits:
                    return -1
                if len(suits) == 1:
                    changed |= self.serve(number, demand, suits[0])
                    again = True
        return changed


@lru_cache(maxsize=256)
def _pairings(numbers: tuple[int, ...]) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """Return pairs of columns, the other columns, and the bitset of sums of the pair's sizes."""
    every = range(len(numbers))
    found = []
    for one, other in combinations(every, 2):
        others = tuple(number for number in every if number not in (one, other))
        if len(others) > 2 or (len(others) == 2 and one == 0):  # of two complementary pairs one is enough
            found.append((one, other, others, sum_of(numbers[one], numbers[other])))
    return tuple(found)


Holdings = tuple[tuple[int, ...], ...]

# The search branches first on the suit that serves each demand, taking the demand with the fewest suits left, then on
# the cards of each suit. It propagates after each branch. It ends with hands, or proves that there are none.


Row = tuple[int, ...]
"""For each column its holding of one suit."""


@lru_cache(maxsize=1024)
def deal_out(hands: tuple[Demands, ...], blanks: DealtBlanks | None, reserved: int) -> Holdings | None:
    """
    Return hands that meet all demands, or `None` if there are none; cached, because readings often demand the same.

    Where more cards never break a demand, a hand may be short; free cards fill it. The other seats have *reserved*
    cards or more. With *blanks*, the constraints of cartes blanches, *hands* must be the demands on all seats.
    """
    for grid in propagated(hands, blanks, reserved):
        found = _branch_on_demands(grid)
        if found is not None:
            return tuple(zip(*(row[:-1] for row in found), strict=True))
    return None


def propagated(hands: Sequence[Demands], blanks: DealtBlanks | None, reserved: int) -> Iterator[Grid]:
    """Yield a grid for each exchange that constraint propagation does not rule out."""
    suit = hands[0].suit
    minimal = [blanks is None and hand.accepts_extra for hand in hands]
    pack = len(SUITS) * len(suit.ranks)
    least = max(reserved, pack - sum(hand.high for hand in hands))
    most = pack - sum(0 if extra else hand.low for hand, extra in zip(hands, minimal, strict=True))

    def grid_of(counts: Sequence[tuple[Count, ...]]) -> Iterator[Grid]:
        columns = [
            column_of(hand, count, minimal=extra) for hand, count, extra in zip(hands, counts, minimal, strict=False)
        ]
        grid = Grid(suit, [*columns, undealt_column(suit, numbers(least, most), counts[-1])])
        if grid.propagate(EVERY_ROW, (1 << len(grid.columns)) - 1):
            yield grid

    if blanks is None:
        yield from grid_of([*map(_played, hands), ()])
    elif any(grid_of(_dealt(hands, blanks, most, blanks.taken))):
        for took in blanks.exchanges:
            yield from grid_of(_dealt(hands, blanks, most, [range(each, each + 1) for each in took]))


def _played(hand: Demands) -> tuple[Count, ...]:
    """Return the counts of the cards that *hand* played."""
    played = Count(hand.counting, numbers(hand.high_cards, hand.high - hand.low_cards))
    return (played,) if hand.counting else ()


def _dealt(hands: Sequence[Demands], blanks: DealtBlanks, most: int, took: Sequence[range]) -> list[tuple[Count, ...]]:
    """
    Return the further counts of each hand and of the undealt cards (at *most*) if cartes blanches were dealt.

    A hand dealt blank has no more court cards than it *took*, and its discards lie, plain, outside all hands. Each hand
    has the court cards that the others cannot.
    """
    suit = hands[0].suit
    courts = sum(map(suit.bit, blanks.ranks))
    plain = suit.full ^ courts
    thrown = sum(cards[0] for cards, blank in zip(took, blanks.blank, strict=True) if blank)
    highs = [
        cards[-1] if blank else hand.most_of(blanks.ranks)
        for hand, cards, blank in zip(hands, took, blanks.blank, strict=True)
    ]
    spare = sum(highs) + most - thrown - blanks.court
    counts = []
    for hand, high in zip(hands, highs, strict=True):
        bounded = [rank for rank in hand.most if rank not in blanks.ranks]
        others = plain & ~sum(map(suit.bit, bounded))
        counts.append(
            (
                Count(courts, numbers(max(0, high - spare), high)),
                *_played(hand),
                Count(others, numbers(max(0, hand.low - high - hand.most_of(bounded)), blanks.plain), joined=False),
            )
        )
    return [*counts, (Count(plain, numbers(thrown, blanks.plain)),)]


def _branch_on_demands(grid: Grid) -> list[Row] | None:
    """Branch on the suits that serve the undecided demands, then on cards; return a row per suit."""
    ways = _branches(grid)
    if ways is None:
        return _assign_cards(grid)
    for further, number, rows in ways:
        if further.propagate(rows, 1 << number):
            found = _branch_on_demands(further)
            if found is not None:
                return found
    return None


Branch = tuple[Grid, int, int]
"""A grid after a decision, the column it was made for, and the changed rows as bits."""


def _branches(grid: Grid) -> Iterator[Branch] | None:
    """Yield the branches of the most constrained decision; return `None` if nothing is undecided."""
    fewest, ways = len(SUITS) * len(SUITS), None
    for number, column in enumerate(grid.columns):
        for demand in bits(grid.left[number]):
            suits = grid.suits_for(number, demand)
            if len(suits) < fewest:
                fewest, ways = len(suits), _serving_branches(grid, number, demand, suits)
        for card, count in column.sets:
            every = [grid.suit.bounds(row[number]) for row in grid.cells]
            lacking = count - sum(bool(must & card) for must, _ in every)
            able = [index for index, (must, may) in enumerate(every) if may & ~must & card]
            chosen = [*combinations(able, lacking)] if lacking > 0 else []
            if chosen and len(chosen) < fewest:
                fewest, ways = len(chosen), _set_branches(grid, number, card, chosen)
    return ways


def _serving_branches(grid: Grid, number: int, demand: int, suits: Sequence[int]) -> Iterator[Branch]:
    """Yield a branch for each of *suits* to serve a demand; symmetric suits count once."""
    signatures = _signatures(grid)
    for index in suits:
        if signatures.index(signatures[index]) == index:
            further = grid.copy()
            rows = further.serve(number, demand, index)
            yield further, number, rows


def _set_branches(grid: Grid, number: int, card: int, ways: Sequence[tuple[int, ...]]) -> Iterator[Branch]:
    """Yield a branch for each choice of suits that provide cards of a rank; symmetric choices count once."""
    signatures = _signatures(grid)
    tried = []
    for indices in ways:
        kind = sorted(signatures.index(signatures[index]) for index in indices)
        if kind not in tried:
            tried.append(kind)
            further = grid.copy()
            for index in indices:
                further.cells[index][number] &= grid.suit.haves[card]
            yield further, number, sum(1 << index for index in indices)


def _signatures(grid: Grid) -> list[tuple[object, ...]]:
    """Return for each suit a key that is equal for symmetric suits."""
    serving = zip(*(column.options.suits for column in grid.columns), strict=True)
    return [(*row, *served, *each) for row, served, each in zip(grid.cells, grid.served, serving, strict=True)]


def _assign_cards(grid: Grid) -> list[Row] | None:
    """Return a row per suit once all demands have a suit."""
    found = _greedy(grid)
    if found is None and grid.propagate_partitions():
        found = _greedy(grid) or _backtrack(grid, set())
    return found


GREEDY_ROWS = 3
"""Rows tried for each suit before the search falls back to backtracking."""


def _greedy(grid: Grid) -> list[Row] | None:
    """Fix one suit after another without backtracking. `None` proves nothing."""
    ways = [max([family.bit_count() for family in row]) for row in grid.cells]
    index = min(SUIT_INDICES, key=lambda index: (ways[index] == 1, ways[index]))
    if ways[index] == 1:
        return _solution(grid)
    for row in islice(_rows(grid, index), GREEDY_ROWS):
        further, changed = grid.copy(), 0
        for number, holding in enumerate(row):
            if further.cells[index][number] != 1 << holding:
                further.cells[index][number] = 1 << holding
                changed |= 1 << number
        if further.propagate(0, changed):
            return _greedy(further)
    return None


def _backtrack(grid: Grid, dead_ends: set[tuple[Row, ...]]) -> list[Row] | None:
    """
    Branch on numbers of cards, then on cards. `None` proves that there is no solution.

    Suits are alike once all demands have one, so *dead_ends* has their cells in no order.
    """
    cells = tuple(sorted(map(tuple, grid.cells)))
    if cells in dead_ends:
        return None
    suit, fewest, chosen = grid.suit, 0, None
    for index, row in enumerate(grid.cells):
        for number, family in enumerate(row):
            if family & (family - 1):
                for nth, count in enumerate(grid.columns[number].bounds.counts):
                    ways = suit.spread(family, count.cards).bit_count()
                    ways = ways + 10 * nth if ways > 1 else 30 + family.bit_count()
                    if chosen is None or ways < fewest:
                        fewest, chosen = ways, (index, number, count)
    if chosen is None:
        return _solution(grid)
    index, number, count = chosen
    family = grid.cells[index][number]
    for part in _by_number(suit, family, count) if fewest <= 30 else _by_card(suit, family):
        further = grid.copy()
        further.cells[index][number] = part
        if further.propagate(1 << index, 1 << number) and further.propagate_partitions():
            found = _backtrack(further, dead_ends)
            if found is not None:
                return found
    dead_ends.add(cells)
    return None


def _by_number(suit: Suit, family: int, count: Count) -> list[int]:
    """Split *family* by its number of counted cards, those nearest a quarter of the largest total first."""
    quarter = (count.numbers.bit_length() - 1) // len(SUITS)
    every = [(abs(many - quarter), family & some) for many, some in suit.by_number(count.cards).items()]
    return [some for _, some in sorted(every) if some]


def _by_card(suit: Suit, family: int) -> list[int]:
    """Split *family* by the highest card that some but not all of its holdings have."""
    must, may = suit.bounds(family)
    card = 1 << (may & ~must).bit_length() - 1
    return [family & suit.haves[card], family & suit.lacks[card]]


def _solution(grid: Grid) -> list[Row]:
    """Return the only holding in each cell."""
    return [tuple([family.bit_length() - 1 for family in row]) for row in grid.cells]


def _rows(grid: Grid, index: int) -> Iterator[Row]:
    """Yield every partition of a suit among the columns, sizes near a quarter of each hand first."""
    row = grid.cells[index]
    order = sorted(range(len(row)), key=lambda number: row[number].bit_count())
    sizes = [column.bounds.counts[0] for column in grid.columns]
    yield from _row(grid.suit, row, order, sizes, [0] * len(row))


def _row(
    suit: Suit, row: Sequence[int], order: Sequence[int], sizes: Sequence[Count], held: list[int]
) -> Iterator[Row]:
    """Yield the partitions that extend *held*, for the columns in *order*."""
    used = sum(held)
    number, *others = order
    if not others:
        held[number] = suit.full ^ used
        yield tuple(held)
        held[number] = 0
        return
    family = row[number] & suit.lacks[used]
    if len(others) == 1:
        family &= (suit.mirrored(row[others[0]]) & suit.haves[used]) >> used
    for part in _by_number(suit, family, sizes[number]):
        for holding in members(part):
            held[number] = holding
            yield from _row(suit, row, others, sizes, held)
    held[number] = 0
