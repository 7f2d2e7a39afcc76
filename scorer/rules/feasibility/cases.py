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
from .demands import Demands, better_sets, demand, known_further, no_demands, nought_is_as_long
from .reach import Reach, reach_of
from .search import Holdings, search

Sunk = tuple[Seat, Category]
"""A seat, and a class in which it sank something."""


Told = tuple[Claim, ...]
"""First calls of a seat, one a class, with pips or head that they can have had where none were said."""


class Case:
    """Assertions that can be meant in one way only, and the demands they make with or without candour."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self.seats = tuple(Seat)[: deal.rules.players]
        self._plain = [self.hand(seat, frozenset()) for seat in deal.score.seats]
        self._reaches: dict[tuple[Seat, frozenset[Sunk], Told], tuple[Demands, Reach]] = {}
        self._hopeless: list[frozenset[Sunk]] = []

    def hand(self, seat: Seat, candid: frozenset[Sunk], told: Told = ()) -> Demands:
        """The demands on one hand, some of its calls *told* with the pips or head that were not said."""
        rules, table = self.deal.rules, self.deal.table
        hand = no_demands(rules)
        if table.may_be_long[seat]:
            hand.high += rules.talon  # dealt or taken (Laws 25 to 35 and 58)
        for category in CALLED:
            if (seat, category) in candid:
                known = next((known for known in told if known.category is category), None)
                be_candid(hand, table, seat, category, known)
        said = [each for each in self.said if each.seat is seat]
        for known in told:
            said = _knowing(table, said, table.categories[known.category].entries[seat][0].claim, known)
        for each in said:
            demand(rules, hand, each)
            if each.says is Says.STILL_BLANK:
                hand.limit(hand.suit.lacking(sum(map(hand.suit.bit, face_ranks(rules)))))
        return hand

    def find(self, candid: frozenset[Sunk], known: Dealt | None) -> tuple[Holdings, list[Demands]] | None:
        """Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them."""
        if any(hand.is_too_much for hand in self._plain) or any(each <= candid for each in self._hopeless):
            return None
        found: list[list[tuple[Demands, Reach]]] = []
        for seat in self.seats:
            own = frozenset(each for each in candid if each[0] is seat)
            ways = [self._alone(seat, own, known, told) for told in self._ways(seat, own)]
            ways = [(hand, reach) for hand, reach in ways if reach.is_possible and not hand.is_too_much]
            if not ways:
                self._hopeless.append(own)
                return None
            found.append(ways)
        for way in product(*found):
            hands = [hand for hand, _ in way]
            holdings = search(hands, [reach for _, reach in way], known)
            if holdings is not None:
                return holdings, hands
        return None

    def _ways(self, seat: Seat, candid: frozenset[Sunk]) -> Iterator[Told]:
        """
        The pips and heads of what *seat* called, where they matter and were not said.

        They matter where nothing was sunk, no other suit having a better
        point, nor, if elder's sequence is not good, a better run: for then
        the best is in the suit that was named, or it is no nought, or it is
        what covers cards in a carte rouge.
        """
        ways: list[list[Claim]] = []
        rouge = any(each.says is Says.ALL_SCORED and each.seat is seat for each in self.said)
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
                    ways.append([meant])
                elif _is_half_told(call) and (rouge or call.suit or nought_is_as_long(self.deal.rules, call)):
                    ways.append([*known_further(self.deal.rules, call)])
        return product(*ways)

    def _meant(self, seat: Seat, call: PointClaim | SequenceClaim) -> Claim:
        """The first call of *seat* as this case means it, with pips or head if they were not said and matter."""
        table = self.deal.table
        for each in self.said:
            if each.seat is seat and _is_first_call(table, each, call.category):
                return each.claim or call
        return call

    def _alone(self, seat: Seat, candid: frozenset[Sunk], known: Dealt | None, told: Told) -> tuple[Demands, Reach]:
        """The demands on one hand and its reach; the same are asked for again and again."""
        key = seat, candid, told
        found = self._reaches.get(key)
        if found is None:
            hands = [*self._plain]
            hands[seat] = self.hand(seat, candid, told)
            found = hands[seat], reach_of(hands, seat, known, nought=self.deal.rules.nought)
            self._reaches[key] = found
        return found


def _is_half_told(call: PointClaim | SequenceClaim) -> bool:
    """Whether there is more to say of a call, its pips or its head."""
    known = call.pips if isinstance(call, PointClaim) else call.top
    return known is None and call.length > 0


def _knowing(table: Table, said: Sequence[Assertion], call: Claim, known: Claim) -> list[Assertion]:
    """What one seat *said*, with *known* for its first call in the class, if that was *call*."""
    first = next((each for each in said if each.claim == call and _is_first_call(table, each, call.category)), None)
    if first is None:
        return [*said]
    return [each.knowing(call, known) if each is first or each.says is Says.ALL_SCORED else each for each in said]


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
    elders, youngers = ([each for each in rest if each.seat is seat] for seat in Seat)
    for known in known_further(deal.rules, rival):
        told = _knowing(deal.table, elders, rival, known)
        yield from meanings(deal, [*told, *youngers, replace(denial, rival=known)])


def _is_first_call(table: Table, said: Assertion, category: Category) -> bool:
    """Whether *said* is the first call of its seat in *category*, which of elder's is the one that is answered."""
    entries = table.categories[category].entries[said.seat]
    return said.says is Says.HOLDS and bool(entries) and entries[0].because[:1] == said.made_at[:1]


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
