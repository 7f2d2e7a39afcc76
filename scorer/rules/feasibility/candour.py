"""
Candour: what a hand must be if nothing of a class was sunk.

Whoever sinks nothing calls the best he has and, where it is good, all he has;
and says *good* only to what is better than his own, and *equal* only to what
is as good as his best. A class in which somebody may still speak demands no
more than what he has said.

*Equal* to a number of cards is said of the best as well: whoever answers so
with a longer one has sunk a part of it, though by what he said he may hold it.
*Not good* asserts a better one, to be called later or lost: if it never is, it
was lost and not sunk, for it was told. To ask *how many* is to say *equal* of
the number of cards (Law 46); *how high* tells nothing. After an *equal*
nobody is held to have called the rest: another run as good as the one that was
equal cannot be called, even where a lesser one still may.

Source: Cavendish, Laws 46 to 50, 56 and 62 to 64.
"""

from __future__ import annotations

from ..called import WAITING, CategoryState, Status
from ..claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..seats import Seat
from ..table import DealState
from .assertions import equal_number_at
from .demands import NO_BETTER, NOT_BETTER, WORSE, Demands, no_point, point_family


def be_candid(hand: Demands, table: DealState, seat: Seat, category: Category, told: Claim | None = None) -> None:
    """
    Demand of *hand* that *seat* has sunk nothing in *category*.

    Args:
        hand: the demands, to which these are added.
        table: the deal.
        seat: whose hand.
        category: the class.
        told: the first call of the seat with the pips or head that were not said.

    Nothing is demanded of a seat that a penalty or a claim found false has
    thrown out of the ordinary dialogue.
    """
    state = table.categories[category]
    called = [*state.entries[seat], *(tied for tied, _ in state.ties if tied.seat is seat)]
    off_the_path = any(entry.false for entry in called) or table.penalised[seat] is not None
    if off_the_path or (seat is Seat.ELDER and state.status in WAITING):
        return
    if category is Category.POINT:
        _point(hand, table, seat, told)
    elif category is Category.SEQUENCE:
        _sequences(hand, table, seat, told)
    else:
        _sets(hand, table, seat)


def _silent(table: DealState, state: CategoryState, seat: Seat) -> bool:
    """Whether *seat* called nothing that it could have called, and can no longer."""
    if state.entries[seat] or state.reopened[seat] or (seat is Seat.YOUNGER and state.status is not Status.OPEN):
        return False
    return state.declined[seat] or bool(table.tricks)


def _told_all(table: DealState, category: Category, seat: Seat) -> bool:
    """Whether *seat*, sinking nothing, has called everything it holds of *category*, sequences or sets."""
    state = table.categories[category]
    if state.reopened[seat] or not (table.tricks or _silent(table, state, seat)):
        return False
    if state.status is Status.NOT_GOOD and seat is Seat.YOUNGER:
        return bool(state.entries[seat])
    if state.status is Status.EQUAL or state.ties:
        return False
    if table.counts_losers(category) or state.status is Status.OPEN:
        return True
    return seat is Seat.ELDER and state.status is Status.GOOD


def _rival(table: DealState, category: Category, seat: Seat) -> tuple[Claim, frozenset[Better]] | None:
    """The call that the best of *seat* cannot be better than, and how it may stand to it."""
    state = table.categories[category]
    if seat is Seat.ELDER:
        denied = state.status is Status.NOT_GOOD and not table.counts_losers(category)
        bound = (denied or state.status is Status.EQUAL) and not state.reopened[seat]
        return (state.leading.claim, NOT_BETTER) if bound else None
    if state.status is Status.GOOD:
        return state.leading.claim, WORSE
    if state.status is Status.EQUAL:
        return state.leading.claim, NO_BETTER
    return None if equal_number_at(table, category) is None else (state.leading.called, NOT_BETTER)


def _point(hand: Demands, table: DealState, seat: Seat, told: Claim | None) -> None:
    rules, state = table.rules, table.categories[Category.POINT]
    if _silent(table, state, seat):
        hand.limit(no_point(rules))
        return
    hand.whole_point = True
    for entry in state.entries[seat]:
        claim = told or entry.claim
        assert isinstance(claim, PointClaim)
        hand.limit(point_family(rules, claim, NOT_BETTER))
    rival = _rival(table, Category.POINT, seat)
    if rival is not None:
        call, wanted = rival
        assert isinstance(call, PointClaim)
        hand.limit(point_family(rules, call, wanted))


def _sequences(hand: Demands, table: DealState, seat: Seat, told: Claim | None) -> None:
    state, nought = table.categories[Category.SEQUENCE], table.rules.nought
    hand.whole_runs = True
    hand.no_more_runs = _told_all(table, Category.SEQUENCE, seat)
    rival = _rival(table, Category.SEQUENCE, seat)
    if rival is None:
        return
    claim, wanted = rival
    if seat is Seat.ELDER and told is not None:
        claim = told
    assert isinstance(claim, SequenceClaim)
    tied = tuple(entry.claim.essence for entry, _ in state.ties if isinstance(entry.claim, SequenceClaim))
    hand.limit(hand.suit.against_run(claim.essence, wanted, tied, nought=nought))


def _sets(hand: Demands, table: DealState, seat: Seat) -> None:
    state, rules = table.categories[Category.SET], table.rules
    called = {entry.claim.rank: entry.claim.count for entry in state.entries[seat] if isinstance(entry.claim, SetClaim)}
    for rank, count in called.items():
        hand.at_most(rank, count)
    ranks = [rank for rank in rules.ranks if rules.carries_set(rank) and rank not in called]
    if _told_all(table, Category.SET, seat):
        for rank in ranks:
            hand.at_most(rank, 2)
    rival = _rival(table, Category.SET, seat)
    if rival is None:
        return
    claim, wanted = rival
    assert isinstance(claim, SetClaim)
    for rank in ranks:
        for count in (3, 4):
            if table.compare(SetClaim(count, rank), claim) not in wanted:
                hand.at_most(rank, count - 1)
