"""One hand alone: what each suit can add to it, and which partial hands can be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from ..cards import Rank
from .demands import DealtBlanks, Demands, FrozenDemands, all_scored
from .holdings import FIELD, NOUGHT, SUITS, Run, Suit

# A suit *serves* a demand if its holding satisfies it. Holdings that serve the
# same demands form a family, and the search chooses between families.


Families = tuple[tuple[int, int], ...]
"""Demands served, a bit for each run and then for each disjunction, with the family of holdings that serve them."""


class Options(NamedTuple):
    """
    What one suit can serve.

    Attributes:
        parted: a partition of the holdings by all they serve.
        serving: for each combination of demands the holdings that serve it or more.
    """

    parted: Families
    serving: Families


def options(hand: FrozenDemands, *, nought: bool) -> list[Options]:
    """
    Return the options of *hand* in each suit; with *nought* an empty suit counts as a run.

    If the hand accepts extra cards, only minimal holdings are tried, each of them
    for every combination of demands it serves.
    """
    suit = hand.suit
    always = suit.having(sum(suit.bit(Rank(rank)) for rank, count in hand.least if count == len(SUITS)))
    ranks = [suit.bit(Rank(rank)) for rank, count in hand.least if count < len(SUITS)]
    found: list[Options] = []
    alike: dict[tuple[object, ...], Options] = {}
    for index, runs in enumerate(hand.runs):
        disjunctions = tuple(disjunction[index] for disjunction in hand.disjunctions)
        key = hand.allowed[index], runs, disjunctions, hand.rouge and hand.rouge.in_suit(index)
        if key not in alike:
            allowed = hand.allowed[index] & always
            if hand.rouge is None:
                families = _by_runs(
                    suit, allowed, runs, whole=hand.whole_runs, no_others=hand.no_other_runs, nought=nought
                )
            else:
                scored = _all_scored(hand, index, allowed, nought=nought)
                families = Options(scored, scored)
            serving = _serving(families.serving, len(runs), disjunctions)
            if hand.accepts_extra:
                parted = _least(suit, _serving(families.parted, len(runs), disjunctions), ranks)
                alike[key] = Options(parted, _least(suit, serving, ranks))
            else:
                alike[key] = Options(_parting(families.parted, len(runs), disjunctions), serving)
        found.append(alike[key])
    return found


@lru_cache(maxsize=256)
def _by_runs(suit: Suit, allowed: int, runs: tuple[Run, ...], *, whole: bool, no_others: bool, nought: bool) -> Options:
    """Return which of *runs* the suit can show together, as bits, with the holdings that show them; most first."""
    found: list[tuple[int, int]] = []
    serving: list[tuple[int, int]] = []
    for chosen in suit.choices(runs):
        together = tuple(runs[number] for number in chosen)
        whole_runs = suit.showing(together, no_others=no_others, nought=nought) if whole else None
        family = allowed & (suit.containing(together) if whole_runs is None else whole_runs)
        if not family:
            continue
        served = sum(1 << number for number in chosen)
        serving.append((served, family))
        for more, taken in found:
            if more & served == served:
                family &= ~taken
        if family:
            found.append((served, family))
    return Options(tuple(found), tuple(serving))


def _all_scored(hand: FrozenDemands, index: int, allowed: int, *, nought: bool) -> Families:
    """Return what a suit can serve of a carte rouge, as bits, with the allowed holdings whose every card scored."""
    runs = hand.runs[index]
    assert hand.rouge is not None
    families = all_scored(
        hand.suit,
        hand.rouge.in_suit(index),
        runs,
        len(runs) + len(hand.disjunctions),
        whole=hand.whole_runs,
        no_others=hand.no_other_runs,
        nought=nought,
    )
    return tuple((served, family & allowed) for served, family in families if family & allowed)


def _parting(families: Families, runs: int, disjunctions: tuple[int, ...]) -> Families:
    """Partition *families* by the disjunctions that their holdings serve."""
    for number, disjunction in enumerate(disjunctions, runs):
        serving = ((served | 1 << number, family & disjunction) for served, family in families)
        families = (*serving, *((served, family & ~disjunction) for served, family in families))
    return families


def _least(suit: Suit, families: Families, ranks: list[int]) -> Families:
    return tuple((served, suit.least(family, ranks)) for served, family in families)


def _serving(families: Families, runs: int, disjunctions: tuple[int, ...]) -> Families:
    """Return *families*, and their parts that serve each combination of disjunctions."""
    for number, disjunction in enumerate(disjunctions, runs):
        families = (*((served | 1 << number, family & disjunction) for served, family in families), *families)
    return families


# A *state* counts the cards of a partial hand, in all and of each bounded rank, as
# one mixed-radix number. A set of states is a bitset, so taking a step from all
# of them is a shift.


class CountedRanks(NamedTuple):
    """
    Ranks counted together.

    Attributes:
        ranks: the ranks, as packed counts of one each.
        least: the fewest cards of them in a hand.
        most: the most.
    """

    ranks: int
    least: int
    most: int


class Alike(NamedTuple):
    """
    Holdings with the same counted cards.

    Attributes:
        added: what those cards add to a state.
        mask: the states that contain as much; any other result of the step is a digit overflow.
        family: the holdings.
        rest: what each number of uncounted cards adds.
        parts: the holdings with each number of uncounted cards.
    """

    added: int
    mask: int
    family: int
    rest: tuple[int, ...]
    parts: tuple[int, ...]


Step = tuple[int, int, int]
"""The number added to a state, the mask of valid results, and the holdings."""


class SetGroup:
    """
    Holdings with the same cards of the ranks called in sets.

    Attributes:
        set_cards: these cards, as packed counts.
        alike: the holdings, by all counted ranks.
        family: all of them.
    """

    def __init__(self, encoding: Encoding, set_cards: int, alike: Sequence[Alike]) -> None:
        self.set_cards, self.alike, self._encoding = set_cards, alike, encoding
        self.family = reduce(or_, (each.family for each in alike), 0)

    @cached_property
    def steps(self) -> list[Step]:
        """Return a step for each size and class of alike holdings, about a quarter of a hand first."""
        size, quarter = self._encoding.size, self._encoding.sizes.start // len(SUITS)
        found = [
            (added + more, mask, part)
            for added, mask, _, rest, parts in self.alike
            for more, part in zip(rest, parts, strict=True)
        ]
        return sorted(found, key=lambda step: abs(size(step[0]) - quarter))


class Encoding:
    """
    The mixed-radix encoding of the states of a hand.

    Attributes:
        card: what a card of an uncounted rank adds to a state.
        sizes: the sizes of a complete hand.
        goal: the states of a complete hand.
    """

    def __init__(self, suit: Suit, counted: Sequence[CountedRanks], low: int, high: int) -> None:
        self.suit, self.sizes = suit, range(low, high + 1)
        self._counted: list[tuple[int, int, int]] = []
        self._masks: dict[tuple[int, int], int] = {}
        self._set_ranks = 0
        self.card = goal = 1
        for ranks, least, most in counted:
            self._counted.append((ranks, self.card, most + 1))
            goal = sum(goal << self.card * count for count in range(least, most + 1))
            self.card *= most + 1
            if least and ranks.bit_count() == 1:
                self._set_ranks |= ranks
        self.goal = sum(goal << self.card * size for size in self.sizes)
        self._length = self.card * (high + 1)

    @cached_property
    def all(self) -> SetGroup:
        return SetGroup(self, 0, [alike for _, alike in self._alike])

    @cached_property
    def groups(self) -> list[SetGroup]:
        """Return every holding, by its cards of the ranks called in sets."""
        if not self._set_ranks:
            return [self.all]
        found: dict[int, list[Alike]] = {}
        for counts, alike in self._alike:
            found.setdefault(counts & self._set_ranks, []).append(alike)
        return [SetGroup(self, set_cards, alike) for set_cards, alike in found.items()]

    @cached_property
    def _alike(self) -> list[tuple[int, Alike]]:
        """Return every holding, by its counted cards as packed counts."""
        counted = reduce(or_, (ranks for ranks, _, _ in self._counted), 0)
        found = [(0, self.suit.everything)]
        for index in range(len(self.suit.ranks)):
            card = 1 << FIELD * index
            if card & counted:
                without = self.suit.lacking(1 << index)
                lacking = [(counts, family & without) for counts, family in found]
                found = [*lacking, *((counts | card, family & ~without) for counts, family in found)]
        others = range(len(self.suit.ranks) - counted.bit_count() + 1)
        rest = tuple(self.card * more for more in others)
        return [
            (counts, Alike(*self._step(counts), family, rest, self._sized(family, counts.bit_count(), others)))
            for counts, family in found
        ]

    def _sized(self, family: int, cards: int, others: range) -> tuple[int, ...]:
        """Return the holdings of *family* with *cards* and each number of *others*."""
        return tuple([family & self.suit.sized[cards + more] for more in others])

    def _step(self, counts: int) -> tuple[int, int]:
        """Return what the counted cards *counts* add to a state, and the mask of valid results."""
        added, mask = counts.bit_count() * self.card, (1 << self._length) - 1
        for ranks, stride, base in self._counted:
            cards = (counts & ranks).bit_count()
            if cards:
                added += stride * cards
                mask &= self._at_least(min(cards, base), stride, base)
        return added, mask

    def _at_least(self, cards: int, stride: int, base: int) -> int:
        """Return the states whose digit of this stride and base is at least *cards*."""
        key = cards, stride
        found = self._masks.get(key)
        if found is None:
            period = stride * base
            found = (1 << period) - (1 << stride * cards)
            while period < self._length:
                found |= found << period
                period *= 2
            self._masks[key] = found
        return found

    def size(self, state: int) -> int:
        return state // self.card

    def last(self, state: int) -> int:
        """Return the cards of the ranks that are counted last."""
        _, stride, base = self._counted[-1]
        return state // stride % base


@lru_cache(maxsize=128)
def encoding_of(suit: Suit, counted: tuple[CountedRanks, ...], low: int, high: int) -> Encoding:
    return Encoding(suit, counted, low, high)


class Steps:
    """
    The steps of one suit that serve the same demands.

    Holdings of the same size with the same counted cards are one step; they differ
    only when another hand wants a card.

    Attributes:
        served: the demands they serve, as in `Families`.
        set_cards: their common cards of the ranks called in sets; 0 if they differ.
        family: all their holdings.
    """

    def __init__(self, encoding: Encoding, served: int, among: SetGroup, family: int) -> None:
        self.served, self.set_cards, self.family = served, among.set_cards, family
        self._encoding, self._among = encoding, among

    @cached_property
    def _grouped(self) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
        """Return steps grouped by what their uncounted cards add, so that each group shares its shifts."""
        found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        family = self.family
        for added, mask, alike, rest, parts in self._among.alike:
            some = family & alike
            if some:
                more = rest if some == alike else tuple([n for n, part in zip(rest, parts, strict=True) if part & some])
                if more in found:
                    found[more].append((added, mask))
                else:
                    found[more] = [(added, mask)]
        return [*found.items()]

    @cached_property
    def outlined(self) -> list[Steps]:
        """Return the steps split by their cards of the ranks called in sets."""
        if self._encoding.groups == [self._among]:
            return [self]
        every = self._encoding.groups
        return [
            Steps(self._encoding, self.served, group, some) for group in every if (some := self.family & group.family)
        ]

    def within(self, family: int) -> Steps:
        return Steps(self._encoding, self.served, self._among, family)

    def forward(self, states: int) -> int:
        """Return the states that the steps lead to from *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states << more
            for added, mask in steps:
                found |= some << added & mask
        return found

    def back(self, states: int) -> int:
        """Return the states from which the steps lead to *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states >> more
            for added, mask in steps:
                found |= (some & mask) >> added
        return found

    @cached_property
    def every(self) -> list[Step]:
        """Return each step, about a quarter of a hand first."""
        family = self.family
        return [(added, mask, some) for added, mask, part in self._among.steps if (some := part & family)]


@lru_cache(maxsize=512)
def steps_of(families: Families, encoding: Encoding) -> tuple[Steps, ...]:
    """Return the steps of a suit limited to *families*, those that serve most first."""
    found = [Steps(encoding, served, encoding.all, family) for served, family in families if family]
    return tuple(sorted(found, key=lambda steps: -steps.served.bit_count()))


# Dynamic programming over the suits: which states the first suits can reach while
# serving given demands, and back from the full hand.


class Way(NamedTuple):
    """
    A way in which a suit helps to complete a hand.

    Attributes:
        steps: the steps to take in it.
        need: the demands still to be served afterwards.
        states: those before it from which the hand can be completed.
        order: a symmetry-breaking key: what it serves, and with which set cards.
    """

    steps: Steps
    need: int
    states: int
    order: tuple[int, ...]


class Need:
    """
    The demands that some suit must serve, and which of them a suit may serve when.

    Attributes:
        every: all of them, as bits: each run, then each disjunction.
        noughts: the bits of runs of nought, which every empty suit serves, wanted or not.
    """

    def __init__(self, hand: FrozenDemands) -> None:
        runs = [*zip(*hand.runs, strict=True)]
        rouge = hand.rouge
        once = len(runs) if hand.no_other_runs else 0 if rouge is None else rouge.runs
        first = len(runs) + len(hand.disjunctions)
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

    def may_serve(self, need: int, served: int) -> bool:
        """
        Return whether a suit may serve *served* while *need* is still to be served.

        Where the runs called are all there are, each is shown once, except a nought,
        which is called once for all empty suits; nor does a claim of a carte rouge
        cover cards twice. Identical runs are served in order, to break symmetry.
        """
        if served & ~need & self._once:
            return False
        for alike in self._alike:
            left = need & alike
            now = served & left
            if now and left & ~now & ((1 << now.bit_length()) - 1):
                return False
        return True

    def signature(self, served: int) -> tuple[int, ...]:
        """Return what is served, with identical runs reduced to their number."""
        other = served
        for alike in self._alike:
            other &= ~alike
        return (other, *((served & alike).bit_count() for alike in self._alike))


class Reach:
    """
    The states that one hand can reach, suit by suit.

    Attributes:
        steps: for each suit its steps.
        families: for each suit its possible holdings.
    """

    def __init__(self, suits: Sequence[Options], encoding: Encoding, need: Need) -> None:
        self.encoding, self.need = encoding, need
        self.steps = [steps_of(each.parted, encoding) for each in suits]
        self._serving = [steps_of(each.serving, encoding) for each in suits]
        self.families = [reduce(or_, (each.family for each in suit), 0) for suit in self.steps]
        served = (reduce(or_, (each.served for each in suit), 0) for suit in self.steps)
        self._served = [0, *accumulate(served, or_)]  # what the suits before an index can serve between them
        self._memo: dict[tuple[int, int], int] = {}

    @cached_property
    def is_possible(self) -> bool:
        """Return whether the hand can exist, ignoring the others."""
        goal = self.encoding.goal
        return bool(goal and self.reachable(len(SUITS), self.need.every) & goal)

    def reachable(self, index: int, need: int) -> int:
        """Return the states that the suits before *index* can reach while serving *need* between them."""
        if not index:
            return 0 if need else 1
        key = index, need
        found = self._memo.get(key)
        if found is None:
            found = 0
            unable, needless = ~self._served[index - 1], ~need & ~self.need.noughts
            for steps in self._serving[index - 1]:
                left = need & ~steps.served
                if not (left & unable or steps.served & needless) and self.need.may_serve(need, steps.served):
                    before = self.reachable(index - 1, left)
                    if before:
                        found |= steps.forward(before)
            self._memo[key] = found
        return found

    def ways(self, index: int, need: int, after: int) -> Iterator[Way]:
        """
        Yield the ways in which the suit *index* can lead to *after*.

        Args:
            index: the suit; later ones are decided.
            need: the demands that it and the suits before must serve.
            after: the states from which later suits complete the hand.
        """
        unable = ~self._served[index]
        for steps in self.steps[index]:
            left = need & ~steps.served
            if left & unable or not self.need.may_serve(need, steps.served):
                continue
            reachable = self.reachable(index, left)
            if reachable:
                signature = self.need.signature(steps.served)
                for each in steps.outlined:
                    states = reachable & each.back(after)
                    if states:
                        yield Way(each, left, states, (*signature, each.set_cards))


def reach_of(hands: Sequence[Demands], number: int, blanks: DealtBlanks | None, *, nought: bool) -> Reach:
    """Return the reach of hand *number*; of the others only the sets matter. With *nought* an empty suit is a run."""
    hand = hands[number]
    hand.accepts_extra = not nought and not hand.counting and hand.is_unbounded
    _exclude(hand, [other for other in hands if other is not hand])
    return _reach(hand.frozen, _counted(hands, number, blanks), nought=nought)


@lru_cache(maxsize=256)
def _reach(hand: FrozenDemands, counted: tuple[CountedRanks, ...], *, nought: bool) -> Reach:
    """Return a cached reach; most demands stay as they are from one statement to the next."""
    encoding = encoding_of(hand.suit, counted, 0 if hand.accepts_extra else hand.low, hand.high)
    return Reach(options(hand, nought=nought), encoding, Need(hand))


def _exclude(hand: Demands, others: Sequence[Demands]) -> None:
    """Restrict *hand* by the sets that the others must hold."""
    for other in others:
        for rank, count in other.least.items():
            if count == len(SUITS):
                hand.limit(hand.suit.lacking(hand.suit.bit(rank)))
            else:
                hand.at_most(rank, len(SUITS) - count)


def _counted(hands: Sequence[Demands], seat: int, blanks: DealtBlanks | None) -> tuple[CountedRanks, ...]:
    """Return the ranks whose number of cards in the hand matters."""
    hand = hands[seat]
    counted = [
        CountedRanks(1 << FIELD * (rank - hand.suit.ranks[0]), hand.least.get(rank, 0), hand.most.get(rank, len(SUITS)))
        for rank in sorted({*hand.least, *hand.most})
        if hand.least.get(rank) != len(SUITS)
    ]
    if hand.counting:
        high = hand.suit.counts[hand.counting]
        counted.append(CountedRanks(high, hand.high_cards, hand.high - hand.low_cards))
    if blanks is not None:
        faces = hand.suit.counts[sum(map(hand.suit.bit, blanks.ranks))]
        least, most = blanks.faces_of(seat, [each.low for each in hands])
        counted.append(CountedRanks(faces, 0 if hand.accepts_extra else least, min(hand.high, most)))
    return tuple(counted)
