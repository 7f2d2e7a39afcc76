"""
Dealing out: hands for any number of seats that meet every demand at once.

It is decided first in which suit each thing is that somebody is to hold, the
one with the fewest suits left first; then suit by suit who has which cards.
After each decision whatever follows from it is drawn (`scorer.rules.feasibility.grid`),
so that what cannot be is mostly seen at once. The search ends with hands, or
with the certainty that there are none.

For two hands `scorer.rules.feasibility.search` does the same by the states of
each; with more there are too many of these to be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from .columns import Count, column_of, left_over
from .dealt import Dealt
from .demands import Demands
from .grid import EVERY_ROW, PLACES, Grid
from .holdings import SUITS, Suit
from .search import Holdings
from .sums import bits, numbers

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
