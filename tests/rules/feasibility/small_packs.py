"""
Every deal of a small pack, looked at one by one.

All hands of the pack are listed once. For each demand the hands that meet it
are one long number, a bit a hand; so a deal's statements are a few ``&``, and
whether two such hands have no card in common is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

from scorer.rules.cards import Rank
from scorer.rules.deal import Deal
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import Ruleset
from tests.rules.feasibility.demands import Cards, Demand, Hand, courts
from tests.rules.feasibility.meaning import ClassOf, Said, classes_of, said_in
from tests.rules.feasibility.oracle import blank_seats, exchanges, fewest, needed, sizes

TWELVE = replace(
    PORTLAND, lowest=Rank.QUEEN, hand=4, talon=4, elder_exchange_max=2, sequence_points=(3,), set_min_rank=Rank.QUEEN
)
"""Three ranks, hands of four: 34,650 deals."""

SIXTEEN = replace(
    PORTLAND, lowest=Rank.KNAVE, hand=6, talon=4, elder_exchange_max=3, sequence_points=(3, 4), set_min_rank=Rank.KNAVE
)
"""Four ranks, hands of six: 1,681,680 deals."""


def small(base: Ruleset, **changes: Any) -> Ruleset:
    """A small pack under other rules."""
    return replace(base, **changes)


class Pack:
    """Every hand of a small pack."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.hands: list[Cards] = [frozenset(cards) for cards in combinations(rules.pack, rules.hand)]
        self.seen = [Hand(rules, cards) for cards in self.hands]
        self.everything = (1 << len(self.hands)) - 1
        self._meeting: dict[Demand, int] = {}

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

    def meeting(self, demand: Demand) -> int:
        """The hands that meet a demand."""
        if demand not in self._meeting:
            self._meeting[demand] = self.listed(demand.met(hand) for hand in self.seen)
        return self._meeting[demand]

    def lie_apart(self, first: int, *others: int) -> bool:
        """Whether some hands, one of each list, have no card in common."""
        if not others or not all(others):
            return bool(first) and all(others)
        while first:
            low = first & -first
            apart = self.apart[low.bit_length() - 1]
            if self.lie_apart(*(each & apart for each in others)):
                return True
            first ^= low
        return False

    def possible(self, deal: Deal, candid: Iterable[ClassOf] = (), said: Sequence[Said] | None = None) -> bool:
        """Whether some hands make everything true that was said, nothing being sunk in *candid*."""
        said = said_in(deal) if said is None else said
        assert all(size == range(self.rules.hand, self.rules.hand + 1) for size in sizes(deal, said))
        open_ones, every = needed(deal, candid, said)
        for chosen in product(*open_ones.values()):
            lists = [self.everything for _ in deal.rules.seats]
            for each in every:
                if set(each.readings) <= set(chosen):
                    lists[each.seat] &= self.meeting(each.demand)
            if self._dealt(said, lists):
                return True
        return False

    def _dealt(self, said: Sequence[Said], lists: Sequence[int]) -> bool:
        blank = blank_seats(said)
        if not blank:
            return self.lie_apart(*lists)
        low = courts(self.rules)
        plain = sum(card.rank not in low for card in self.rules.pack)
        for held in product(range(self.rules.hand + 1), repeat=len(lists)):
            outside = plain - len(lists) * self.rules.hand + sum(held)
            told = any(
                all(held[seat] <= taken[seat] for seat in blank) and sum(taken[seat] for seat in blank) <= outside
                for taken in exchanges(self.rules, said)
            )
            some = [each & self.with_courts[number] for each, number in zip(lists, held, strict=True)]
            if told and self.lie_apart(*some):
                return True
        return False

    def verdict(self, deal: Deal) -> tuple[str, frozenset[frozenset[ClassOf]]]:
        """The finding, and the fewest sinks, in every way that they can be so few."""
        said = said_in(deal)
        return fewest(lambda candid: self.possible(deal, candid, said), classes_of(deal.rules))


@cache
def pack_of(rules: Ruleset) -> Pack:
    """The small pack of *rules*, listed once."""
    return Pack(rules)
