"""Verdicts: whether any cards allow everything said, and what conflicts if none do.

>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> from scorer.rules.presets import PORTLAND
>>> def verdict(log):
...     return check(fold(PORTLAND, parse_log(log, PORTLAND)).require()).finding.name
>>> verdict("E point 5; Y good; E quart major; Y good; E quatorze of aces; Y good")
'POSSIBLE'
>>> verdict("E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major")
'IMPOSSIBLE'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple, TypeVar, assert_never

from ..cards import Card
from ..claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim, is_stated
from ..deal import Deal
from ..deal_state import CallStatus, DealState
from ..findings import COUNTED, PLAY, Assertion, Finding, Says, SeatClass, Verdict, Witness
from ..opening import exchange_limits, forbids_sinking
from ..seats import TWO, BySeat, Seat
from .assertions import assertions, demand_nothing_sunk
from .demands import (
    Demands,
    better_sets,
    dealt_blanks,
    demand,
    detailed_versions,
    fill,
    no_demands,
    nought_is_as_long,
    run_of,
)
from .grid import Holdings, columns_of, deal_out, propagated
from .holdings import SUITS, SuitHoldings, members, suit_of


def finding(deal: Deal) -> Finding:
    """Return what `check` finds, without the cards or the conflict that prove it,
    which may take longer to find.
    """
    return Checker(deal).finding()


def check(deal: Deal) -> Verdict:
    """Return whether some cards of the pack allow everything said so far in *deal*.

    Exact for calls: "impossible" only if no hands exist, and "possible only if something was sunk"
    only if none exist with nothing sunk. Of the play it uses necessary conditions alone
    (`assertions.played`), so the hands it finds need not be playable trick by trick. With more than
    two players each hand is checked against the tricks by itself.
    """
    return Checker(deal).verdict()


class Checker:
    """The questions about one deal."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.rules = deal.rules
        self.deal_state = deal.state
        self.said = assertions(deal)
        self._hands = Hands(deal)
        self._everything = Readings(self._hands, self.said)
        self.blanks = dealt_blanks(deal.rules, self.said)
        self.suit = suit_of(deal.rules.lowest)
        self.classes = tuple((seat, category) for seat in deal.score.seats for category in CALLED)

    def finding(self) -> Finding:
        if self._found(()) is not None:
            return Finding.POSSIBLE
        return Finding.IMPOSSIBLE if self._found(self.classes) is None else Finding.SUNK

    def verdict(self) -> Verdict:
        finding = self.finding()
        match finding:
            case Finding.POSSIBLE:
                return Verdict(finding, self.witness(()))
            case Finding.SUNK:
                sunk, *otherwise = self._fewest_sunk()
                return Verdict(
                    finding,
                    self.witness(sunk),
                    sunk,
                    sunk_otherwise=tuple(otherwise),
                    forbidden=forbids_sinking(self.deal_state),
                )
            case Finding.IMPOSSIBLE:
                return Verdict(finding, conflict=self.conflict())
            case _:
                assert_never(finding)

    def allows(self, said: Sequence[Assertion]) -> bool:
        """Return whether some cards make all of *said* true, whatever was sunk."""
        return Readings(self._hands, said).find(NOTHING) is not None

    def witness(self, sunk: Collection[SeatClass]) -> Witness | None:
        """Return cards that make everything true with something sunk only in
        the classes *sunk*, or `None`.
        """
        found = self._found(sunk)
        return None if found is None else self._fill(found.holdings, found.hands)

    def _found(self, sunk: Collection[SeatClass]) -> Found | None:
        return self._everything.find(class_bits(each for each in self.classes if each not in sunk))

    def _fewest_sunk(self) -> list[tuple[SeatClass, ...]]:
        """Return every smallest choice of classes that makes everything possible if something was
        sunk in each of them, in order; call it only if everything is possible with some.

        Something was sunk in a class of each conflict.
        """
        conflicts = [self._conflict(self.classes)]
        found: list[tuple[SeatClass, ...]] = []
        many = 0
        while not found:  # with something sunk in every class, anything is possible
            many += 1
            for sunk in combinations(self.classes, many):
                if any(set(conflict).isdisjoint(sunk) for conflict in conflicts):
                    continue  # that conflict would be left
                if self._found(sunk) is not None:
                    found.append(sunk)
                else:
                    rest = [each for each in self.classes if each not in sunk]
                    conflicts.append(self._conflict(rest))
        return found

    def _conflict(self, declared: Sequence[SeatClass]) -> Sequence[SeatClass]:
        """Return some of the *declared* classes, in which something was sunk,
        if possible of one category.
        """

        def of(categories: Sequence[Category]) -> list[SeatClass]:
            return [(seat, category) for seat, category in declared if category in categories]

        def allows(categories: Sequence[Category]) -> bool:
            """Return whether nothing need be sunk in these categories."""
            return self._everything.find(class_bits(of(categories))) is not None

        for category in CALLED:
            if not allows([category]):
                return of([category])
        # only several categories together rule each other out
        return of(shrink(CALLED[::-1], allows))

    def conflict(self) -> tuple[Assertion, ...]:
        """Return a minimal conflict; call it only if the assertions are impossible."""
        for one in self.said:
            if one.rival is not None and not self._survives([one]):
                return self._weakened([one])
        # the play comes first and is dropped first, so a conflict of calls alone names only calls
        suspects = sorted(self._suspects(), key=lambda one: one.says not in PLAY)
        core = shrink(suspects, self.allows)
        return self._weakened(sorted(core, key=lambda one: one.says in PLAY))

    def _survives(self, said: Sequence[Assertion]) -> bool:
        return Readings(self._hands, said).survives()

    def _suspects(self) -> Sequence[Assertion]:
        """Return conflicting assertions;
        of three or four players they are those of as few seats as possible.
        """
        if not self.rules.round_the_table:
            return self.said

        def said_by(seats: Collection[Seat]) -> Sequence[Assertion]:
            return [each for each in self.said if each.seat in seats]

        groups: list[Sequence[Assertion]] = []
        for many in range(1, self.rules.players):
            groups += map(said_by, combinations(self.rules.seats, many))
        # what propagation alone rules out is found much sooner
        for allows in (self._survives, self.allows):
            for group in groups:
                if not allows(group):
                    return group
        return self.said

    def _weakened(self, core: list[Assertion]) -> tuple[Assertion, ...]:
        """Return the conflict with claims as first called
        where their later details are not needed.
        """
        for index, one in enumerate(core):
            less = one.as_first_called
            if less is not one and not self.allows([*core[:index], less, *core[index + 1 :]]):
                core[index] = less
        return tuple(core)

    def _fill(self, found: Holdings, hands: Sequence[Demands]) -> Witness:
        """Return hands with the cards that were *found* for them, each filled up with others."""
        cards = [self._cards(each) for each in found]
        sizes = [max(hand.low, len(each)) for hand, each in zip(hands, cards, strict=True)]
        full, thrown = fill(self.rules, cards, sizes, self.blanks)
        held = {card for hand in full for card in hand}
        return Witness(
            hands=BySeat(tuple(tuple(hand) for hand in full)),
            discards=BySeat(tuple(tuple(each) for each in thrown)),
            left_over=tuple(card for card in self.rules.pack if card not in held),
        )

    def _cards(self, hand: Sequence[int]) -> list[Card]:
        """Return the cards of a *hand*, given by its holding of each suit."""
        cards: list[Card] = []
        for suit, holding in zip(SUITS, hand, strict=True):
            ranks = [rank for rank in self.suit.ranks[::-1] if holding & self.suit.bit(rank)]
            cards += [Card(rank, suit) for rank in ranks]
        return cards


T = TypeVar("T")

Details = tuple[PointClaim | SequenceClaim, ...]
"""First calls of a seat, at most one a class, with assumed pips or head that were not said."""


class Found(NamedTuple):
    """The holdings of each hand, and the demands on it."""

    holdings: Holdings
    hands: Sequence[Demands]


Declared = int
"""The classes in which nothing was sunk, as bits: those of each seat in turn."""

NOTHING: Declared = 0


def class_bits(classes: Iterable[SeatClass]) -> Declared:
    return sum([1 << len(CALLED) * seat + CALLED.index(category) for seat, category in classes])


class Hands:
    """The demands on the hands of *deal*, kept for all readings of what was said
    and for all subsets of it.
    """

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._made: dict[object, Demands] = {}
        self._kept: list[Sequence[Assertion]] = []

    def hand(
        self, seat: Seat, said: Sequence[Assertion], declared: Declared, details: Details = ()
    ) -> Demands:
        """Return the demands on a hand if only *said* is known,
        and nothing is sunk in the *declared* classes.
        """
        own = declared >> len(CALLED) * seat & (1 << len(CALLED)) - 1
        key = (seat, own, details, *map(id, said))
        if key not in self._made:
            self._made[key] = self.made(seat, said, own, details)
            self._kept.append(said)  # as long as it is kept, no other assertion has its id
        return self._made[key]

    def made(
        self, seat: Seat, said: Sequence[Assertion], own: Declared = NOTHING, details: Details = ()
    ) -> Demands:
        deal_state = self.deal.state
        rules = self.deal.rules
        hand = no_demands(rules, deal_state.most_cards(seat))
        for index, category in enumerate(CALLED):
            if own >> index & 1:
                detailed = next((each for each in details if each.category is category), None)
                demand_nothing_sunk(hand, self.deal, seat, category, detailed)
        for detailed in details:
            first, *_ = deal_state.categories[detailed.category].entries[seat]
            said = complete_first_call(deal_state, said, first.claim, detailed)
        for each in said:
            if not rules.round_the_table or each.says not in COUNTED:
                demand(rules, hand, each)
        return hand


class ClaimReading:
    """Unambiguous assertions, and the search for cards that meet them; a hand on which nothing is
    demanded is left out.

    With three or four players pips and heads are always said and nobody answers, so there is one
    reading.
    """

    def __init__(self, hands: Hands, said: Sequence[Assertion], *, relaxed: bool = False) -> None:
        self.deal = hands.deal
        self.said = said
        self._hands = hands
        self._relaxed = relaxed
        self.said_by = {
            seat: tuple([each for each in said if each.seat is seat])
            for seat in hands.deal.rules.seats
        }
        self._blanks = dealt_blanks(hands.deal.rules, said)

    def hand(self, seat: Seat, declared: Declared, details: Details = ()) -> Demands:
        """Return the demands on one hand with nothing sunk in its *declared* classes
        and its calls as in *details*.
        """
        return self._hands.hand(seat, self.said_by[seat], declared, details)

    def search(self, declared: Declared) -> Found | None:
        """Return hands that make everything true with nothing sunk in
        the *declared* classes, or `None`.
        """
        if self._relaxed or self.deal.rules.round_the_table or not declared:
            return self._solve(declared)
        details: list[Details] = []
        several: list[tuple[Seat, list[Details]]] = []
        for seat in TWO:
            ways = list(self._possible_details(seat, declared))
            details.append(ways[0] if len(ways) == 1 else ())
            if len(ways) > 1:
                several.append((seat, ways))
        return self._try_details(self._solve(declared, details), declared, details, several)

    def survives(self, declared: Declared) -> bool:
        """Return whether propagation leaves `find` a chance: necessary, not sufficient."""
        hands = self._constrained(declared)
        if not hands:
            return True
        ways = columns_of([*hands.values()], self._blanks, self._reserved(hands))
        return any(propagated(columns) is not None for columns in ways)

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
        size = self.deal.rules.hand
        demands = [hands.get(seat) or no_demands(self.deal.rules, size) for seat in every]
        return Found(tuple(found.values()), demands)

    def _play_is_possible(self, hands: Mapping[Seat, Demands]) -> bool:
        """Return whether each of *hands* alone can hold the cards it played,
        of three or four players.
        """
        for seat, hand in hands.items():
            counted = [each for each in self.said if each.seat is seat and each.says in COUNTED]
            if counted and self.deal.rules.round_the_table:
                alone = replace(hand)
                for each in counted:
                    demand(self.deal.rules, alone, each)
                if deal_out([alone], None, 0) is None:
                    return False
        return True

    def _constrained(
        self, declared: Declared, details: Sequence[Details] = ()
    ) -> dict[Seat, Demands]:
        """Return the hands with any demands; every hand if one was dealt blank."""
        seats = self.deal.rules.seats
        size = self.deal.rules.hand
        hands = {
            seat: self.hand(seat, declared, details[seat] if details else ()) for seat in seats
        }
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
        """Try every combination of the *ways* to complete calls, a seat at a time.

        *found* solves it without the remaining details: if it is `None`, so is the answer; else it
        suggests an order.
        """
        if found is None or not ways:
            return found
        (seat, options), *others = ways
        suit = found.hands[seat].suit
        shown = found.holdings[seat]

        def unlike(way: Details) -> int:
            """Return how many calls of *way* the hand that was found does not show."""
            return sum(not _shows(suit, shown, call) for call in way)

        for way in sorted(options, key=unlike):
            further = [*details]
            further[seat] = way
            solved = self._try_details(self._solve(declared, further), declared, further, others)
            if solved is not None:
                return solved
        return None

    def _possible_details(self, seat: Seat, declared: Declared) -> Iterator[Details]:
        """Yield the unsaid pips and heads of the calls of *seat* that matter.

        They matter where nothing was sunk. Then no other suit has a better point nor, if elder's
        sequence is not good, a better run; so the best is in the suit named, or is no nought, or
        covers the cards of a carte rouge.
        """
        ways: list[list[PointClaim | SequenceClaim]] = []
        rouge = any(each.says is Says.ALL_SCORED and each.seat is seat for each in self.said)
        for category in (Category.POINT, Category.SEQUENCE):
            state = self.deal.state.categories[category]
            denied = seat is Seat.ELDER and state.status is CallStatus.NOT_GOOD
            if category is Category.SEQUENCE and not denied:
                continue
            if not state.entries[seat] or not declared & class_bits([(seat, category)]):
                continue
            call = state.entries[seat][0].claim
            assert not isinstance(call, SetClaim)
            as_read = self._as_read(seat, call)
            if as_read != call:
                ways.append([as_read])
                continue
            matters = rouge or call.suit or nought_is_as_long(self.deal.rules, call)
            if matters and not is_stated(call):
                ways.append([*detailed_versions(self.deal.rules, call)])
        return product(*ways)

    def _as_read(self, seat: Seat, call: PointClaim | SequenceClaim) -> PointClaim | SequenceClaim:
        """Return the first call of *seat* with the pips or head that this reading gives it."""
        deal_state = self.deal.state
        for each in self.said:
            if each.seat is seat and is_first_call(deal_state, each, call.category):
                return each.claim if isinstance(each.claim, PointClaim | SequenceClaim) else call
        return call


def _shows(suit: SuitHoldings, hand: Sequence[int], call: PointClaim | SequenceClaim) -> bool:
    """Return whether *hand* has a whole suit or run equal to *call*."""
    holdings = [
        holding for named, holding in zip(SUITS, hand, strict=True) if call.suit in (None, named)
    ]
    if isinstance(call, PointClaim):
        return any(suit.points[holding] == call.essence for holding in holdings)
    return any(call.essence in suit.runs[holding] for holding in holdings)


def complete_first_call(
    deal_state: DealState, said: Sequence[Assertion], call: Claim, detailed: Claim
) -> list[Assertion]:
    """Return what one seat *said*, with its first call completed if that was *call*."""
    found = [
        each
        for each in said
        if each.claim == call and is_first_call(deal_state, each, call.category)
    ]
    if not found:
        return [*said]
    (first, *_) = found
    return [
        each.with_detail(call, detailed) if each is first or each.says is Says.ALL_SCORED else each
        for each in said
    ]


def is_first_call(deal_state: DealState, said: Assertion, category: Category) -> bool:
    """Return whether *said* is the first call of its seat in *category*;
    elder's is the one answered.
    """
    entries = deal_state.categories[category].entries[said.seat]
    return said.says is Says.HOLDS and bool(entries) and entries[0].because[:1] == said.made_at[:1]


class Readings:
    """A tree of readings: each level resolves one ambiguous "not good",
    which can have dozens of them.
    """

    def __init__(self, hands: Hands, said: Sequence[Assertion]) -> None:
        self._hands = hands
        self._said = said
        self._failed: list[Declared] = []
        self._found: list[tuple[Declared, Found]] = []
        ambiguous = [each for each in said if _is_ambiguous(hands.deal, said, each)]
        # a set has the fewest readings
        sets = [each for each in ambiguous if isinstance(each.rival, SetClaim)]
        self._denial = next(iter(sets or ambiguous), None)
        unambiguous = [each for each in said if not any(each is one for one in ambiguous)]
        self.common = ClaimReading(hands, unambiguous, relaxed=bool(ambiguous))

    @cached_property
    def _branches(self) -> list[Readings]:
        assert self._denial is not None
        return [
            Readings(self._hands, said)
            for said in alternatives(self._hands.deal, self._said, self._denial)
        ]

    def find(self, declared: Declared) -> Found | None:
        """Return hands that make everything true with nothing sunk in
        the *declared* classes, or `None`.
        """
        # what failed with fewer classes fails with more, and what was found for more does for fewer
        if any(not each & ~declared for each in self._failed):
            return None
        for other, solved in self._found:
            if not declared & ~other:
                return solved
        found = self.common.search(declared) if self._denial is None else self._find(declared)
        if found is None:
            self._failed.append(declared)
        else:
            self._found.append((declared, found))
        return found

    def _find(self, declared: Declared) -> Found | None:
        if not self.common.survives(declared):
            return None
        for branch in self._branches:
            found = branch.find(declared)
            if found is not None:
                return found
        return None

    def survives(self, declared: Declared = NOTHING) -> bool:
        """Return whether propagation leaves `find` a chance: necessary, not sufficient."""
        if not self.common.survives(declared):
            return False
        return self._denial is None or any(branch.survives(declared) for branch in self._branches)

    def leaves(self) -> Iterator[ClaimReading]:
        if self._denial is None:
            yield self.common
        else:
            for branch in self._branches:
                yield from branch.leaves()


def alternatives(
    deal: Deal, said: Sequence[Assertion], denial: Assertion
) -> list[Sequence[Assertion]]:
    """Return *said* in each reading of *denial*, an ambiguous "not good".

    A better set is one of several. A call without pips or head is beaten by a longer one, or by
    what beats its cards.
    """
    rest = [each for each in said if each is not denial]
    rival = denial.rival
    if isinstance(rival, SetClaim):
        holds = replace(denial, says=Says.HOLDS, rival=None)
        return [[*rest, replace(holds, claim=claim)] for claim in better_sets(deal.rules, rival)]
    assert rival is not None
    longer = type(rival)(rival.length + 1)
    found: list[Sequence[Assertion]] = [[*rest, replace(denial, says=Says.AS_LONG, rival=longer)]]
    elders = [each for each in rest if each.seat is Seat.ELDER]
    youngers = [each for each in rest if each.seat is Seat.YOUNGER]
    for detailed in detailed_versions(deal.rules, rival):
        completed = complete_first_call(deal.state, elders, rival, detailed)
        found.append([*completed, *youngers, replace(denial, rival=detailed)])
    return found


def _is_ambiguous(deal: Deal, said: Sequence[Assertion], denial: Assertion) -> bool:
    """Return whether *denial* is a "not good" with several readings,
    none of them settled by a later call.
    """
    rival = denial.rival
    if denial.says is not Says.BEATS or rival is None:
        return False
    if not isinstance(rival, SetClaim) and is_stated(rival):
        return False
    for each in said:
        if each.seat is denial.seat and each.says is Says.HOLDS:
            assert each.claim is not None
            is_alike = each.category is denial.category
            if is_alike and deal.state.compare(each.claim, rival) is Better.YES:
                return False
    return True


def shrink(things: Sequence[T], allows: Callable[[Sequence[T]], bool]) -> list[T]:
    """Shrink an unsatisfiable list to a minimal unsatisfiable subset, as by dropping one after
    another if possible.

    Most can be dropped, so half of them are tried at once, then half of these.
    """
    core = [*things]

    def drop(some: Sequence[T], *, needed: bool) -> bool:
        """Drop those of *some* that are not needed; return whether none is.
        With *needed* it is known that one is.
        """
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


# False claims
#
# A false call costs its maker nothing if they could not have held what they named,
# because then it misled nobody. Hand and discards count together.
#
# Source: Cavendish, Laws 53 and 54.


def could_have_held(deal: Deal, seat: Seat, claim: Claim) -> bool | None:
    """Return whether *seat* could have held *claim*, in hand and discards together, given all else
    said.

    `None` if all else said is impossible, so that nothing follows from it. Exact as `check` is,
    sinking allowed. A seat discarded no more cards than it took.

    >>> from scorer.rules.cards import Rank
    >>> from scorer.rules.deal import fold
    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> log = parse_log("E trio of kings; Y not good; Y quatorze of aces", PORTLAND)
    >>> deal = fold(PORTLAND, log).require()
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.KING))
    True
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.ACE))
    False
    """
    checker = Checker(deal)
    said = [each for each in checker.said if each.seat is not seat or not _rests_on(each, claim)]
    blanks = dealt_blanks(deal.rules, said)
    blank = blanks is not None and blanks.blank[seat]
    for way in _ways_to_hold(deal, seat, claim, blank=blank):
        for hands in demand_sets(deal, said):
            way.restrict(hands)
            if deal_out(hands, blanks, 0) is not None:
                return True
    return False if checker.allows(said) else None


def demand_sets(deal: Deal, said: Sequence[Assertion]) -> Iterator[list[Demands]]:
    """Yield the demands on all hands, in each reading of *said*."""
    hands = Hands(deal)
    for reading in Readings(hands, said).leaves():
        yield [hands.made(seat, own) for seat, own in reading.said_by.items()]


def _rests_on(said: Assertion, claim: Claim) -> bool:
    """Return whether *said* depends on *claim*:
    that its seat holds it, lacks it, or covers cards with it.
    """
    return claim in said.claims or (said.says in (Says.HOLDS, Says.LACKS) and said.claim == claim)


@dataclass(frozen=True)
class HeldSet:
    """*seat* held a set, and threw away at most *thrown* of its cards."""

    seat: Seat
    claim: SetClaim
    thrown: int

    def restrict(self, hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == self.seat:
                least = self.claim.count - self.thrown
                hand.least[self.claim.rank] = max(least, hand.least.get(self.claim.rank, 0))
            else:
                hand.at_most(self.claim.rank, len(SUITS) - self.claim.count)


@dataclass(frozen=True)
class HeldCards:
    """*seat* held the *cards* of a suit, and has left a holding of *family* there."""

    seat: Seat
    suit: int
    cards: int
    family: int

    def restrict(self, hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == self.seat:
                hand.one_of(self.family, SUITS[self.suit])
            else:
                hand.allowed[self.suit] &= hand.suit.lacks[self.cards]


def _ways_to_hold(
    deal: Deal, seat: Seat, claim: Claim, *, blank: bool
) -> Iterator[HeldSet | HeldCards]:
    """Yield every way in which *seat* can have held *claim*;
    a *blank* hand discarded no court card.
    """
    rules = deal.rules
    exchanged = deal.state.exchanged
    thrown = exchanged[seat]
    if thrown is None:
        _, thrown = exchange_limits(rules, seat, exchanged[Seat.ELDER] or 0)
    faces = rules.face_ranks if blank else ()
    if isinstance(claim, SetClaim):
        yield HeldSet(seat, claim, 0 if claim.rank in faces else thrown)
        return
    suit = suit_of(rules.lowest)
    if isinstance(claim, PointClaim):
        holdings = members(suit.making(claim.length, claim.pips))
    else:
        holdings = suit.together((run_of(claim),))
    core = sum(map(suit.bit, faces))
    for index, named in enumerate(SUITS):
        if claim.suit not in (None, named):
            continue
        for cards in holdings:
            # court cards are still there; of the others no more are gone than were thrown, and an
            # empty suit was empty
            kept = [
                holding
                for holding in members(suit.haves[core & cards])
                if (cards & ~holding).bit_count() <= thrown and (cards or not holding)
            ]
            yield HeldCards(seat, index, cards, suit.of(kept))
