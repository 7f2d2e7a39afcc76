"""
The same demands on the whole pack, put to a SAT solver.

Each card has a variable for each seat, which holds it. What serves a
claim (which suit, which run, which cards of a suit) is chosen by further ones.
Each class has a variable that says that nothing was sunk in it, so that one
formula answers for every choice of classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, singledispatchmethod
from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import Better, Claim, PointClaim, SequenceClaim, SetClaim, compare
from scorer.rules.deal import Deal
from scorer.rules.ruleset import Ruleset
from tests.rules.checker import demands
from tests.rules.checker.meaning import ClassOf, Said, classes_of, said_in
from tests.rules.checker.oracle import blank_seats, exchanges, needed, sizes

Clause = list[int]


@cache
def cards_of(ranks: tuple[Rank, ...], suit: Suit) -> tuple[Card, ...]:
    """The cards of a suit, low to high."""
    return tuple(Card(rank, suit) for rank in ranks)


@cache
def points(ranks: tuple[Rank, ...], suit: Suit) -> tuple[tuple[demands.Cards, PointClaim], ...]:
    """Every choice of cards of a suit, and what it makes as a point; not the empty one."""
    cards = cards_of(ranks, suit)
    return tuple(
        (frozenset(some), demands.as_point(some))
        for number in range(1, len(cards) + 1)
        for some in combinations(cards, number)
    )


@cache
def points_that(rules: Ruleset, suit: Suit, claim: PointClaim, wanted: frozenset[Better]) -> tuple[demands.Cards, ...]:
    """The least choices of cards of a suit that stand so to *claim* as a point."""
    found: list[demands.Cards] = []
    for cards, point in points(rules.ranks, suit):
        if (
            demands.is_point(rules, tuple(cards))
            and demands.compared(rules, point, claim) in wanted
            and not any(less <= cards for less in found)
        ):
            found.append(cards)
    return tuple(found)


@cache
def runs(ranks: tuple[Rank, ...], suit: Suit) -> tuple[tuple[demands.Cards, SequenceClaim], ...]:
    found = []
    for length in range(3, len(ranks) + 1):
        for top in ranks[length - 1 :]:
            cards = frozenset(Card(Rank(rank), suit) for rank in range(top - length + 1, top + 1))
            found.append((cards, SequenceClaim(length, top)))
    return tuple(found)


@cache
def neighbours(ranks: tuple[Rank, ...], cards: demands.Cards) -> tuple[Card, ...]:
    """The cards that would make a run longer."""
    held = {card.rank for card in cards}
    (suit,) = {card.suit for card in cards}
    return tuple(Card(rank, suit) for rank in ranks if rank in (min(held) - 1, max(held) + 1))


@cache
def at_most(number: int, most: int, top: int) -> tuple[tuple[Clause, ...], int]:
    """Clauses for no more than *most* of the first *number* variables, the others after *top*."""
    made = CardEnc.atmost(list(range(1, number + 1)), most, top_id=top, encoding=EncType.seqcounter)
    return tuple(made.clauses), max(top, made.nv)


def suits_of(claim: PointClaim | SequenceClaim) -> Sequence[Suit]:
    return tuple(Suit) if claim.suit is None else (claim.suit,)


class Formula:
    """One deal's statements as clauses."""

    def __init__(self, deal: Deal, said: Sequence[Said] | None = None) -> None:
        self.deal, self.rules, self.ranks = deal, deal.rules, deal.rules.ranks
        self.said = said_in(deal) if said is None else said
        self.top = 0
        self.solver = Glucose4()
        pack = self.rules.pack
        self.holds: list[dict[Card, int]] = [{card: self.new() for card in pack} for _ in deal.rules.seats]
        self.candid: dict[ClassOf, int] = {each: self.new() for each in classes_of(deal.rules)}
        for card in pack:
            for one, other in combinations(self.holds, 2):
                self.add([-one[card], -other[card]])
        for seat, size in zip(deal.rules.seats, sizes(deal, self.said), strict=True):
            self.no_more([*self.holds[seat].values()], size[-1], ())
            self.no_more([-each for each in self.holds[seat].values()], len(pack) - size[0], ())
        open_ones, every = needed(deal, self.candid, self.said)
        chosen = {reading: self.new() for ways in open_ones.values() for reading in ways}
        for ways in open_ones.values():
            self.add([chosen[way] for way in ways])
        for each in every:
            unless = [-chosen[each] for each in each.readings] + [-self.candid[each] for each in each.candid]
            self.x, self.unless = self.holds[each.seat], unless
            self.demand(each.demand)
        self.unless = []
        self._dealt()

    def __enter__(self) -> Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def possible(self, candid: Iterable[ClassOf] = ()) -> bool:
        """Whether there are hands, nothing being sunk in *candid*."""
        return bool(self.solver.solve(assumptions=[self.candid[each] for each in candid]))

    def new(self) -> int:
        self.top += 1
        return self.top

    def add(self, clause: Clause) -> None:
        self.solver.add_clause(clause)

    def must(self, clause: Clause) -> None:
        """A clause that holds where the demand that is being made does."""
        self.solver.add_clause([*clause, *self.unless])

    def no_more(self, which: list[int], most: int, unless: Sequence[int]) -> None:
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

    def chosen(self, cards: Iterable[Card], without: Iterable[Card] = ()) -> int:
        """A variable that, if true, has the hand hold some cards and lack others."""
        one = self.new()
        for card in cards:
            self.add([-one, self.x[card]])
        for card in without:
            self.add([-one, -self.x[card]])
        return one

    def void(self, suit: Suit) -> int:
        """A variable that, if true, has the hand lack a suit."""
        return self.chosen((), cards_of(self.ranks, suit))

    def never(self, cards: Iterable[Card], without: Iterable[Card] = ()) -> None:
        """The hand does not hold all these cards and lack those."""
        self.must([-self.x[card] for card in cards] + [self.x[card] for card in without])

    def one_of(self, serving: Iterable[int]) -> None:
        """One of these is true."""
        self.must([*serving])

    def only_one(self, which: Sequence[int]) -> None:
        """No two of these are true."""
        for one, other in combinations(which, 2):
            self.add([-one, -other])

    def of_rank(self, rank: Rank) -> list[Card]:
        return [Card(rank, suit) for suit in Suit]

    @singledispatchmethod
    def demand(self, demand: demands.Demand) -> None:
        """Make a demand on the hand of `x`."""
        raise NotImplementedError(demand)

    @demand.register
    def _(self, demand: demands.Holds) -> None:
        self.one_of(variable for variable, _ in self.shown(demand.claim))

    def shown(self, claim: PointClaim | SetClaim) -> Iterator[tuple[int, demands.Cards]]:
        """For each choice of cards that is *claim*, a variable that has the hand hold it."""
        if isinstance(claim, SetClaim):
            for cards in combinations(self.of_rank(claim.rank), claim.count):
                yield self.chosen(cards), frozenset(cards)
            return
        for suit in suits_of(claim):
            if claim.length == 0:
                yield self.void(suit), frozenset()
            for some, point in points(self.ranks, suit):
                if demands.fits(claim, point):
                    yield self.chosen(some), some

    def placed(self, claims: Sequence[SequenceClaim], *, whole: bool = False) -> list[list[tuple[int, demands.Cards]]]:
        """For each claim its placings, one of which is taken, as whole runs if wanted; no card serves two claims."""
        every: list[list[tuple[int, demands.Cards]]] = []
        for claim in claims:
            placings = []
            for suit in suits_of(claim):
                if claim.length == 0:
                    placings.append((self.void(suit), frozenset[Card]()))
                made = [cards for cards, run in runs(self.ranks, suit) if demands.fits(claim, run)]
                placings += [(self.chosen(c, neighbours(self.ranks, c) if whole else ()), c) for c in made]
            self.one_of(variable for variable, _ in placings)
            self.only_one([variable for variable, _ in placings])
            for one, cards in placings:
                for others in every:
                    for other, shared in others:
                        if cards & shared:
                            self.add([-one, -other])
            every.append(placings)
        return every

    @demand.register
    def _(self, demand: demands.HoldsRuns) -> None:
        self.placed(demand.claims)

    @demand.register
    def _(self, demand: demands.Lacks) -> None:
        claim = demand.claim
        if isinstance(claim, SetClaim):
            for cards in combinations(self.of_rank(claim.rank), claim.count):
                self.never(cards)
            return
        for suit in suits_of(claim):
            found: Iterable[tuple[demands.Cards, PointClaim | SequenceClaim]] = (
                points(self.ranks, suit) if isinstance(claim, PointClaim) else runs(self.ranks, suit)
            )
            if claim.length == 0:
                self.never((), cards_of(self.ranks, suit))
            for some, made in found:
                if demands.fits(claim, made):
                    self.never(some)

    @demand.register
    def _(self, demand: demands.AsMany) -> None:
        length = demand.claim.length
        table: Callable[[tuple[Rank, ...], Suit], Sequence[tuple[demands.Cards, PointClaim | SequenceClaim]]]
        table = points if isinstance(demand.claim, PointClaim) else runs
        found = [
            self.chosen(cards) for suit in Suit for cards, made in table(self.ranks, suit) if made.length == length
        ]
        if self.rules.nought and length == demands.NOUGHT_COUNTS_AS:
            found += map(self.void, Suit)
        self.one_of(found)

    @demand.register
    def _(self, demand: demands.HasBetter) -> None:
        claim, rules = demand.claim, self.rules
        better: list[int] = []
        if isinstance(claim, SetClaim):
            for rank in rules.ranks:
                for count in (3, 4):
                    if (
                        rank >= rules.set_min_rank
                        and demands.compared(rules, SetClaim(count, rank), claim) is Better.YES
                    ):
                        better += [self.chosen(cards) for cards in combinations(self.of_rank(rank), count)]
        else:
            nought: Claim = PointClaim(0) if isinstance(claim, PointClaim) else SequenceClaim(0)
            for suit in Suit:
                if isinstance(claim, PointClaim):
                    better += [self.chosen(cards) for cards in points_that(rules, suit, claim, demands.BETTER)]
                else:
                    made = runs(rules.ranks, suit)
                    better += [self.chosen(cards) for cards, run in made if compare(run, claim) is Better.YES]
                if rules.nought and demands.compared(rules, nought, claim) is Better.YES:
                    better.append(self.void(suit))
        self.one_of(better)

    @demand.register
    def _(self, demand: demands.NoCourts) -> None:
        for card, variable in self.x.items():
            if card.rank in demands.courts(self.rules):
                self.must([-variable])

    @demand.register
    def _(self, demand: demands.EveryCardIn) -> None:
        sequences = [claim for claim in demand.claims if isinstance(claim, SequenceClaim)]
        placings = self.placed([*sequences, *demand.others], whole=demand.whole_runs)[: len(sequences)]
        for claim in demand.claims:
            if not isinstance(claim, SequenceClaim):
                if demand.best_point and isinstance(claim, PointClaim):
                    shown = [*self.best_points(claim)]
                else:
                    shown = [*self.shown(claim)]
                self.one_of(variable for variable, _ in shown)
                self.only_one([variable for variable, _ in shown])
                placings.append(shown)
        for card, variable in self.x.items():
            self.must([-variable, *(each for shown in placings for each, cards in shown if card in cards)])

    @demand.register
    def _(self, demand: demands.BestPointIs) -> None:
        self.one_of(variable for variable, _ in self.best_points(demand.claim))

    def best_points(self, claim: PointClaim) -> Iterator[tuple[int, demands.Cards]]:
        """For each choice of cards that is *claim*, a variable that has it be a whole suit, and no other be better."""
        best: dict[PointClaim, int] = {}
        for suit in suits_of(claim):
            every = [(frozenset[Card](), PointClaim(0))] if claim.length == 0 else points(self.ranks, suit)
            for some, point in every:
                if demands.fits(claim, point):
                    if point not in best:
                        best[point] = self.new()
                        self.no_point(point, demands.BETTER, [-best[point]])
                    one = self.chosen(some, [card for card in cards_of(self.ranks, suit) if card not in some])
                    self.add([-one, best[point]])
                    yield one, some

    def no_point(self, claim: PointClaim, wanted: frozenset[Better], unless: Sequence[int] = ()) -> None:
        """No suit stands so to *claim* as a point."""
        for suit in Suit:
            for cards in points_that(self.rules, suit, claim, wanted):
                self.must([-self.x[card] for card in cards] + [*unless])
            if self.rules.nought and demands.compared(self.rules, PointClaim(0), claim) in wanted:
                self.must([self.x[card] for card in cards_of(self.ranks, suit)] + [*unless])

    @demand.register
    def _(self, demand: demands.PointsCompare) -> None:
        self.no_point(demand.claim, frozenset(Better) - demand.wanted)

    @demand.register
    def _(self, demand: demands.WholeRunsAre) -> None:
        rules = self.rules
        serving: list[dict[tuple[Suit, demands.Cards], int]] = [{} for _ in demand.claims]
        whole = [(suit, cards, run) for suit in Suit for cards, run in runs(rules.ranks, suit)]
        for placings, claim in zip(serving, demand.claims, strict=True):
            for suit, cards, run in whole:
                if suit in suits_of(claim) and demands.fits(claim, run):
                    placings[suit, cards] = self.chosen(cards, neighbours(rules.ranks, cards))
            if claim.length == 0:
                placings |= {(suit, frozenset()): self.void(suit) for suit in Suit}
            self.one_of(placings.values())
            if claim.length:
                self.only_one([*placings.values()])
        for one, other in combinations(serving, 2):
            for shown in one.keys() & other.keys():
                self.add([-one[shown], -other[shown]])
        noughts = [(suit, frozenset[Card](), SequenceClaim(0)) for suit in Suit] if rules.nought else []
        for suit, cards, run in (*whole, *noughts):
            without = neighbours(rules.ranks, cards) if cards else cards_of(rules.ranks, suit)
            there = [-self.x[card] for card in cards] + [self.x[card] for card in without]
            if demand.only and (run.length or SequenceClaim(0) not in demand.claims):
                self.must(there + [placings[suit, cards] for placings in serving if (suit, cards) in placings])
            if demand.first_is_best and not any(demands.fits(tied, run) for tied in demand.but_for):
                for (_, held), variable in serving[0].items():
                    first = next((r for _, c, r in whole if c == held), SequenceClaim(0))
                    if compare(run, first) is Better.YES:
                        self.must([*there, -variable])

    @demand.register
    def _(self, demand: demands.RunsCompare) -> None:
        nought = [(frozenset[Card](), SequenceClaim(0))] if self.rules.nought else []
        for suit in Suit:
            for cards, run in (*runs(self.ranks, suit), *nought):
                tied = any(demands.fits(each, run) for each in demand.but_for)
                if compare(run, demand.claim) not in demand.wanted and not tied:
                    self.never(cards, neighbours(self.ranks, cards) if cards else cards_of(self.ranks, suit))

    @demand.register
    def _(self, demand: demands.HasOf) -> None:
        lacked = [-variable for card, variable in self.x.items() if card.rank in demand.ranks]
        self.no_more(lacked, len(lacked) - demand.cards, self.unless)

    def _dealt(self) -> None:
        blank = blank_seats(self.said)
        if not blank:
            return
        low = demands.courts(self.rules)
        plain = [card for card in self.rules.pack if card.rank not in low]
        ways = {tuple(taken[seat] for seat in blank) for taken in exchanges(self.rules, self.said)}
        names = []
        for way in ways:
            one = self.new()
            names.append(one)
            for seat, taken in zip(blank, way, strict=True):
                held = [x for card, x in self.holds[seat].items() if card.rank in low]
                self.no_more(held, taken, [-one])
            inside = [held[card] for held in self.holds for card in plain]
            self.no_more(inside, len(plain) - sum(way), [-one])
        self.add(names)
