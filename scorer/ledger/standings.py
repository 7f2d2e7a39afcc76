"""Standings: ranks, tie-breaks, and the reason for each rank.

"C.07" is the FIDE Handbook, C.07, Tie-Break Regulations (in force from 1 August 2024), with its
articles.

Points are from Laws 72 and 73, Rubicons inflicted and suffered from Law 73, capots from Law 66,
points received from Cavendish's score card. Match points (C.07, 4), parties won (7), head-to-head
(6) and Sonneborn-Berger (9.1: match points of each opponent, whole if beaten, half if drawn with)
are FIDE's, the average margin and fewer parties the club's own. Buchholz (8: match points of each
opponent) is for a Swiss only, because in a round robin all have the same opponents. Left out are
Koya (9.2), because other parties would not count; the progressive score (7), which rewards the
order of the fixtures; parties with one seat (7), which the fixtures balance; ratings of opponents
(10), which follow from results; play-offs and lots (3, 4.2), because a shared rank is a result.

Head-to-head counts match points per partie, if each of the level members has met each of the
others. C.07 adds match points, because there all have met equally often; where any parties count, a
sum would reward more meetings. C.07 also ranks a member whom no missing partie could overtake; here
such members stay level. An opponent's match points include adjustments. Forfeits count like parties
played, as in C.07 for round robins; a bye has no opponent and counts only as match points, except
in Buchholz, where its opponent counts as one with the same match points, as in C.07.

Who has neither played nor forfeited a partie comes last, so that nobody who would lose gains by
staying away. Nobody stays away by a bye: where match points come first, it is ranked as what the
terms give for it.

Members that one tie-break separates are never level again: the next one is applied to each group.

A knock-out is ranked by the round reached, the winner of the final first. Who goes out in the same
round is ranked by the next tie-breaks, and who is still to play it shares a rank, because the round
decides between them. A bye takes a member to the next round and counts for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ..rules.words import listed
from .results import Meeting, Tally
from .terms import TieBreak

Figure = int | Fraction

Met = tuple[tuple[int, int], Meeting]

Group = tuple[int, ...]


class Meetings(Protocol):
    """Loads meetings: called once per tie-break that needs them,
    for all groups that are still level.
    """

    def __call__(self, groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        """Return the meetings of the members of *groups*:
        with anybody, or only *among* the same group.
        """


Reached = Mapping[int, Fraction]
"""How far each member
of a knock-out is from having won it (`scorer.ledger.pairing.rounds_left`).
"""

NO_ROUNDS: Reached = MappingProxyType({})

NO_FIXTURE = Fraction(99)
"""Where a member is in a knock-out who has no fixture: a substitute has taken over all of them."""


class _OfMeetings(NamedTuple):
    """A figure that needs the meetings of the members of a group;
    `None` if not all have met whom they must.
    """

    of_group: Callable[
        [Group, Mapping[tuple[int, int], Meeting], Mapping[int, Tally]], Mapping[int, Figure] | None
    ]


class _OfRounds(NamedTuple):
    """The figure of how far each member of a knock-out is from having won it,
    which the fixtures say.
    """

    def of_group(self, group: Group, reached: Reached) -> Mapping[int, Figure]:
        return {member: reached.get(member, NO_FIXTURE) for member in group}


class _Rule(NamedTuple):
    """A figure of the one ahead in words, singular and plural; and what it follows from."""

    one: str
    more: str
    of: Callable[[Tally], Figure] | _OfMeetings | _OfRounds
    fewer_first: bool = False


def _average(tally: Tally) -> Figure:
    return Fraction(tally.points_won - tally.points_lost, max(tally.parties, 1))


def _head_to_head(
    group: Group, met: Mapping[tuple[int, int], Meeting], tallies: Mapping[int, Tally]
) -> Mapping[int, Figure] | None:
    found: dict[int, Figure] = {}
    for member in group:
        own = [met.get((member, other)) for other in group if other != member]
        parties = [each for each in own if each is not None and each.parties]
        if len(parties) < len(own):
            return None
        found[member] = Fraction(
            sum(each.match_points for each in parties), sum(each.parties for each in parties)
        )
    return found


def _sonneborn_berger(
    group: Group, met: Mapping[tuple[int, int], Meeting], tallies: Mapping[int, Tally]
) -> Mapping[int, Figure]:
    halves = dict.fromkeys(group, 0)
    for (member, other), meeting in met.items():
        if member in halves:
            halves[member] += tallies[other].score * (2 * meeting.won + meeting.drawn)
    return {member: Fraction(each, 2) for member, each in halves.items()}


def _buchholz(
    group: Group, met: Mapping[tuple[int, int], Meeting], tallies: Mapping[int, Tally]
) -> Mapping[int, Figure]:
    sums: dict[int, Figure] = {
        member: tallies[member].byes * tallies[member].score for member in group
    }
    for (member, other), meeting in met.items():
        if member in sums:
            sums[member] += tallies[other].score * meeting.parties
    return sums


TIE_BREAKS: Mapping[TieBreak, _Rule] = {
    TieBreak.POINTS: _Rule("{} point", "{} points", lambda tally: tally.balance),
    TieBreak.MATCH_POINTS: _Rule("{} match point", "{} match points", lambda tally: tally.score),
    TieBreak.WON: _Rule("{} partie won", "{} parties won", lambda tally: tally.won),
    TieBreak.POINTS_WON: _Rule(
        "{} point received", "{} points received", lambda tally: tally.points_won
    ),
    TieBreak.HEAD_TO_HEAD: _Rule(
        "{} match point a partie among those level",
        "{} match points a partie among those level",
        _OfMeetings(_head_to_head),
    ),
    TieBreak.RUBICONS_INFLICTED: _Rule(
        "{} Rubicon inflicted", "{} Rubicons inflicted", lambda tally: tally.rubicons_inflicted
    ),
    TieBreak.RUBICONS_SUFFERED: _Rule(
        "{} Rubicon suffered",
        "{} Rubicons suffered",
        lambda tally: tally.rubicons_suffered,
        fewer_first=True,
    ),
    TieBreak.AVERAGE: _Rule("an average margin of {}", "an average margin of {}", _average),
    TieBreak.SONNEBORN_BERGER: _Rule(
        "Sonneborn-Berger {}", "Sonneborn-Berger {}", _OfMeetings(_sonneborn_berger)
    ),
    TieBreak.BUCHHOLZ: _Rule("Buchholz {}", "Buchholz {}", _OfMeetings(_buchholz)),
    TieBreak.CAPOTS: _Rule("{} capot", "{} capots", lambda tally: tally.capots),
    TieBreak.FEWER_PARTIES: _Rule(
        "{} partie", "{} parties", lambda tally: tally.parties, fewer_first=True
    ),
    TieBreak.ROUND_REACHED: _Rule("", "", _OfRounds(), fewer_first=True),
}


def needed(
    by: TieBreak, groups: Sequence[Group], meetings: Meetings
) -> Mapping[tuple[int, int], Meeting]:
    asked = groups and isinstance(TIE_BREAKS[by].of, _OfMeetings)
    return dict(meetings(groups, among=by is TieBreak.HEAD_TO_HEAD)) if asked else {}


def figures(
    by: TieBreak,
    group: Group,
    tallies: Mapping[int, Tally],
    met: Mapping[tuple[int, int], Meeting],
    reached: Reached = NO_ROUNDS,
) -> Mapping[int, Figure] | None:
    figure = TIE_BREAKS[by].of
    if isinstance(figure, _OfRounds):
        return figure.of_group(group, reached)
    if isinstance(figure, _OfMeetings):
        return figure.of_group(group, met, tallies)
    return {member: figure(tallies[member]) for member in group}


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


class Why(NamedTuple):
    """The reason for a rank: everyone who has it,
    and what ranks those before higher and those after lower.
    """

    level: tuple[int, ...]
    above: Decision | None
    below: Decision | None


class Row(NamedTuple):
    """One row of the standings; ranks count from 1, and those after a shared one are skipped.

    Who is not `counted` has no result yet, and comes after all others. `by` is the first tie-break,
    which ranks, and `figure` what the member has in it; `None` if it is found only between members
    who have met.
    """

    rank: int
    shared: bool
    member: int
    tally: Tally
    why: Why
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
    def is_still_in(self) -> bool:
        """Return whether this is a row of a knock-out,
        and the member is still to play the round reached.
        """
        return (
            self.by is TieBreak.ROUND_REACHED
            and self.figure is not None
            and is_still_in(self.figure)
        )

    @property
    def rank_words(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


def counts(tally: Tally, order: Sequence[TieBreak]) -> bool:
    """Return whether a member has a result: a partie;
    or a bye, where match points or the round reached come first.
    """
    return tally.parties > 0 or (tally.byes > 0 and next(iter(order), None) in BY_BYES)


BY_BYES = (TieBreak.MATCH_POINTS, TieBreak.ROUND_REACHED)
"""The tie-breaks in which a bye is a result."""


def standings(
    tallies: Mapping[int, Tally],
    order: Sequence[TieBreak],
    meetings: Meetings,
    reached: Reached = NO_ROUNDS,
) -> tuple[Row, ...]:
    """Return the standings of a season, first rank first, from the tallies of its entrants.

    Members who are level in every tie-break share a rank and are listed by number. Members without
    a result come last. *meetings* is called only for members who are level when a tie-break needs
    their meetings. *reached* is for a knock-out.
    """
    counted = {member for member, tally in tallies.items() if counts(tally, order)}
    idle = sorted(tallies.keys() - counted)
    parts, between = _parted(sorted(counted), tallies, order, meetings, reached)
    after, among = _parted(idle, tallies, order, _no_meetings, reached)
    if parts and after:
        between.append(Decision(parts[-1], after[0], None))
    between += among
    rows: list[Row] = []
    for level, above, below in zip(
        parts + after, [None, *between], [*between, None], strict=False
    ):  # both are empty without entrants
        why = Why(level, above, below)
        rank = len(rows) + 1
        shared = len(level) > 1
        rows.extend(
            [
                Row(
                    rank=rank,
                    shared=shared,
                    member=member,
                    tally=tallies[member],
                    why=why,
                    counted=member in counted,
                )
                for member in level
            ]
        )
    return tuple(_with_figures(rows, order, meetings, reached))


def _no_meetings(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
    """Return the meetings of members without parties: they have met nobody."""
    return ()


def _with_figures(
    rows: Sequence[Row], order: Sequence[TieBreak], meetings: Meetings, reached: Reached
) -> Iterator[Row]:
    by = next(iter(order), None)
    for members in ([row for row in rows if row.counted], [row for row in rows if not row.counted]):
        group = tuple(row.member for row in members)
        found: Mapping[int, Figure] | None = None
        if by is not None and (len(group) > 1 or by is not TieBreak.HEAD_TO_HEAD):
            tallies = {row.member: row.tally for row in rows}
            found = figures(by, group, tallies, needed(by, [group], meetings), reached)
        for row in members:
            yield row._replace(by=by, figure=None if found is None else found[row.member])


def is_still_in(figure: Figure) -> bool:
    """Return whether a member of a knock-out, of whom this is the round reached,
    is still to play it.
    """
    return Fraction(figure).denominator > 1


def _parted(
    group: Sequence[int],
    tallies: Mapping[int, Tally],
    order: Sequence[TieBreak],
    meetings: Meetings,
    reached: Reached,
) -> tuple[list[Group], list[Decision]]:
    if not group:
        return [], []
    parts: list[Group] = [tuple(group)]
    decided: list[_Decided] = []
    still_in = {member for member, figure in reached.items() if is_still_in(figure)}
    for depth, by in enumerate(order):
        is_first = (
            depth == 0
        )  # the round reached, if any: after it a round to play decides, and no tie-break
        level = [part for part in parts if len(part) > 1 and (is_first or part[0] not in still_in)]
        met = needed(by, level, meetings)
        finer: list[Group] = []
        between: list[_Decided] = []
        for part, before in zip(parts, [None, *decided], strict=True):
            if before is not None:
                between.append(before)
            found = figures(by, part, tallies, met, reached) if part in level else None
            if found is None:
                finer.append(part)
                continue
            ranked = sorted(
                part, key=found.__getitem__, reverse=not TIE_BREAKS[by].fewer_first
            )  # the sort is stable
            split = [tuple(level) for _, level in groupby(ranked, key=found.__getitem__)]
            finer += split
            between += [_Decided(depth, found, met)] * (len(split) - 1)
        parts = finer
        decided = between
    return parts, [
        each.between(*pair, order) for pair, each in zip(pairwise(parts), decided, strict=True)
    ]


class _Decided(NamedTuple):
    depth: int
    found: Mapping[int, Figure]
    met: Mapping[tuple[int, int], Meeting]

    def between(self, ahead: Group, behind: Group, order: Sequence[TieBreak]) -> Decision:
        one = ahead[0]
        other = behind[0]
        by = order[self.depth]
        meeting = (
            self.met[one, other] if by is TieBreak.HEAD_TO_HEAD and len(self.found) == 2 else None
        )
        return Decision(
            ahead=ahead,
            behind=behind,
            by=by,
            high=self.found[one],
            low=self.found[other],
            level_in=tuple(order[: self.depth]),
            meeting=meeting,
        )


def ordinal(number: int) -> str:
    """Format a rank in a sentence.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 1002, 1112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '1,002nd', '1,112th']
    """
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number:,}{ending}"


NAMED = 3


def explain(row: Row, names: Mapping[int, str], *, whole: bool = True) -> str:
    """Explain a rank in words; if not *whole*, only as far as a tie-break decided it between
    members with results.

    Why others are ahead is said if level with them in something, or if nobody is behind.
    """
    why = row.why
    said = []
    if row.shared and (whole or row.counted):
        said.append(_level(row, names))
    if why.above is not None and (why.above.level_in or (whole and why.below is None)):
        said.append(
            f"behind {_listed(why.above.ahead, names)}{_decided(why.above, names, behind=True)}"
        )
    if why.below is not None and (whole or why.below.level_in):
        said.append(
            f"ahead of {_listed(why.below.behind, names)}{_decided(why.below, names, behind=False)}"
        )
    return "; ".join(said)


def explain_to(row: Row, names: Mapping[int, str]) -> Iterator[str]:
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


def _level(row: Row, names: Mapping[int, str]) -> str:
    """Name those with whom a row shares its rank, and say in what."""
    others = [each for each in row.why.level if each != row.member]
    if row.figure is not None and row.is_still_in:
        return (
            f"level with {_listed(others, names)}, who also "
            f"{reached_words(row.figure, several=len(others) > 1)}"
        )
    return f"level with {_listed(others, names)} in every tie-break"


LEVELS = {1: "final", 2: "semi-final", 3: "quarter-final"}


def level_name(figure: Figure) -> str:
    """Return the name of the round that a member of a knock-out has reached,
    by how far it is from the title.
    """
    left = ceil(figure)
    return LEVELS.get(left, f"round of {2**left}")


def round_reached(figure: Figure) -> str:
    """Return how far a member of a knock-out came, in as few words as a table has room for.

    >>> [round_reached(figure) for figure in (0, Fraction(1, 2), 1, 5, NO_FIXTURE)]
    ['winner', 'in the final', 'final', 'round of 32', '–']
    """
    if figure == NO_FIXTURE:
        return "–"
    if is_still_in(figure):
        return f"in the {level_name(figure)}"
    return level_name(figure) if figure else "winner"


def reached_words(figure: Figure, *, several: bool = False) -> str:
    """Say of a member of a knock-out, or of several, how far they came.

    >>> for figure in (0, Fraction(1, 2), 1, Fraction(3, 2), 2, 4):
    ...     print(reached_words(figure))
    won the final
    plays in the final
    lost the final
    plays in the semi-final
    went out in the semi-final
    went out in the round of 16
    """
    if figure == NO_FIXTURE:
        return "have no fixture" if several else "has no fixture"
    if is_still_in(figure):
        return f"{'play' if several else 'plays'} in the {level_name(figure)}"
    if figure <= 1:
        return "lost the final" if figure else "won the final"
    return f"went out in the {level_name(figure)}"


COUNTED = frozenset({TieBreak.POINTS, TieBreak.MATCH_POINTS, TieBreak.WON, TieBreak.POINTS_WON})
"""The tie-breaks whose difference says more than both figures."""


def _apart(decision: Decision, others: str, names: Mapping[int, str], *, behind: bool) -> str:
    direction = f"behind {others}" if behind else f"ahead of {others}"
    if decision.by in COUNTED and not decision.level_in:
        by = _distinct_figures(decision.high - decision.low, 0)[0]
        rule = TIE_BREAKS[decision.by]
        return f"{(rule.one if by == '1' else rule.more).format(by)} {direction}"
    return f"{direction}{_decided(decision, names, behind=behind, to_you=True)}"


def _decided(
    decision: Decision, names: Mapping[int, str], *, behind: bool, to_you: bool = False
) -> str:
    if decision.by is None:
        have = "has" if len(decision.behind) == 1 else "have"
        return ": no result yet" if behind else f", who {have} no result yet"
    level_in = [each.value.split(",")[0] for each in decision.level_in]  # without "fewer first"
    level = f", level in {listed(level_in)}" if level_in else ""
    if decision.by is TieBreak.ROUND_REACHED:
        others_reached, many = (
            (decision.high, decision.ahead) if behind else (decision.low, decision.behind)
        )
        return f", who {reached_words(others_reached, several=len(many) > 1)}"
    if decision.meeting is not None:
        who_won = f"{names[decision.ahead[0]]} " if behind else "you " if to_you else ""
        return f"{level}: {who_won}{_meeting(decision.meeting, 'your' if to_you else 'their')}"
    own, others = (decision.low, decision.high) if behind else (decision.high, decision.low)
    rule = TIE_BREAKS[decision.by]
    own_text, others_text = _distinct_figures(own, others)
    return f"{level}: {(rule.one if own == 1 else rule.more).format(own_text)} to {others_text}"


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


def _distinct_figures(first: Figure, second: Figure) -> tuple[str, str]:
    """Format two different figures so that they look different.

    >>> _distinct_figures(Fraction(75, 2), 20)
    ('37.5', '20')
    >>> _distinct_figures(Fraction(1, 3), Fraction(334, 1000))
    ('1/3', '167/500')
    """
    shown = decimal(first), decimal(second)
    return shown if shown[0] != shown[1] else (str(first), str(second))


def decimal(figure: Figure) -> str:
    """Format a figure, a fraction with at most two decimals.

    >>> decimal(Fraction(-75, 2)), decimal(1200), decimal(Fraction(1, 3))
    ('−37.5', '1,200', '0.33')
    """
    hundredths = round(Fraction(figure) * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:02}".rstrip("0") if rest else "")


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
