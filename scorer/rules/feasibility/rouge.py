"""
Carte rouge: hands of which every card has scored.

Each claim that scored covers some cards: a run or a point in one suit, a
trio in three suits of the four. So beside the runs, the suits have to serve
the point, and for each trio the one suit that does without; each of them is
served once. What a suit then shows is all that it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..cards import Rank
from ..claims import Claim, PointClaim, SetClaim
from .holdings import NOUGHT, SUITS, Run, Suit


class Rouge(NamedTuple):
    """
    The claims that name every card of a hand.

    Attributes:
        runs: how many of the runs of the hand are among them, the first ones.
        points: for each suit the family of what the point can be there; nothing if no point is among them.
        trios: the rank of each trio.
        quatorzes: the rank of each quatorze.
        whole_point: the point is the whole of a suit.
    """

    runs: int
    points: tuple[int, ...]
    trios: tuple[Rank, ...]
    quatorzes: tuple[Rank, ...]
    whole_point: bool

    @property
    def served(self) -> int:
        """How many things some suit has to serve, beside runs."""
        return bool(self.points) + len(self.trios)

    def in_suit(self, place: int) -> Rouge:
        """The claims as they can be in one suit."""
        return self._replace(points=self.points[place : place + 1])


def rouge_of(suit: Suit, claims: Iterable[Claim], runs: int, *, whole_point: bool) -> Rouge:
    """The carte rouge of *claims*, so many of a hand's *runs*, the first ones, among them."""
    points: tuple[int, ...] = ()
    sets: dict[int, list[Rank]] = {3: [], 4: []}
    for claim in claims:
        if isinstance(claim, PointClaim):
            family = suit.making(claim.length, claim.pips)
            points = tuple(family if claim.suit in (None, each) else 0 for each in SUITS)
        elif isinstance(claim, SetClaim):
            sets[claim.count].append(claim.rank)
    return Rouge(runs, points, tuple(sets[3]), tuple(sets[4]), whole_point)


@lru_cache(maxsize=256)
def all_scored(
    suit: Suit,
    rouge: Rouge,
    runs: tuple[Run, ...],
    first: int,
    *,
    whole: bool,
    no_more: bool,
    nought: bool,
) -> tuple[tuple[int, int], ...]:
    """
    What a suit can serve of a carte rouge, as bits, and the holdings of which every card is then covered.

    Args:
        suit: the suits of the pack.
        rouge: the claims that scored, as they can be in this suit.
        runs: the runs of the hand as they can be in this suit, a bit for each.
        first: the bit of the point; then one for each trio that the suit does without.
        whole: the runs are whole runs of the hand.
        no_more: and they are all its runs.
        nought: an empty suit is a run.
    """
    found: dict[int, int] = {}
    for chosen in suit.choices(runs):
        scored = tuple(runs[number] for number in chosen if number < rouge.runs)
        others = tuple(runs[number] for number in chosen if number >= rouge.runs)
        every = (*scored, *others)
        within = suit.showing(every, nothing_more=no_more, nought=nought) if whole else suit.containing(every)
        served = sum(1 << number for number in chosen)
        placings = suit.together(scored)
        for placed in ((each,) for each in placings) if whole or others else (placings,):
            for more, ranks, limit, points in _beside(suit, rouge, first):
                covered = suit.of({run | point | ranks for run in placed for point in points}) & limit & within
                if whole or others:
                    covered = _shown(suit, covered, placed[0], scored, others, whole=whole)
                if covered:
                    found[served | more] = found.get(served | more, 0) | covered
    return tuple(found.items())


def _beside(suit: Suit, rouge: Rouge, first: int) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """
    What a suit can serve beside runs.

    Yields:
        It as bits; the cards of sets; the family of what the holding can then be; and each way to show the point.
    """
    sets = sum(map(suit.bit, rouge.quatorzes))
    trios = [*map(suit.bit, rouge.trios)]
    ways: list[tuple[int, int, tuple[int, ...]]] = [(0, suit.everything, (0,))]
    if rouge.points:
        (family,) = rouge.points
        limit = family if rouge.whole_point or family == suit.sized[0] else suit.everything
        ways.append((1 << first, limit, suit.members(family)))
        first += 1
    for (served, limit, points), without in product(ways, product((False, True), repeat=len(trios))):
        lacking = sum(1 << first + number for number, each in enumerate(without) if each)
        ranks = sets | sum(trio for trio, each in zip(trios, without, strict=True) if not each)
        yield served | lacking, ranks, limit, points


def _shown(
    suit: Suit, family: int, placed: int, scored: tuple[Run, ...], others: tuple[Run, ...], *, whole: bool
) -> int:
    """The holdings of *family* that show *others* too beside what is *placed*, all as *whole* runs if wanted."""

    def shows(holding: int) -> bool:
        rest = holding & ~placed
        if not whole:
            return any(not cards & ~rest for cards in suit.together(others))
        beside = (placed << 1 | placed >> 1) & rest
        return not beside and bool(
            suit.showing(scored, nothing_more=True, nought=NOUGHT in scored) >> placed & 1
            and suit.showing(others, nothing_more=False, nought=NOUGHT in others) >> rest & 1
        )

    return suit.of(filter(shows, suit.members(family)))
