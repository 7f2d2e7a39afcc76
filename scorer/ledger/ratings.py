"""
Ratings: the players' strength as their results show it, and how certain that is.

The system is Glicko-2 (M. Glickman, *Example of the Glicko-2 system*, 2012) by the library `glicko2`; each partie is a
rating period of its own. Ratings are a fold of the parties in the order of the book, so a correction is followed by
folding again from there.

Inactivity changes nothing: Glickman's deviation grows with every period without play, but here a period is a partie
and not a time.

The library (2.1.0) uses the rating where the formula for the new volatility has the deviation. The difference is in
the sixth decimal of the volatility and under a thousandth of a point in the rating (0.059993 and 0.059996 in the
paper's example), so the library is used as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from glicko2 import Player

CONFIDENCE = 1.96
"""The interval of so many deviations on either side has 95 % confidence."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating; the deviation shrinks with every partie, the volatility says how much the results vary."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    parties: int = 0


def rated(first: Rating, second: Rating, winner: int | None) -> tuple[Rating, Rating]:
    """Return both ratings after a partie; *winner* is 0, 1 or `None`."""
    score = 0.5 if winner is None else float(winner == 0)
    return _after(first, second, score), _after(second, first, 1 - score)


def is_provisional(rating: Rating, parties: int) -> bool:
    """Return whether a rating has fewer parties than the season's terms ask for."""
    return rating.parties < parties


def interval(rating: Rating) -> tuple[float, float]:
    """
    Return the 95 % confidence interval.

    >>> interval(Rating(1500.0, 50.0))
    (1402.0, 1598.0)
    """
    margin = CONFIDENCE * rating.deviation
    return rating.rating - margin, rating.rating + margin


def _after(own: Rating, other: Rating, score: float) -> Rating:
    # The library's player is changed in place: it is made for this one partie and thrown away.
    player = Player(own.rating, own.deviation, own.volatility)
    player.update_player([other.rating], [other.deviation], [score])
    # Rounded, so that every machine stores the same figure, whatever the last bits of its arithmetic.
    return Rating(round(player.rating, 6), round(player.rd, 6), round(player.vol, 12), own.parties + 1)
