"""Findings: what the claim checker reads and returns, and the words for it.

The checker itself (`scorer.rules.checker`) takes long to import. What only names its findings
imports this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import assert_never

from .cards import Card
from .claims import Category, Claim
from .laws import by_member
from .messages import Message, Text, with_values
from .seats import BySeat, Seat
from .sentences import EVERY_SEAT, Names
from .words import listed

# What is said


class Says(Enum):
    """What an assertion says; the comment names the attributes of `Assertion` it uses."""

    HOLDS = auto()  # claim: the seat holds it, perhaps as part of more
    LACKS = auto()  # claim: the seat was found not to hold it
    EQUALS = auto()  # rival: the seat holds an equal claim
    AS_LONG = auto()  # rival: the seat's point has as many cards
    ASKS = auto()  # rival: the same, because the seat asked what it makes
    BEATS = auto()  # rival: the seat holds a better claim
    BLANK = auto()  # the seat's hand was a carte blanche as dealt
    STILL_BLANK = auto()  # the hand is a carte blanche after the exchange
    EXCHANGED = auto()  # cards
    SHORT = auto()  # cards
    ALL_SCORED = auto()  # claims: they name every card the seat holds
    NO_TRICK = auto()  # cards: the seat won none of the first ones, and so lacks an ace
    PLAYED_HIGH = auto()  # cards: the seat played that many counting cards
    PLAYED_LOW = auto()  # cards: the seat played that many other cards

    __hash__ = object.__hash__


COUNTED = (Says.PLAYED_HIGH, Says.PLAYED_LOW)

PLAY = (Says.NO_TRICK, *COUNTED)
"""What only the tricks say."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing said about the cards of *seat*.

    Attributes:
        claim: the claim that the seat holds or lacks; `claims` are all that scored, for a carte
            rouge.
        rival: the opponent's claim that the seat answered.
        called: `claim` or `rival` as first called, before its pips or head were said.
        cards: a number of cards.
        made_at: 0-based log positions of the statements that make it.
    """

    seat: Seat
    says: Says
    claim: Claim | None = None
    rival: Claim | None = None
    called: Claim | None = None
    cards: int = 0
    claims: tuple[Claim, ...] = ()
    made_at: tuple[int, ...] = ()

    @property
    def category(self) -> Category | None:
        claim = self.claim or self.rival
        return None if claim is None else claim.category

    @property
    def as_first_called(self) -> Assertion:
        """Return the assertion without pips or head that were said after the call."""
        if self.called is None or self.called in (self.claim, self.rival):
            return self
        if self.claim is not None:
            return replace(self, claim=self.called, made_at=self.made_at[:1])
        return replace(self, rival=self.called)

    def with_detail(self, call: Claim, detailed: Claim) -> Assertion:
        """Return the assertion with *call* replaced by *detailed*,
        the same claim with pips or head.
        """
        if self.claim == call:
            return replace(self, claim=detailed)
        if call not in self.claims:
            return self
        index = self.claims.index(call)
        return replace(self, claims=(*self.claims[:index], detailed, *self.claims[index + 1 :]))


# What is found


class Finding(Enum):
    """What the pack allows of a deal's claims."""

    POSSIBLE = "possible"
    SUNK = "sunk"
    IMPOSSIBLE = "impossible"


SeatClass = tuple[Seat, Category]
"""A seat and a class, in which it sank something or nothing."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Cards that make every statement true; `discards` only of a carte blanche,
    `left_over` is all in no hand.
    """

    hands: BySeat[tuple[Card, ...]]
    discards: BySeat[tuple[Card, ...]]
    left_over: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding and its proof.

    Attributes:
        witness: cards that prove it possible; `None` if it is impossible.
        sunk: the fewest seats and classes in which something was sunk; `forbidden` if the deal does
            not allow that.
        conflict: assertions that cannot all be true, every one of them needed.
    """

    finding: Finding
    witness: Witness | None = None
    sunk: tuple[SeatClass, ...] = ()
    conflict: tuple[Assertion, ...] = ()
    forbidden: bool = False


# Words


class Asserted(Text):
    """What was said, as a noun phrase: *elder’s four kings*."""

    HOLDS = "{who:’s} {claim}"
    LACKS = "{who:’s} {claim} found false"
    EQUALS = "{who:’s} “equal” to {other:’s} {rival}"
    ASKS = "{who:’s} “how many” to {other:’s} {rival}"
    BEATS = "{who:’s} “not good” to {other:’s} {rival}"
    BLANK = "{who:’s} carte blanche"
    STILL_BLANK = "{who:’s} carte blanche after the exchange"
    EXCHANGED = "{who:’s} exchange of {cards:words}"
    SHORT = "{who:’s} hand {cards:words} short"
    ALL_SCORED = "{who:’s} carte rouge"
    NO_TRICK = "{who:’s} loss of the first {cards:words} tricks"
    PLAYED_HIGH = "{who:’s} play of {cards:card} that {cards:counts/count}"
    PLAYED_LOW = "{who:’s} play of {cards:card} that {cards:does/do} not count"


_TEXTS: Mapping[Says, Asserted] = by_member(
    Says, {**Asserted.__members__, "AS_LONG": Asserted.EQUALS}
)


def assertion_message(said: Assertion, names: Names = EVERY_SEAT) -> Message:
    """Return what was said as a noun phrase."""
    values = {
        "who": names[said.seat],
        "other": names[said.seat.other],
        "claim": said.claim,
        "rival": said.rival,
        "cards": said.cards,
    }
    return with_values(_TEXTS[said.says], values)


def sunk_words(sunk: SeatClass, names: Names = EVERY_SEAT) -> str:
    """Return who sank what: *younger sank a set*."""
    seat, category = sunk
    return f"{names[seat]} sank a {category.value}"


def verdict_sentence(verdict: Verdict, names: Names = EVERY_SEAT) -> str:
    """Return the finding as a sentence without its full stop."""
    match verdict.finding:
        case Finding.POSSIBLE:
            return "possible"
        case Finding.SUNK:
            sunk = listed([sunk_words(each, names) for each in verdict.sunk])
            against = "; sinking is forbidden in a minus deal" if verdict.forbidden else ""
            return f"possible if {sunk}{against}"
        case Finding.IMPOSSIBLE:
            said = [assertion_message(each, names) for each in verdict.conflict]
            be_true = {1: "be true", 2: "both be true"}.get(len(said), "all be true")
            return f"{listed(said)} can’t {be_true}"
        case _:
            assert_never(verdict.finding)


def could_have_held_sentence(seat: Seat, *, could: bool, names: Names = EVERY_SEAT) -> str:
    """Return the answer to the question that Law 53 asks of a false claim."""
    held = "may have held it, discards included"
    if not could:
        held = "cannot have held it, even with the discards"
    return f"by what was said, {names[seat]} {held}"
