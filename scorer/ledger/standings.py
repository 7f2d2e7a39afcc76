"""
Standings: who stands where in a season, and why there.

Rows are named tuples, because a page of a thousand makes three thousand of
them, in half the time that dataclasses take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from .meetings import Meeting
from .tallies import Tally
from .terms import TieBreak
from .tie_breaks import FEWER_FIRST, Figure, Meetings, figures


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
        meetings: gives the meetings of some members with anybody; asked only
            about members who are level in all that comes before a tie-break
            that needs it.

    Returns:
        A row a member, the first place first. Members who are level in every
        tie-break share a place and stand by their numbers; those without a
        partie stand after all others.
    """
    order = tuple(order)
    once = cache(lambda group: tuple(meetings(group)))  # two tie-breaks may ask about the same members
    playing = _Parting(tallies, order, once)
    playing.part(sorted(member for member, tally in tallies.items() if tally.parties))
    waiting = _Parting(tallies, order, lambda _: ())  # none of them has met anybody
    waiting.part(sorted(member for member, tally in tallies.items() if not tally.parties))
    decisions = playing.decisions()
    if playing.parts and waiting.parts:
        decisions.append(Decision(playing.parts[-1], waiting.parts[0], None))
    decisions += waiting.decisions()
    rows: list[Row] = []
    for level, above, below in zip(
        playing.parts + waiting.parts, [None, *decisions], [*decisions, None], strict=False
    ):  # if nobody takes part, there is nothing between them either
        why = Why(level, above, below)
        place, shared = len(rows) + 1, len(level) > 1
        rows.extend([Row(place, shared, member, tallies[member], why) for member in level])
    return tuple(rows)


@dataclass(slots=True)
class _Parting:
    """
    A group as it falls apart.

    Attributes:
        tallies: every member's tally.
        order: the tie-breaks.
        meetings: gives the meetings of some members.
        parts: those who are level in every tie-break, in order.
        between: for each two parts that follow each other how many tie-breaks
            they are level in, and what the one that decided gives.
    """

    tallies: Mapping[int, Tally]
    order: tuple[TieBreak, ...]
    meetings: Meetings
    parts: list[tuple[int, ...]] = field(default_factory=list)
    between: list[tuple[int, Mapping[int, Figure]]] = field(default_factory=list)

    def part(self, group: Sequence[int], depth: int = 0) -> None:
        """Part those who are level in the first *depth* tie-breaks; who stay level stay in their order."""
        if len(group) > 1 and depth < len(self.order):
            by = self.order[depth]
            found = figures(by, group, self.tallies, self.meetings)
            if found is None:
                self.part(group, depth + 1)
                return
            ranked = sorted(group, key=found.__getitem__, reverse=by not in FEWER_FIRST)
            for number, (_, level) in enumerate(groupby(ranked, key=found.__getitem__)):
                if number:
                    self.between.append((depth, found))
                self.part(tuple(level), depth + 1)
        elif group:
            self.parts.append(tuple(group))

    def decisions(self) -> list[Decision]:
        """What stands between each two parts that follow each other."""
        return [
            self._decision(ahead, behind, depth, found)
            for (ahead, behind), (depth, found) in zip(pairwise(self.parts), self.between, strict=True)
        ]

    def _decision(
        self, ahead: tuple[int, ...], behind: tuple[int, ...], depth: int, found: Mapping[int, Figure]
    ) -> Decision:
        by, meeting = self.order[depth], None
        if by is TieBreak.HEAD_TO_HEAD and len(found) == 2:
            meeting = dict(self.meetings(frozenset(found)))[ahead[0], behind[0]]
        return Decision(ahead, behind, by, found[ahead[0]], found[behind[0]], self.order[:depth], meeting)
