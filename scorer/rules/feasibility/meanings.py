"""Meanings: each way in which what two players said can be meant, for a "not good" says little by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations

from ..claims import Better, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..seats import TWO
from .assertions import Assertion, Says
from .cases import Case, Found, Sunk, knowing
from .dealt import Dealt
from .demands import better_sets, known_further


class Meaning:
    """
    What was said, as far as the things that a "not good" can mean are settled.

    A "not good" can have dozens of meanings, and each of several its own. So
    where one way in which the first of them can be meant cannot be, it is
    asked whether anything can without it.
    """

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self._deal, self._said = deal, said

    @cached_property
    def _settled(self) -> Case:
        """What is said for certain, and what is meant by that which is settled."""
        return Case(self._deal, [each for each in self._said if not _is_open(self._deal, self._said, each)])

    @cached_property
    def _further(self) -> list[Meaning] | None:
        """Each thing that the first "not good" that is not settled can mean; `None` if all are."""
        found = opened(self._deal, self._said)
        return None if found is None else [Meaning(self._deal, said) for said in found]

    def suspects(self) -> Sequence[Assertion]:
        """Things said that cannot all be: all of them, which cannot."""
        return self._said

    def sinkings(self, classes: Sequence[Sunk], known: Dealt | None) -> Iterator[tuple[Sunk, ...]]:
        """Which of *classes* can have been sunk, not none of them, the fewest first; if what was said can be at all."""
        if self.find(frozenset(), known) is not None:
            yield from chain.from_iterable(combinations(classes, many) for many in range(1, len(classes) + 1))

    def find(self, candid: frozenset[Sunk], known: Dealt | None, *, doubtful: bool = False) -> Found | None:
        """Hands that make everything true, in one way or another, as `Case.find` does; *doubtful* after some failed."""
        if self._further is None:
            return self._settled.find(candid, known)
        for number, meaning in enumerate(self._further):
            if number == (0 if doubtful else 1) and self._settled.roughly(candid, known) is None:
                return None
            found = meaning.find(candid, known, doubtful=doubtful or number > 0)
            if found is not None:
                return found
        return None


def meanings(deal: Deal, said: Sequence[Assertion]) -> Iterator[Sequence[Assertion]]:
    """*said*, once for each thing that a "not good" can mean."""
    further = opened(deal, said)
    if further is None:
        yield said
    else:
        for meant in further:
            yield from meanings(deal, meant)


def opened(deal: Deal, said: Sequence[Assertion]) -> list[Sequence[Assertion]] | None:
    """
    *said*, once for each thing that the first "not good" in it can mean that is not settled; `None` if all are.

    A better set is this one or that one; and a call whose pips or head were
    not said is beaten by a longer one, or by what the caller's own cards make.
    """
    place = next((number for number, each in enumerate(said) if _is_open(deal, said, each)), None)
    if place is None:
        return None
    denial = said[place]
    rest = [*said[:place], *said[place + 1 :]]
    rival = denial.rival
    if isinstance(rival, SetClaim):
        sets = better_sets(deal.rules, rival)
        return [[*rest, replace(denial, says=Says.HOLDS, claim=better, rival=None)] for better in sets]
    assert rival is not None
    longer = type(rival)(rival.length + 1)
    found: list[Sequence[Assertion]] = [[*rest, replace(denial, says=Says.AS_LONG, rival=longer)]]
    elders, youngers = ([each for each in rest if each.seat is seat] for seat in TWO)
    for known in known_further(deal.rules, rival):
        told = knowing(deal.state, elders, rival, known)
        found.append([*told, *youngers, replace(denial, rival=known)])
    return found


def _is_open(deal: Deal, said: Sequence[Assertion], denial: Assertion) -> bool:
    """Whether *denial* is a "not good" that can be meant in several ways, none of them settled by a later call."""
    rival = denial.rival
    if denial.says is not Says.BEATS or rival is None:
        return False
    if not isinstance(rival, SetClaim) and rival.length == 0:
        return False
    if isinstance(rival, PointClaim) and rival.pips is not None:
        return False
    if isinstance(rival, SequenceClaim) and rival.top is not None:
        return False
    return not any(
        each.says is Says.HOLDS
        and each.seat is denial.seat
        and each.claim is not None
        and each.category is denial.category
        and deal.state.compare(each.claim, rival) is Better.YES
        for each in said
    )
