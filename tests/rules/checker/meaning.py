"""What was said, as demands on concrete hands: what is certainly true, and what if nothing was
sunk.

Where younger denied a call whose pips or head were never said, what the call made in truth is one
thing for both hands: a *reading*. Of two players each answer tells what the other holds. Round the
table of more, what a seat holds beside what it called is *excused*: it is worse than a call of the
other sides that was heard, or no better than a partner's where that leaves nothing to score.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

from scorer.rules.cards import Rank
from scorer.rules.claims import CALLED, Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal
from scorer.rules.deal_state import WAITING, CalledClaim, CallStatus, CategoryState
from scorer.rules.findings import Assertion, Says
from scorer.rules.ruleset import (
    CarteBlancheWhen,
    LesserCount,
    PointCompare,
    Ruleset,
    TieSequence,
    TrickCount,
)
from scorer.rules.seats import TWO, Seat
from scorer.rules.statements import Called, Declined, TrickTaken, effective
from tests.rules.checker import demands

ClassOf = tuple[Seat, Category]


def classes_of(rules: Ruleset) -> tuple[ClassOf, ...]:
    return tuple((seat, category) for seat in rules.seats for category in CALLED)


@dataclass(frozen=True)
class Said:
    """One thing that was said of *seat*: `claim` is its own where it holds or lacks it,
    else the opponent's.
    """

    seat: Seat
    says: Says
    claim: Claim | None = None
    cards: int = 0
    claims: tuple[Claim, ...] = ()


def of_assertion(one: Assertion) -> Said:
    """What one of the checker's assertions says;
    to ask what a point makes says that one has as many cards.
    """
    says = Says.AS_LONG if one.says is Says.ASKS else one.says
    return Said(one.seat, says, one.claim or one.rival, one.cards, one.claims)


def said_in(deal: Deal) -> tuple[Said, ...]:
    """Everything that the statements of *deal* say for certain."""
    return tuple(_said_in(deal))


def _said_in(deal: Deal) -> Iterator[Said]:
    table = deal.state
    rules = deal.rules
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
        own = [
            entry.claim
            for entry in state.unrefuted(Seat.YOUNGER)
            if isinstance(entry.claim, PointClaim)
        ]
        called = first.called
        implied = isinstance(called, PointClaim) and any(
            point.length >= called.length for point in own
        )
        if has_as_many(deal, category) and (state.equal_number_at is not None or not implied):
            yield Said(Seat.YOUNGER, Says.AS_LONG, first.called)
        if state.status is CallStatus.EQUAL:
            yield Said(Seat.YOUNGER, Says.EQUALS, first.claim)
        if state.status is CallStatus.NOT_GOOD:
            yield Said(Seat.YOUNGER, Says.BEATS, first.claim)
    for seat in rules.seats:
        if table.rouge[seat] is not None:
            scored = (entry for category in CALLED for entry in table.scoring(category))
            yield Said(
                seat,
                Says.ALL_SCORED,
                claims=tuple(entry.claim for entry in scored if entry.seat is seat),
            )
    yield from _of_the_play(deal)


def _of_the_play(deal: Deal) -> Iterator[Said]:
    """What the tricks say: whose hand had not every ace,
    and who had how many cards that count in play or do not.
    """
    table = deal.state
    rules = deal.rules
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
    leader = Seat.ELDER
    in_all = sum(tens for _, tens in tricks)
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
        played = Counter(
            {(seat, says): cards for says, cards in either.items() if cards > 0 for seat in TWO}
        )
    yield from (Said(seat, says, cards=cards) for (seat, says), cards in played.items())


def ranks_that(rules: Ruleset, says: Says) -> frozenset[Rank]:
    """The ranks that count in play, or those that do not."""
    high = frozenset(rank for rank in rules.ranks if rank >= rules.trick_min_rank)
    return high if says is Says.PLAYED_HIGH else frozenset(rules.ranks) - high


def has_as_many(deal: Deal, category: Category) -> bool:
    """Whether younger has said it has as many cards as elder's call;
    by Law 46 whoever asks "how many" has.
    """
    state = deal.state.categories[category]
    asked = category is Category.POINT and deal.rules.point_compare is PointCompare.LENGTH_THEN_PIPS
    return state.equal_number_at is not None or (asked and state.asked_at is not None)


def _of_entry(entry: CalledClaim) -> Said:
    return Said(entry.seat, Says.LACKS if entry.false else Says.HOLDS, entry.claim)


class Reading(NamedTuple):
    """What a call that was denied makes in truth: its pips, or its head."""

    category: Category
    value: int


@dataclass(frozen=True)
class Needed:
    """A demand on the hand of *seat*, only if the calls are read so,
    and only if nothing is sunk in *candid*.
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
        if (
            each.says is not Says.BEATS
            or not isinstance(claim, PointClaim | SequenceClaim)
            or not claim.length
        ):
            continue
        if isinstance(claim, PointClaim) and claim.pips is None:
            found[Category.POINT] = tuple(
                Reading(Category.POINT, p) for p in rules.possible_pips(claim.length)
            )
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
    denied = {
        each.claim.category: each.claim
        for each in said
        if each.says is Says.BEATS and each.claim is not None
    }
    return {
        category: next((n for n, each in enumerate(said) if _is_call(each, denied[category])), None)
        for category in readings(rules, said)
    }


def hard(rules: Ruleset, said: Sequence[Said]) -> Iterator[Needed]:
    """What *said* demands for certain."""
    open_ones = readings(rules, said)
    leading = denied_calls(rules, said)
    for number, each in enumerate(said):
        claim = each.claim
        seat = each.seat
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


def as_read(
    said: Sequence[Said], leading: Mapping[Category, int | None], ways: Iterable[Reading]
) -> list[Said]:
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
            elif (
                each.says is Says.ALL_SCORED
                and each.seat is call.seat
                and call.claim in each.claims
            ):
                at = each.claims.index(call.claim)
                found[place] = replace(
                    each, claims=(*each.claims[:at], meant, *each.claims[at + 1 :])
                )
    return found


def runs_held(said: Sequence[Said], seat: Seat) -> tuple[SequenceClaim, ...]:
    """Every run that *seat* has said that it holds."""
    return tuple(
        each.claim.essence if each.says is Says.EQUALS else each.claim
        for each in said
        if each.seat is seat
        and each.says in (Says.HOLDS, Says.EQUALS)
        and isinstance(each.claim, SequenceClaim)
    )


def rouge_demands(
    rules: Ruleset, said: Sequence[Said], candid: tuple[ClassOf, ...] = ()
) -> Iterator[Needed]:
    """What a carte rouge demands: the claims cover every card between them, each its own.

    Where nothing is sunk in the classes of *candid*, all of one seat, the best point and whole runs
    cover them.
    """
    classes = [category for _, category in candid]
    leading = denied_calls(rules, said)
    for ways in product(*readings(rules, said).values()):
        read = as_read(said, leading, ways)
        for rouge in read:
            if rouge.says is Says.ALL_SCORED and all(seat is rouge.seat for seat, _ in candid):
                others = tuple(
                    run for run in runs_held(read, rouge.seat) if run not in rouge.claims
                )
                whole = Category.SEQUENCE in classes
                best = Category.POINT in classes
                demand = demands.every_card_in(
                    rouge.claims, others, whole_runs=whole, best_point=best
                )
                yield Needed(rouge.seat, demand, ways, candid)


def _is_call(each: Said, claim: Claim) -> bool:
    return each.seat is Seat.ELDER and each.says is Says.HOLDS and each.claim == claim


MAKES: Mapping[Says, Callable[[Claim], demands.Demand]] = {
    Says.LACKS: demands.lacks,
    Says.BEATS: demands.has_better,
    Says.AS_LONG: demands.as_many,
    Says.HOLDS: demands.holds,
    Says.EQUALS: lambda claim: demands.holds(claim.essence),
}


def _hard(says: Says, claim: Claim | None) -> demands.Demand | None:
    """What one thing said demands, where it demands it alone;
    runs called are left to one demand for all.
    """
    if says is Says.STILL_BLANK:
        return demands.no_courts()
    called = isinstance(claim, SequenceClaim) and says in (Says.HOLDS, Says.EQUALS)
    return MAKES[says](claim) if claim is not None and says in MAKES and not called else None


# What is demanded as well where nothing was sunk, of a seat and a class at a time


def candid_demands(
    deal: Deal, seat: Seat, category: Category, said: Sequence[Said]
) -> Iterator[Needed]:
    """What is demanded as well if *seat* sank nothing in *category*."""
    if not _is_ordinary(deal, seat, category):
        return
    if deal.rules.players > 2:
        for demand in _round_demands(deal, seat, category):
            yield Needed(seat, demand, (), ((seat, category),))
        return
    state = deal.state.categories[category]
    ways: Sequence[Reading | None] = readings(deal.rules, said).get(category, (None,))
    of_class = {Category.POINT: _point, Category.SEQUENCE: _sequences, Category.SET: _sets}[
        category
    ]
    for way in ways:
        for demand in of_class(deal, seat, state, way):
            yield Needed(seat, demand, read_so(way), ((seat, category),))


def candid_rouges(deal: Deal, candid: Iterable[ClassOf], said: Sequence[Said]) -> Iterator[Needed]:
    """What is demanded of carte rouge hands if nothing is sunk in any
    of some classes of *candid*.
    """
    for seat in deal.rules.seats:
        classes = [each for each in candid if each[0] is seat and _is_ordinary(deal, *each)]
        for many in (1, 2):
            for some in combinations(
                [each for each in classes if each[1] is not Category.SET], many
            ):
                yield from rouge_demands(deal.rules, said, some)


def _tells_every_call(deal: Deal) -> bool:
    """Return whether more is recorded than what was good:
    where two players do, they begin with the exchange.
    """
    return deal.rules.players > 2 or deal.state.exchanged[Seat.ELDER] is not None


def _is_recorded(deal: Deal, seat: Seat, category: Category) -> bool:
    """Return whether it is recorded what *seat* called in the class or that it had nothing,
    or what elder did.
    """
    state = deal.state.categories[category]
    every = _tells_every_call(deal)
    lesser_may_count = (
        category is Category.SEQUENCE and deal.rules.sequence_tie is TieSequence.TIED_ONLY
    )
    if state.ties or (lesser_may_count and not every):
        return bool(state.ties)
    spoke = state.entries[seat] or (every and state.declined[seat])
    elder_spoke = state.entries[Seat.ELDER] or (every and state.declined[Seat.ELDER])
    return bool(spoke or (deal.rules.players == 2 and elder_spoke))


def _answered_good(deal: Deal, rival: Claim) -> Iterator[Claim]:
    """Yield the claim than which all that younger has is worse, as *rival* was good: if its pips
    or head were not said, the best that it can be.
    """
    if not _tells_every_call(deal) and deal.state.counts_losers(rival.category):
        return
    if isinstance(rival, PointClaim) and rival.length and rival.pips is None:
        rival = replace(rival, pips=max(deal.rules.possible_pips(rival.length)))
    if isinstance(rival, SequenceClaim) and rival.length and rival.top is None:
        rival = replace(rival, top=Rank.ACE)
    yield replace(rival, suit=None) if isinstance(rival, PointClaim | SequenceClaim) else rival


def _is_ordinary(deal: Deal, seat: Seat, category: Category) -> bool:
    """Return whether the calls of the class are told,
    and were neither penalised nor are pending.
    """
    if not _is_recorded(deal, seat, category):
        return False
    state = deal.state.categories[category]
    calls = [*state.entries[seat], *(tied for tied, _ in state.ties if seat is Seat.ELDER)]
    if any(call.false for call in calls) or deal.state.penalised[seat] is not None:
        return False
    return seat is not Seat.ELDER or state.status not in WAITING


def _is_silent(deal: Deal, seat: Seat, state: CategoryState) -> bool:
    """Return whether *seat* called nothing though it could have."""
    could = seat is Seat.ELDER or state.status is CallStatus.OPEN
    over = state.declined[seat] or bool(deal.state.tricks)
    return could and over and not state.entries[seat] and not state.reopened[seat]


def _called(deal: Deal, seat: Seat, state: CategoryState, way: Reading | None) -> list[Claim]:
    """Return what *seat* has said that it holds in the class, elder's answered call first."""
    claims: list[Claim] = [entry.claim for entry in state.entries[seat]]
    if seat is Seat.ELDER:
        if claims:
            claims[0] = known(claims[0], way)
        return claims + [tied.claim for tied, _ in state.ties]
    equal = [tied.claim.essence for tied, _ in state.ties]
    if state.status is CallStatus.EQUAL:
        equal.append(state.leading.claim.essence)
    return claims + equal


def _point(
    deal: Deal, seat: Seat, state: CategoryState, way: Reading | None
) -> Iterator[demands.Demand]:
    if _is_silent(deal, seat, state):
        yield demands.NO_POINT
    for claim in _called(deal, seat, state, way):
        yield demands.best_point_is(claim)
    if seat is Seat.YOUNGER and state.status is CallStatus.GOOD:
        for rival in _answered_good(deal, state.leading.claim):
            yield demands.points_compare(rival, demands.WORSE)
    if seat is Seat.YOUNGER and has_as_many(deal, Category.POINT):
        yield demands.points_compare(state.leading.called.essence, demands.NOT_BETTER)


def _tells_all(deal: Deal, seat: Seat, state: CategoryState, category: Category) -> bool:
    """Return whether *seat* could have called every run or set that it holds by now."""
    if state.reopened[seat]:
        return False
    if _is_silent(deal, seat, state):
        return True
    if not deal.state.tricks or state.ties:
        return False
    counts = deal.state.counts_losers(category)
    match state.status:
        case CallStatus.NOT_GOOD:
            return bool(state.entries[seat]) if seat is Seat.YOUNGER else counts
        case CallStatus.EQUAL:
            return False
        case CallStatus.GOOD:
            return counts or seat is Seat.ELDER
        case _:
            return state.status is CallStatus.OPEN or counts


def _sequences(
    deal: Deal, seat: Seat, state: CategoryState, way: Reading | None
) -> Iterator[demands.Demand]:
    claims = _called(deal, seat, state, way)
    tied = [entry.claim.essence for entry, _ in state.ties]
    denied = state.status is CallStatus.NOT_GOOD and not deal.state.counts_losers(Category.SEQUENCE)
    best = (
        seat is Seat.ELDER
        and (denied or state.status is CallStatus.EQUAL)
        and not state.reopened[seat]
    )
    only = _tells_all(deal, seat, state, Category.SEQUENCE)
    yield demands.whole_runs_are(
        claims, only=only, first_is_best=best, but_for=tied if best else ()
    )
    if seat is Seat.YOUNGER and state.status is CallStatus.EQUAL:
        yield demands.runs_compare(state.leading.claim.essence, demands.NO_BETTER, tied)
    if seat is Seat.YOUNGER and state.status is CallStatus.GOOD:
        for rival in _answered_good(deal, state.leading.claim):
            yield demands.runs_compare(rival, demands.WORSE, tied)
    if seat is Seat.YOUNGER and state.equal_number_at is not None:
        yield demands.runs_compare(state.leading.called.essence, demands.NOT_BETTER, tied)


def _sets(
    deal: Deal, seat: Seat, state: CategoryState, way: Reading | None
) -> Iterator[demands.Demand]:
    del way
    claims = [claim for claim in _called(deal, seat, state, None) if isinstance(claim, SetClaim)]
    silent = [rank for rank in deal.rules.ranks if rank >= deal.rules.set_min_rank]
    for claim in claims:
        silent.remove(claim.rank)
        if claim.count == 3:
            yield demands.lacks(SetClaim(4, claim.rank))
    most = dict.fromkeys(silent, 2 if _tells_all(deal, seat, state, Category.SET) else 4)
    free = deal.state.counts_losers(Category.SET) or state.reopened[seat]
    wanted = None
    if (
        seat is Seat.YOUNGER
        and state.status is CallStatus.GOOD
        and any(_answered_good(deal, state.leading.claim))
    ):
        wanted = demands.WORSE
    if seat is Seat.ELDER and state.status is CallStatus.NOT_GOOD and not free:
        wanted = demands.NOT_BETTER
    for rank in silent:
        for count in (4, 3):
            if (
                wanted is not None
                and demands.compared(deal.rules, SetClaim(count, rank), state.leading.claim)
                not in wanted
            ):
                most[rank] = min(most[rank], count - 1)
        if most[rank] < 4:
            yield demands.lacks(SetClaim(most[rank] + 1, rank))


# Of more than two

Excuse = tuple[Claim, frozenset[Better]]


def _round_demands(deal: Deal, seat: Seat, category: Category) -> Iterator[demands.Demand]:
    """What is demanded of a hand if *seat* sank nothing in *category*."""
    state = deal.state.categories[category]
    called = [entry.claim for entry in state.entries[seat]]
    has_spoken = (state.declined[seat] or bool(deal.state.tricks)) and not state.reopened[seat]
    limit = _left_uncalled(deal, called, _excused(deal, seat, category))
    match category:
        case Category.POINT:
            yield from map(demands.best_point_is, called)
            if has_spoken and not called and limit is None:
                yield demands.NO_POINT
            if has_spoken and not called and limit is not None:
                yield demands.points_compare(limit[0].essence, limit[1])
        case Category.SEQUENCE:
            yield demands.whole_runs_are(called, only=has_spoken and limit is None)
            if has_spoken and limit is not None:
                yield demands.runs_compare(limit[0].essence, limit[1])
        case _:
            sets = [claim for claim in called if isinstance(claim, SetClaim)]
            yield from (
                demands.lacks(SetClaim(4, claim.rank)) for claim in sets if claim.count == 3
            )
            uncalled = {rank for rank in deal.rules.ranks if rank >= deal.rules.set_min_rank}
            for rank in uncalled.difference(claim.rank for claim in sets) if has_spoken else ():
                may = [
                    c
                    for c in (3, 4)
                    if limit
                    and demands.compared(deal.rules, SetClaim(c, rank), limit[0]) in limit[1]
                ]
                if 4 not in may:
                    yield demands.lacks(SetClaim(max(may, default=2) + 1, rank))


def _excused(deal: Deal, seat: Seat, category: Category) -> list[Excuse]:
    """Every call heard that excuses anything, and how what it excuses stands to it."""
    if deal.state.counts_losers(category):
        return []
    both_count = category is not Category.POINT and deal.rules.lesser_count is LesserCount.SIDE
    found: list[Excuse] = []
    for _, said in effective(deal.log):
        if isinstance(said, TrickTaken) or said == Declined(seat, category):
            return found
        if isinstance(said, Called) and said.claim.category is category and said.seat is not seat:
            is_partner = said.seat % deal.rules.sides == seat % deal.rules.sides
            if not is_partner:
                found.append((said.claim, demands.WORSE))
            elif not both_count:
                found.append((said.claim, demands.NO_BETTER))
    return found


def _most_lenient(deal: Deal, excuses: Sequence[Excuse]) -> Excuse | None:
    """The call that excuses all that any of them does."""
    found: Excuse | None = None
    for claim, wanted in excuses:
        better = Better.YES if found is None else demands.compared(deal.rules, claim, found[0])
        if better is Better.YES or (better is Better.EQUAL and wanted == demands.NO_BETTER):
            found = claim, wanted
    return found


def _best_of(deal: Deal, claims: Sequence[Claim]) -> Claim:
    return next(
        c
        for c in claims
        if all(demands.compared(deal.rules, other, c) is not Better.YES for other in claims)
    )


def _left_uncalled(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse]) -> Excuse | None:
    """How what was not called stands to some claim;
    `None` if there is nothing that was not called.
    """
    if not called:
        return _most_lenient(deal, excuses)
    best = _best_of(deal, called)
    if all(demands.compared(deal.rules, best, claim) is Better.YES for claim, _ in excuses):
        return None
    return best, demands.NO_BETTER
