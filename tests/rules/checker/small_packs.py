"""
Every deal of a small pack, looked at one by one.

All hands of the pack are listed once. For each demand the hands that meet it
are one long number, a bit a hand; so a deal's statements are a few ``&``, and
whether two such hands have no card in common is looked up. Hands that differ
only in the names of suits that a demand does not name meet it all, or none of
them does; so one of them is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, is_dataclass, replace
from functools import cache, cached_property
from itertools import combinations, product

from scorer.rules.cards import Rank, Suit
from scorer.rules.deal import Deal
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import Ruleset
from tests.rules.checker.demands import Cards, Demand, Hand, courts
from tests.rules.checker.meaning import ClassOf, Said, classes_of, said_in
from tests.rules.checker.oracle import blank_seats, could_be_dealt, needed, sizes

TWELVE = replace(
    PORTLAND, lowest=Rank.QUEEN, hand=4, talon=4, elder_exchange_max=2, sequence_points=(3,), set_min_rank=Rank.QUEEN
)
"""Three ranks, hands of four: 34,650 deals."""

SIXTEEN = replace(
    PORTLAND, lowest=Rank.KNAVE, hand=6, talon=4, elder_exchange_max=3, sequence_points=(3, 4), set_min_rank=Rank.KNAVE
)
"""Four ranks, hands of six: 1,681,680 deals."""


def suits_in(part: object) -> frozenset[Suit]:
    """The suits that a demand names, or a part of one."""
    if isinstance(part, Suit):
        return frozenset({part})
    if is_dataclass(part) and not isinstance(part, type):
        part = astuple(part)
    return frozenset().union(*map(suits_in, part)) if isinstance(part, tuple) else frozenset()


def bits(some: int) -> Iterator[int]:
    """The places of the bits of a long number."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


class Pack:
    """Every hand of a small pack."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.hands: list[Cards] = [frozenset(cards) for cards in combinations(rules.pack, rules.hand)]
        self.seen = [Hand(rules, cards) for cards in self.hands]
        self.everything = (1 << len(self.hands)) - 1
        self._meeting: dict[Demand, int] = {}
        self._alike: dict[frozenset[Suit], list[tuple[Hand, int]]] = {}

    def listed(self, chosen: Iterable[bool]) -> int:
        """One bit for each hand that is chosen."""
        return int("".join("1" if each else "0" for each in chosen)[::-1] or "0", 2)

    @cached_property
    def apart(self) -> list[int]:
        """For each hand the hands with no card of it."""
        having = {card: self.listed(card in hand for hand in self.hands) for card in self.rules.pack}
        found = []
        for hand in self.hands:
            shared = 0
            for card in hand:
                shared |= having[card]
            found.append(self.everything & ~shared)
        return found

    @cached_property
    def with_courts(self) -> list[int]:
        """For each number of court cards the hands with so many."""
        low = courts(self.rules)
        counts = [sum(card.rank in low for card in hand) for hand in self.hands]
        return [self.listed(count == number for count in counts) for number in range(self.rules.hand + 1)]

    def alike(self, named: frozenset[Suit]) -> list[tuple[Hand, int]]:
        """Of the hands that differ only in the names of suits that are not *named*, one, and the bits of them all."""
        if named not in self._alike:
            found: dict[object, tuple[Hand, int]] = {}
            for number, hand in enumerate(self.seen):
                held = {suit: tuple(card.rank for card in cards) for suit, cards in hand.suits.items()}
                shape = tuple(held.pop(suit) for suit in Suit if suit in named), tuple(sorted(held.values()))
                first, others = found.get(shape, (hand, 0))
                found[shape] = first, others | 1 << number
            self._alike[named] = [*found.values()]
        return self._alike[named]

    def meeting(self, demand: Demand) -> int:
        if demand not in self._meeting:
            alike = self.alike(suits_in(demand))
            self._meeting[demand] = sum(these for hand, these in alike if demand.met(hand))
        return self._meeting[demand]

    def lie_apart(self, first: int, *others: int) -> bool:
        """Whether some hands, one of each list, have no card in common."""
        if not others or not all(others):
            return bool(first) and all(others)
        return any(self.lie_apart(*(each & self.apart[hand] for each in others)) for hand in bits(first))

    def heard(self, deal: Deal, said: Sequence[Said] | None = None) -> Heard:
        return Heard(self, deal, said_in(deal) if said is None else said)


class Heard:
    """What was said of one deal, each thing as the hands of a small pack that make it true."""

    def __init__(self, pack: Pack, deal: Deal, said: Sequence[Said]) -> None:
        assert all(size == range(pack.rules.hand, pack.rules.hand + 1) for size in sizes(deal, said))
        self.pack, self.rules, self.said = pack, pack.rules, said
        open_ones, every = needed(deal, classes_of(deal.rules), said)
        self.ways = [frozenset(chosen) for chosen in product(*open_ones.values())]
        self.every = [(each, pack.meeting(each.demand)) for each in every]

    def possible(self, candid: Iterable[ClassOf] = ()) -> bool:
        """Whether some hands make everything true that was said, nothing being sunk in *candid*."""
        return any(map(self._dealt, self.lists(candid)))

    def lists(self, candid: Iterable[ClassOf] = ()) -> Iterator[list[int]]:
        """For each reading of the calls that were denied, the hands that each seat can have."""
        candid = frozenset(candid)
        asked = [(each, hands) for each, hands in self.every if candid.issuperset(each.candid)]
        for way in self.ways:
            lists = [self.pack.everything for _ in self.rules.seats]
            for each, hands in asked:
                if way.issuperset(each.readings):
                    lists[each.seat] &= hands
            yield lists

    def _dealt(self, lists: Sequence[int]) -> bool:
        """Whether there are such hands, also as they were dealt; only a carte blanche depends on court cards."""
        if not blank_seats(self.said):
            return self.pack.lie_apart(*lists)
        low = courts(self.rules)
        plain = sum(card.rank not in low for card in self.rules.pack)
        return any(
            could_be_dealt(self.rules, self.said, held, plain - len(lists) * self.rules.hand + sum(held))
            and self.pack.lie_apart(*(each & self.pack.with_courts[n] for each, n in zip(lists, held, strict=True)))
            for held in product(range(self.rules.hand + 1), repeat=len(lists))
        )


@cache
def pack_of(rules: Ruleset) -> Pack:
    """The small pack of *rules*, listed once."""
    return Pack(rules)
