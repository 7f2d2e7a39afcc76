"""Standings: ranks, and the reason for each (`scorer.ledger.tie_breaks` has what they are made by).

Who has neither played nor forfeited a partie comes last, so that nobody who would lose gains by
staying away. Nobody stays away by a bye: where match points come first, it is ranked as what the
terms give for it.

Members that one tie-break separates are never level again: the next one is applied to each group.

A knock-out is ranked by the round reached, the winner of the final first. Who goes out in the same
round is ranked by the next tie-breaks, and who is still to play it shares a rank, because the round
decides between them. A bye takes a member to the next round and counts for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from ..rules.words import listed
from .results import Meeting, Tally
from .terms import TieBreak
from .tie_breaks import (
    NO_RANKS,
    NO_ROUNDS,
    TIE_BREAKS,
    Figure,
    Figures,
    Group,
    Known,
    Meetings,
    Met,
    Ranks,
    Reached,
    decimal,
    distinct_figures,
    is_still_in,
    needed,
    reached_words,
    round_reached,
)


class Decision(NamedTuple):
    """What ranks the members ahead above those behind: `by` (`None`:
    no result), or two's meeting seen from ahead.
    """

    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    by: TieBreak | None
    high: Figure = 0
    low: Figure = 0
    level_in: tuple[TieBreak, ...] = ()
    meeting: Meeting | None = None


class RankReason(NamedTuple):
    """The reason for a rank: everyone who has it,
    and what ranks those before higher and those after lower.
    """

    level: tuple[int, ...]
    above: Decision | None
    below: Decision | None


class StandingsRow(NamedTuple):
    """One row of the standings; ranks count from 1, and those after a shared one are skipped.

    Who is not `counted` has no result yet, and comes after all others. `by` is the first tie-break,
    which ranks, and `figure` what the member has in it; `None` if it is found only between members
    who have met.
    """

    rank: int
    shared: bool
    member: int
    tally: Tally
    why: RankReason
    counted: bool
    by: TieBreak | None = None
    figure: Figure | None = None

    @property
    def reached(self) -> str | None:
        """Return in words how far the member came, if this is a row of a knock-out."""
        if self.by is not TieBreak.ROUND_REACHED or self.figure is None:
            return None
        return round_reached(self.figure)

    @property
    def figure_words(self) -> str:
        """Return what the member has in the tie-break that ranks, as a column shows it."""
        if self.by is None or self.figure is None:
            return "–"
        return TIE_BREAKS[self.by].shown(self.figure)

    @property
    def is_still_in(self) -> bool:
        """Return whether this is a row of a knock-out,
        and the member is still to play the round reached.
        """
        if self.by is not TieBreak.ROUND_REACHED or self.figure is None:
            return False
        return is_still_in(self.figure)

    @property
    def rank_words(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


def counts(tally: Tally, order: Sequence[TieBreak]) -> bool:
    """Return whether a member has a result: a partie;
    or a bye, where match points or the round reached come first.
    """
    if tally.parties:
        return True
    return tally.byes > 0 and bool(order) and TIE_BREAKS[order[0]].counts_byes


def standings(
    tallies: Mapping[int, Tally],
    order: Sequence[TieBreak],
    meetings: Meetings,
    reached: Reached = NO_ROUNDS,
    before: Ranks = NO_RANKS,
) -> tuple[StandingsRow, ...]:
    """Return the standings of a season, first rank first, from the tallies of its entrants.

    Members who are level in every tie-break share a rank and are listed by number. Members without
    a result come last. *meetings* is called only for members who are level when a tie-break needs
    their meetings. *reached* is for a knock-out, and *before* for a play-off: the ranks in the
    season before.
    """
    counted = {member for member, tally in tallies.items() if counts(tally, order)}
    idle = sorted(tallies.keys() - counted)
    known = Known(tallies, reached=reached, before=before)
    parts, between = _parted(sorted(counted), known, order, meetings)
    after, among = _parted(idle, known, order, _no_meetings)
    if parts and after:
        between.append(Decision(parts[-1], after[0], None))
    between += among
    rows: list[StandingsRow] = []
    for level, above, below in zip(
        parts + after, [None, *between], [*between, None], strict=False
    ):  # both are empty without entrants
        rank = len(rows) + 1
        for member in level:
            row = StandingsRow(
                rank=rank,
                shared=len(level) > 1,
                member=member,
                tally=tallies[member],
                why=RankReason(level, above, below),
                counted=member in counted,
            )
            rows.append(row)
    return tuple(_with_figures(rows, order, meetings, known))


def _no_meetings(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
    """Return the meetings of members without parties: they have met nobody."""
    return ()


def _with_figures(
    rows: Sequence[StandingsRow], order: Sequence[TieBreak], meetings: Meetings, known: Known
) -> Iterator[StandingsRow]:
    """Yield the rows with what each member has in the first tie-break."""
    if not order:
        yield from rows
        return
    by = order[0]
    for members in ([row for row in rows if row.counted], [row for row in rows if not row.counted]):
        group = tuple(row.member for row in members)
        found: Figures | None = None
        # who is alone has no head-to-head figure
        if len(group) > 1 or by is not TieBreak.HEAD_TO_HEAD:
            found = TIE_BREAKS[by].of_group(
                group, known._replace(met=needed(by, [group], meetings))
            )
        for row in members:
            yield row._replace(by=by, figure=None if found is None else found[row.member])


def _parted(
    group: Sequence[int], known: Known, order: Sequence[TieBreak], meetings: Meetings
) -> tuple[list[Group], list[Decision]]:
    """Part a group by one tie-break after another. Return the members who stay level,
    the best first, and what decides between each two neighbours.
    """
    if not group:
        return [], []
    parts: list[Group] = [tuple(group)]
    decided: list[_Decided] = []
    still_in = {member for member, figure in known.reached.items() if is_still_in(figure)}
    for depth, by in enumerate(order):
        # The round reached, if any, is the first. After it a round to play decides between those
        # who are still in it, and no tie-break does.
        is_first = depth == 0
        level = [part for part in parts if len(part) > 1 and (is_first or part[0] not in still_in)]
        # One call for all groups that are still level: a large club would be asked too often.
        of_level = known._replace(met=needed(by, level, meetings))
        finer: list[Group] = []
        between: list[_Decided] = []
        for part, before in zip(parts, [None, *decided], strict=True):
            if before is not None:  # what was decided earlier stays
                between.append(before)
            found = TIE_BREAKS[by].of_group(part, of_level) if part in level else None
            if found is None:
                finer.append(part)
                continue
            # The sort is stable, so those who stay level remain in the order of their numbers.
            ranked = sorted(part, key=found.__getitem__, reverse=not TIE_BREAKS[by].fewer_first)
            split = [tuple(level) for _, level in groupby(ranked, key=found.__getitem__)]
            finer += split
            between += [_Decided(depth, found, of_level.met)] * (len(split) - 1)
        parts = finer
        decided = between
    return parts, [
        each.between(*pair, order) for pair, each in zip(pairwise(parts), decided, strict=True)
    ]


class _Decided(NamedTuple):
    """By which tie-break neighbours are parted, and the figures of the group that it parts."""

    depth: int
    found: Figures
    met: Mapping[tuple[int, int], Meeting]

    def between(self, ahead: Group, behind: Group, order: Sequence[TieBreak]) -> Decision:
        one = ahead[0]
        other = behind[0]
        by = order[self.depth]
        # Of two alone it is said how their parties ended, instead of a figure.
        is_of_two = by is TieBreak.HEAD_TO_HEAD and len(self.found) == 2
        return Decision(
            ahead=ahead,
            behind=behind,
            by=by,
            high=self.found[one],
            low=self.found[other],
            level_in=tuple(order[: self.depth]),
            meeting=self.met[one, other] if is_of_two else None,
        )


def ordinal(number: int) -> str:
    """Format a rank in a sentence.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 1002, 1112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '1,002nd', '1,112th']
    """
    is_teen = number % 100 in (11, 12, 13)
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number:,}{'th' if is_teen else endings.get(number % 10, 'th')}"


NAMED = 3


def explain(row: StandingsRow, names: Mapping[int, str], *, whole: bool = True) -> str:
    """Explain a rank in words; if not *whole*, only as far as a tie-break decided it between
    members with results.

    Why others are ahead is said if level with them in something, or if nobody is behind.
    """
    why = row.why
    said = []
    if row.shared and (whole or row.counted):
        said.append(_level(row, names))
    above = why.above
    below = why.below
    is_last = whole and below is None
    if above is not None and (above.level_in or is_last):
        said.append(f"behind {_listed(above.ahead, names)}{_decided(above, names, behind=True)}")
    if below is not None and (below.level_in or whole):
        said.append(
            f"ahead of {_listed(below.behind, names)}{_decided(below, names, behind=False)}"
        )
    return "; ".join(said)


def explain_to(row: StandingsRow, names: Mapping[int, str]) -> Iterator[str]:
    """Tell the member whose row it is whom they are level with,
    and what separates them from the next on each side.
    """
    why = row.why
    if row.shared:
        yield _level(row, names)
    if why.above is not None:
        yield _apart(why.above, _listed(why.above.ahead, names), names, behind=True)
    if why.below is not None:
        yield _apart(why.below, _listed(why.below.behind, names), names, behind=False)


def _level(row: StandingsRow, names: Mapping[int, str]) -> str:
    """Name those with whom a row shares its rank, and say in what."""
    others = [each for each in row.why.level if each != row.member]
    if row.figure is not None and row.is_still_in:
        return (
            f"level with {_listed(others, names)}, who also "
            f"{reached_words(row.figure, several=len(others) > 1)}"
        )
    return f"level with {_listed(others, names)} in every tie-break"


def _apart(decision: Decision, others: str, names: Mapping[int, str], *, behind: bool) -> str:
    direction = f"behind {others}" if behind else f"ahead of {others}"
    if decision.by is not None and not decision.level_in:
        rule = TIE_BREAKS[decision.by]
        if rule.says_difference:
            difference = abs(Fraction(decision.high) - decision.low)
            return f"{rule.words(difference, decimal(difference))} {direction}"
    return f"{direction}{_decided(decision, names, behind=behind, to_you=True)}"


def _decided(
    decision: Decision, names: Mapping[int, str], *, behind: bool, to_you: bool = False
) -> str:
    """Say what a decision follows from, to who is *behind* or who is ahead."""
    if decision.by is None:
        have = "has" if len(decision.behind) == 1 else "have"
        return ": no result yet" if behind else f", who {have} no result yet"
    if behind:
        own = decision.low
        others = decision.high
        other_members = decision.ahead
    else:
        own = decision.high
        others = decision.low
        other_members = decision.behind
    if decision.by is TieBreak.ROUND_REACHED:
        return f", who {reached_words(others, several=len(other_members) > 1)}"
    level_in = [each.noun for each in decision.level_in]
    level = f", level in {listed(level_in)}" if level_in else ""
    if decision.meeting is not None:
        who_won = ""
        if behind:
            who_won = f"{names[decision.ahead[0]]} "
        elif to_you:
            who_won = "you "
        return f"{level}: {who_won}{_meeting(decision.meeting, 'your' if to_you else 'their')}"
    own_text, others_text = distinct_figures(own, others)
    return f"{level}: {TIE_BREAKS[decision.by].words(own, own_text)} to {others_text}"


def _meeting(meeting: Meeting, whose: str = "their") -> str:
    """Describe a meeting from the side of the one who did better in it.

    >>> _meeting(Meeting(parties=2, won=2)), _meeting(Meeting(parties=4, won=2, drawn=1, lost=1))
    ('won both their parties', 'won 2 and drew 1 of their 4 parties')
    """
    if meeting.won == meeting.parties:
        return {1: f"won {whose} partie", 2: f"won both {whose} parties"}.get(
            meeting.won, f"won all {meeting.won} of {whose} parties"
        )
    drew = f" and drew {meeting.drawn}" if meeting.drawn else ""
    return f"won {meeting.won}{drew} of {whose} {meeting.parties} parties"


def _listed(members: Sequence[int], names: Mapping[int, str]) -> str:
    """Name the first members and count the rest.

    >>> _listed([1, 2, 3, 4, 5], {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve"})
    'Ann, Ben, Cat and 2 others'
    """
    named = [names[member] for member in members[:NAMED]]
    others = len(members) - len(named)
    if others:
        named.append("one other" if others == 1 else f"{others} others")
    return listed(named)
