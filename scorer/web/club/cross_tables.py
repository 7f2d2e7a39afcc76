"""View model of a cross-table."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.results import Meeting
from ...service.club.seasons import Season
from ...service.club.standings import CrossTable
from ..figures import signed
from .slices import Slice, slices

A_SIDE = 20
"""Rows and columns on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One member's results against another; empty if they have not met. *own* marks the diagonal."""

    other: int
    name: str
    parties: str = ""
    points: str = ""
    own: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """One member against the others."""

    rank: str
    member: int
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossPage:
    """One page of the cross-table; *columns* has each rank and name."""

    season: Season
    columns: tuple[tuple[str, str], ...]
    rows: tuple[CrossRow, ...]
    row_slices: tuple[Slice, ...]
    column_slices: tuple[Slice, ...]
    start: int
    start_column: int


def cross_page(found: CrossTable, start: int, start_column: int) -> CrossPage:
    """Return the rows from *start* against the columns from *start_column*, both from 1."""
    members = found.order[start - 1 : start - 1 + A_SIDE]
    others = found.order[start_column - 1 : start_column - 1 + A_SIDE]
    return CrossPage(
        season=found.season,
        columns=tuple((found.places[other], found.names[other]) for other in others),
        rows=tuple(
            CrossRow(
                rank=found.places[member],
                member=member,
                name=found.names[member],
                cells=tuple(_cell(member, other, found) for other in others),
            )
            for member in members
        ),
        row_slices=slices(len(found.order), A_SIDE, start),
        column_slices=slices(len(found.order), A_SIDE, start_column),
        start=start,
        start_column=start_column,
    )


def _cell(member: int, other: int, found: CrossTable) -> Cell:
    meeting = found.meetings.get((member, other), Meeting())
    name = found.names[other]
    if not meeting.parties:
        return Cell(other=other, name=name, own=member == other)
    points = signed(meeting.balance)
    return Cell(other=other, name=name, parties=score_words(meeting), points=points, won=meeting.balance > 0)


def score_words(meeting: Meeting) -> str:
    """
    Return parties won and lost, and drawn if any were.

    >>> score_words(Meeting(parties=3, won=2, lost=1)), score_words(Meeting(parties=2, won=1, drawn=1))
    ('2–1', '1–0, 1 drawn')
    """
    return f"{meeting.won}–{meeting.lost}" + (f", {meeting.drawn} drawn" if meeting.drawn else "")
