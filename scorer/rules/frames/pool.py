"""
Pool: players meet in turn, and the loser of each partie pays into the pool.

The sources tell no more than that the loser paid his guinea: who rises, when
the pool is taken and what a draw does are choices here, each with the usual
one of card tables as its beginning and "unsourced" as its source.

>>> card = after_pool(after_pool(begin_pool(3), Won(0, 150)), Won(0, 80))
>>> card.balances, card.held, [turn.taken_by for turn in card.turns]
((2, -1, -1), 0, [None, 0])
>>> card.lineup
Lineup(seats=(0, 1), others=(2,))
"""

from __future__ import annotations

from .card import Card, Lineup, Turn
from .result import Won
from .terms import PoolTerms, Rises, validate


def begin_pool(players: int, terms: PoolTerms | None = None) -> Card:
    """
    The card of a pool before its first partie; each has paid his entry.

    Args:
        players: how many play, at least three; the first two begin.
        terms: what was agreed.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or PoolTerms()
    validate(terms, players=players)
    return Card(
        terms, (), Lineup((0, 1), tuple(range(2, players))), 0, (-terms.entry,) * players, terms.entry * players
    )


def after_pool(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being who has the first of the seats."""
    terms = card.terms
    assert isinstance(terms, PoolTerms)
    lineup = card.lineup.seated(won.seats)
    row = card.row if lineup.first == card.lineup.first else 0
    if won.by is None:
        paying: tuple[int, ...] = lineup.seats if terms.stakes_of_a_draw else ()
        winner, following = None, lineup
    else:
        paying, winner = (lineup.seats[1 - won.by],), lineup.seats[won.by]
        row = row + 1 if won.by == 0 else 1
        stays, leaves = lineup.seats if (won.by == 0) is (terms.rises is Rises.LOSER) else lineup.seats[::-1]
        following = Lineup((stays, lineup.others[0]), (*lineup.others[1:], leaves))
    balances, held = list(card.balances), card.held + terms.stake * len(paying)
    for each in paying:
        balances[each] -= terms.stake
    is_taken = winner is not None and row >= (terms.in_a_row or card.players - 1)
    if winner is not None and is_taken:
        balances[winner] += held
        balances, held, row = [balance - terms.entry for balance in balances], terms.entry * card.players, 0
    turn = Turn(
        lineup,
        lineup == card.lineup,
        won,
        terms.stake * len(paying),
        tuple(now - before for now, before in zip(balances, card.balances, strict=True)),
        tuple(balances),
        held,
        winner if is_taken else None,
    )
    row = row if winner in (None, following.first) else 0
    return Card(terms, (*card.turns, turn), following, row, tuple(balances), held)
