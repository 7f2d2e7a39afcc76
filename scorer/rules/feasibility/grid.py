"""
The grid: the cards of a deal, a row for each suit and a column for each hand and for what is left over.

A *cell* is what a column can hold of a suit, a family of holdings. Two kinds
of rules bind the cells: the cards of a row go to its columns, each to just
one; and each column has its number of cards, no more and no fewer of a rank
than are demanded, and in some suit each point and run. What follows from them
is drawn card by card and by the numbers of cards (`settle`), and where that is
not enough by every way to part a suit (`part`); nothing that can be is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import combinations

from .columns import Column, joint
from .families import FIELD
from .holdings import SUITS, Suit
from .sums import bits, sum_of, sums

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
