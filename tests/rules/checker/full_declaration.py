"""
What is demanded of concrete hands as well where nothing was sunk, of a seat and a class at a time.

Of two players each answer tells what the other holds. Round the table of more,
what a seat holds beside what it called is *excused*: it is worse than a call of
the other sides that was heard, or no better than a partner's where that leaves
nothing to score.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from scorer.rules.cards import Rank
from scorer.rules.claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal
from scorer.rules.deal_state import WAITING, CategoryState, Status
from scorer.rules.ruleset import LesserCount, TieSequence
from scorer.rules.seats import Seat
from scorer.rules.statements import Called, Declined, TrickTaken, effective
from tests.rules.checker import demands, meaning


def candid_demands(
    deal: Deal, seat: Seat, category: Category, said: Sequence[meaning.Said]
) -> Iterator[meaning.Needed]:
    """What is demanded as well if *seat* sank nothing in *category*."""
    if not _is_ordinary(deal, seat, category):
        return
    if deal.rules.players > 2:
        yield from (
            meaning.Needed(seat, each, (), ((seat, category),)) for each in _round_demands(deal, seat, category)
        )
        return
    state = deal.state.categories[category]
    ways: Sequence[meaning.Reading | None] = meaning.readings(deal.rules, said).get(category, (None,))
    of_class = {Category.POINT: _point, Category.SEQUENCE: _sequences, Category.SET: _sets}[category]
    for way in ways:
        for demand in of_class(deal, seat, state, way):
            yield meaning.Needed(seat, demand, meaning.read_so(way), ((seat, category),))


def candid_rouges(
    deal: Deal, candid: Iterable[meaning.ClassOf], said: Sequence[meaning.Said]
) -> Iterator[meaning.Needed]:
    """What is demanded of carte rouge hands if nothing is sunk in any of some classes of *candid*."""
    for seat in deal.rules.seats:
        classes = [each for each in candid if each[0] is seat and _is_ordinary(deal, *each)]
        for many in (1, 2):
            for some in combinations([each for each in classes if each[1] is not Category.SET], many):
                yield from meaning.rouge_demands(deal.rules, said, some)


def _tells_every_call(deal: Deal) -> bool:
    """Return whether more is recorded than what was good: where two players do, they begin with the exchange."""
    return deal.rules.players > 2 or deal.state.exchanged[Seat.ELDER] is not None


def _is_recorded(deal: Deal, seat: Seat, category: Category) -> bool:
    """Return whether it is recorded what *seat* called in the class or that it had nothing, or what elder did."""
    state, every = deal.state.categories[category], _tells_every_call(deal)
    lesser_may_count = category is Category.SEQUENCE and deal.rules.sequence_tie is TieSequence.TIED_ONLY
    if state.ties or (lesser_may_count and not every):
        return bool(state.ties)
    spoke = state.entries[seat] or (every and state.declined[seat])
    elder_spoke = state.entries[Seat.ELDER] or (every and state.declined[Seat.ELDER])
    return bool(spoke or (deal.rules.players == 2 and elder_spoke))


def _answered_good(deal: Deal, rival: Claim) -> Iterator[Claim]:
    """Yield the claim than which all that younger has is worse, as *rival* was good; without questions at its best."""
    if not _tells_every_call(deal):
        if deal.state.counts_losers(rival.category):
            return
        if isinstance(rival, PointClaim) and rival.length and rival.pips is None:
            rival = replace(rival, pips=max(deal.rules.possible_pips(rival.length)))
        if isinstance(rival, SequenceClaim) and rival.length and rival.top is None:
            rival = replace(rival, top=Rank.ACE)
    yield replace(rival, suit=None) if isinstance(rival, PointClaim | SequenceClaim) else rival


def _is_ordinary(deal: Deal, seat: Seat, category: Category) -> bool:
    """Return whether the calls of the class are told, and were neither penalised nor are pending."""
    if not _is_recorded(deal, seat, category):
        return False
    state = deal.state.categories[category]
    calls = [*state.entries[seat], *(tied for tied, _ in state.ties if seat is Seat.ELDER)]
    if any(call.false for call in calls) or deal.state.penalised[seat] is not None:
        return False
    return seat is not Seat.ELDER or state.status not in WAITING


def _is_silent(deal: Deal, seat: Seat, state: CategoryState) -> bool:
    """Return whether *seat* called nothing though it could have."""
    could = seat is Seat.ELDER or state.status is Status.OPEN
    over = state.declined[seat] or bool(deal.state.tricks)
    return could and over and not state.entries[seat] and not state.reopened[seat]


def _called(deal: Deal, seat: Seat, state: CategoryState, way: meaning.Reading | None) -> list[Claim]:
    """Return what *seat* has said that it holds in the class, elder's answered call first."""
    claims: list[Claim] = [entry.claim for entry in state.entries[seat]]
    if seat is Seat.ELDER:
        if claims:
            claims[0] = meaning.known(claims[0], way)
        return claims + [tied.claim for tied, _ in state.ties]
    equal = [tied.claim.essence for tied, _ in state.ties]
    if state.status is Status.EQUAL:
        equal.append(state.leading.claim.essence)
    return claims + equal


def _point(deal: Deal, seat: Seat, state: CategoryState, way: meaning.Reading | None) -> Iterator[demands.Demand]:
    if _is_silent(deal, seat, state):
        yield demands.NO_POINT
    for claim in _called(deal, seat, state, way):
        yield demands.best_point_is(claim)
    if seat is Seat.YOUNGER and state.status is Status.GOOD:
        for rival in _answered_good(deal, state.leading.claim):
            yield demands.points_compare(rival, demands.WORSE)
    if seat is Seat.YOUNGER and meaning.has_as_many(deal, Category.POINT):
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
        case Status.NOT_GOOD:
            return bool(state.entries[seat]) if seat is Seat.YOUNGER else counts
        case Status.EQUAL:
            return False
        case Status.GOOD:
            return counts or seat is Seat.ELDER
        case _:
            return state.status is Status.OPEN or counts


def _sequences(deal: Deal, seat: Seat, state: CategoryState, way: meaning.Reading | None) -> Iterator[demands.Demand]:
    claims, tied = _called(deal, seat, state, way), [entry.claim.essence for entry, _ in state.ties]
    denied = state.status is Status.NOT_GOOD and not deal.state.counts_losers(Category.SEQUENCE)
    best = seat is Seat.ELDER and (denied or state.status is Status.EQUAL) and not state.reopened[seat]
    only = _tells_all(deal, seat, state, Category.SEQUENCE)
    yield demands.whole_runs_are(claims, only=only, first_is_best=best, but_for=tied if best else ())
    if seat is Seat.YOUNGER and state.status is Status.EQUAL:
        yield demands.runs_compare(state.leading.claim.essence, demands.NO_BETTER, tied)
    if seat is Seat.YOUNGER and state.status is Status.GOOD:
        for rival in _answered_good(deal, state.leading.claim):
            yield demands.runs_compare(rival, demands.WORSE, tied)
    if seat is Seat.YOUNGER and state.equal_number_at is not None:
        yield demands.runs_compare(state.leading.called.essence, demands.NOT_BETTER, tied)


def _sets(deal: Deal, seat: Seat, state: CategoryState, way: meaning.Reading | None) -> Iterator[demands.Demand]:
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
    if seat is Seat.YOUNGER and state.status is Status.GOOD and any(_answered_good(deal, state.leading.claim)):
        wanted = demands.WORSE
    if seat is Seat.ELDER and state.status is Status.NOT_GOOD and not free:
        wanted = demands.NOT_BETTER
    for rank in silent:
        for count in (4, 3):
            if (
                wanted is not None
                and demands.compared(deal.rules, SetClaim(count, rank), state.leading.claim) not in wanted
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
            yield from (demands.lacks(SetClaim(4, claim.rank)) for claim in sets if claim.count == 3)
            uncalled = {rank for rank in deal.rules.ranks if rank >= deal.rules.set_min_rank}
            for rank in uncalled.difference(claim.rank for claim in sets) if has_spoken else ():
                may = [
                    c for c in (3, 4) if limit and demands.compared(deal.rules, SetClaim(c, rank), limit[0]) in limit[1]
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
    found = excuses[0] if excuses else None
    for claim, wanted in excuses[1:]:
        assert found is not None
        better = demands.compared(deal.rules, claim, found[0])
        if better is Better.YES or (better is Better.EQUAL and wanted == demands.NO_BETTER):
            found = claim, wanted
    return found


def _best_of(deal: Deal, claims: Sequence[Claim]) -> Claim:
    return next(c for c in claims if all(demands.compared(deal.rules, other, c) is not Better.YES for other in claims))


def _left_uncalled(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse]) -> Excuse | None:
    """How what was not called stands to some claim; `None` if there is nothing that was not called."""
    if not called:
        return _most_lenient(deal, excuses)
    best = _best_of(deal, called)
    if all(demands.compared(deal.rules, best, claim) is Better.YES for claim, _ in excuses):
        return None
    return best, demands.NO_BETTER
