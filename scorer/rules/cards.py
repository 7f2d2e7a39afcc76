"""Cards: ranks, suits, packs, and the pips that a point is compared by."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple


class Suit(Enum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    # members are compared by identity; this spares every look-up a call into Python
    __hash__ = object.__hash__

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def sign(self) -> str:
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]


def in_suit(suit: Suit | None) -> str:
    """Return how a suit ends what is said; empty if it was not said."""
    return "" if suit is None else f" in {suit.word}"


class Rank(IntEnum):
    """Ranks, low to high; only the old pack of thirty-six has the six."""

    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    KNAVE = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def code(self) -> str:
        return "6789TJQKA"[self - 6]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return self.word + ("es" if self is Rank.SIX else "s")

    @property
    def pips(self) -> int:
        """What the card makes in a point: ace 11, court cards and ten 10,
        the others their number.
        """
        return 11 if self is Rank.ACE else min(int(self), 10)


class Card(NamedTuple):
    """One card of the pack, written rank first: ``AS``, ``TH``, ``7C``."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.code + self.suit.value


RANK_WRITTEN = {rank.code: rank for rank in Rank} | {"10": Rank.TEN, "1": Rank.ACE}
SUIT_WRITTEN = {suit.value: suit for suit in Suit} | {suit.sign: suit for suit in Suit}


def ranks(lowest: Rank) -> tuple[Rank, ...]:
    """Return the ranks of a suit, low to high, in the pack whose lowest card is *lowest*."""
    return tuple(rank for rank in Rank if rank >= lowest)


def pack(lowest: Rank) -> tuple[Card, ...]:
    """Return the whole pack: 32 cards down to the seven, 36 down to the six."""
    return tuple(Card(rank, suit) for suit in Suit for rank in reversed(ranks(lowest)))


def pips(cards: Iterable[Card]) -> int:
    return sum(card.rank.pips for card in cards)


def format_hand(cards: Iterable[Card]) -> str:
    """Write cards suit by suit, high to low."""
    order = list(Suit)
    in_order = sorted(cards, key=lambda card: (order.index(card.suit), -card.rank))
    return " ".join(map(str, in_order))
