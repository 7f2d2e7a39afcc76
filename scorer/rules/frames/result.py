"""What a frame must know of a partie that was played in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Won:
    """
    A finished partie.

    Attributes:
        by: the winner: 0 for who sat first (in a chouette the single
            player, in partnership his side), 1 for the next; `None` if it
            was drawn.
        points: what the settlement gives him, 0 for a draw.
        seats: who sat first, second and so on, persons by their place in the
            company; `None` if those whose turn it was.
    """

    by: int | None
    points: int
    seats: tuple[int, ...] | None = None
