"""Enumerate readings of ambiguous "not good" answers between two players, and search for cards under each."""

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
from .demands import DealtBlanks, Demands, better_sets, demand, detailed_versions, no_demands, nought_is_as_long
from .full_declaration import demand_nothing_sunk
from .holdings import SUITS, Suit
from .search import Holdings, search
from .single_hand import Reach, reach_of

SeatClass = tuple[Seat, Category]
"""A seat and a class, in which it sank something or nothing."""


Details = tuple[PointClaim | SequenceClaim, ...]
"""First calls of a seat, at most one a class, with assumed pips or head that were not said."""

Found = tuple[Holdings, list[Demands]]
"""The holdings of each hand, and the demands on it."""


class Reading:
    """Unambiguous assertions, and the search for cards that meet them."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self._plain = [self.hand(seat, frozenset()) for seat in TWO]
        self._is_contradictory = any(hand.is_contradictory for hand in self._plain)
        self._reaches: dict[tuple[Seat, frozenset[SeatClass], Details], tuple[Demands, Reach] | None] = {}
        self._infeasible: list[frozenset[SeatClass]] = []

    def hand(self, seat: Seat, declared: frozenset[SeatClass], details: Details = ()) -> Demands:
        """Return the demands on one hand, with its calls in *details* completed."""
        rules, deal_state = self.deal.rules, self.deal.state
        hand = no_demands(rules, may_be_long=deal_state.may_be_long[seat])
        for category in CALLED:
            if (seat, category) in declared:
                detailed = next((detailed for detailed in details if detailed.category is category), None)
                demand_nothing_sunk(hand, deal_state, seat, category, detailed)
        said = [each for each in self.said if each.seat is seat]
        for detailed in details:
            said = complete_first_call(
                deal_state, said, deal_state.categories[detailed.category].entries[seat][0].claim, detailed
            )
        for each in said:
            demand(rules, hand, each)
        return hand

    def find(self, declared: frozenset[SeatClass], blanks: DealtBlanks | None) -> Found | None:
        """Return hands that make everything true with nothing sunk in the *declared* classes, or `None`."""
        found = self.find_relaxed(declared, blanks)
        if found is None:
            return None
        own = self._classes(declared)
        ways = [[*self._possible_details(seat, classes)] for seat, classes in zip(TWO, own, strict=True)]
        details = [each[0] if len(each) == 1 else () for each in ways]
        if any(details):
            found = self._solve(own, blanks, details)
        return self._try_details(
            found, own, blanks, details, [(seat, ways[seat]) for seat in TWO if len(ways[seat]) > 1]
        )

    def find_relaxed(self, declared: frozenset[SeatClass], blanks: DealtBlanks | None) -> Found | None:
        """Return hands as `find` does, ignoring pips and heads that were not said."""
        if self._is_contradictory or any(each <= declared for each in self._infeasible):
            return None
        own = self._classes(declared)
        for seat, classes in zip(TWO, own, strict=True):
            if self._reach(seat, classes, blanks) is None:
                self._infeasible.append(classes)
                return None
        return self._solve(own, blanks, [()] * len(own))

    def _classes(self, declared: frozenset[SeatClass]) -> list[frozenset[SeatClass]]:
        return [frozenset([each for each in declared if each[0] is seat]) for seat in TWO]

    def _try_details(
        self,
        found: Found | None,
        declared: Sequence[frozenset[SeatClass]],
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
            solved = self._try_details(self._solve(declared, blanks, further), declared, blanks, further, others)
            if solved is not None:
                return solved
        return None

    def _solve(
        self, declared: Sequence[frozenset[SeatClass]], blanks: DealtBlanks | None, details: Sequence[Details]
    ) -> Found | None:
        hands, reaches = [], []
        for seat in TWO:
            alone = self._reach(seat, declared[seat], blanks, details[seat])
            if alone is None:
                return None
            hands.append(alone[0])
            reaches.append(alone[1])
        holdings = search(hands, reaches, blanks)
        return None if holdings is None else (holdings, hands)

    def _possible_details(self, seat: Seat, declared: frozenset[SeatClass]) -> Iterator[Details]:
        """
        Yield the unsaid pips and heads of the calls of *seat* that matter.

        They matter where nothing was sunk. Then no other suit has a better point nor,
        if elder's sequence is not good, a better run; so the best is in the suit named,
        or is no nought, or covers the cards of a carte rouge.
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

    def _reach(
        self, seat: Seat, declared: frozenset[SeatClass], blanks: DealtBlanks | None, details: Details = ()
    ) -> tuple[Demands, Reach] | None:
        """Return the memoised demands on one hand and its reach, or `None` if it is impossible."""
        key = seat, declared, details
        if key not in self._reaches:
            hands, found = [*self._plain], None
            if declared or details:
                hands[seat] = self.hand(seat, declared, details)
            if not hands[seat].is_contradictory:
                reach = reach_of(hands, seat, blanks, nought=self.deal.rules.nought)
                found = (hands[seat], reach) if reach.is_possible else None
            self._reaches[key] = found
        return self._reaches[key]


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
    A tree of readings: each level resolves one ambiguous "not good".

    A "not good" can have dozens of readings. If the first one tried is infeasible,
    the assertions common to all are checked before the others.
    """

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self._deal, self._said = deal, said

    @cached_property
    def _common(self) -> Reading:
        """Return the assertions that hold in every reading of this subtree."""
        return Reading(self._deal, [each for each in self._said if not _is_ambiguous(self._deal, self._said, each)])

    @cached_property
    def _branches(self) -> list[Readings] | None:
        """Return the readings of the first ambiguous "not good", or `None` if there is none."""
        found = alternatives(self._deal, self._said)
        return None if found is None else [Readings(self._deal, said) for said in found]

    def suspects(self) -> Sequence[Assertion]:
        """Return assertions that conflict, here all of them; call it only if they do."""
        return self._said

    def sinking_candidates(
        self, classes: Sequence[SeatClass], blanks: DealtBlanks | None
    ) -> Iterator[tuple[SeatClass, ...]]:
        """Yield the non-empty subsets of *classes*, smallest first, if the assertions are possible at all."""
        if self.find(frozenset(), blanks) is not None:
            yield from chain.from_iterable(combinations(classes, many) for many in range(1, len(classes) + 1))

    def find(
        self, declared: frozenset[SeatClass], blanks: DealtBlanks | None, *, doubtful: bool = False
    ) -> Found | None:
        """Return hands as `Reading.find` does, under any reading; *doubtful* if an earlier branch failed."""
        if self._branches is None:
            return self._common.find(declared, blanks)
        for number, branch in enumerate(self._branches):
            if number == (0 if doubtful else 1) and self._common.find_relaxed(declared, blanks) is None:
                return None
            found = branch.find(declared, blanks, doubtful=doubtful or number > 0)
            if found is not None:
                return found
        return None


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

    A better set is one of several. A call without pips or head is beaten by a longer
    one, or by one that beats what the caller's cards make.
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
