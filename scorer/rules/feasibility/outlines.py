"""
Outlines: which suit serves which demand, before anything else of the hands is settled.

An outline says for each suit and seat which demands it serves and which cards
of the called sets it has. Where hands want the same cards, it is mostly here;
so outlines are tried first, and the rest of the hands within one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .demands import Demands
from .holdings import FIELD, SUITS
from .reach import Reach
from .sizes import joint_sizes, moved, pairs
from .steps import Outline


class _Told:
    """What one seat still has to serve and to hold in sets, suit by suit."""

    def __init__(self, hand: Demands, seat: Reach) -> None:
        self.bounds = [
            (FIELD * (rank - hand.suit.ranks[0]), count, hand.most.get(rank, len(SUITS)))
            for rank, count in hand.least.items()
            if count < len(SUITS)  # four of a rank is demanded of every suit
        ]
        told = sum(15 << shift for shift, _, _ in self.bounds)
        self.outlines = [each.outlines(told) for each in seat.steps]
        self.may = seat.need.may
        self._can: dict[tuple[int, int, int], bool] = {}

    def can(self, place: int, need: int, counts: int) -> bool:
        """Whether the suits from *place* on can serve *need* and bring *counts* to what was called."""
        key = place, need, counts
        found = self._can.get(key)
        if found is None:
            if place == len(SUITS):
                found = not need and all(least <= counts >> shift & 15 <= most for shift, least, most in self.bounds)
            else:
                after = place + 1
                found = any(
                    self.may(need, each.served) and self.can(after, need & ~each.served, counts + each.told)
                    for each in self.outlines[place]
                )
            self._can[key] = found
        return found


def outlines(hands: Sequence[Demands], seats: Sequence[Reach], sizes: int | None) -> Iterator[list[Reach]]:
    """
    The seats' reaches, each time with the steps of one outline only.

    Args:
        hands: the demands on each seat.
        seats: the reach of each.
        sizes: the sizes of two full hands, as a board; `None` where a hand
            may be found short of cards, or there are not two.
    """
    suit = hands[0].suit
    told = [_Told(hand, seat) for hand, seat in zip(hands, seats, strict=True)]
    start = [(seat.need.every, 0) for seat in seats]
    joint = None if sizes is None else joint_sizes(suit, seats, sizes)
    if joint is not None and not joint[0] & 1:
        return
    number = len(seats)
    dead: set[tuple[object, ...]] = set()

    def extend(
        place: int, states: Sequence[tuple[int, int]], board: int, path: tuple[tuple[Outline, ...], ...]
    ) -> Iterator[tuple[tuple[Outline, ...], ...]]:
        if place == len(SUITS):
            yield path
            return
        key = place, board, *states
        if key in dead:
            return
        alive = False
        for each in choose(place, states, ()):
            more = 1
            if joint is not None:
                first, second = (one.steps.family for one in each)
                more = moved(board, pairs(suit, first, second), back=False) & joint[place + 1]
                if not more:
                    continue
            after = [(need & ~one.served, counts + one.told) for (need, counts), one in zip(states, each, strict=True)]
            for found in extend(place + 1, after, more, (*path, each)):
                alive = True
                yield found
        if not alive:
            dead.add(key)

    def choose(
        place: int, states: Sequence[tuple[int, int]], chosen: tuple[Outline, ...]
    ) -> Iterator[tuple[Outline, ...]]:
        seat = len(chosen)
        if seat == number:
            yield chosen
            return
        need, counts = states[seat]
        families = tuple(each.steps.family for each in chosen)
        for one in told[seat].outlines[place]:
            if not told[seat].may(need, one.served):
                continue
            if not told[seat].can(place + 1, need & ~one.served, counts + one.told):
                continue
            if families and suit.disjoint((*families, one.steps.family)) is None:
                continue
            yield from choose(place, states, (*chosen, one))

    for path in extend(0, start, 1, ()):
        outlined = [
            Reach([each[number].steps for each in path], seat.digits, seat.need, faces=seat.faces)
            for number, seat in enumerate(seats)
        ]
        if all(each.is_possible for each in outlined):
            yield outlined
