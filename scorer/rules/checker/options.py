"""What each suit of one hand can serve of the demands on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ..cards import Rank
from .demands import FrozenDemands, Rouge
from .holdings import NOUGHT, SUITS, Run, Suit, members

# A suit *serves* a demand if its holding satisfies it. Holdings that serve the
# same demands form a family, and the search chooses between families.


Families = tuple[tuple[int, int], ...]
"""Demands served, a bit for each, with the family of holdings that serve them or more."""


class Serving:
    """What one suit can serve; of *noughts*, the runs of nought, every empty suit shows all, wanted or not."""

    def __init__(self, families: Families, noughts: int = 0) -> None:
        self._families, self._noughts = families, noughts
        self._joint: dict[tuple[int, int], int] = {}

    def joint(self, served: int, left: int) -> int:
        """Return the holdings that serve all of *served* and besides it only demands of *left*; memoised."""
        key = served, left
        if key not in self._joint:
            may, found = served | left | self._noughts, 0
            for each, family in self._families:
                if each & served == served and each | may == may:
                    found |= family
            self._joint[key] = found
        return self._joint[key]


class Options(NamedTuple):
    """
    What the suits of a hand can serve, each by itself and `every` demand together.

    The demands that some suit must serve are bits: each run, each disjunction, then what a carte rouge needs besides.
    """

    suits: tuple[Serving, ...]
    every: int


def options(hand: FrozenDemands, *, minimal: bool) -> Options:
    """Return the options of *hand*; if they are to be *minimal*, cards that serve nothing are left out."""
    suit, runs = hand.suit, [*zip(*hand.runs, strict=True)]
    always = suit.having(sum(suit.bit(Rank(rank)) for rank, count in hand.least if count == len(SUITS)))
    ranks = [suit.bit(Rank(rank)) for rank, count in hand.least if count < len(SUITS)]
    noughts = sum(1 << number for number, run in enumerate(runs) if NOUGHT in run)
    alike: dict[tuple[object, ...], Serving] = {}
    for index, key in enumerate(_keys(hand)):
        if key in alike:
            continue
        allowed = hand.allowed[index] & always
        families = _by_runs(hand, index, allowed) if hand.rouge is None else _all_scored(hand, index, allowed)
        for number, disjunction in enumerate(hand.disjunctions, len(runs)):
            serving = ((served | 1 << number, family & disjunction[index]) for served, family in families)
            families = (*serving, *families)
        if minimal:
            families = tuple((served, suit.least(family, ranks)) for served, family in families)
        alike[key] = Serving(families, noughts)
    demands = len(runs) + len(hand.disjunctions) + (0 if hand.rouge is None else hand.rouge.served)
    return Options(tuple(alike[key] for key in _keys(hand)), (1 << demands) - 1)


def _keys(hand: FrozenDemands) -> Iterator[tuple[object, ...]]:
    """Yield for each suit all that is demanded of it, so that it is equal for symmetric suits."""
    for index, runs in enumerate(hand.runs):
        disjunctions = tuple(each[index] for each in hand.disjunctions)
        yield hand.allowed[index], runs, disjunctions, hand.rouge and hand.rouge.in_suit(index)


def _by_runs(hand: FrozenDemands, index: int, allowed: int) -> Families:
    """Return which runs a suit can show together, with the allowed holdings that show them; most first."""
    suit, runs, found = hand.suit, hand.runs[index], []
    for chosen in suit.choices(runs):
        together = tuple(runs[number] for number in chosen)
        if hand.whole_runs:
            family = allowed & suit.showing(together, no_others=hand.no_other_runs, nought=hand.nought)
        else:
            family = allowed & suit.containing(together)
        if family:
            found.append((sum(1 << number for number in chosen), family))
    return tuple(found)


# Each claim that scored covers cards: a run or a point in one suit, a trio in three of the four suits. So besides the
# runs, some suit has to serve the point, and for each trio one suit does without it. Each is served exactly once. What
# a suit then shows must be its whole holding.


def _all_scored(hand: FrozenDemands, index: int, allowed: int) -> Families:
    """
    Return what a suit can serve of a carte rouge, with the allowed holdings whose every card is then covered.

    After the bits of runs and disjunctions comes one for the point, and one for each trio that the suit does without.
    """
    suit, runs, whole, nought = hand.suit, hand.runs[index], hand.whole_runs, hand.nought
    assert hand.rouge is not None
    rouge, first = hand.rouge.in_suit(index), len(runs) + len(hand.disjunctions)
    found: dict[int, int] = {}
    for chosen in suit.choices(runs):
        scored = tuple(runs[number] for number in chosen if number < rouge.runs)
        others = tuple(runs[number] for number in chosen if number >= rouge.runs)
        every = (*scored, *others)
        within = suit.showing(every, no_others=hand.no_other_runs, nought=nought) if whole else suit.containing(every)
        served = sum(1 << number for number in chosen)
        placings = suit.together(scored)
        for placed in ((each,) for each in placings) if whole or others else (placings,):
            for more, ranks, limit, points in _beside(suit, rouge, first):
                covered = (
                    suit.of({run | point | ranks for run in placed for point in points}) & limit & within & allowed
                )
                if whole or others:
                    covered = _shown(suit, covered, placed[0], scored, others, whole=whole)
                if covered:
                    found[served | more] = found.get(served | more, 0) | covered
    return tuple(found.items())


def _beside(suit: Suit, rouge: Rouge, first: int) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """
    Yield what a suit can serve besides runs.

    Each item has the bits served, the cards of sets, the family that limits the holding, and ways to show the point.
    """
    sets = sum(map(suit.bit, rouge.quatorzes))
    trios = [*map(suit.bit, rouge.trios)]
    ways: list[tuple[int, int, tuple[int, ...]]] = [(0, suit.everything, (0,))]
    if rouge.points:
        (family,) = rouge.points
        limit = family if rouge.whole_point or family == suit.sized[0] else suit.everything
        ways.append((1 << first, limit, members(family)))
        first += 1
    for (served, limit, points), without in product(ways, product((False, True), repeat=len(trios))):
        lacking = sum(1 << first + number for number, each in enumerate(without) if each)
        ranks = sets | sum(trio for trio, each in zip(trios, without, strict=True) if not each)
        yield served | lacking, ranks, limit, points


def _shown(
    suit: Suit, family: int, placed: int, scored: tuple[Run, ...], others: tuple[Run, ...], *, whole: bool
) -> int:
    """Return the holdings of *family* that show *others* beside *placed*; if *whole*, all of them as whole runs."""

    def shows(holding: int) -> bool:
        rest = holding & ~placed
        if not whole:
            return any(not cards & ~rest for cards in suit.together(others))
        beside = (placed << 1 | placed >> 1) & rest
        return not beside and bool(
            suit.showing(scored, no_others=True, nought=NOUGHT in scored) >> placed & 1
            and suit.showing(others, no_others=False, nought=NOUGHT in others) >> rest & 1
        )

    return suit.of(filter(shows, members(family)))
