"""
The oracle: what was said, and what is true if nothing was sunk, of all hands; apart from any way to find such hands.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from scorer.rules.cards import Card
from scorer.rules.claims import Category
from scorer.rules.deal import Deal
from scorer.rules.findings import Says
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from tests.rules.checker.demands import Cards, Hand, courts
from tests.rules.checker.full_declaration import candid_demands, candid_rouges
from tests.rules.checker.meaning import ClassOf, Needed, Reading, Said, hard, readings, said_in


def needed(
    deal: Deal, candid: Iterable[ClassOf] = (), said: Sequence[Said] | None = None
) -> tuple[dict[Category, tuple[Reading, ...]], tuple[Needed, ...]]:
    """The readings there are, and all that is demanded if nothing is sunk in *candid*."""
    said, candid = said_in(deal) if said is None else said, [*candid]
    every = [*hard(deal.rules, said)]
    for seat, category in candid:
        every += candid_demands(deal, seat, category, said)
    every += candid_rouges(deal, candid, said)
    return readings(deal.rules, said), tuple(every)


def exchanges(rules: Ruleset, said: Sequence[Said]) -> Iterator[tuple[int, ...]]:
    """All numbers of cards that the seats can have exchanged; of more than two the dealer alone does."""
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


def blank_seats(said: Sequence[Said]) -> tuple[Seat, ...]:
    """Who was dealt a carte blanche."""
    return tuple(dict.fromkeys(each.seat for each in said if each.says is Says.BLANK))


def sizes(deal: Deal, said: Sequence[Said]) -> tuple[range, ...]:
    """How many cards each hand can have."""
    found = []
    for seat in deal.rules.seats:
        size = deal.rules.hand - sum(each.cards for each in said if each.says is Says.SHORT and each.seat is seat)
        more = deal.rules.talon if deal.state.may_be_long[seat] else 0
        found.append(range(size, (size if size < deal.rules.hand else size + more) + 1))
    return tuple(found)


def could_be_dealt(rules: Ruleset, said: Sequence[Said], held: Sequence[int], outside: int) -> bool:
    """
    Whether a carte blanche that was told can have become the hand that it became.

    Args:
        held: the number of court cards in each hand.
        outside: the number of plain cards outside the hands.
    """
    blank = blank_seats(said)
    return not blank or any(
        all(held[seat] <= taken[seat] for seat in blank) and sum(taken[seat] for seat in blank) <= outside
        for taken in exchanges(rules, said)
    )


def allows(
    deal: Deal, hands: tuple[Cards, ...], candid: Iterable[ClassOf] = (), said: Sequence[Said] | None = None
) -> bool:
    """Whether hands make everything true that was said, and nothing is sunk in *candid*."""
    said = said_in(deal) if said is None else said
    open_ones, every = needed(deal, candid, said)
    together = frozenset[Card]().union(*hands)
    if sum(map(len, hands)) != len(together) or not together <= set(deal.rules.pack):
        return False
    if any(len(hand) not in size for hand, size in zip(hands, sizes(deal, said), strict=True)):
        return False
    low = courts(deal.rules)
    held = [sum(card.rank in low for card in hand) for hand in hands]
    outside = sum(card.rank not in low for card in set(deal.rules.pack) - together)
    if not could_be_dealt(deal.rules, said, held, outside):
        return False
    seen = [Hand(deal.rules, hand) for hand in hands]
    return any(
        all(each.demand.met(seen[each.seat]) for each in every if set(each.readings) <= set(chosen))
        for chosen in product(*open_ones.values())
    )


def fewest(
    possible: Callable[[frozenset[ClassOf]], bool], classes: Sequence[ClassOf]
) -> tuple[str, frozenset[frozenset[ClassOf]]]:
    """
    The finding, and the smallest sets of classes in which something must have been sunk.

    Args:
        possible: whether there are hands with nothing sunk in these classes.
        classes: all of them.
    """
    every = frozenset(classes)
    if not possible(frozenset()):
        return "impossible", frozenset()
    if possible(every):
        return "possible", frozenset()
    for many in range(1, len(every) + 1):
        some = map(frozenset, combinations(classes, many))
        found = frozenset(sunk for sunk in some if possible(every - sunk))
        if found:
            return "sunk", found
    raise AssertionError("with everything sunk there are hands")
