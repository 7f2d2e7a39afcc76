"""
Reach: how far along one hand, looked at alone, can still be completed.

To try a suit is to shift sets of states (`scorer.rules.feasibility.steps`) by
what its options add, and to join them; so from the full hands backwards it is
known from which states each suit can be left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .dealt import Dealt
from .demands import Demands, FrozenDemands
from .holdings import FIELD, NOUGHT, SUITS, Run
from .options import options
from .steps import Counted, Digits, Steps, digits_of, steps_of


class Need:
    """
    The demands that some suit must serve, and which of them a suit may serve when.

    Attributes:
        every: all of them, as bits: a bit for each run, then for each token.
    """

    def __init__(self, hand: FrozenDemands) -> None:
        runs = [*zip(*hand.runs, strict=True)]
        rouge = hand.rouge
        once = len(runs) if hand.no_more_runs else 0 if rouge is None else rouge.runs
        first = len(runs) + len(hand.tokens)
        beside = 0 if rouge is None else (1 << rouge.served) - 1
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


class Reach:
    """
    The steps of one seat, and the states from which its hand can be completed.

    Attributes:
        steps: for each suit its steps.
        digits: how its states are written.
        need: the demands that some suit must serve.
        faces: court cards are counted last, for a carte blanche, and the more
            of them there are in the hands the sooner it can have been dealt.
    """

    def __init__(self, steps: Sequence[Steps], digits: Digits, need: Need, *, faces: bool) -> None:
        self.steps, self.digits, self.need, self.faces = steps, digits, need, faces
        self._tables: dict[tuple[int, int], int] = {}
        self._promising: dict[tuple[int, int], list[tuple[int, list[tuple[int, int, int]]]]] = {}

    def promising(self, suit: int, need: int) -> list[tuple[int, list[tuple[int, int, int]]]]:
        """
        The steps that can be taken in *suit* while *need* is still to be served, in groups that serve the same.

        For each group what is then left to be served, and the steps: what
        each adds, its holdings, and the states it must lead to.
        """
        key = suit, need
        found = self._promising.get(key)
        if found is None:
            groups: dict[int, list[tuple[int, int, int]]] = {}
            for served, added, family, counts, _ in self.steps[suit].every:
                groups.setdefault(served, []).append((added, family, counts))
            found = []
            for served, steps in groups.items():
                left = need & ~served
                after = self.table(suit + 1, left) if self.need.may(need, served) else 0
                if after:
                    if self.faces:
                        steps.sort(key=lambda step: -self.digits.last(step[0]))
                    # a step leads to states that have as much as it adds: to any other only by a digit running over
                    leading = [(added, family, after & self.digits.step(counts)[1]) for added, family, counts in steps]
                    found.append((left, leading))
            self._promising[key] = found
        return found

    @property
    def is_possible(self) -> bool:
        """Whether the hand can be, whatever the others have."""
        return bool(self.table(0, self.need.every) & 1)

    def table(self, suit: int, need: int) -> int:
        """The states from which, with the suits from *suit* on, the hand can be completed and *need* be served."""
        if suit == len(SUITS):
            return 0 if need else self.digits.goal
        key = suit, need
        table = self._tables.get(key)
        if table is None:
            table = 0
            for served, steps in self.steps[suit].adding.items():
                if not self.need.may(need, served):
                    continue
                after = self.table(suit + 1, need & ~served)
                if after:
                    for added, mask in steps.items():
                        table |= (after & mask) >> added
            self._tables[key] = table
        return table


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
    hand.is_loose = not nought and hand.is_boundless
    _exclude(hand, [other for other in hands if other is not hand])
    return _reach(hand.frozen, _counted(hands, number, known), faces=known is not None, nought=nought)


@lru_cache(maxsize=256)
def _reach(hand: FrozenDemands, counted: tuple[Counted, ...], *, faces: bool, nought: bool) -> Reach:
    """The reach of a hand; from one statement to the next most demands stay as they are."""
    fields = 0
    for ranks, _, _ in counted:
        fields |= ranks
    digits = digits_of(counted, 0 if hand.is_loose else hand.low, hand.high)
    return Reach(
        [steps_of(each, digits) for each in options(hand, fields, nought=nought)], digits, Need(hand), faces=faces
    )


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
        Counted(15 << FIELD * (rank - hand.suit.ranks[0]), hand.least.get(rank, 0), hand.most.get(rank, len(SUITS)))
        for rank in sorted({*hand.least, *hand.most})
        if hand.least.get(rank) != len(SUITS)
    ]
    if known is not None:
        faces = hand.suit.counts[sum(map(hand.suit.bit, known.ranks))]
        least, most = known.faces_of(seat, [each.low for each in hands])
        counted.append(Counted(faces, 0 if hand.is_loose else least, min(hand.high, most)))
    return tuple(counted)
