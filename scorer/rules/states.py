"""The two kinds of deal: a dialogue between two, and calls round the table.

What may be called, what is good and what is lost in time depends on whether anybody answers. So a
statement asks the state of the deal, and each kind says it in its own way.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from .claims import POINT, SEQUENCE, SET, Better, Category, Claim
from .deal_state import (
    ANSWERED,
    EQUAL,
    GOOD,
    NOT_GOOD,
    OPEN,
    UNSETTLED,
    WAITING,
    CalledClaim,
    CallStatus,
    CategoryState,
    DealState,
    Setting,
    Tie,
    unanswered,
)
from .reasons import Refusal, Rule, refuse
from .ruleset import LesserCount, Omission, Penalties, Ruleset, TieSequence, UnprovedDenial
from .seats import ELDER, YOUNGER, Seat

ON_DETAIL = {POINT: "point_pips", SEQUENCE: "sequence_heads", SET: "sequence_heads"}
"""The rule by which a call of each class says more than its length."""

BETTER_BY = {POINT: "point_compare", SEQUENCE: "sequence_points", SET: "quatorze_points"}
"""The rule by which one claim of a class is better than another."""
"""The law on what elder must say of a call, by its class."""


def begin(rules: Ruleset, setting: Setting) -> DealState:
    """Return the state of a deal in which nothing has been said."""
    return RoundState(rules, setting) if rules.round_the_table else TwoState(rules, setting)


class TwoState(DealState):
    """The state of a deal between two: elder calls, younger answers, and calls after the lead.

    Source: Cavendish, Laws 46 to 52, 54, 56 and 62 to 64.
    """

    @property
    def calls_begun(self) -> bool:
        return self.elder_called or self.younger_called

    @property
    def has_every_call(self) -> bool:
        """Whether the exchange was recorded: it cannot be added once a call is, so those who record
        it mean to record every call.
        """
        return self.exchanged[ELDER] is not None

    def refuse_exchange(self, seat: Seat) -> Refusal | None:
        if seat is YOUNGER and self.exchanged[ELDER] is None:
            return refuse(Rule.ELDER_EXCHANGES_FIRST, "Law 32")
        return None

    def exchange_rules(self, seat: Seat) -> str:
        return seat.word

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return where *seat* may still score with a first call: elder nowhere once younger calls,
        having led.
        """
        if self.play_begun or seat is ELDER:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if self._is_open(category) and not state.declined[seat] and not state.entries[seat]
        )

    def _may_add(self, seat: Seat, category: Category) -> bool:
        if seat is not ELDER:
            return self._is_open(category)
        if self.younger_called:
            return False
        status = self.categories[category].status
        if status in ANSWERED:
            return status is GOOD or self.counts_losers(category)
        return self._is_open(category)

    def _is_open(self, category: Category) -> bool:
        """Return whether the answer to elder's call, if any, leaves *category* open to younger."""
        status = self.categories[category].status
        if status is GOOD:
            return self.counts_losers(category)
        return status in UNSETTLED or self._only_tied_are_lost(category)

    def _only_tied_are_lost(self, category: Category) -> bool:
        """Return whether lesser claims of *category* may follow an equal one."""
        return category is SEQUENCE and self.rules.sequence_tie is TieSequence.TIED_ONLY

    # What is called

    def refuse_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        state = self.categories[claim.category]
        if seat is ELDER:
            return self._refuse_elder(state, claim)
        return self._refuse_younger(state, claim)

    def _refuse_elder(self, state: CategoryState, claim: Claim) -> Refusal | None:
        category = claim.category
        omission = self.rules.omission
        if self.younger_called and not state.recalled and omission is Omission.FIRST_CARD:
            return refuse(Rule.OMITTED, "omission", seat=ELDER)
        refused = self._refuse_after_equal(state, claim)
        if refused is not None:
            return refused
        match state.status:
            case CallStatus.OPEN | CallStatus.EQUAL:
                if category is POINT and self._point_is_past() and not state.recalled:
                    return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
                return None
            case CallStatus.CALLED:
                if state.leading.claim.essence == claim.essence:
                    return refuse(Rule.UNANSWERED, "Law 50", category=category)
                return self._refuse_raised(state, claim)
            case CallStatus.ASKED:
                return refuse(Rule.ELDER_TO_SAY, ON_DETAIL[category], point=category is POINT)
            case CallStatus.NOT_GOOD if not self.counts_losers(category):
                return refuse(Rule.ANSWERED_NOT_GOOD, "Law 50", category=category)
            case CallStatus.GOOD | CallStatus.NOT_GOOD:
                return self._refuse_lesser(state, ELDER, claim)
            case _:
                assert_never(state.status)

    def _refuse_younger(self, state: CategoryState, claim: Claim) -> Refusal | None:
        refused = self._refuse_after_good(state, claim.category)
        refused = refused or self._refuse_after_equal(state, claim)
        if refused is not None:
            return refused
        if state.entries[YOUNGER]:
            return self.refuse_beside(YOUNGER, claim)
        if state.status is not NOT_GOOD:
            return None
        return refuse_not_better(self, claim, state.leading.claim)

    def _refuse_after_good(self, state: CategoryState, category: Category) -> Refusal | None:
        """Refuse younger what was lost by allowing elder's call."""
        if state.status is GOOD and not self.counts_losers(category):
            return refuse(Rule.ELDER_IS_GOOD, BETTER_BY[category], category=category)
        return None

    def _refuse_after_equal(self, state: CategoryState, claim: Claim) -> Refusal | None:
        """Refuse what follows an equal call, where that voids the class, or unless it is lesser."""
        tied = state.tied
        if state.status is EQUAL:
            if not self._only_tied_are_lost(claim.category):
                return self._refuse_void(claim.category)
            tied = state.leading.claim
        if tied is None or self.compare(claim, tied) is Better.NO:
            return None
        by = "sequence_tie"
        return refuse(Rule.NOT_LESSER, by, claim=claim, rival=tied)

    def _refuse_void(self, category: Category) -> Refusal:
        by = "point_tie" if category is POINT else "sequence_tie"
        return refuse(Rule.CLASS_VOID, by, category=category)

    def _refuse_lesser(self, state: CategoryState, seat: Seat, claim: Claim) -> Refusal | None:
        refused = self.refuse_beside(seat, claim)
        if refused is None and seat is ELDER:
            return self._refuse_raised(state, claim)
        return refused

    def _refuse_raised(self, state: CategoryState, claim: Claim) -> Refusal | None:
        """Refuse a call above elder's first, where a call lower than the holding is binding."""
        first = state.leading.claim
        strict = self.rules.penalties is Penalties.STRICT
        if strict and self.compare(claim, first) is Better.YES:
            return refuse(Rule.BOUND_BY_CALL, "penalties", claim=first)
        return None

    def _point_is_past(self) -> bool:
        """Return whether elder has gone on to sequences or sets, or has led, and so lost the point
        (Law 46).
        """
        if self.younger_called or not self.elder_called:
            return self.younger_called
        later = (self.categories[SEQUENCE], self.categories[SET])
        return any(state.status is not OPEN or state.declined[ELDER] for state in later)

    def refuse_late_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        if self.pending is not None:
            return unanswered(self.pending)
        state = self.categories[claim.category]
        if state.unrefuted(seat):
            return self._refuse_lesser(state, seat, claim)
        rival = self.best(state.unrefuted(seat.other))
        return None if rival is None else refuse_not_better(self, claim, rival.claim)

    def record_call(self, seat: Seat, claim: Claim, position: int) -> None:
        state = self.categories[claim.category]
        if seat is YOUNGER:
            self.younger_called = True
            self.enter(seat, claim, position, barred=state.asked_away(claim))
            return
        if not state.reopened[ELDER] and state.status not in ANSWERED:
            # the call is to be answered; it replaces one that was not, and follows an equal one
            if state.status is EQUAL:
                state.ties += (Tie(state.leading, state.answered_at[0]),)
            state.entries[ELDER] = ()
            state.status = CallStatus.CALLED
            state.asked_at = None
            state.equal_number_at = None
            self.pending = claim.category
            self.elder_called = True
        self.enter(seat, claim, position)

    def refuse_to_decline(self, seat: Seat, category: Category) -> Refusal | None:
        state = self.categories[category]
        if seat is YOUNGER:
            if state.status is EQUAL and not self._only_tied_are_lost(category):
                return self._refuse_void(category)
            return self._refuse_after_good(state, category)
        if self.younger_called:
            return refuse(Rule.OMITTED, "omission", seat=ELDER)
        if category is POINT and self._point_is_past():
            return refuse(Rule.POINT_CALLED_FIRST, "Law 46")
        return None

    def withdraw(self, entry: CalledClaim, position: int) -> None:
        """Take back what was called.

        If it was the call that younger answered, younger answers the best of what elder still
        claims; if nothing is left, elder may call again.
        """
        category = entry.claim.category
        state = self.categories[category]
        was_answered = entry.seat is ELDER and entry is state.leading
        super().withdraw(entry, position)
        if entry.seat is YOUNGER:
            state.made = None
        if not was_answered:
            return
        state.recalled = True
        if state.made is not None:
            # younger will answer another call, and named this point in answer to the first
            state.entries[YOUNGER] = state.entries[YOUNGER][:-1]
            state.made = None
        state.asked_at = None
        state.equal_number_at = None
        state.answered_at = ()
        best = self.best(state.unrefuted(ELDER))
        if best is None:
            state.status = OPEN
            self.pending = None
            return
        state.status = CallStatus.CALLED
        self.pending = category
        others = [each for each in state.entries[ELDER] if each is not best]
        state.entries[ELDER] = (best.cited(position), *others)

    # What is good

    def scoring(self, category: Category) -> list[CalledClaim]:
        """Return the claims that currently count in *category*, elder's first, each in the order
        called.

        Usually younger's answer decides, or younger's own call where elder's was not good or
        absent. After a claim was found false, the best of the remaining claims are compared.
        """
        state = self.categories[category]
        elder = state.unrefuted(ELDER)
        younger = state.unrefuted(YOUNGER)
        if self.counts_losers(category) and state.status not in (*WAITING, EQUAL):
            return elder + younger
        if state.status is GOOD and not (younger and state.reopened[YOUNGER]):
            return elder
        if elder and state.reopened[ELDER] and self._outbids(elder, younger):
            return elder
        if younger:
            return younger
        denied = elder and state.status is NOT_GOOD and self.play_begun
        return elder if denied and self.rules.unproved_denial is UnprovedDenial.ELDER else []

    def level(self, category: Category) -> list[CalledClaim]:
        state = self.categories[category]
        found = [tie.entry.cited(tie.answered_at) for tie in state.ties]
        if state.status is EQUAL and not state.leading.false:
            found.append(state.leading.cited(state.answered_at[0]))
        return found

    def _outbids(self, mine: list[CalledClaim], theirs: list[CalledClaim]) -> bool:
        best = self.best(mine)
        rival = self.best(theirs)
        assert best is not None
        return rival is None or self.compare(best.claim, rival.claim) is Better.YES


def refuse_not_better(deal: DealState, mine: Claim, theirs: Claim) -> Refusal | None:
    """Refuse *mine* after 'not good' unless it is better than *theirs*."""
    better = deal.compare(mine, theirs)
    match better:
        case Better.YES | Better.UNKNOWN:
            return None
        case Better.EQUAL:
            return refuse(Rule.ONLY_EQUAL, BETTER_BY[mine.category], claim=mine, rival=theirs)
        case Better.NO:
            return refuse(Rule.NOT_BETTER, BETTER_BY[mine.category], claim=mine, rival=theirs)
        case _:
            assert_never(better)


class _Undisputed(NamedTuple):
    """The best claim of a class that no other side equals, the claims that it was compared with,
    and those above it that were equal.
    """

    best: CalledClaim | None
    beside: list[CalledClaim]
    equal: list[CalledClaim]


class RoundState(DealState):
    """The state of a deal for more than two: nobody answers, and the claims of all seats are
    compared.

    Of three players, or four in partnership, each seat in turn calls any of its holdings, with pips
    and heads, before the first card. The best claim of a class is good; if two sides have equal
    best claims, none is. In partnership both partners may count lesser claims with the best one of
    their side.

    Source: Card Game Heaven for three; adpoker.fr for four in partnership, whose text is not clear
    on who counts what (`LesserCount`).
    """

    has_every_call = True

    @property
    def calls_begun(self) -> bool:
        return any(any(state.entries) or any(state.declined) for state in self.categories.values())

    def refuse_exchange(self, seat: Seat) -> Refusal | None:
        if seat is self.rules.dealer and self.rules.dealer_exchange_max:
            return None
        return refuse(Rule.DOES_NOT_EXCHANGE, "dealer_exchange_max", seat=seat)

    def exchange_rules(self, seat: Seat) -> str:
        return "dealer"

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return the categories in which *seat* has neither called nor declined, before a card is
        played.
        """
        if self.play_begun:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if not state.declined[seat] and not state.entries[seat]
        )

    def _may_add(self, seat: Seat, category: Category) -> bool:
        return True

    def refuse_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        """Refuse a call that equals a partner's point, or that the hand cannot hold beside its
        others.
        """
        state = self.categories[claim.category]
        if claim.category is POINT and not self.rules.partner_point:
            for partner in self.rules.partners(seat):
                for entry in state.unrefuted(partner):
                    if self.compare(claim, entry.claim) is Better.EQUAL:
                        by = "partner_point"
                        return refuse(Rule.PARTNER_HAS_POINT, by, seat=seat, claim=entry.claim)
        return self.refuse_beside(seat, claim) if state.unrefuted(seat) else None

    def refuse_late_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        return self.refuse_call(seat, claim)

    def record_call(self, seat: Seat, claim: Claim, position: int) -> None:
        self.enter(seat, claim, position)

    def refuse_to_decline(self, seat: Seat, category: Category) -> Refusal | None:
        return None

    def scoring(self, category: Category) -> list[CalledClaim]:
        """Return the claims that currently count in *category*, in the order of the seats."""
        if self.counts_losers(category):
            return self._unrefuted(category)
        best, beside, _ = self._undisputed(category)
        if best is None:
            return []
        if category is POINT:
            return [best]
        side_of = self.rules.side_of
        both = self.rules.lesser_count is LesserCount.SIDE
        return [
            entry
            for entry in beside
            if entry.seat is best.seat or (both and side_of[entry.seat] == side_of[best.seat])
        ]

    def level(self, category: Category) -> list[CalledClaim]:
        if self.counts_losers(category):
            return []
        _, _, equal = self._undisputed(category)
        last = max((entry.because[-1] for entry in equal), default=0)
        return [entry if last in entry.because else entry.cited(last) for entry in equal]

    def _unrefuted(self, category: Category) -> list[CalledClaim]:
        state = self.categories[category]
        return [entry for seat in self.rules.seats for entry in state.unrefuted(seat)]

    def _undisputed(self, category: Category) -> _Undisputed:
        """Return the best claim of *category* that no other side equals.

        Where only the equal sequences are lost, it is the best of the others.
        """
        entries = self._unrefuted(category)
        side_of = self.rules.side_of
        equal: list[CalledClaim] = []
        while entries:
            best = self.best(entries)
            assert best is not None
            level = [
                entry for entry in entries if self.compare(entry.claim, best.claim) is Better.EQUAL
            ]
            if len({side_of[entry.seat] for entry in level}) == 1:
                return _Undisputed(best, entries, equal)
            equal += level
            if category is not SEQUENCE or self.rules.sequence_tie is not TieSequence.TIED_ONLY:
                break
            entries = [entry for entry in entries if entry not in level]
        return _Undisputed(None, [], equal)
