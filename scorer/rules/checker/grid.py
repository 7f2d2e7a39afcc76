"""The grid: a row for each suit and a column for each hand, to deal hands to any number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice, product
from typing import NamedTuple

from .demands import Dealt, Demands, FrozenDemands
from .holdings import FIELD, SUITS, Suit
from .search import Holdings
from .single_hand import Families, Need, options

# Sums


def numbers(low: int, high: int) -> int:
    """The numbers from *low* to *high*, as bits."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def bits(number: int) -> Iterator[int]:
    """The bits of a number, each as a number."""
    while number:
        low = number & -number
        yield low
        number ^= low


@lru_cache(maxsize=65536)
def sums(numbers: tuple[int, ...], totals: int) -> tuple[int, ...] | None:
    """
    Several *numbers*, each as the bits of what it can be, without those that never add up to one of *totals*.

    >>> sums((0b110, 0b11, 0b10000), 1 << 5)
    (2, 1, 16)
    """
    before = [1]
    for number in numbers[:-1]:
        before.append(sum_of(before[-1], number))
    found = []
    for number, so_far in zip(reversed(numbers), reversed(before), strict=True):
        kept = number & _less(totals, so_far)
        if not kept:
            return None
        found.append(kept)
        totals = _less(totals, kept)
    return tuple(reversed(found))


def sum_of(numbers: int, others: int) -> int:
    """What one of *numbers* and one of *others* can be together."""
    found = 0
    for other in bits(others):
        found |= numbers << other.bit_length() - 1
    return found


def _less(numbers: int, others: int) -> int:
    """What one of *numbers* can be without one of *others*."""
    found = 0
    for other in bits(others):
        found |= numbers >> other.bit_length() - 1
    return found


# Columns


class Count(NamedTuple):
    """How many of some cards of each suit there are to be, all suits together: the numbers as bits."""

    cards: int
    numbers: int


class Column(NamedTuple):
    """
    What is demanded of one hand, or of what is left over.

    Attributes:
        cells: for each suit what it can be.
        serving: for each suit what of the demands it can serve, as `options` finds it.
        every: the demands that some suit must serve, as bits.
        sets: a rank's card in each suit, and how many of the rank are demanded, if not all.
        least: the fewest cards of each rank, as packed counts.
        most: the most.
        counts: how many cards it can have, and what else is counted.
    """

    cells: tuple[int, ...]
    serving: tuple[Families, ...]
    every: int
    sets: tuple[tuple[int, int], ...]
    least: int
    most: int
    counts: tuple[Count, ...]


def column_of(hand: Demands, counts: tuple[Count, ...]) -> Column:
    """The column of a hand, of which some cards are counted beside all; one that is loose may stay short of cards."""
    most = tuple((int(rank), count) for rank, count in hand.most.items())
    return _column(hand.frozen, most, counts)


@lru_cache(maxsize=1024)
def _column(hand: FrozenDemands, most: tuple[tuple[int, int], ...], counts: tuple[Count, ...]) -> Column:
    suit, lowest = hand.suit, hand.suit.ranks[0]
    serving = tuple(each.serving for each in options(hand, nought=False))
    every = Need(hand).every
    counted = [(rank - lowest, count) for rank, count in hand.least if count > 0]
    return Column(
        tuple(joint(families, 0, every) for families in serving),
        serving,
        every,
        tuple((1 << place, count) for place, count in counted if count < len(SUITS)),
        sum(count << FIELD * place for place, count in counted),
        len(SUITS) * suit.counts[suit.full]
        - sum(len(SUITS) - count << FIELD * (rank - lowest) for rank, count in most),
        (Count(suit.full, numbers(0 if hand.is_loose else hand.low, hand.high)), *counts),
    )


def left_over(suit: Suit, sizes: int, counts: tuple[Count, ...]) -> Column:
    """The column of the cards that are in none of the hands in question, so many as one of *sizes*, as bits."""
    every, most = suit.everything, len(SUITS) * suit.counts[suit.full]
    serving = (((0, every),),) * len(SUITS)
    return Column((every,) * len(SUITS), serving, 0, (), 0, most, (Count(suit.full, sizes), *counts))


def joint(families: Families, served: int, left: int) -> int:
    """What a suit can be that serves *served*, and beside it nothing but what is *left*."""
    found = 0
    for each, family in families:
        if not served & ~each and not each & ~(served | left):
            found |= family
    return found


# The grid
#
# A *cell* is what a column can hold of a suit, a family of holdings. Two kinds
# of rules bind the cells: the cards of a row go to its columns, each to just
# one; and each column has its number of cards, no more and no fewer of a rank
# than are demanded, and in some suit each point and run. What follows from them
# is drawn card by card and by the numbers of cards (`settle`), and where that is
# not enough by every way to part a suit (`part`); nothing that can be is lost.


PLACES = range(len(SUITS))
EVERY_ROW = (1 << len(SUITS)) - 1


class Grid:
    """
    How far the dealing out has come.

    Attributes:
        suit: the suits of the pack.
        columns: what is demanded of each.
        cells: row by row what each column can still be.
        served: row by row which demands of each column are to be served there.
        left: the demands of each column of which that is not decided.
    """

    __slots__ = ("_guards", "cells", "columns", "left", "served", "suit")

    def __init__(self, suit: Suit, columns: Sequence[Column]) -> None:
        self.suit, self.columns = suit, columns
        self._guards = suit.counts[suit.full] << FIELD - 1
        self.cells = [[column.cells[place] for column in columns] for place in PLACES]
        self.served = [[0] * len(columns) for _ in PLACES]
        self.left = [column.every for column in columns]

    def copy(self) -> Grid:
        """Another that can be changed apart from this one."""
        found: Grid = object.__new__(Grid)
        found.suit, found.columns, found._guards = self.suit, self.columns, self._guards
        found.cells = [[*row] for row in self.cells]
        found.served = [[*row] for row in self.served]
        found.left = [*self.left]
        return found

    def serve(self, number: int, demand: int, place: int) -> int:
        """Decide that a column serves a demand in the suit of *place*; the rows that changed, as bits."""
        self.left[number] ^= demand
        self.served[place][number] |= demand
        serving, left, changed = self.columns[number].serving, self.left[number], 0
        for each, (row, served) in enumerate(zip(self.cells, self.served, strict=True)):
            family = row[number] & joint(serving[each], served[number], left)
            if family != row[number]:
                row[number] = family
                changed |= 1 << each
        return changed

    def suits_for(self, number: int, demand: int) -> list[int]:
        """The places of the suits in which a demand that is left can be served."""
        serving, left = self.columns[number].serving, self.left[number]
        return [
            place
            for place in PLACES
            if self.cells[place][number] & joint(serving[place], self.served[place][number] | demand, left)
        ]

    def settle(self, rows: int, columns: int) -> bool:
        """Draw what follows, *rows* and *columns* having changed; whether there can still be hands."""
        while rows or columns:
            if rows:
                place = rows.bit_length() - 1
                rows ^= 1 << place
                changed = self._row(self.cells[place])
                if changed < 0:
                    return False
                columns |= changed
            else:
                number = columns.bit_length() - 1
                columns ^= 1 << number
                changed = self._forced(number) if self.left[number] else 0
                changed = -1 if changed < 0 else self._column(number, changed)
                if changed < 0:
                    return False
                rows |= changed
        return True

    def part(self) -> bool:
        """Draw what follows from every way to part each suit, and from that; whether there can still be hands."""
        place, done = 0, 0
        while done < len(SUITS):
            row = self.cells[place]
            found = self.suit.parted(tuple(row))
            if found is None:
                return False
            changed = sum(1 << number for number, family in enumerate(found) if family != row[number])
            if changed:
                row[:] = found
                if not self.settle(1 << place, changed):
                    return False
                done = 0
            done += 1
            place = (place + 1) % len(SUITS)
        return self._pairs()

    def _pairs(self) -> bool:
        """Whether every two columns, and the others with them, can have so many cards as they need between them."""
        suit = self.suit
        for one, other, others, totals in _pairings(tuple([column.counts[0].numbers for column in self.columns])):
            spreads = []
            for row in self.cells:
                rest = reduce(suit.joined, [row[number] for number in others])
                family = suit.joined(row[one], row[other]) & suit.mirrored(rest)
                spreads.append(suit.spread(family, suit.full))
            if sums(tuple(spreads), totals) is None:
                return False
        return True

    def _row(self, row: list[int]) -> int:
        """Draw what follows from each card's going to one column; the columns that changed, or -1 if it cannot be."""
        suit, changed, again = self.suit, 0, True
        while again:
            again = False
            taken = once = twice = 0
            every = [suit.bounds(family) for family in row]
            for must, may in every:
                if taken & must:
                    return -1
                taken |= must
                twice |= once & may
                once |= may
            if once != suit.full:
                return -1
            once &= ~twice
            for number, (must, may) in enumerate(every):
                free = may & ~must
                if free & (taken | once):
                    row[number] &= suit.lacks[free & taken] & suit.haves[free & once]
                    changed |= 1 << number
                    again = True
            if not again:
                sizes = tuple([suit.spread(family, suit.full) for family in row])
                kept = sums(sizes, 1 << len(suit.ranks))
                if kept is None:
                    return -1
                for number, some in enumerate(kept):
                    if some != sizes[number]:
                        row[number] &= suit.numbered(some, suit.full)
                        changed |= 1 << number
                        again = True
        return changed

    def _forced(self, number: int) -> int:
        """Serve what a column can serve in one suit only; the rows that changed, or -1 if it cannot serve something."""
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

    def _column(self, number: int, changed: int) -> int:
        """Draw what follows from what is counted of a column; the rows that changed with it, or -1 if it cannot be."""
        suit, column, counts, guards = self.suit, self.columns[number], self.suit.counts, self._guards
        families = [row[number] for row in self.cells]
        every = [suit.bounds(family) for family in families]
        room = column.most + guards - sum([counts[must] for must, _ in every])
        if room & guards != guards:
            return -1
        # a field holds its guard and what is left of it: where nothing is, adding seven does not reach the guard
        full = suit.unpacked((guards & ~((room ^ guards) + 7 * (guards >> 3))) >> 3)
        short = 0
        if column.least:
            spare = sum([counts[may] for _, may in every]) + guards - column.least
            if spare & guards != guards:
                return -1
            short = suit.unpacked((guards & ~((spare ^ guards) + 7 * (guards >> 3))) >> 3)
        if full or short:
            for place, (must, may) in enumerate(every):
                free = may & ~must
                if free & (full | short):
                    families[place] &= suit.lacks[free & full] & suit.haves[free & short]
        for cards, totals in column.counts:
            spread = tuple([suit.spread(family, cards) for family in families])
            kept = sums(spread, totals)
            if kept is None:
                return -1
            for place, some in enumerate(kept):
                if some != spread[place]:
                    families[place] &= suit.numbered(some, cards)
        found = 0
        for place, family in enumerate(families):
            if family != self.cells[place][number]:
                self.cells[place][number] = family
                found |= 1 << place
        return self._column(number, changed | found) if found else changed


@lru_cache(maxsize=256)
def _pairings(numbers: tuple[int, ...]) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """Every two of several columns, the others, and the cards that both can have together, by the *numbers* of each."""
    every = range(len(numbers))
    found = []
    for one, other in combinations(every, 2):
        others = tuple(number for number in every if number not in (one, other))
        if len(others) > 2 or (len(others) == 2 and one == 0):  # two pairs of four are told by one of them
            found.append((one, other, others, sum_of(numbers[one], numbers[other])))
    return tuple(found)


# Dealing out
#
# It is decided first in which suit each thing is that somebody is to hold, the
# one with the fewest suits left first; then suit by suit who has which cards.
# After each decision whatever follows from it is drawn (`scorer.rules.checker.grid`),
# so that what cannot be is mostly seen at once. The search ends with hands, or
# with the certainty that there are none.
#
# For two hands `scorer.rules.checker.search` does the same by the states of
# each; with more there are too many of these to be told apart.


Row = tuple[int, ...]
"""For each column its holding of one suit."""


def deal_out(hands: Sequence[Demands], known: Dealt | None, reserved: int) -> Holdings | None:
    """
    Hands that meet all demands, or `None` if there are none.

    A hand that more cards never harm may be found short of cards; any that
    are left over fill it.

    Args:
        hands: the demands on each seat in question.
        known: what a carte blanche says of the hands as dealt; then every seat is in question.
        reserved: the fewest cards of the hands that are not.
    """
    for grid in begun(hands, known, reserved):
        found = _placed(grid)
        if found is not None:
            return tuple(zip(*(row[:-1] for row in found), strict=True))
    return None


def begun(hands: Sequence[Demands], known: Dealt | None, reserved: int) -> Iterator[Grid]:
    """The grid to deal out, for each way to have exchanged cards that is not seen at once to be none."""
    suit = hands[0].suit
    for hand in hands:
        hand.is_loose = known is None and hand.low == hand.high and hand.is_boundless
    pack = len(SUITS) * len(suit.ranks)
    least = max(reserved, pack - sum(hand.high for hand in hands))
    most = pack - sum(0 if hand.is_loose else hand.low for hand in hands)
    for counts in _counts(hands, known, most):
        columns = [column_of(hand, count) for hand, count in zip(hands, counts, strict=False)]
        grid = Grid(suit, [*columns, left_over(suit, numbers(least, most), counts[-1])])
        if grid.settle(EVERY_ROW, (1 << len(grid.columns)) - 1) and grid.part():
            yield grid


def _counts(hands: Sequence[Demands], known: Dealt | None, most: int) -> Iterator[list[tuple[Count, ...]]]:
    """
    For each way in which cards can have been exchanged what is counted of each hand, and of what is left over.

    A hand that was dealt blank has no more court cards than it took, and what
    it threw away for them lies, plain, outside all hands. The court cards that
    the others cannot have are in each hand.

    Args:
        hands: the demands on each seat.
        known: what a carte blanche says of the hands as dealt.
        most: the most cards that are left over.
    """
    if known is None:
        yield [()] * (len(hands) + 1)
        return
    suit, pack = hands[0].suit, known.court + known.plain
    courts = sum(map(suit.bit, known.ranks))
    plain = suit.full ^ courts
    for took in product(*known.taken):
        each = [*zip(hands, took, known.blank, strict=True)]
        thrown = sum(cards for _, cards, blank in each if blank)
        highs = [cards if blank else hand.most_of(known.ranks) for hand, cards, blank in each]
        spare = sum(highs) + most - thrown - known.court
        counts: list[tuple[Count, ...]] = [
            (Count(courts, numbers(max(0, high - spare), high)), Count(plain, numbers(max(0, hand.low - high), pack)))
            for hand, high in zip(hands, highs, strict=True)
        ]
        yield [*counts, (Count(plain, numbers(thrown, pack)),)]


def _placed(grid: Grid) -> list[Row] | None:
    """For each suit who has what of it, it being still to be decided in which the things are that are to be held."""
    ways = _decisions(grid)
    if ways is None:
        return _dealt(grid)
    for further, number, rows in ways:
        if further.settle(rows, 1 << number):
            found = _placed(further)
            if found is not None:
                return found
    return None


Decided = tuple[Grid, int, int]
"""A grid in which something more is decided, for which column, and the rows that changed."""


def _decisions(grid: Grid) -> Iterator[Decided] | None:
    """Each way to decide what is most nearly decided; `None` if everything is."""
    fewest, ways = len(SUITS) * len(SUITS), None
    for number, column in enumerate(grid.columns):
        for demand in bits(grid.left[number]):
            suits = grid.suits_for(number, demand)
            if len(suits) < fewest:
                fewest, ways = len(suits), _serving(grid, number, demand, suits)
        for card, count in column.sets:
            every = [grid.suit.bounds(row[number]) for row in grid.cells]
            lacking = count - sum(bool(must & card) for must, _ in every)
            able = [place for place, (must, may) in enumerate(every) if may & ~must & card]
            chosen = [*combinations(able, lacking)] if lacking > 0 else []
            if chosen and len(chosen) < fewest:
                fewest, ways = len(chosen), _having(grid, number, card, chosen)
    return ways


def _serving(grid: Grid, number: int, demand: int, suits: Sequence[int]) -> Iterator[Decided]:
    """Each way to serve a demand in one of *suits*; of suits that are alike one is enough."""
    kinds = _kinds(grid)
    for place in suits:
        if kinds.index(kinds[place]) == place:
            further = grid.copy()
            rows = further.serve(number, demand, place)
            yield further, number, rows


def _having(grid: Grid, number: int, card: int, ways: Sequence[tuple[int, ...]]) -> Iterator[Decided]:
    """Each way to have cards of a rank in some suits; of suits that are alike it is all one in which."""
    kinds = _kinds(grid)
    tried = []
    for places in ways:
        kind = sorted(kinds.index(kinds[place]) for place in places)
        if kind not in tried:
            tried.append(kind)
            further = grid.copy()
            for place in places:
                further.cells[place][number] &= grid.suit.haves[card]
            yield further, number, sum(1 << place for place in places)


def _kinds(grid: Grid) -> list[tuple[object, ...]]:
    """All that tells one suit from another."""
    serving = zip(*(column.serving for column in grid.columns), strict=True)
    return [(*row, *served, *each) for row, served, each in zip(grid.cells, grid.served, serving, strict=True)]


def _dealt(grid: Grid) -> list[Row] | None:
    """For each suit who has what of it, everything else being decided."""
    if not grid.part():
        return None
    return _as_it_comes(grid) or _bit_by_bit(grid)


TRIED = 3
"""Ways to deal out a suit that are tried before it is looked into what the others allow."""


def _as_it_comes(grid: Grid) -> list[Row] | None:
    """
    The same, if dealing out one suit after the other comes to it; mostly the cards lie as easily one way as another.

    `None` proves nothing.
    """
    ways = [max([family.bit_count() for family in row]) for row in grid.cells]
    place = min(PLACES, key=lambda place: (ways[place] == 1, ways[place]))
    if ways[place] == 1:
        return _only(grid)
    for row in islice(_rows(grid, place), TRIED):
        further, changed = grid.copy(), 0
        for number, holding in enumerate(row):
            if further.cells[place][number] != 1 << holding:
                further.cells[place][number] = 1 << holding
                changed |= 1 << number
        if further.settle(0, changed):
            return _as_it_comes(further)
    return None


def _bit_by_bit(grid: Grid) -> list[Row] | None:
    """The same, or certainly `None`: first is decided how many cards everybody has of each suit, then card by card."""
    suit, fewest, chosen = grid.suit, 0, None
    for place, row in enumerate(grid.cells):
        for number, family in enumerate(row):
            if family & (family - 1):
                for index, count in enumerate(grid.columns[number].counts):
                    ways = suit.spread(family, count.cards).bit_count()
                    ways = ways + 10 * index if ways > 1 else 30 + family.bit_count()
                    if chosen is None or ways < fewest:
                        fewest, chosen = ways, (place, number, count)
    if chosen is None:
        return _only(grid)
    place, number, count = chosen
    family = grid.cells[place][number]
    for part in _by_number(suit, family, count) if fewest <= 30 else _by_card(suit, family):
        further = grid.copy()
        further.cells[place][number] = part
        if further.settle(1 << place, 1 << number) and further.part():
            found = _bit_by_bit(further)
            if found is not None:
                return found
    return None


def _by_number(suit: Suit, family: int, count: Count) -> list[int]:
    """*family* parted by the number of cards that are counted, those nearest to a quarter of the most first."""
    quarter = (count.numbers.bit_length() - 1) // len(SUITS)
    every = [(abs(many - quarter), family & some) for many, some in enumerate(suit.by_number(count.cards))]
    return [some for _, some in sorted(every) if some]


def _by_card(suit: Suit, family: int) -> list[int]:
    """*family* parted by the highest card that not all have."""
    must, may = suit.bounds(family)
    card = 1 << (may & ~must).bit_length() - 1
    return [family & suit.haves[card], family & suit.lacks[card]]


def _only(grid: Grid) -> list[Row]:
    """What is in each cell, there being one holding in each."""
    return [tuple([family.bit_length() - 1 for family in row]) for row in grid.cells]


def _quarter(grid: Grid, number: int) -> int:
    """About a quarter of the cards of a column."""
    return (grid.columns[number].counts[0].numbers.bit_length() - 1) // len(SUITS)


def _rows(grid: Grid, place: int) -> Iterator[Row]:
    """Every way to deal out the suit of *place*, to each hand about a quarter of its cards first."""
    row = grid.cells[place]
    order = sorted(range(len(row)), key=lambda number: row[number].bit_count())
    quarters = [_quarter(grid, number) for number in range(len(row))]
    yield from _row(grid.suit, row, order, quarters, [0] * len(row))


def _row(
    suit: Suit, row: Sequence[int], order: Sequence[int], quarters: Sequence[int], held: list[int]
) -> Iterator[Row]:
    """The same, for the columns of *order*, the others holding what is *held*."""
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
    for sized in sorted(suit.sized, key=lambda sized: abs(suit.sized.index(sized) - quarters[number])):
        for some in bits(family & sized):
            held[number] = some.bit_length() - 1
            yield from _row(suit, row, others, quarters, held)
    held[number] = 0
