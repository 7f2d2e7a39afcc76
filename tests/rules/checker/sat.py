"""The oracle: what was said, and what is true if nothing was sunk, of all hands, put to a SAT
solver.

Each class has a variable that says that nothing was sunk in it, so one formula answers for every
choice of classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorer.rules.deal import Deal
from scorer.rules.findings import Says
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from tests.rules.checker import meaning
from tests.rules.checker.demands import Cards, Clauses, courts


def exchanges(rules: Ruleset, said: Sequence[meaning.Said]) -> Iterator[tuple[int, ...]]:
    """All numbers of cards that the seats can have exchanged;
    of more than two the dealer alone does.
    """
    took = {each.seat: each.cards for each in said if each.says is Says.EXCHANGED}
    if rules.players > 2:
        for dealer in range(rules.dealer_exchange_min, rules.dealer_exchange_max + 1):
            if took.get(rules.dealer, dealer) == dealer:
                yield (0,) * (rules.players - 1) + (dealer,)
        return
    for elder in range(rules.elder_exchange_min, rules.elder_exchange_max + 1):
        left = rules.talon - elder
        most = left if rules.younger_exchange_max is None else min(left, rules.younger_exchange_max)
        for younger in range(min(rules.younger_exchange_min, most), most + 1):
            if took.get(Seat.ELDER, elder) == elder and took.get(Seat.YOUNGER, younger) == younger:
                yield elder, younger


def blank_seats(said: Sequence[meaning.Said]) -> tuple[Seat, ...]:
    """Who was dealt a carte blanche."""
    return tuple(dict.fromkeys(each.seat for each in said if each.says is Says.BLANK))


class Formula(Clauses):
    """What was said in a deal, or only what is in *said*."""

    def __init__(self, deal: Deal, said: Sequence[meaning.Said] | None = None) -> None:
        super().__init__(deal.rules)
        said = meaning.said_in(deal) if said is None else said
        self.candid: dict[meaning.ClassOf, int] = {
            each: self.new() for each in meaning.classes_of(deal.rules)
        }
        for seat in deal.rules.seats:
            held = [*self.holds[seat].values()]
            short = sum(
                each.cards for each in said if each.says is Says.SHORT and each.seat is seat
            )
            more = deal.rules.talon if deal.state.may_be_long[seat] and not short else 0
            self.no_more(held, deal.rules.hand - short + more)
            self.no_more([-each for each in held], len(held) - deal.rules.hand + short)
        open_ones = meaning.readings(deal.rules, said)
        chosen = {reading: self.new() for ways in open_ones.values() for reading in ways}
        for ways in open_ones.values():
            self.add([chosen[way] for way in ways])
        every = [*meaning.hard(deal.rules, said), *meaning.candid_rouges(deal, self.candid, said)]
        for seat, category in self.candid:
            every += meaning.candid_demands(deal, seat, category, said)
        for each in every:
            self.unless = [-chosen[way] for way in each.readings] + [
                -self.candid[one] for one in each.candid
            ]
            self.x = self.holds[each.seat]
            each.demand(self)
        self.unless = []
        self._dealt(said)

    def __enter__(self) -> Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def possible(self, candid: Iterable[meaning.ClassOf] = (), hands: Sequence[Cards] = ()) -> bool:
        """Whether there are hands, or *hands* are so, nothing being sunk in *candid*."""
        held = [
            x if card in hand else -x
            for of, hand in zip(self.holds, hands, strict=False)
            for card, x in of.items()
        ]
        return bool(self.solver.solve([*held, *(self.candid[each] for each in candid)]))

    def _dealt(self, said: Sequence[meaning.Said]) -> None:
        """A carte blanche that was told can have become the hand that it became."""
        blank = blank_seats(said)
        if not blank:
            return
        low = courts(self.rules)
        plain = [card for card in self.rules.pack if card.rank not in low]
        names = []
        for way in {tuple(taken[seat] for seat in blank) for taken in exchanges(self.rules, said)}:
            names.append(one := self.new())
            for seat, taken in zip(blank, way, strict=True):
                held = [x for card, x in self.holds[seat].items() if card.rank in low]
                self.no_more(held, taken, [-one])
            inside = [held[card] for held in self.holds for card in plain]
            self.no_more(inside, len(plain) - sum(way), [-one])
        self.add(names)
