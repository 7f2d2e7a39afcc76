"""
Records: what the parties that stand say of a member, of two members, and of a club.

Forfeits were not played and set no record; they count in standings, meetings
and the race. Every figure names the entry it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from .results import Meeting, Result, Side, meeting_of
from .standings import Met

FORM = 10
"""So many of a member's last parties are the run of form."""


@dataclass(frozen=True, slots=True)
class Played:
    """
    A partie that stands in the book.

    Attributes:
        number: its entry's number.
        at: when it was posted.
        season: the season it belongs to.
        members: the first player's number and the second's.
        result: what it came to.
    """

    number: int
    at: str
    season: int
    members: tuple[int, int]
    result: Result

    def outcome(self, member: int) -> Outcome:
        """What it was for one of its two members."""
        if self.result.winner is None:
            return Outcome.DRAWN
        return Outcome.WON if self.members[self.result.winner] == member else Outcome.LOST

    def side(self, member: int) -> Side:
        """One member's half of the result."""
        return self.result.sides[self.members.index(member)]


class Outcome(Enum):
    """What a partie was for a player."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Feat:
    """
    A figure worth keeping.

    Attributes:
        figure: points, parties, or how often.
        member: whose it is.
        first: the number of the entry it comes from, or of the first of several.
        last: the number of the last of them.
    """

    figure: int
    member: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """
    What a member's parties say.

    Attributes:
        parties: parties played.
        as_elder: points a deal as elder; `None` if no deal is known.
        as_younger: points a deal as younger; likewise.
        best: the most points won in a partie; `None` if none was won.
        worst: the most points lost in a partie; `None` if none was lost.
        highest: the highest total.
        lowest: the lowest.
        form: what the last parties were, the latest last.
        run: the longest run of parties won; `None` if none was won.
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
    """
    A member's record.

    Args:
        member: the member.
        parties: the parties that stand, in the order of the book; those of others are passed over.
    """
    mine = [each for each in parties if member in each.members and not each.result.forfeit]
    outcomes = [each.outcome(member) for each in mine]
    sides = [each.side(member) for each in mine]

    def most(figures: Iterable[tuple[int, Played]], sign: int = 1) -> Feat | None:
        found = max(figures, key=lambda each: sign * each[0], default=None)  # of equals the first
        return None if found is None else Feat(found[0], member, found[1].number, found[1].number)

    def paid(outcome: Outcome) -> Feat | None:
        return most((each.result.points, each) for each in mine if each.outcome(member) is outcome)

    totals = [(side.total, each) for side, each in zip(sides, mine, strict=True)]
    return MemberRecord(
        len(mine),
        _average(sum(side.as_elder for side in sides), sum(side.elder_deals for side in sides)),
        _average(sum(side.as_younger for side in sides), sum(side.younger_deals for side in sides)),
        paid(Outcome.WON),
        paid(Outcome.LOST),
        most(totals),
        most(totals, -1),
        tuple(outcomes[-FORM:]),
        _longest_run(mine).get(member),
    )


def _average(points: int, deals: int) -> Fraction | None:
    return Fraction(points, deals) if deals else None


def _longest_run(parties: Iterable[Played]) -> dict[int, Feat]:
    """Each member's longest run of parties won, the first of equals."""
    running: dict[int, Feat] = {}
    longest: dict[int, Feat] = {}
    for each in parties:
        for member in each.members:
            if each.outcome(member) is not Outcome.WON:
                running.pop(member, None)
                continue
            before = running.get(member)
            run = Feat(
                1 if before is None else before.figure + 1,
                member,
                each.number if before is None else before.first,
                each.number,
            )
            running[member] = run
            if member not in longest or longest[member].figure < run.figure:
                longest[member] = run
    return longest


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """
    Two members' parties with each other.

    Attributes:
        meeting: what they add up to from the first one's side. Match points
            are left out: they are a season's own, and these are of any season.
        parties: the parties, in order.
    """

    meeting: Meeting
    parties: tuple[Played, ...]


def head_to_head(member: int, other: int, parties: Iterable[Played]) -> HeadToHead:
    """Two members' parties with each other, forfeits among them, from the first one's side."""
    found = tuple(each for each in parties if set(each.members) == {member, other})
    meeting = Meeting()
    for each in found:
        meeting += meeting_of(each.result, each.members.index(member), 0)
    return HeadToHead(meeting, found)


def cross_table(members: Sequence[int], meetings: Iterable[Met]) -> tuple[tuple[Meeting | None, ...], ...]:
    """
    Everybody with everybody.

    Args:
        members: the members in the order of the table.
        meetings: their meetings; those with others are passed over.

    Returns:
        A row a member, with the meeting with each of the others from that
        member's side; an empty one if they have not met, `None` where a
        member would meet himself.
    """
    found = dict(meetings)
    nothing = Meeting()
    return tuple(
        tuple(None if member == other else found.get((member, other), nothing) for other in members)
        for member in members
    )


class RecordKind(Enum):
    """What a club keeps a record of; the value is the words of the page."""

    MARGIN = "largest margin"
    TOTAL = "highest total"
    PIQUES = "most piques in a partie"
    REPIQUES = "most repiques in a partie"
    CAPOTS = "most capots in a partie"
    RUN = "longest run of parties won"


_BY_SIDE: Mapping[RecordKind, Callable[[Side], int]] = {
    RecordKind.TOTAL: lambda side: side.total,
    RecordKind.PIQUES: lambda side: side.piques,
    RecordKind.REPIQUES: lambda side: side.repiques,
    RecordKind.CAPOTS: lambda side: side.capots,
}


def club_records(parties: Iterable[Played]) -> dict[RecordKind, Feat]:
    """
    The records of a club.

    Args:
        parties: the parties that stand, in the order of the book.

    Returns:
        Each record with its holder, who is the first that reached it; none
        where nobody has made any.
    """
    found: dict[RecordKind, Feat] = {}

    def offer(kind: RecordKind, figure: int, member: int, number: int) -> None:
        if figure > (found[kind].figure if kind in found else 0):
            found[kind] = Feat(figure, member, number, number)

    at_the_table = [each for each in parties if not each.result.forfeit]
    for each in at_the_table:
        if each.result.winner is not None:
            offer(RecordKind.MARGIN, each.result.points, each.members[each.result.winner], each.number)
        for member, side in zip(each.members, each.result.sides, strict=True):
            for kind, figure in _BY_SIDE.items():
                offer(kind, figure(side), member, each.number)
    runs = _longest_run(at_the_table).values()
    if runs:
        found[RecordKind.RUN] = min(runs, key=lambda run: (-run.figure, run.last))
    return found
