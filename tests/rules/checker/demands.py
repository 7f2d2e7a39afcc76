"""Demands on one hand, as clauses for a SAT solver.

A *demand* is one thing that a hand was said to be. Each card has a variable for each seat, which
holds it. What serves a claim (which suit, which run, which cards of a suit) is chosen by further
ones. Nothing here knows how the checker looks for hands.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Concatenate, ParamSpec

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from scorer.rules.cards import Card, Rank, Suit, pips
from scorer.rules.claims import (
    Better,
    Category,
    Claim,
    PointClaim,
    SequenceClaim,
    SetClaim,
    compare,
)
from scorer.rules.ruleset import BlankOf, PointCompare, Ruleset
from tests import there

P = ParamSpec("P")
Cards = frozenset[Card]
Clause = list[int]
Made = tuple[Cards, Claim]
"""Cards, and what they make; of a nought none, and the suit that is empty."""

BETTER = frozenset({Better.YES})
WORSE = frozenset({Better.NO})
NO_BETTER = frozenset({Better.NO, Better.EQUAL})
NOT_BETTER = frozenset({Better.NO, Better.EQUAL, Better.UNKNOWN})


def compared(rules: Ruleset, claim: Claim, other: Claim) -> Better:
    return compare(claim, other, by_pips=rules.point_compare is PointCompare.PIPS)


def courts(rules: Ruleset) -> frozenset[Rank]:
    """The ranks that a carte blanche must be without."""
    lowest = Rank.KNAVE if rules.carte_blanche_blank_of is BlankOf.COURTS else Rank.TEN
    return frozenset(rank for rank in rules.ranks if lowest <= rank <= Rank.KING)


def fits(wanted: Claim, made: Claim) -> bool:
    """Whether *made*, which says everything, is what *wanted* names."""
    if isinstance(wanted, SetClaim) or isinstance(made, SetClaim):
        return wanted == made
    same = wanted.length == made.length and wanted.strength[1] in (None, made.strength[1])
    return same and wanted.suit in (None, made.suit)


@cache
def table(rules: Ruleset, category: Category) -> tuple[Made, ...]:
    """Every choice of cards that makes a point, a run or a set,
    and every empty suit where noughts are played.
    """
    if category is Category.SET:
        ranks = [rank for rank in rules.ranks if rank >= rules.set_min_rank]
        return tuple(
            made
            for rank in ranks
            for count in (3, 4)
            for made in choices(rules, SetClaim(count, rank))
        )
    kind = PointClaim if category is Category.POINT else SequenceClaim
    found: list[Made] = [(Cards(), kind(0, suit=suit)) for suit in Suit] if rules.nought else []
    for suit in Suit:
        cards = [Card(rank, suit) for rank in rules.ranks]
        for length in range(1, len(cards) + 1):
            if kind is PointClaim:
                some = combinations(cards, length)
                found += [(frozenset(each), PointClaim(length, pips(each), suit)) for each in some]
            elif length >= 3:
                rows = (cards[top - length : top] for top in range(length, len(cards) + 1))
                found += [
                    (frozenset(row), SequenceClaim(length, row[-1].rank, suit)) for row in rows
                ]
    return tuple(found)


@cache
def choices(rules: Ruleset, claim: Claim) -> tuple[Made, ...]:
    """Every choice of cards that is *claim*, as a whole or as part of more."""
    if isinstance(claim, SetClaim):
        some = combinations([Card(claim.rank, suit) for suit in Suit], claim.count)
        return tuple((frozenset(cards), claim) for cards in some)
    return tuple(each for each in table(rules, claim.category) if fits(claim, each[1]))


@cache
def more(rules: Ruleset, claim: PointClaim | SequenceClaim) -> tuple[Card, ...]:
    """The cards of its suit, or those next to it, that would make a run longer;
    of other claims its suit.
    """
    assert claim.suit is not None
    beside = (
        isinstance(claim, SequenceClaim) and claim.top and (claim.top + 1, claim.top - claim.length)
    )
    return tuple(Card(rank, claim.suit) for rank in rules.ranks if not beside or rank in beside)


@cache
def that(rules: Ruleset, claim: Claim, wanted: frozenset[Better]) -> tuple[Made, ...]:
    """The least choices of cards that count, and stand so to *claim*."""
    found = defaultdict[Suit | None, list[Made]](list)
    for cards, made in table(rules, claim.category):
        counts = not isinstance(made, PointClaim) or not cards or is_point(rules, made)
        of_suit = found[None if isinstance(made, SetClaim) else made.suit]
        if (
            counts
            and compared(rules, made, claim) in wanted
            and not any(less and less <= cards for less, _ in of_suit)
        ):
            of_suit.append((cards, made))
    return tuple(chain.from_iterable(found.values()))


def is_point(rules: Ruleset, made: PointClaim) -> bool:
    """Whether cards of one suit that make this count as a point at all."""
    return made.length >= rules.point_min and there(made.pips) >= rules.point_min_pips


@cache
def at_most(number: int, most: int, top: int) -> tuple[tuple[Clause, ...], int]:
    """Clauses for no more than *most* of the first *number* variables, the others after *top*."""
    made = CardEnc.atmost(list(range(1, number + 1)), most, top_id=top, encoding=EncType.seqcounter)
    return tuple(made.clauses), max(top, made.nv)


class Clauses:
    """Clauses about the hands of a deal; a demand is made on the hand `x`,
    if all of `unless` are false.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.top = 0
        self.solver = Glucose4()
        self.holds: list[dict[Card, int]] = [
            {card: self.new() for card in rules.pack} for _ in rules.seats
        ]
        self.x = self.holds[0]
        self.unless = Clause()
        for one, other in combinations(self.holds, 2):
            for card in rules.pack:
                self.add([-one[card], -other[card]])

    def new(self) -> int:
        self.top += 1
        return self.top

    def add(self, clause: Clause) -> None:
        self.solver.add_clause(clause)

    def must(self, clause: Iterable[int]) -> None:
        """A clause that holds where the demand that is being made does."""
        self.add([*clause, *self.unless])

    def no_more(self, which: list[int], most: int, unless: Sequence[int] = ()) -> None:
        """No more than *most* of these, some of *unless* being false."""
        if most >= len(which):
            return
        if most < 0:
            self.add([*unless])
            return
        clauses, top = at_most(len(which), most, len(which))
        names = {number + 1: name for number, name in enumerate(which)}
        names |= {number: self.new() for number in range(len(which) + 1, top + 1)}
        for clause in clauses:
            self.add([names[abs(each)] * (1 if each > 0 else -1) for each in clause] + [*unless])

    def part(self, cards: Cards, made: Claim) -> Clause:
        """What is true of a hand with these cards, and perhaps more of their suit."""
        return [self.x[card] for card in cards] if cards else self.whole(cards, made)

    def whole(self, cards: Cards, made: Claim) -> Clause:
        """What is true of a hand in which these cards are a whole suit, or a whole run."""
        assert not isinstance(made, SetClaim)
        without = [-self.x[card] for card in more(self.rules, made) if card not in cards]
        return [self.x[card] for card in cards] + without

    def chosen(self, literals: Clause) -> int:
        """A variable that, if true, makes all of these true."""
        one = self.new()
        for each in literals:
            self.add([-one, each])
        return one

    def never(self, literals: Clause) -> None:
        self.must(-each for each in literals)

    def only_one(self, which: Sequence[int]) -> None:
        """One of these must be true, and no two of them are."""
        self.must(which)
        for one, other in combinations(which, 2):
            self.add([-one, -other])

    def shown(self, claim: Claim) -> Iterator[tuple[int, Cards]]:
        """For each choice of cards that is *claim*, a variable that has the hand hold it."""
        yield from (
            (self.chosen(self.part(cards, made)), cards)
            for cards, made in choices(self.rules, claim)
        )

    def placed(
        self, claims: Sequence[Claim], *, whole: bool = False
    ) -> list[list[tuple[int, Cards]]]:
        """For each claim its placings, one of which is taken, as whole runs if wanted;
        no card serves two claims.
        """
        every: list[list[tuple[int, Cards]]] = []
        for claim in claims:
            of = self.whole if whole else self.part
            placings = [(self.chosen(of(*each)), each[0]) for each in choices(self.rules, claim)]
            self.only_one([variable for variable, _ in placings])
            for one, cards in placings:
                for other in (
                    other for others in every for other, shared in others if cards & shared
                ):
                    self.add([-one, -other])
            every.append(placings)
        return every

    def best_points(self, claim: Claim) -> Iterator[tuple[int, Cards]]:
        """For each choice of cards that is *claim*, a variable that has it be a whole suit,
        and no other be better.
        """
        best: dict[Claim, int] = {}
        for cards, made in choices(self.rules, claim):
            if made.essence not in best:
                best[made.essence] = self.new()
                self.no_point(made, BETTER, [-best[made.essence]])
            yield self.chosen([*self.whole(cards, made), best[made.essence]]), cards

    def no_point(self, claim: Claim, wanted: frozenset[Better], unless: Sequence[int] = ()) -> None:
        """No suit stands so to *claim* as a point."""
        for each in that(self.rules, claim, wanted):
            self.must([*(-literal for literal in self.part(*each)), *unless])


Demand = Callable[[Clauses], None]


def demand(make: Callable[Concatenate[Clauses, P], None]) -> Callable[P, Demand]:
    def of(*args: P.args, **kwargs: P.kwargs) -> Demand:
        return lambda on: make(on, *args, **kwargs)

    return of


@demand
def holds(on: Clauses, claim: Claim) -> None:
    """A point or a set, perhaps as part of more."""
    on.must(variable for variable, _ in on.shown(claim))


@demand
def holds_runs(on: Clauses, claims: Sequence[Claim]) -> None:
    """All these runs, perhaps as parts of longer ones, no card in two of them."""
    on.placed(claims)


@demand
def lacks(on: Clauses, claim: Claim) -> None:
    for each in choices(on.rules, claim):
        on.never(on.part(*each))


@demand
def as_many(on: Clauses, claim: Claim) -> None:
    """A suit, or a run, of as many cards; or a nought that stands for so many."""
    made = (each for each in table(on.rules, claim.category) if each[1].strength[0] == claim.length)
    on.must(on.chosen(on.part(*each)) for each in made)


@demand
def has_better(on: Clauses, claim: Claim) -> None:
    """Something better than this, of which everything is known."""
    on.must(on.chosen(on.part(*each)) for each in that(on.rules, claim, BETTER))


@demand
def no_courts(on: Clauses) -> None:
    """A carte blanche, here and now."""
    for card, variable in on.x.items():
        if card.rank in courts(on.rules):
            on.must([-variable])


@demand
def every_card_in(
    on: Clauses,
    claims: Sequence[Claim],
    others: Sequence[Claim],
    *,
    whole_runs: bool = False,
    best_point: bool = False,
) -> None:
    """A carte rouge: *claims*, which scored, name every card;
    *others* are runs called too, which did not.
    """
    runs = [claim for claim in claims if isinstance(claim, SequenceClaim)]
    serving = on.placed([*runs, *others], whole=whole_runs)[: len(runs)]
    for claim in claims:
        if not isinstance(claim, SequenceClaim):
            best = best_point and isinstance(claim, PointClaim)
            serving.append([*(on.best_points(claim) if best else on.shown(claim))])
            on.only_one([variable for variable, _ in serving[-1]])
    for card, variable in on.x.items():
        on.must([-variable, *(each for shown in serving for each, cards in shown if card in cards)])


@demand
def best_point_is(on: Clauses, claim: Claim) -> None:
    """The whole of a suit is this, and no other suit is better."""
    on.must(variable for variable, _ in on.best_points(claim))


@demand
def points_compare(on: Clauses, claim: Claim, wanted: frozenset[Better]) -> None:
    """Every suit, as a point, stands so to this."""
    on.no_point(claim, frozenset(Better) - wanted)


NO_POINT = points_compare(PointClaim(1), frozenset())
"""No suit is a point, for it would stand to another in some way."""


@demand
def whole_runs_are(
    on: Clauses,
    claims: Sequence[Claim],
    *,
    only: bool = False,
    first_is_best: bool = False,
    but_for: Sequence[Claim] = (),
) -> None:
    """These are whole runs, each another; *only* these, or none but *but_for*,
    equal before, better than the first.
    """
    serving: list[dict[Claim, int]] = []
    for claim in claims:
        placings = {
            made: on.chosen(on.whole(cards, made)) for cards, made in choices(on.rules, claim)
        }
        if claim.length:
            on.only_one([*placings.values()])
        else:
            on.must(placings.values())
        for others in serving:
            for made in placings.keys() & others.keys():
                on.add([-placings[made], -others[made]])
        serving.append(placings)
    for cards, made in table(on.rules, Category.SEQUENCE):
        there = [-each for each in on.whole(cards, made)]
        if only and (made.length or SequenceClaim(0) not in claims):
            on.must(there + [placings[made] for placings in serving if made in placings])
        if first_is_best and not any(fits(tied, made) for tied in but_for):
            for first, variable in serving[0].items():
                if compare(made, first) is Better.YES:
                    on.must([*there, -variable])


@demand
def runs_compare(
    on: Clauses, claim: Claim, wanted: frozenset[Better], but_for: Sequence[Claim] = ()
) -> None:
    """Every whole run stands so to this, or is one of *but_for*."""
    for cards, made in table(on.rules, Category.SEQUENCE):
        if compare(made, claim) not in wanted and not any(fits(tied, made) for tied in but_for):
            on.never(on.whole(cards, made))


@demand
def has_of(on: Clauses, ranks: frozenset[Rank], cards: int) -> None:
    """At least so many cards of these ranks together."""
    lacked = [-variable for card, variable in on.x.items() if card.rank in ranks]
    on.no_more(lacked, len(lacked) - cards, on.unless)
