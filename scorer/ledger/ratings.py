"""
Ratings: what the results say of the players' strength, and how sure that is.

The system is Glicko-2 (M. Glickman, *Example of the Glicko-2 system*, 2012), by
the library `glicko2`, each partie being a rating period of its own. Ratings
are a fold of the parties in the order of the book and of nothing else: a
correction is followed by folding again from there.

Inactivity is left alone: Glickman lets the deviation of one who does not play
grow with every period, and here a period is a partie and not a time. How long
ago somebody played is for the page to say.

The library (2.1.0) searches the new volatility with the rating where the
formula has the deviation. The difference is in the sixth decimal of the
volatility and under a thousandth of a point in the rating (the paper's example
comes out at 0.059993 and 0.059996), so it is used as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from glicko2 import Player

CONFIDENCE = 1.96
"""So many deviations on either side hold the true strength in 95 cases of a hundred."""


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


UNRATED = Rating()
"""Somebody of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Step:
    """
    What a partie did to two ratings.

    Attributes:
        members: the first player's number and the second's.
        before: their ratings before it.
        after: their ratings after it.
    """

    members: tuple[int, int]
    before: tuple[Rating, Rating]
    after: tuple[Rating, Rating]


def rated(first: Rating, second: Rating, winner: int | None) -> tuple[Rating, Rating]:
    """Both ratings after a partie that the first (0), the second (1) or nobody won."""
    score = 0.5 if winner is None else float(winner == 0)
    return _after(first, second, score), _after(second, first, 1 - score)


def replay(
    parties: Iterable[tuple[tuple[int, int], int | None]], start: Mapping[int, Rating] | None = None
) -> Iterator[Step]:
    """
    Fold parties into ratings.

    Args:
        parties: the members and the winner of each, in the order of the book.
            One that was not played says nothing of strength and is left out
            by the caller.
        start: the ratings to begin with; who is not in it is unrated.

    Yields:
        What each partie did. The later of a member's ratings is the present
        one, and a replay from it goes on as one from nothing would.
    """
    ratings = dict(start or {})
    for members, winner in parties:
        before = ratings.get(members[0], UNRATED), ratings.get(members[1], UNRATED)
        after = rated(*before, winner)
        ratings.update(zip(members, after, strict=True))
        yield Step(members, before, after)


def is_provisional(rating: Rating, parties: int) -> bool:
    """Whether a rating is made from fewer parties than the season's terms ask for."""
    return rating.parties < parties


def interval(rating: Rating) -> tuple[float, float]:
    """
    Between what the true strength lies in 95 cases of a hundred.

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
