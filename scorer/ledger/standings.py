"""
Standings: ranks, tie-breaks, the reason for each rank, and the race of a season.


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

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, Protocol

from .results import Meeting, Tally
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


NAMED = 3
"""As many members are named in one sentence; of more, the others are counted."""

_WORDS: Mapping[TieBreak, tuple[str, str]] = {
    TieBreak.POINTS: ("{} point", "{} points"),
    TieBreak.MATCH_POINTS: ("{} match point", "{} match points"),
    TieBreak.WON: ("{} partie won", "{} parties won"),
    TieBreak.POINTS_WON: ("{} point received", "{} points received"),
    TieBreak.HEAD_TO_HEAD: ("{} match point a partie among those level", "{} match points a partie among those level"),
    TieBreak.RUBICONS_INFLICTED: ("{} Rubicon inflicted", "{} Rubicons inflicted"),
    TieBreak.RUBICONS_SUFFERED: ("{} Rubicon suffered", "{} Rubicons suffered"),
    TieBreak.AVERAGE: ("an average margin of {}", "an average margin of {}"),
    TieBreak.SONNEBORN_BERGER: ("Sonneborn-Berger {}", "Sonneborn-Berger {}"),
    TieBreak.CAPOTS: ("{} capot", "{} capots"),
    TieBreak.FEWER_PARTIES: ("{} partie", "{} parties"),
}
"""How the higher's figure is told, of one and of more."""


def why_words(row: Row, names: Mapping[int, str]) -> str:
    """
    Why a member stands where the row says.

    Args:
        row: the row.
        names: the members' names by their numbers.

    Returns:
        With whom the member shares the place; what put it below those before,
        if it was level with them in something or nobody stands below; and what
        puts it before those who follow. Empty for a member who stands alone.
    """
    why = row.why
    said = []
    if row.shared:
        others = tuple(each for each in why.level if each != row.member)
        said.append(f"level with {_listed(others, names)} in every tie-break")
    if why.above is not None and (why.above.level_in or why.below is None):
        said.append(f"behind {_listed(why.above.ahead, names)}{_decided(why.above, names, behind=True)}")
    if why.below is not None:
        said.append(f"ahead of {_listed(why.below.behind, names)}{_decided(why.below, names, behind=False)}")
    return "; ".join(said)


def _decided(decision: Decision, names: Mapping[int, str], *, behind: bool) -> str:
    """What follows the names: in what all are level, and the figures, one's own first."""
    if decision.by is None:
        return ": no partie yet" if behind else ", without a partie yet"
    level_in = [each.value.split(",")[0] for each in decision.level_in]  # without which way it counts
    level = f", level in {_series(level_in)}" if level_in else ""
    if decision.meeting is not None:
        who_won = f"{names[decision.ahead[0]]} " if behind else ""
        return f"{level}: {who_won}{_meeting(decision.meeting)}"
    own, others = (decision.low, decision.high) if behind else (decision.high, decision.low)
    one, more = _WORDS[decision.by]
    own_text, others_text = _told(own, others)
    return f"{level}: {(one if own == 1 else more).format(own_text)} to {others_text}"


def _meeting(meeting: Meeting) -> str:
    """
    A meeting from the side of the one who did better in it.

    >>> _meeting(Meeting(parties=2, won=2)), _meeting(Meeting(parties=4, won=2, drawn=1, lost=1))
    ('won both their parties', 'won 2 and drew 1 of their 4 parties')
    """
    if meeting.won == meeting.parties:
        return {1: "won their partie", 2: "won both their parties"}.get(
            meeting.won, f"won all {meeting.won} of their parties"
        )
    drew = f" and drew {meeting.drawn}" if meeting.drawn else ""
    return f"won {meeting.won}{drew} of their {meeting.parties} parties"


def _told(first: Figure, second: Figure) -> tuple[str, str]:
    """
    Two figures that differ, told so that they are seen to differ.

    >>> _told(Fraction(75, 2), 20), _told(Fraction(1, 3), Fraction(334, 1000))
    (('37.5', '20'), ('1/3', '167/500'))
    """
    told = _decimal(first), _decimal(second)
    return told if told[0] != told[1] else (str(first), str(second))


def _decimal(figure: Figure) -> str:
    hundredths = round(Fraction(figure) * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def _listed(members: Sequence[int], names: Mapping[int, str]) -> str:
    """
    Members by name, as far as a sentence bears them.

    >>> _listed([1, 2, 3, 4, 5], {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve"})
    'Ann, Ben, Cat and 2 others'
    """
    named = [names[member] for member in members[:NAMED]]
    others = len(members) - len(named)
    if others:
        named.append("one other" if others == 1 else f"{others} others")
    return _series(named)


def _series(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@dataclass(frozen=True, slots=True)
class Moved:
    """So many points to a member, or from one if negative, by the entry with this number."""

    number: int
    member: int
    points: int


@dataclass(frozen=True, slots=True)
class Point:
    """A member's balance after the entry with this number."""

    number: int
    balance: int


def race(moves: Iterable[Moved], most: int = 200) -> dict[int, tuple[Point, ...]]:
    """
    The race of a season: each member's balance as it ran.

    Args:
        moves: what moved points, in the order of the book: parties
            (`moved_by`), and what the director gave or took.
        most: so many points of a member's line at most, 2 or more. The first
            and the last are among them, the others as far apart as can be.

    Raises:
        ValueError: a line of fewer than two points shows nothing.
    """
    if most < 2:
        raise ValueError(f"a line has at least 2 points, not {most}")
    lines: defaultdict[int, list[Point]] = defaultdict(list)
    for each in moves:
        line = lines[each.member]
        line.append(Point(each.number, each.points + (line[-1].balance if line else 0)))
    return {member: _thinned(line, most) for member, line in lines.items()}


def _thinned(line: Sequence[Point], most: int) -> tuple[Point, ...]:
    if len(line) <= most:
        return tuple(line)
    last = len(line) - 1
    return tuple(line[place * last // (most - 1)] for place in range(most))
