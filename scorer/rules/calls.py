"""The calls: elder's calls and then younger's, and the answers to them.

Source: Cavendish, Laws 46 to 52, 54 and 56, and the Laws of Piquet au Cent where a ruleset takes
the stricter form.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Self

from .cards import Rank, Suit, in_suit
from .claims import (
    CALLED,
    POINT,
    SEQUENCE,
    SET,
    Category,
    Claim,
    PointClaim,
    SequenceClaim,
    is_stated,
    suited,
)
from .deal_state import (
    ASKED,
    EQUAL,
    NOT_GOOD,
    CalledClaim,
    CallStatus,
    CategoryState,
    DealState,
    unanswered,
)
from .forms import Field, Form, Forms, Maybe, words
from .grammar import (
    BARE_PIPS,
    CLAIM,
    CLASS,
    IN_SUIT,
    MAKING,
    NUMBER,
    RANK,
    Seated,
    all_claims,
    heads,
    refuse_claim,
    saying,
    words_of,
)
from .laws import MATTER_OF, Matter, Subject
from .messages import Message, Text
from .reasons import PACK, Refusal, Rule, Thing, refuse
from .ruleset import Penalties, Ruleset
from .seats import ELDER, YOUNGER, Seat, placed
from .states import BETTER_BY, ON_DETAIL, refuse_not_better


class SaidText(Text):
    """What is said of claims, as it is spoken."""

    NONE = "no {category}"
    NO_MORE = "no more {category:plural}"
    HOW_MANY = "how many?"
    HOW_HIGH = "how high?"
    MAKING = "making {pips}"
    TO = "to the {top}"
    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"
    ANSWER_MAKING = "{what}, making {pips}"
    WITHDRAWS = "withdraws {claim}"
    SHOWS = "shows {claim}"
    FOUND_FALSE = "{claim} found false"


@dataclass(frozen=True, slots=True)
class Called(Seated):
    """The seat called *claim*.

    Elder's first call of a category is pending until younger answers it; until then a further call
    of that category replaces it (Law 50). Once it is good, further calls are elder's other
    holdings; higher ones too, because the call may have been good whatever younger held (Law 49).
    Younger's calls follow elder's first lead and need no answer.
    """

    claim: Claim

    subject: ClassVar = Subject.LEFT_OUT
    forms: ClassVar = (Form(Field("claim", CLAIM)),)

    @property
    def matters(self) -> tuple[Matter, ...]:
        return (MATTER_OF[self.claim.category],)

    @property
    def written(self) -> str:
        return self.claim.written

    @property
    def spoken(self) -> Message:
        return self.claim.spoken

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, claim) for seat in rules.seats for claim in all_claims(rules))

    def refuse(self, deal: DealState) -> Refusal | None:
        category = self.claim.category
        state = deal.categories[category]
        if state.made is not None and self.seat is YOUNGER:
            return _refuse_again_with_pips(deal, self, state.made)
        impossible = refuse_claim(deal.rules, self.claim)
        if impossible is not None:
            return impossible
        if state.reopened[self.seat]:
            return deal.refuse_late_call(self.seat, self.claim)
        if deal.play_begun:
            return refuse(Rule.OMITTED, "omission", seat=self.seat)
        if deal.pending is not None and (self.seat is YOUNGER or deal.pending is not category):
            return unanswered(deal.pending)
        if state.declined[self.seat]:
            return _refuse_again(deal, self.seat, category)
        return deal.refuse_call(self.seat, self.claim)

    def record(self, deal: DealState, position: int) -> None:
        made = deal.categories[self.claim.category].made
        if made is not None and self.seat is YOUNGER:
            _record_again_with_pips(deal, self, made, position)
        else:
            deal.record_call(self.seat, self.claim, position)


# Younger may say with *not good* what their own point makes: that calls it, and the call may be
# repeated in its turn.
#
# Source: English Wikipedia, Piquet, in its dialogue of the point.


def _own_point(deal: DealState, pips: int) -> PointClaim | Refusal:
    """Return the point of younger's that makes *pips* and is better than elder's, or why there is
    none.

    It has as many cards as elder's if it can. In a pack of 36 the same pips may be of four cards or
    of five.
    """
    rules = deal.rules
    elder = deal.categories[POINT].leading.claim
    every = (PointClaim(length, pips) for length in rules.pips_of_length)
    possible = [claim for claim in every if refuse_claim(rules, claim) is None]
    if not possible:
        return refuse(Rule.NO_POINT_MAKES, PACK, pips=pips)
    better = [claim for claim in possible if refuse_not_better(deal, claim, elder) is None]
    if not better:
        return refuse(Rule.NOT_BETTER, BETTER_BY[POINT], claim=possible[-1], rival=elder)
    return next((claim for claim in better if claim.length == elder.length), better[0])


def _refuse_again_with_pips(deal: DealState, said: Called, made: int) -> Refusal | None:
    """Refuse a call of younger's point that is not the one named in the answer to elder's,
    which *made* so many.
    """
    claim = said.claim
    assert isinstance(claim, PointClaim)
    if deal.play_begun:
        return refuse(Rule.OMITTED, "omission", seat=YOUNGER)
    if deal.pending is not None:
        return unanswered(deal.pending)
    if not deal.categories[POINT].unrefuted(YOUNGER):
        return refuse(Rule.ONE_POINT, "point_value", seat=YOUNGER)
    if claim.length == 0 or claim.pips not in (None, made):
        return refuse(Rule.POINT_MADE, "Law 50", pips=made)
    with_pips = replace(claim, pips=made)
    impossible = refuse_claim(deal.rules, with_pips)
    return impossible or refuse_not_better(deal, with_pips, deal.categories[POINT].leading.claim)


def _record_again_with_pips(deal: DealState, said: Called, made: int, position: int) -> None:
    """Record the call of a point that younger named in the answer:
    its number of cards and its suit count as called.
    """
    state = deal.categories[POINT]
    entry = state.entries[YOUNGER][-1]
    assert isinstance(said.claim, PointClaim)
    claim = replace(said.claim, pips=made)
    barred = state.asked_away(claim)
    state.change(entry, entry._replace(claim=claim, called=claim, barred=barred).cited(position))
    state.made = None
    deal.younger_called = True


@dataclass(frozen=True, slots=True)
class Declined(Seated):
    """The seat calls nothing in *category*; with *more*, nothing beside what it has called."""

    category: Category
    more: bool = False

    subject: ClassVar = Subject.LEFT_OUT
    forms: ClassVar = (
        Form(words("no"), Maybe(words("more"), more=True), Field("category", CLASS)),
    )

    @property
    def matters(self) -> tuple[Matter, ...]:
        return (MATTER_OF[self.category],)

    @property
    def written(self) -> str:
        return f"no more {self.category.value}s" if self.more else f"no {self.category.value}"

    @property
    def spoken(self) -> Message:
        text = SaidText.NO_MORE if self.more else SaidText.NONE
        return text(category=self.category)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(seat, category) for seat in rules.seats for category in CALLED)

    def refuse(self, deal: DealState) -> Refusal | None:
        state = deal.categories[self.category]
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, "omission")
        if deal.pending is not None:
            return unanswered(deal.pending)
        if state.declined[self.seat] or (state.entries[self.seat] and not self.more):
            return _refuse_again(deal, self.seat, self.category)
        return deal.refuse_to_decline(self.seat, self.category)

    def record(self, deal: DealState, position: int) -> None:
        state = deal.categories[self.category]
        state.declined = placed(state.declined, self.seat, True)
        deal.spoken_of = placed(deal.spoken_of, self.seat, self.category)
        if self.seat is YOUNGER:
            deal.younger_called = True
        else:
            deal.elder_called = True


CALLED_THINGS: Mapping[Category, Thing] = {
    POINT: Thing.THE_POINT,
    SEQUENCE: Thing.A_SEQUENCE,
    SET: Thing.A_SET,
}


def _refuse_again(deal: DealState, seat: Seat, category: Category) -> Refusal:
    """Refuse what *seat* calls or declines in a class on which it has spoken."""
    what = CALLED_THINGS[category]
    return refuse(Rule.HAS_DECLINED, "omission", seat=seat, what=what())


class Answer(Enum):
    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"

    __hash__ = object.__hash__  # as for Suit


_STATUS = {answer: CallStatus[answer.name] for answer in Answer}


def _waiting(deal: DealState, category: Category) -> CategoryState | None:
    """Return *category* if elder's call of it is pending,
    or was just answered and may be answered again (Law 51).
    """
    state = deal.categories[category]
    if deal.pending is category:
        return state
    return state if deal.answered is category and state.status is not NOT_GOOD else None


def _held(deal: DealState) -> bool:
    """Return whether younger is bound by the last answer."""
    answered = deal.pending is None and deal.answered is not None
    return answered and deal.rules.penalties is Penalties.STRICT


@dataclass(frozen=True, slots=True)
class Asked(Seated):
    """Younger asked what elder's point makes (``how many``)
    or to what card the sequence goes (``how high``).
    """

    category: Category

    subject: ClassVar = Subject.ANSWER
    forms: ClassVar = (
        saying("how many", category=POINT),
        saying("how high", category=SEQUENCE),
        Form(words(*MAKING.spellings, last=True), only=YOUNGER, category=POINT),
    )

    @property
    def matters(self) -> tuple[Matter, ...]:
        return MATTER_OF[self.category], Matter.ANSWERS

    @property
    def written(self) -> str:
        return "how many" if self.category is POINT else "how high"

    @property
    def spoken(self) -> Message:
        return SaidText.HOW_MANY() if self.category is POINT else SaidText.HOW_HIGH()

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(YOUNGER, category) for category in (POINT, SEQUENCE))

    def refuse(self, deal: DealState) -> Refusal | None:
        if self.seat is not YOUNGER:
            return refuse(Rule.ONLY_YOUNGER, "point_pips", what=Thing.ASKS())
        if _held(deal):
            return refuse(Rule.HELD_TO_ANSWER, "penalties")
        state = _waiting(deal, self.category)
        if state is None or self.category is SET:
            return refuse(Rule.NOTHING_ASKED, ON_DETAIL[self.category], category=self.category)
        if state.status is ASKED:
            by = ON_DETAIL[self.category]
            return refuse(Rule.ELDER_TO_SAY, by, point=self.category is POINT)
        if is_stated(state.leading.claim):
            return refuse(Rule.ALREADY_STATED, ON_DETAIL[self.category], category=self.category)
        return None

    def record(self, deal: DealState, position: int) -> None:
        _ask(deal, self.category, position)


def _ask(deal: DealState, category: Category, position: int) -> None:
    state = deal.categories[category]
    state.status = ASKED
    state.asked_at = position
    state.change(state.leading, state.leading.cited(position))
    deal.pending = category
    deal.answered = None


@dataclass(frozen=True, slots=True)
class _Detail(Seated):
    """What elder's pending call of *category* makes, or its head, said when asked."""

    category: ClassVar[Category]
    subject: ClassVar = Subject.ANSWER

    @abstractmethod
    def added_to(self, claim: Claim) -> Claim:
        """Return *claim* with what was said."""

    def refuse(self, deal: DealState) -> Refusal | None:
        if self.seat is not ELDER:
            return refuse(Rule.ONLY_ELDER, "point_pips", what=Thing.SAYS_DETAIL())
        if deal.pending is not self.category:
            return refuse(Rule.NOTHING_ASKED, ON_DETAIL[self.category], category=self.category)
        claim = deal.categories[self.category].leading.claim
        if is_stated(claim):
            return refuse(Rule.ALREADY_STATED, ON_DETAIL[self.category], category=self.category)
        return refuse_claim(deal.rules, self.added_to(claim))

    def record(self, deal: DealState, position: int) -> None:
        state = deal.categories[self.category]
        said = state.leading
        claim = self.added_to(said.claim)
        because = (*said.because, position)
        state.change(said, said._replace(claim=claim, because=because, detailed_at=position))
        state.status = CallStatus.CALLED


@dataclass(frozen=True, slots=True)
class PipsSaid(_Detail):
    pips: int
    suit: Suit | None = None

    category: ClassVar = POINT
    matters: ClassVar = (Matter.POINT, Matter.ANSWERS)
    forms: ClassVar = (
        Form(MAKING, Field("pips", NUMBER), IN_SUIT),
        Form(Field("pips", BARE_PIPS), IN_SUIT),
    )

    @property
    def written(self) -> str:
        return f"making {self.pips}" + in_suit(self.suit)

    @property
    def spoken(self) -> Message:
        return suited(SaidText.MAKING(pips=self.pips), self.suit)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        pips = {pips for length in rules.pips_of_length for pips in rules.possible_pips(length)}
        return (cls(ELDER, each) for each in sorted(pips))

    def added_to(self, claim: Claim) -> PointClaim:
        assert isinstance(claim, PointClaim)
        return PointClaim(claim.length, self.pips, self.suit or claim.suit)


@dataclass(frozen=True, slots=True)
class HeadSaid(_Detail):
    top: Rank
    suit: Suit | None = None

    category: ClassVar = SEQUENCE
    matters: ClassVar = (Matter.SEQUENCE, Matter.ANSWERS)
    forms: ClassVar = (Form(Maybe(words("to")), Maybe(words("the")), Field("top", RANK), IN_SUIT),)

    @property
    def written(self) -> str:
        return f"to {self.top.word}" + in_suit(self.suit)

    @property
    def spoken(self) -> Message:
        return suited(SaidText.TO(top=self.top), self.suit)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(ELDER, top) for top in heads(rules, 3))

    def added_to(self, claim: Claim) -> SequenceClaim:
        assert isinstance(claim, SequenceClaim)
        return SequenceClaim(claim.length, self.top, self.suit or claim.suit)


@dataclass(frozen=True, slots=True)
class Answered(Seated):
    """Younger answered the pending call; another answer at once replaces it (Law 51).

    *pips* is what younger's own point makes, if that was said with *not good*: it calls the point.
    """

    answer: Answer
    pips: int | None = None

    subject: ClassVar = Subject.ANSWER
    matters: ClassVar = (Matter.ANSWERS,)
    forms: ClassVar = (
        saying("good", answer=Answer.GOOD),
        saying("equal", answer=Answer.EQUAL),
        Form(
            words("not good"),
            Maybe(Maybe(words(*MAKING.spellings, "i have")), Field("pips", NUMBER)),
            answer=Answer.NOT_GOOD,
        ),
        Form(words("not good:"), Field("pips", NUMBER), answer=Answer.NOT_GOOD),
    )

    @property
    def written(self) -> str:
        return self.answer.value + ("" if self.pips is None else f" making {self.pips}")

    @property
    def spoken(self) -> Message:
        answer = SaidText[self.answer.name]()
        return answer if self.pips is None else SaidText.ANSWER_MAKING(what=answer, pips=self.pips)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (cls(YOUNGER, answer) for answer in Answer)  # the pips are for those who write a log

    def refuse(self, deal: DealState) -> Refusal | None:
        if self.seat is not YOUNGER:
            return refuse(Rule.ONLY_YOUNGER, "point_pips", what=Thing.ANSWERS())
        if _held(deal):
            return refuse(Rule.HELD_TO_ANSWER, "penalties")
        category = deal.pending or deal.answered
        state = None if category is None else _waiting(deal, category)
        if state is None:
            return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
        assert category is not None
        if state.status is ASKED:
            return refuse(Rule.ELDER_TO_SAY, ON_DETAIL[category], point=category is POINT)
        status = _STATUS[self.answer]
        if state.status is status:
            return refuse(Rule.NOTHING_TO_ANSWER, "Law 51")
        if status is EQUAL and category is SET:
            return refuse(Rule.SETS_NEVER_EQUAL, "quatorze_points")
        return None if self.pips is None else _refuse_own_point(deal, category, self.pips)

    def record(self, deal: DealState, position: int) -> None:
        """Settle the pending call.

        *Equal* to a point or sequence whose pips or head were not said means equal in number, and
        asks for the rest (Law 46, Case I).
        """
        category = deal.pending or deal.answered
        assert category is not None
        state = deal.categories[category]
        status = _STATUS[self.answer]
        if status is EQUAL and not is_stated(state.leading.claim):
            _ask(deal, category, position)
            state.equal_number_at = position
            return
        state.status = status
        state.answered_at = (position,)
        deal.pending = None
        deal.answered = category
        if self.pips is not None:
            claim = _own_point(deal, self.pips)
            assert isinstance(claim, PointClaim)
            deal.enter(YOUNGER, claim, position, barred=state.asked_away(claim))
            state.made = self.pips


def _refuse_own_point(deal: DealState, category: Category, pips: int) -> Refusal | None:
    """Refuse what younger says with *not good* unless it is a better point, and the first."""
    if category is not POINT:
        return refuse(Rule.NOT_OF_POINT, "point_pips", category=category)
    if deal.categories[POINT].unrefuted(YOUNGER):
        return refuse(Rule.ONE_POINT, "point_value", seat=YOUNGER)
    own = _own_point(deal, pips)
    return own if isinstance(own, Refusal) else None


def about_claim(*verbs: str) -> Forms:
    return (Form(words(*verbs), Field("claim", CLAIM)),)


@dataclass(frozen=True, slots=True)
class AboutClaim(Seated):
    """A correction or a finding about *claim*, which the seat has called: the words of its form
    come before it.
    """

    claim: Claim

    subject: ClassVar = Subject.FALSE_CALL
    text: ClassVar[Text]

    @property
    def matters(self) -> tuple[Matter, ...]:
        return MATTER_OF[self.claim.category], Matter.CORRECTIONS

    @property
    def written(self) -> str:
        return f"{words_of(self.forms[0])} {self.claim.written}"

    @property
    def spoken(self) -> Message:
        return self.text(claim=self.claim)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return ()  # only what was called: see `legal_next`

    def entry(self, deal: DealState) -> CalledClaim | None:
        return deal.categories[self.claim.category].find(self.seat, self.claim)

    def refuse_claim(self, deal: DealState, by: str) -> Refusal | None:
        """Refuse a claim that the seat has not called, or has shown."""
        entry = self.entry(deal)
        if entry is None:
            return self._refuse_unknown(deal, by)
        if entry.proved:
            return refuse(Rule.PROVED, "show_duty", claim=self.claim)
        return None

    def _refuse_unknown(self, deal: DealState, by: str) -> Refusal:
        """Refuse a claim that the seat has not called, or of which it has said more since."""
        as_called = self.claim.essence
        for entry in deal.categories[self.claim.category].unrefuted(self.seat):
            if entry.called.essence == as_called:
                return refuse(Rule.SAID_IN_FULL, by, seat=self.seat, claim=entry.claim)
        return refuse(Rule.NOT_CLAIMED, by, seat=self.seat, claim=self.claim)


@dataclass(frozen=True, slots=True)
class Withdrawn(AboutClaim):
    """The seat took back *claim*, an over-call,
    before younger played to the first trick (Law 52).
    """

    forms: ClassVar = about_claim("withdraws")
    text: ClassVar = SaidText.WITHDRAWS

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, "Law 52")
        if deal.pending is not None and deal.pending is not self.claim.category:
            return unanswered(deal.pending)
        return self.refuse_claim(deal, "Law 52")

    def record(self, deal: DealState, position: int) -> None:
        entry = self.entry(deal)
        assert entry is not None
        deal.withdraw(entry, position)


Calling = Answered | Asked | PipsSaid | HeadSaid | Called | Declined | Withdrawn
"""The statements of the calls, in the order in which pages offer them."""
