"""Claims: what players say they hold, and which of two claims is the better.

A claim holds only what was said. A point may be called by its number alone, a sequence by its
length alone; pips and head come when they are asked for or volunteered, and the suit when the claim
is shown.

Each kind has

- ``written``, its canonical text in a log, and ``spoken``, the message that a page shows;
- ``length``, the number of cards that it names: none for a nought;
- ``strength``, which compares it: its length and then its pips, head or rank, `None` while that is
  not said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from .cards import Rank, Suit, in_suit
from .messages import Message, Text
from .words import plain

SEQUENCE_NAMES = dict(
    enumerate(["tierce", "quart", "quint", "sixième", "septième", "huitième", "neuvième"], 3)
)
"""As a log writes them, which leaves out the accents."""


class RunText(Text):
    """The names of sequences by their length; the first of them has three cards."""

    TIERCE = "tierce"
    QUART = "quart"
    QUINT = "quint"
    SIXIEME = "sixième"
    SEPTIEME = "septième"
    HUITIEME = "huitième"
    NEUVIEME = "neuvième"


RUN_TEXTS = dict(enumerate(RunText, 3))


class ClaimText(Text):
    """Claims as they are spoken."""

    NOUGHT_POINT = "point of nought"
    POINT = "point of {length:words}"
    POINT_MAKING = "point of {length:words} making {pips}"
    NOUGHT_SEQUENCE = "sequence of nought"
    RUN_MAJOR = "{run} major"
    RUN_TO = "{run} to the {top}"
    SET = "{count:words} {rank:plural}"
    IN_SUIT = "{what} in {suit}"
    """In a suit, which is said when the claim is shown."""


def suited(what: Message, suit: Suit | None) -> Message:
    """Return what is said with its suit, if that is known."""
    return what if suit is None else ClaimText.IN_SUIT(what=what, suit=suit)


class ClassText(Text):
    """The classes of a score, as they are spoken of.

    They are names and claim nothing, so no oracle asks them.
    """

    CARTE_BLANCHE = "carte blanche"
    POINT = "point"
    SEQUENCE = "sequence"
    SET = "set"
    PLAY = "play"
    CARDS = "cards"


class Category(Enum):
    """The classes of Law 67 in their order of reckoning; three of them are called."""

    CARTE_BLANCHE = "carte_blanche"
    POINT = "point"
    SEQUENCE = "sequence"
    SET = "set"
    PLAY = "play"
    CARDS = "cards"

    __hash__ = object.__hash__  # as for Suit

    @property
    def spoken(self) -> Message:
        return ClassText[self.name]()


# by name, because Python 3.11 is slow to find a member of an enum
CALLED = POINT, SEQUENCE, SET = Category.POINT, Category.SEQUENCE, Category.SET


@dataclass(frozen=True, slots=True)
class PointClaim:
    """A point: *length* cards of one suit, making *pips* if that was said;
    0 is the point of nought, an empty suit.
    """

    length: int
    pips: int | None = None
    suit: Suit | None = None

    category: ClassVar = Category.POINT

    @property
    def essence(self) -> PointClaim:
        """The claim without its suit, which never decides a comparison."""
        return self if self.suit is None else PointClaim(self.length, self.pips)

    @property
    def strength(self) -> tuple[int, int | None]:
        """Length and doubled pips; an empty suit is five cards making fifty and a half."""
        if self.length == 0:
            return 5, 101
        return self.length, None if self.pips is None else 2 * self.pips

    @property
    def written(self) -> str:
        if self.length == 0:
            return "point of nought"
        making = "" if self.pips is None else f" making {self.pips}"
        return f"point {self.length}{making}{in_suit(self.suit)}"

    @property
    def spoken(self) -> Message:
        if self.length == 0:
            return ClaimText.NOUGHT_POINT()
        if self.pips is None:
            return suited(ClaimText.POINT(length=self.length), self.suit)
        return suited(ClaimText.POINT_MAKING(length=self.length, pips=self.pips), self.suit)


@dataclass(frozen=True, slots=True)
class SequenceClaim:
    """A sequence: *length* cards in a row in one suit, to *top* if that was said;
    0 is the sequence of nought.
    """

    length: int
    top: Rank | None = None
    suit: Suit | None = None

    category: ClassVar = Category.SEQUENCE

    @property
    def essence(self) -> SequenceClaim:
        return self if self.suit is None else SequenceClaim(self.length, self.top)

    @property
    def strength(self) -> tuple[int, int | None]:
        """Length and doubled head; a sequence of nought is just below the quint major."""
        if self.length == 0:
            return 5, 2 * Rank.ACE - 1
        return self.length, None if self.top is None else 2 * self.top

    @property
    def written(self) -> str:
        if self.length == 0:
            return "sequence of nought"
        head = ""
        if self.top is not None:
            head = " major" if self.top is Rank.ACE else f" to {self.top.word}"
        return plain(SEQUENCE_NAMES[self.length]) + head + in_suit(self.suit)

    @property
    def spoken(self) -> Message:
        if self.length == 0:
            return ClaimText.NOUGHT_SEQUENCE()
        run = RUN_TEXTS[self.length]()
        if self.top is None:
            return suited(run, self.suit)
        if self.top is Rank.ACE:
            return suited(ClaimText.RUN_MAJOR(run=run), self.suit)
        return suited(ClaimText.RUN_TO(run=run, top=self.top), self.suit)


@dataclass(frozen=True, slots=True)
class SetClaim:
    """A set: *count* cards of one rank, three (a trio) or four (a quatorze)."""

    count: int
    rank: Rank

    category: ClassVar = Category.SET

    @property
    def essence(self) -> SetClaim:
        return self

    @property
    def length(self) -> int:
        return self.count

    @property
    def strength(self) -> tuple[int, int]:
        return self.count, self.rank

    @property
    def written(self) -> str:
        return f"{'trio' if self.count == 3 else 'quatorze'} of {self.rank.plural}"

    @property
    def spoken(self) -> Message:
        return ClaimText.SET(count=self.count, rank=self.rank)


Claim = PointClaim | SequenceClaim | SetClaim


def is_stated(claim: Claim) -> bool:
    """Return whether *claim* leaves nothing to ask: its pips or head were said, or it has none."""
    _, detail = claim.strength
    return detail is not None


def agree(one: Claim, other: Claim) -> bool:
    """Return whether two claims may be the same, one of them said with more detail: of the same
    class and length, and nothing that both name differs.

    So a claim that a hand holds (`scorer.rules.hands`), with its pips, head and suit, agrees with
    the call that announces it.

    >>> held = PointClaim(5, 49, Suit.HEARTS)
    >>> agree(held, PointClaim(5)), agree(held, PointClaim(5, 49)), agree(held, PointClaim(5, 48))
    (True, True, False)
    """
    if one.category is not other.category or one.length != other.length:
        return False
    named = zip(_details(one), _details(other), strict=True)
    return all(mine == theirs for mine, theirs in named if None not in (mine, theirs))


def _details(claim: Claim) -> tuple[int | Suit | None, ...]:
    """Return what a claim names besides its length: pips and suit, head and suit, or rank."""
    if isinstance(claim, PointClaim):
        return claim.pips, claim.suit
    if isinstance(claim, SequenceClaim):
        return claim.top, claim.suit
    return (claim.rank,)


class Better(Enum):
    YES = "better"
    NO = "not better"
    EQUAL = "equal"
    UNKNOWN = "not known until pips or head are said"

    __hash__ = object.__hash__


def _compare(mine: int, theirs: int) -> Better:
    if mine == theirs:
        return Better.EQUAL
    return Better.YES if mine > theirs else Better.NO


def compare(mine: Claim, theirs: Claim, *, by_pips: bool = False) -> Better:
    """Return whether *mine* is better than *theirs*, of the same category.

    It is `Better.UNKNOWN` when the lengths are equal and one of the two has not said its pips or
    head. With *by_pips* points compare by pips alone, as in the French and old English games.

    Source: Cavendish, Laws 62 to 64.

    >>> compare(SequenceClaim(4, Rank.TEN), SequenceClaim(3, Rank.ACE)).name
    'YES'
    >>> compare(PointClaim(5, 49), PointClaim(5)).name
    'UNKNOWN'
    """
    length, rest = mine.strength
    other_length, other_rest = theirs.strength
    if rest is None or other_rest is None:
        return Better.UNKNOWN if length == other_length else _compare(length, other_length)
    only_pips = by_pips and isinstance(mine, PointClaim)
    if length == other_length or only_pips:
        return _compare(rest, other_rest)
    return _compare(length, other_length)
