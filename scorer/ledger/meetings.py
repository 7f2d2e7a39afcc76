"""What two members' parties with each other add up to in a season."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .results import Result


@dataclass(frozen=True, slots=True)
class Meeting:
    """
    The parties of one member with another, from the first one's side.

    Attributes:
        parties: parties between them that count.
        won: those the member won.
        drawn: those drawn.
        lost: those lost.
        points_won: points received from the other.
        points_lost: points paid to the other.
        match_points: match points the member was given for them.
    """

    parties: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_won: int = 0
    points_lost: int = 0
    match_points: int = 0

    def __add__(self, other: Meeting) -> Meeting:
        return Meeting(*(getattr(self, name) + getattr(other, name) for name in MEETING_FIGURES))

    def __neg__(self) -> Meeting:
        return Meeting(*(-getattr(self, name) for name in MEETING_FIGURES))

    def __sub__(self, other: Meeting) -> Meeting:
        return self + -other

    @property
    def balance(self) -> int:
        """The points received less those paid."""
        return self.points_won - self.points_lost


MEETING_FIGURES = tuple(each.name for each in fields(Meeting))
"""The names of a meeting's figures, in order."""


def meeting_of(result: Result, player: int, match_points: int) -> Meeting:
    """
    What one result adds to the meeting of its players.

    Args:
        result: the result.
        player: 0 or 1, from whose side.
        match_points: what the season gives that player for it.
    """
    won, lost = result.winner == player, result.winner == 1 - player
    return Meeting(
        parties=1,
        won=int(won),
        drawn=int(result.winner is None),
        lost=int(lost),
        points_won=result.points if won else 0,
        points_lost=result.points if lost else 0,
        match_points=match_points,
    )
