"""Full declaration: what a hand must be if its player sank nothing of a class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..deal_state import WAITING, CategoryState, DealState, Status
from ..ruleset import LesserCount
from ..seats import Seat
from ..statements import Called, Declined, TrickTaken, effective
from .assertions import equal_number_at
from .demands import NO_BETTER, NOT_BETTER, WORSE, Demands, no_point, point_family

# Two players
#
# Whoever sinks nothing calls the best he has and, where it is good, all he has;
# and says *good* only to what is better than his own, and *equal* only to what
# is as good as his best. A class in which somebody may still speak demands no
# more than what he has said.
#
# *Equal* to a number of cards is said of the best as well: whoever answers so
# with a longer one has sunk a part of it, though by what he said he may hold it.
# *Not good* asserts a better one, to be called later or lost: if it never is, it
# was lost and not sunk, for it was told. To ask *how many* is to say *equal* of
# the number of cards (Law 46); *how high* tells nothing. After an *equal*
# nobody is held to have called the rest: another run as good as the one that was
# equal cannot be called, even where a lesser one still may.
#
# Source: Cavendish, Laws 46 to 50, 56 and 62 to 64.


def demand_nothing_sunk(
    hand: Demands, table: DealState, seat: Seat, category: Category, told: Claim | None = None
) -> None:
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


# Three and four players
#
# Whoever sinks nothing calls in each class the best he has, and where that is
# better than anything the other sides call, all he has. He may pass over what
# is worse than a call that he has heard from another side, for it cannot be
# good; but not over what is only as good, for it would keep the other from
# scoring. Of his partner's calls that holds as well, and of those as good,
# except where partners both count all they have: then a partner's call is no
# reason to pass.
#
# What he has *heard* is what was called before he passed, or if he never did
# before the first card, though it was taken back or found false later. Until he
# has passed, and until the first card is played, he may still speak; so calls of
# sequences and sets tell till then no more than what they say. There is but one
# point, and to call it is to call the best.
#
# Source: none; the texts for three and four leave it open. It is the reading of
# `candour` for two, as far as there are no answers.


Reasons = tuple[tuple[Claim, frozenset[Better]], ...]
"""Calls that were heard, and how that may stand to each which is passed over for it."""


class Turn(NamedTuple):
    """
    What a seat has called in a class, and what it may have passed over.

    Attributes:
        called: its calls.
        is_over: it has passed, or a card was played; and it may not call late.
        reasons: the best calls that it had heard.
    """

    called: tuple[Claim, ...]
    is_over: bool
    reasons: Reasons


Calls = Sequence[Called | Declined]
"""What was called and passed before the first card."""


def calls_of(deal: Deal) -> Calls:
    """What was called and passed in *deal* before the first card, though it was taken back or found false later."""
    before = takewhile(lambda said: not isinstance(said, TrickTaken), (said for _, said in effective(deal.log)))
    return [said for said in before if isinstance(said, Called | Declined)]


def demand_nothing_sunk_in_round(hand: Demands, table: DealState, calls: Calls, seat: Seat, category: Category) -> None:
    """
    Demand of *hand* that *seat* has sunk nothing in *category*.

    Nothing is demanded of a seat that a penalty or a claim found false has
    thrown out of the ordinary calls; and of one that may call late, because
    another's claim was false, only that what it called was whole.
    """
    state = table.categories[category]
    if any(entry.false for entry in state.entries[seat]) or table.penalised[seat] is not None:
        return
    called = tuple(entry.claim for entry in state.entries[seat])
    is_over = (state.declined[seat] or table.play_begun) and not state.reopened[seat]
    if called or is_over:
        heard = takewhile(lambda said: said != Declined(seat, category), calls)
        claims = [each for each in heard if isinstance(each, Called) and each.claim.category is category]
        _CANDID[category](hand, table, Turn(called, is_over, _reasons(table, claims, seat, category)))


def _reasons(table: DealState, heard: Sequence[Called], seat: Seat, category: Category) -> Reasons:
    """The best call of the other sides, and of the partner, of those that *seat* has *heard*."""
    rules = table.rules
    if table.counts_losers(category):
        return ()
    reasons = [(rules.opponents(seat), WORSE)]
    if category is Category.POINT or rules.lesser_count is LesserCount.HOLDER:
        reasons.append((rules.partners(seat), NO_BETTER))
    best = ((_best(table, [each.claim for each in heard if each.seat in whose]), wanted) for whose, wanted in reasons)
    return tuple((claim, wanted) for claim, wanted in best if claim is not None)


def _best(table: DealState, claims: Iterable[Claim]) -> Claim | None:
    """The best of *claims*, or `None` of none."""
    best: Claim | None = None
    for claim in claims:
        if best is None or table.compare(claim, best) is Better.YES:
            best = claim
    return best


def _untold(table: DealState, turn: Turn) -> Reasons:
    """
    How what was not called may stand to some call or other; nothing may be uncalled if there is none.

    Whoever has called the best of all has called the rest as well, and whoever
    has called another has nothing better.
    """
    best = _best(table, turn.called)
    if best is None:
        return turn.reasons
    is_best = all(table.compare(best, claim) is Better.YES for claim, _ in turn.reasons)
    return () if is_best else ((best, NO_BETTER),)


def _round_point(hand: Demands, table: DealState, turn: Turn) -> None:
    rules = table.rules
    hand.whole_point = bool(turn.called)
    may_be = no_point(rules)
    for claim, wanted in [(claim, NO_BETTER) for claim in turn.called] or turn.reasons:
        assert isinstance(claim, PointClaim)
        may_be |= point_family(rules, claim, wanted)
    hand.limit(may_be)


def _round_sequences(hand: Demands, table: DealState, turn: Turn) -> None:
    hand.whole_runs = bool(turn.called)
    if not turn.is_over:
        return
    may_be = 0
    for claim, wanted in _untold(table, turn):
        assert isinstance(claim, SequenceClaim)
        may_be |= hand.suit.against_run(claim.essence, wanted, nought=table.rules.nought)
    if may_be:
        hand.limit(may_be)
    else:
        hand.whole_runs = hand.no_more_runs = True


def _round_sets(hand: Demands, table: DealState, turn: Turn) -> None:
    rules = table.rules
    called = {claim.rank: claim.count for claim in turn.called if isinstance(claim, SetClaim)}
    for rank, count in called.items():
        hand.at_most(rank, count)
    if not turn.is_over:
        return
    untold = _untold(table, turn)
    for rank in rules.ranks:
        if rules.carries_set(rank) and rank not in called:
            for count in (4, 3):
                claim = SetClaim(count, rank)
                if not any(table.compare(claim, other) in wanted for other, wanted in untold):
                    hand.at_most(rank, count - 1)


_CANDID = {Category.POINT: _round_point, Category.SEQUENCE: _round_sequences, Category.SET: _round_sets}
