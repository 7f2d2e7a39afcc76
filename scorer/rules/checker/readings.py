"""Search for cards that make everything said true, under each reading of ambiguous "not good" answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from ..claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..deal_state import DealState, Status
from ..findings import COUNTED, Assertion, Says, SeatClass
from ..seats import TWO, Seat
from .demands import (
    DealtBlanks,
    Demands,
    better_sets,
    dealt_blanks,
    demand,
    detailed_versions,
    no_demands,
    nought_is_as_long,
)
from .full_declaration import Calls, calls_of, demand_nothing_sunk, demand_nothing_sunk_in_round
from .grid import Holdings, deal_out, propagated
from .holdings import SUITS, Suit

T = TypeVar("T")

Details = tuple[PointClaim | SequenceClaim, ...]
"""First calls of a seat, at most one a class, with assumed pips or head that were not said."""

Found = tuple[Holdings, Sequence[Demands]]
"""The holdings of each hand, and the demands on it."""

Declared = frozenset[SeatClass]
"""The classes in which nothing was sunk."""


class Hands:
    """The demands on the hands of *deal*, kept for all readings of what was said and for all subsets of it."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.unconstrained = no_demands(deal.rules)
        self._found: dict[tuple[Seat, Sequence[Assertion], Declared, Details], Demands] = {}

    def hand(self, seat: Seat, said: tuple[Assertion, ...], declared: Declared, details: Details = ()) -> Demands:
        """Return the demands on a hand if only *said* is known, and nothing is sunk in the *declared* classes."""
        key = seat, said, declared, details
        if key not in self._found:
            self._found[key] = self._hand(*key)
        return self._found[key]

    def _hand(self, seat: Seat, said: Sequence[Assertion], declared: Declared, details: Details) -> Demands:
        deal_state, rules = self.deal.state, self.deal.rules
        hand = no_demands(rules, may_be_long=deal_state.may_be_long[seat])
        for category in CALLED:
            if (seat, category) in declared:
                if rules.players > 2:
                    demand_nothing_sunk_in_round(hand, deal_state, self._calls, seat, category)
                else:
                    detailed = next((each for each in details if each.category is category), None)
                    demand_nothing_sunk(hand, deal_state, seat, category, detailed)
        for detailed in details:
            call = deal_state.categories[detailed.category].entries[seat][0].claim
            said = complete_first_call(deal_state, said, call, detailed)
        for each in said:
            if rules.players == 2 or each.says not in COUNTED:
                demand(rules, hand, each)
        return hand

    @cached_property
    def _calls(self) -> Calls:
        return calls_of(self.deal)


class Reading:
    """
    Unambiguous assertions, and the search for cards that meet them; a hand on which nothing is demanded is left out.

    With three or four players pips and heads are always said and nobody answers, so there is one reading.
    """

    def __init__(self, hands: Hands, said: Sequence[Assertion], *, relaxed: bool = False) -> None:
        self.deal, self.said, self._hands, self._relaxed = hands.deal, said, hands, relaxed
        self._said_by = {seat: tuple([each for each in said if each.seat is seat]) for seat in hands.deal.rules.seats}
        self._failed: Declared | None = None
        self._incompatible: list[Declared] = []

    def hand(self, seat: Seat, declared: Declared, details: Details = ()) -> Demands:
        """Return the demands on one hand with nothing sunk in its *declared* classes and its calls as in *details*."""
        own = frozenset([each for each in declared if each[0] is seat])
        return self._hands.hand(seat, self._said_by[seat], own, details)

    def find(self, declared: Declared, blanks: DealtBlanks | None) -> Found | None:
        """Return hands that make everything true with nothing sunk in the *declared* classes, or `None`."""
        if self.refutes(declared, blanks):
            return None
        found = self.search(declared, blanks)
        if found is None:
            self._failed = declared
        return found

    def refutes(self, declared: Declared, blanks: DealtBlanks | None) -> bool:
        """
        Return whether an earlier failure tells that `find` fails.

        Why the last one failed is worked out only here, because most failures are never asked about.
        """
        if self._failed is not None and declared:
            self._incompatible.append(self._conflict(self._failed, blanks))
            self._failed = None
        return any(each <= declared for each in self._incompatible)

    def _conflict(self, declared: Declared, blanks: DealtBlanks | None) -> Declared:
        """Return some *declared* classes that conflict: a minimal set of one seat, or else of every seat."""

        def can_be(classes: Sequence[SeatClass]) -> bool:
            return self.survives_propagation(frozenset(classes), blanks, dict.fromkeys(seat for seat, _ in classes))

        def can_all_be(categories: Sequence[Category]) -> bool:
            return self.search(frozenset(each for each in declared if each[1] in categories), blanks) is not None

        for seat in self.deal.rules.seats:
            own = [(seat, category) for category in CALLED if (seat, category) in declared]
            if own and not can_be(own):
                return frozenset(shrink(own, can_be))
        categories = shrink(
            [category for category in CALLED[::-1] if any(category is each for _, each in declared)], can_all_be
        )
        return frozenset(each for each in declared if each[1] in categories)

    def search(
        self, declared: Declared, blanks: DealtBlanks | None, seats: Iterable[Seat] | None = None
    ) -> Found | None:
        """Return hands as `find` does; only the hands of *seats* are constrained, by default all."""
        if self._relaxed or self.deal.rules.players > 2:
            return self._solve(declared, blanks, self.deal.rules.seats if seats is None else seats)
        ways = [[*self._possible_details(seat, declared)] for seat in TWO]
        details = [each[0] if len(each) == 1 else () for each in ways]
        found = self._solve(declared, blanks, TWO, details)
        return self._try_details(
            found, declared, blanks, details, [(seat, ways[seat]) for seat in TWO if len(ways[seat]) > 1]
        )

    def survives_propagation(self, declared: Declared, blanks: DealtBlanks | None, seats: Iterable[Seat]) -> bool:
        """Return whether propagation leaves `find` a chance: necessary, not sufficient."""
        hands = self._constrained(declared, blanks, seats)
        if any(hand.is_contradictory for hand in hands.values()):
            return False
        return not hands or any(True for _ in propagated([*hands.values()], blanks, self._reserved(hands)))

    def _solve(
        self, declared: Declared, blanks: DealtBlanks | None, seats: Iterable[Seat], details: Sequence[Details] = ()
    ) -> Found | None:
        hands = self._constrained(declared, blanks, seats, details)
        if any(hand.is_contradictory for hand in hands.values()) or not self._play_is_possible(hands):
            return None
        every = self.deal.rules.seats
        found = dict.fromkeys(every, (0,) * len(SUITS))
        if hands:
            holdings = deal_out((*hands.values(),), blanks, self._reserved(hands))
            if holdings is None:
                return None
            found.update(zip(hands, holdings, strict=True))
        return tuple(found.values()), [hands.get(seat, self._hands.unconstrained) for seat in every]

    def _play_is_possible(self, hands: Mapping[Seat, Demands]) -> bool:
        """Return whether each of *hands* alone can hold the cards it played, of three or four players."""
        for seat, hand in hands.items():
            counted = [each for each in self.said if each.seat is seat and each.says in COUNTED]
            if counted and self.deal.rules.players > 2:
                alone = replace(hand)
                for each in counted:
                    demand(self.deal.rules, alone, each)
                if alone.is_contradictory or deal_out((alone,), None, 0) is None:
                    return False
        return True

    def _constrained(
        self, declared: Declared, blanks: DealtBlanks | None, seats: Iterable[Seat], details: Sequence[Details] = ()
    ) -> dict[Seat, Demands]:
        """Return the hands of *seats* with any demands; every hand if one was dealt blank."""
        hands = {seat: self.hand(seat, declared, details[seat] if details else ()) for seat in seats}
        if blanks is None:
            return {seat: hand for seat, hand in hands.items() if hand != self._hands.unconstrained}
        return {seat: hands.get(seat) or self._hands.hand(seat, (), frozenset()) for seat in self.deal.rules.seats}

    def _reserved(self, hands: Mapping[Seat, Demands]) -> int:
        """Return the cards of the hands that are not among *hands*."""
        return self.deal.rules.hand * (self.deal.rules.players - len(hands))

    def _try_details(
        self,
        found: Found | None,
        declared: Declared,
        blanks: DealtBlanks | None,
        details: list[Details],
        ways: Sequence[tuple[Seat, list[Details]]],
    ) -> Found | None:
        """
        Try every combination of the *ways* to complete calls, a seat at a time.

        *found* solves the problem without the remaining details: if it is `None`, so is
        the answer, and its cards suggest which details to try first.
        """
        if found is None or not ways:
            return found
        (seat, options), *others = ways
        holdings, hands = found
        suit, shown = hands[seat].suit, holdings[seat]
        for way in sorted(options, key=lambda way: sum(not _shows(suit, shown, call) for call in way)):
            further = [*details]
            further[seat] = way
            solved = self._try_details(self._solve(declared, blanks, TWO, further), declared, blanks, further, others)
            if solved is not None:
                return solved
        return None

    def _possible_details(self, seat: Seat, declared: Declared) -> Iterator[Details]:
        """
        Yield the unsaid pips and heads of the calls of *seat* that matter.

        They matter where nothing was sunk. Then no other suit has a better point nor, if elder's sequence is not good,
        a better run; so the best is in the suit named, or is no nought, or covers the cards of a carte rouge.
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
                if isinstance(call, SetClaim) or (seat, category) not in declared:
                    continue
                as_read = self._as_read(seat, call)
                if as_read != call:
                    ways.append([as_read])
                elif _lacks_detail(call) and (rouge or call.suit or nought_is_as_long(self.deal.rules, call)):
                    ways.append([*detailed_versions(self.deal.rules, call)])
        return product(*ways)

    def _as_read(self, seat: Seat, call: PointClaim | SequenceClaim) -> PointClaim | SequenceClaim:
        """Return the first call of *seat* with the pips or head that this reading gives it."""
        deal_state = self.deal.state
        for each in self.said:
            if each.seat is seat and is_first_call(deal_state, each, call.category):
                return each.claim if isinstance(each.claim, PointClaim | SequenceClaim) else call
        return call


def _shows(suit: Suit, hand: Sequence[int], call: PointClaim | SequenceClaim) -> bool:
    """Return whether *hand* has a whole suit or run equal to *call*."""
    holdings = [holding for named, holding in zip(SUITS, hand, strict=True) if call.suit in (None, named)]
    if isinstance(call, PointClaim):
        return any(suit.points[holding] == call.essence for holding in holdings)
    return any(call.essence in suit.runs[holding] for holding in holdings)


def _lacks_detail(call: PointClaim | SequenceClaim) -> bool:
    """Return whether the pips or head of *call* are unknown."""
    detail = call.pips if isinstance(call, PointClaim) else call.top
    return detail is None and call.length > 0


def complete_first_call(
    deal_state: DealState, said: Sequence[Assertion], call: Claim, detailed: Claim
) -> list[Assertion]:
    """Return what one seat *said*, with its first call completed if that was *call*."""
    first = next((each for each in said if each.claim == call and is_first_call(deal_state, each, call.category)), None)
    if first is None:
        return [*said]
    return [
        each.with_detail(call, detailed) if each is first or each.says is Says.ALL_SCORED else each for each in said
    ]


def is_first_call(deal_state: DealState, said: Assertion, category: Category) -> bool:
    """Return whether *said* is the first call of its seat in *category*; elder's is the one answered."""
    entries = deal_state.categories[category].entries[said.seat]
    return said.says is Says.HOLDS and bool(entries) and entries[0].because[:1] == said.made_at[:1]


class Readings:
    """
    A tree of readings: each level resolves one ambiguous "not good", which can have dozens of them.

    If the first one tried is infeasible, the assertions common to all are checked before the others.
    """

    def __init__(self, hands: Hands, said: Sequence[Assertion]) -> None:
        self._deal, self._hands, self._said = hands.deal, hands, said

    @cached_property
    def _common(self) -> Reading:
        """Return the assertions that hold in every reading of this subtree."""
        common = [each for each in self._said if not _is_ambiguous(self._deal, self._said, each)]
        return Reading(self._hands, common, relaxed=self._branches is not None)

    @cached_property
    def _branches(self) -> list[Readings] | None:
        """Return the readings of the first ambiguous "not good", or `None` if there is none."""
        found = alternatives(self._deal, self._said)
        return None if found is None else [Readings(self._hands, said) for said in found]

    def find(self, declared: Declared, blanks: DealtBlanks | None, *, doubtful: bool = False) -> Found | None:
        """Return hands as `Reading.find` does, under any reading; *doubtful* if an earlier branch failed."""
        if self._branches is None:
            return self._common.find(declared, blanks)
        if self._common.refutes(declared, blanks):
            return None
        for number, branch in enumerate(self._branches):
            if number == (0 if doubtful else 1) and self._common.find(declared, blanks) is None:
                return None
            found = branch.find(declared, blanks, doubtful=doubtful or number > 0)
            if found is not None:
                return found
        return None

    def suspects(self) -> Sequence[Assertion]:
        """
        Return conflicting assertions; call it only if all of them conflict.

        Of three or four players they are those of as few seats as possible.
        """
        rules, none = self._deal.rules, frozenset[SeatClass]()
        if rules.players > 2:
            groups = [seats for many in range(1, rules.players) for seats in combinations(rules.seats, many)]
            for tried in (self._common.survives_propagation, self._common.search):
                for seats in groups:
                    said = [each for each in self._said if each.seat in seats]
                    if not tried(none, dealt_blanks(rules, said), seats):
                        return said
        return self._said


def shrink(things: Sequence[T], allows: Callable[[Sequence[T]], bool]) -> list[T]:
    """Shrink an unsatisfiable list to a minimal unsatisfiable subset."""
    core = [*things]
    for one in things:
        fewer = [each for each in core if each is not one]
        if not allows(fewer):
            core = fewer
    return core


def readings(deal: Deal, said: Sequence[Assertion]) -> Iterator[Sequence[Assertion]]:
    """Yield *said* in each reading of its ambiguous answers."""
    branches = alternatives(deal, said)
    if branches is None:
        yield said
    else:
        for reading in branches:
            yield from readings(deal, reading)


def alternatives(deal: Deal, said: Sequence[Assertion]) -> list[Sequence[Assertion]] | None:
    """
    Return *said* in each reading of its first ambiguous "not good", or `None` if there is none.

    A better set is one of several. A call without pips or head is beaten by a longer one, or by what beats its cards.
    """
    index = next((number for number, each in enumerate(said) if _is_ambiguous(deal, said, each)), None)
    if index is None:
        return None
    denial = said[index]
    rest = [*said[:index], *said[index + 1 :]]
    rival = denial.rival
    if isinstance(rival, SetClaim):
        sets = better_sets(deal.rules, rival)
        return [[*rest, replace(denial, says=Says.HOLDS, claim=better, rival=None)] for better in sets]
    assert rival is not None
    longer = type(rival)(rival.length + 1)
    found: list[Sequence[Assertion]] = [[*rest, replace(denial, says=Says.AS_LONG, rival=longer)]]
    elders, youngers = ([each for each in rest if each.seat is seat] for seat in TWO)
    for detailed in detailed_versions(deal.rules, rival):
        completed = complete_first_call(deal.state, elders, rival, detailed)
        found.append([*completed, *youngers, replace(denial, rival=detailed)])
    return found


def _is_ambiguous(deal: Deal, said: Sequence[Assertion], denial: Assertion) -> bool:
    """Return whether *denial* is a "not good" with several readings, none of them settled by a later call."""
    rival = denial.rival
    if denial.says is not Says.BEATS or rival is None:
        return False
    if not isinstance(rival, SetClaim) and not _lacks_detail(rival):
        return False
    return not any(
        each.says is Says.HOLDS
        and each.seat is denial.seat
        and each.claim is not None
        and each.category is denial.category
        and deal.state.compare(each.claim, rival) is Better.YES
        for each in said
    )
