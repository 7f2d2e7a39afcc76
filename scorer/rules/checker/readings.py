"""Readings: each way in which the statements of two players can be meant, and the search for cards under each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations, product

from ..claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..deal_state import DealState, Status
from ..seats import TWO, Seat
from .assertions import Assertion, Says
from .demands import Dealt, Demands, better_sets, demand, known_further, no_demands, nought_is_as_long
from .full_declaration import demand_nothing_sunk
from .holdings import SUITS, Suit
from .search import Holdings, search
from .single_hand import Reach, reach_of

# One reading


Sunk = tuple[Seat, Category]
"""A seat, and a class in which it sank something."""


Told = tuple[PointClaim | SequenceClaim, ...]
"""First calls of a seat, one a class, with pips or head that they can have had where none were said."""

Found = tuple[Holdings, list[Demands]]
"""Cards of both hands, and what was demanded of them."""


class Case:
    """Assertions that can be meant in one way only, and the demands they make with or without candour."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self.seats = tuple(Seat)[: deal.rules.players]
        self._plain = [self.hand(seat, frozenset()) for seat in deal.score.seats]
        self._is_too_much = any(hand.is_too_much for hand in self._plain)
        self._reaches: dict[tuple[Seat, frozenset[Sunk], Told], tuple[Demands, Reach] | None] = {}
        self._hopeless: list[frozenset[Sunk]] = []

    def hand(self, seat: Seat, candid: frozenset[Sunk], told: Told = ()) -> Demands:
        """The demands on one hand, some of its calls *told* with the pips or head that were not said."""
        rules, table = self.deal.rules, self.deal.state
        hand = no_demands(rules, may_be_long=table.may_be_long[seat])
        for category in CALLED:
            if (seat, category) in candid:
                known = next((known for known in told if known.category is category), None)
                demand_nothing_sunk(hand, table, seat, category, known)
        said = [each for each in self.said if each.seat is seat]
        for known in told:
            said = knowing(table, said, table.categories[known.category].entries[seat][0].claim, known)
        for each in said:
            demand(rules, hand, each)
        return hand

    def find(self, candid: frozenset[Sunk], known: Dealt | None) -> Found | None:
        """Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them."""
        found = self.roughly(candid, known)
        if found is None:
            return None
        own = self._classes(candid)
        ways = [[*self._ways(seat, classes)] for seat, classes in zip(self.seats, own, strict=True)]
        told = [each[0] if len(each) == 1 else () for each in ways]
        if any(told):
            found = self._together(own, known, told)
        return self._told(found, own, known, told, [(seat, ways[seat]) for seat in self.seats if len(ways[seat]) > 1])

    def roughly(self, candid: frozenset[Sunk], known: Dealt | None) -> Found | None:
        """Hands as `find` finds them, whatever the pips and heads are that were not said."""
        if self._is_too_much or any(each <= candid for each in self._hopeless):
            return None
        own = self._classes(candid)
        for seat, classes in zip(self.seats, own, strict=True):
            if self._alone(seat, classes, known) is None:
                self._hopeless.append(classes)
                return None
        return self._together(own, known, [()] * len(own))

    def _classes(self, candid: frozenset[Sunk]) -> list[frozenset[Sunk]]:
        """The *candid* classes of each seat."""
        return [frozenset([each for each in candid if each[0] is seat]) for seat in self.seats]

    def _told(
        self,
        found: Found | None,
        candid: Sequence[frozenset[Sunk]],
        known: Dealt | None,
        told: list[Told],
        ways: Sequence[tuple[Seat, list[Told]]],
    ) -> Found | None:
        """
        Hands as *found* with so much *told*, but with other seats' calls told too, in one of their *ways*.

        What cannot be whatever the calls of a seat are need not be tried with
        each of them; and what can be shows which of them to try first.
        """
        if found is None or not ways:
            return found
        (seat, tolds), *others = ways
        holdings, hands = found
        suit, shown = hands[seat].suit, holdings[seat]
        for way in sorted(tolds, key=lambda way: sum(not _shows(suit, shown, call) for call in way)):
            further = [*told]
            further[seat] = way
            settled = self._told(self._together(candid, known, further), candid, known, further, others)
            if settled is not None:
                return settled
        return None

    def _together(self, candid: Sequence[frozenset[Sunk]], known: Dealt | None, told: Sequence[Told]) -> Found | None:
        """Hands as `find` finds them, of which just so much was *told*."""
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

        They matter where nothing was sunk, no other suit having a better
        point, nor, if elder's sequence is not good, a better run: for then
        the best is in the suit that was named, or it is no nought, or it is
        what covers cards in a carte rouge.
        """
        ways: list[list[PointClaim | SequenceClaim]] = []
        rouge = any(each.says is Says.ALL_SCORED and each.seat is seat for each in self.said)
        for category in (Category.POINT, Category.SEQUENCE):
            state = self.deal.state.categories[category]
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

    def _meant(self, seat: Seat, call: PointClaim | SequenceClaim) -> PointClaim | SequenceClaim:
        """The first call of *seat* as this case means it, with pips or head if they were not said and matter."""
        table = self.deal.state
        for each in self.said:
            if each.seat is seat and is_first_call(table, each, call.category):
                return each.claim if isinstance(each.claim, PointClaim | SequenceClaim) else call
        return call

    def _alone(
        self, seat: Seat, candid: frozenset[Sunk], known: Dealt | None, told: Told = ()
    ) -> tuple[Demands, Reach] | None:
        """The demands on one hand and its reach, or `None` if it cannot be; the same are asked for again and again."""
        key = seat, candid, told
        if key not in self._reaches:
            hands, found = [*self._plain], None
            if candid or told:
                hands[seat] = self.hand(seat, candid, told)
            if not hands[seat].is_too_much:
                reach = reach_of(hands, seat, known, nought=self.deal.rules.nought)
                found = (hands[seat], reach) if reach.is_possible else None
            self._reaches[key] = found
        return self._reaches[key]


def _shows(suit: Suit, hand: Sequence[int], call: PointClaim | SequenceClaim) -> bool:
    """Whether the holdings of *hand* show a point or a run that is called, as their own."""
    holdings = [holding for named, holding in zip(SUITS, hand, strict=True) if call.suit in (None, named)]
    if isinstance(call, PointClaim):
        return any(suit.points[holding] == call.essence for holding in holdings)
    return any(call.essence in suit.runs[holding] for holding in holdings)


def _is_half_told(call: PointClaim | SequenceClaim) -> bool:
    """Whether there is more to say of a call, its pips or its head."""
    known = call.pips if isinstance(call, PointClaim) else call.top
    return known is None and call.length > 0


def knowing(table: DealState, said: Sequence[Assertion], call: Claim, known: Claim) -> list[Assertion]:
    """What one seat *said*, with *known* for its first call in the class, if that was *call*."""
    first = next((each for each in said if each.claim == call and is_first_call(table, each, call.category)), None)
    if first is None:
        return [*said]
    return [each.knowing(call, known) if each is first or each.says is Says.ALL_SCORED else each for each in said]


def is_first_call(table: DealState, said: Assertion, category: Category) -> bool:
    """Whether *said* is the first call of its seat in *category*, which of elder's is the one that is answered."""
    entries = table.categories[category].entries[said.seat]
    return said.says is Says.HOLDS and bool(entries) and entries[0].because[:1] == said.made_at[:1]


# All readings


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
