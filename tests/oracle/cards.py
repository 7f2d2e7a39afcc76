"""Cards, and the claims that a hand can make;
a card is its rank, from 6 to ace 14, and its suit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from .laws import Laws

Card = tuple[int, str]
Hand = frozenset[Card]

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = {
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "knave",
    12: "queen",
    13: "king",
    14: "ace",
}
SEQUENCES = {
    3: "tierce",
    4: "quart",
    5: "quint",
    6: "sixieme",
    7: "septieme",
    8: "huitieme",
    9: "neuvieme",
}


@dataclass(frozen=True)
class Point:
    """Cards of one suit."""

    cards: Hand

    @property
    def length(self) -> int:
        return len(self.cards)

    @property
    def pips(self) -> int:
        return sum(11 if rank == 14 else min(rank, 10) for rank, _ in self.cards)

    @property
    def suit(self) -> str:
        return next(iter(self.cards))[1]

    def worth(self, laws: Laws) -> int:
        return self.length**2 if laws.squared else self.length

    def strength(self, laws: Laws) -> tuple[int, int]:
        return (self.pips, 0) if laws.pips_first else (self.length, self.pips)


@dataclass(frozen=True)
class Run:
    """Cards of one suit in a row, known by the highest."""

    top: int
    length: int
    suit: str

    @property
    def cards(self) -> Hand:
        return frozenset((self.top - down, self.suit) for down in range(self.length))

    @property
    def worth(self) -> int:
        return self.length if self.length < 5 else self.length + 10

    @property
    def strength(self) -> tuple[int, int]:
        return (self.length, self.top)


@dataclass(frozen=True)
class Set:
    """Three or four cards of one rank."""

    cards: Hand

    @property
    def rank(self) -> int:
        return next(iter(self.cards))[0]

    @property
    def worth(self) -> int:
        return 14 if len(self.cards) == 4 else 3

    @property
    def strength(self) -> tuple[int, int]:
        return (len(self.cards), self.rank)


@dataclass(frozen=True)
class Claims:
    """What one seat calls in a deal, or would if it were good: not always all that it holds."""

    hand: Hand
    blank: bool = False
    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[Set, ...] = ()


def full(laws: Laws, hand: Hand, *, blank: bool = False) -> Claims:
    """All that *hand* can call; a carte blanche if it has told one."""
    return Claims(
        hand, blank, next(iter(points(laws, hand)), None), tuple(runs(hand)), tuple(sets(hand))
    )


def pack(laws: Laws) -> list[Card]:
    return [(rank, suit) for suit in SUITS for rank in range(laws.lowest, 15)]


def plain(laws: Laws, card: Card) -> bool:
    """Whether a carte blanche may have *card*."""
    return card[0] == 14 or card[0] < laws.plain_below


def points(laws: Laws, hand: Iterable[Card]) -> list[Point]:
    """The points in *hand*, best first."""
    suits = [Point(frozenset(card for card in hand if card[1] == suit)) for suit in SUITS]
    able = [
        each
        for each in suits
        if each.cards and each.length >= laws.point_cards and each.pips >= laws.point_pips
    ]
    return sorted(able, key=lambda each: each.strength(laws), reverse=True)


def runs(hand: Iterable[Card]) -> list[Run]:
    """The whole sequences in *hand*, best first."""
    found = []
    for suit in SUITS:
        ranks = sorted(rank for rank, its in hand if its == suit)
        for _, row in groupby(enumerate(ranks), key=lambda each: each[1] - each[0]):
            ranked = [rank for _, rank in row]
            if len(ranked) > 2:
                found.append(Run(ranked[-1], len(ranked), suit))
    return sorted(found, key=lambda each: each.strength, reverse=True)


def sets(hand: Iterable[Card]) -> list[Set]:
    """The trios and quatorzes in *hand*, best first."""
    ranks = [Set(frozenset(card for card in hand if card[0] == rank)) for rank in range(10, 15)]
    return sorted(
        (each for each in ranks if len(each.cards) > 2),
        key=lambda each: each.strength,
        reverse=True,
    )
