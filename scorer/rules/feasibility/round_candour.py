"""
Candour round the table: what a hand must be if nothing of a class was sunk, where nobody answers.

Whoever sinks nothing calls in each class the best he has, and where that is
better than anything the other sides call, all he has. He may pass over what
is worse than a call that he has heard from another side, for it cannot be
good; but not over what is only as good, for it would keep the other from
scoring. Of his partner's calls that holds as well, and of those as good,
except where partners both count all they have: then a partner's call is no
reason to pass.

What he has *heard* is what was called before he passed, or if he never did
before the first card, though it was taken back or found false later. Until he
has passed, and until the first card is played, he may still speak; so calls of
sequences and sets tell till then no more than what they say. There is but one
point, and to call it is to call the best.

Source: none; the texts for three and four leave it open. It is the reading of
`candour` for two, as far as there are no answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..claims import Better, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..deal import Deal
from ..options import LesserCount
from ..seats import Seat
from ..statements import Called, Declined, TrickTaken, effective
from ..table import DealState
from .demands import NO_BETTER, WORSE, Demands, no_point, point_family

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


def be_candid(hand: Demands, table: DealState, calls: Calls, seat: Seat, category: Category) -> None:
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


def _point(hand: Demands, table: DealState, turn: Turn) -> None:
    rules = table.rules
    hand.whole_point = bool(turn.called)
    may_be = no_point(rules)
    for claim, wanted in [(claim, NO_BETTER) for claim in turn.called] or turn.reasons:
        assert isinstance(claim, PointClaim)
        may_be |= point_family(rules, claim, wanted)
    hand.limit(may_be)


def _sequences(hand: Demands, table: DealState, turn: Turn) -> None:
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


def _sets(hand: Demands, table: DealState, turn: Turn) -> None:
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


_CANDID = {Category.POINT: _point, Category.SEQUENCE: _sequences, Category.SET: _sets}
