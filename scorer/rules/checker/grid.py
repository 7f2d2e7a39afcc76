"""Constraint propagation and search over a grid of suits and hands, for any number of hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

from .columns import Column, Count, State, column_alone, column_of, numbers, played, undealt_column
from .demands import DealtBlanks, Demands
from .holdings import SUITS, SuitHoldings, members

# A *cell* is the domain of one column in one suit: a family of holdings. Each card of a row goes to
# exactly one column. Each column bounds its size, the cards of each rank, and the demands that some
# suit must serve. `Grid.propagate` prunes the cells by these constraints, card by card and by
# numbers of cards; `Grid.propagate_partitions` prunes them by every partition of a suit. Neither
# removes a solution.


SUIT_INDICES = range(len(SUITS))
EVERY_ROW = (1 << len(SUITS)) - 1


@lru_cache(maxsize=8192)
def given_out(suit: SuitHoldings, families: tuple[int, ...]) -> tuple[int, ...] | None:
    """Prune *families* by giving each card of a suit to exactly one of them;
    `None` if that cannot be.
    """
    row = [*families]
    again = True
    while again:
        again = False
        taken = 0  # the cards that some hand must have
        once = 0  # those that some hand may have; in the end, those that only one may
        twice = 0  # those that several may
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
                # what another hand must have is lost, and what no other may have is taken
                row[number] &= suit.lacks[free & taken] & suit.haves[free & once]
                again = True
    return tuple(row)


class Grid:
    """A search node: the state of each column."""

    __slots__ = ("columns", "states", "suit")

    def __init__(
        self, suit: SuitHoldings, columns: Sequence[Column], states: Sequence[State]
    ) -> None:
        self.suit = suit
        self.columns = columns
        self.states = [*states]

    def copy(self) -> Grid:
        return Grid(self.suit, self.columns, self.states)

    def row(self, index: int) -> tuple[int, ...]:
        return tuple([state.cells[index] for state in self.states])

    def narrow(self, number: int, index: int, family: int) -> None:
        """Leave only the holdings of *family* to column *number* in the suit *index*."""
        cells, served, left = self.states[number]
        narrowed = (*cells[:index], family, *cells[index + 1 :])
        self.states[number] = State(narrowed, served, left)

    def propagate(self, rows: int, columns: int) -> bool:
        """Propagate from the changed *rows* and *columns*, both bitsets;
        return whether every cell keeps a holding.
        """
        while rows or columns:
            if rows:
                index = rows.bit_length() - 1
                rows ^= 1 << index
                row = self.row(index)
                found = given_out(self.suit, row)
                if found is None:
                    return False
                if found != row:
                    for number, family in enumerate(found):
                        if family != row[number]:
                            self.narrow(number, index, family)
                            columns |= 1 << number
                continue
            number = columns.bit_length() - 1
            columns ^= 1 << number
            state = self.states[number]
            settled = self.columns[number].settled(state)
            if settled is None:
                return False
            rows |= self.settle(number, settled)
        return True

    def settle(self, number: int, state: State) -> int:
        """Set the state of column *number*; return the changed rows as bits."""
        was = self.states[number].cells
        self.states[number] = state
        if was == state.cells:
            return 0
        return sum([1 << index for index in SUIT_INDICES if state.cells[index] != was[index]])

    def propagate_partitions(self) -> bool:
        """Prune by every partition of each suit until nothing changes;
        return whether every cell keeps a holding.
        """
        index = 0
        done = 0
        while done < len(SUITS):
            row = self.row(index)
            found = self.suit.parted(row)
            if found is None:
                return False
            changed = [number for number, family in enumerate(found) if family != row[number]]
            if changed:
                for number in changed:
                    self.narrow(number, index, found[number])
                if not self.propagate(1 << index, sum(1 << number for number in changed)):
                    return False
                done = 0
            done += 1
            index = (index + 1) % len(SUITS)
        return True


Holdings = tuple[tuple[int, ...], ...]

# The search branches first on the suit that serves each demand, taking the demand with the fewest
# suits left, then on the cards of each suit. It propagates after each branch. It ends with hands,
# or proves that there are none.


Row = tuple[int, ...]
"""For each column its holding of one suit."""


def deal_out(
    hands: Sequence[Demands], blanks: DealtBlanks | None, reserved: int
) -> Holdings | None:
    """Return hands that meet all demands, or `None` if there are none.

    Where more cards never break a demand, a hand may be short; free cards fill it. The other seats
    have *reserved* cards or more. With *blanks*, the constraints of cartes blanches, *hands* must
    be the demands on all seats.
    """
    for columns in columns_of(hands, blanks, reserved):
        found = _solution_of(columns)
        if found is not None:
            *holdings, _undealt = zip(*found, strict=True)
            return tuple(holdings)
    return None


@lru_cache(maxsize=1024)
def _solution_of(columns: tuple[Column, ...]) -> list[Row] | None:
    """Return a row per suit, or `None`; cached, because readings often demand the same."""
    grid = propagated(columns)
    return None if grid is None else _branch_on_demands(grid.copy())


def columns_of(
    hands: Sequence[Demands], blanks: DealtBlanks | None, reserved: int
) -> Iterator[tuple[Column, ...]]:
    """Yield the columns of *hands* and of the undealt cards;
    with *blanks* for each possible exchange.
    """
    suit = hands[0].suit
    pack = len(SUITS) * len(hands[0].suit.ranks)
    least = max(reserved, pack - sum([hand.high for hand in hands]))
    if blanks is None:
        most = pack - sum([0 if hand.accepts_extra else hand.low for hand in hands])
        yield (*map(column_alone, hands), undealt_column(suit, numbers(least, most), ()))
        return
    most = pack - sum([hand.low for hand in hands])
    for took in blanks.exchanges:
        *counts, undealt = _dealt(hands, blanks, most, took)
        columns = [
            column_of(hand, count, minimal=False) for hand, count in zip(hands, counts, strict=True)
        ]
        yield (*columns, undealt_column(suit, numbers(least, most), undealt))


@lru_cache(maxsize=1024)
def propagated(columns: tuple[Column, ...]) -> Grid | None:
    """Return a grid of *columns*, or `None` if constraint propagation rules it out."""
    states = [column.alone for column in columns if column.alone is not None]
    if len(states) < len(columns):
        return None
    grid = Grid(columns[0].bounds.suit, columns, states)
    return grid if grid.propagate(EVERY_ROW, 0) else None


def _dealt(
    hands: Sequence[Demands], blanks: DealtBlanks, most: int, took: Sequence[int]
) -> list[tuple[Count, ...]]:
    """Return the further counts of each hand and of the undealt cards (at *most*) if cartes
    blanches were dealt.

    A hand dealt blank has no more court cards than it *took*, and its discards lie, plain, outside
    all hands. Each hand has the court cards that the others cannot.
    """
    suit = hands[0].suit
    faces = blanks.rules.face_ranks
    plain_cards = blanks.rules.plain_cards
    courts = sum(map(suit.bit, faces))
    plain = suit.full ^ courts
    thrown = sum(cards for cards, blank in zip(took, blanks.blank, strict=True) if blank)
    highs = [
        cards if blank else hand.most_of(faces)
        for hand, cards, blank in zip(hands, took, blanks.blank, strict=True)
    ]
    spare = sum(highs) + most - thrown - len(SUITS) * len(faces)
    counts = []
    for hand, high in zip(hands, highs, strict=True):
        bounded = [rank for rank in hand.most if rank not in faces]
        others = plain & ~sum(map(suit.bit, bounded))
        of_courts = Count(courts, numbers(max(0, high - spare), high))
        fewest = max(0, hand.low - high - hand.most_of(bounded))
        of_others = Count(others, numbers(fewest, plain_cards), joined=False)
        counts.append((of_courts, *played(hand), of_others))
    return [*counts, (Count(plain, numbers(thrown, plain_cards)),)]


def _branch_on_demands(grid: Grid) -> list[Row] | None:
    """Branch on the suits that serve the undecided demands, then on cards;
    return a row per suit.
    """
    ways = _branches(grid)
    if ways is None:
        return _assign_cards(grid)
    for way in ways:
        if way.grid.propagate(way.rows, 1 << way.column):
            found = _branch_on_demands(way.grid)
            if found is not None:
                return found
    return None


class Branch(NamedTuple):
    """A grid after a decision, the column that it was made for, and the changed rows as bits."""

    grid: Grid
    column: int
    rows: int


def _branches(grid: Grid) -> Iterator[Branch] | None:
    """Yield the branches of the most constrained decision;
    return `None` if nothing is undecided.
    """
    fewest = len(SUITS) * len(SUITS)
    ways = None
    for number, (column, state) in enumerate(zip(grid.columns, grid.states, strict=True)):
        # which suit serves a demand
        for demand in [1 << number for number in members(state.left)]:
            suits = column.suits_for(state, demand)
            if len(suits) < fewest:
                fewest = len(suits)
                ways = _serving_branches(grid, number, demand, suits)
        # which suits have the cards of a rank that are still lacking
        if column.sets:
            every = [grid.suit.bounds(family) for family in state.cells]
            for card, count in column.sets:
                lacking = count - sum([must & card != 0 for must, _ in every])
                able = [index for index, (must, may) in enumerate(every) if may & ~must & card]
                chosen = [*combinations(able, lacking)] if lacking > 0 else []
                if chosen and len(chosen) < fewest:
                    fewest = len(chosen)
                    ways = _set_branches(grid, number, card, chosen)
    return ways


def _serving_branches(
    grid: Grid, number: int, demand: int, suits: Sequence[int]
) -> Iterator[Branch]:
    """Yield a branch for each of *suits* to serve a demand; symmetric suits count once."""
    signatures = _signatures(grid)
    for index in suits:
        if signatures.index(signatures[index]) == index:
            further = grid.copy()
            decided = grid.columns[number].served(grid.states[number], demand, index)
            yield Branch(further, number, further.settle(number, decided))


def _set_branches(
    grid: Grid, number: int, card: int, ways: Sequence[tuple[int, ...]]
) -> Iterator[Branch]:
    """Yield a branch for each choice of suits that provide cards of a rank;
    symmetric choices count once.
    """
    signatures = _signatures(grid)
    tried = []
    for indices in ways:
        kind = sorted(signatures.index(signatures[index]) for index in indices)
        if kind not in tried:
            tried.append(kind)
            further = grid.copy()
            cells = grid.states[number].cells
            for index in indices:
                further.narrow(number, index, cells[index] & grid.suit.haves[card])
            yield Branch(further, number, sum(1 << index for index in indices))


def _signatures(grid: Grid) -> list[tuple[object, ...]]:
    """Return for each suit a key that is equal for symmetric suits."""
    parts = []
    for column, state in zip(grid.columns, grid.states, strict=True):
        parts += [column.servings, state.cells, state.served]
    return [*zip(*parts, strict=True)]


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
    ways = [max([family.bit_count() for family in grid.row(index)]) for index in SUIT_INDICES]
    index = min(SUIT_INDICES, key=lambda index: (ways[index] == 1, ways[index]))
    if ways[index] == 1:
        return _solution(grid)
    for row in islice(_rows(grid, index), GREEDY_ROWS):
        further = grid.copy()
        changed = 0
        for number, holding in enumerate(row):
            if grid.states[number].cells[index] != 1 << holding:
                further.narrow(number, index, 1 << holding)
                changed |= 1 << number
        if further.propagate(0, changed):
            return _greedy(further)
    return None


def _backtrack(grid: Grid, dead_ends: set[tuple[Row, ...]]) -> list[Row] | None:
    """Branch on numbers of cards, then on cards. `None` proves that there is no solution.

    Suits are alike once all demands have one, so *dead_ends* has their cells in no order.
    """
    cells = tuple(sorted(map(grid.row, SUIT_INDICES)))
    if cells in dead_ends:
        return None
    choice = _choice(grid)
    if choice is None:
        return _solution(grid)
    for part in choice.parts(grid):
        further = grid.copy()
        further.narrow(choice.column, choice.suit, part)
        changed = further.propagate(1 << choice.suit, 1 << choice.column)
        if changed and further.propagate_partitions():
            found = _backtrack(further, dead_ends)
            if found is not None:
                return found
    dead_ends.add(cells)
    return None


BY_CARD = 30
"""What a branch on a card weighs, more than any branch on a number of cards."""


class _Choice(NamedTuple):
    """A cell to branch on, by the number of some cards or, if that is settled, by one card.

    The one with the least *weight* leaves the fewest ways. Sizes weigh least, and then the counts
    of a column in their order.
    """

    weight: int
    suit: int
    column: int
    counted: Count

    def parts(self, grid: Grid) -> list[int]:
        """Return the families into which the cell is split."""
        family = grid.states[self.column].cells[self.suit]
        if self.weight <= BY_CARD:
            return _by_number(grid.suit, family, self.counted)
        return _by_card(grid.suit, family)


def _choice(grid: Grid) -> _Choice | None:
    """Return the first of the choices with the least weight, or `None` if nothing is open."""
    best = None
    for index in SUIT_INDICES:
        for number, family in enumerate(grid.row(index)):
            if not family & (family - 1):
                continue  # one holding is left
            for nth, count in enumerate(grid.columns[number].bounds.counts):
                ways = grid.suit.spread(family, count.cards).bit_count()
                weight = ways + 10 * nth if ways > 1 else BY_CARD + family.bit_count()
                if best is None or weight < best.weight:
                    best = _Choice(weight, index, number, count)
    return best


def _by_number(suit: SuitHoldings, family: int, count: Count) -> list[int]:
    """Split *family* by its number of counted cards,
    those nearest a quarter of the largest total first.
    """
    quarter = (count.numbers.bit_length() - 1) // len(SUITS)
    parts = suit.by_number(count.cards).items()
    every = sorted((abs(many - quarter), family & some) for many, some in parts)
    return [some for _, some in every if some]


def _by_card(suit: SuitHoldings, family: int) -> list[int]:
    """Split *family* by the highest card that some but not all of its holdings have."""
    must, may = suit.bounds(family)
    card = 1 << (may & ~must).bit_length() - 1
    return [family & suit.haves[card], family & suit.lacks[card]]


def _solution(grid: Grid) -> list[Row]:
    """Return the only holding in each cell."""
    rows = map(grid.row, SUIT_INDICES)
    return [tuple([family.bit_length() - 1 for family in row]) for row in rows]


def _rows(grid: Grid, index: int) -> Iterator[Row]:
    """Yield every partition of a suit among the columns,
    sizes near a quarter of each hand first.
    """
    row = grid.row(index)
    order = sorted(range(len(row)), key=lambda number: row[number].bit_count())
    sizes = [column.bounds.counts[0] for column in grid.columns]
    yield from _row(grid.suit, row, order, sizes, [0] * len(row))


def _row(
    suit: SuitHoldings,
    row: Sequence[int],
    order: Sequence[int],
    sizes: Sequence[Count],
    held: list[int],
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
        # the last column takes the rest, so the rest must be a holding of it
        family &= (suit.mirrored(row[others[0]]) & suit.haves[used]) >> used
    for part in _by_number(suit, family, sizes[number]):
        for holding in members(part):
            held[number] = holding
            yield from _row(suit, row, others, sizes, held)
    held[number] = 0
