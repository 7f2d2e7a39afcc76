"""
Records of members and of a club, from the current parties in the order of the book.

Forfeits set no record; they count in standings, meetings and the race. The first to reach a figure holds the record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from .results import Result

FORM = 10


class Outcome(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def outcome(result: Result, player: int) -> Outcome:
    if result.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if result.winner == player else Outcome.LOST


class RecordKind(Enum):
    """A kind of record; the value is its label in the records of a club, which have only those of `OF_A_CLUB`."""

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
    """A record in points, parties or a count, and the parties that set it: the first and the last, by their entries."""

    figure: int
    member: int
    first: int
    last: int


Records = dict[RecordKind, Feat]


def add_partie(records: Records, number: int, member: int, result: Result, player: int) -> None:
    if result.forfeit:
        return
    figures = {kind: int(getattr(result.sides[player], name)) for kind, name in SIDE_RECORDS.items()}
    how = outcome(result, player)
    if how is not Outcome.DRAWN:
        figures[RecordKind.MARGIN if how is Outcome.WON else RecordKind.LOSS] = result.points
    for kind, figure in figures.items():
        held = records.get(kind)
        if held is None or (figure < held.figure if kind is RecordKind.LOWEST else figure > held.figure):
            records[kind] = Feat(figure, member, number, number)
    run, here = records.get(RecordKind.GOING_ON), Feat(0, member, number, number)
    if run is None or not run.figure or how is not Outcome.WON:
        run = here
    if how is Outcome.WON:
        run = replace(run, figure=run.figure + 1, last=number)
        longest = records.get(RecordKind.RUN, here)
        records[RecordKind.RUN] = run if run.figure > longest.figure else longest
    records[RecordKind.GOING_ON] = run
