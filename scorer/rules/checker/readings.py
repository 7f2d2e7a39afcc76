"""Search for cards that make everything said true, under each reading of ambiguous "not good" answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import TypeVar

from ..claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..deal_state import DealState, Status
from ..findings import COUNTED, Assertion, Says, SeatClass
from ..seats import TWO, Seat
from .columns import column_alone
from .demands import (
    Demands,
    better_sets,
    dealt_blanks,
    demand,
    detailed_versions,
    no_demands,
    nought_is_as_long,
)
from .full_declaration import Calls, calls_of, demand_nothing_sunk, demand_nothing_sunk_in_round
from .grid import Holdings, columns_of, deal_out, propagated
from .holdings import SUITS, Suit

T = TypeVar("T")

Details = tuple[PointClaim | SequenceClaim, ...]
"""First calls of a seat, at most one a class, with assumed pips or head that were not said."""

Found = tuple[Holdings, Sequence[Demands]]
"""The holdings of each hand, and the demands on it."""

Declared = int
"""The classes in which nothing was sunk, as bits: those of each seat in turn."""

NOTHING: Declared = 0


def class_bits(classes: Iterable[SeatClass]) -> Declared:
    return sum([1 << len(CALLED) * seat + CALLED.index(category) for seat, category in classes])


class Hands:
    """The demands on the hands of *deal*, kept for all readings of what was said and for all subsets of it."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.unconstrained = no_demands(deal.rules)
        self._found: dict[object, tuple[Demands, Sequence[Assertion]]] = {}

    def hand(self, seat: Seat, said: Sequence[Assertion], declared: Declared, details: Details = ()) -> Demands:
        """Return the demands on a hand if only *said* is known, and nothing is sunk in the *declared* classes."""
        own = declared >> len(CALLED) * seat & (1 << len(CALLED)) - 1
        key = seat, own, details, *map(id, said)  # kept with *said*, so that no other assertion has the same ids
        if key not in self._found:
            self._found[key] = self._hand(seat, said, own, details), said
        return self._found[key][0]

    def _hand(self, seat: Seat, said: Sequence[Assertion], own: Declared, details: Details) -> Demands:
        deal_state, rules = self.deal.state, self.deal.rules
        hand = no_demands(rules, may_be_long=deal_state.may_be_long[seat])
        for index, category in enumerate(CALLED):
            if own >> index & 1:
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
        self._blanks = dealt_blanks(hands.deal.rules, said)

    def hand(self, seat: Seat, declared: Declared, details: Details = ()) -> Demands:
        """Return the demands on one hand with nothing sunk in its *declared* classes and its calls as in *details*."""
        return self._hands.hand(seat, self._said_by[seat], declared, details)

    def search(self, declared: Declared) -> Found | None:
        """Return hands that make everything true with nothing sunk in the *declared* classes, or `None`."""
        if self._relaxed or self.deal.rules.players > 2 or not declared:
            return self._solve(declared)
        ways = [[*self._possible_details(seat, declared)] for seat in TWO]
        details = [each[0] if len(each) == 1 else () for each in ways]
        found = self._solve(declared, details)
        return self._try_details(found, declared, details, [(seat, ways[seat]) for seat in TWO if len(ways[seat]) > 1])

    def refutes(self, seat: Seat, declared: Declared = NOTHING) -> bool:
        """Return whether no hand of *seat* by itself meets the demands on it; sufficient, not necessary."""
        return column_alone(self.hand(seat, declared)).alone is None

    def survives(self, declared: Declared) -> bool:
        """Return whether propagation leaves `find` a chance: necessary, not sufficient."""
        hands = self._constrained(declared)
        if not hands:
            return True
        return propagated(columns_of([*hands.values()], self._blanks, self._reserved(hands))) is not None

    def _solve(self, declared: Declared, details: Sequence[Details] = ()) -> Found | None:
        hands = self._constrained(declared, details)
        if not self._play_is_possible(hands):
            return None
        every = self.deal.rules.seats
        found = dict.fromkeys(every, (0,) * len(SUITS))
        if hands:
            holdings = deal_out([*hands.values()], self._blanks, self._reserved(hands))
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
                if deal_out([alone], None, 0) is None:
                    return False
        return True

    def _constrained(self, declared: Declared, details: Sequence[Details] = ()) -> dict[Seat, Demands]:
        """Return the hands with any demands; every hand if one was dealt blank."""
        seats, size = self.deal.rules.seats, self.deal.rules.hand
        hands = {seat: self.hand(seat, declared, details[seat] if details else ()) for seat in seats}
        if self._blanks is not None:
            return hands
        return {seat: hand for seat, hand in hands.items() if not hand.is_free(size)}

    def _reserved(self, hands: Mapping[Seat, Demands]) -> int:
        """Return the cards of the hands that are not among *hands*."""
        return self.deal.rules.hand * (self.deal.rules.players - len(hands))

    def _try_details(
        self,
        found: Found | None,
        declared: Declared,
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
            solved = self._try_details(self._solve(declared, further), declared, further, others)
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
                if isinstance(call, SetClaim) or not declared & class_bits([(seat, category)]):
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

    If one of them is infeasible, the other assertions are tried without that answer before its other readings.
    """

    def __init__(self, hands: Hands, said: Sequence[Assertion], *, relaxed: bool = False) -> None:
        self._deal, self._hands, self._said, self._relaxed = hands.deal, hands, said, relaxed
        self._failed: list[Declared] = []
        self._found: tuple[Declared, Found] | None = None
        ambiguous = [each for each in said if _is_ambiguous(hands.deal, said, each)]
        sets = [each for each in ambiguous if isinstance(each.rival, SetClaim)]  # they have the fewest readings
        self._denial = next(iter(sets or ambiguous), None)
        common = [each for each in said if not any(each is one for one in ambiguous)] if ambiguous else said
        self.common = Reading(hands, common, relaxed=relaxed or bool(ambiguous))

    @cached_property
    def _rest(self) -> Readings:
        return Readings(self._hands, [each for each in self._said if each is not self._denial], relaxed=True)

    @cached_property
    def _branches(self) -> list[Readings]:
        assert self._denial is not None
        return [
            Readings(self._hands, said, relaxed=self._relaxed)
            for said in alternatives(self._deal, self._said, self._denial)
        ]

    def find(self, declared: Declared, *, doubtful: bool = False) -> Found | None:
        """
        Return hands that make everything true with nothing sunk in the *declared* classes, or `None`.

        It is *doubtful* if an earlier branch failed.
        """
        if any(not each & ~declared for each in self._failed):
            return None
        if self._found is not None and not declared & ~self._found[0]:
            return self._found[1]
        found = self._find(declared, doubtful=doubtful) if self._denial else self.common.search(declared)
        if found is None:
            self._failed.append(declared)
        else:
            self._found = declared, found
        return found

    def _find(self, declared: Declared, *, doubtful: bool) -> Found | None:
        if not self.common.survives(declared):
            return None
        for number, branch in enumerate(self._branches):
            if number == (0 if doubtful else 1) and self._rest.find(declared, doubtful=True) is None:
                return None
            found = branch.find(declared, doubtful=doubtful or number > 0)
            if found is not None:
                return found
        return None

    def survives(self, declared: Declared = NOTHING) -> bool:
        """Return whether propagation leaves `find` a chance: necessary, not sufficient."""
        if not self.common.survives(declared):
            return False
        return self._denial is None or any(branch.survives(declared) for branch in self._branches)


def shrink(things: Sequence[T], allows: Callable[[Sequence[T]], bool]) -> list[T]:
    """
    Shrink an unsatisfiable list to a minimal unsatisfiable subset, as by dropping one after another if possible.

    Most can be dropped, so half of them are tried at once, then half of these.
    """
    core = [*things]

    def drop(some: Sequence[T], *, needed: bool) -> bool:
        """Drop those of *some* that are not needed; return whether none is. With *needed* it is known that one is."""
        if not needed:
            fewer = [each for each in core if not any(each is one for one in some)]
            if not allows(fewer):
                core[:] = fewer
                return True
        if some[1:]:
            half = len(some) // 2
            drop(some[half:], needed=drop(some[:half], needed=False))
        return False

    drop(core[:], needed=True)
    return core


def readings(deal: Deal, said: Sequence[Assertion]) -> Iterator[Sequence[Assertion]]:
    """Yield *said* in each reading of its ambiguous answers."""
    denial = next((each for each in said if _is_ambiguous(deal, said, each)), None)
    if denial is None:
        yield said
    else:
        for reading in alternatives(deal, said, denial):
            yield from readings(deal, reading)


def alternatives(deal: Deal, said: Sequence[Assertion], denial: Assertion) -> list[Sequence[Assertion]]:
    """
    Return *said* in each reading of *denial*, an ambiguous "not good".

    A better set is one of several. A call without pips or head is beaten by a longer one, or by what beats its cards.
    """
    rest = [each for each in said if each is not denial]
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
