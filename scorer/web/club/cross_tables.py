"""The view model of a cross-table: who beat whom."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.results import Meeting
from ...service.club.standings import CrossTable
from ..figures import signed
from .slices import Slice, slices

A_SIDE = 20
"""Rows and columns of the cross-table on one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How one member did against another: in parties, in points; empty if they have not met, or are the same."""

    other: int
    name: str
    parties: str
    points: str
    own: bool
    won: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One member against the others."""

    place: str
    member: int
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CrossPage:
    """Who beat whom."""

    season: int
    name: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[CrossRow, ...]
    row_slices: tuple[Slice, ...]
    column_slices: tuple[Slice, ...]
    start: int
    start_column: int


def cross_page(found: CrossTable, start: int, start_column: int) -> CrossPage:
    """Who beat whom: the rows from *start* on, against the members of the columns from *start_column* on."""
    members = found.order[start - 1 : start - 1 + A_SIDE]
    others = found.order[start_column - 1 : start_column - 1 + A_SIDE]
    rows = tuple(
        CrossRow(
            found.places[member],
            member,
            found.names[member],
            tuple(_cell(member, other, found) for other in others),
        )
        for member in members
    )
    return CrossPage(
        found.season.number,
        found.season.terms.name,
        tuple((found.places[other], found.names[other]) for other in others),
        rows,
        slices(len(found.order), A_SIDE, start),
        slices(len(found.order), A_SIDE, start_column),
        start,
        start_column,
    )


def _cell(member: int, other: int, found: CrossTable) -> Cell:
    meeting = found.meetings.get((member, other), Meeting())
    name = found.names[other]
    if not meeting.parties:
        return Cell(other, name, "", "", member == other, won=False)
    return Cell(other, name, score_words(meeting), signed(meeting.balance), own=False, won=meeting.balance > 0)


def score_words(meeting: Meeting) -> str:
    """
    Parties won and lost, and those drawn if there are any.

    >>> score_words(Meeting(parties=3, won=2, lost=1)), score_words(Meeting(parties=2, won=1, drawn=1))
    ('2–1', '1–0, 1 drawn')
    """
    return f"{meeting.won}–{meeting.lost}" + (f", {meeting.drawn} drawn" if meeting.drawn else "")
