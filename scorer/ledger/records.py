"""
Records of a member, of two members and of a club, from the current parties.

Forfeits set no record; they count in standings, meetings and the race. Every record names its entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from .results import Meeting, Result, Side, meeting_of

FORM = 10
"""The number of a member's last parties that make the form."""


@dataclass(frozen=True, slots=True)
class Played:
    """A posted partie; `number` is that of its entry."""

    number: int
    at: str
    season: int
    members: tuple[int, int]
    result: Result

    def outcome(self, member: int) -> Outcome:
        if self.result.winner is None:
            return Outcome.DRAWN
        return Outcome.WON if self.members[self.result.winner] == member else Outcome.LOST

    def side(self, member: int) -> Side:
        return self.result.sides[self.members.index(member)]


class Outcome(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Feat:
    """A record in points, parties or a count, and the entries that set it: the first and the last."""

    figure: int
    member: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """
    A member's parties in figures.

    Attributes:
        as_elder: points per deal as elder; `None` without such deals; `as_younger` likewise.
        best: the largest partie won, in points; `worst` the largest lost.
        highest: the highest total; `lowest` the lowest.
        form: outcomes of the last parties, latest last.
        run: the longest winning run.
    """

    parties: int
    as_elder: Fraction | None
    as_younger: Fraction | None
    best: Feat | None
    worst: Feat | None
    highest: Feat | None
    lowest: Feat | None
    form: tuple[Outcome, ...]
    run: Feat | None


def member_record(member: int, parties: Iterable[Played]) -> MemberRecord:
    """Return a member's record from current parties in the order of the book; those of others are ignored."""
    own = [each for each in parties if member in each.members and not each.result.forfeit]
    outcomes = [each.outcome(member) for each in own]
    sides = [each.side(member) for each in own]

    def most(figures: Iterable[tuple[int, Played]], sign: int = 1) -> Feat | None:
        found = max(figures, key=lambda each: sign * each[0], default=None)  # of equals the first
        return None if found is None else Feat(found[0], member, found[1].number, found[1].number)

    def paid(outcome: Outcome) -> Feat | None:
        return most((each.result.points, each) for each in own if each.outcome(member) is outcome)

    totals = [(side.total, each) for side, each in zip(sides, own, strict=True)]
    return MemberRecord(
        len(own),
        _average(sum(side.as_elder for side in sides), sum(side.elder_deals for side in sides)),
        _average(sum(side.as_younger for side in sides), sum(side.younger_deals for side in sides)),
        paid(Outcome.WON),
        paid(Outcome.LOST),
        most(totals),
        most(totals, -1),
        tuple(outcomes[-FORM:]),
        _longest_run(own).get(member),
    )


def _average(points: int, deals: int) -> Fraction | None:
    return Fraction(points, deals) if deals else None


def _longest_run(parties: Iterable[Played]) -> dict[int, Feat]:
    """Return each member's longest winning run; of equals the earliest."""
    running: dict[int, Feat] = {}
    longest: dict[int, Feat] = {}
    for each in parties:
        for member in each.members:
            if each.outcome(member) is not Outcome.WON:
                running.pop(member, None)
                continue
            before = running.get(member, Feat(0, member, each.number, each.number))
            run = running[member] = replace(before, figure=before.figure + 1, last=each.number)
            if member not in longest or longest[member].figure < run.figure:
                longest[member] = run
    return longest


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """
    Two members' parties with each other, in order.

    The meeting is from the first member's side and without match points, because seasons give different ones.
    """

    meeting: Meeting
    parties: tuple[Played, ...]


def head_to_head(member: int, other: int, parties: Iterable[Played]) -> HeadToHead:
    """Return two members' parties with each other, forfeits included."""
    found = tuple(each for each in parties if set(each.members) == {member, other})
    meeting = Meeting()
    for each in found:
        meeting += meeting_of(each.result, each.members.index(member), 0)
    return HeadToHead(meeting, found)


class RecordKind(Enum):
    """A kind of club record; the value is its label on pages."""

    MARGIN = "largest margin"
    TOTAL = "highest total"
    PIQUES = "most piques in a partie"
    REPIQUES = "most repiques in a partie"
    CAPOTS = "most capots in a partie"
    RUN = "longest run of parties won"


SIDE_RECORDS = {
    RecordKind.TOTAL: "total",
    RecordKind.PIQUES: "piques",
    RecordKind.REPIQUES: "repiques",
    RecordKind.CAPOTS: "capots",
}
"""The records of a side of a result, and the figures that set them."""


def club_records(parties: Iterable[Played]) -> dict[RecordKind, Feat]:
    """Return the records of a club from current parties in order; the first to reach a figure holds the record."""
    found: dict[RecordKind, Feat] = {}

    def offer(kind: RecordKind, figure: int, member: int, number: int) -> None:
        if figure > (found[kind].figure if kind in found else 0):
            found[kind] = Feat(figure, member, number, number)

    at_the_table = [each for each in parties if not each.result.forfeit]
    for each in at_the_table:
        if each.result.winner is not None:
            offer(RecordKind.MARGIN, each.result.points, each.members[each.result.winner], each.number)
        for member, side in zip(each.members, each.result.sides, strict=True):
            for kind, figure in SIDE_RECORDS.items():
                offer(kind, getattr(side, figure), member, each.number)
    runs = _longest_run(at_the_table).values()
    if runs:
        found[RecordKind.RUN] = min(runs, key=lambda run: (-run.figure, run.last))
    return found
