"""The fewest points that a deal can score: its tricks are counted, whatever is called.

No rule is written here: every count of the tricks is scored by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .deal import Deal, extend, fold
from .legal import legal_of, legal_play
from .ruleset import Ruleset
from .statements import Conceded


class Fewest(NamedTuple):
    """The points of both seats in a deal in which nobody has called anything."""

    elder: int
    younger: int


def scores_too_few(rules: Ruleset, elder: int, younger: int) -> bool:
    """Return whether the tricks of a deal must have scored more than these points, without a
    penalty.

    It is `False` where tricks alone do not tell: round the table, after an auction, where the rank
    of a card counts, and where a deal ends at the target.

    >>> from scorer.rules.presets import PRESETS
    >>> portland = PRESETS["portland"]
    >>> scores_too_few(portland, 3, 4), scores_too_few(portland, 7, 7)
    (True, False)
    """
    played = _fewest(rules)
    enough = (each.elder <= elder and each.younger <= younger for each in played)
    return bool(played) and not any(enough)


@lru_cache(maxsize=64)
def _fewest(rules: Ruleset) -> frozenset[Fewest]:
    """Return what both seats score in each way to play or concede a deal without a call."""
    if rules.target or rules.auction:
        return frozenset()
    deals = [*_played(rules)]
    if deals and rules.concession:
        deals += _conceded(rules)
    return frozenset(Fewest(*deal.score) for deal in deals)


def _played(rules: Ruleset) -> Iterator[Deal]:
    deal = fold(rules, ()).deal
    for count in legal_play(deal):
        yield extend(deal, (count,)).deal


def _conceded(rules: Ruleset) -> Iterator[Deal]:
    deal = fold(rules, ()).deal
    for conceded in legal_of(deal, Conceded):
        yield extend(deal, (conceded,)).deal
