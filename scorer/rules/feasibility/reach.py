"""
Reach: how far along one hand, looked at alone, can still be completed.

To try a suit is to shift sets of states (`scorer.rules.feasibility.steps`) by
what its steps add, and to join them; so from no cards on it is known to which
states the first suits can bring the hand, and back from the full hand, from
which the last suits can complete it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from .dealt import Dealt
from .demands import Demands, FrozenDemands
from .families import FIELD
from .holdings import NOUGHT, SUITS, Run
from .options import Options, options
from .steps import Counted, Digits, Steps, digits_of, steps_of


class Way(NamedTuple):
    """
    How a suit can help to complete a hand.

    Attributes:
        steps: the steps to be taken in it.
        need: the demands that are then still to be served.
        states: those before, from which that completes the hand.
        order: by what they serve, and with which called cards.
    """

    steps: Steps
    need: int
    states: int
    order: tuple[int, ...]


class Need:
    """
    The demands that some suit must serve, and which of them a suit may serve when.

    Attributes:
        every: all of them, as bits: a bit for each run, then for each token.
        noughts: the bits of runs of nought, which every empty suit serves, wanted or not.
    """

    def __init__(self, hand: FrozenDemands) -> None:
        runs = [*zip(*hand.runs, strict=True)]
        rouge = hand.rouge
        once = len(runs) if hand.no_more_runs else 0 if rouge is None else rouge.runs
        first = len(runs) + len(hand.tokens)
        beside = 0 if rouge is None else (1 << rouge.served) - 1
        self.noughts = sum(1 << number for number, run in enumerate(runs) if NOUGHT in run)
        self.every = (1 << first) - 1 | beside << first
        self._once = beside << first
        bits: dict[tuple[Run, ...], int] = {}
        for number, run in enumerate(runs):
            bits[run] = bits.get(run, 0) | 1 << number
            if number < once and NOUGHT not in run:
                self._once |= 1 << number
        self._alike = [each for each in bits.values() if each.bit_count() > 1]

    def may(self, need: int, served: int) -> bool:
        """
        Whether a suit may serve *served* while *need* is still to be served.

        Where the runs called are all there are, none is shown twice, but for
        a nought, which is called once for all empty suits; nor does anything
        that scored for a carte rouge cover cards twice. Of runs claimed in the
        same words the first is served first, for it is all one which is which.
        """
        if served & ~need & self._once:
            return False
        for alike in self._alike:
            left = need & alike
            now = served & left
            if now and left & ~now & ((1 << now.bit_length()) - 1):
                return False
        return True

    def kind(self, served: int) -> tuple[int, ...]:
        """What is served, and how many of runs claimed in the same words: it is all one which they are."""
        other = served
        for alike in self._alike:
            other &= ~alike
        return (other, *((served & alike).bit_count() for alike in self._alike))


class Reach:
    """
    The steps of one seat, and the states that it can come to.

    Attributes:
        steps: for each suit its steps.
        digits: how its states are written.
        need: the demands that some suit must serve.
        families: for each suit the holdings that it can be.
    """

    def __init__(self, suits: Sequence[Options], digits: Digits, need: Need) -> None:
        self.digits, self.need = digits, need
        self.steps = [steps_of(each.parted, digits) for each in suits]
        self._serving = [steps_of(each.serving, digits) for each in suits]
        self.families = [reduce(or_, (each.family for each in suit), 0) for suit in self.steps]
        served = (reduce(or_, (each.served for each in suit), 0) for suit in self.steps)
        self._served = [0, *accumulate(served, or_)]  # what the suits before a place can serve between them
        self._tables: dict[tuple[int, int], int] = {}

    @cached_property
    def is_possible(self) -> bool:
        """Whether the hand can be, whatever the others have."""
        goal = self.digits.goal
        return bool(goal and self.begun(len(SUITS), self.need.every) & goal)

    def begun(self, place: int, need: int) -> int:
        """The states to which the suits before *place* can bring the hand, serving *need* between them."""
        if not place:
            return 0 if need else 1
        key = place, need
        found = self._tables.get(key)
        if found is None:
            found = 0
            unable, needless = ~self._served[place - 1], ~need & ~self.need.noughts
            for steps in self._serving[place - 1]:
                left = need & ~steps.served
                if not (left & unable or steps.served & needless) and self.need.may(need, steps.served):
                    before = self.begun(place - 1, left)
                    if before:
                        found |= steps.forward(before)
            self._tables[key] = found
        return found

    def ways(self, place: int, need: int, after: int) -> Iterator[Way]:
        """
        How the suit of *place* can bring the hand to *after*.

        Args:
            place: the suit; those behind it are settled.
            need: the demands that it and the suits before must serve.
            after: the states from which those behind it complete the hand.
        """
        unable = ~self._served[place]
        for steps in self.steps[place]:
            left = need & ~steps.served
            if left & unable or not self.need.may(need, steps.served):
                continue
            begun = self.begun(place, left)
            if begun:
                kind = self.need.kind(steps.served)
                for each in steps.outlined:
                    states = begun & each.back(after)
                    if states:
                        yield Way(each, left, states, (*kind, each.told))


def reach_of(hands: Sequence[Demands], number: int, known: Dealt | None, *, nought: bool) -> Reach:
    """
    The reach of one of *hands*.

    Args:
        hands: the demands on each seat; of the others only the sets matter.
        number: which of them.
        known: what a carte blanche says of the hands as dealt.
        nought: an empty suit is a run.
    """
    hand = hands[number]
    hand.is_loose = not nought and not hand.counting and hand.is_boundless
    _exclude(hand, [other for other in hands if other is not hand])
    return _reach(hand.frozen, _counted(hands, number, known), nought=nought)


@lru_cache(maxsize=256)
def _reach(hand: FrozenDemands, counted: tuple[Counted, ...], *, nought: bool) -> Reach:
    """The reach of a hand; from one statement to the next most demands stay as they are."""
    digits = digits_of(hand.suit, counted, 0 if hand.is_loose else hand.low, hand.high)
    return Reach(options(hand, nought=nought), digits, Need(hand))


def _exclude(hand: Demands, others: Sequence[Demands]) -> None:
    """Limit *hand* by the sets that the others must hold."""
    for other in others:
        for rank, count in other.least.items():
            if count == len(SUITS):
                hand.limit(hand.suit.lacking(hand.suit.bit(rank)))
            else:
                hand.at_most(rank, len(SUITS) - count)


def _counted(hands: Sequence[Demands], seat: int, known: Dealt | None) -> tuple[Counted, ...]:
    """The ranks of which it matters how many cards the hand has."""
    hand = hands[seat]
    counted = [
        Counted(1 << FIELD * (rank - hand.suit.ranks[0]), hand.least.get(rank, 0), hand.most.get(rank, len(SUITS)))
        for rank in sorted({*hand.least, *hand.most})
        if hand.least.get(rank) != len(SUITS)
    ]
    if hand.counting:
        high = hand.suit.counts[hand.counting]
        counted.append(Counted(high, hand.high_cards, hand.high - hand.low_cards))
    if known is not None:
        faces = hand.suit.counts[sum(map(hand.suit.bit, known.ranks))]
        least, most = known.faces_of(seat, [each.low for each in hands])
        counted.append(Counted(faces, 0 if hand.is_loose else least, min(hand.high, most)))
    return tuple(counted)
