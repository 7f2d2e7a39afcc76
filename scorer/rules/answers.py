"""
The answers to elder's calls: questions, pips and heads, good, equal and not good, and their corrections.

Source: Cavendish, Laws 46, 48, 51 and 52.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Self

from .called import CategoryState, Status
from .cards import Rank, Suit
from .claimable import heads, refuse_head, refuse_pips
from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from .grammar import AboutClaim, Reader, Seated, format_claim, format_suit, read_claim
from .laws import MATTER_OF, Matter, Subject
from .options import Penalties
from .reasons import Refusal, Rule, refuse
from .round_table import refuse_among_more
from .ruleset import Ruleset
from .seats import Seat
from .sentences import claim_words
from .table import DealState
from .words import RANKS, SETS


class Answer(Enum):
    """Younger's reply to a call."""

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"


_STATUS = {Answer.GOOD: Status.GOOD, Answer.EQUAL: Status.EQUAL, Answer.NOT_GOOD: Status.NOT_GOOD}


def _waiting(deal: DealState, category: Category) -> CategoryState | None:
    """Return *category* if elder's call of it is pending, or was just answered and may be answered again (Law 51)."""
    state = deal.categories[category]
    if deal.pending is category or (deal.answered is category and state.status is not Status.NOT_GOOD):
        return state
    return None


def _held(deal: DealState) -> bool:
    """Return whether younger's answer is final."""
    strict = deal.rules.penalties is Penalties.STRICT
    return strict and deal.pending is None and deal.answered is not None


def _stated(claim: Claim) -> bool:
    """Return whether there is nothing left to ask about *claim*: pips or head were said, or it has none."""
    if isinstance(claim, SetClaim) or claim.length == 0:
        return True
    return (claim.pips if isinstance(claim, PointClaim) else claim.top) is not None


@dataclass(frozen=True, slots=True)
class Asked(Seated):
    """Younger asked what elder's point makes (``how many``) or to what card the sequence goes (``how high``)."""

    category: Category

    subject: ClassVar = Subject.ANSWER

    @property
    def matters(self) -> tuple[Matter, ...]:
        return MATTER_OF[self.category], Matter.ANSWERS

    @property
    def written(self) -> str:
        return "how many" if self.category is Category.POINT else "how high"

    @property
    def spoken(self) -> str:
        return f"{self.written}?"

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(Seat.YOUNGER, category) for category in (Category.POINT, Category.SEQUENCE))

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        if reader.accept("how", "high"):
            return cls(seat, Category.SEQUENCE)
        if reader.accept("how", "many") or (seat is Seat.YOUNGER and reader.ends_with("making", "makes")):
            return cls(seat, Category.POINT)
        return None

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.rules.players > 2:
            return refuse_among_more(deal.rules)
        if self.seat is not Seat.YOUNGER:
            return refuse(Rule.ONLY_YOUNGER, "Law 46", what="asks")
        if _held(deal):
            return refuse(Rule.HELD_TO_ANSWER, deal.rules.source("penalties"))
        state = _waiting(deal, self.category)
        if state is None or self.category is Category.SET:
            return refuse(Rule.NOTHING_ASKED, "Law 46", category=self.category)
        if state.status is Status.ASKED:
            return refuse(Rule.ELDER_TO_SAY, "Law 46", category=self.category)
        if _stated(state.leading.claim):
            return refuse(Rule.ALREADY_STATED, "Law 46", category=self.category)
        return None

    def record(self, deal: DealState, position: int) -> None:
        """Note younger's question, which by Law 46 costs younger a longer point."""
        _ask(deal, self.category, position)


def _ask(deal: DealState, category: Category, position: int) -> None:
    state = deal.categories[category]
    state.status = Status.ASKED
    state.asked_at = position
    state.leading.because += (position,)
    deal.pending = category
    deal.answered = None


@dataclass(frozen=True, slots=True)
class PipsSaid(Seated):
    """Elder said what the point makes: *pips*, in *suit* if it was named."""

    pips: int
    suit: Suit | None = None

    subject: ClassVar = Subject.ANSWER
    matters: ClassVar = (Matter.POINT, Matter.ANSWERS)

    @property
    def written(self) -> str:
        return f"making {self.pips}" + format_suit(self.suit)

    @property
    def spoken(self) -> str:
        return self.written

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        pips = {pips for length in rules.pips_of_length for pips in rules.possible_pips(length)}
        return (cls(Seat.ELDER, each) for each in sorted(pips))

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        bare = reader.is_number() and reader.peek() not in SETS and reader.peek() not in RANKS
        if bare or reader.accept("making") or reader.accept("makes"):
            return cls(seat, reader.number(), reader.suit())
        return None

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.rules.players > 2:
            return refuse_among_more(deal.rules)
        refused = _refuse_detail(deal, self.seat, Category.POINT)
        if refused is not None:
            return refused
        claim = deal.categories[Category.POINT].leading.claim
        assert isinstance(claim, PointClaim)
        return refuse_pips(deal.rules, claim.length, self.pips)

    def record(self, deal: DealState, position: int) -> None:
        state = deal.categories[Category.POINT]
        claim = state.leading.claim
        assert isinstance(claim, PointClaim)
        _detail(state, replace(claim, pips=self.pips, suit=self.suit or claim.suit), position)


@dataclass(frozen=True, slots=True)
class HeadSaid(Seated):
    """Elder said the head of the sequence: *top*, in *suit* if it was named."""

    top: Rank
    suit: Suit | None = None

    subject: ClassVar = Subject.ANSWER
    matters: ClassVar = (Matter.SEQUENCE, Matter.ANSWERS)

    @property
    def written(self) -> str:
        return f"to {self.top.word}" + format_suit(self.suit)

    @property
    def spoken(self) -> str:
        return f"to the {self.top.word}" + format_suit(self.suit)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(Seat.ELDER, top) for top in heads(rules, 3))

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        if reader.accept("to") or reader.peek() == "the" or reader.peek() in RANKS:
            reader.accept("the")
            return cls(seat, reader.rank(), reader.suit())
        return None

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.rules.players > 2:
            return refuse_among_more(deal.rules)
        refused = _refuse_detail(deal, self.seat, Category.SEQUENCE)
        if refused is not None:
            return refused
        claim = deal.categories[Category.SEQUENCE].leading.claim
        assert isinstance(claim, SequenceClaim)
        return refuse_head(deal.rules, claim.length, self.top)

    def record(self, deal: DealState, position: int) -> None:
        state = deal.categories[Category.SEQUENCE]
        claim = state.leading.claim
        assert isinstance(claim, SequenceClaim)
        _detail(state, replace(claim, top=self.top, suit=self.suit or claim.suit), position)


def _refuse_detail(deal: DealState, seat: Seat, category: Category) -> Refusal | None:
    if seat is not Seat.ELDER:
        return refuse(Rule.ONLY_ELDER, "Law 46", what="says what a call makes")
    if deal.pending is not category:
        return refuse(Rule.NOTHING_ASKED, "Law 46", category=category)
    if _stated(deal.categories[category].leading.claim):
        return refuse(Rule.ALREADY_STATED, "Law 46", category=category)
    return None


def _detail(state: CategoryState, claim: Claim, position: int) -> None:
    state.leading.claim = claim
    state.leading.detailed_at = position
    state.leading.because += (position,)
    state.status = Status.CALLED


@dataclass(frozen=True, slots=True)
class Answered(Seated):
    """Younger answered the call that is pending; another answer at once replaces it (Law 51)."""

    answer: Answer

    subject: ClassVar = Subject.ANSWER
    matters: ClassVar = (Matter.ANSWERS,)

    @property
    def written(self) -> str:
        return self.answer.value

    @property
    def spoken(self) -> str:
        return self.answer.value

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(Seat.YOUNGER, answer) for answer in Answer)

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        for answer in (Answer.GOOD, Answer.EQUAL):
            if reader.accept(answer.value):
                return cls(seat, answer)
        if reader.accept("not", "good"):
            states = reader.accept("making") or reader.accept("i", "have") or reader.is_number()
        elif reader.accept("not", "good:"):
            states = True
        else:
            return None
        if states:  # what younger's own point makes: "not good: 39"
            reader.makes = reader.number()
        return cls(seat, Answer.NOT_GOOD)

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.rules.players > 2:
            return refuse_among_more(deal.rules)
        if self.seat is not Seat.YOUNGER:
            return refuse(Rule.ONLY_YOUNGER, "Law 46", what="answers")
        if _held(deal):
            return refuse(Rule.HELD_TO_ANSWER, deal.rules.source("penalties"))
        category = deal.pending or deal.answered
        state = None if category is None else _waiting(deal, category)
        if state is None:
            return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
        assert category is not None
        if state.status is Status.ASKED:
            return refuse(Rule.ELDER_TO_SAY, "Law 46", category=category)
        if state.status is _STATUS[self.answer]:
            return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
        if self.answer is Answer.EQUAL and category is Category.SET:
            return refuse(Rule.SETS_NEVER_EQUAL, "Law 64")
        return None

    def record(self, deal: DealState, position: int) -> None:
        """
        Settle the call that is pending.

        *Equal* to a point or sequence whose pips or head were not said means
        equal in number, and asks for the rest (Law 46, Case I).
        """
        category = deal.pending or deal.answered
        assert category is not None
        state = deal.categories[category]
        if self.answer is Answer.EQUAL and not _stated(state.leading.claim):
            _ask(deal, category, position)
            state.equal_number_at = position
            return
        state.status = _STATUS[self.answer]
        state.answered_at = (position,)
        deal.pending = None
        deal.answered = category


@dataclass(frozen=True, slots=True)
class Withdrawn(AboutClaim):
    """The seat took back *claim*, an over-call, before younger played to the first trick (Law 52)."""

    subject: ClassVar = Subject.FALSE_CALL

    @property
    def written(self) -> str:
        return f"withdraws {format_claim(self.claim)}"

    @property
    def spoken(self) -> str:
        return f"withdraws {claim_words(self.claim)}"

    @classmethod
    def read(cls, reader: Reader, seat: Seat) -> Self | None:
        return cls(seat, read_claim(reader)) if reader.accept("withdraws") else None

    def refuse(self, deal: DealState) -> Refusal | None:
        state = deal.categories[self.claim.category]
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, "Law 52")
        if deal.pending is not None and deal.pending is not self.claim.category:
            return refuse(Rule.UNANSWERED, "Law 46", category=deal.pending)
        entry = state.find(self.seat, self.claim)
        if entry is None:
            return refuse(Rule.NOT_CLAIMED, "Law 52", seat=self.seat, claim=self.claim)
        return refuse(Rule.PROVED, deal.rules.source("show_duty"), claim=self.claim) if entry.proved else None

    def record(self, deal: DealState, position: int) -> None:
        """
        Take the claim back.

        If it was the call that younger answered, younger answers the best of
        what elder still claims; if nothing is left, elder may call again.
        """
        state = deal.categories[self.claim.category]
        mine = state.entries[self.seat]
        entry = state.find(self.seat, self.claim)
        assert entry is not None
        led = deal.rules.players == 2 and self.seat is Seat.ELDER and entry is mine[0]
        mine.remove(entry)
        if led:
            state.recalled = True
            state.asked_at = None
            state.equal_number_at = None
            state.answered_at = ()
            best = deal.best(state.unrefuted(Seat.ELDER))
            state.status = Status.OPEN if best is None else Status.CALLED
            deal.pending = None if best is None else self.claim.category
            if best is not None:
                mine.remove(best)
                mine.insert(0, best)
                best.because += (position,)
