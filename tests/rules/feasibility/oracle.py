"""
What was said, as demands on two concrete hands: the meaning of a deal, apart from any way to find such hands.

*Hard* is what is certainly true if nobody spoke falsely. *Candid* is what is
true of a seat and a class as well if nothing was sunk there. Where younger
denied a call whose pips or head were never said, what the call made in truth
is one thing for both hands: a *reading*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import product
from typing import NamedTuple

from scorer.rules.cards import Rank
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal
from scorer.rules.feasibility import Assertion, Says
from scorer.rules.options import CarteBlancheWhen, TieSequence
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.table import WAITING, CategoryState, Entry, Status
from tests.rules.feasibility.demands import (
    NO_BETTER,
    NOT_BETTER,
    WORSE,
    AsMany,
    AtMost,
    BestPointIs,
    Cards,
    Demand,
    EveryCardIn,
    Hand,
    HasBetter,
    Holds,
    HoldsRuns,
    Lacks,
    NoCourts,
    NoPoint,
    PointsStand,
    RunsStand,
    WholeRunsAre,
    courts,
    stands,
)

ClassOf = tuple[Seat, Category]
EVERY_CLASS: tuple[ClassOf, ...] = tuple((seat, category) for seat in Seat for category in CALLED)


class Kind(Enum):
    """What sort of thing was said."""

    HELD = auto()
    FALSE = auto()
    EQUAL = auto()
    AS_MANY = auto()
    DENIED = auto()
    BLANK = auto()
    STILL_BLANK = auto()
    TOOK = auto()
    SHORT = auto()
    ROUGE = auto()

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Said:
    """One thing that was said of *seat*: `claim` is its own where it holds or lacks it, else the opponent's."""

    seat: Seat
    kind: Kind
    claim: Claim | None = None
    cards: int = 0
    claims: tuple[Claim, ...] = ()


_KINDS = {
    Says.HOLDS: Kind.HELD,
    Says.LACKS: Kind.FALSE,
    Says.EQUALS: Kind.EQUAL,
    Says.AS_LONG: Kind.AS_MANY,
    Says.BEATS: Kind.DENIED,
    Says.BLANK: Kind.BLANK,
    Says.STILL_BLANK: Kind.STILL_BLANK,
    Says.EXCHANGED: Kind.TOOK,
    Says.SHORT: Kind.SHORT,
    Says.ALL_SCORED: Kind.ROUGE,
}


def of_assertion(one: Assertion) -> Said:
    """What one of the checker's assertions says."""
    return Said(one.seat, _KINDS[one.says], one.claim or one.rival, one.cards, one.claims)


def said_in(deal: Deal) -> tuple[Said, ...]:
    """Everything that the statements of *deal* say for certain."""
    return tuple(_said_in(deal))


def _said_in(deal: Deal) -> Iterator[Said]:
    table, rules = deal.table, deal.rules
    for seat in Seat:
        for number, _ in enumerate(table.blanks[seat]):
            after = number > 0 or rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
            yield Said(seat, Kind.STILL_BLANK if after else Kind.BLANK)
        taken = table.exchanged[seat]
        if taken is not None:
            yield Said(seat, Kind.TOOK, cards=taken)
        if table.short[seat]:
            yield Said(seat, Kind.SHORT, cards=table.short[seat])
    for category in CALLED:
        state = table.categories[category]
        for tied, _ in state.ties:
            yield _of_entry(tied)
            yield Said(Seat.YOUNGER, Kind.EQUAL, tied.claim)
        for entry in (*state.entries[Seat.ELDER], *state.entries[Seat.YOUNGER]):
            yield _of_entry(entry)
        if not state.entries[Seat.ELDER]:
            continue
        first = state.entries[Seat.ELDER][0]
        if state.equal_number_at is not None:
            yield Said(Seat.YOUNGER, Kind.AS_MANY, first.called)
        if state.status is Status.EQUAL:
            yield Said(Seat.YOUNGER, Kind.EQUAL, first.claim)
        if state.status is Status.NOT_GOOD:
            yield Said(Seat.YOUNGER, Kind.DENIED, first.claim)
    for seat in Seat:
        if table.rouge[seat] is not None:
            scored = (entry for category in CALLED for entry in table.scoring(category))
            yield Said(seat, Kind.ROUGE, claims=tuple(entry.claim for entry in scored if entry.seat is seat))


def _of_entry(entry: Entry) -> Said:
    return Said(entry.seat, Kind.FALSE if entry.false else Kind.HELD, entry.claim)


class Reading(NamedTuple):
    """What a call that was denied makes in truth: its pips, or its head."""

    category: Category
    value: int


@dataclass(frozen=True)
class Needed:
    """
    A demand on the hand of *seat*.

    Attributes:
        seat: whose hand.
        demand: what it must be.
        reading: only where this is what the call makes; `None` for always.
        candid: only where nothing is sunk in this class; `None` for always.
    """

    seat: Seat
    demand: Demand
    reading: Reading | None = None
    candid: ClassOf | None = None


def readings(rules: Ruleset, said: Sequence[Said]) -> dict[Category, tuple[Reading, ...]]:
    """For each class in which a call of unknown pips or head was denied, all that it can be."""
    found = {}
    for each in said:
        claim = each.claim
        if each.kind is not Kind.DENIED or not isinstance(claim, PointClaim | SequenceClaim) or not claim.length:
            continue
        if isinstance(claim, PointClaim) and claim.pips is None:
            found[Category.POINT] = tuple(Reading(Category.POINT, p) for p in rules.possible_pips(claim.length))
        if isinstance(claim, SequenceClaim) and claim.top is None:
            heads = rules.ranks[claim.length - 1 :]
            found[Category.SEQUENCE] = tuple(Reading(Category.SEQUENCE, top) for top in heads)
    return found


def known(claim: Claim, reading: Reading | None) -> Claim:
    """*claim* with the pips or the head of *reading*."""
    if reading is None or reading.category is not claim.category:
        return claim
    if isinstance(claim, PointClaim):
        return replace(claim, pips=reading.value)
    assert isinstance(claim, SequenceClaim)
    return replace(claim, top=Rank(reading.value))


def hard(rules: Ruleset, said: Sequence[Said]) -> Iterator[Needed]:
    """What *said* demands for certain."""
    open_ones = readings(rules, said)
    denied = {each.claim.category: each.claim for each in said if each.kind is Kind.DENIED and each.claim is not None}
    leading = {
        category: next((n for n, each in enumerate(said) if _is_call(each, denied[category])), None)
        for category in open_ones
    }
    for number, each in enumerate(said):
        claim, seat = each.claim, each.seat
        ways: Sequence[Reading | None] = (None,)
        if claim is not None and (each.kind is Kind.DENIED or leading.get(claim.category) == number):
            ways = open_ones.get(claim.category, ways)
        for way in ways:
            demand = _hard(each.kind, None if claim is None else known(claim, way))
            if demand is not None:
                yield Needed(seat, demand, way)
    for seat in Seat:
        for way in open_ones.get(Category.SEQUENCE, (None,)):
            runs: list[SequenceClaim] = []
            for number, each in enumerate(said):
                if each.seat is seat and each.kind in (Kind.HELD, Kind.EQUAL) and isinstance(each.claim, SequenceClaim):
                    claim = known(each.claim, way) if leading.get(Category.SEQUENCE) == number else each.claim
                    assert isinstance(claim, SequenceClaim)
                    runs.append(claim.essence if each.kind is Kind.EQUAL else claim)
            if runs:
                yield Needed(seat, HoldsRuns(tuple(runs)), way)
            for each in said:
                if each.seat is seat and each.kind is Kind.ROUGE:
                    yield Needed(seat, EveryCardIn(each.claims, tuple(r for r in runs if r not in each.claims)), way)


def _is_call(each: Said, claim: Claim) -> bool:
    return each.seat is Seat.ELDER and each.kind is Kind.HELD and each.claim == claim


def _hard(kind: Kind, claim: Claim | None) -> Demand | None:
    """What one thing said demands, where it demands it alone; runs called are left to one demand for all."""
    if kind is Kind.STILL_BLANK:
        return NoCourts()
    if claim is None:
        return None
    match kind:
        case Kind.FALSE:
            return Lacks(claim)
        case Kind.DENIED:
            return HasBetter(claim)
        case Kind.AS_MANY:
            assert not isinstance(claim, SetClaim)
            return AsMany(claim)
        case Kind.HELD if not isinstance(claim, SequenceClaim):
            return Holds(claim)
        case Kind.EQUAL if not isinstance(claim, SequenceClaim):
            assert isinstance(claim, PointClaim)
            return Holds(claim.essence)
        case _:
            return None


# Nothing sunk


def candid_demands(deal: Deal, seat: Seat, category: Category, said: Sequence[Said]) -> Iterator[Needed]:
    """What is demanded as well if *seat* sank nothing in *category*."""
    state = deal.table.categories[category]
    if any(entry.false for entry in state.entries[seat]) or deal.table.penalised[seat] is not None:
        return
    if seat is Seat.ELDER and state.status in WAITING:
        return
    ways: Sequence[Reading | None] = readings(deal.rules, said).get(category, (None,))
    demands = {Category.POINT: _point, Category.SEQUENCE: _sequences, Category.SET: _sets}[category]
    for way in ways:
        for demand in demands(deal, seat, state, way):
            yield Needed(seat, demand, way, (seat, category))


def _is_silent(deal: Deal, seat: Seat, state: CategoryState) -> bool:
    """Whether he called nothing though he could have."""
    could = seat is Seat.ELDER or state.status is Status.OPEN
    over = state.declined[seat] or bool(deal.table.tricks)
    return could and over and not state.entries[seat] and not state.reopened[seat]


def _called(deal: Deal, seat: Seat, state: CategoryState, way: Reading | None) -> list[Claim]:
    """What he has said that he holds in the class, elder's answered call first."""
    claims: list[Claim] = [entry.claim for entry in state.entries[seat]]
    if seat is Seat.ELDER:
        if claims:
            claims[0] = known(claims[0], way)
        return claims + [tied.claim for tied, _ in state.ties]
    equal = [tied.claim.essence for tied, _ in state.ties]
    if state.status is Status.EQUAL:
        equal.append(state.leading.claim.essence)
    return claims + equal


def _point(deal: Deal, seat: Seat, state: CategoryState, way: Reading | None) -> Iterator[Demand]:
    if _is_silent(deal, seat, state):
        yield NoPoint()
    for claim in _called(deal, seat, state, way):
        assert isinstance(claim, PointClaim)
        yield BestPointIs(claim)
    if seat is Seat.YOUNGER and state.status is Status.GOOD:
        rival = state.leading.claim
        assert isinstance(rival, PointClaim)
        yield PointsStand(rival.essence, WORSE)
    if seat is Seat.YOUNGER and state.equal_number_at is not None:
        number = state.leading.called
        assert isinstance(number, PointClaim)
        yield PointsStand(number.essence, NOT_BETTER)


def _tells_all(deal: Deal, seat: Seat, state: CategoryState, category: Category) -> bool:
    """Whether he has had the occasion to call every run or set that he holds."""
    if state.reopened[seat]:
        return False
    if _is_silent(deal, seat, state):
        return True
    if not deal.table.tricks:
        return False
    counts = deal.table.counts_losers(category)
    match state.status:
        case Status.NOT_GOOD:
            return bool(state.entries[seat]) if seat is Seat.YOUNGER else counts
        case Status.EQUAL:
            return deal.rules.sequence_tie is TieSequence.TIED_ONLY
        case Status.GOOD:
            return counts or seat is Seat.ELDER
        case _:
            return state.status is Status.OPEN or counts


def _sequences(deal: Deal, seat: Seat, state: CategoryState, way: Reading | None) -> Iterator[Demand]:
    claims = tuple(claim for claim in _called(deal, seat, state, way) if isinstance(claim, SequenceClaim))
    tied = tuple(entry.claim.essence for entry, _ in state.ties if isinstance(entry.claim, SequenceClaim))
    denied = state.status is Status.NOT_GOOD and not deal.table.counts_losers(Category.SEQUENCE)
    best = seat is Seat.ELDER and (denied or state.status is Status.EQUAL) and not state.reopened[seat]
    yield WholeRunsAre(claims, _tells_all(deal, seat, state, Category.SEQUENCE), best, tied if best else ())
    if seat is Seat.YOUNGER and state.status in (Status.GOOD, Status.EQUAL):
        rival = state.leading.claim
        assert isinstance(rival, SequenceClaim)
        yield RunsStand(rival.essence, WORSE if state.status is Status.GOOD else NO_BETTER, tied)
    if seat is Seat.YOUNGER and state.equal_number_at is not None:
        number = state.leading.called
        assert isinstance(number, SequenceClaim)
        yield RunsStand(number.essence, NOT_BETTER, tied)


def _sets(deal: Deal, seat: Seat, state: CategoryState, way: Reading | None) -> Iterator[Demand]:
    del way
    claims = [claim for claim in _called(deal, seat, state, None) if isinstance(claim, SetClaim)]
    silent = [rank for rank in deal.rules.ranks if rank >= deal.rules.set_min_rank]
    for claim in claims:
        silent.remove(claim.rank)
        yield AtMost(claim.rank, claim.count)
    most = dict.fromkeys(silent, 2 if _tells_all(deal, seat, state, Category.SET) else 4)
    free = deal.table.counts_losers(Category.SET) or state.reopened[seat]
    wanted = None
    if seat is Seat.YOUNGER and state.status is Status.GOOD:
        wanted = WORSE
    if seat is Seat.ELDER and state.status is Status.NOT_GOOD and not free:
        wanted = NOT_BETTER
    for rank in silent:
        for count in (4, 3):
            if wanted is not None and stands(deal.rules, SetClaim(count, rank), state.leading.claim) not in wanted:
                most[rank] = min(most[rank], count - 1)
        if most[rank] < 4:
            yield AtMost(rank, most[rank])


# Two hands


def needed(
    deal: Deal, candid: Iterable[ClassOf] = (), said: Sequence[Said] | None = None
) -> tuple[dict[Category, tuple[Reading, ...]], tuple[Needed, ...]]:
    """The readings there are, and all that is demanded if nothing is sunk in *candid*."""
    said = said_in(deal) if said is None else said
    every = [*hard(deal.rules, said)]
    for seat, category in candid:
        every += candid_demands(deal, seat, category, said)
    return readings(deal.rules, said), tuple(every)


def exchanges(rules: Ruleset, said: Sequence[Said]) -> Iterator[tuple[int, int]]:
    """Every pair of numbers of cards that elder and younger can have exchanged."""
    took = {each.seat: each.cards for each in said if each.kind is Kind.TOOK}
    for elder in range(rules.elder_exchange_min, rules.elder_exchange_max + 1):
        left = rules.talon - elder
        most = left if rules.younger_exchange_max is None else min(left, rules.younger_exchange_max)
        for younger in range(min(rules.younger_exchange_min, most), most + 1):
            if took.get(Seat.ELDER, elder) == elder and took.get(Seat.YOUNGER, younger) == younger:
                yield elder, younger


def blank_seats(said: Sequence[Said]) -> tuple[Seat, ...]:
    """Who was dealt a carte blanche."""
    return tuple(dict.fromkeys(each.seat for each in said if each.kind is Kind.BLANK))


def sizes(deal: Deal, said: Sequence[Said]) -> tuple[range, range]:
    """How many cards each hand can have."""
    found = []
    for seat in Seat:
        size = deal.rules.hand - sum(each.cards for each in said if each.kind is Kind.SHORT and each.seat is seat)
        more = deal.rules.talon if deal.table.penalised[seat] is not None else 0
        found.append(range(size, (size if size < deal.rules.hand else size + more) + 1))
    return found[0], found[1]


def could_be_dealt(deal: Deal, said: Sequence[Said], hands: tuple[Cards, Cards]) -> bool:
    """Whether a carte blanche that was told can have become the hand that it became."""
    blank = blank_seats(said)
    if not blank:
        return True
    low = courts(deal.rules)
    outside = sum(card.rank not in low for card in set(deal.rules.pack) - hands[0] - hands[1])
    held = [sum(card.rank in low for card in hand) for hand in hands]
    return any(
        all(held[seat] <= taken[seat] for seat in blank) and sum(taken[seat] for seat in blank) <= outside
        for taken in exchanges(deal.rules, said)
    )


def allows(
    deal: Deal, hands: tuple[Cards, Cards], candid: Iterable[ClassOf] = (), said: Sequence[Said] | None = None
) -> bool:
    """Whether two hands make everything true that was said, and nothing is sunk in *candid*."""
    said = said_in(deal) if said is None else said
    open_ones, every = needed(deal, candid, said)
    if hands[0] & hands[1] or not hands[0] | hands[1] <= set(deal.rules.pack):
        return False
    if any(len(hand) not in size for hand, size in zip(hands, sizes(deal, said), strict=True)):
        return False
    if not could_be_dealt(deal, said, hands):
        return False
    seen = [Hand(deal.rules, hand) for hand in hands]
    return any(
        all(each.demand.met(seen[each.seat]) for each in every if each.reading is None or each.reading in chosen)
        for chosen in product(*open_ones.values())
    )


def true_of(hands: tuple[Cards, Cards], deal: Deal) -> bool:
    """Whether two hands make everything true that was said."""
    return allows(deal, hands)


def candid(hands: tuple[Cards, Cards], deal: Deal, seat: Seat, category: Category) -> bool:
    """Whether with two hands nothing was sunk by *seat* in *category*, all that was said being true."""
    return allows(deal, hands, ((seat, category),))


def fewest(possible: Callable[[frozenset[ClassOf]], bool]) -> tuple[str, frozenset[frozenset[ClassOf]]]:
    """
    The finding, and the smallest sets of classes in which something must have been sunk.

    Args:
        possible: whether there are hands with nothing sunk in these classes.
    """
    every = frozenset(EVERY_CLASS)
    if not possible(frozenset()):
        return "impossible", frozenset()
    if possible(every):
        return "possible", frozenset()
    subsets = [frozenset(c for n, c in enumerate(EVERY_CLASS) if bits >> n & 1) for bits in range(1, 1 << len(every))]
    for many in range(1, len(every) + 1):
        found = frozenset(sunk for sunk in subsets if len(sunk) == many and possible(every - sunk))
        if found:
            return "sunk", found
    raise AssertionError("with everything sunk there are hands")
