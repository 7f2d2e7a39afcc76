"""Holdings: the cards of one suit in a hand, their points and sequences, and sets of holdings as
bitsets.

>>> suit = suit_of(Rank.SEVEN)
>>> tierces = suit.containing(((3, Rank.ACE),))
>>> [bin(h) for h in members(tierces & suit.sized[3])]
['0b11100000']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from typing import TypeVar

from ..cards import Rank, ranks
from ..cards import Suit as CardSuit
from ..claims import Better, Claim, PointClaim, SequenceClaim, compare
from ..hands import Run as MaximalRun
from ..hands import runs

# A *holding* is the cards of one suit in a hand, as bits: the lowest rank of the pack is bit 0. A
# *family* is a set of holdings, again as bits: holding h is bit h. With eight ranks a family has
# 256 bits, and constraints on a suit are combined by ``&``.


Kind = TypeVar("Kind")


@lru_cache(maxsize=16384)
def members(bitset: int) -> tuple[int, ...]:
    """Return the numbers in *bitset*, such as the holdings in a family, low to high."""
    found = []
    while bitset:
        found.append(bitset.bit_length() - 1)
        bitset ^= 1 << found[-1]
    return tuple(found[::-1])


class Families:
    """The holdings and families of a suit; all suits of a pack are alike.

    Attributes:
        full: the holding of every card, and `everything` the family of every holding.
        sized: the family of the holdings of each size.
    """

    def __init__(self, lowest: Rank) -> None:
        self.ranks = ranks(lowest)
        number = len(self.ranks)
        self.full = (1 << number) - 1
        self.everything = (1 << (1 << number)) - 1
        self.size = tuple(holding.bit_count() for holding in range(1 << number))
        by_size = self.families_of(self.size)
        self.sized = tuple(by_size[many] for many in range(number + 1))

    def bit(self, rank: Rank) -> int:
        return 1 << (rank - self.ranks[0])

    def of(self, holdings: Iterable[int]) -> int:
        """Return the family of exactly these holdings."""
        family = 0
        for holding in holdings:
            family |= 1 << holding
        return family

    @staticmethod
    def families_of(kinds: Sequence[Kind]) -> dict[Kind, int]:
        """Return the family of each kind; *kinds* has that of every holding."""
        found: dict[Kind, int] = {}
        for holding, kind in enumerate(kinds):
            found[kind] = found.get(kind, 0) | 1 << holding
        return found

    @cached_property
    def _without(self) -> tuple[int, ...]:
        """Return for each rank the family of the holdings that lack it."""
        every = range(self.full + 1)
        return tuple(
            self.of(holding for holding in every if not holding >> index & 1)
            for index in range(len(self.ranks))
        )

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """Return for every holding the family of the holdings with none of its cards."""
        found = [self.everything]
        for without in self._without:
            found += [family & without for family in found]
        return tuple(found)

    @cached_property
    def haves(self) -> tuple[int, ...]:
        """Return for every holding the family of the holdings with all of its cards."""
        found = [self.everything]
        for without in self._without:
            found += [family & ~without for family in found]
        return tuple(found)

    @lru_cache(maxsize=65536)  # noqa: B019 - one for each pack, kept for good
    def bounds(self, family: int) -> tuple[int, int]:
        """Return the cards that every holding of *family* has, and those that at least one has."""
        must = 0
        may = 0
        for index, without in enumerate(self._without):
            if family & ~without:
                may |= 1 << index
                if not family & without:
                    must |= 1 << index
        return must, may

    @lru_cache(maxsize=64)  # noqa: B019 - one for each pack, kept for good
    def by_number(self, *cards: int) -> dict[int, int]:
        """Return the family of the holdings with each number of *cards*;
        of several kinds each number is a code.
        """
        found = {0: 1}
        for index in range(len(self.ranks)):
            more = sum(unit for kind, unit in self._units(cards) if kind >> index & 1)
            for number, family in [*found.items()]:
                found[number + more] = found.get(number + more, 0) | family << (1 << index)
        return found

    @staticmethod
    def _units(cards: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield each kind of *cards* with what one of them adds to a code,
        so that the codes of four suits add up.
        """
        unit = 1
        for kind in cards:
            yield kind, unit
            unit *= 4 * kind.bit_count() + 1

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def codes(self, cards: tuple[int, ...], numbers: tuple[int, ...]) -> int:
        """Return the bitset of the codes of every combination of *numbers*,
        a bitset for each kind of *cards*.
        """
        found = 1
        for (kind, unit), some in zip(self._units(cards), numbers, strict=True):
            most = range(4 * kind.bit_count() + 1)
            found = sum(found << unit * number for number in most if some >> number & 1)
        return found

    @lru_cache(maxsize=65536)  # noqa: B019 - one for each pack, kept for good
    def spread(self, family: int, *cards: int) -> int:
        """Return the bitset of the numbers of *cards*, as in `by_number`,
        in holdings of *family*.
        """
        return sum(
            [1 << number for number, some in self.by_number(*cards).items() if family & some]
        )

    @lru_cache(maxsize=4096)  # noqa: B019 - one for each pack, kept for good
    def numbered(self, numbers: int, *cards: int) -> int:
        """Return the family of the holdings whose number of *cards*, as in `by_number`,
        is in the bitset *numbers*.
        """
        return sum(
            [some for number, some in self.by_number(*cards).items() if numbers >> number & 1]
        )

    @lru_cache(maxsize=8192)  # noqa: B019 - one for each pack, kept for good
    def mirrored(self, family: int) -> int:
        """Return the family of the complements of the holdings of *family*."""
        return int(f"{family:0{self.full + 1}b}"[::-1], 2)

    @lru_cache(maxsize=8192)  # noqa: B019 - one for each pack, kept for good
    def joined(self, family: int, other: int) -> int:
        """Return the family of the unions of two disjoint holdings, one of each family."""
        if family.bit_count() > other.bit_count():
            return self.joined(other, family)  # the shorter list is gone through
        found = 0
        lacks = self.lacks
        for holding in members(family):
            found |= (other & lacks[holding]) << holding
        return found

    @lru_cache(maxsize=8192)  # noqa: B019 - one for each pack, kept for good
    def parted(self, families: tuple[int, ...]) -> tuple[int, ...] | None:
        """Prune *families* to holdings that extend to a partition of the suit;
        `None` if there is none.

        What the hands before one and those after it hold together leaves that one the rest.
        """
        before = [1]
        after = [1]
        for family, other in zip(families[:-1], families[:0:-1], strict=True):
            before.append(self.joined(before[-1], family))
            after.append(self.joined(after[-1], other))
        found = tuple(
            family & self.mirrored(self.joined(one, other))
            for family, one, other in zip(families, before, reversed(after), strict=True)
        )
        return None if 0 in found else found

    def above(self, family: int) -> int:
        """Return the family of the supersets of holdings of *family*."""
        for index, without in enumerate(self._without):
            family |= (family & without) << (1 << index)
        return family

    def least(self, family: int, ranks: Iterable[int] = ()) -> int:
        """Return the minimal holdings of *family*, with and without each of the cards *ranks*."""
        least = family
        above = self.above(family)
        for index, without in enumerate(self._without):
            least &= ~((above & without) << (1 << index))
        for card in ranks:
            least |= (least & self.lacks[card]) << card
        return least


SUITS = tuple(CardSuit)
"""The suits in search order."""

Run = tuple[int, int]
"""The length of a run as claimed, and the rank of its head, or 0 if that was not said."""

NOUGHT: Run = (0, 0)
"""The run of nought: an empty suit."""

UNABLE: Run = (-1, 0)
"""A run that this suit cannot show, because it was named in another."""

Bound = tuple[tuple[Claim, frozenset[Better]], ...]
"""Claims, each with how a claim may compare with it;
what may so compare with one of them is within the bound.
"""


class SuitHoldings(Families):
    """The points and runs that holdings can be called."""

    @cached_property
    def points(self) -> tuple[PointClaim, ...]:
        """Return what each holding makes as a point; the empty one makes a point of nought."""
        found = []
        for holding, length in enumerate(self.size):
            pips = sum(rank.pips for rank in self.ranks if holding & self.bit(rank))
            found.append(PointClaim(length, pips or None))
        return tuple(found)

    @cached_property
    def runs(self) -> tuple[tuple[SequenceClaim, ...], ...]:
        """Return the maximal runs of three or more cards in each holding, highest first."""
        return tuple(tuple(map(self._run, runs(holding))) for holding in range(self.full + 1))

    def _run(self, run: MaximalRun) -> SequenceClaim:
        return SequenceClaim(run.length, self.ranks[run.top])

    @cached_property
    def _by_point(self) -> dict[PointClaim, int]:
        """Return the family of each point; there are fewer points than holdings."""
        return self.families_of(self.points)

    @cached_property
    def _by_runs(self) -> dict[tuple[SequenceClaim, ...], int]:
        """Return the family of each combination of maximal runs."""
        return self.families_of(self.runs)

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def making(self, length: int, pips: int | None) -> int:
        """Return the family of the holdings of *length* cards, making *pips* if given."""
        return (
            self.sized[length] if pips is None else self._by_point.get(PointClaim(length, pips), 0)
        )

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def against_point(self, bound: Bound, none: int, *, by_pips: bool) -> int:
        """Return the family of the holdings within *bound* as points, and *none*,
        those that are no point.
        """
        return none | sum(
            family & ~none
            for point, family in self._by_point.items()
            if any(compare(point, claim, by_pips=by_pips) in wanted for claim, wanted in bound)
        )

    @lru_cache(maxsize=64)  # noqa: B019 - one for each pack, kept for good
    def no_point(self, cards: int, pips: int, *, nought: bool) -> int:
        """Return the family of the holdings of fewer *cards* or *pips*,
        or empty unless *nought* is played.
        """
        found = 0
        for point, family in self._by_point.items():
            too_little = point.length < cards or (point.pips or 0) < pips
            if too_little if point.length else not nought:
                found |= family
        return found

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def against_run(self, bound: Bound, *, nought: bool) -> int:
        """Return the family of the holdings whose runs are all within *bound*;
        with *nought* an empty suit is a run.
        """

        def fits(run: SequenceClaim) -> bool:
            return any(compare(run, claim) in wanted for claim, wanted in bound)

        return self._having_runs(lambda whole: all(map(fits, whole)), nought=nought)

    def _having_runs(self, fits: Callable[[Sequence[SequenceClaim]], bool], *, nought: bool) -> int:
        family = sum(family for whole, family in self._by_runs.items() if fits(whole))
        return family & ~1 | fits(self.whole_runs(0, nought=nought))

    def whole_runs(self, holding: int, *, nought: bool) -> tuple[SequenceClaim, ...]:
        return (SequenceClaim(0),) if nought and not holding else self.runs[holding]

    def headed(self, run: Run) -> Iterator[Run]:
        """Yield *run* with each head that it can have."""
        length, top = run
        said = top or not length  # a nought has no head
        tops = (top,) if said else self.ranks[length - 1 :]
        return ((length, each) for each in tops)

    def placings(self, run: Run) -> tuple[int, ...]:
        """Return every holding that is exactly *run*."""
        length, _ = run
        lowest = [top - length + 1 for _, top in self.headed(run)]
        return tuple(((1 << length) - 1) << (rank - self.ranks[0]) for rank in lowest)

    def choices(self, runs: tuple[Run, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the indices of each choice of *runs* that fits into the suit,
        the largest choices first.
        """
        lengths = [length for length, _ in runs]
        able = [number for number, run in enumerate(runs) if run != UNABLE]
        for many in range(len(able), -1, -1):
            for chosen in combinations(able, many):
                if sum(lengths[number] for number in chosen) <= len(self.ranks):
                    yield chosen

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def together(self, runs: tuple[Run, ...]) -> tuple[int, ...]:
        """Return every holding that is exactly *runs*, with disjoint cards;
        a run of nought is an empty suit.
        """
        if NOUGHT in runs:
            return (0,) if runs == (NOUGHT,) else ()
        found = {0}
        for run in runs:
            places = self.placings(run)
            found = {one | new for one, new in product(found, places) if not one & new}
        return tuple(found)

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def containing(self, runs: tuple[Run, ...]) -> int:
        """Return the family of the holdings that contain *runs* with disjoint cards,
        perhaps within longer ones.
        """
        together = self.of(self.together(runs))
        return together if NOUGHT in runs else self.above(together)

    @lru_cache(maxsize=1024)  # noqa: B019 - one for each pack, kept for good
    def showing(self, runs: tuple[Run, ...], *, no_others: bool, nought: bool) -> int:
        """Return the family of the holdings with *runs* as maximal runs;
        with *no_others* they have no more.
        """

        def fits(whole: Sequence[SequenceClaim]) -> bool:
            left = list(whole)
            # those with a head first, because another matches any run as long
            for length, top in sorted(runs, reverse=True):
                for run in left:
                    if run.length == length and top in (0, run.top or 0):
                        left.remove(run)
                        break
                else:
                    return False
            return not (no_others and left)

        return self._having_runs(fits, nought=nought)


@cache
def suit_of(lowest: Rank) -> SuitHoldings:
    """Return the cached suit of the pack whose lowest card is *lowest*."""
    return SuitHoldings(lowest)
