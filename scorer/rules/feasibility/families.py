"""
Families: sets of the holdings of one suit, as whole numbers, and what can be done with any of them.

A *holding* is the cards that somebody has of one suit, as bits: the lowest
rank of the pack is bit 0. A *family* is a set of holdings, again as bits:
holding h is bit h. With eight ranks a holding is a byte and a family a number
of 256 bits, so that what is said of a suit is one ``&`` with all the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache

from ..cards import Rank, ranks

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
