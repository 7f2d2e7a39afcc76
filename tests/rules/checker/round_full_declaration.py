"""
What is demanded of concrete hands as well where nothing was sunk round the table, of a seat and a class at a time.

The seat has called nothing or not all. What it holds beside what it called is
*excused*: it is worse than a call of the other sides that was heard, or no
better than a partner's where that leaves nothing to score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.rules.claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal
from scorer.rules.ruleset import LesserCount
from scorer.rules.seats import Seat
from scorer.rules.statements import Called, Declined, TrickTaken, effective
from tests.rules.checker.demands import (
    NO_BETTER,
    WORSE,
    AtMost,
    BestPointIs,
    Demand,
    NoPoint,
    PointsCompare,
    RunsCompare,
    WholeRunsAre,
    compared,
)

Excuse = tuple[Claim, frozenset[Better]]


def round_demands(deal: Deal, seat: Seat, category: Category) -> Iterator[Demand]:
    """What is demanded of a hand if *seat* sank nothing in *category*."""
    state = deal.state.categories[category]
    called = [entry.claim for entry in state.entries[seat]]
    has_spoken = (state.declined[seat] or bool(deal.state.tricks)) and not state.reopened[seat]
    excuses = excused(deal, seat, category)
    match category:
        case Category.POINT:
            yield from _point(deal, called, excuses, has_spoken)
        case Category.SEQUENCE:
            yield from _sequences(deal, called, excuses, has_spoken)
        case _:
            yield from _sets(deal, called, excuses, has_spoken)


def excused(deal: Deal, seat: Seat, category: Category) -> list[Excuse]:
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
                found.append((said.claim, WORSE))
            elif not both_count:
                found.append((said.claim, NO_BETTER))
    return found


def most_lenient(deal: Deal, excuses: Sequence[Excuse]) -> Excuse | None:
    """The call that excuses all that any of them does."""
    found: Excuse | None = None
    for claim, wanted in excuses:
        if found is None:
            found = claim, wanted
        better = compared(deal.rules, claim, found[0])
        if better is Better.YES or (better is Better.EQUAL and wanted == NO_BETTER):
            found = claim, wanted
    return found


def best_of(deal: Deal, claims: Sequence[Claim]) -> Claim:
    return next(c for c in claims if all(compared(deal.rules, other, c) is not Better.YES for other in claims))


def _left_uncalled(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse]) -> Excuse | None:
    """How what was not called stands to some claim; `None` if there is nothing that was not called."""
    if not called:
        return most_lenient(deal, excuses)
    best = best_of(deal, called)
    if all(compared(deal.rules, best, claim) is Better.YES for claim, _ in excuses):
        return None
    return best, NO_BETTER


def _point(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse], has_spoken: bool) -> Iterator[Demand]:
    for claim in called:
        assert isinstance(claim, PointClaim)
        yield BestPointIs(claim)
    if called or not has_spoken:
        return
    limit = most_lenient(deal, excuses)
    if limit is None:
        yield NoPoint()
        return
    claim, wanted = limit
    assert isinstance(claim, PointClaim)
    yield PointsCompare(claim.essence, wanted)


def _sequences(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse], has_spoken: bool) -> Iterator[Demand]:
    runs = tuple(claim for claim in called if isinstance(claim, SequenceClaim))
    limit = _left_uncalled(deal, called, excuses)
    yield WholeRunsAre(runs, only=has_spoken and limit is None)
    if has_spoken and limit is not None:
        claim, wanted = limit
        assert isinstance(claim, SequenceClaim)
        yield RunsCompare(claim.essence, wanted)


def _sets(deal: Deal, called: Sequence[Claim], excuses: Sequence[Excuse], has_spoken: bool) -> Iterator[Demand]:
    ranks = [rank for rank in deal.rules.ranks if rank >= deal.rules.set_min_rank]
    for claim in called:
        assert isinstance(claim, SetClaim)
        yield AtMost(claim.rank, claim.count)
        ranks.remove(claim.rank)
    if not has_spoken:
        return
    limit = _left_uncalled(deal, called, excuses)
    for rank in ranks:
        may = [c for c in (3, 4) if limit and compared(deal.rules, SetClaim(c, rank), limit[0]) in limit[1]]
        if 4 not in may:
            yield AtMost(rank, max(may, default=2))
