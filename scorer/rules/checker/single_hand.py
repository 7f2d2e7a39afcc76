"""One hand alone: what each suit can add to it, and which partial hands can still be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from ..cards import Rank
from .demands import Dealt, Demands, FrozenDemands, all_scored
from .holdings import FIELD, NOUGHT, SUITS, Run, Suit

# One suit
#
# Of every holding it is known which of the demands on the hand it serves; the
# families of those that serve the same are what the search chooses from.


Families = tuple[tuple[int, int], ...]
"""What is served, a bit for each run and then for each token, and the family of the holdings that serve just that."""


class Options(NamedTuple):
    """
    The options of one suit.

    Attributes:
        parted: each holding once, with all that it serves.
        serving: for all that can be served, such holdings as serve just that or more.
    """

    parted: Families
    serving: Families


def options(hand: FrozenDemands, *, nought: bool) -> list[Options]:
    """
    The options of *hand* in each suit.

    Args:
        hand: what is demanded.
        nought: an empty suit is a run.

    To a hand that is loose more cards are always as good, so only the least
    holdings are worth trying, and a holding once for all that it may be there for.
    """
    suit = hand.suit
    always = suit.having(sum(suit.bit(Rank(rank)) for rank, count in hand.least if count == len(SUITS)))
    ranks = [suit.bit(Rank(rank)) for rank, count in hand.least if count < len(SUITS)]
    found: list[Options] = []
    alike: dict[tuple[object, ...], Options] = {}
    for place, runs in enumerate(hand.runs):
        tokens = tuple(token[place] for token in hand.tokens)
        key = hand.allowed[place], runs, tokens, hand.rouge and hand.rouge.in_suit(place)
        if key not in alike:
            allowed = hand.allowed[place] & always
            if hand.rouge is None:
                families = _by_runs(
                    suit, allowed, runs, whole=hand.whole_runs, no_more=hand.no_more_runs, nought=nought
                )
            else:
                scored = _all_scored(hand, place, allowed, nought=nought)
                families = Options(scored, scored)
            serving = _serving(families.serving, len(runs), tokens)
            if hand.is_loose:
                parted = _least(suit, _serving(families.parted, len(runs), tokens), ranks)
                alike[key] = Options(parted, _least(suit, serving, ranks))
            else:
                alike[key] = Options(_parting(families.parted, len(runs), tokens), serving)
        found.append(alike[key])
    return found


@lru_cache(maxsize=256)
def _by_runs(suit: Suit, allowed: int, runs: tuple[Run, ...], *, whole: bool, no_more: bool, nought: bool) -> Options:
    """What of *runs* the suit can show together, as bits, and the holdings that show it; most first."""
    found: list[tuple[int, int]] = []
    serving: list[tuple[int, int]] = []
    for chosen in suit.choices(runs):
        together = tuple(runs[number] for number in chosen)
        whole_runs = suit.showing(together, nothing_more=no_more, nought=nought) if whole else None
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


def _all_scored(hand: FrozenDemands, place: int, allowed: int, *, nought: bool) -> Families:
    """What a suit can serve of a carte rouge, as bits, and the allowed holdings of which every card has scored."""
    runs = hand.runs[place]
    assert hand.rouge is not None
    families = all_scored(
        hand.suit,
        hand.rouge.in_suit(place),
        runs,
        len(runs) + len(hand.tokens),
        whole=hand.whole_runs,
        no_more=hand.no_more_runs,
        nought=nought,
    )
    return tuple((served, family & allowed) for served, family in families if family & allowed)


def _parting(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families parted by the tokens that their holdings serve."""
    for number, token in enumerate(tokens, runs):
        serving = ((served | 1 << number, family & token) for served, family in families)
        families = (*serving, *((served, family & ~token) for served, family in families))
    return families


def _least(suit: Suit, families: Families, ranks: list[int]) -> Families:
    """The least holdings of the families."""
    return tuple((served, suit.least(family, ranks)) for served, family in families)


def _serving(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families, and such parts of them as serve these or those of the tokens."""
    for number, token in enumerate(tokens, runs):
        families = (*((served | 1 << number, family & token) for served, family in families), *families)
    return families


# Steps
#
# A *state* is what has come together in the suits that were tried: how many
# cards, and how many of each rank that is counted, written as the digits of one
# number. A set of states is a number again, with a bit for each; so to take a
# step from all of them at once is to shift it.


class Counted(NamedTuple):
    """
    Ranks whose cards are counted together.

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
    Holdings with the same of the ranks that are counted.

    Attributes:
        added: what those cards add to a state.
        room: the states that have as much: to any other a step leads only by a digit running over.
        family: the holdings.
        rest: what their other cards add, however many they are.
        parts: the holdings with so many of them.
    """

    added: int
    room: int
    family: int
    rest: tuple[int, ...]
    parts: tuple[int, ...]


Step = tuple[int, int, int]
"""What a step adds to a state, the states to which it can lead, and its holdings."""


class Told:
    """
    Holdings with the same of the ranks that are called in sets.

    Attributes:
        told: these cards, as packed counts.
        alike: the holdings, by all ranks that are counted.
        family: all of them.
    """

    def __init__(self, digits: Digits, told: int, alike: Sequence[Alike]) -> None:
        self.told, self.alike, self._digits = told, alike, digits
        self.family = reduce(or_, (each.family for each in alike), 0)

    @cached_property
    def steps(self) -> list[Step]:
        """A step for all that are alike and of one size, those of about a quarter of a hand first."""
        size, quarter = self._digits.size, self._digits.sizes.start // len(SUITS)
        found = [
            (added + more, room, part)
            for added, room, _, rest, parts in self.alike
            for more, part in zip(rest, parts, strict=True)
        ]
        return sorted(found, key=lambda step: abs(size(step[0]) - quarter))


class Digits:
    """
    How the state of a hand is written as a number.

    Attributes:
        suit: the suits of the pack.
        card: what one card of a rank that is not counted adds to a state.
        sizes: the sizes of a complete hand.
        goal: the states of a complete hand.
    """

    def __init__(self, suit: Suit, counted: Sequence[Counted], low: int, high: int) -> None:
        self.suit, self.sizes = suit, range(low, high + 1)
        self._counted: list[tuple[int, int, int]] = []
        self._rooms: dict[tuple[int, int], int] = {}
        self._told = 0
        self.card = goal = 1
        for ranks, least, most in counted:
            self._counted.append((ranks, self.card, most + 1))
            goal = sum(goal << self.card * count for count in range(least, most + 1))
            self.card *= most + 1
            if least and ranks.bit_count() == 1:
                self._told |= ranks
        self.goal = sum(goal << self.card * size for size in self.sizes)
        self._length = self.card * (high + 1)

    @cached_property
    def all(self) -> Told:
        """Every holding."""
        return Told(self, 0, [alike for _, alike in self._alike])

    @cached_property
    def told(self) -> list[Told]:
        """Every holding, by the ranks that are called in sets."""
        if not self._told:
            return [self.all]
        found: dict[int, list[Alike]] = {}
        for counts, alike in self._alike:
            found.setdefault(counts & self._told, []).append(alike)
        return [Told(self, told, alike) for told, alike in found.items()]

    @cached_property
    def _alike(self) -> list[tuple[int, Alike]]:
        """Every holding, by the ranks that are counted, as packed counts."""
        counted = reduce(or_, (ranks for ranks, _, _ in self._counted), 0)
        found = [(0, self.suit.everything)]
        for place in range(len(self.suit.ranks)):
            card = 1 << FIELD * place
            if card & counted:
                without = self.suit.lacking(1 << place)
                lacking = [(counts, family & without) for counts, family in found]
                found = [*lacking, *((counts | card, family & ~without) for counts, family in found)]
        others = range(len(self.suit.ranks) - counted.bit_count() + 1)
        rest = tuple(self.card * more for more in others)
        return [
            (counts, Alike(*self._step(counts), family, rest, self._sized(family, counts.bit_count(), others)))
            for counts, family in found
        ]

    def _sized(self, family: int, cards: int, others: range) -> tuple[int, ...]:
        """The holdings of *family* with *cards* and so many others."""
        return tuple([family & self.suit.sized[cards + more] for more in others])

    def _step(self, counts: int) -> tuple[int, int]:
        """What the counted cards *counts* add to a state, and the states that have as much."""
        added, room = counts.bit_count() * self.card, (1 << self._length) - 1
        for ranks, stride, base in self._counted:
            cards = (counts & ranks).bit_count()
            if cards:
                added += stride * cards
                room &= self._at_least(min(cards, base), stride, base)
        return added, room

    def _at_least(self, cards: int, stride: int, base: int) -> int:
        """The states of which the digit of this stride and base is *cards* or more."""
        key = cards, stride
        found = self._rooms.get(key)
        if found is None:
            period = stride * base
            found = (1 << period) - (1 << stride * cards)
            while period < self._length:
                found |= found << period
                period *= 2
            self._rooms[key] = found
        return found

    def size(self, state: int) -> int:
        """The cards of a hand in *state*."""
        return state // self.card

    def last(self, state: int) -> int:
        """The cards in *state* of the ranks that are counted last."""
        _, stride, base = self._counted[-1]
        return state // stride % base


@lru_cache(maxsize=128)
def digits_of(suit: Suit, counted: tuple[Counted, ...], low: int, high: int) -> Digits:
    """The digits for hands of *low* to *high* cards; few kinds are ever wanted."""
    return Digits(suit, counted, low, high)


class Steps:
    """
    Steps of one suit that serve the same demands.

    Holdings of the same size with the same of the counted ranks are one step:
    nobody need tell them apart until another hand wants a card.

    Attributes:
        served: the demands they serve, a bit for each run and then for each token.
        told: their cards of the ranks that are called in sets, if they have the same.
        family: the holdings of all of them.
    """

    def __init__(self, digits: Digits, served: int, among: Told, family: int) -> None:
        self.served, self.told, self.family = served, among.told, family
        self._digits, self._among = digits, among

    @cached_property
    def _grouped(self) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
        """
        What is added besides the counted cards, with what these add and the states that have as much.

        Besides them mostly the same is added whichever they are, and then for
        all of them at once.
        """
        found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        family = self.family
        for added, room, alike, rest, parts in self._among.alike:
            some = family & alike
            if some:
                more = rest if some == alike else tuple([n for n, part in zip(rest, parts, strict=True) if part & some])
                if more in found:
                    found[more].append((added, room))
                else:
                    found[more] = [(added, room)]
        return [*found.items()]

    @cached_property
    def outlined(self) -> list[Steps]:
        """The steps by the ranks that are called in sets."""
        if self._digits.told == [self._among]:
            return [self]
        every = self._digits.told
        return [Steps(self._digits, self.served, told, some) for told in every if (some := self.family & told.family)]

    def within(self, family: int) -> Steps:
        """Such of the steps as have holdings of *family*."""
        return Steps(self._digits, self.served, self._among, family)

    def forward(self, states: int) -> int:
        """The states to which the steps lead from *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states << more
            for added, room in steps:
                found |= some << added & room
        return found

    def back(self, states: int) -> int:
        """The states from which the steps lead to *states*."""
        found = 0
        for rest, steps in self._grouped:
            some = 0
            for more in rest:
                some |= states >> more
            for added, room in steps:
                found |= (some & room) >> added
        return found

    @cached_property
    def every(self) -> list[Step]:
        """Each step, those of about a quarter of a hand first."""
        family = self.family
        return [(added, room, some) for added, room, part in self._among.steps if (some := part & family)]


@lru_cache(maxsize=512)
def steps_of(families: Families, digits: Digits) -> tuple[Steps, ...]:
    """The steps of a suit that can be *families*, those that serve the most first."""
    found = [Steps(digits, served, digits.all, family) for served, family in families if family]
    return tuple(sorted(found, key=lambda steps: -steps.served.bit_count()))


# Reach
#
# To try a suit is to shift sets of states (`scorer.rules.checker.single_hand`) by
# what its steps add, and to join them; so from no cards on it is known to which
# states the first suits can bring the hand, and back from the full hand, from
# which the last suits can complete it.


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
