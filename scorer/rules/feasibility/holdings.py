"""
What the holdings of one suit can be called: the points and the runs in them.

>>> suit = suit_of(Rank.SEVEN)
>>> tierces = suit.containing(((3, Rank.ACE),))
>>> [suit.cards(h) for h in suit.members(tierces & suit.sized[3])]
['AKQ']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TypeVar

from ..cards import Rank
from ..cards import Suit as CardSuit
from ..claims import Better, PointClaim, SequenceClaim, compare
from ..hands import runs
from .families import Families

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
