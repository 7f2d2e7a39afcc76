"""
Verdicts: whether any cards allow everything said, and what conflicts if none do.

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

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from ..cards import Card
from ..claims import CALLED, Category, Claim, PointClaim, SetClaim
from ..deal import Deal
from ..findings import PLAY, Assertion, Finding, Says, SeatClass, Verdict, Witness
from ..opening import exchange_limits, forbids_sinking
from ..seats import BySeat, Seat
from .assertions import assertions
from .demands import DealtBlanks, Demands, dealt_blanks, face_ranks, fill, run_of
from .grid import Holdings, deal_out
from .holdings import SUITS, members, suit_of
from .readings import NOTHING, Hands, Reading, Readings, class_bits, readings, shrink


def check(deal: Deal) -> Verdict:
    """
    Return whether some cards of the pack allow everything said so far in *deal*.

    Exact for calls: "impossible" only if no hands exist, and "possible only if someone sank" only if none exist with
    nothing sunk. Of the play it uses necessary conditions alone (`assertions.played`), so the hands it finds need not
    be playable trick by trick. With more than two players each hand is checked against the tricks by itself.
    """
    return Checker(deal).verdict()


class Checker:
    """The questions about one deal."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.rules, self.deal_state = deal, deal.rules, deal.state
        self.said = assertions(deal)
        self._hands = Hands(deal)
        self._everything = Readings(self._hands, self.said)
        self.blanks = dealt_blanks(deal.rules, self.said)
        self.suit = suit_of(deal.rules.lowest)
        self.classes = tuple((seat, category) for seat in deal.score.seats for category in CALLED)

    def verdict(self) -> Verdict:
        witness = self.witness(())
        if witness is not None:
            return Verdict(Finding.POSSIBLE, witness)
        sunk, witness = self._fewest_sunk()
        if witness is None:
            return Verdict(Finding.IMPOSSIBLE, conflict=self.conflict())
        return Verdict(Finding.SUNK, witness, sunk, forbidden=forbids_sinking(self.deal_state))

    def allows(self, said: Sequence[Assertion]) -> bool:
        """Return whether some cards make all of *said* true, whatever was sunk."""
        return Readings(self._hands, said).find(NOTHING) is not None

    def witness(self, sunk: Collection[SeatClass]) -> Witness | None:
        """Return cards that make everything true with something sunk only in the classes *sunk*, or `None`."""
        found = self._everything.find(class_bits(each for each in self.classes if each not in sunk))
        return None if found is None else self._fill(*found)

    def _fewest_sunk(self) -> tuple[tuple[SeatClass, ...], Witness | None]:
        """
        Return the fewest sunk classes, the first in order, and a witness; none if the assertions are impossible.

        Something was sunk in a class of each conflict. Most conflicts are of one hand with what its seat said.
        """
        if self._everything.find(NOTHING) is None:
            return (), None
        conflicts = [*self._conflicts_of_hands()] or [self._conflict(self.classes)]
        sunk = (sunk for many in range(1, len(self.classes) + 1) for sunk in combinations(self.classes, many))
        while True:
            some = next(some for some in sunk if all(any(each in some for each in conflict) for conflict in conflicts))
            witness = self.witness(some)
            if witness is not None:
                return some, witness
            conflicts.append(self._conflict([each for each in self.classes if each not in some]))

    def _conflicts_of_hands(self) -> Iterator[Sequence[SeatClass]]:
        """Yield classes of one seat each, with nothing sunk in which its hand contradicts what it said."""
        for seat in self.rules.seats:
            own = [each for each in self.classes if each[0] is seat]
            while not self._hand_allows(own):
                conflict = shrink(own, self._hand_allows)
                own = [each for each in own if each not in conflict]
                yield conflict

    def _hand_allows(self, declared: Sequence[SeatClass]) -> bool:
        """Return whether a hand of the seat of these classes by itself allows that nothing was sunk in them."""
        return not declared or not self._everything.common.refutes(declared[0][0], class_bits(declared))

    def _conflict(self, declared: Sequence[SeatClass]) -> Sequence[SeatClass]:
        """Return some of the *declared* classes, in which something was sunk, if possible of one category."""

        def allows(categories: Sequence[Category]) -> bool:
            return self._everything.find(class_bits(of(categories))) is not None

        def of(categories: Sequence[Category]) -> list[SeatClass]:
            return [each for each in declared if each[1] in categories]

        one = next(([each] for each in CALLED if not allows([each])), None)
        return of(one or shrink(CALLED[::-1], allows))

    def conflict(self) -> tuple[Assertion, ...]:
        """Return a minimal conflict; call it only if the assertions are impossible."""
        for one in self.said:
            if one.rival is not None and not self._survives([one]):
                return self._weakened([one])
        suspects = sorted(self._suspects(), key=lambda one: one.says not in PLAY)
        core = shrink(suspects, self.allows)  # drops the play first, so a conflict of calls alone names only calls
        return self._weakened(sorted(core, key=lambda one: one.says in PLAY))

    def _survives(self, said: Sequence[Assertion]) -> bool:
        return Readings(self._hands, said).survives()

    def _suspects(self) -> Sequence[Assertion]:
        """Return conflicting assertions; of three or four players they are those of as few seats as possible."""
        if self.rules.players > 2:
            seats = self.rules.seats
            groups = [
                [each for each in self.said if each.seat in some]
                for many in range(1, len(seats))
                for some in combinations(seats, many)
            ]
            for allows in (self._survives, self.allows):
                for group in groups:
                    if not allows(group):
                        return group
        return self.said

    def _weakened(self, core: list[Assertion]) -> tuple[Assertion, ...]:
        """Return the conflict with claims as first called where their later details are not needed."""
        for index, one in enumerate(core):
            less = one.as_first_called
            if less is not one and not self.allows([*core[:index], less, *core[index + 1 :]]):
                core[index] = less
        return tuple(core)

    def _fill(self, found: Holdings, hands: Sequence[Demands]) -> Witness:
        cards = [
            [
                Card(rank, SUITS[index])
                for index, holding in enumerate(each)
                for rank in reversed(self.suit.ranks)
                if holding & self.suit.bit(rank)
            ]
            for each in found
        ]
        sizes = [max(hand.low, len(each)) for hand, each in zip(hands, cards, strict=True)]
        full, thrown = fill(self.rules, cards, sizes, self.blanks)
        left = tuple(card for card in self.rules.pack if not any(card in hand for hand in full))
        return Witness(BySeat(tuple(map(tuple, full))), BySeat(tuple(map(tuple, thrown))), left)


# False claims
#
# A false call costs its maker nothing if they could not have held what they named,
# because then it misled nobody. Hand and discards count together.
#
# Source: Cavendish, Laws 53 and 54.


Restriction = Callable[[Sequence[Demands]], None]
"""Further demands on the hands: one way in which a claim was held."""


def could_have_held(deal: Deal, seat: Seat, claim: Claim) -> bool | None:
    """
    Return whether *seat* could have held *claim*, in hand and discards together, given all else said.

    `None` if all else said is impossible, so that nothing follows from it. Exact as
    `check` is, sinking allowed. A seat discarded no more cards than it took.

    >>> from scorer.rules.cards import Rank
    >>> from scorer.rules.deal import fold
    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> deal = fold(PORTLAND, parse_log("E trio of kings; Y not good; Y quatorze of aces", PORTLAND)).require()
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.KING))
    True
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.ACE))
    False
    """
    checker = Checker(deal)
    said = [each for each in checker.said if each.seat is not seat or not _rests_on(each, claim)]
    blanks = dealt_blanks(deal.rules, said)
    for restrict in _restrictions(deal, seat, claim, blank=blanks is not None and blanks.blank[seat]):
        if any(is_feasible(hands, restrict, blanks) for hands in demand_sets(deal, said)):
            return True
    return False if checker.allows(said) else None


def demand_sets(deal: Deal, said: Sequence[Assertion]) -> Iterator[list[Demands]]:
    """Yield the demands on all hands, in each reading of *said*."""
    for reading in readings(deal, said):
        case = Reading(Hands(deal), reading)
        yield [case.hand(seat, NOTHING) for seat in deal.rules.seats]


def is_feasible(hands: Sequence[Demands], restrict: Restriction, blanks: DealtBlanks | None) -> bool:
    restrict(hands)
    return deal_out(hands, blanks, 0) is not None


def _rests_on(said: Assertion, claim: Claim) -> bool:
    """Return whether *said* depends on *claim*: that its seat holds it, lacks it, or covers cards with it."""
    return claim in said.claims or (said.says in (Says.HOLDS, Says.LACKS) and said.claim == claim)


def _restrictions(deal: Deal, seat: Seat, claim: Claim, *, blank: bool) -> Iterator[Restriction]:
    """Yield every way in which *seat* can have held *claim*; a *blank* hand discarded no court card."""
    rules, exchanged = deal.rules, deal.state.exchanged[seat]
    thrown = exchange_limits(deal.state, seat)[1] if exchanged is None else exchanged
    faces = face_ranks(rules) if blank else ()
    if isinstance(claim, SetClaim):
        yield _restrict_set(seat, claim, 0 if claim.rank in faces else thrown)
        return
    suit = suit_of(rules.lowest)
    if isinstance(claim, PointClaim):
        holdings = members(suit.making(claim.length, claim.pips))
    else:
        holdings = suit.together((run_of(claim),))
    core = sum(map(suit.bit, faces))
    for index, named in enumerate(SUITS):
        if claim.suit in (None, named):
            for holding in holdings:
                yield _restrict_suit(seat, index, holding, core, thrown)


def _restrict_set(seat: Seat, claim: SetClaim, thrown: int) -> Restriction:
    def restrict(hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == seat:
                core = max(claim.count - thrown, hand.least.get(claim.rank, 0))
                hand.least[claim.rank] = core
            else:
                hand.at_most(claim.rank, len(SUITS) - claim.count)

    return restrict


def _restrict_suit(seat: Seat, index: int, cards: int, core: int, thrown: int) -> Restriction:
    def restrict(hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == seat:
                family = hand.suit.family(
                    lambda h: not cards & core & ~h and (cards & ~h).bit_count() <= thrown and bool(cards or not h)
                )
                hand.one_of(family, SUITS[index])
            else:
                hand.allowed[index] &= hand.suit.lacking(cards)

    return restrict
