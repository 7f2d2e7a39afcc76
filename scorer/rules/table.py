"""
The state of a deal: what its statements have made true so far.

This is the working memory of one `fold`, and the only thing in the kernel
that changes. The statements fill it as they are recorded. It is never shared
while it can still change, and it holds no points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from .auction import Auction
from .called import UNSETTLED, WAITING, CategoryState, Entry, Status, claim_cards
from .claims import CALLED, Better, Category, Claim, compare
from .options import LosersInClass, PointCompare, TieSequence, UnprovedDenial
from .ruleset import Ruleset
from .seats import BySeat, Seat


@dataclass(frozen=True, slots=True)
class Setting:
    """
    What a deal must know of its partie.

    Attributes:
        final: this is the last deal, which alone may be conceded.
        carried: points for the cards carried from the deal before, by
            rulesets that carry them.
        before: the points of each seat, or of each side, before the deal;
            `None` unless the partie stops the moment a target is reached.
        target: the points that win, or `None`.
        drop_surplus: leave out statements after the target was reached
            instead of refusing them, to score a partie under other rules.
    """

    final: bool = True
    carried: int = 0
    before: BySeat[int] | None = None
    target: int | None = None
    drop_surplus: bool = False

    @property
    def without_race(self) -> Setting:
        """Return the same setting for a partie that plays every deal to its end."""
        return replace(self, before=None)


class Trick(NamedTuple):
    """One trick: the position of its statement, its winner, and how many of its cards count (0 to 2)."""

    position: int
    winner: Seat
    tens: int


class DealState:
    """
    The state of one deal between two statements.

    `rules` are the partie's, or their variant for a deal played to lose tricks.
    """

    __slots__ = (
        "answered",
        "auction",
        "blanks",
        "categories",
        "conceded",
        "elder_called",
        "exchanged",
        "exchanged_at",
        "may_be_long",
        "penalised",
        "pending",
        "quick_count",
        "rouge",
        "rules",
        "setting",
        "short",
        "short_at",
        "stopped",
        "tricks",
        "tricks_to_play",
        "waived",
        "younger_called",
    )

    def __init__(self, rules: Ruleset, setting: Setting) -> None:
        self.rules = rules
        self.setting = setting
        self.deal_again()

    def deal_again(self) -> None:
        """Clear the state: both hands were thrown in, and the same dealer deals again."""
        rules = self.rules
        seats = rules.players
        self.blanks: tuple[list[int], ...] = tuple([] for _ in range(seats))
        self.auction = Auction()
        self.exchanged: list[int | None] = [None] * seats
        self.exchanged_at: list[int | None] = [None] * seats
        self.categories: dict[Category, CategoryState] = {category: CategoryState(seats) for category in CALLED}
        self.pending: Category | None = None
        self.answered: Category | None = None
        self.elder_called = False
        self.younger_called = False
        self.rouge: list[int | None] = [None] * seats
        self.penalised: list[int | None] = [None] * seats
        self.waived = [False] * seats
        self.may_be_long = [False] * seats
        self.short = [0] * seats
        self.short_at: int | None = None
        self.conceded: tuple[Seat, int] | None = None
        self.tricks: list[Trick] = []
        self.tricks_to_play = rules.hand
        self.quick_count = False
        self.stopped: Seat | None = None

    @property
    def calls_begun(self) -> bool:
        return self.elder_called or self.younger_called

    @property
    def play_begun(self) -> bool:
        return bool(self.tricks) or self.conceded is not None

    @property
    def over(self) -> bool:
        return len(self.tricks) >= self.tricks_to_play or self.conceded is not None or self.stopped is not None

    @property
    def leader(self) -> Seat:
        """The seat that leads the next trick."""
        return self.tricks[-1].winner if self.tricks else Seat.ELDER

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """
        Return the categories in which *seat* may still score with a first call.

        Elder has none once younger calls, for by then elder has led.
        """
        if self.play_begun or seat is Seat.ELDER:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if self._is_open(category) and not state.declined[seat] and not state.entries[seat]
        )

    def may_call_more(self, seat: Seat, category: Category) -> bool:
        """
        Return whether *seat* may still make a first or further call in *category*.

        A seat is finished with a class in which it has called once it calls
        in a later one, says that it has no more, or has named as many cards
        as a hand has. All seats are finished when the first card is played.
        """
        if category in self.unspoken(seat) or self._unspoken_by_elder(seat, category):
            return True
        state, order = self.categories[category], self.rules.order
        over = self.play_begun or state.declined[seat] or not state.entries[seat]
        if over or category is Category.POINT or not self._may_add(seat, category):
            return False
        if sum(claim_cards(entry.claim) for entry in state.entries[seat]) + 3 > self.rules.hand:
            return False
        latest = state.entries[seat][-1].because[0]
        return not any(
            order.index(later) > order.index(category) and entry.because[0] > latest
            for later, other in self.categories.items()
            for entry in other.entries[seat]
        )

    def _unspoken_by_elder(self, seat: Seat, category: Category) -> bool:
        """Whether *seat* is elder before the lead and has said nothing in *category*, a sequence or a set."""
        if seat is not Seat.ELDER or self.younger_called or self.play_begun or category is Category.POINT:
            return False
        state = self.categories[category]
        return state.status is Status.OPEN and not state.declined[seat]

    def _may_add(self, seat: Seat, category: Category) -> bool:
        """Whether *category*, in which *seat* has called, leaves it something to add."""
        if seat is not Seat.ELDER or self.rules.players > 2:
            return self._is_open(category)
        if self.younger_called:
            return False
        if self.categories[category].status in (Status.GOOD, Status.NOT_GOOD):
            return self.categories[category].status is Status.GOOD or self.counts_losers(category)
        return self._is_open(category)

    def _is_open(self, category: Category) -> bool:
        """Return whether the answer to elder's call, if any, leaves *category* open to younger."""
        status = self.categories[category].status
        if status is Status.GOOD:
            return self.counts_losers(category)
        tied_only = category is Category.SEQUENCE and self.rules.sequence_tie is TieSequence.TIED_ONLY
        return status in UNSETTLED or tied_only

    def reckons_nothing(self, seat: Seat) -> bool:
        """Return whether *seat* is under a penalty that was not waived."""
        return self.penalised[seat] is not None and not self.waived[seat]

    def compare(self, mine: Claim, theirs: Claim) -> Better:
        return compare(mine, theirs, by_pips=self.rules.point_compare is PointCompare.PIPS)

    def best(self, entries: list[Entry]) -> Entry | None:
        """Return the best of *entries*, the earlier of two that are level."""
        found: Entry | None = None
        for entry in entries:
            if found is None or self.compare(entry.claim, found.claim) is Better.YES:
                found = entry
        return found

    def _holder(self, category: Category) -> Seat | None:
        """
        Return the seat that is currently good in *category*, or `None`.

        Ordinarily younger's answer decides, or younger's own call where
        elder's was not good or absent. After a claim was found false, the
        best claims that are left are compared.
        """
        state = self.categories[category]
        elder, younger = state.unrefuted(Seat.ELDER), state.unrefuted(Seat.YOUNGER)
        if state.status is Status.GOOD and not (state.reopened[Seat.YOUNGER] and younger):
            return Seat.ELDER if elder else None
        if elder and state.reopened[Seat.ELDER] and self._outbids(elder, younger):
            return Seat.ELDER
        if younger:
            return Seat.YOUNGER
        denied = state.status is Status.NOT_GOOD and self.play_begun
        if denied and elder and self.rules.unproved_denial is UnprovedDenial.ELDER:
            return Seat.ELDER
        return None

    def _outbids(self, mine: list[Entry], theirs: list[Entry]) -> bool:
        """Return whether the best of *mine* beats the best of *theirs*, if they have any."""
        best, rival = self.best(mine), self.best(theirs)
        return rival is None or (best is not None and self.compare(best.claim, rival.claim) is Better.YES)

    def scoring(self, category: Category) -> list[Entry]:
        """Return the claims that currently count in *category*, elder's first, each in the order called."""
        state = self.categories[category]
        if self.counts_losers(category) and state.status not in (*WAITING, Status.EQUAL):
            return state.unrefuted(Seat.ELDER) + state.unrefuted(Seat.YOUNGER)
        holder = self._holder(category)
        return [] if holder is None else state.unrefuted(holder)

    def counts_losers(self, category: Category) -> bool:
        """Return whether both seats count their own claims in *category*."""
        return self.rules.losers_in_class is LosersInClass.ALL_VALID and category is not Category.POINT

    def covers_hand(self, seat: Seat) -> bool:
        """Return whether the good claims of *seat* name at least a hand of cards; a card may be named twice."""
        good = (entry for category in self.categories for entry in self.scoring(category) if entry.seat is seat)
        return sum(claim_cards(entry.claim) for entry in good) >= self.rules.hand
