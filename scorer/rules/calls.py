"""
The calls: point, sequences and sets, elder's first and then younger's.

For each statement one function says why the rules refuse it, and one records
it; nothing else in the project decides what may be said.

Source: Cavendish, Laws 46 to 50, 54 and 56, and the Laws of Piquet au Cent
where a ruleset takes the stricter form.
"""

from __future__ import annotations

from .bidding import refuse_before_contract
from .called import WAITING, CategoryState, Entry, Status, claim_cards
from .claimable import refuse_claim
from .claims import Better, Category, Claim, PointClaim, SetClaim
from .options import Omission, Penalties, TieSequence
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import Called, Declined
from .table import Table


def refuse_called(table: Table, said: Called) -> Refusal | None:
    """Why *said* may not be called now."""
    category = said.claim.category
    state = table.categories[category]
    impossible = refuse_claim(table.rules, said.claim)
    if impossible is not None:
        return impossible
    if state.reopened[said.seat]:
        return _refuse_late(table, state, said)
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.play_begun:
        return refuse(Rule.OMITTED, table.rules.source("omission"), seat=said.seat)
    if table.pending is not None and (said.seat is Seat.YOUNGER or table.pending is not category):
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if state.declined[said.seat]:
        return refuse(Rule.HAS_DECLINED, "Law 56", seat=said.seat, category=category)
    return _refuse_elder(table, state, said) if said.seat is Seat.ELDER else _refuse_younger(table, state, said)


def _refuse_elder(table: Table, state: CategoryState, said: Called) -> Refusal | None:
    category = said.claim.category
    if table.younger_called and not state.recalled and table.rules.omission is Omission.FIRST_CARD:
        return refuse(Rule.OMITTED, table.rules.source("omission"), seat=Seat.ELDER)
    if state.tied is not None:
        above = _refuse_above(table, said.claim, state.tied)
        if above is not None:
            return above
    match state.status:
        case Status.OPEN:
            if category is Category.POINT and _point_is_past(table) and not state.recalled:
                return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
            return None
        case Status.CALLED:
            if state.leading.claim.essence == said.claim.essence:
                return refuse(Rule.UNANSWERED, "Law 50", category=category)
            return _refuse_raised(table, state, said.claim)
        case Status.ASKED:
            return refuse(Rule.ELDER_TO_SAY, "Law 46", category=category)
        case Status.EQUAL:
            if _class_is_void(table, category):
                return refuse(Rule.CLASS_VOID, _tie_source(table, category), category=category)
            return _refuse_above(table, said.claim, state.leading.claim)
        case Status.NOT_GOOD if not table.counts_losers(category):
            return refuse(Rule.ANSWERED_NOT_GOOD, "Law 50", category=category)
        case _:
            return _refuse_lesser(table, state, said)


def _point_is_past(table: Table) -> bool:
    """Whether elder has begun on sequences or sets, or has led, so that his point is lost (Law 46)."""
    later = (table.categories[Category.SEQUENCE], table.categories[Category.SET])
    return table.younger_called or any(state.status is not Status.OPEN or state.declined[Seat.ELDER] for state in later)


def _refuse_younger(table: Table, state: CategoryState, said: Called) -> Refusal | None:
    category = said.claim.category
    mine = state.entries[Seat.YOUNGER]
    if state.status is Status.GOOD and not table.counts_losers(category):
        return refuse(Rule.ELDER_IS_GOOD, "Law 49", category=category)
    tied = state.tied
    if state.status is Status.EQUAL:
        if _class_is_void(table, category):
            return refuse(Rule.CLASS_VOID, _tie_source(table, category), category=category)
        tied = state.leading.claim
    if tied is not None:
        above = _refuse_above(table, said.claim, tied)
        if above is not None:
            return above
    if mine:
        return refuse_beside(table, state, said)
    if state.status is Status.NOT_GOOD:
        return _refuse_not_better(table, said.claim, state.leading.claim)
    return None


def _class_is_void(table: Table, category: Category) -> bool:
    """Whether an equal call leaves nothing to be called in *category*."""
    return category is not Category.SEQUENCE or table.rules.sequence_tie is not TieSequence.TIED_ONLY


def _tie_source(table: Table, category: Category) -> str:
    return table.rules.source("point_tie" if category is Category.POINT else "sequence_tie")


def _refuse_above(table: Table, mine: Claim, tied: Claim) -> Refusal | None:
    """Why *mine* cannot follow an equal call: it must be lesser than the one that tied."""
    if table.compare(mine, tied) is Better.NO:
        return None
    return refuse(Rule.NOT_LESSER, table.rules.source("sequence_tie"), claim=mine, other=tied)


def _refuse_not_better(table: Table, mine: Claim, theirs: Claim) -> Refusal | None:
    """Why *mine* cannot be what 'not good' meant: it must be better than *theirs*."""
    if table.compare(mine, theirs) in (Better.YES, Better.UNKNOWN):
        return None
    return refuse(Rule.NOT_BETTER, "Law 54", claim=mine, other=theirs)


def _refuse_lesser(table: Table, state: CategoryState, said: Called) -> Refusal | None:
    """Why *said* cannot follow the seat's other claims of its category."""
    refused = refuse_beside(table, state, said)
    if refused is None and said.seat is Seat.ELDER:
        return _refuse_raised(table, state, said.claim)
    return refused


def refuse_beside(table: Table, state: CategoryState, said: Called) -> Refusal | None:
    """Why one hand cannot hold *said* beside the seat's other claims of its category."""
    mine, claim = state.entries[said.seat], said.claim
    if isinstance(claim, PointClaim):
        return refuse(Rule.ONE_POINT, "Law 62", seat=said.seat)
    if isinstance(claim, SetClaim):
        for entry in mine:
            if isinstance(entry.claim, SetClaim) and entry.claim.rank is claim.rank:
                return refuse(Rule.RANK_CALLED, "Law 64", seat=said.seat, rank=claim.rank)
    if claim_cards(claim) == 0 and state.find(said.seat, claim) is not None:
        return refuse(Rule.SAID_ALREADY, "Law 63", seat=said.seat, what="a sequence of nought")
    if sum(claim_cards(entry.claim) for entry in mine) + claim_cards(claim) > table.rules.hand:
        return refuse(Rule.TOO_MANY_CARDS, "Law 9", seat=said.seat, hand=table.rules.hand)
    return None


def _refuse_raised(table: Table, state: CategoryState, claim: Claim) -> Refusal | None:
    """Why elder cannot go above the call he made, where a call lower than the holding binds him."""
    first = state.leading.claim
    if table.rules.penalties is Penalties.STRICT and table.compare(claim, first) is Better.YES:
        return refuse(Rule.BOUND_BY_CALL, table.rules.source("penalties"), claim=first)
    return None


def _refuse_late(table: Table, state: CategoryState, said: Called) -> Refusal | None:
    """Why *said* cannot be taken now that the opponent's claim was found false (Law 54)."""
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if state.standing(said.seat):
        return _refuse_lesser(table, state, said)
    rival = table.best(state.standing(said.seat.other))
    return None if rival is None else _refuse_not_better(table, said.claim, rival.claim)


def record_called(table: Table, said: Called, position: int) -> None:
    """Record a call."""
    category = said.claim.category
    state = table.categories[category]
    mine = state.entries[said.seat]
    if said.seat is Seat.YOUNGER:
        mine.append(Entry(said.seat, said.claim, position, barred=_asked_away(state, said.claim)))
        table.younger_called = True
    elif state.reopened[Seat.ELDER]:
        mine.append(Entry(said.seat, said.claim, position))
    elif state.status is Status.OPEN or state.status in (*WAITING, Status.EQUAL):
        if state.status is Status.EQUAL:
            state.ties.append((state.leading, state.answered_at[0]))
        state.entries[Seat.ELDER][:] = [Entry(said.seat, said.claim, position)]
        state.status = Status.CALLED
        state.asked_at = None
        state.equal_number_at = None
        table.pending = category
        table.elder_called = True
    else:
        mine.append(Entry(said.seat, said.claim, position))


def _asked_away(state: CategoryState, claim: Claim) -> bool:
    """Whether younger, by asking what elder's point made, gave up the longer point she now calls (Law 46, Case I)."""
    if not isinstance(claim, PointClaim) or state.asked_at is None:
        return False
    leading = state.leading.claim
    assert isinstance(leading, PointClaim)
    return claim.length > leading.length


def refuse_declined(table: Table, said: Declined) -> Refusal | None:
    """Why *said* may not be said now."""
    state = table.categories[said.category]
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, "Law 56")
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if state.declined[said.seat] or (state.entries[said.seat] and not said.more):
        return refuse(Rule.HAS_DECLINED, "Law 56", seat=said.seat, category=said.category)
    if said.seat is Seat.YOUNGER:
        if state.status is Status.GOOD and not table.counts_losers(said.category):
            return refuse(Rule.ELDER_IS_GOOD, "Law 49", category=said.category)
        if state.status is Status.EQUAL and _class_is_void(table, said.category):
            return refuse(Rule.CLASS_VOID, _tie_source(table, said.category), category=said.category)
    elif table.younger_called:
        return refuse(Rule.OMITTED, "Law 56", seat=Seat.ELDER)
    elif said.category is Category.POINT and _point_is_past(table):
        return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
    return None


def record_declined(table: Table, said: Declined, position: int) -> None:
    """Record that a seat calls nothing in a category."""
    table.categories[said.category].declined[said.seat] = True
    if said.seat is Seat.YOUNGER:
        table.younger_called = True
    else:
        table.elder_called = True
