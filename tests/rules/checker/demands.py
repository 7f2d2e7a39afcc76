"""
What one hand must be, by plain looking at its cards.

A *demand* is one thing that two hands were said to be. `met` looks for it among
the cards one by one; nothing here knows how the checker looks for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations

from scorer.rules.cards import Card, Rank, Suit, pips
from scorer.rules.claims import Better, Claim, PointClaim, SequenceClaim, SetClaim, compare
from scorer.rules.ruleset import BlankOf, PointCompare, Ruleset

Cards = frozenset[Card]

BETTER = frozenset({Better.YES})
WORSE = frozenset({Better.NO})
NO_BETTER = frozenset({Better.NO, Better.EQUAL})
NOT_BETTER = frozenset({Better.NO, Better.EQUAL, Better.UNKNOWN})

NOUGHT_COUNTS_AS = 5
"""A nought is held against calls as five cards."""


def compared(rules: Ruleset, claim: Claim, other: Claim) -> Better:
    return compare(claim, other, by_pips=rules.point_compare is PointCompare.PIPS)


def of_suit(cards: Iterable[Card], suit: Suit) -> list[Card]:
    """The cards of one suit, low to high."""
    return sorted((card for card in cards if card.suit is suit), key=lambda card: card.rank)


def courts(rules: Ruleset) -> frozenset[Rank]:
    """The ranks that a carte blanche must be without."""
    lowest = Rank.KNAVE if rules.carte_blanche_blank_of is BlankOf.COURTS else Rank.TEN
    return frozenset(rank for rank in rules.ranks if lowest <= rank <= Rank.KING)


def as_point(cards: Sequence[Card]) -> PointClaim:
    """What these cards of one suit make as a point; none of them, a nought."""
    return PointClaim(len(cards), pips(cards) or None)


def is_point(rules: Ruleset, cards: Sequence[Card]) -> bool:
    """Whether these cards of one suit count as a point at all."""
    if not cards:
        return rules.nought
    return len(cards) >= rules.point_min and pips(cards) >= rules.point_min_pips


def fits(wanted: PointClaim | SequenceClaim, found: PointClaim | SequenceClaim) -> bool:
    """Whether *found*, which says everything, is what *wanted* names, suits aside."""
    if isinstance(wanted, PointClaim):
        assert isinstance(found, PointClaim)
        return wanted.length == found.length and wanted.pips in (None, found.pips)
    assert isinstance(found, SequenceClaim)
    return wanted.length == found.length and wanted.top in (None, found.top)


@dataclass(frozen=True)
class Hand:
    """A hand, and what there is to see in it under a ruleset."""

    rules: Ruleset
    cards: Cards

    @cached_property
    def suits(self) -> dict[Suit, list[Card]]:
        return {suit: of_suit(self.cards, suit) for suit in Suit}

    @cached_property
    def points(self) -> list[PointClaim]:
        """What each suit makes as a point, where it is one."""
        counts = ((suit, held) for suit, held in self.suits.items() if is_point(self.rules, held))
        return [replace(as_point(held), suit=suit) for suit, held in counts]

    def is_nought(self, held: Sequence[Card]) -> bool:
        """Whether these cards of a suit are a nought that counts."""
        return self.rules.nought and not held

    @cached_property
    def whole_runs(self) -> list[SequenceClaim]:
        """The longest runs, each with its head and suit; and a nought, which is called once for all empty suits."""
        found = [SequenceClaim(0)] if any(map(self.is_nought, self.suits.values())) else []
        for suit, held in self.suits.items():
            ranks = {card.rank for card in held}
            for top in ranks:
                length = 0
                while top - length in ranks:
                    length += 1
                if top + 1 not in ranks and length >= 3:
                    found.append(SequenceClaim(length, top, suit))
        return found

    def subsets(self, suit: Suit, length: int) -> Iterator[tuple[Card, ...]]:
        return combinations(self.suits[suit], length)

    def shown_points(self, claim: PointClaim) -> Iterator[Cards]:
        """Every choice of cards that is the point *claim*, as a whole suit or part of one."""
        for suit in Suit if claim.suit is None else (claim.suit,):
            if claim.length == 0:
                if not self.suits[suit]:
                    yield frozenset()
            else:
                yield from (frozenset(s) for s in self.subsets(suit, claim.length) if fits(claim, as_point(s)))

    def shown_runs(self, claim: SequenceClaim) -> Iterator[Cards]:
        """Every choice of cards that is the run *claim*, as a whole run or part of a longer one; a nought, no cards."""
        if claim.length == 0:
            if not all(self.suits.values()):
                yield frozenset()
            return
        for suit in Suit if claim.suit is None else (claim.suit,):
            for top in self.rules.ranks if claim.top is None else (claim.top,):
                cards = frozenset(Card(rank, suit) for rank in self.rules.ranks if top - claim.length < rank <= top)
                if len(cards) == claim.length and cards <= self.cards:
                    yield cards

    def together(self, claims: Sequence[SequenceClaim], but: Cards = frozenset()) -> Iterator[tuple[Cards, ...]]:
        """Every way to show all of *claims* without the cards of *but*, no card in two of them."""
        if not claims:
            yield ()
            return
        for cards in self.shown_runs(claims[0]):
            if not cards & but:
                yield from ((cards, *others) for others in self.together(claims[1:], but | cards))

    def is_whole(self, run: Cards) -> bool:
        """Whether no card of the hand would make *run* longer."""
        return not any(
            abs(card.rank - other.rank) == 1 and card.suit is other.suit for card in self.cards - run for other in run
        )

    def best_points(self, claim: PointClaim) -> Iterator[Cards]:
        """Every suit that is as a whole the point *claim*, and no other better."""
        for suit in Suit if claim.suit is None else (claim.suit,):
            point = as_point(self.suits[suit])
            counts = is_point(self.rules, self.suits[suit])
            if counts and fits(claim, point) and all(compared(self.rules, o, point) in NO_BETTER for o in self.points):
                yield frozenset(self.suits[suit])

    def of_rank(self, rank: Rank) -> list[Card]:
        return [card for card in self.cards if card.rank is rank]


class Demand:
    """Something that a hand must be."""

    def met(self, hand: Hand) -> bool:
        """Whether *hand* is so."""
        raise NotImplementedError


@dataclass(frozen=True)
class Holds(Demand):
    """A point or a set, perhaps as part of more."""

    claim: PointClaim | SetClaim

    def met(self, hand: Hand) -> bool:
        if isinstance(self.claim, SetClaim):
            return len(hand.of_rank(self.claim.rank)) >= self.claim.count
        return any(True for _ in hand.shown_points(self.claim))


@dataclass(frozen=True)
class HoldsRuns(Demand):
    """All these runs, perhaps as parts of longer ones, no card in two of them."""

    claims: tuple[SequenceClaim, ...]

    def met(self, hand: Hand) -> bool:
        return any(True for _ in hand.together(self.claims))


@dataclass(frozen=True)
class Lacks(Demand):
    """Not this."""

    claim: Claim

    def met(self, hand: Hand) -> bool:
        if isinstance(self.claim, SequenceClaim):
            return not HoldsRuns((self.claim,)).met(hand)
        return not Holds(self.claim).met(hand)


@dataclass(frozen=True)
class AsMany(Demand):
    """A suit, or a run, of as many cards; or a nought that stands for so many."""

    claim: PointClaim | SequenceClaim

    def met(self, hand: Hand) -> bool:
        if self.claim.length == NOUGHT_COUNTS_AS and any(map(hand.is_nought, hand.suits.values())):
            return True
        if isinstance(self.claim, PointClaim):
            return any(len(held) >= self.claim.length for held in hand.suits.values())
        return any(run.length >= self.claim.length for run in hand.whole_runs)


@dataclass(frozen=True)
class HasBetter(Demand):
    """Something better than this, of which everything is known."""

    claim: Claim

    def met(self, hand: Hand) -> bool:
        held: Sequence[Claim] = hand.whole_runs
        if isinstance(self.claim, PointClaim):
            held = hand.points
        if isinstance(self.claim, SetClaim):
            held = sets_of(hand)
        return any(compared(hand.rules, claim, self.claim) is Better.YES for claim in held)


def sets_of(hand: Hand) -> list[SetClaim]:
    counts = {rank: len(hand.of_rank(rank)) for rank in hand.rules.ranks if rank >= hand.rules.set_min_rank}
    return [SetClaim(count, rank) for rank, count in counts.items() if count >= 3]


@dataclass(frozen=True)
class NoCourts(Demand):
    """A carte blanche, here and now."""

    def met(self, hand: Hand) -> bool:
        return not any(card.rank in courts(hand.rules) for card in hand.cards)


@dataclass(frozen=True)
class EveryCardIn(Demand):
    """
    A carte rouge: these claims name every card.

    Attributes:
        claims: the claims that scored.
        others: runs called too, which did not score.
        whole_runs: all runs are whole runs.
        best_point: the point is a whole suit, and no other is better.
    """

    claims: tuple[Claim, ...]
    others: tuple[SequenceClaim, ...]
    whole_runs: bool = False
    best_point: bool = False

    def met(self, hand: Hand) -> bool:
        runs = tuple(claim for claim in self.claims if isinstance(claim, SequenceClaim))
        covers: set[Cards] = {
            frozenset(chain.from_iterable(shown[: len(runs)]))
            for shown in hand.together((*runs, *self.others))
            if not self.whole_runs or all(map(hand.is_whole, shown))
        }
        for claim in self.claims:
            if isinstance(claim, PointClaim):
                points = hand.best_points(claim) if self.best_point else hand.shown_points(claim)
                covers = {cover | cards for cards in points for cover in covers}
            elif isinstance(claim, SetClaim):
                covers = {
                    cover | frozenset(cards)
                    for cards in combinations(hand.of_rank(claim.rank), claim.count)
                    for cover in covers
                }
        return hand.cards in covers


@dataclass(frozen=True)
class BestPointIs(Demand):
    """The whole of a suit is this, and no other suit is better."""

    claim: PointClaim

    def met(self, hand: Hand) -> bool:
        return any(True for _ in hand.best_points(self.claim))


@dataclass(frozen=True)
class PointsCompare(Demand):
    """Every suit, as a point, stands so to this."""

    claim: PointClaim
    wanted: frozenset[Better]

    def met(self, hand: Hand) -> bool:
        return all(compared(hand.rules, point, self.claim) in self.wanted for point in hand.points)


NO_POINT = PointsCompare(PointClaim(1), frozenset())
"""No suit is a point, for it would stand to another in some way."""


@dataclass(frozen=True)
class WholeRunsAre(Demand):
    """
    These are whole runs of the hand.

    Attributes:
        claims: the runs, each a different one.
        only: and there are no others.
        first_is_best: no run but one like *but_for* is better than the first.
        but_for: runs that were equal before.
    """

    claims: tuple[SequenceClaim, ...]
    only: bool = False
    first_is_best: bool = False
    but_for: tuple[SequenceClaim, ...] = ()

    def met(self, hand: Hand) -> bool:
        if self.only and len(hand.whole_runs) != len(self.claims):
            return False
        return any(self._best(hand, chosen) for chosen in self._chosen(hand.whole_runs, self.claims))

    def _chosen(
        self, runs: list[SequenceClaim], claims: tuple[SequenceClaim, ...]
    ) -> Iterator[tuple[SequenceClaim, ...]]:
        if not claims:
            yield ()
            return
        first, *rest = claims
        for run in runs:
            if first.suit in (None, run.suit) and fits(first, run):
                for others in self._chosen([each for each in runs if each is not run], tuple(rest)):
                    yield (run, *others)

    def _best(self, hand: Hand, chosen: tuple[SequenceClaim, ...]) -> bool:
        if not self.first_is_best:
            return True
        better = [run for run in hand.whole_runs if compare(run, chosen[0]) is Better.YES]
        return all(any(fits(tied, run) for tied in self.but_for) for run in better)


@dataclass(frozen=True)
class RunsCompare(Demand):
    """Every whole run stands so to this, or is one of *but_for*."""

    claim: SequenceClaim
    wanted: frozenset[Better]
    but_for: tuple[SequenceClaim, ...] = ()

    def met(self, hand: Hand) -> bool:
        return all(
            compare(run, self.claim) in self.wanted or any(fits(tied, run) for tied in self.but_for)
            for run in hand.whole_runs
        )


@dataclass(frozen=True)
class HasOf(Demand):
    """At least so many cards of these ranks together."""

    ranks: frozenset[Rank]
    cards: int

    def met(self, hand: Hand) -> bool:
        return sum(card.rank in self.ranks for card in hand.cards) >= self.cards
