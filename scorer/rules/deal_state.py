"""The state of a deal: what its statements have established so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, Self, TypeVar

from .claims import CALLED, POINT, SEQUENCE, SET, Better, Category, Claim, compare
from .grammar import Seated
from .reasons import Refusal, Rule, refuse
from .ruleset import (
    LesserCount,
    LosersInClass,
    MinusCalls,
    PointCompare,
    Ruleset,
    TieSequence,
    TrickCount,
    UnprovedDenial,
)
from .seats import ELDER, YOUNGER, BySeat, Seat, placed

# In an auction elder opens. A bid is a number of tricks, to win or (minus) to lose, and is higher
# than the one before;
# a minus bid ranks with the plus bid of its number. The opponent may double a bid and its maker
# redouble; a higher bid
# ends both. A pass after a bid closes the auction. If both pass at once the same dealer deals
# again: earlier statements of the deal no longer count, and the auction begins again in the same
# log.
#
# Source: pokerwiner.com and Card Game Heaven, reported; no laws were found.


FACTORS = (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Contract(Seated):
    """A bid to win *tricks* tricks, or to lose that many in a *minus* deal."""

    tricks: int
    minus: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """The state of an auction.

    `doubled` is 1 if the bid is doubled and 2 if redoubled; `passed` is who opened with a pass;
    when `closed` the bid is the contract, made at the positions `because`; when `thrown_in` both
    have passed and new cards are dealt.
    """

    bid: Contract | None = None
    doubled: int = 0
    passed: Seat | None = None
    closed: bool = False
    because: tuple[int, ...] = ()
    thrown_in: bool = False

    @property
    def turn(self) -> Seat:
        if self.bid is None:
            return ELDER if self.passed is None else self.passed.other
        return self.bid.seat if self.doubled == 1 else self.bid.seat.other

    @property
    def contract(self) -> Contract | None:
        return self.bid if self.closed else None

    @property
    def factor(self) -> int:
        """The multiplier of each trick over or short of the contract."""
        return FACTORS[self.doubled]

    @property
    def minus(self) -> bool:
        return self.contract is not None and self.contract.minus


def tricks_made(bid: Contract, won: Sequence[int] | BySeat[int]) -> int:
    """Return the tricks that count for *bid*: its maker's, or in a minus deal the opponent's."""
    return won[bid.seat.other if bid.minus else bid.seat]


@lru_cache(maxsize=64)
def in_a_minus_deal(rules: Ruleset) -> Ruleset:
    """Return *rules* for a deal played to lose tricks:
    one threshold for both bonuses, and tricks lost count.
    """
    threshold = rules.minus_threshold
    source = rules.sources["minus_threshold"]
    sources = {**rules.sources, "repique_threshold": source, "pique_threshold": source}
    return replace(
        rules,
        sources=sources,
        repique_threshold=threshold,
        pique_threshold=threshold,
        trick_count=TrickCount.LOST,
    )


class Status(Enum):
    OPEN = auto()
    CALLED = auto()
    ASKED = auto()
    GOOD = auto()
    EQUAL = auto()
    NOT_GOOD = auto()


# by name, because Python 3.11 is slow to find a member of an enum
OPEN = Status.OPEN
ASKED = Status.ASKED
GOOD = Status.GOOD
EQUAL = Status.EQUAL
NOT_GOOD = Status.NOT_GOOD

WAITING = (Status.CALLED, ASKED)
"""Elder's call is pending: younger answers, or elder says what was asked."""

ANSWERED = (GOOD, NOT_GOOD)

UNSETTLED = (OPEN, NOT_GOOD, *WAITING)


def unanswered(category: Category) -> Refusal:
    """Refuse what must wait for younger's answer to elder's call of *category*."""
    return refuse(Rule.UNANSWERED, "Cavendish, description of the game", category=category)


class Entry(NamedTuple):
    """A claim with the positions of the statements that made it what it is.

    `called` is the claim as first said; `detailed_at` is the position at which its pips or head
    were added. `number` counts the calls of the deal in the order in which they were said:
    positions are links, and an insertion has a late one.
    """

    seat: Seat
    claim: Claim
    because: tuple[int, ...]
    called: Claim
    number: int
    barred: bool = False
    detailed_at: int | None = None
    proved: bool = False
    false: bool = False

    def cited(self, position: int) -> Entry:
        """Return the entry as the statement at *position* makes it too."""
        return Entry(self.seat, self.claim, (*self.because, position), *self[3:])


class _Claiming(Protocol):
    @property
    def claim(self) -> Claim: ...


Claims = TypeVar("Claims", bound=_Claiming)


class _State:
    """Something that statements change; a copy shares no list with it.

    What most deals never change is an attribute of the class, as is what they change by the seat:
    there it is a tuple with a value for each of four. So a state is soon made and copied.
    """

    lists: ClassVar[tuple[str, ...]]

    def copy(self) -> Self:
        new = object.__new__(type(self))
        held = vars(self)
        new.__dict__ = held | {name: held[name].copy() for name in self.lists}
        return new


class CategoryState(_State):
    """The calls of one category and how elder's was answered.

    `ties` holds elder's equal calls that were followed by another, each with the position of the
    answer. `asked_at` is the position at which younger asked for pips or head, or said *equal*
    before they were known, which asks for them; only the latter sets `equal_number_at`. `made` is
    what younger's point makes if it was called with the answer alone.
    """

    lists = ("entries",)

    status = OPEN
    asked_at: int | None = None
    answered_at: tuple[int, ...] = ()
    equal_number_at: int | None = None
    made: int | None = None
    recalled = False
    ties: tuple[tuple[Entry, int], ...] = ()
    declined = reopened = (False,) * len(Seat)

    def __init__(self, seats: int) -> None:
        self.entries: list[tuple[Entry, ...]] = [()] * seats

    @property
    def leading(self) -> Entry:
        """Elder's first call, which younger answers."""
        return self.entries[ELDER][0]

    @property
    def tied(self) -> Claim | None:
        """The last claim that was equal and after which elder called again;
        what follows must be lesser.
        """
        return self.ties[-1][0].claim if self.ties else None

    def unrefuted(self, seat: Seat) -> list[Entry]:
        mine = self.entries[seat]
        return [entry for entry in mine if not entry.false] if mine else []

    def change(self, entry: Entry, new: Entry) -> None:
        self.entries[entry.seat] = tuple(
            [new if each is entry else each for each in self.entries[entry.seat]]
        )

    def find(self, seat: Seat, claim: Claim) -> Entry | None:
        """Return the unrefuted claim of *seat* that says the same as *claim*, suits aside."""
        wanted = claim.essence
        for entry in self.entries[seat]:
            if not entry.false and entry.claim.essence == wanted:
                return entry
        return None


class Setting(NamedTuple):
    """What a deal must know of its partie.

    Attributes:
        final: this is the last deal, which alone may be conceded.
        carried: points for the cards carried forward from the deal before.
        before: the points of each seat or side before the deal; `None` unless reaching a target
            stops the partie.
        target: the points that win.
        drop_surplus: leave out statements after the target was reached, to score a partie under
            other rules.
    """

    final: bool = True
    carried: int = 0
    before: BySeat[int] | None = None
    target: int | None = None
    drop_surplus: bool = False


class Trick(NamedTuple):
    """One trick; *tens* is the number of its cards that count, 0 to 2."""

    position: int
    winner: Seat
    tens: int


class DealState(_State):
    """The state of one deal between two statements: the only mutable thing in the kernel, with its
    categories.

    `fold` fills it and `extend` a copy; it is not shared while it can still change, and has no
    points. `rules` are the partie's, or their variant for a deal played to lose tricks.
    """

    lists = ("exchanged", "exchanged_at", "tricks")

    blanks: tuple[tuple[int, ...], ...] = ((),) * len(Seat)
    rouge: tuple[int | None, ...] = (None,) * len(Seat)
    penalised = rouge
    waived = may_be_long = (False,) * len(Seat)
    short = (0,) * len(Seat)
    auction = Auction()
    pending: Category | None = None
    answered: Category | None = None
    calls_made = 0
    elder_called = False
    younger_called = False
    short_at: int | None = None
    conceded: tuple[Seat, int] | None = None
    quick_count = False
    stopped: Seat | None = None

    def __init__(self, rules: Ruleset, setting: Setting) -> None:
        seats = rules.players
        self.rules = rules
        self.setting = setting
        self.exchanged: list[int | None] = [None] * seats
        self.exchanged_at = self.exchanged.copy()
        self.categories: dict[Category, CategoryState] = {
            category: CategoryState(seats) for category in CALLED
        }
        self.tricks: list[Trick] = []
        self.tricks_to_play = rules.hand

    def copy(self) -> Self:
        new = super().copy()
        new.categories = {category: state.copy() for category, state in self.categories.items()}
        return new

    def as_answered(self) -> Self:
        """Return the state without its pending call.
        It shares all else with this one, so nothing may be recorded.
        """
        new = object.__new__(type(self))
        new.__dict__ = vars(self) | {"pending": None}
        return new

    def deal_again(self) -> None:
        """Clear the state: both hands were thrown in, and the same dealer deals again."""
        self.__dict__ = vars(type(self)(self.rules, self.setting))

    @property
    def calls_begun(self) -> bool:
        return self.elder_called or self.younger_called

    @property
    def play_begun(self) -> bool:
        return bool(self.tricks) or self.conceded is not None

    @property
    def over(self) -> bool:
        return len(self.tricks) >= self.tricks_to_play or self.stopped is not None

    @property
    def has_every_call(self) -> bool:
        """Whether every call, question and answer is recorded; of two players perhaps only the good
        calls are.

        Those who record every call begin with the exchange, which cannot be added once a call is
        recorded.
        """
        return self.rules.players > 2 or self.exchanged[ELDER] is not None

    @property
    def leader(self) -> Seat:
        return self.tricks[-1].winner if self.tricks else ELDER

    def caller(self, seat: Seat) -> Seat:
        """Return whose calls score for *seat*:
        the other's, in a minus deal if the ruleset says so.
        """
        to_the_other = self.auction.minus and self.rules.minus_calls is MinusCalls.OTHER
        return seat.other if to_the_other else seat

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return where *seat* may still score with a first call;
        elder nowhere once younger calls, having led.
        """
        if self.play_begun or seat is ELDER:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if self._is_open(category) and not state.declined[seat] and not state.entries[seat]
        )

    def may_call_more(self, seat: Seat, category: Category) -> bool:
        """Return whether *seat* may still make a first or further call in *category*.

        A seat that has called in a class is finished with it once it calls in a later one, says
        that it has no more, or has named a hand of cards. All seats are finished when the first
        card is played.
        """
        if category in self.unspoken(seat) or self._unspoken_by_elder(seat, category):
            return True
        state = self.categories[category]
        order = self.rules.order
        over = self.play_begun or state.declined[seat] or not state.entries[seat]
        if (
            over
            or category is POINT
            or not self._may_add(seat, category)
            or not self.has_room(seat, category)
        ):
            return False
        latest = state.entries[seat][-1].number
        return not any(
            order.index(later) > order.index(category) and entry.number > latest
            for later, other in self.categories.items()
            for entry in other.entries[seat]
        )

    def most_cards(self, seat: Seat) -> int:
        """Return the most cards that the hand of *seat* can have,
        which may be long after a wrong exchange (Law 58).
        """
        return self.rules.hand + (self.rules.talon if self.may_be_long[seat] else 0)

    def has_room(self, seat: Seat, category: Category) -> bool:
        """Return whether a hand can hold what *seat* has called and one more sequence or set.

        A set has cards of three suits, and a sequence only one, so a hand of two sequences has no
        set.
        """
        runs = self.categories[SEQUENCE].entries[seat]
        hand = self.most_cards(seat)
        left = hand - sum(entry.claim.length for entry in runs)
        if category is SET and len(runs) + left < 3:
            return False
        return (
            sum(entry.claim.length for entry in self.categories[category].entries[seat]) + 3 <= hand
        )

    def _unspoken_by_elder(self, seat: Seat, category: Category) -> bool:
        if seat is not ELDER or self.younger_called or self.play_begun or category is POINT:
            return False
        state = self.categories[category]
        return state.status is OPEN and not state.declined[seat] and self.has_room(seat, category)

    def _may_add(self, seat: Seat, category: Category) -> bool:
        if seat is not ELDER or self.rules.players > 2:
            return self._is_open(category)
        if self.younger_called:
            return False
        if self.categories[category].status in ANSWERED:
            return self.categories[category].status is GOOD or self.counts_losers(category)
        return self._is_open(category)

    def _is_open(self, category: Category) -> bool:
        """Return whether the answer to elder's call, if any, leaves *category* open to younger."""
        status = self.categories[category].status
        if status is GOOD:
            return self.counts_losers(category)
        tied_only = category is SEQUENCE and self.rules.sequence_tie is TieSequence.TIED_ONLY
        return status in UNSETTLED or tied_only

    def penalise(self, seat: Seat, position: int) -> None:
        self.penalised = placed(self.penalised, seat, position)
        self.waived = placed(self.waived, seat, False)

    def reckons_nothing(self, seat: Seat) -> bool:
        """Return whether *seat* is under a penalty that was not waived."""
        return self.penalised[seat] is not None and not self.waived[seat]

    def compare(self, mine: Claim, theirs: Claim) -> Better:
        return compare(mine, theirs, by_pips=self.rules.point_compare is PointCompare.PIPS)

    def best(self, entries: Sequence[Claims]) -> Claims | None:
        """Return what has the best claim of *entries*; of equal ones the earliest."""
        found: Claims | None = None
        for entry in entries:
            if found is None or self.compare(entry.claim, found.claim) is Better.YES:
                found = entry
        return found

    def _outbids(self, mine: list[Entry], theirs: list[Entry]) -> bool:
        best = self.best(mine)
        rival = self.best(theirs)
        return rival is None or (
            best is not None and self.compare(best.claim, rival.claim) is Better.YES
        )

    def scoring(self, category: Category) -> list[Entry]:
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

    def counts_losers(self, category: Category) -> bool:
        """Return whether both seats count their own claims in *category*."""
        return self.rules.losers_in_class is LosersInClass.ALL_VALID and category is not POINT

    def covers_hand(self, seat: Seat) -> bool:
        """Return whether the good claims of *seat* name at least a hand of cards;
        a card may be named twice.
        """
        good = (
            entry
            for category in self.categories
            for entry in self.scoring(category)
            if entry.seat is seat
        )
        return sum(entry.claim.length for entry in good) >= self.rules.hand


# Round the table
#
# Of three players, or four in partnership, nobody answers. Before the first card each seat in turn
# calls any of its
# holdings, with pips and heads. The best claim of a class is good; if two sides have equal best
# claims, none is. In partnership both partners may count lesser claims with the best one of their
# side.
#
# Source: Card Game Heaven for three; adpoker.fr for four in partnership, whose text is not clear on
# who counts what (`LesserCount`).


class RoundState(DealState):
    """The state of a deal for more than two:
    nobody answers, and the claims of all seats are compared.
    """

    @property
    def calls_begun(self) -> bool:
        return any(any(state.entries) or any(state.declined) for state in self.categories.values())

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return the categories in which *seat* has neither called nor declined,
        before a card is played.
        """
        if self.play_begun:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if not state.declined[seat] and not state.entries[seat]
        )

    def scoring(self, category: Category) -> list[Entry]:
        """Return the claims that currently count in *category*, in the order of the seats."""
        if self.counts_losers(category):
            return self._unrefuted(category)
        best, beside = self._undisputed(category)
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

    def _unrefuted(self, category: Category) -> list[Entry]:
        state = self.categories[category]
        return [entry for seat in self.rules.seats for entry in state.unrefuted(seat)]

    def _undisputed(self, category: Category) -> tuple[Entry | None, list[Entry]]:
        """Return the best claim of *category* that no other side equals, and the claims that it was
        compared with.

        Where only the equal sequences are lost, it is the best of the others.
        """
        entries = self._unrefuted(category)
        side_of = self.rules.side_of
        while entries:
            best = self.best(entries)
            assert best is not None
            level = [
                entry for entry in entries if self.compare(entry.claim, best.claim) is Better.EQUAL
            ]
            if len({side_of[entry.seat] for entry in level}) == 1:
                return best, entries
            if category is not SEQUENCE or self.rules.sequence_tie is not TieSequence.TIED_ONLY:
                break
            entries = [entry for entry in entries if entry not in level]
        return None, []
