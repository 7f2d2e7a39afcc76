"""
The bonus watch: which repique or pique is still open, how far it has come, and what would close it.

Nothing here decides a bonus; it only says, of what is public at the table,
what the two scans of `bonuses` are waiting for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from .bonuses import in_order, towards_thirty
from .claims import Category
from .deal import Deal
from .lines import Line, LineKind
from .options import BlockedBy, Order, PiqueSeat, TrickCount
from .scoring import bars_before, open_categories, reckon, reckons_before
from .seats import Seat
from .table import Status, Table


class Watch(NamedTuple):
    """
    One bonus that is still open.

    Attributes:
        kind: repique or pique.
        seat: who may make it.
        points: the points that count towards it so far.
        threshold: the points that make it.
        closed_by: the categories in which the opponent, being good, would close it.
        in_play: the play has begun, and each lead brings it nearer.
        led: the next lead is the seat's own and makes it, whoever wins the trick.
    """

    kind: LineKind
    seat: Seat
    points: int
    threshold: int
    closed_by: tuple[Category, ...]
    in_play: bool
    led: bool = False

    @property
    def needs(self) -> int:
        """The points still wanting, at least 0."""
        return max(0, self.threshold - self.points)


def watch(deal: Deal) -> tuple[Watch, ...]:
    """The bonuses that are open in *deal*, the nearest to being made first; none once they are made or barred."""
    if deal.is_over or any(line.kind in (LineKind.REPIQUE, LineKind.PIQUE) for line in deal.lines):
        return ()
    hand, play, _ = reckon(deal.table)
    found = [*_repiques(deal, hand), *_piques(deal, hand, play)]
    return tuple(sorted((each for each in found if each.points), key=lambda each: each.needs))


def _repiques(deal: Deal, lines: Sequence[Line]) -> list[Watch]:
    table, rules, found = deal.table, deal.rules, []
    if table.play_begun:
        return []
    for seat in (Seat.ELDER, Seat.YOUNGER):
        bar = next((place for place, line in enumerate(lines) if line.seat is not seat and line.reckons), None)
        if table.reckons_nothing(seat) or (bar is not None and rules.repique_blocked_by is BlockedBy.ANYTHING_VALID):
            continue
        before = lines if bar is None else lines[:bar]
        count = _count(deal, before, seat)
        reached = _reached(deal, before, seat)
        adding = [each for each in _adding(table, seat) if bar is None or reckons_before(rules, each, lines[bar].kind)]
        if reached is None and not adding:
            continue
        closed_by = tuple(
            category
            for category in _still_open(table, seat.other)
            if reached is None or bars_before(rules, category, reached)
        )
        found.append(Watch(LineKind.REPIQUE, seat, count, rules.repique_threshold, closed_by, in_play=False))
    return found


def _reached(deal: Deal, lines: Sequence[Line], seat: Seat) -> LineKind | None:
    """The kind of the line of *seat* that reaches the thirty, or `None`."""
    counts = accumulate(_count(deal, (line,), seat) for line in lines)
    return next((line.kind for line, n in zip(lines, counts, strict=True) if n >= deal.rules.repique_threshold), None)


def _still_open(table: Table, seat: Seat) -> tuple[Category, ...]:
    """The categories in which *seat* may yet be good."""
    if seat is Seat.YOUNGER:
        return open_categories(table, seat)
    if table.younger_called:
        return ()
    hopeful = (Status.OPEN, Status.CALLED, Status.ASKED)
    states = table.categories.items()
    return tuple(each for each, state in states if state.status in hopeful and not state.declined[seat])


def _adding(table: Table, seat: Seat) -> list[Category]:
    """The categories in which *seat* may still call something that counts, lesser holdings among it."""
    still_open = _still_open(table, seat)
    done = seat is Seat.ELDER and table.younger_called
    return [
        category
        for category, state in table.categories.items()
        if category in still_open
        or (not done and category is not Category.POINT and state.entries[seat] and table.holder(category) is seat)
    ]


def _piques(deal: Deal, hand: Sequence[Line], play: Sequence[Line]) -> list[Watch]:
    table, rules, found = deal.table, deal.rules, []
    seats = (Seat.ELDER,) if rules.pique_seat is PiqueSeat.ELDER else (Seat.ELDER, Seat.YOUNGER)
    for seat in seats:
        ordered = in_order(rules.pique_order, hand, play)
        closed_by = _still_open(table, seat.other)
        if seat is Seat.ELDER and _first_lead_makes_it(deal, hand):
            ordered = [line for line in ordered if line.seat is seat or line.kind is LineKind.CARTE_BLANCHE]
            closed_by = ()
        count = _count(deal, ordered, seat)
        wanting = rules.pique_threshold - count
        if table.reckons_nothing(seat) or any(line.seat is not seat and line.reckons for line in ordered):
            continue
        if table.play_begun and wanting > _most_in_play(deal):
            continue
        led = table.play_begun and wanting == 1 and table.leader is seat and _leads_count(deal)
        watched = Watch(LineKind.PIQUE, seat, count, rules.pique_threshold, closed_by, table.play_begun, led)
        found.append(watched)
    return found


def _first_lead_makes_it(deal: Deal, hand: Sequence[Line]) -> bool:
    """Whether elder's first lead, which comes before younger's calls where they are taken as said, makes his pique."""
    rules = deal.rules
    if rules.pique_order is Order.CATEGORY or deal.table.play_begun or not _leads_count(deal):
        return False
    return _count(deal, hand, Seat.ELDER) + 1 >= rules.pique_threshold


def _leads_count(deal: Deal) -> bool:
    """Whether every lead scores, whoever wins the trick."""
    return deal.rules.trick_count is TrickCount.CLUB and deal.rules.counts_every_card


def _most_in_play(deal: Deal) -> int:
    """The most that the tricks that are left can bring to one seat's thirty."""
    rules, table = deal.rules, deal.table
    a_trick = 1 if rules.trick_count in (TrickCount.CLUB, TrickCount.FLAT) else 2
    last = rules.last_points if rules.last_to_pique else 0
    return a_trick * (table.tricks_to_play - len(table.tricks)) + last


def _count(deal: Deal, lines: Sequence[Line], seat: Seat) -> int:
    return sum(line.points for line in lines if line.seat is seat and towards_thirty(deal.rules, line))
