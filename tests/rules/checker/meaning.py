"""
What was said, as demands on concrete hands: what is certainly true if nobody spoke falsely.

Where younger denied a call whose pips or head were never said, what the call
made in truth is one thing for both hands: a *reading*.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from scorer.rules.cards import Rank
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal
from scorer.rules.deal_state import Entry, Status
from scorer.rules.findings import Assertion, Says
from scorer.rules.ruleset import CarteBlancheWhen, PointCompare, Ruleset, TrickCount
from scorer.rules.seats import TWO, Seat
from tests.rules.checker import demands

ClassOf = tuple[Seat, Category]


def classes_of(rules: Ruleset) -> tuple[ClassOf, ...]:
    return tuple((seat, category) for seat in rules.seats for category in CALLED)


@dataclass(frozen=True)
class Said:
    """One thing that was said of *seat*: `claim` is its own where it holds or lacks it, else the opponent's."""

    seat: Seat
    says: Says
    claim: Claim | None = None
    cards: int = 0
    claims: tuple[Claim, ...] = ()


def of_assertion(one: Assertion) -> Said:
    """What one of the checker's assertions says; to ask what a point makes says that one has as many cards."""
    says = Says.AS_LONG if one.says is Says.ASKS else one.says
    return Said(one.seat, says, one.claim or one.rival, one.cards, one.claims)


def said_in(deal: Deal) -> tuple[Said, ...]:
    """Everything that the statements of *deal* say for certain."""
    return tuple(_said_in(deal))


def _said_in(deal: Deal) -> Iterator[Said]:
    table, rules = deal.state, deal.rules
    for seat in rules.seats:
        for number, _ in enumerate(table.blanks[seat]):
            after = number > 0 or rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
            yield Said(seat, Says.STILL_BLANK if after else Says.BLANK)
        taken = table.exchanged[seat]
        if taken is not None:
            yield Said(seat, Says.EXCHANGED, cards=taken)
        if table.short[seat]:
            yield Said(seat, Says.SHORT, cards=table.short[seat])
    for category in CALLED:
        state = table.categories[category]
        for tied, _ in state.ties:
            yield _of_entry(tied)
            yield Said(Seat.YOUNGER, Says.EQUALS, tied.claim)
        for seat in rules.seats:
            yield from map(_of_entry, state.entries[seat])
        if not state.entries[Seat.ELDER]:
            continue
        first = state.entries[Seat.ELDER][0]
        own = [entry.claim for entry in state.unrefuted(Seat.YOUNGER) if isinstance(entry.claim, PointClaim)]
        called = first.called
        implied = isinstance(called, PointClaim) and any(point.length >= called.length for point in own)
        if has_as_many(deal, category) and (state.equal_number_at is not None or not implied):
            yield Said(Seat.YOUNGER, Says.AS_LONG, first.called)
        if state.status is Status.EQUAL:
            yield Said(Seat.YOUNGER, Says.EQUALS, first.claim)
        if state.status is Status.NOT_GOOD:
            yield Said(Seat.YOUNGER, Says.BEATS, first.claim)
    for seat in rules.seats:
        if table.rouge[seat] is not None:
            scored = (entry for category in CALLED for entry in table.scoring(category))
            yield Said(seat, Says.ALL_SCORED, claims=tuple(entry.claim for entry in scored if entry.seat is seat))
    yield from _of_the_play(deal)


def _of_the_play(deal: Deal) -> Iterator[Said]:
    """What the tricks say: whose hand had not every ace, and who had how many cards that count in play or do not."""
    table, rules = deal.state, deal.rules
    tricks = [(trick.winner, trick.tens) for trick in table.tricks]
    for seat in rules.seats:
        dealt = rules.hand - table.short[seat] + (rules.talon if table.may_be_long[seat] else 0)
        with_four = tricks if table.quick_count else tricks[: max(0, dealt - 3)]
        if dealt > 3 >= dealt - len(tricks) and all(winner is not seat for winner, _ in with_four):
            yield Said(seat, Says.NO_TRICK, cards=dealt - 3)
    captures = rules.trick_count is TrickCount.CAPTURED_CARDS
    all_count = rules.trick_min_rank is rules.lowest and not captures
    if all_count or rules.nought or len(tricks) < table.tricks_to_play / 2:
        return
    played: Counter[tuple[Seat, Says]] = Counter()
    leader, in_all = Seat.ELDER, sum(tens for _, tens in tricks)
    for winner, tens in tricks:
        if winner is not leader:
            played[winner, Says.PLAYED_HIGH if tens else Says.PLAYED_LOW] += 1
            played[leader, Says.PLAYED_HIGH if tens == 2 else Says.PLAYED_LOW] += 1
        elif not captures:
            played[leader, Says.PLAYED_HIGH if tens else Says.PLAYED_LOW] += 1
        elif tens != 1:
            played.update((seat, Says.PLAYED_HIGH if tens else Says.PLAYED_LOW) for seat in TWO)
        leader = winner
    if table.quick_count:
        either = {Says.PLAYED_HIGH: in_all - rules.hand, Says.PLAYED_LOW: rules.hand - in_all}
        played = Counter({(seat, says): cards for says, cards in either.items() if cards > 0 for seat in TWO})
    yield from (Said(seat, says, cards=cards) for (seat, says), cards in played.items())


def ranks_that(rules: Ruleset, says: Says) -> frozenset[Rank]:
    """The ranks that count in play, or those that do not."""
    high = frozenset(rank for rank in rules.ranks if rank >= rules.trick_min_rank)
    return high if says is Says.PLAYED_HIGH else frozenset(rules.ranks) - high


def has_as_many(deal: Deal, category: Category) -> bool:
    """Whether younger has said it has as many cards as elder's call; by Law 46 whoever asks "how many" has."""
    state = deal.state.categories[category]
    asked = category is Category.POINT and deal.rules.point_compare is PointCompare.LENGTH_THEN_PIPS
    return state.equal_number_at is not None or (asked and state.asked_at is not None)


def _of_entry(entry: Entry) -> Said:
    return Said(entry.seat, Says.LACKS if entry.false else Says.HOLDS, entry.claim)


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
        readings: only where this is what the calls make.
        candid: only where nothing is sunk in any of these classes.
    """

    seat: Seat
    demand: demands.Demand
    readings: tuple[Reading, ...] = ()
    candid: tuple[ClassOf, ...] = ()


def readings(rules: Ruleset, said: Sequence[Said]) -> dict[Category, tuple[Reading, ...]]:
    """For each class in which a call of unknown pips or head was denied, all that it can be."""
    found = {}
    for each in said:
        claim = each.claim
        if each.says is not Says.BEATS or not isinstance(claim, PointClaim | SequenceClaim) or not claim.length:
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


def read_so(way: Reading | None) -> tuple[Reading, ...]:
    """The readings for which a demand is made that is made for *way*."""
    return () if way is None else (way,)


def denied_calls(rules: Ruleset, said: Sequence[Said]) -> dict[Category, int | None]:
    """For each class of which there are readings, which of *said* is the call that was denied."""
    denied = {each.claim.category: each.claim for each in said if each.says is Says.BEATS and each.claim is not None}
    return {
        category: next((n for n, each in enumerate(said) if _is_call(each, denied[category])), None)
        for category in readings(rules, said)
    }


def hard(rules: Ruleset, said: Sequence[Said]) -> Iterator[Needed]:
    """What *said* demands for certain."""
    open_ones, leading = readings(rules, said), denied_calls(rules, said)
    for number, each in enumerate(said):
        claim, seat = each.claim, each.seat
        ways: Sequence[Reading | None] = (None,)
        if claim is not None and (each.says is Says.BEATS or leading.get(claim.category) == number):
            ways = open_ones.get(claim.category, ways)
        for way in ways:
            demand = _hard(each.says, None if claim is None else known(claim, way))
            if demand is not None:
                yield Needed(seat, demand, read_so(way))
        if each.says is Says.NO_TRICK:
            yield Needed(seat, demands.lacks(SetClaim(4, Rank.ACE)))
        if each.says in (Says.PLAYED_HIGH, Says.PLAYED_LOW):
            yield Needed(seat, demands.has_of(ranks_that(rules, each.says), each.cards))
    for seat in rules.seats:
        for way in open_ones.get(Category.SEQUENCE, (None,)):
            runs = runs_held(as_read(said, leading, read_so(way)), seat)
            if runs:
                yield Needed(seat, demands.holds_runs(runs), read_so(way))
    yield from rouge_demands(rules, said)


def as_read(said: Sequence[Said], leading: Mapping[Category, int | None], ways: Iterable[Reading]) -> list[Said]:
    """*said*, with the calls that were denied, in a carte rouge as well, as they are read."""
    found = [*said]
    for way in ways:
        number = leading[way.category]
        if number is None:
            continue
        call = said[number]
        assert call.claim is not None
        meant = known(call.claim, way)
        for place, each in enumerate(found):
            if place == number:
                found[place] = replace(each, claim=meant)
            elif each.says is Says.ALL_SCORED and each.seat is call.seat and call.claim in each.claims:
                at = each.claims.index(call.claim)
                found[place] = replace(each, claims=(*each.claims[:at], meant, *each.claims[at + 1 :]))
    return found


def runs_held(said: Sequence[Said], seat: Seat) -> tuple[SequenceClaim, ...]:
    """Every run that *seat* has said that it holds."""
    return tuple(
        each.claim.essence if each.says is Says.EQUALS else each.claim
        for each in said
        if each.seat is seat and each.says in (Says.HOLDS, Says.EQUALS) and isinstance(each.claim, SequenceClaim)
    )


def rouge_demands(rules: Ruleset, said: Sequence[Said], candid: tuple[ClassOf, ...] = ()) -> Iterator[Needed]:
    """
    What a carte rouge demands: the claims cover every card between them, each its own.

    Where nothing is sunk in the classes of *candid*, all of one seat, the
    point that covers is its best, and the runs that cover are whole ones.
    """
    classes = [category for _, category in candid]
    leading = denied_calls(rules, said)
    for ways in product(*readings(rules, said).values()):
        read = as_read(said, leading, ways)
        for rouge in read:
            if rouge.says is Says.ALL_SCORED and all(seat is rouge.seat for seat, _ in candid):
                others = tuple(run for run in runs_held(read, rouge.seat) if run not in rouge.claims)
                whole, best = Category.SEQUENCE in classes, Category.POINT in classes
                demand = demands.every_card_in(rouge.claims, others, whole_runs=whole, best_point=best)
                yield Needed(rouge.seat, demand, ways, candid)


def _is_call(each: Said, claim: Claim) -> bool:
    return each.seat is Seat.ELDER and each.says is Says.HOLDS and each.claim == claim


def _hard(says: Says, claim: Claim | None) -> demands.Demand | None:
    """What one thing said demands, where it demands it alone; runs called are left to one demand for all."""
    if says is Says.STILL_BLANK:
        return demands.no_courts()
    if claim is None:
        return None
    match says:
        case Says.LACKS:
            return demands.lacks(claim)
        case Says.BEATS:
            return demands.has_better(claim)
        case Says.AS_LONG:
            return demands.as_many(claim)
        case Says.HOLDS if not isinstance(claim, SequenceClaim):
            return demands.holds(claim)
        case Says.EQUALS if not isinstance(claim, SequenceClaim):
            return demands.holds(claim.essence)
        case _:
            return None
