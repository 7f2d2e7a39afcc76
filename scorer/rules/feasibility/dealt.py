"""
What was dealt: how a carte blanche limits the court cards of the hand after the exchange.

A blank hand is dealt twelve plain cards. It discards some of them, and can
hold no more court cards than it took; what it discarded lies, plain, outside
both hands.

Source: Cavendish, Laws 18, 21, 22 and 34.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ..cards import Card, Rank
from ..options import BlankOf
from ..ruleset import Ruleset
from ..seats import Seat
from .assertions import Assertion, Says


def face_ranks(rules: Ruleset) -> tuple[Rank, ...]:
    """The ranks that a carte blanche is without."""
    lowest = Rank.KNAVE if rules.carte_blanche_blank_of is BlankOf.COURTS else Rank.TEN
    return tuple(rank for rank in rules.ranks if lowest <= rank <= Rank.KING)


@dataclass(frozen=True)
class Dealt:
    """
    What is known of the hands as dealt.

    Attributes:
        ranks: the ranks that a carte blanche is without.
        court: the court cards of the pack, so counted.
        plain: the other cards of the pack.
        blank: for each seat whether it was dealt a carte blanche.
        taken: for each seat the numbers of cards that it may have exchanged.
        talon: the most cards exchanged in all.
    """

    ranks: tuple[Rank, ...]
    court: int
    plain: int
    blank: tuple[bool, ...]
    taken: tuple[range, ...]
    talon: int

    def faces_of(self, seat: int, full: Sequence[int]) -> tuple[int, int]:
        """
        The fewest and the most court cards that the hand of *seat* can have.

        A blank hand has at most as many as it took. The plain cards of all
        hands and of the blank hands' discards are no more than the pack's;
        and a blank hand threw away at least as many as it now has courts.

        Args:
            seat: whose hand.
            full: the cards of each hand.
        """
        taken = self.taken[seat]
        others = [other for other in range(len(full)) if other != seat]
        elsewhere = sum(min(full[other], self.court) for other in others if not self.blank[other])
        least = sum(full) - self.plain - elsewhere
        if self.blank[seat]:
            return max(0, least + taken[0]), taken[-1]
        return max(0, least), self.court

    @lru_cache(maxsize=4096)  # noqa: B019 - it is small, and hands are found again and again with as many courts
    def fits(
        self, courts: tuple[int, ...], cards: tuple[int, ...], full: tuple[int, ...]
    ) -> tuple[tuple[int, int], ...] | None:
        """
        How the hands can have come about: for each seat its court cards and the cards it took; `None` if they cannot.

        Args:
            courts: the court cards of each hand so far.
            cards: all its cards so far.
            full: its cards when it is filled with any that are left over.
        """
        more = zip(courts, cards, full, strict=True)
        for ends in product(*(range(court, court + size - so_far + 1) for court, so_far, size in more)):
            outside = self.plain - (sum(full) - sum(ends))
            if sum(ends) > self.court or outside < 0:
                continue
            taken = [
                next((cards for cards in taken if cards >= end or not blank), None)
                for end, blank, taken in zip(ends, self.blank, self.taken, strict=True)
            ]
            if None in taken:
                continue
            took = [each or 0 for each in taken]
            thrown = sum(each for each, blank in zip(took, self.blank, strict=True) if blank)
            if sum(took) <= self.talon and thrown <= outside:
                return tuple(zip(ends, took, strict=True))
        return None


def dealt(rules: Ruleset, said: Sequence[Assertion]) -> Dealt | None:
    """What *said* says of the hands as dealt, or `None` if no carte blanche was."""
    blank = {each.seat for each in said if each.says is Says.BLANK}
    if not blank:
        return None
    exchanged = {each.seat: each.cards for each in said if each.says is Says.EXCHANGED}
    limits = _exchanges(rules, exchanged.get(Seat.ELDER, rules.elder_exchange_min))
    ranks = face_ranks(rules)
    court = 4 * len(ranks)
    return Dealt(
        ranks,
        court,
        len(rules.pack) - court,
        tuple(seat in blank for seat in rules.seats),
        tuple(
            range(exchanged[seat], exchanged[seat] + 1) if seat in exchanged else limits[seat] for seat in rules.seats
        ),
        rules.talon,
    )


def _exchanges(rules: Ruleset, elder: int) -> Mapping[Seat, range]:
    """The numbers of cards that each seat may exchange if elder took so many; of more than two only the dealer may."""
    if rules.players > 2:
        none: dict[Seat, range] = dict.fromkeys(rules.seats, range(1))
        return {**none, rules.dealer: range(rules.dealer_exchange_min, rules.dealer_exchange_max + 1)}
    left = rules.talon - elder
    least, most = min(rules.younger_exchange_min, left), min(rules.younger_exchange_max or left, left)
    return {
        Seat.ELDER: range(rules.elder_exchange_min, rules.elder_exchange_max + 1),
        Seat.YOUNGER: range(least, most + 1),
    }


def is_face(rules: Ruleset, card: Card) -> bool:
    """Whether *card* is one that a carte blanche is without."""
    return card.rank in face_ranks(rules)


def fill(
    rules: Ruleset, hands: Sequence[Sequence[Card]], sizes: Sequence[int], known: Dealt | None
) -> tuple[list[list[Card]], list[list[Card]]]:
    """
    Full hands from hands that lack cards, and what was thrown away where a carte blanche tells.

    Returns:
        The hands, and the discards of each seat that was dealt a carte blanche.
    """
    full = [list(hand) for hand in hands]
    free = [card for card in reversed(rules.pack) if not any(card in hand for hand in hands)]
    ways = None
    if known is not None:
        courts = tuple(sum(is_face(rules, card) for card in hand) for hand in hands)
        ways = known.fits(courts, tuple(len(hand) for hand in hands), tuple(sizes))
    for seat, hand in enumerate(full):
        court = None if ways is None else ways[seat][0]
        _take(rules, hand, free, sizes[seat], court)
    thrown: list[list[Card]] = [[] for _ in hands]
    if known is not None and ways is not None:
        plain = [card for card in free if not is_face(rules, card)]
        for seat, (_, cards) in enumerate(ways):
            if known.blank[seat]:
                thrown[seat], plain = plain[:cards], plain[cards:]
    return full, thrown


def _take(rules: Ruleset, hand: list[Card], free: list[Card], size: int, court: int | None) -> None:
    """Move cards from *free* to *hand* until it has *size*, *court* of them court cards if that is given."""
    faces = face_ranks(rules)
    while len(hand) < size:
        wants_face = court is not None and sum(card.rank in faces for card in hand) < court
        card = next(card for card in free if court is None or (card.rank in faces) == wants_face)
        hand.append(card)
        free.remove(card)
