"""Ratings: what the results say of the players' strength, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from glicko2 import Player


@dataclass(frozen=True, slots=True)
class Rating:
    """
    A member's rating.

    Attributes:
        rating: 1500 for somebody of whom nothing is known.
        deviation: how unsure it is; it shrinks with every partie.
        volatility: how much the results vary.
        parties: the parties it is made from.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    parties: int = 0


def rated(first: Rating, second: Rating, winner: int | None) -> tuple[Rating, Rating]:
    """Both ratings after a partie that the first (0), the second (1) or nobody won."""
    score = 0.5 if winner is None else float(winner == 0)
    return _after(first, second, score), _after(second, first, 1 - score)


def _after(own: Rating, other: Rating, score: float) -> Rating:
    player = Player(own.rating, own.deviation, own.volatility)
    player.update_player([other.rating], [other.deviation], [score])
    return Rating(player.rating, player.rd, player.vol, own.parties + 1)
