"""
Who sits where, and whose points they are.

This is the one place where persons meet seats, and seats meet sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from .ruleset import Ruleset
from .seats import BySeat, Player


def seating(players: tuple[Player, ...], number: int) -> BySeat[Player]:
    """
    Who sits where in deal *number*, counted from 0: each deal the next player is elder.

    >>> [player.name for player in seating((Player("A"), Player("B")), 1)]
    ['B', 'A']
    >>> [player.name for player in seating((Player("A"), Player("B"), Player("C")), 1)]
    ['B', 'C', 'A']
    """
    first = number % len(players)
    return BySeat((*players[first:], *players[:first]))


def by_player(rules: Ruleset, number: int, points: BySeat[int]) -> tuple[int, ...]:
    """
    The points of deal *number* by player, or by side where partners sit opposite, in the order of the partie.

    >>> from scorer.rules.presets import PORTLAND
    >>> by_player(PORTLAND, 1, BySeat((28, 23)))
    (23, 28)
    """
    sums = [0] * rules.sides
    for seat, scored in points.items():
        sums[(number + seat) % rules.sides] += scored
    return tuple(sums)


def side_names(rules: Ruleset, names: Sequence[str]) -> tuple[str, ...]:
    """
    The names of the sides of a partie: each player's, or where partners sit opposite both of theirs.

    >>> from scorer.rules.presets import PRESETS
    >>> side_names(PRESETS["voleur"], ("Ada", "Ben", "Cem", "Dora"))
    ('Ada with Cem', 'Ben with Dora')
    """
    return tuple(" with ".join(names[side :: rules.sides]) for side in range(rules.sides))


def heading(rules: Ruleset, names: Sequence[str]) -> str:
    """
    Who plays, in one phrase: the players, or the partners against each other.

    >>> from scorer.rules.presets import PRESETS
    >>> heading(PRESETS["normand"], ("Ada", "Ben", "Cem"))
    'Ada, Ben and Cem'
    >>> heading(PRESETS["voleur"], ("Ada", "Ben", "Cem", "Dora"))
    'Ada with Cem against Ben with Dora'
    """
    if rules.sides < rules.players:
        return " against ".join(side_names(rules, names))
    return f"{', '.join(names[:-1])} and {names[-1]}"
