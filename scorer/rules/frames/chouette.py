"""
Chouette: one against the rest, who consult and play in turn.

The single player is *in the box*. Whoever wins a partie plays the next one in
the box; the first of the advisers takes the empty seat against him, and the
loser becomes the last of the advisers. The box has the choice of deal and
cards, and plays double stakes: he wins or loses once for each of the others.

The scoring card of Cavendish, in points:

>>> card = begin_chouette(3)
>>> for won in [Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126)]:
...     card = after_chouette(card, won)
>>> for turn in card.turns:
...     print("ABC"[turn.lineup.first], "ABC"[turn.lineup.second], turn.points, turn.after)
A B 150 (300, -150, -150)
A C 420 (1140, -570, -570)
A B 480 (180, -90, -90)
B C 140 (320, -370, 50)
C A 130 (190, -500, 310)

Source: Cavendish, 8th edition, "Scoring" and "Chouette piquet". More than
three, and a drawn partie, are in no source: the rest take turns in the order
in which they cut, and after a draw the same two play again.
"""

from __future__ import annotations

from .card import Card, Lineup, Turn
from .result import Won
from .terms import AfterDraw, ChouetteTerms, NextBox, Rounding, validate


def rounded(points: int, rounding: Rounding = Rounding.TENS) -> int:
    """
    The points of a partie as a chouette counts them.

    >>> [rounded(points) for points in (415, 416, 141, 150)]
    [410, 420, 140, 150]

    Source: Cavendish, 8th edition, "Scoring".
    """
    if rounding is Rounding.NONE:
        return points
    return points // 10 * 10 + (10 if points % 10 > 5 else 0)


def begin_chouette(players: int, terms: ChouetteTerms | None = None) -> Card:
    """
    The card of a chouette before its first partie.

    Args:
        players: how many play, at least three; the first cut the highest card
            and begins in the box, the second plays against him.
        terms: what was agreed; what Cavendish describes if nothing was.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or ChouetteTerms()
    validate(terms, players=players)
    return Card(terms, (), Lineup((0, 1), tuple(range(2, players))), 0, (0,) * players)


def after_chouette(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being its single player."""
    terms = card.terms
    assert isinstance(terms, ChouetteTerms)
    lineup = card.lineup.seated(won.seats)
    points = rounded(won.points, terms.rounding)
    each = 0 if won.by is None else terms.share * (points if won.by else -points)
    moves = tuple(-each * (card.players - 1) if person == lineup.first else each for person in range(card.players))
    after = tuple(before + move for before, move in zip(card.balances, moves, strict=True))
    turn = Turn(lineup, lineup == card.lineup, won, points, moves, after)
    row = 0 if won.by is None else 1
    if won.by == 0 and lineup.first == card.lineup.first:
        row = card.row + 1
    return Card(terms, (*card.turns, turn), _next(lineup, won, terms), row, after)


def _next(lineup: Lineup, won: Won, terms: ChouetteTerms) -> Lineup:
    """Who plays the partie after one that ended so."""
    box, other, advisers = lineup.first, lineup.second, lineup.others
    if won.by is None:
        if terms.after_draw is AfterDraw.SAME_TWO:
            return lineup
        return Lineup((box, advisers[0]), (*advisers[1:], other))
    if won.by == 0:
        return Lineup((box, advisers[0]), (*advisers[1:], other))
    if terms.next_box is NextBox.WINNER:
        return Lineup((other, advisers[0]), (*advisers[1:], box))
    return Lineup((advisers[0], other), (*advisers[1:], box))
