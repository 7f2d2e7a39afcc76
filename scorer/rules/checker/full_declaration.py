"""Full declaration: the constraints on a hand whose player sank nothing in a class."""

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
# A player who sinks nothing calls their best claim and, where it is good, all others. They say *good* only to a call
# better than their own best, and *equal* only to one as good as it. A class still open for speech demands no more than
# what was said in it.
#
# *Equal* to a number of cards speaks of the best claim too: a player with a longer one has sunk part of it, even if the
# words are true. *Not good* promises a better claim; if it is never called, it was lost and not sunk, because it was
# announced. *How many* says *equal* of the number of cards (Law 46); *how high* says nothing. After an *equal* nobody
# had to call the rest: a second run as good as the equal one cannot be called, even where a lesser one can.
#
# Source: Cavendish, Laws 46 to 50, 56 and 62 to 64.


def demand_nothing_sunk(
    hand: Demands, deal_state: DealState, seat: Seat, category: Category, detailed: Claim | None = None
) -> None:
    """
    Add to *hand* the demands of *seat* having sunk nothing in *category*.

    *detailed* is the seat's first call with assumed pips or head that were not said. After a penalty or a claim found
    false the seat no longer follows the ordinary dialogue, and nothing is demanded.
    """
    state = deal_state.categories[category]
    called = [*state.entries[seat], *(tied for tied, _ in state.ties if tied.seat is seat)]
    off_the_path = any(entry.false for entry in called) or deal_state.penalised[seat] is not None
    if off_the_path or (seat is Seat.ELDER and state.status in WAITING):
        return
    if category is Category.POINT:
        _point(hand, deal_state, seat, detailed)
    elif category is Category.SEQUENCE:
        _sequences(hand, deal_state, seat, detailed)
    else:
        _sets(hand, deal_state, seat)


def _called_nothing(deal_state: DealState, state: CategoryState, seat: Seat) -> bool:
    """Return whether *seat* called nothing that it could have called, and no longer can."""
    if state.entries[seat] or state.reopened[seat] or (seat is Seat.YOUNGER and state.status is not Status.OPEN):
        return False
    return state.declined[seat] or bool(deal_state.tricks)


def _called_everything(deal_state: DealState, category: Category, seat: Seat) -> bool:
    """Return whether *seat*, sinking nothing, has called all its sequences or sets."""
    state = deal_state.categories[category]
    if state.reopened[seat] or not (deal_state.tricks or _called_nothing(deal_state, state, seat)):
        return False
    if state.status is Status.NOT_GOOD and seat is Seat.YOUNGER:
        return bool(state.entries[seat])
    if state.status is Status.EQUAL or state.ties:
        return False
    if deal_state.counts_losers(category) or state.status is Status.OPEN:
        return True
    return seat is Seat.ELDER and state.status is Status.GOOD


def _rival(deal_state: DealState, category: Category, seat: Seat) -> tuple[Claim, frozenset[Better]] | None:
    """Return the call that bounds the best claim of *seat*, and the allowed outcomes of comparing with it."""
    state = deal_state.categories[category]
    if seat is Seat.ELDER:
        denied = state.status is Status.NOT_GOOD and not deal_state.counts_losers(category)
        bound = (denied or state.status is Status.EQUAL) and not state.reopened[seat]
        return (state.leading.claim, NOT_BETTER) if bound else None
    if state.status is Status.GOOD:
        return state.leading.claim, WORSE
    if state.status is Status.EQUAL:
        return state.leading.claim, NO_BETTER
    return None if equal_number_at(deal_state, category) is None else (state.leading.called, NOT_BETTER)


def _point(hand: Demands, deal_state: DealState, seat: Seat, detailed: Claim | None) -> None:
    rules, state = deal_state.rules, deal_state.categories[Category.POINT]
    if _called_nothing(deal_state, state, seat):
        hand.limit(no_point(rules))
        return
    hand.whole_point = True
    for entry in state.entries[seat]:
        claim = detailed or entry.claim
        assert isinstance(claim, PointClaim)
        hand.limit(point_family(rules, claim, NOT_BETTER))
    rival = _rival(deal_state, Category.POINT, seat)
    if rival is not None:
        call, wanted = rival
        assert isinstance(call, PointClaim)
        hand.limit(point_family(rules, call, wanted))


def _sequences(hand: Demands, deal_state: DealState, seat: Seat, detailed: Claim | None) -> None:
    state, nought = deal_state.categories[Category.SEQUENCE], deal_state.rules.nought
    hand.whole_runs = True
    hand.no_other_runs = _called_everything(deal_state, Category.SEQUENCE, seat)
    rival = _rival(deal_state, Category.SEQUENCE, seat)
    if rival is None:
        return
    claim, wanted = rival
    if seat is Seat.ELDER and detailed is not None:
        claim = detailed
    assert isinstance(claim, SequenceClaim)
    tied = tuple(entry.claim.essence for entry, _ in state.ties if isinstance(entry.claim, SequenceClaim))
    hand.limit(hand.suit.against_run(claim.essence, wanted, tied, nought=nought))


def _sets(hand: Demands, deal_state: DealState, seat: Seat) -> None:
    state, rules = deal_state.categories[Category.SET], deal_state.rules
    called = {entry.claim.rank: entry.claim.count for entry in state.entries[seat] if isinstance(entry.claim, SetClaim)}
    for rank, count in called.items():
        hand.at_most(rank, count)
    ranks = [rank for rank in rules.ranks if rules.carries_set(rank) and rank not in called]
    if _called_everything(deal_state, Category.SET, seat):
        for rank in ranks:
            hand.at_most(rank, 2)
    rival = _rival(deal_state, Category.SET, seat)
    if rival is None:
        return
    claim, wanted = rival
    assert isinstance(claim, SetClaim)
    for rank in ranks:
        for count in (3, 4):
            if deal_state.compare(SetClaim(count, rank), claim) not in wanted:
                hand.at_most(rank, count - 1)


# Three and four players
#
# A player who sinks nothing calls the best claim in each class and, where that beats everything the other sides called,
# all others. They may pass over a claim that is worse than a call heard from another side, because it cannot be good,
# but not one that is equal, because it stops the other from scoring. The same holds for calls of the partner, equal
# ones included, unless partners both score all they hold.
#
# *Heard* are the calls made before the player passed, or before the first card if they never did, even if withdrawn or
# found false later. Until then the player may still speak, so calls of sequences and sets demand only what they say. A
# player has one point; calling it is calling the best.
#
# No source covers this; it applies the reading for two players where nobody answers.


Excuses = tuple[tuple[Claim, frozenset[Better]], ...]
"""Calls heard, each with the comparisons that allow a claim to be passed over for it."""


class Turn(NamedTuple):
    """What a seat called in a class, whether it is finished there, and as `excuses` the best calls it had heard."""

    called: tuple[Claim, ...]
    is_over: bool
    excuses: Excuses


Calls = Sequence[Called | Declined]


def calls_of(deal: Deal) -> Calls:
    """Return the calls and passes before the first card, even if withdrawn or found false later."""
    before = takewhile(lambda said: not isinstance(said, TrickTaken), (said for _, said in effective(deal.log)))
    return [said for said in before if isinstance(said, Called | Declined)]


def demand_nothing_sunk_in_round(
    hand: Demands, deal_state: DealState, calls: Calls, seat: Seat, category: Category
) -> None:
    """
    Add to *hand* the demands of *seat* having sunk nothing in *category*; none after a penalty or a claim found false.

    A seat that may call late, because another's claim was false, must only have called whole claims.
    """
    state = deal_state.categories[category]
    if any(entry.false for entry in state.entries[seat]) or deal_state.penalised[seat] is not None:
        return
    called = tuple(entry.claim for entry in state.entries[seat])
    is_over = (state.declined[seat] or deal_state.play_begun) and not state.reopened[seat]
    if called or is_over:
        heard = takewhile(lambda said: said != Declined(seat, category), calls)
        claims = [each for each in heard if isinstance(each, Called) and each.claim.category is category]
        _ROUND_DEMANDS[category](hand, deal_state, Turn(called, is_over, _excuses(deal_state, claims, seat, category)))


def _excuses(deal_state: DealState, heard: Sequence[Called], seat: Seat, category: Category) -> Excuses:
    """Return the best call of the other sides and of the partner among those *heard*."""
    rules = deal_state.rules
    if deal_state.counts_losers(category):
        return ()
    excuses = [(rules.opponents(seat), WORSE)]
    if category is Category.POINT or rules.lesser_count is LesserCount.HOLDER:
        excuses.append((rules.partners(seat), NO_BETTER))
    best = (
        (_best(deal_state, [each.claim for each in heard if each.seat in whose]), wanted) for whose, wanted in excuses
    )
    return tuple((claim, wanted) for claim, wanted in best if claim is not None)


def _best(deal_state: DealState, claims: Iterable[Claim]) -> Claim | None:
    best: Claim | None = None
    for claim in claims:
        if best is None or deal_state.compare(claim, best) is Better.YES:
            best = claim
    return best


def _uncalled(deal_state: DealState, turn: Turn) -> Excuses:
    """
    Return what uncalled claims are bounded by; they are forbidden if it is empty.

    A player with the best claim of all has called the rest too; one who called another has nothing better.
    """
    best = _best(deal_state, turn.called)
    if best is None:
        return turn.excuses
    is_best = all(deal_state.compare(best, claim) is Better.YES for claim, _ in turn.excuses)
    return () if is_best else ((best, NO_BETTER),)


def _round_point(hand: Demands, deal_state: DealState, turn: Turn) -> None:
    rules = deal_state.rules
    hand.whole_point = bool(turn.called)
    may_be = no_point(rules)
    for claim, wanted in [(claim, NO_BETTER) for claim in turn.called] or turn.excuses:
        assert isinstance(claim, PointClaim)
        may_be |= point_family(rules, claim, wanted)
    hand.limit(may_be)


def _round_sequences(hand: Demands, deal_state: DealState, turn: Turn) -> None:
    hand.whole_runs = bool(turn.called)
    if not turn.is_over:
        return
    may_be = 0
    for claim, wanted in _uncalled(deal_state, turn):
        assert isinstance(claim, SequenceClaim)
        may_be |= hand.suit.against_run(claim.essence, wanted, nought=deal_state.rules.nought)
    if may_be:
        hand.limit(may_be)
    else:
        hand.whole_runs = hand.no_other_runs = True


def _round_sets(hand: Demands, deal_state: DealState, turn: Turn) -> None:
    rules = deal_state.rules
    called = {claim.rank: claim.count for claim in turn.called if isinstance(claim, SetClaim)}
    for rank, count in called.items():
        hand.at_most(rank, count)
    if not turn.is_over:
        return
    uncalled = _uncalled(deal_state, turn)
    for rank in rules.ranks:
        if rules.carries_set(rank) and rank not in called:
            for count in (4, 3):
                claim = SetClaim(count, rank)
                if not any(deal_state.compare(claim, other) in wanted for other, wanted in uncalled):
                    hand.at_most(rank, count - 1)


_ROUND_DEMANDS = {Category.POINT: _round_point, Category.SEQUENCE: _round_sequences, Category.SET: _round_sets}
