"""
The calls: point, sequences and sets, elder's first and then younger's; or each seat's in turn round the table.

Source: Cavendish, Laws 46 to 50, 54 and 56, and the Laws of Piquet au Cent
where a ruleset takes the stricter form.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self, assert_never

from .bidding import refuse_before_contract
from .called import WAITING, CategoryState, Entry, Status, claim_cards
from .claimable import all_claims, refuse_claim
from .claims import CALLED, Better, Category, Claim, PointClaim, SetClaim
from .grammar import CLAIM_HEADS, Reader, Seated, format_claim, read_claim
from .laws import MATTER_OF, Matter, Subject
from .options import Omission, Penalties, TieSequence
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import Seat
from .sentences import claim_words
from .table import DealState
from .words import CATEGORIES


@dataclass(frozen=True, slots=True)
class Called(Seated):
    """
    The seat called *claim*.

    Elder's first call of a category is pending until younger answers it;
    until then a further call of that category replaces it (Law 50). Once it is
    good, further calls are elder's lesser holdings. Younger's calls follow
    elder's first lead and need no answer.
    """

    claim: Claim

    subject: ClassVar = Subject.LEFT_OUT

    @property
    def matters(self) -> tuple[Matter, ...]:
        return (MATTER_OF[self.claim.category],)

    @property
    def written(self) -> str:
        return format_claim(self.claim)

    @property
    def spoken(self) -> str:
        return claim_words(self.claim)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, claim) for seat in rules.seats for claim in all_claims(rules))

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat, read_claim(reader)) if reader.peek() in CLAIM_HEADS else None

    def refuse(self, deal: DealState) -> Refusal | None:
        category = self.claim.category
        state = deal.categories[category]
        impossible = refuse_claim(deal.rules, self.claim)
        if impossible is not None:
            return impossible
        if deal.rules.players > 2:
            return _refuse_called_in_turn(deal, self)
        if state.reopened[self.seat]:
            return _refuse_late(deal, state, self)
        unsettled = refuse_before_contract(deal)
        if unsettled is not None:
            return unsettled
        if deal.play_begun:
            return refuse(Rule.OMITTED, deal.rules.source("omission"), seat=self.seat)
        if deal.pending is not None and (self.seat is Seat.YOUNGER or deal.pending is not category):
            return refuse(Rule.UNANSWERED, "Law 46", category=deal.pending)
        if state.declined[self.seat]:
            return refuse(Rule.HAS_DECLINED, "Law 56", seat=self.seat, category=category)
        return _refuse_elder(deal, state, self) if self.seat is Seat.ELDER else _refuse_younger(deal, state, self)

    def record(self, deal: DealState, position: int) -> None:
        category = self.claim.category
        state = deal.categories[category]
        mine = state.entries[self.seat]
        if deal.rules.players > 2:
            mine.append(Entry(self.seat, self.claim, position))
            return
        if self.seat is Seat.YOUNGER:
            mine.append(Entry(self.seat, self.claim, position, barred=_asked_away(state, self.claim)))
            deal.younger_called = True
        elif state.reopened[Seat.ELDER]:
            mine.append(Entry(self.seat, self.claim, position))
        elif state.status is Status.OPEN or state.status in (*WAITING, Status.EQUAL):
            if state.status is Status.EQUAL:
                state.ties.append((state.leading, state.answered_at[0]))
            state.entries[Seat.ELDER][:] = [Entry(self.seat, self.claim, position)]
            state.status = Status.CALLED
            state.asked_at = None
            state.equal_number_at = None
            deal.pending = category
            deal.elder_called = True
        else:
            mine.append(Entry(self.seat, self.claim, position))


def _refuse_elder(deal: DealState, state: CategoryState, said: Called) -> Refusal | None:
    category = said.claim.category
    if deal.younger_called and not state.recalled and deal.rules.omission is Omission.FIRST_CARD:
        return refuse(Rule.OMITTED, deal.rules.source("omission"), seat=Seat.ELDER)
    if state.tied is not None:
        above = _refuse_above(deal, said.claim, state.tied)
        if above is not None:
            return above
    match state.status:
        case Status.OPEN:
            if category is Category.POINT and _point_is_past(deal) and not state.recalled:
                return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
            return None
        case Status.CALLED:
            if state.leading.claim.essence == said.claim.essence:
                return refuse(Rule.UNANSWERED, "Law 50", category=category)
            return _refuse_raised(deal, state, said.claim)
        case Status.ASKED:
            return refuse(Rule.ELDER_TO_SAY, "Law 46", category=category)
        case Status.EQUAL:
            if _class_is_void(deal, category):
                return refuse(Rule.CLASS_VOID, _tie_source(deal, category), category=category)
            return _refuse_above(deal, said.claim, state.leading.claim)
        case Status.NOT_GOOD if not deal.counts_losers(category):
            return refuse(Rule.ANSWERED_NOT_GOOD, "Law 50", category=category)
        case Status.GOOD | Status.NOT_GOOD:
            return _refuse_lesser(deal, state, said)
        case _:
            assert_never(state.status)


def _point_is_past(deal: DealState) -> bool:
    """Return whether elder has gone on to sequences or sets, or has led, and so lost the point (Law 46)."""
    later = (deal.categories[Category.SEQUENCE], deal.categories[Category.SET])
    return deal.younger_called or any(state.status is not Status.OPEN or state.declined[Seat.ELDER] for state in later)


def _refuse_younger(deal: DealState, state: CategoryState, said: Called) -> Refusal | None:
    category = said.claim.category
    mine = state.entries[Seat.YOUNGER]
    if state.status is Status.GOOD and not deal.counts_losers(category):
        return refuse(Rule.ELDER_IS_GOOD, "Law 49", category=category)
    tied = state.tied
    if state.status is Status.EQUAL:
        if _class_is_void(deal, category):
            return refuse(Rule.CLASS_VOID, _tie_source(deal, category), category=category)
        tied = state.leading.claim
    if tied is not None:
        above = _refuse_above(deal, said.claim, tied)
        if above is not None:
            return above
    if mine:
        return refuse_beside(deal, state, said)
    if state.status is Status.NOT_GOOD:
        return _refuse_not_better(deal, said.claim, state.leading.claim)
    return None


def _class_is_void(deal: DealState, category: Category) -> bool:
    """Return whether an equal call closes *category*."""
    return category is not Category.SEQUENCE or deal.rules.sequence_tie is not TieSequence.TIED_ONLY


def _tie_source(deal: DealState, category: Category) -> str:
    return deal.rules.source("point_tie" if category is Category.POINT else "sequence_tie")


def _refuse_above(deal: DealState, mine: Claim, tied: Claim) -> Refusal | None:
    """Refuse *mine* after an equal call unless it is lesser than the one that *tied*."""
    if deal.compare(mine, tied) is Better.NO:
        return None
    return refuse(Rule.NOT_LESSER, deal.rules.source("sequence_tie"), claim=mine, other=tied)


def _refuse_not_better(deal: DealState, mine: Claim, theirs: Claim) -> Refusal | None:
    """Refuse *mine* after 'not good' unless it is better than *theirs*."""
    if deal.compare(mine, theirs) in (Better.YES, Better.UNKNOWN):
        return None
    return refuse(Rule.NOT_BETTER, "Law 54", claim=mine, other=theirs)


def _refuse_lesser(deal: DealState, state: CategoryState, said: Called) -> Refusal | None:
    """Refuse what cannot follow the seat's other claims of its category."""
    refused = refuse_beside(deal, state, said)
    if refused is None and said.seat is Seat.ELDER:
        return _refuse_raised(deal, state, said.claim)
    return refused


def refuse_beside(deal: DealState, state: CategoryState, said: Called) -> Refusal | None:
    """Refuse what one hand cannot hold beside the seat's other claims of its category."""
    mine, claim = state.entries[said.seat], said.claim
    if isinstance(claim, PointClaim):
        return refuse(Rule.ONE_POINT, "Law 62", seat=said.seat)
    if isinstance(claim, SetClaim):
        for entry in mine:
            if isinstance(entry.claim, SetClaim) and entry.claim.rank is claim.rank:
                return refuse(Rule.RANK_CALLED, "Law 64", seat=said.seat, rank=claim.rank)
    if claim_cards(claim) == 0 and state.find(said.seat, claim) is not None:
        return refuse(Rule.SAID_ALREADY, "Law 63", seat=said.seat, what="a sequence of nought")
    if sum(claim_cards(entry.claim) for entry in mine) + claim_cards(claim) > deal.rules.hand:
        return refuse(Rule.TOO_MANY_CARDS, "Law 9", seat=said.seat, hand=deal.rules.hand)
    return None


def _refuse_raised(deal: DealState, state: CategoryState, claim: Claim) -> Refusal | None:
    """Refuse a call above elder's first, where a call lower than the holding is binding."""
    first = state.leading.claim
    if deal.rules.penalties is Penalties.STRICT and deal.compare(claim, first) is Better.YES:
        return refuse(Rule.BOUND_BY_CALL, deal.rules.source("penalties"), claim=first)
    return None


def _refuse_late(deal: DealState, state: CategoryState, said: Called) -> Refusal | None:
    """Refuse what cannot be called now that the opponent's claim was found false (Law 54)."""
    if deal.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=deal.pending)
    if state.unrefuted(said.seat):
        return _refuse_lesser(deal, state, said)
    rival = deal.best(state.unrefuted(said.seat.other))
    return None if rival is None else _refuse_not_better(deal, said.claim, rival.claim)


def _asked_away(state: CategoryState, claim: Claim) -> bool:
    """Return whether younger, by asking what elder's point makes, gave up a longer one (Law 46, Case I)."""
    if not isinstance(claim, PointClaim) or state.asked_at is None:
        return False
    leading = state.leading.claim
    assert isinstance(leading, PointClaim)
    return claim.length > leading.length


@dataclass(frozen=True, slots=True)
class Declined(Seated):
    """The seat calls nothing in *category*; with *more*, nothing beside what it has called."""

    category: Category
    more: bool = False

    subject: ClassVar = Subject.LEFT_OUT

    @property
    def matters(self) -> tuple[Matter, ...]:
        return (MATTER_OF[self.category],)

    @property
    def written(self) -> str:
        return f"no more {self.category.value}s" if self.more else f"no {self.category.value}"

    @property
    def spoken(self) -> str:
        return self.written

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, category) for seat in rules.seats for category in CALLED)

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        if not reader.accept("no"):
            return None
        more = reader.accept("more")
        if reader.peek() not in CATEGORIES:
            raise reader.error("point, sequence or set was expected here")
        return cls(seat, CATEGORIES[reader.take()], more)

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.rules.players > 2:
            return _refuse_declined_in_turn(deal, self)
        state = deal.categories[self.category]
        unsettled = refuse_before_contract(deal)
        if unsettled is not None:
            return unsettled
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, "Law 56")
        if deal.pending is not None:
            return refuse(Rule.UNANSWERED, "Law 46", category=deal.pending)
        if state.declined[self.seat] or (state.entries[self.seat] and not self.more):
            return refuse(Rule.HAS_DECLINED, "Law 56", seat=self.seat, category=self.category)
        if self.seat is Seat.YOUNGER:
            if state.status is Status.GOOD and not deal.counts_losers(self.category):
                return refuse(Rule.ELDER_IS_GOOD, "Law 49", category=self.category)
            if state.status is Status.EQUAL and _class_is_void(deal, self.category):
                return refuse(Rule.CLASS_VOID, _tie_source(deal, self.category), category=self.category)
        elif deal.younger_called:
            return refuse(Rule.OMITTED, "Law 56", seat=Seat.ELDER)
        elif self.category is Category.POINT and _point_is_past(deal):
            return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.categories[self.category].declined[self.seat] = True
        if deal.rules.players > 2:
            return
        if self.seat is Seat.YOUNGER:
            deal.younger_called = True
        else:
            deal.elder_called = True


def _refuse_called_in_turn(deal: DealState, said: Called) -> Refusal | None:
    category = said.claim.category
    state = deal.categories[category]
    if deal.play_begun and not state.reopened[said.seat]:
        return refuse(Rule.OMITTED, deal.rules.source("omission"), seat=said.seat)
    if state.declined[said.seat] and not state.reopened[said.seat]:
        return refuse(Rule.HAS_DECLINED, deal.rules.source("omission"), seat=said.seat, category=category)
    if category is Category.POINT and not deal.rules.partner_point:
        for partner in deal.rules.partners(said.seat):
            for entry in state.unrefuted(partner):
                if deal.compare(said.claim, entry.claim) is Better.EQUAL:
                    source = deal.rules.source("partner_point")
                    return refuse(Rule.PARTNER_HAS_POINT, source, seat=said.seat, claim=entry.claim)
    return refuse_beside(deal, state, said) if state.unrefuted(said.seat) else None


def _refuse_declined_in_turn(deal: DealState, said: Declined) -> Refusal | None:
    state = deal.categories[said.category]
    if deal.play_begun:
        return refuse(Rule.PLAY_BEGUN, deal.rules.source("omission"))
    if state.declined[said.seat] or (state.entries[said.seat] and not said.more):
        return refuse(Rule.HAS_DECLINED, deal.rules.source("omission"), seat=said.seat, category=said.category)
    return None
