"""Findings: what the claim checker reads and returns, and the words for it.

The checker itself (`scorer.rules.checker`) takes long to import. What only names its findings
imports this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import assert_never

from .cards import Card
from .claims import Category, Claim
from .laws import by_member
from .messages import Message, Text, with_values
from .seats import BySeat, Seat
from .sentences import EVERY_SEAT, Names

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

    @property
    def not_discarded(self) -> tuple[Card, ...]:
        """The cards in no hand that are not among the discards, so that none is shown twice."""
        discarded = {card for cards in self.discards.values for card in cards}
        return tuple(card for card in self.left_over if card not in discarded)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding and its proof.

    Attributes:
        witness: cards that prove it possible; `None` if it is impossible.
        sunk: the fewest seats and classes with which it is possible if something was sunk in each;
            `sunk_otherwise` are all others that are as few, and `forbidden` says that the deal does
            not allow sinking.
        conflict: assertions that cannot all be true, every one of them needed.
    """

    finding: Finding
    witness: Witness | None = None
    sunk: tuple[SeatClass, ...] = ()
    sunk_otherwise: tuple[tuple[SeatClass, ...], ...] = ()
    conflict: tuple[Assertion, ...] = ()
    forbidden: bool = False

    @property
    def answers(self) -> tuple[tuple[SeatClass, ...], ...]:
        """The smallest answers to what was sunk; none if nothing need have been."""
        return (self.sunk, *self.sunk_otherwise) if self.sunk else ()


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
    NO_TRICK = "{who:’s} loss of the first {cards:trick}"
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


class Sinking(Text):
    """Who sank what. It claims that if a claim of each named class was held and not called, by the
    player named, then some cards make everything true that was said; and that nothing smaller does.
    """

    A_POINT = "a point"
    A_SEQUENCE = "a sequence"
    A_SET = "a set"
    SANK = "{who} sank {sunk:and}"
    OWN = "{who:’s} {classes:and}"
    ALL_OF = "{sunk:and}"
    """What several players sank, of which every part is needed."""


_SUNK: Mapping[Category, Sinking] = {
    Category.POINT: Sinking.A_POINT,
    Category.SEQUENCE: Sinking.A_SEQUENCE,
    Category.SET: Sinking.A_SET,
}


def sunk_message(sunk: SeatClass, names: Names = EVERY_SEAT) -> Message:
    """Return who sank what: *younger sank a set*."""
    seat, category = sunk
    return Sinking.SANK(who=names[seat], sunk=(_SUNK[category](),))


def answer_message(answer: Sequence[SeatClass], names: Names = EVERY_SEAT) -> Message:
    """Return what was sunk by everyone in one *answer*, which is not empty."""
    by_seat: dict[Seat, list[Message]] = {}
    for seat, category in answer:
        by_seat.setdefault(seat, []).append(_SUNK[category]())
    parts = [Sinking.SANK(who=names[seat], sunk=tuple(what)) for seat, what in by_seat.items()]
    if len(parts) == 1:
        return parts[0]
    return Sinking.ALL_OF(sunk=tuple(parts))


def _in_short(answer: Sequence[SeatClass], names: Names) -> Message:
    """Return an answer as a phrase: *Ada’s point and set, and Ben’s sequence*."""
    by_seat: dict[Seat, list[Category]] = {}
    for seat, category in answer:
        by_seat.setdefault(seat, []).append(category)
    parts = [Sinking.OWN(who=names[seat], classes=tuple(what)) for seat, what in by_seat.items()]
    return parts[0] if len(parts) == 1 else Sinking.ALL_OF(sunk=tuple(parts))


class Checked(Text):
    """What is found of a deal's claims, without a full stop.

    - *possible*: some cards of one pack make everything true that was said, with nothing sunk.
    - *possible if*: there are such cards only if something was sunk. Each answer is enough, all
      smallest answers are given, and more may have been sunk.
    - *can’t be true*: no cards make all of these true, and some do without any one of them.
    """

    POSSIBLE = "possible"
    SUNK = "possible if {answers:either}"
    SUNK_ONE_OF = "possible if one of these was sunk: {answers:;}"
    SUNK_IN_MINUS = "possible if {answers:either}; sinking is forbidden in a minus deal"
    ONE_CONFLICTS = "{conflict} can’t be true"
    TWO_CONFLICT = "{conflict:and} can’t both be true"
    ALL_CONFLICT = "{conflict:and} can’t all be true"


def verdict_message(verdict: Verdict, names: Names = EVERY_SEAT) -> Message:
    """Return the finding as a sentence without its full stop."""
    match verdict.finding:
        case Finding.POSSIBLE:
            return Checked.POSSIBLE()
        case Finding.SUNK:
            return _sunk(verdict, names)
        case Finding.IMPOSSIBLE:
            texts = {1: Checked.ONE_CONFLICTS, 2: Checked.TWO_CONFLICT}
            text = texts.get(len(verdict.conflict), Checked.ALL_CONFLICT)
            return text(conflict=tuple(assertion_message(each, names) for each in verdict.conflict))
        case _:
            assert_never(verdict.finding)


MOST_SPOKEN = 2
"""The most answers that are said as clauses; of more, each is listed in short."""


def _sunk(verdict: Verdict, names: Names) -> Message:
    if len(verdict.answers) > MOST_SPOKEN and not verdict.forbidden:
        short = tuple(_in_short(each, names) for each in verdict.answers)
        return Checked.SUNK_ONE_OF(answers=short)
    text = Checked.SUNK_IN_MINUS if verdict.forbidden else Checked.SUNK
    return text(answers=tuple(answer_message(each, names) for each in verdict.answers))


class OfDeal(Text):
    """What is found of a deal of a file."""

    IMPOSSIBLE = "impossible: {why}"
    FROM_TOTALS = "possible; a deal from totals has no claims"


def deal_message(verdict: Verdict | None, names: Names = EVERY_SEAT) -> Message:
    """Return the finding of a deal; `None` if only its totals are known."""
    if verdict is None:
        return OfDeal.FROM_TOTALS()
    found = verdict_message(verdict, names)
    return OfDeal.IMPOSSIBLE(why=found) if verdict.finding is Finding.IMPOSSIBLE else found


class HandLabel(Text):
    """Whose cards are shown. They are proved by adding up: they make true what was said."""

    HELD = "{seat}"
    DISCARDED = "{seat} threw away"
    LEFT_OVER = "left over"


def labelled_cards(witness: Witness) -> Iterator[tuple[Message, tuple[Card, ...]]]:
    """Yield the cards of a witness with whose they are, if there are any; of two players none are
    shown as left over, because they may have been discarded.
    """
    for seat, hand in witness.hands.items():
        yield HandLabel.HELD(seat=EVERY_SEAT[seat]), hand
    for seat, discards in witness.discards.items():
        if discards:
            yield HandLabel.DISCARDED(seat=EVERY_SEAT[seat]), discards
    if len(witness.hands.values) > 2 and witness.not_discarded:
        yield HandLabel.LEFT_OVER(), witness.not_discarded


class CouldHave(Text):
    """The answer to the question that Law 53 asks of a claim found false: is there a deal that
    makes everything else true that was said, in which the player held the claim before discarding?
    """

    COULD = "by what was said, {who} may have held it, discards included"
    COULD_NOT = "by what was said, {who} cannot have held it, even with the discards"


def could_have_held_message(seat: Seat, *, could: bool, names: Names = EVERY_SEAT) -> Message:
    """Return the answer to the question that Law 53 asks of a false claim."""
    text = CouldHave.COULD if could else CouldHave.COULD_NOT
    return text(who=names[seat]).citing("Law 53")
