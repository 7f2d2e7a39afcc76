"""The state of a deal: what its statements have established so far."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, Self, TypeVar

from .claims import (
    CALLED,
    POINT,
    SEQUENCE,
    SET,
    Better,
    Category,
    Claim,
    PointClaim,
    SetClaim,
    compare,
)
from .grammar import Seated
from .reasons import Refusal, Rule, Thing, refuse
from .ruleset import LosersInClass, MinusCalls, PointCompare, Ruleset, TrickCount
from .seats import ELDER, BySeat, Seat, placed

# In an auction elder opens. A bid is a number of tricks, to win or (minus) to lose, and is higher
# than the one before; a minus bid ranks with the plus bid of its number. The opponent may double a
# bid and its maker redouble; a higher bid ends both. A pass after a bid closes the auction. If both
# pass at once the same dealer deals again: earlier statements of the deal no longer count, and the
# auction begins again in the same log.
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


class CallStatus(Enum):
    OPEN = auto()
    CALLED = auto()
    ASKED = auto()
    GOOD = auto()
    EQUAL = auto()
    NOT_GOOD = auto()


# by name, because Python 3.11 is slow to find a member of an enum
OPEN = CallStatus.OPEN
ASKED = CallStatus.ASKED
GOOD = CallStatus.GOOD
EQUAL = CallStatus.EQUAL
NOT_GOOD = CallStatus.NOT_GOOD

WAITING = (CallStatus.CALLED, ASKED)
"""Elder's call is pending: younger answers, or elder says what was asked."""

ANSWERED = (GOOD, NOT_GOOD)

UNSETTLED = (OPEN, NOT_GOOD, *WAITING)


def unanswered(category: Category) -> Refusal:
    """Refuse what must wait for younger's answer to elder's call of *category*."""
    return refuse(Rule.UNANSWERED, "Cavendish, description of the game", category=category)


class CalledClaim(NamedTuple):
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

    def cited(self, position: int) -> CalledClaim:
        """Return the entry as the statement at *position* makes it too."""
        return self._replace(because=(*self.because, position))


class Tie(NamedTuple):
    """A call of elder's that was *equal*, and the position at which younger said so."""

    entry: CalledClaim
    answered_at: int


class _Claiming(Protocol):
    @property
    def claim(self) -> Claim: ...


Claims = TypeVar("Claims", bound=_Claiming)


class _State:
    """Something that statements change; a copy shares no list with it.

    A state is made and copied for every tap, so it holds little of its own. The class has the value
    of an attribute until a statement changes it, which gives the state its own value. Where each
    seat has one, the value is a tuple for four seats, replaced as a whole (`placed`). Only the
    attributes named in `lists` are changed in place.
    """

    lists: ClassVar[tuple[str, ...]]

    def copy(self) -> Self:
        new = object.__new__(type(self))
        held = vars(self)
        new.__dict__ = held | {name: held[name].copy() for name in self.lists}
        return new


class CategoryState(_State):
    """The calls of one category and how elder's was answered.

    `ties` holds elder's equal calls that were followed by another. `asked_at` is the position at
    which younger asked for pips or head, or said *equal* before they were known, which asks for
    them; only the latter sets `equal_number_at`. `made` is what younger's point makes if it was
    called with the answer alone.
    """

    lists = ("entries",)

    status = OPEN
    asked_at: int | None = None
    answered_at: tuple[int, ...] = ()
    equal_number_at: int | None = None
    made: int | None = None
    recalled = False
    ties: tuple[Tie, ...] = ()
    declined = reopened = (False,) * len(Seat)

    def __init__(self, seats: int) -> None:
        self.entries: list[tuple[CalledClaim, ...]] = [()] * seats

    @property
    def leading(self) -> CalledClaim:
        """Elder's first call, which younger answers."""
        return self.entries[ELDER][0]

    @property
    def tied(self) -> Claim | None:
        """The last claim that was equal and after which elder called again;
        what follows must be lesser.
        """
        return self.ties[-1].entry.claim if self.ties else None

    def unrefuted(self, seat: Seat) -> list[CalledClaim]:
        mine = self.entries[seat]
        return [entry for entry in mine if not entry.false] if mine else []

    def asked_away(self, claim: Claim) -> bool:
        """Return whether younger, by asking what elder's point makes, lost the right to *claim*, a
        longer one (Law 46, Case I).
        """
        if self.asked_at is None or not isinstance(claim, PointClaim):
            return False
        return claim.length > self.leading.claim.length

    def change(self, entry: CalledClaim, new: CalledClaim) -> None:
        self.entries[entry.seat] = tuple(
            [new if each is entry else each for each in self.entries[entry.seat]]
        )

    def find(self, seat: Seat, claim: Claim) -> CalledClaim | None:
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

    What depends on whether two play, or more, is left to the two kinds of state in `states`.
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
    spoken_of: tuple[Category | None, ...] = (None,) * len(Seat)
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
    @abstractmethod
    def calls_begun(self) -> bool:
        """Whether a seat has called or declined."""

    @property
    def play_begun(self) -> bool:
        return bool(self.tricks) or self.conceded is not None

    @property
    def over(self) -> bool:
        return len(self.tricks) >= self.tricks_to_play or self.stopped is not None

    @property
    @abstractmethod
    def has_every_call(self) -> bool:
        """Whether every call, question and answer is recorded, and not only the good calls."""

    @property
    def leader(self) -> Seat:
        return self.tricks[-1].winner if self.tricks else ELDER

    def caller(self, seat: Seat) -> Seat:
        """Return whose calls score for *seat*:
        the other's, in a minus deal if the ruleset says so.
        """
        to_the_other = self.rules.minus_calls is MinusCalls.OTHER and self.auction.minus
        return seat.other if to_the_other else seat

    @abstractmethod
    def refuse_exchange(self, seat: Seat) -> Refusal | None:
        """Refuse an exchange of *seat*, of whatever number of cards."""

    @abstractmethod
    def exchange_rules(self, seat: Seat) -> str:
        """Return whose name the rules have that limit the exchange of *seat*."""

    @abstractmethod
    def refuse_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        """Refuse a call of *claim* that *seat* may not make now."""

    @abstractmethod
    def refuse_late_call(self, seat: Seat, claim: Claim) -> Refusal | None:
        """Refuse what cannot be called after the opponent's claim was found false (Law 54)."""

    @abstractmethod
    def record_call(self, seat: Seat, claim: Claim, position: int) -> None:
        """Record that *seat* called *claim* at *position* of the log."""

    @abstractmethod
    def refuse_to_decline(self, seat: Seat, category: Category) -> Refusal | None:
        """Refuse *seat* to say now that it calls nothing in *category*."""

    def withdraw(self, entry: CalledClaim, position: int) -> None:
        """Take back what was called, at *position* of the log."""
        state = self.categories[entry.claim.category]
        mine = state.entries[entry.seat]
        state.entries[entry.seat] = tuple([each for each in mine if each is not entry])

    @abstractmethod
    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return where *seat* may still score with a first call."""

    @abstractmethod
    def scoring(self, category: Category) -> list[CalledClaim]:
        """Return the claims that currently count in *category*, seat by seat."""

    @abstractmethod
    def level(self, category: Category) -> list[CalledClaim]:
        """Return the claims that score nothing in *category* because another side's is equal, as
        the statement made them that showed it.
        """

    def enter(self, seat: Seat, claim: Claim, position: int, *, barred: bool = False) -> None:
        """Add *claim* to what *seat* has called; a *barred* one scores nothing."""
        called = CalledClaim(seat, claim, (position,), claim, self.calls_made, barred=barred)
        self.categories[claim.category].entries[seat] += (called,)
        self.calls_made += 1
        self.spoken_of = placed(self.spoken_of, seat, claim.category)

    def may_call_more(self, seat: Seat, category: Category) -> bool:
        """Return whether *seat* may still make a first or further call in *category*.

        A seat that has called in a class is finished with it once it calls in a later one, says
        that it has no more, or has named a hand of cards. All seats are finished when the first
        card is played.
        """
        if category in self.unspoken(seat) or self._unspoken_by_elder(seat, category):
            return True
        state = self.categories[category]
        called = state.entries[seat]
        if self.play_begun or state.declined[seat]:
            return False
        if not called or category is POINT:
            return False
        if not self._may_add(seat, category) or not self.has_room(seat, category):
            return False
        order = self.rules.order
        later = order[order.index(category) + 1 :]
        in_later = [self.categories[each].entries[seat] for each in later if each in CALLED]
        return all(entry.number < called[-1].number for entries in in_later for entry in entries)

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
        called = self.categories[category].entries[seat]
        return sum(entry.claim.length for entry in called) + 3 <= hand

    def refuse_beside(self, seat: Seat, claim: Claim) -> Refusal | None:
        """Refuse a claim that a hand cannot hold beside what *seat* has called in its class."""
        state = self.categories[claim.category]
        mine = state.entries[seat]
        if isinstance(claim, PointClaim):
            return refuse(Rule.ONE_POINT, "point_value", seat=seat)
        if isinstance(claim, SetClaim):
            for entry in mine:
                if isinstance(entry.claim, SetClaim) and entry.claim.rank is claim.rank:
                    return refuse(Rule.RANK_CALLED, "quatorze_points", seat=seat, rank=claim.rank)
        if claim.length == 0 and state.find(seat, claim) is not None:
            return refuse(Rule.SAID_ALREADY, "nought", seat=seat, what=Thing.NOUGHT_SEQUENCE())
        most = self.most_cards(seat)
        if sum(entry.claim.length for entry in mine) + claim.length > most:
            return refuse(Rule.TOO_MANY_CARDS, "hand", seat=seat, hand=most)
        return None

    def _unspoken_by_elder(self, seat: Seat, category: Category) -> bool:
        """Return whether elder may still begin a class; the point comes first or is lost."""
        if seat is not ELDER or category is POINT:
            return False
        if self.younger_called or self.play_begun:
            return False
        state = self.categories[category]
        return state.status is OPEN and not state.declined[seat] and self.has_room(seat, category)

    @abstractmethod
    def _may_add(self, seat: Seat, category: Category) -> bool:
        """Return whether the answers leave *category* open to another call of *seat*."""

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

    def counts_losers(self, category: Category) -> bool:
        """Return whether both seats count their own claims in *category*."""
        return self.rules.losers_in_class is LosersInClass.ALL_VALID and category is not POINT

    def covers_hand(self, seat: Seat) -> bool:
        """Return whether the good claims of *seat* name at least a hand of cards;
        a card may be named twice.
        """
        cards = 0
        for category in self.categories:
            good = self.scoring(category)
            cards += sum(entry.claim.length for entry in good if entry.seat is seat)
        return cards >= self.rules.hand
