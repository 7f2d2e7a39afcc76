"""Cases: each way in which what was said can be meant, and the search for cards within one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from ..claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..seats import Seat
from ..table import Status, Table
from .assertions import Assertion, Says
from .candour import be_candid
from .dealt import Dealt, face_ranks
from .demands import Demands, better_sets, demand, known_further, no_demands
from .reach import Reach, reach_of
from .search import Holdings, search

Sunk = tuple[Seat, Category]
"""A seat, and a class in which it sank something."""


Told = tuple[tuple[Claim, Claim], ...]
"""Calls of which pips or head were not said, each with one that they can have been."""


class Case:
    """Assertions that can be meant in one way only, and the demands they make with or without candour."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self.seats = tuple(Seat)[: deal.rules.players]
        self._plain = [self.hand(seat, frozenset()) for seat in deal.score.seats]
        self._reaches: dict[tuple[Seat, frozenset[Sunk], Told], tuple[Demands, Reach] | None] = {}
        self._hopeless: list[frozenset[Sunk]] = []

    def hand(self, seat: Seat, candid: frozenset[Sunk], told: Told = ()) -> Demands:
        """The demands on one hand, some of its calls *told* with the pips or head that were not said."""
        rules, table = self.deal.rules, self.deal.table
        fully = {call.essence: known for call, known in told}
        hand = no_demands(rules)
        if table.penalised[seat] not in (None, *_found_false_at(table, seat)):
            hand.high += rules.talon  # it may have been dealt or taken too many (Laws 25 to 35 and 58)
        for category in CALLED:
            if (seat, category) in candid:
                known = next((known for _, known in told if known.category is category), None)
                be_candid(hand, table, seat, category, known)
        for each in self.said:
            if each.seat is seat:
                known = fully.get(each.claim.essence) if each.claim and each.says is Says.HOLDS else None
                demand(rules, hand, each if known is None else replace(each, claim=known))
                if each.says is Says.STILL_BLANK:
                    hand.limit(hand.suit.lacking(sum(map(hand.suit.bit, face_ranks(rules)))))
        return hand

    def find(self, candid: frozenset[Sunk], known: Dealt | None) -> tuple[Holdings, list[Demands]] | None:
        """Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them."""
        if any(hand.is_too_much for hand in self._plain) or any(each <= candid for each in self._hopeless):
            return None
        own = [frozenset(each for each in candid if each[0] is seat) for seat in self.seats]
        for seat, classes in zip(self.seats, own, strict=True):
            if self._alone(seat, classes, known) is None:
                self._hopeless.append(classes)
                return None
        ways = [[*self._ways(seat, classes)] for seat, classes in zip(self.seats, own, strict=True)]
        many = any(len(each) > 1 for each in ways)
        if many and self._together(own, known, [()] * len(ways)) is None:
            return None  # what cannot be whatever the pips and heads are need not be tried with each of them
        together = (self._together(own, known, told) for told in product(*ways))
        return next((found for found in together if found is not None), None)

    def _together(
        self, candid: Sequence[frozenset[Sunk]], known: Dealt | None, told: Sequence[Told]
    ) -> tuple[Holdings, list[Demands]] | None:
        """Hands as `find` finds them, what was not said of each seat's calls being *told*."""
        hands, reaches = [], []
        for seat in self.seats:
            alone = self._alone(seat, candid[seat], known, told[seat])
            if alone is None:
                return None
            hands.append(alone[0])
            reaches.append(alone[1])
        holdings = search(hands, reaches, known)
        return None if holdings is None else (holdings, hands)

    def _ways(self, seat: Seat, candid: frozenset[Sunk]) -> Iterator[Told]:
        """
        The pips and heads of what *seat* called, where they matter and were not said.

        They matter where the suit was named, and nothing sunk: no other suit
        then has a better point, nor, if elder's sequence is not good, a
        better run.
        """
        ways: list[list[tuple[Claim, Claim]]] = []
        for category in (Category.POINT, Category.SEQUENCE):
            state = self.deal.table.categories[category]
            entries = state.entries[seat][:1]
            if category is Category.SEQUENCE and (seat is Seat.YOUNGER or state.status is not Status.NOT_GOOD):
                continue
            for entry in entries:
                call = entry.claim
                if isinstance(call, SetClaim) or (seat, category) not in candid:
                    continue
                meant = self._meant(seat, call)
                if meant != call:
                    ways.append([(call, meant)])
                elif _is_half_told(call):
                    ways.append([(call, known) for known in known_further(self.deal.rules, call)])
        return product(*ways)

    def _meant(self, seat: Seat, call: PointClaim | SequenceClaim) -> Claim:
        """*call* as this case means it, with pips or head if they were not said and matter."""
        for each in self.said:
            if each.seat is seat and each.says is Says.HOLDS and each.called == call and each.claim is not None:
                return each.claim
        return call

    def _alone(
        self, seat: Seat, candid: frozenset[Sunk], known: Dealt | None, told: Told = ()
    ) -> tuple[Demands, Reach] | None:
        """The demands on one hand and its reach, or `None` if it cannot be; the same are asked for again and again."""
        key = seat, candid, told
        if key not in self._reaches:
            hands = [*self._plain]
            if candid or told:
                hands[seat] = self.hand(seat, candid, told)
            reach = reach_of(hands, seat, known, nought=self.deal.rules.nought)
            can_be = reach.is_possible and not hands[seat].is_too_much
            self._reaches[key] = (hands[seat], reach) if can_be else None
        return self._reaches[key]


def _is_half_told(call: PointClaim | SequenceClaim) -> bool:
    """Whether a call names its suit, but not its pips or head."""
    known = call.pips if isinstance(call, PointClaim) else call.top
    return known is None and call.suit is not None and call.length > 0


def _found_false_at(table: Table, seat: Seat) -> list[int]:
    """Where claims of *seat* were found false, which is penalised too but says nothing of the hand's size (Law 54)."""
    return [
        entry.because[-1] for category in CALLED for entry in table.categories[category].entries[seat] if entry.false
    ]


def meanings(deal: Deal, said: Sequence[Assertion]) -> Iterator[tuple[Assertion, ...]]:
    """
    *said*, once for each thing that a "not good" can mean.

    A better set is this one or that one; and a call whose pips or head were
    not said is beaten by a longer one, or by what the caller's own cards make.
    """
    place = next((number for number, each in enumerate(said) if _is_open(deal, said, each)), None)
    if place is None:
        yield tuple(said)
        return
    denial = said[place]
    rest = [*said[:place], *said[place + 1 :]]
    rival = denial.rival
    if isinstance(rival, SetClaim):
        for better in better_sets(deal.rules, rival):
            yield from meanings(deal, [*rest, replace(denial, says=Says.HOLDS, claim=better, rival=None)])
        return
    assert rival is not None
    longer = type(rival)(rival.length + 1)
    yield from meanings(deal, [*rest, replace(denial, says=Says.AS_LONG, rival=longer)])
    leading = next((each for each in rest if _is_call(each, denial)), None)
    for known in known_further(deal.rules, rival):
        told = [replace(each, claim=known) if each is leading else each for each in rest]
        yield from meanings(deal, [*told, replace(denial, rival=known)])


def _is_call(said: Assertion, denial: Assertion) -> bool:
    """Whether *said* is the call that *denial* answers."""
    return said.seat is not denial.seat and said.says is Says.HOLDS and said.claim == denial.rival


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
        and deal.table.compare(each.claim, rival) is Better.YES
        for each in said
    )
