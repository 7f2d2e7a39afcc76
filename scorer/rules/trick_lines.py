"""The lines of the play: each trick, the last trick, the cards, capot and a contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from .auction import tricks_made
from .lines import NO_ARGS, Line, LineKind
from .options import CapotForm, CardsBasis, FirstLead, MinusCards, TrickCount
from .reasons import Why
from .ruleset import Ruleset
from .seats import Seat
from .table import DealState, Trick

OPENS: Mapping[str, Any] = {"opens": True}
"""The arguments of elder's first lead, which some count before younger's calls."""


def play_lines(deal: DealState, *, ten_at_seventh: bool = False) -> list[Line]:
    """
    Return the lines of the play trick by trick, with the last trick, the cards and the capot where they are earned.

    Args:
        ten_at_seventh: put the ten for the cards at the seventh trick, if it
            is won before the other seat has one, instead of at the end.
    """
    rules = deal.rules
    if deal.conceded is not None:
        return _conceded_lines(rules, *deal.conceded)
    lines: list[Line] = []
    leader = Seat.ELDER
    majority = rules.hand // 2 + 1
    for number, trick in enumerate(deal.tricks, 1):
        lines += _trick_lines(rules, number, leader, trick)
        leader = trick.winner
        if ten_at_seventh and number == majority and all(won.winner is leader for won in deal.tricks[:majority]):
            points, source = rules.cards_points + deal.setting.carried, rules.sources["cards_to_pique"]
            because = (trick.position,)
            lines.append(Line(leader, points, LineKind.CARDS, 0, because, Why.CARDS_AT_SEVENTH, NO_ARGS, source))
    if deal.tricks and len(deal.tricks) >= deal.tricks_to_play:
        lines += _closing_lines(deal, lines)
    return lines


def _trick_lines(rules: Ruleset, number: int, leader: Seat, trick: Trick) -> list[Line]:
    """Return the lines of trick *number*, counted from 1, the lead first."""
    position, winner, tens = trick
    opens = OPENS if number == 1 else NO_ARGS
    because, source = (position,), rules.sources["trick_count"]
    led_and_won = winner is leader
    match rules.trick_count:
        case TrickCount.CLUB:
            every = rules.counts_every_card
            lines = []
            if tens >= (1 if led_and_won else 2):
                led = Why.LEADS if every else Why.TENS_LED
                lines.append(Line(leader, 1, LineKind.LEAD, 0, because, led, opens, source))
            if not led_and_won and tens:
                won = Why.WINS if every else Why.TENS_WON
                lines.append(Line(winner, 1, LineKind.TRICK, 0, because, won, NO_ARGS, source))
            return lines
        case TrickCount.TWO_FOR_CAPTURE:
            lines = []
            pays_lead = rules.first_lead is FirstLead.ALWAYS
            pays_lead = pays_lead or (rules.first_lead is FirstLead.IF_LOST and not led_and_won)
            if number == 1 and pays_lead:
                first = rules.sources["first_lead"]
                lines.append(Line(leader, 1, LineKind.LEAD, 0, because, Why.FIRST_LEAD, opens, first))
            if led_and_won:
                lines.append(Line(winner, 1, LineKind.LEAD, 0, because, Why.LEADS, opens, source))
            else:
                lines.append(Line(winner, 2, LineKind.TRICK, 0, because, Why.CAPTURES, NO_ARGS, source))
            return lines
        case TrickCount.CAPTURED_CARDS:
            return [Line(winner, tens, LineKind.TRICK, 0, because, Why.TENS_CAPTURED, NO_ARGS, source)] if tens else []
        case TrickCount.LOST:
            return [Line(winner.other, 1, LineKind.TRICK, 0, because, Why.TRICKS_LOST, NO_ARGS, source)]
        case TrickCount.FLAT:
            return [Line(winner, 1, LineKind.TRICK, 0, because, Why.TRICKS, NO_ARGS, source)]
        case _:
            assert_never(rules.trick_count)


def _closing_lines(deal: DealState, played: Sequence[Line]) -> list[Line]:
    """Return the lines after the last card: tricks for a short hand, the last trick, the cards or the capot."""
    rules, tricks = deal.rules, deal.tricks
    lines: list[Line] = []
    last, because = tricks[-1].winner, (tricks[-1].position,)
    won = [0] * rules.players
    for trick in tricks:
        won[trick.winner] += 1
    unplayed = rules.hand - deal.tricks_to_play
    if unplayed:
        last = Seat.YOUNGER if deal.short[Seat.ELDER] else Seat.ELDER
        assert deal.short_at is not None
        because = (deal.short_at,)
        won[last] += unplayed
        lines += [Line(last, 1, LineKind.TRICK, 0, because, Why.UNPLAYED, NO_ARGS, "Law 57") for _ in range(unplayed)]
    if rules.last_points:
        source = rules.sources["last_points"]
        lines.append(Line(last, rules.last_points, LineKind.LAST, 0, because, Why.LAST, NO_ARGS, source))
    every = tuple(dict.fromkeys(trick.position for trick in tricks))
    contract = _contract_lines(deal, won, every)
    if deal.auction.minus and rules.minus_cards is MinusCards.NOBODY:
        return lines + contract
    taker, most = _taker(deal, won)
    carried = deal.setting.carried
    has_ten = any(line.kind is LineKind.CARDS for line in played)
    if taker is not None and most == rules.hand:
        on_top = rules.capot_form is CapotForm.ON_TOP or has_ten or carried > 0
        if on_top and not has_ten:
            lines.append(_cards_line(rules, taker, every, most, carried))
        points = rules.capot_points - (rules.cards_points if on_top else 0)
        why = Why.CAPOT_MORE if on_top else Why.CAPOT
        source = rules.sources["capot_points"]
        lines.append(Line(taker, points, LineKind.CAPOT, 0, every, why, NO_ARGS, source))
    elif has_ten:
        pass
    elif rules.cards_basis is CardsBasis.LAST_TRICK:
        source = rules.sources["cards_basis"]
        lines.append(
            Line(
                _takes_for(deal, last),
                rules.cards_points,
                LineKind.CARDS,
                0,
                because,
                Why.CARDS_BY_LAST,
                NO_ARGS,
                source,
            )
        )
    elif taker is not None:
        lines.append(_cards_line(rules, taker, every, most, carried))
    return lines + contract


def _taker(deal: DealState, won: Sequence[int]) -> tuple[Seat | None, int]:
    """
    Return who takes the cards, and with which tricks; no seat if no side has most.

    Of partners it is the one who won more tricks.
    """
    rules = deal.rules
    sides = (
        list(won) if rules.sides == rules.players else [sum(won[side :: rules.sides]) for side in range(rules.sides)]
    )
    most = max(sides)
    if sides.count(most) > 1:
        return None, most
    return _takes_for(deal, max(rules.seats[sides.index(most) :: rules.sides], key=won.__getitem__)), most


def _takes_for(deal: DealState, seat: Seat) -> Seat:
    """Return who takes the cards that *seat* won: the other seat, where a deal played to lose gives them away."""
    return seat.other if deal.auction.minus and deal.rules.minus_cards is MinusCards.LOSER else seat


def _contract_lines(deal: DealState, won: Sequence[int], every: tuple[int, ...]) -> list[Line]:
    """Return what a contract pays: its maker for each trick over it, or the other seat for each trick short of it."""
    rules, bid = deal.rules, deal.auction.contract
    if bid is None:
        return []
    made = tricks_made(bid, won)
    over = made - bid.tricks
    if not over:
        return []
    points = rules.contract_points * abs(over) * deal.auction.factor
    seat, why = (bid.seat, Why.CONTRACT_OVER) if over > 0 else (bid.seat.other, Why.CONTRACT_SHORT)
    args = {"bid": bid, "tricks": made, "doubled": deal.auction.doubled}
    because = (*deal.auction.because, *every)
    return [Line(seat, points, LineKind.CONTRACT, 0, because, why, args, rules.sources["contract_points"])]


def _cards_line(rules: Ruleset, seat: Seat, because: tuple[int, ...], tricks: int, carried: int) -> Line:
    why = Why.CARDS_CARRIED if carried else Why.CARDS
    args = {"tricks": tricks, "carried": carried}
    source = rules.sources["cards_tie" if carried else "cards_points"]
    return Line(seat, rules.cards_points + carried, LineKind.CARDS, 0, because, why, args, source)


def _conceded_lines(rules: Ruleset, loser: Seat, position: int) -> list[Line]:
    """Return what a conceded deal gives the other seat: every trick and the cards, without a bonus."""
    source, because = rules.sources["concession"], (position,)
    every_trick = rules.hand + rules.last_points
    return [
        Line(loser.other, every_trick, LineKind.CONCEDED, 0, because, Why.CONCEDED_PLAY, NO_ARGS, source),
        Line(loser.other, rules.cards_points, LineKind.CARDS, 0, because, Why.CONCEDED_CARDS, NO_ARGS, source),
    ]
