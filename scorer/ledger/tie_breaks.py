"""
Tie-breaks: by what members who are level are told apart.

"C.07" is the FIDE Handbook, C.07, Tie-Break Regulations (in force from
1 August 2024), with its articles.

| tie-break | definition | source | here |
|---|---|---|---|
| points | received less paid, with the director's adjustments | Laws 72 and 73 | yes |
| match points | given by the season's terms, with adjustments | C.07, 4: the score | yes |
| parties won | forfeits among them | C.07, 7: wins | yes |
| points received | what was won, whatever was lost | Cavendish's score card | yes |
| head-to-head | match points a partie in the parties of the level members with each other | C.07, 6 | yes (1) |
| Rubicons inflicted, suffered | parties won over a loser short of the Rubicon; lost short of it | Law 73 | yes |
| average margin | points received less paid, a partie; adjustments are no margin | the club's | yes |
| Sonneborn-Berger | match points of each opponent, whole for a partie won, half for one drawn | C.07, 9.1 | yes (2) |
| capots | capots made | Law 66 | yes |
| fewer parties | who needed fewer for the same | the club's | yes |
| Koya | score against those with half of all points | C.07, 9.2 | no: parties with the others would not count |
| Buchholz and its cuts | scores of all opponents | C.07, 8 | no: in a round robin all have the same opponents |
| progressive score | score after each round, summed | C.07, 7 | no: it rewards the order of the fixtures |
| parties with one seat | parties as second player | C.07, 7 | no: the fixtures balance the seats |
| ratings of opponents | their mean, or performance | C.07, 10 | no: a rating follows from results, not they from it |
| play-off, lots | | C.07, 3 and 4.2 | no: a shared place is a result |

(1) It is used only if each of the level members has met each of the others.
C.07 sums, since there all have met equally often; where any parties count
they have not, and a sum would reward having met more. C.07 also lets one pass
whom no missing partie could overtake; here such members stay level.
(2) An opponent's match points are those of the table, adjustments included.
Forfeits count like parties played, as C.07 has it for round robins; a bye
has no opponent and counts in the match points alone.

What a tie-break splits is not put together again: each part goes on with the
tie-break that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from .meetings import Meeting
from .tallies import Tally
from .terms import TieBreak

Figure = int | Fraction
"""What a tie-break gives a member."""

Met = tuple[tuple[int, int], Meeting]
"""A member, another, and what their parties add up to from the first one's side."""

Group = tuple[int, ...]
"""Members who are level in all that came before."""


class Meetings(Protocol):
    """Gives meetings: asked once for each tie-break that needs them, about all groups that are level still."""

    def __call__(self, groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        """
        The meetings of the members of some groups.

        Args:
            groups: the groups.
            among: only with others of the same group, instead of with anybody.
        """


FEWER_FIRST = frozenset({TieBreak.RUBICONS_SUFFERED, TieBreak.FEWER_PARTIES})
"""The tie-breaks in which the lower figure stands first."""

BY_TALLY: Mapping[TieBreak, Callable[[Tally], Figure]] = {
    TieBreak.POINTS: lambda tally: tally.balance,
    TieBreak.MATCH_POINTS: lambda tally: tally.score,
    TieBreak.WON: lambda tally: tally.won,
    TieBreak.POINTS_WON: lambda tally: tally.points_won,
    TieBreak.RUBICONS_INFLICTED: lambda tally: tally.rubicons_inflicted,
    TieBreak.RUBICONS_SUFFERED: lambda tally: tally.rubicons_suffered,
    TieBreak.AVERAGE: lambda tally: Fraction(tally.points_won - tally.points_lost, max(tally.parties, 1)),
    TieBreak.CAPOTS: lambda tally: tally.capots,
    TieBreak.FEWER_PARTIES: lambda tally: tally.parties,
}
"""The tie-breaks for which a member's own tally is enough."""


def needed(by: TieBreak, groups: Sequence[Group], meetings: Meetings) -> Mapping[tuple[int, int], Meeting]:
    """The meetings that a tie-break needs to tell apart those who are level in each of some groups."""
    if not groups or by in BY_TALLY:
        return {}
    return dict(meetings(groups, among=by is TieBreak.HEAD_TO_HEAD))


def figures(
    by: TieBreak, group: Group, tallies: Mapping[int, Tally], met: Mapping[tuple[int, int], Meeting]
) -> Mapping[int, Figure] | None:
    """
    What a tie-break gives each of some members who are level in all before it.

    Args:
        by: the tie-break.
        group: the members' numbers.
        tallies: every member's tally.
        met: the meetings that are needed, those of other groups among them.

    Returns:
        A figure for each member of the group; `None` if the tie-break cannot
        tell them apart because some have not met.
    """
    if by is TieBreak.HEAD_TO_HEAD:
        return _head_to_head(group, met)
    if by is TieBreak.SONNEBORN_BERGER:
        return _sonneborn_berger(group, met, tallies)
    figure = BY_TALLY[by]
    return {member: figure(tallies[member]) for member in group}


def _head_to_head(group: Group, met: Mapping[tuple[int, int], Meeting]) -> Mapping[int, Figure] | None:
    found: dict[int, Figure] = {}
    for member in group:
        own = [met.get((member, other)) for other in group if other != member]
        parties = [each for each in own if each is not None and each.parties]
        if len(parties) < len(own):
            return None
        found[member] = Fraction(sum(each.match_points for each in parties), sum(each.parties for each in parties))
    return found


def _sonneborn_berger(
    group: Group, met: Mapping[tuple[int, int], Meeting], tallies: Mapping[int, Tally]
) -> Mapping[int, Figure]:
    halves = dict.fromkeys(group, 0)
    for (member, other), meeting in met.items():
        if member in halves:
            halves[member] += tallies[other].score * (2 * meeting.won + meeting.drawn)
    return {member: Fraction(each, 2) for member, each in halves.items()}
