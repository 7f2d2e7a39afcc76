"""The race of a season: how each member's balance ran, for a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .records import Played


@dataclass(frozen=True, slots=True)
class Moved:
    """So many points to a member, or from one if negative, by the entry with this number."""

    number: int
    member: int
    points: int


def moved_by(partie: Played) -> tuple[Moved, Moved]:
    """What a partie moved: nothing, for both, if it was drawn."""
    first = {0: partie.result.points, 1: -partie.result.points, None: 0}[partie.result.winner]
    return Moved(partie.number, partie.members[0], first), Moved(partie.number, partie.members[1], -first)


@dataclass(frozen=True, slots=True)
class Point:
    """A member's balance after the entry with this number."""

    number: int
    balance: int


def race(moves: Iterable[Moved], most: int = 200) -> dict[int, tuple[Point, ...]]:
    """
    The race of a season: each member's balance as it ran.

    Args:
        moves: what moved points, in the order of the book: parties
            (`moved_by`), and what the director gave or took.
        most: so many points of a member's line at most, 2 or more. The first
            and the last are among them, the others as far apart as can be.

    Raises:
        ValueError: a line of fewer than two points shows nothing.
    """
    if most < 2:
        raise ValueError(f"a line has at least 2 points, not {most}")
    lines: defaultdict[int, list[Point]] = defaultdict(list)
    for each in moves:
        line = lines[each.member]
        line.append(Point(each.number, each.points + (line[-1].balance if line else 0)))
    return {member: _thinned(line, most) for member, line in lines.items()}


def _thinned(line: Sequence[Point], most: int) -> tuple[Point, ...]:
    if len(line) <= most:
        return tuple(line)
    last = len(line) - 1
    return tuple(line[place * last // (most - 1)] for place in range(most))
