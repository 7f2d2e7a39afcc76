"""
The answers to elder's calls: questions, pips and heads, good, equal and not good, and their corrections.

As for every statement, one function says why the rules refuse it and one
records it.

Source: Cavendish, Laws 46, 48, 51 and 52.
"""

from __future__ import annotations

from dataclasses import replace

from .called import CategoryState, Status
from .claimable import refuse_head, refuse_pips
from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from .options import Penalties
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import Answer, Answered, Asked, HeadSaid, PipsSaid, Withdrawn
from .table import Table

_STATUS = {Answer.GOOD: Status.GOOD, Answer.EQUAL: Status.EQUAL, Answer.NOT_GOOD: Status.NOT_GOOD}


def _waiting(table: Table, category: Category) -> CategoryState | None:
    """The state of *category* if elder's call of it waits, or was just answered good and may be reopened (Law 51)."""
    state = table.categories[category]
    if table.pending is category or (table.answered is category and state.status is not Status.NOT_GOOD):
        return state
    return None


def _held(table: Table) -> bool:
    """Whether younger is held to the answer she has given."""
    strict = table.rules.penalties is Penalties.STRICT
    return strict and table.pending is None and table.answered is not None


def _stated(claim: Claim) -> bool:
    """Whether there is nothing left to ask about *claim*: pips or head were said, or it can have none."""
    if isinstance(claim, SetClaim) or claim.length == 0:
        return True
    return (claim.pips if isinstance(claim, PointClaim) else claim.top) is not None


def refuse_asked(table: Table, said: Asked) -> Refusal | None:
    """Why younger may not ask now."""
    if said.seat is not Seat.YOUNGER:
        return refuse(Rule.ONLY_YOUNGER, "Law 46", what="asks")
    if _held(table):
        return refuse(Rule.HELD_TO_ANSWER, table.rules.source("penalties"))
    state = _waiting(table, said.category)
    if state is None or said.category is Category.SET:
        return refuse(Rule.NOTHING_ASKED, "Law 46", category=said.category)
    if state.status is Status.ASKED:
        return refuse(Rule.ELDER_TO_SAY, "Law 46", category=said.category)
    if _stated(state.leading.claim):
        return refuse(Rule.ALREADY_STATED, "Law 46", category=said.category)
    return None


def record_asked(table: Table, said: Asked, position: int) -> None:
    """Record younger's question, which by Law 46 costs her a longer point."""
    _ask(table, said.category, position)


def _ask(table: Table, category: Category, position: int) -> None:
    state = table.categories[category]
    state.status = Status.ASKED
    state.asked_at = position
    state.leading.because += (position,)
    table.pending = category
    table.answered = None


def refuse_pips_said(table: Table, said: PipsSaid) -> Refusal | None:
    """Why elder may not say now what his point makes."""
    refused = _refuse_detail(table, said.seat, Category.POINT)
    if refused is not None:
        return refused
    claim = table.categories[Category.POINT].leading.claim
    assert isinstance(claim, PointClaim)
    return refuse_pips(table.rules, claim.length, said.pips)


def refuse_head_said(table: Table, said: HeadSaid) -> Refusal | None:
    """Why elder may not say now to what card his sequence goes."""
    refused = _refuse_detail(table, said.seat, Category.SEQUENCE)
    if refused is not None:
        return refused
    claim = table.categories[Category.SEQUENCE].leading.claim
    assert isinstance(claim, SequenceClaim)
    return refuse_head(table.rules, claim.length, said.top)


def _refuse_detail(table: Table, seat: Seat, category: Category) -> Refusal | None:
    if seat is not Seat.ELDER:
        return refuse(Rule.ONLY_ELDER, "Law 46", what="says what his call makes")
    if table.pending is not category:
        return refuse(Rule.NOTHING_ASKED, "Law 46", category=category)
    if _stated(table.categories[category].leading.claim):
        return refuse(Rule.ALREADY_STATED, "Law 46", category=category)
    return None


def record_pips_said(table: Table, said: PipsSaid, position: int) -> None:
    """Record what elder's point makes."""
    state = table.categories[Category.POINT]
    claim = state.leading.claim
    assert isinstance(claim, PointClaim)
    _detail(state, replace(claim, pips=said.pips, suit=said.suit or claim.suit), position)


def record_head_said(table: Table, said: HeadSaid, position: int) -> None:
    """Record to what card elder's sequence goes."""
    state = table.categories[Category.SEQUENCE]
    claim = state.leading.claim
    assert isinstance(claim, SequenceClaim)
    _detail(state, replace(claim, top=said.top, suit=said.suit or claim.suit), position)


def _detail(state: CategoryState, claim: Claim, position: int) -> None:
    state.leading.claim = claim
    state.leading.detailed_at = position
    state.leading.because += (position,)
    state.status = Status.CALLED


def refuse_answered(table: Table, said: Answered) -> Refusal | None:
    """Why younger may not answer so now."""
    if said.seat is not Seat.YOUNGER:
        return refuse(Rule.ONLY_YOUNGER, "Law 46", what="answers")
    if _held(table):
        return refuse(Rule.HELD_TO_ANSWER, table.rules.source("penalties"))
    category = table.pending or table.answered
    state = None if category is None else _waiting(table, category)
    if state is None:
        return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
    assert category is not None
    if state.status is Status.ASKED:
        return refuse(Rule.ELDER_TO_SAY, "Law 46", category=category)
    if state.status is _STATUS[said.answer]:
        return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
    if said.answer is Answer.EQUAL and category is Category.SET:
        return refuse(Rule.SETS_NEVER_EQUAL, "Law 64")
    return None


def record_answered(table: Table, said: Answered, position: int) -> None:
    """
    Record younger's answer.

    *Equal* to a point or sequence whose pips or head were not said means
    equal in number, and asks for the rest (Law 46, Case I).
    """
    category = table.pending or table.answered
    assert category is not None
    state = table.categories[category]
    if said.answer is Answer.EQUAL and not _stated(state.leading.claim):
        _ask(table, category, position)
        state.equal_number_at = position
        return
    state.status = _STATUS[said.answer]
    state.answered_at = (position,)
    table.pending = None
    table.answered = category


def refuse_withdrawn(table: Table, said: Withdrawn) -> Refusal | None:
    """Why *said* may not be taken back now."""
    state = table.categories[said.claim.category]
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, "Law 52")
    if table.pending is not None and table.pending is not said.claim.category:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    entry = state.find(said.seat, said.claim)
    if entry is None:
        return refuse(Rule.NOT_CLAIMED, "Law 52", seat=said.seat, claim=said.claim)
    return refuse(Rule.PROVED, table.rules.source("show_duty"), claim=said.claim) if entry.proved else None


def record_withdrawn(table: Table, said: Withdrawn, position: int) -> None:
    """
    Record an over-call taken back.

    If it was the call that younger answered, the best of what elder still
    claims waits for her answer again; if nothing is left he may call anew.
    """
    state = table.categories[said.claim.category]
    mine = state.entries[said.seat]
    entry = state.find(said.seat, said.claim)
    assert entry is not None
    led = said.seat is Seat.ELDER and entry is mine[0]
    mine.remove(entry)
    if led:
        state.recalled = True
        state.asked_at = None
        state.equal_number_at = None
        state.answered_at = ()
        best = table.best(state.standing(Seat.ELDER))
        state.status = Status.OPEN if best is None else Status.CALLED
        table.pending = None if best is None else said.claim.category
        if best is not None:
            mine.remove(best)
            mine.insert(0, best)
            best.because += (position,)
