"""
Holdings: the cards of one suit in a hand, the points and sequences in them, and sets of holdings as bits.

>>> suit = suit_of(Rank.SEVEN)
>>> tierces = suit.containing(((3, Rank.ACE),))
>>> [suit.cards(h) for h in suit.members(tierces & suit.sized[3])]
['AKQ']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TypeVar

from ..cards import Rank, ranks
from ..cards import Suit as CardSuit
from ..claims import Better, PointClaim, SequenceClaim, compare
from ..hands import runs

# Sets of holdings
#
# A *holding* is the cards that somebody has of one suit, as bits: the lowest
# rank of the pack is bit 0. A *family* is a set of holdings, again as bits:
# holding h is bit h. With eight ranks a holding is a byte and a family a number
# of 256 bits, so that what is said of a suit is one ``&`` with all the rest.


FIELD = 4
"""Bits of one rank's count, where the counts of all ranks are packed into one number."""


class Families:
    """
    The holdings of a suit and their families, all suits of a pack being alike.

    Attributes:
        ranks: the ranks of the suit, low to high.
        full: the holding of every card.
        everything: the family of every holding.
        size: the number of cards of each holding.
        counts: each holding as packed counts, one field of four bits a rank.
        sized: the family of the holdings of so many cards.
    """

    def __init__(self, lowest: Rank) -> None:
        self.ranks = ranks(lowest)
        number = len(self.ranks)
        self.full = (1 << number) - 1
        self.everything = (1 << (1 << number)) - 1
        self.size = tuple(holding.bit_count() for holding in range(1 << number))
        self.counts = tuple(self.pack(self._places(holding)) for holding in range(1 << number))
        self.sized = tuple(
            self.of(holding for holding in range(1 << number) if self.size[holding] == many)
            for many in range(number + 1)
        )

    def _places(self, holding: int) -> Iterator[int]:
        return (place for place in range(len(self.ranks)) if holding >> place & 1)

    @staticmethod
    def pack(places: Iterable[int]) -> int:
        """Packed counts with one at each of *places*."""
        return sum(1 << FIELD * place for place in places)

    def bit(self, rank: Rank) -> int:
        """The holding of the card of *rank* alone."""
        return 1 << (rank - self.ranks[0])

    def cards(self, holding: int) -> str:
        """A holding in letters, high to low."""
        return "".join(self.ranks[place].code for place in reversed([*self._places(holding)]))

    def family(self, fits: Callable[[int], bool]) -> int:
        """The family of the holdings that fit."""
        return sum(1 << holding for holding in range(self.full + 1) if fits(holding))

    def of(self, holdings: Iterable[int]) -> int:
        """The family of just these holdings."""
        family = 0
        for holding in holdings:
            family |= 1 << holding
        return family

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few packs, and their suits live as long as the program
    def members(self, family: int) -> tuple[int, ...]:
        """The holdings of a family, in ascending order."""
        found = []
        while family:
            low = family & -family
            found.append(low.bit_length() - 1)
            family ^= low
        return tuple(found)

    @cached_property
    def _without(self) -> tuple[int, ...]:
        """For each place the family of the holdings that lack its card."""
        every = range(self.full + 1)
        return tuple(
            self.of(holding for holding in every if not holding >> place & 1) for place in range(len(self.ranks))
        )

    def at_least(self, number: int) -> int:
        """The family of the holdings of *number* cards or more."""
        family = 0
        for sized in self.sized[number:]:
            family |= sized
        return family

    def lacking(self, cards: int) -> int:
        """The family of the holdings with none of *cards*."""
        family = self.everything
        for place in self._places(cards):
            family &= self._without[place]
        return family

    def having(self, cards: int) -> int:
        """The family of the holdings with all of *cards*."""
        family = self.everything
        for place in self._places(cards):
            family &= ~self._without[place]
        return family

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """For each choice of cards the family of the holdings with none of them."""
        return tuple(map(self.lacking, range(self.full + 1)))

    @cached_property
    def haves(self) -> tuple[int, ...]:
        """For each choice of cards the family of the holdings with all of them."""
        return tuple(map(self.having, range(self.full + 1)))

    @lru_cache(maxsize=65536)  # noqa: B019
    def bounds(self, family: int) -> tuple[int, int]:
        """The cards that every holding of *family* has, and those that some have."""
        must = may = 0
        for place, without in enumerate(self._without):
            if family & ~without:
                may |= 1 << place
                if not family & without:
                    must |= 1 << place
        return must, may

    @lru_cache(maxsize=64)  # noqa: B019
    def by_number(self, cards: int) -> tuple[int, ...]:
        """The families of the holdings with so many of *cards*."""
        every = range(self.full + 1)
        most = cards.bit_count()
        return tuple(self.of(each for each in every if (each & cards).bit_count() == many) for many in range(most + 1))

    @lru_cache(maxsize=65536)  # noqa: B019
    def spread(self, family: int, cards: int) -> int:
        """The numbers of *cards* in the holdings of *family*, as bits."""
        return sum(1 << number for number, some in enumerate(self.by_number(cards)) if family & some)

    @lru_cache(maxsize=4096)  # noqa: B019
    def numbered(self, numbers: int, cards: int) -> int:
        """The family of the holdings with one of *numbers*, as bits, of *cards*."""
        return sum(some for number, some in enumerate(self.by_number(cards)) if numbers >> number & 1)

    @lru_cache(maxsize=8192)  # noqa: B019
    def mirrored(self, family: int) -> int:
        """The family of what the holdings of *family* leave of the suit."""
        return int(f"{family:0{self.full + 1}b}"[::-1], 2)

    @lru_cache(maxsize=8192)  # noqa: B019
    def joined(self, family: int, other: int) -> int:
        """The family of what two holdings are together, one of each family, with no card in both."""
        found, lacks = 0, self.lacks
        few, many = (family, other) if family.bit_count() < other.bit_count() else (other, family)
        while few:
            holding = few.bit_length() - 1
            few ^= 1 << holding
            found |= (many & lacks[holding]) << holding
        return found

    @lru_cache(maxsize=8192)  # noqa: B019
    def parted(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        """*families* without the holdings beside which the rest of the suit cannot be parted among the others."""
        before, after = [1], [1]
        for family, other in zip(families[:-1], families[:0:-1], strict=True):
            before.append(self.joined(before[-1], family))
            after.append(self.joined(after[-1], other))
        found = tuple(
            family & self.mirrored(self.joined(one, other))
            for family, one, other in zip(families, before, reversed(after), strict=True)
        )
        return None if 0 in found else found

    @lru_cache(maxsize=1024)  # noqa: B019
    def unpacked(self, counts: int) -> int:
        """The cards of the ranks that are counted once in packed *counts*."""
        return sum(1 << place for place in range(len(self.ranks)) if counts >> FIELD * place & 1)

    def above(self, family: int) -> int:
        """The family of every holding that contains one of *family*."""
        for place, without in enumerate(self._without):
            family |= (family & without) << (1 << place)
        return family

    def below(self, family: int) -> int:
        """The family of every holding that is part of one of *family*."""
        for place, without in enumerate(self._without):
            family |= (family & ~without) >> (1 << place)
        return family

    @lru_cache(maxsize=8192)  # noqa: B019
    def clear_of(self, family: int) -> int:
        """The family of every holding that shares no card with some holding of *family*."""
        others = f"{family:0{self.full + 1}b}"[::-1]  # holding h is bit h: read backwards, what h leaves of the suit
        return self.below(int(others, 2))

    @lru_cache(maxsize=8192)  # noqa: B019
    def disjoint(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        """A holding of each family, no card in two of them, or `None` if there are none."""
        first, *rest = families
        if not rest:
            return self.members(first)[:1] or None
        for holding in self.members(first & self.clear_of(rest[0])):
            others = self.disjoint(tuple(family & self.lacking(holding) for family in rest))
            if others is not None:
                return (holding, *others)
        return None

    def least(self, family: int, ranks: Iterable[int] = ()) -> int:
        """The holdings of *family* that contain no other of it, with or without each of the cards *ranks*."""
        least, above = family, self.above(family)
        for place, without in enumerate(self._without):
            least &= ~((above & without) << (1 << place))
        for card in ranks:
            least |= (least & self.lacking(card)) << card
        return least


# What a holding can be called


Kind = TypeVar("Kind")

SUITS = tuple(CardSuit)
"""The four suits, in the order in which they are tried."""

Run = tuple[int, int]
"""A run as it was claimed: its length, and the rank of its head, or 0 if that was not said."""

NOUGHT: Run = (0, 0)
"""The run of nought: an empty suit."""

UNABLE: Run = (-1, 0)
"""Stands for a run where its suit was named, and is another."""


class Suit(Families):
    """Everything there is to know about what the holdings of a suit can be called: points and runs."""

    @cached_property
    def points(self) -> tuple[PointClaim, ...]:
        """What each holding makes as a point; an empty one, a point of nought."""
        return tuple(
            PointClaim(self.size[holding], sum(self.ranks[place].pips for place in self._places(holding)) or None)
            for holding in range(self.full + 1)
        )

    @cached_property
    def runs(self) -> tuple[tuple[SequenceClaim, ...], ...]:
        """The whole runs of three or more of each holding, highest first."""
        return tuple(
            tuple(SequenceClaim(run.length, self.ranks[run.top]) for run in runs(holding))
            for holding in range(self.full + 1)
        )

    @cached_property
    def _by_point(self) -> dict[PointClaim, int]:
        """For each point the family of the holdings that make it; they are fewer than the holdings."""
        return self._parted(self.points)

    @cached_property
    def _by_runs(self) -> dict[tuple[SequenceClaim, ...], int]:
        """For each choice of whole runs the family of the holdings that have just these."""
        return self._parted(self.runs)

    @staticmethod
    def _parted(kinds: Sequence[Kind]) -> dict[Kind, int]:
        """The families of the holdings of one kind, of which *kinds* tells for each holding."""
        parted: dict[Kind, int] = {}
        for holding, kind in enumerate(kinds):
            parted[kind] = parted.get(kind, 0) | 1 << holding
        return parted

    @lru_cache(maxsize=1024)  # noqa: B019
    def making(self, length: int, pips: int | None) -> int:
        """The family of the holdings that are *length* cards, making *pips* if said."""
        return self.sized[length] if pips is None else self._by_point.get(PointClaim(length, pips), 0)

    @lru_cache(maxsize=1024)  # noqa: B019
    def against_point(self, claim: PointClaim, wanted: frozenset[Better], none: int, *, by_pips: bool) -> int:
        """
        The family of the holdings that stand so to *claim* as a point.

        Args:
            claim: what they are held against.
            wanted: the outcomes of the comparison that are in the family.
            none: the family of the holdings that are no point, and so not better.
            by_pips: as for `compare`.
        """
        found = none if Better.NO in wanted else 0
        for point, family in self._by_point.items():
            if compare(point, claim, by_pips=by_pips) in wanted:
                found |= family & ~none
        return found

    @lru_cache(maxsize=64)  # noqa: B019
    def no_point(self, cards: int, pips: int, *, nought: bool) -> int:
        """The family of the holdings that are no point: of fewer *cards* or *pips*, or empty but for a *nought*."""
        return sum(
            family
            for point, family in self._by_point.items()
            if (point.length < cards or (point.pips or 0) < pips if point.length else not nought)
        )

    @lru_cache(maxsize=1024)  # noqa: B019
    def against_run(
        self,
        claim: SequenceClaim,
        wanted: frozenset[Better],
        but_for: tuple[SequenceClaim, ...] = (),
        *,
        nought: bool,
    ) -> int:
        """
        The family of the holdings of which every run stands so to *claim*, or is one of *but_for*.

        An empty suit is a run where *nought* is played.
        """

        def stands(run: SequenceClaim) -> bool:
            return compare(run, claim) in wanted or any(compare(run, each) is Better.EQUAL for each in but_for)

        return self._having_runs(lambda whole: all(map(stands, whole)), nought=nought)

    def _having_runs(self, fits: Callable[[Sequence[SequenceClaim]], bool], *, nought: bool) -> int:
        """The family of the holdings whose whole runs fit."""
        family = sum(family for whole, family in self._by_runs.items() if fits(whole))
        return family & ~1 | fits(self.whole_runs(0, nought=nought))

    def whole_runs(self, holding: int, *, nought: bool) -> tuple[SequenceClaim, ...]:
        """The whole runs of a holding; an empty one is a run of nought where that is played."""
        return (SequenceClaim(0),) if nought and not holding else self.runs[holding]

    def placings(self, run: Run) -> tuple[int, ...]:
        """Every holding that is just *run*."""
        length, top = run
        tops = self.ranks[length - 1 :] if not top else (top,)
        return tuple(((1 << length) - 1) << (each - self.ranks[0] - length + 1) for each in tops)

    def choices(self, runs: tuple[Run, ...]) -> Iterator[tuple[int, ...]]:
        """The numbers of some of *runs*, each time, that the suit has room for; the most first."""
        able = [number for number, run in enumerate(runs) if run != UNABLE]
        for many in range(len(able), -1, -1):
            for chosen in combinations(able, many):
                if sum(runs[number][0] for number in chosen) <= len(self.ranks):
                    yield chosen

    @lru_cache(maxsize=1024)  # noqa: B019
    def together(self, runs: tuple[Run, ...]) -> tuple[int, ...]:
        """Every holding that is just *runs*, no card serving two of them; a run of nought is an empty suit."""
        if NOUGHT in runs:
            return (0,) if runs == (NOUGHT,) else ()
        found = {0}
        for run in runs:
            found = {one | other for one in found for other in self.placings(run) if not one & other}
        return tuple(found)

    @lru_cache(maxsize=1024)  # noqa: B019
    def containing(self, runs: tuple[Run, ...]) -> int:
        """The family of the holdings in which all of *runs* can be shown, as whole runs or parts of longer ones."""
        together = self.of(self.together(runs))
        return together if NOUGHT in runs else self.above(together)

    @lru_cache(maxsize=1024)  # noqa: B019
    def showing(self, runs: tuple[Run, ...], *, nothing_more: bool, nought: bool) -> int:
        """The family of the holdings of which *runs* are whole runs, and with *nothing_more* the only ones."""

        def fits(whole: Sequence[SequenceClaim]) -> bool:
            left = [(run.length, run.top or 0) for run in whole]
            for length, top in sorted(runs, reverse=True):
                match = next((each for each in left if each[0] == length and top in (0, each[1])), None)
                if match is None:
                    return False
                left.remove(match)
            return not (nothing_more and left)

        return self._having_runs(fits, nought=nought)


@cache
def suit_of(lowest: Rank) -> Suit:
    """The suits of the pack whose lowest card is *lowest*."""
    return Suit(lowest)
