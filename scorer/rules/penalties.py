"""Statements outside the ordinary dialogue: claims shown or found false, penalties, short hands,
concessions.

Source: Cavendish, Laws 25 to 35, 44, 54, 55, 57 and 58, and his description of the game for the
concession of the last deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from .calls import AboutClaim, SaidText, about_claim
from .deal_state import CallStatus, DealState, unanswered
from .forms import Field, Form, words
from .grammar import NUMBER, Bare, Seated, saying
from .laws import Matter, Subject
from .messages import Message, Text
from .reasons import Refusal, Rule, Thing, refuse
from .ruleset import Penalties, Ruleset, ShowDuty
from .seats import ELDER, YOUNGER, placed


class PenaltyText(Text):
    """What is said of penalties, and at the end of the calls, as it is spoken."""

    RECKONS_NOTHING = "reckons nothing"
    WAIVES = "waives the penalty"
    PLAYS_SHORT = "plays {cards:words} short"
    CARTE_ROUGE = "carte rouge"
    CONCEDES = "concedes the deal"


@dataclass(frozen=True, slots=True)
class Proved(AboutClaim):
    """The seat was asked to show *claim*, which had been allowed, and did (Law 55)."""

    forms: ClassVar = about_claim("shows", "proves")
    text: ClassVar = SaidText.SHOWS

    def refuse(self, deal: DealState) -> Refusal | None:
        """Refuse to show a claim that the opponent could not ask for: one not allowed good or
        equal.

        Where a claim must be shown unasked, before the lead, that is not recorded. A claim not
        shown is recorded as found false, which costs no more before a trick is played, and lets the
        opponent call.

        Source: Cavendish, Law 55; his Laws of Piquet au Cent; Card Game Heaven.
        """
        by = "show_duty"
        duty = deal.rules.show_duty
        if duty not in (ShowDuty.ON_REQUEST, ShowDuty.ON_DEMAND):
            return refuse(Rule.NOT_DEMANDED, by, unasked=duty is ShowDuty.SHOWN_OR_LOST)
        category = self.claim.category
        entry = self.entry(deal)
        equal = deal.categories[category].status is CallStatus.EQUAL
        if entry is not None and not equal and entry not in deal.scoring(category):
            return refuse(Rule.NOT_ALLOWED, by, claim=self.claim)
        return self.refuse_claim(deal, by)

    def record(self, deal: DealState, position: int) -> None:
        """Mark the claim as shown: it can no longer be found false or withdrawn."""
        entry = self.entry(deal)
        assert entry is not None
        deal.categories[self.claim.category].change(entry, entry._replace(proved=True))


@dataclass(frozen=True, slots=True)
class FoundFalse(AboutClaim):
    """The seat was found not to hold *claim*, too late to correct it (Law 54)."""

    forms: ClassVar = about_claim("false")
    text: ClassVar = SaidText.FOUND_FALSE

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.pending is not None:
            return unanswered(deal.pending)
        return self.refuse_claim(deal, "Law 54")

    def record(self, deal: DealState, position: int) -> None:
        """Void the claim, which then bars nothing, and reopen its class to the opponents.

        Where the ruleset has the penalty of Law 54 the seat scores nothing in this deal, if the
        claim had been allowed and could no longer be corrected.
        """
        state = deal.categories[self.claim.category]
        entry = self.entry(deal)
        assert entry is not None
        was_allowed = self.seat is YOUNGER or state.status is not CallStatus.NOT_GOOD
        state.change(entry, entry.cited(position)._replace(false=True))
        for opponent in deal.rules.opponents(self.seat):
            reopens = state.status is not CallStatus.EQUAL or self.seat is ELDER
            state.reopened = placed(state.reopened, opponent, reopens)
        if was_allowed and deal.play_begun and deal.rules.penalties is not Penalties.VOID:
            deal.penalise(self.seat, position)


@dataclass(frozen=True, slots=True)
class ReckonedNothing(Bare):
    """The seat pays the penalty of Laws 25, 27, 28, 31, 33, 35 or 58:
    it scores nothing in this deal.
    """

    subject: ClassVar = Subject.RECKONS_NOTHING
    matters: ClassVar = (Matter.PENALTIES,)
    forms: ClassVar = (saying("reckons nothing"),)
    text: ClassVar = PenaltyText.RECKONS_NOTHING

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.reckons_nothing(self.seat):
            return refuse(Rule.SAID_ALREADY, "Law 58", seat=self.seat, what=Thing.A_PENALTY())
        return None

    def record(self, deal: DealState, position: int) -> None:
        """Penalise the seat, whose hand may have had too many cards."""
        deal.penalise(self.seat, position)
        deal.may_be_long = placed(deal.may_be_long, self.seat, True)


@dataclass(frozen=True, slots=True)
class Waived(Bare):
    """The seat waived the opponent's penalty (Law 44)."""

    subject: ClassVar = Subject.WAIVER
    matters: ClassVar = (Matter.PENALTIES,)
    forms: ClassVar = (saying("waives"),)
    text: ClassVar = PenaltyText.WAIVES

    def refuse(self, deal: DealState) -> Refusal | None:
        if not deal.reckons_nothing(self.seat.other):
            return refuse(Rule.NO_PENALTY, "Law 44", seat=self.seat.other)
        return None

    def record(self, deal: DealState, position: int) -> None:
        """Lift the opponent's penalty; a false claim stays void."""
        deal.waived = placed(deal.waived, self.seat.other, True)


@dataclass(frozen=True, slots=True)
class PlayedShort(Seated):
    """The seat plays with *cards* cards too few, which the opponent counts as tricks (Law 57)."""

    cards: int

    subject: ClassVar = Subject.SHORT_HAND
    matters: ClassVar = (Matter.PENALTIES,)
    forms: ClassVar = (Form(words("short"), Field("cards", NUMBER)),)

    @property
    def written(self) -> str:
        return f"short {self.cards}"

    @property
    def spoken(self) -> Message:
        return PenaltyText.PLAYS_SHORT(cards=self.cards)

    @classmethod
    def possible(cls, rules: Ruleset) -> Iterable[Self]:
        return (
            cls(seat, cards)
            for seat in rules.seats
            for cards in range(1, rules.elder_exchange_max + 1)
        )

    def refuse(self, deal: DealState) -> Refusal | None:
        if deal.auction.minus:
            by = "auction"
            return refuse(Rule.NOT_PLAYED, by, what=Thing.MINUS_SHORT_HAND())
        if deal.over:
            return refuse(Rule.DEAL_OVER, "Law 57")
        if deal.pending is not None:
            return unanswered(deal.pending)
        if any(deal.short):
            short = ELDER if deal.short[ELDER] else YOUNGER
            return refuse(Rule.SAID_ALREADY, "Law 57", seat=short, what=Thing.SHORT_HAND())
        most = min(deal.rules.elder_exchange_max, deal.rules.hand - len(deal.tricks))
        if not 1 <= self.cards <= most:
            return refuse(Rule.SHORT_LIMIT, "Law 57", most=most)
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.short = placed(deal.short, self.seat, self.cards)
        deal.tricks_to_play = deal.rules.hand - self.cards
        deal.short_at = position


@dataclass(frozen=True, slots=True)
class CarteRougeShown(Bare):
    """The seat showed that every card it holds has scored."""

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.RECORD,)
    forms: ClassVar = (saying("carte rouge"),)
    text: ClassVar = PenaltyText.CARTE_ROUGE

    def refuse(self, deal: DealState) -> Refusal | None:
        rules = deal.rules
        seat = self.seat
        by = "carte_rouge"
        if not rules.carte_rouge:
            return refuse(Rule.NOT_PLAYED, by, what=Thing.ROUGE())
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, by)
        if deal.pending is not None:
            return unanswered(deal.pending)
        if deal.rouge[seat] is not None:
            return refuse(Rule.SAID_ALREADY, by, seat=seat, what=Thing.A_ROUGE())
        if not deal.covers_hand(seat):
            return refuse(Rule.NOT_EVERY_CARD, by, seat=seat, hand=rules.hand)
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.rouge = placed(deal.rouge, self.seat, position)


@dataclass(frozen=True, slots=True)
class Conceded(Bare):
    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.PLAY,)
    forms: ClassVar = (saying("concedes"),)
    text: ClassVar = PenaltyText.CONCEDES

    def refuse(self, deal: DealState) -> Refusal | None:
        if not deal.rules.concession:
            return refuse(Rule.NOT_PLAYED, "concession", what=Thing.CONCESSION())
        if deal.play_begun:
            return refuse(Rule.PLAY_BEGUN, "concession")
        if deal.pending is not None:
            return unanswered(deal.pending)
        if not deal.setting.final:
            return refuse(Rule.NOT_LAST_DEAL, "concession")
        return None

    def record(self, deal: DealState, position: int) -> None:
        deal.conceded = (self.seat, position)
        deal.tricks_to_play = 0


Penalty = CarteRougeShown | Conceded | PlayedShort | ReckonedNothing | Waived | Proved | FoundFalse
"""The statements about penalties and of what is shown, in the order in which pages offer them."""
