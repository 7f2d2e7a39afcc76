"""
Round the table: cards for what more than two have said, where nobody answers.

Pips and heads are always said, and no answer has to be understood; so all that
was said can be meant in one way only. What is not so simple is how many hands
want the same cards, and how many classes somebody can have sunk. Hands of which
nothing is demanded are left out, their cards being among those left over; and
the fewest that must have sunk are found by what cannot all be candid together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from ..claims import CALLED
from ..deal import Deal
from ..seats import Seat
from .assertions import Assertion
from .cases import Found, Sunk
from .deal_out import begun, deal_out
from .dealt import Dealt, dealt
from .demands import Demands, demand, no_demands
from .holdings import SUITS
from .round_candour import Calls, be_candid, calls_of

T = TypeVar("T")


class Round:
    """What was said by more than two."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self._hands: dict[tuple[Seat, frozenset[Sunk]], Demands] = {}
        self._nothing = no_demands(deal.rules)

    @cached_property
    def _calls(self) -> Calls:
        return calls_of(self.deal)

    def hand(self, seat: Seat, candid: frozenset[Sunk]) -> Demands:
        """The demands on one hand of which nothing is sunk in its *candid* classes."""
        key = seat, candid
        if key not in self._hands:
            hand = no_demands(self.deal.rules, may_be_long=self.deal.table.may_be_long[seat])
            for category in CALLED:
                if (seat, category) in candid:
                    be_candid(hand, self.deal.table, self._calls, seat, category)
            for each in self.said:
                if each.seat is seat:
                    demand(self.deal.rules, hand, each)
            self._hands[key] = hand
        return self._hands[key]

    def suspects(self) -> Sequence[Assertion]:
        """Things said that cannot all be, of as few seats as may be; all that was said cannot."""
        for seats in _groups(self.deal.rules.seats):
            said = [each for each in self.said if each.seat in seats]
            if Round(self.deal, said).find(frozenset(), dealt(self.deal.rules, said)) is None:
                return said
        return self.said

    def sinkings(self, classes: Sequence[Sunk], known: Dealt | None) -> Iterator[tuple[Sunk, ...]]:
        """
        Which of *classes* can have been sunk, not none of them, the fewest first; the next, if that was not enough.

        Of classes that cannot all be candid one was sunk; so nothing is tried
        that leaves all of them candid.
        """
        candid, together = frozenset(classes), []
        while True:
            together.append(self._never_candid(candid, known))
            sunk = fewest_of(together, classes)
            yield sunk
            candid = frozenset(classes).difference(sunk)

    def _never_candid(self, candid: frozenset[Sunk], known: Dealt | None) -> frozenset[Sunk]:
        """Some of the *candid* classes, not all of which can be, and of which each is needed for that."""

        def of(seats: Iterable[Seat]) -> list[Sunk]:
            return [(seat, category) for seat in seats for category in CALLED if (seat, category) in candid]

        def can_be(classes: Iterable[Sunk], seats: Iterable[Seat]) -> bool:
            return self.find(frozenset(classes), known, seats) is not None

        every = self.deal.rules.seats
        one = [[seat] for seat in every if not self._can_begin(frozenset(of([seat])), known, [seat])]
        seats = one[0] if one else least(every, lambda some: can_be(of(some), some))
        return frozenset(least(of(seats), lambda some: can_be(some, seats)))

    def find(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat] | None = None) -> Found | None:
        """
        Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them.

        Args:
            candid: the classes.
            known: what a carte blanche says of the hands as dealt.
            seats: whose hands are in question, if not all; anything will do for the others.
        """
        every = self.deal.rules.seats
        hands = self._in_question(candid, known, every if seats is None else seats)
        if any(hand.is_too_much for hand in hands.values()):
            return None
        found = dict.fromkeys(every, (0,) * len(SUITS))
        if hands:
            holdings = deal_out([*hands.values()], known, self._reserved(hands))
            if holdings is None:
                return None
            found.update(zip(hands, holdings, strict=True))
        return tuple(found.values()), [hands.get(seat, self._nothing) for seat in every]

    def _can_begin(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> bool:
        """Whether it is not seen at once that `find` finds nothing."""
        hands = self._in_question(candid, known, seats)
        if any(hand.is_too_much for hand in hands.values()):
            return False
        return not hands or any(True for _ in begun([*hands.values()], known, self._reserved(hands)))

    def _in_question(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> dict[Seat, Demands]:
        """The demands on the hands of *seats*; if no carte blanche was dealt, without those of which nothing is."""
        every = seats if known is None else self.deal.rules.seats
        hands = {seat: self.hand(seat, frozenset([each for each in candid if each[0] is seat])) for seat in every}
        return {seat: hand for seat, hand in hands.items() if known is not None or hand != self._nothing}

    def _reserved(self, hands: Sized) -> int:
        """The cards of the hands that are not among *hands*."""
        return self.deal.rules.hand * (self.deal.rules.players - len(hands))


def _groups(seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    """Some of *seats*, the fewest first."""
    for many in range(1, len(seats) + 1):
        yield from combinations(seats, many)


def fewest_of(sets: Sequence[frozenset[T]], every: Sequence[T]) -> tuple[T, ...]:
    """The fewest of *every*, the first such, of which each of *sets* has one."""
    ways = (some for many in range(len(every) + 1) for some in combinations(every, many))
    return next(some for some in ways if all(not each.isdisjoint(some) for each in sets))


def least(things: Sequence[T], allows: Callable[[Sequence[T]], bool]) -> list[T]:
    """*things*, which cannot all be, without those that are not needed for that."""
    kept = [*things]
    for one in things:
        fewer = [each for each in kept if each is not one]
        if not allows(fewer):
            kept = fewer
    return kept
