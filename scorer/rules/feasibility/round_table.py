"""
Round the table: cards for what more than two have said, where nobody answers.

Pips and heads are always said, and no answer has to be understood; so all that
was said can be meant in one way only. What is not so simple is how many hands
want the same cards, and how many classes somebody can have sunk. Hands of which
nothing is demanded are left out, their cards being among those left over; and
the fewest that must have sunk are found by what cannot all be candid together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from ..claims import CALLED, Category
from ..deal import Deal
from ..seats import Seat
from .assertions import COUNTED, Assertion
from .cases import Found, Sunk
from .deal_out import begun, deal_out
from .dealt import Dealt, dealt
from .demands import Demands, demand, no_demands
from .holdings import SUITS
from .reach import reach_of
from .round_candour import Calls, be_candid, calls_of

T = TypeVar("T")


class Round:
    """What was said by more than two."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self._hands: dict[tuple[Seat, frozenset[Sunk]], Demands] = {}
        self._found: dict[tuple[frozenset[Sunk], Dealt | None, tuple[Seat, ...]], Found | None] = {}
        self._nothing = no_demands(deal.rules)

    @cached_property
    def _calls(self) -> Calls:
        return calls_of(self.deal)

    def hand(self, seat: Seat, candid: frozenset[Sunk]) -> Demands:
        """The demands on one hand of which nothing is sunk in its *candid* classes."""
        key = seat, candid
        if key not in self._hands:
            hand = self._any(seat)
            for category in CALLED:
                if (seat, category) in candid:
                    be_candid(hand, self.deal.state, self._calls, seat, category)
            for each in self.said:
                if each.seat is seat and each.says not in COUNTED:
                    demand(self.deal.rules, hand, each)
            self._hands[key] = hand
        return self._hands[key]

    def _can_have_played(self, hands: Mapping[Seat, Demands]) -> bool:
        """Whether each of *hands*, looked at alone, can have the cards that its tricks tell of."""
        for seat, hand in hands.items():
            counted = [each for each in self.said if each.seat is seat and each.says in COUNTED]
            if counted:
                alone = replace(hand)
                for each in counted:
                    demand(self.deal.rules, alone, each)
                if alone.is_too_much or not reach_of([alone], 0, None, nought=False).is_possible:
                    return False
        return True

    def suspects(self) -> Sequence[Assertion]:
        """Things said that cannot all be, of as few seats as may be; all that was said cannot."""
        rules, none = self.deal.rules, frozenset[Sunk]()
        groups = [seats for many in range(1, rules.players) for seats in combinations(rules.seats, many)]
        for tried in (self._can_begin, self.find):
            for seats in groups:
                said = [each for each in self.said if each.seat in seats]
                if not tried(none, dealt(rules, said), seats):
                    return said
        return self.said

    def sinkings(self, classes: Sequence[Sunk], known: Dealt | None) -> Iterator[tuple[Sunk, ...]]:
        """
        Which of *classes* can have been sunk, not none of them, the fewest first; the next, if that was not enough.

        Of classes that cannot all be candid one was sunk; so nothing is tried
        that leaves all of them candid. There is nothing to be tried at all
        where what was said cannot be.
        """
        if self.find(frozenset(), known) is None:
            return
        candid, together = [*classes], []
        while True:
            together.append(self._never_candid(candid, known))
            sunk = fewest_of(together, classes)
            yield sunk
            candid = [each for each in classes if each not in sunk]

    def _never_candid(self, candid: Sequence[Sunk], known: Dealt | None) -> frozenset[Sunk]:
        """Some of the *candid* classes, not all of which can be: of one seat and few, or of all seats and alike."""

        def can_be(classes: Sequence[Sunk]) -> bool:
            seats = dict.fromkeys(seat for seat, _ in classes)
            return self._can_begin(frozenset(classes), known, tuple(seats))

        def can_all_be(categories: Sequence[Category]) -> bool:
            return self.find(frozenset(each for each in candid if each[1] in categories), known) is not None

        own = ([each for each in candid if each[0] is seat] for seat in self.deal.rules.seats)
        never = next((classes for classes in own if not can_be(classes)), None)
        if never is not None:
            return frozenset(least(never, can_be))
        categories = least(CALLED[::-1], can_all_be)
        return frozenset(each for each in candid if each[1] in categories)

    def find(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat] | None = None) -> Found | None:
        """
        Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them.

        Args:
            candid: the classes.
            known: what a carte blanche says of the hands as dealt.
            seats: whose hands are in question, if not all; anything will do for the others.
        """
        every = self.deal.rules.seats
        key = candid, known, tuple(every if seats is None else seats)
        if key not in self._found:
            self._found[key] = self._find(self._in_question(*key), known)
        return self._found[key]

    def _find(self, hands: Mapping[Seat, Demands], known: Dealt | None) -> Found | None:
        every = self.deal.rules.seats
        found = dict.fromkeys(every, (0,) * len(SUITS))
        if not self._can_have_played(hands):
            return None
        if hands:
            holdings = deal_out([*hands.values()], known, self._reserved(hands))
            if holdings is None:
                return None
            found.update(zip(hands, holdings, strict=True))
        return tuple(found.values()), [hands.get(seat, self._nothing) for seat in every]

    def _can_begin(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> bool:
        """Whether it is not seen at once that `find` finds nothing."""
        hands = self._in_question(candid, known, seats)
        return not hands or any(True for _ in begun([*hands.values()], known, self._reserved(hands)))

    def _in_question(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> dict[Seat, Demands]:
        """The demands on those hands of *seats* of which there are any; if a blank one was dealt, on every hand."""
        hands = {seat: self.hand(seat, frozenset([each for each in candid if each[0] is seat])) for seat in seats}
        if known is None:
            return {seat: hand for seat, hand in hands.items() if hand != self._nothing}
        return {seat: hands.get(seat) or self._any(seat) for seat in self.deal.rules.seats}

    def _any(self, seat: Seat) -> Demands:
        """A hand of *seat* of which nothing is demanded."""
        return no_demands(self.deal.rules, may_be_long=self.deal.state.may_be_long[seat])

    def _reserved(self, hands: Sized) -> int:
        """The cards of the hands that are not among *hands*."""
        return self.deal.rules.hand * (self.deal.rules.players - len(hands))


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
