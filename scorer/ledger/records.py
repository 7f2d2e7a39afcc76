"""Records and ratings of members and of a club, from the current parties in the order of the book.

Forfeits set no record; they count in standings, meetings and the race. What nobody knows of a
result without deals sets none either. The first to reach a figure holds the record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from glicko2 import Player

from .results import Result

FORM = 10


class PartieOutcome(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def outcome(result: Result, player: int) -> PartieOutcome:
    if result.winner is None:
        return PartieOutcome.DRAWN
    return PartieOutcome.WON if result.winner == player else PartieOutcome.LOST


class RecordKind(Enum):
    """A kind of record; the value is its label in the records of a club,
    which have only those of `OF_A_CLUB`.
    """

    MARGIN = "largest margin"
    TOTAL = "highest total"
    PIQUES = "most piques in a partie"
    REPIQUES = "most repiques in a partie"
    CAPOTS = "most capots in a partie"
    RUN = "longest run of parties won"
    LOSS = "largest loss"
    LOWEST = "lowest total"
    GOING_ON = "the run that the last partie belongs to; 0 if it was not won"


OF_A_CLUB = tuple(RecordKind)[:6]

SIDE_RECORDS = {
    RecordKind.TOTAL: "total",
    RecordKind.PIQUES: "piques",
    RecordKind.REPIQUES: "repiques",
    RecordKind.CAPOTS: "capots",
    RecordKind.LOWEST: "total",
}


@dataclass(frozen=True, slots=True)
class Feat:
    """A record in points, parties or a count, and the parties that set it:
    the first and the last, by their entries.
    """

    figure: int
    member: int
    first: int
    last: int


Records = dict[RecordKind, Feat]


def add_partie(records: Records, number: int, member: int, result: Result, player: int) -> None:
    if result.forfeit:
        return
    figures = {
        kind: int(getattr(result.sides[player], name))
        for kind, name in SIDE_RECORDS.items()
        if result.has_totals and (name == "total" or not result.is_result_only)
    }
    how = outcome(result, player)
    if how is not PartieOutcome.DRAWN:
        figures[RecordKind.MARGIN if how is PartieOutcome.WON else RecordKind.LOSS] = result.points
    for kind, figure in figures.items():
        held = records.get(kind)
        if held is None or (
            figure < held.figure if kind is RecordKind.LOWEST else figure > held.figure
        ):
            records[kind] = Feat(figure, member, number, number)
    run = records.get(RecordKind.GOING_ON)
    here = Feat(0, member, number, number)
    if run is None or not run.figure or how is not PartieOutcome.WON:
        run = here
    if how is PartieOutcome.WON:
        run = replace(run, figure=run.figure + 1, last=number)
        longest = records.get(RecordKind.RUN, here)
        records[RecordKind.RUN] = run if run.figure > longest.figure else longest
    records[RecordKind.GOING_ON] = run


# Ratings: the players' strength as their results show it, and how certain that is
#
# The system is Glicko-2 (M. Glickman, *Example of the Glicko-2 system*, 2012) by the library
# `glicko2`; each partie is a rating period of its own, so that inactivity changes nothing. A
# correction is followed by rating again from there.
#
# The library (2.1.0) uses the rating where the formula for the new volatility has the deviation.
# The difference is in the sixth decimal of the volatility and under a thousandth of a point in the
# rating (0.059993 and 0.059996 in the paper's example), so the library is used as it is.


CONFIDENCE = 1.96
"""Deviations on either side of an interval of 95 % confidence."""


class Rating(NamedTuple):
    """A member's rating; the deviation shrinks with every partie,
    the volatility says how much the results vary.
    """

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
    """Return the 95 % confidence interval.

    >>> interval(Rating(1500.0, 50.0))
    (1402.0, 1598.0)
    """
    margin = CONFIDENCE * rating.deviation
    return rating.rating - margin, rating.rating + margin


def _after(own: Rating, other: Rating, score: float) -> Rating:
    # The library's player is changed in place: it is made for this one partie and thrown away.
    player = Player(own.rating, own.deviation, own.volatility)
    player.update_player([other.rating], [other.deviation], [score])
    # Rounded, so that every machine stores the same figure, whatever the last bits of its
    # arithmetic.
    return Rating(
        round(player.rating, 6), round(player.rd, 6), round(player.vol, 12), own.parties + 1
    )
