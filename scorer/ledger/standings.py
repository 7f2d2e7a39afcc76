"""
Standings: who stands where in a season, and why there.

Rows are named tuples, because a page of a thousand makes three thousand of
them, in half the time that dataclasses take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from .meetings import Meeting
from .tallies import Tally
from .terms import TieBreak
from .tie_breaks import FEWER_FIRST, Figure, Group, Meetings, figures, needed


class Decision(NamedTuple):
    """
    What puts some members, level with each other, right before some others.

    Attributes:
        ahead: the members who stand higher.
        behind: those who stand next below.
        by: the tie-break that decided; `None` if those behind have no partie.
        high: what it gave those ahead.
        low: what it gave those behind.
        level_in: the tie-breaks before it, in which all of them are level.
        meeting: the meeting that decided, from the higher's side, if it was head-to-head between two.
    """

    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    by: TieBreak | None
    high: Figure = 0
    low: Figure = 0
    level_in: tuple[TieBreak, ...] = ()
    meeting: Meeting | None = None


class Why(NamedTuple):
    """
    Why a row stands where it does.

    Attributes:
        level: all who share the place, the row's member among them.
        above: what puts the row before it higher; `None` for the first.
        below: what puts the row after it lower; `None` for the last.
    """

    level: tuple[int, ...]
    above: Decision | None
    below: Decision | None


class Row(NamedTuple):
    """
    One row of the standings.

    Attributes:
        place: the place, from 1; after members who share one as many are left out.
        shared: whether others have the same place: they are level in every tie-break.
        member: the member's number.
        tally: what the member's results add up to.
        why: why here.
    """

    place: int
    shared: bool
    member: int
    tally: Tally
    why: Why


def standings(tallies: Mapping[int, Tally], order: Sequence[TieBreak], meetings: Meetings) -> tuple[Row, ...]:
    """
    The standings of a season.

    Args:
        tallies: for each member that takes part what the results add up to.
        order: the tie-breaks, the first first.
        meetings: gives the meetings of some members; asked only about those
            who are level in all that comes before a tie-break that needs it.

    Returns:
        A row a member, the first place first. Members who are level in every
        tie-break share a place and stand by their numbers; those without a
        partie stand after all others.
    """
    playing = sorted(member for member, tally in tallies.items() if tally.parties)
    waiting = sorted(member for member, tally in tallies.items() if not tally.parties)
    parts, between = _parted(playing, tallies, order, meetings)
    after, among = _parted(waiting, tallies, order, lambda groups, among: ())  # none of them has met anybody
    if parts and after:
        between.append(Decision(parts[-1], after[0], None))
    between += among
    rows: list[Row] = []
    for level, above, below in zip(
        parts + after, [None, *between], [*between, None], strict=False
    ):  # if nobody takes part, there is nothing between them either
        why = Why(level, above, below)
        place, shared = len(rows) + 1, len(level) > 1
        rows.extend([Row(place, shared, member, tallies[member], why) for member in level])
    return tuple(rows)


def _parted(
    group: Sequence[int], tallies: Mapping[int, Tally], order: Sequence[TieBreak], meetings: Meetings
) -> tuple[list[Group], list[Decision]]:
    """Those who are level in every tie-break, in order, and what stands between each two such parts."""
    if not group:
        return [], []
    parts: list[Group] = [tuple(group)]
    decided: list[_Decided] = []
    for depth, by in enumerate(order):
        met = needed(by, [part for part in parts if len(part) > 1], meetings)
        finer: list[Group] = []
        between: list[_Decided] = []
        for part, before in zip(parts, [None, *decided], strict=True):
            if before is not None:
                between.append(before)
            found = figures(by, part, tallies, met) if len(part) > 1 else None
            if found is None:
                finer.append(part)
                continue
            ranked = sorted(part, key=found.__getitem__, reverse=by not in FEWER_FIRST)  # who stay level stay in order
            split = [tuple(level) for _, level in groupby(ranked, key=found.__getitem__)]
            finer += split
            between += [_Decided(depth, found, met)] * (len(split) - 1)
        parts, decided = finer, between
    return parts, [
        _decision(ahead, behind, tuple(order), each)
        for (ahead, behind), each in zip(pairwise(parts), decided, strict=True)
    ]


class _Decided(NamedTuple):
    """In how many tie-breaks two parts are level, what the one that decided gives, and the meetings it looked at."""

    depth: int
    found: Mapping[int, Figure]
    met: Mapping[tuple[int, int], Meeting]


def _decision(ahead: Group, behind: Group, order: tuple[TieBreak, ...], decided: _Decided) -> Decision:
    depth, found, met = decided
    by, meeting = order[depth], None
    if by is TieBreak.HEAD_TO_HEAD and len(found) == 2:
        meeting = met[ahead[0], behind[0]]
    return Decision(ahead, behind, by, found[ahead[0]], found[behind[0]], order[:depth], meeting)
