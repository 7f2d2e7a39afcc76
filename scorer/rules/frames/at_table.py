"""
A table: all play together, three each for himself or four in partnership.

Every partie is of everybody, and each loser of it pays for it: the winner
takes what all of them pay, winners in partnership share it.

>>> card = after_table(begin_table(3, 3), Won(1, 1))
>>> card.balances, card.lineup
((-1, 2, -1), Lineup(seats=(0, 1, 2), others=()))
>>> after_table(begin_table(4, 2, TableTerms(stake=3)), Won(0, 2)).balances
(6, -6, 6, -6)

What a partie of three or of four is worth is in no source.
"""

from __future__ import annotations

from .card import Card, Lineup, Turn
from .result import Won
from .terms import TableTerms, validate


def begin_table(players: int, sides: int, terms: TableTerms | None = None) -> Card:
    """
    The card of a table before its first partie.

    Args:
        players: how many play, as they sit.
        sides: how many sides they are; partners sit opposite.
        terms: what was agreed.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or TableTerms()
    validate(terms, players=players)
    return Card(terms, (), Lineup(tuple(range(players))), 0, (0,) * players, sides=sides)


def after_table(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being the side of who sits first."""
    terms, sides = card.terms, card.sides
    assert isinstance(terms, TableTerms)
    lineup = card.lineup.seated(won.seats)
    paid = 0 if won.by is None else terms.stake * won.points
    winners = {person for seat, person in enumerate(lineup.seats) if seat % sides == won.by}
    moves = tuple(paid * (sides - 1) if person in winners else -paid for person in range(card.players))
    after = tuple(before + move for before, move in zip(card.balances, moves, strict=True))
    turn = Turn(lineup, lineup == card.lineup, won, paid, moves, after)
    return Card(terms, (*card.turns, turn), card.lineup, 0, after, sides=sides)
