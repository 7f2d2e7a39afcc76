"""Cards: ranks, suits, packs, and the pips that a point is compared by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple

from .errors import NotationError


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


_RANKS = {rank.code: rank for rank in Rank} | {"10": Rank.TEN, "1": Rank.ACE}
_SUITS = {suit.value: suit for suit in Suit} | {suit.sign: suit for suit in Suit}


def ranks(lowest: Rank) -> tuple[Rank, ...]:
    """Return the ranks of a suit, low to high, in the pack whose lowest card is *lowest*."""
    return tuple(rank for rank in Rank if rank >= lowest)


def pack(lowest: Rank) -> tuple[Card, ...]:
    """Return the whole pack: 32 cards down to the seven, 36 down to the six."""
    return tuple(Card(rank, suit) for suit in Suit for rank in reversed(ranks(lowest)))


def pips(cards: Iterable[Card]) -> int:
    return sum(card.rank.pips for card in cards)


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, in letters of any case or with the suit's sign;
    `NotationError` if it is no card.

    >>> parse_card("10♥") == parse_card("th")
    True
    """
    rank = _RANKS.get(text[:-1].upper())
    suit = _SUITS.get(text[-1:].upper())
    if rank is None or suit is None:
        raise NotationError(f"'{text}' is not a card: write rank and suit, as in AS, TH or 7C")
    return Card(rank, suit)


def parse_hand(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas; `NotationError` says which word is not a card."""
    cards: list[Card] = []
    for word in re.finditer(r"[^\s,]+", text):
        try:
            cards.append(parse_card(word.group()))
        except NotationError as error:
            line_start = text.rfind("\n", 0, word.start()) + 1
            line = text.count("\n", 0, word.start()) + 1
            raise NotationError(error.message, line, word.start() - line_start + 1) from None
    return tuple(cards)


def format_hand(cards: Iterable[Card]) -> str:
    """Write cards suit by suit, high to low."""
    order = list(Suit)
    in_order = sorted(cards, key=lambda card: (order.index(card.suit), -card.rank))
    return " ".join(map(str, in_order))
