"""
Repique and pique: two scans over the lines of a deal.

Repique reads the lines in hand in the order of reckoning; pique reads the
same lines and the play's in the order that the ruleset names. Neither is ever
stored; each fold of a deal finds them again.

Source: Cavendish, Laws 67 to 69.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from .lines import Line, LineKind
from .options import BlockedBy, CarteRougeThirty, Order, PiqueSeat
from .reasons import Why
from .ruleset import Ruleset
from .seats import Seat


def in_order(order: Order, hand: Sequence[Line], play: Sequence[Line]) -> list[Line]:
    """
    Return all lines in the given *order*.

    Args:
        order: by category, hand before play; or chronological: cartes
            blanches, elder's calls, elder's first lead, the others' calls, and
            the rest of the play.
        hand: the lines in hand, in the order of reckoning.
        play: the lines of the play, trick by trick.
    """
    if order is Order.CATEGORY:
        return [*hand, *play]
    led = bool(play) and play[0].opens
    opening = play[: led + (led and len(play) > 1 and play[1].kind is LineKind.PIQUE)]
    blanks = [line for line in hand if line.kind is LineKind.CARTE_BLANCHE]
    called = [line for line in hand if line.kind is not LineKind.CARTE_BLANCHE]
    elder = [line for line in called if line.seat is Seat.ELDER]
    others = [line for line in called if line.seat is not Seat.ELDER]
    return [*blanks, *elder, *opening, *others, *play[len(opening) :]]


def rouge_helps(rules: Ruleset, seat: Seat) -> bool:
    """Return whether a carte rouge of *seat* counts towards its thirty."""
    allowed = rules.carte_rouge_to_thirty
    return allowed is CarteRougeThirty.EITHER or (allowed is CarteRougeThirty.ELDER and seat is Seat.ELDER)


def towards_thirty(rules: Ruleset, line: Line) -> bool:
    """Return whether *line* counts towards a repique or pique of its own seat."""
    match line.kind:
        case LineKind.CARTE_ROUGE:
            return rouge_helps(rules, line.seat)
        case LineKind.LAST:
            return rules.last_to_pique
        case LineKind.CAPOT:
            return rules.capot_to_pique
        case LineKind.CONTRACT:
            return False
        case LineKind.CARDS:
            return line.why is Why.CARDS_AT_SEVENTH
        case (
            LineKind.CARTE_BLANCHE
            | LineKind.POINT
            | LineKind.SEQUENCE
            | LineKind.SET
            | LineKind.LEAD
            | LineKind.TRICK
            | LineKind.REPIQUE
            | LineKind.PIQUE
            | LineKind.CONCEDED
        ):
            return True
        case _:
            assert_never(line.kind)


def repique(rules: Ruleset, hand: Sequence[Line], side: int) -> int | None:
    """
    Return where in *hand* the repique of *side* is made, or `None`.

    Args:
        hand: the lines in hand, in the order of reckoning.
        side: whose repique; for two players the seat.

    Returns:
        The index of the line that reaches the thirty.

    Source: Cavendish, Law 68; Meyer 1888 for "anything valid".
    """
    if rules.repique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    reached, side_of = 0, rules.side_of
    for index, line in enumerate(hand):
        if side_of[line.seat] != side:
            if line.reckons:
                return None
        elif towards_thirty(rules, line):
            reached += line.points
            if reached >= rules.repique_threshold:
                return index
    return None


def pique(rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], side: int) -> int | None:
    """
    Return where in *play* the pique of *side* is made, or `None`.

    Args:
        hand: the lines in hand, in the order of reckoning.
        play: the lines of the play, trick by trick.
        side: whose pique; for two players the seat.

    Returns:
        The index in *play* of the line that reaches the thirty, or that is
        the first of the side's once the thirty is there.

    Source: Cavendish, Law 69; pagat for the chronological order.
    """
    if rules.pique_seat is PiqueSeat.ELDER and side != Seat.ELDER:
        return None
    if rules.pique_blocked_by is BlockedBy.ANYTHING_VALID and _another_reckons(rules, hand, side):
        return None
    reached, played, side_of = 0, 0, rules.side_of
    for line in in_order(rules.pique_order, hand, play):
        in_play = played < len(play) and line is play[played]
        played += in_play
        if side_of[line.seat] != side:
            if line.reckons:
                return None
        elif towards_thirty(rules, line):
            reached += line.points
            if in_play and reached >= rules.pique_threshold:
                return played - 1
    return None


def _another_reckons(rules: Ruleset, lines: Iterable[Line], side: int) -> bool:
    """Return whether another side than *side* scores something that bars a bonus."""
    return any(rules.side_of[line.seat] != side and line.reckons for line in lines)
