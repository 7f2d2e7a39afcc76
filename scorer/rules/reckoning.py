"""
Reckoning: from what the table knows to the lines of the score.

The lines in hand come class by class; the play is reckoned trick by trick;
the two scans of `bonuses` find repique and pique; and the tricks are then
gathered into one line for each seat's leads, captures and so on, divided only
where a bonus falls among them. So the same play gives the same lines whether
it was said trick by trick or the short way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .auction import caller, tricks_made
from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from .lines import KIND_OF_CATEGORY, Line, LineKind
from .options import (
    CapotForm,
    CardsBasis,
    CarteBlancheBoth,
    FirstLead,
    MinusCards,
    PointValue,
    TrickCount,
)
from .reasons import Why
from .ruleset import Ruleset
from .seats import Seat
from .table import Entry, Status, Table, Trick

NO_ARGS: Mapping[str, Any] = {}
OPENS: Mapping[str, Any] = {"opens": True}
"""The arguments of elder's first lead, which some count before younger's calls."""

NOUGHT_POINT, NOUGHT_SEQUENCE = 5, 10
"""What an empty suit scores as a point and as a sequence (Parlett, Penguin Book of Card Games)."""


def point_points(rules: Ruleset, claim: PointClaim) -> int:
    """
    What a good point scores.

    Where the value hangs on the pips, the ruleset has them said
    (`scorer.rules.house` sees to it).

    Source: Cavendish, Law 62; `PointValue` names the others.
    """
    if claim.length == 0:
        return NOUGHT_POINT
    match rules.point_value:
        case PointValue.LENGTH:
            return claim.length
        case PointValue.LENGTH_SQUARED:
            return claim.length**2
        case PointValue.FLAT_FIVE:
            return 5
        case PointValue.LESS_ONE_AT_FOUR:
            return claim.length - (claim.pips is not None and claim.pips % 10 == 4)
        case _:  # a tenth of its pips
            return ((claim.pips or 0) + 5) // 10


def sequence_points(rules: Ruleset, claim: SequenceClaim) -> int:
    """What a good sequence scores. Source: Cavendish, Law 63."""
    return rules.sequence_points[claim.length - 3] if claim.length else NOUGHT_SEQUENCE


def set_points(rules: Ruleset, claim: SetClaim) -> int:
    """What a good set scores. Source: Cavendish, Law 64."""
    return rules.trio_points if claim.count == 3 else rules.quatorze_points


def claim_points(rules: Ruleset, claim: Claim) -> int:
    """What a good claim scores."""
    if isinstance(claim, PointClaim):
        return point_points(rules, claim)
    return sequence_points(rules, claim) if isinstance(claim, SequenceClaim) else set_points(rules, claim)


def claim_line(rules: Ruleset, entry: Entry) -> Line:
    """The line of one good claim, its running count not yet known."""
    claim, points = entry.claim, claim_points(rules, entry.claim)
    if isinstance(claim, PointClaim):
        why, source = Why.POINT, rules.sources["point_value"]
        if entry.barred:
            points, why, source = 0, Why.POINT_ASKED_AWAY, "Law 46"
    elif isinstance(claim, SequenceClaim):
        why, source = Why.SEQUENCE, rules.sources["sequence_points"]
    else:
        why = Why.SET
        source = rules.sources["trio_points" if claim.count == 3 else "quatorze_points"]
    kind = KIND_OF_CATEGORY[claim.category]
    bars = entry.barred and rules.barred_blocks
    return Line(entry.seat, points, kind, 0, entry.because, why, {"claim": claim}, source, bars)


def hand_lines(table: Table) -> list[Line]:
    """The lines in hand in the order of reckoning, carte rouge last, penalties applied, bonuses not yet found."""
    rules = table.rules
    lines: list[Line] = []
    for category in rules.order:
        if category is Category.CARTE_BLANCHE:
            if table.blanks[0] or table.blanks[1]:
                lines += _blank_lines(table)
        elif category in table.categories:
            state = table.categories[category]
            for entry in table.scoring(category):
                line = claim_line(rules, entry)
                if table.auction.minus:
                    line = line._replace(seat=caller(table, line.seat))
                if state.answered_at and entry is state.leading:
                    line = line._replace(because=line.because + state.answered_at)
                lines.append(line)
            if state.status is Status.EQUAL and rules.equality_blocks:
                lines += _equal_lines(rules, category, state.answered_at)
    for seat in (Seat.ELDER, Seat.YOUNGER):
        shown = table.rouge[seat]
        if shown is not None and table.covers_hand(seat):
            source = rules.sources["carte_rouge"]
            lines.append(
                Line(seat, rules.carte_rouge, LineKind.CARTE_ROUGE, 0, (shown,), Why.CARTE_ROUGE, NO_ARGS, source)
            )
    return lines


def _blank_lines(table: Table) -> list[Line]:
    rules = table.rules
    annulled = all(table.blanks) and rules.carte_blanche_both is CarteBlancheBoth.ANNUL
    lines = []
    for seat in (Seat.ELDER, Seat.YOUNGER):
        for again, position in enumerate(table.blanks[seat]):
            why = Why.CARTE_BLANCHE_AGAIN if again else Why.CARTE_BLANCHE
            points, source = rules.carte_blanche, rules.sources["carte_blanche"]
            if annulled:
                points, why, source = 0, Why.CARTE_BLANCHE_ANNULLED, rules.sources["carte_blanche_both"]
            lines.append(Line(seat, points, LineKind.CARTE_BLANCHE, 0, (position,), why, NO_ARGS, source))
    return lines


def _equal_lines(rules: Ruleset, category: Category, because: tuple[int, ...]) -> list[Line]:
    kind, source = KIND_OF_CATEGORY[category], rules.sources["equality_blocks"]
    args = {"category": category}
    return [
        Line(seat, 0, kind, 0, because, Why.EQUAL_BARS, args, source, bars=True) for seat in (Seat.ELDER, Seat.YOUNGER)
    ]


def play_lines(table: Table, *, ten_at_seventh: bool = False) -> list[Line]:
    """
    The lines of the play trick by trick, with the last trick, the cards and the capot where they are earned.

    Args:
        table: the deal.
        ten_at_seventh: write the ten for the cards where the seventh trick
            is won before the other has one, and not at the end.
    """
    rules = table.rules
    if table.conceded is not None:
        return _conceded_lines(rules, *table.conceded)
    lines: list[Line] = []
    leader = Seat.ELDER
    majority = rules.hand // 2 + 1
    for number, trick in enumerate(table.tricks, 1):
        lines += _trick_lines(rules, number, leader, trick)
        leader = trick.winner
        if ten_at_seventh and number == majority and all(won.winner is leader for won in table.tricks[:majority]):
            points, source = rules.cards_points + table.setting.carried, rules.sources["cards_to_pique"]
            because = (trick.position,)
            lines.append(Line(leader, points, LineKind.CARDS, 0, because, Why.CARDS_AT_SEVENTH, NO_ARGS, source))
    if table.tricks and len(table.tricks) >= table.tricks_to_play:
        lines += _closing_lines(table, lines)
    return lines


def _trick_lines(rules: Ruleset, number: int, leader: Seat, trick: Trick) -> list[Line]:
    """What trick *number*, counted from 1, scores, the lead first."""
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
        case _:  # flat
            return [Line(winner, 1, LineKind.TRICK, 0, because, Why.TRICKS, NO_ARGS, source)]


def _closing_lines(table: Table, played: Sequence[Line]) -> list[Line]:
    """The unplayable cards of a short hand, the last trick, and the cards or the capot, once no card is left."""
    rules, tricks = table.rules, table.tricks
    lines: list[Line] = []
    last, because = tricks[-1].winner, (tricks[-1].position,)
    winners = [trick.winner for trick in tricks]
    won = [winners.count(Seat.ELDER), winners.count(Seat.YOUNGER)]
    unplayed = rules.hand - table.tricks_to_play
    if unplayed:
        last = Seat.YOUNGER if table.short[Seat.ELDER] else Seat.ELDER
        assert table.short_at is not None
        because = (table.short_at,)
        won[last] += unplayed
        lines += [Line(last, 1, LineKind.TRICK, 0, because, Why.UNPLAYED, NO_ARGS, "Law 57") for _ in range(unplayed)]
    if rules.last_points:
        source = rules.sources["last_points"]
        lines.append(Line(last, rules.last_points, LineKind.LAST, 0, because, Why.LAST, NO_ARGS, source))
    every = tuple(dict.fromkeys(trick.position for trick in tricks))
    best = Seat.ELDER if won[Seat.ELDER] > won[Seat.YOUNGER] else Seat.YOUNGER
    contract = _contract_lines(table, won, every)
    if table.auction.minus and rules.minus_cards is MinusCards.NOBODY:
        return lines + contract
    taker = best.other if table.auction.minus and rules.minus_cards is MinusCards.LOSER else best
    carried = table.setting.carried
    has_ten = any(line.kind is LineKind.CARDS for line in played)
    if won[best] == rules.hand:
        on_top = rules.capot_form is CapotForm.ON_TOP or has_ten or carried > 0
        if on_top and not has_ten:
            lines.append(_cards_line(rules, taker, every, won[best], carried))
        points = rules.capot_points - (rules.cards_points if on_top else 0)
        why = Why.CAPOT_MORE if on_top else Why.CAPOT
        source = rules.sources["capot_points"]
        lines.append(Line(taker, points, LineKind.CAPOT, 0, every, why, NO_ARGS, source))
    elif has_ten:
        pass
    elif rules.cards_basis is CardsBasis.LAST_TRICK:
        source = rules.sources["cards_basis"]
        by_last = last if taker is best else last.other
        lines.append(Line(by_last, rules.cards_points, LineKind.CARDS, 0, because, Why.CARDS_BY_LAST, NO_ARGS, source))
    elif won[Seat.ELDER] != won[Seat.YOUNGER]:
        lines.append(_cards_line(rules, taker, every, won[best], carried))
    return lines + contract


def _contract_lines(table: Table, won: Sequence[int], every: tuple[int, ...]) -> list[Line]:
    """What the contract gives: to its maker for each trick over it, or to the other for each short of it."""
    rules, bid = table.rules, table.auction.contract
    if bid is None:
        return []
    made = tricks_made(bid, won)
    over = made - bid.tricks
    if not over:
        return []
    points = rules.contract_points * abs(over) * table.auction.factor
    seat, why = (bid.seat, Why.CONTRACT_OVER) if over > 0 else (bid.seat.other, Why.CONTRACT_SHORT)
    args = {"bid": bid, "tricks": made, "doubled": table.auction.doubled}
    because = (*table.auction.because, *every)
    return [Line(seat, points, LineKind.CONTRACT, 0, because, why, args, rules.sources["contract_points"])]


def _cards_line(rules: Ruleset, seat: Seat, because: tuple[int, ...], tricks: int, carried: int) -> Line:
    why = Why.CARDS_CARRIED if carried else Why.CARDS
    args = {"tricks": tricks, "carried": carried}
    source = rules.sources["cards_tie" if carried else "cards_points"]
    return Line(seat, rules.cards_points + carried, LineKind.CARDS, 0, because, why, args, source)


def _conceded_lines(rules: Ruleset, loser: Seat, position: int) -> list[Line]:
    """What a conceded deal gives the other: every trick and the cards, and no bonus for either."""
    source, because = rules.sources["concession"], (position,)
    every_trick = rules.hand + rules.last_points
    return [
        Line(loser.other, every_trick, LineKind.CONCEDED, 0, because, Why.CONCEDED_PLAY, NO_ARGS, source),
        Line(loser.other, rules.cards_points, LineKind.CARDS, 0, because, Why.CONCEDED_CARDS, NO_ARGS, source),
    ]
