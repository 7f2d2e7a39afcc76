"""Tie-breaks: what each is a figure of, and how it is said and shown.

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
in Buchholz, where its opponent counts as one with the same match points, as in C.07 (16). So does a
round that a member sat out. C.07 counts the last rounds that an opponent sat out as draws; here an
opponent has what the terms give for them, which usually is as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ..rules.words import first_up
from .pairing import FOURTH, PLAYS_FOR_THIRD, THIRD
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


# Figures


Ranks = Mapping[int, int]
"""The ranks of members in another season."""

NO_RANKS: Ranks = MappingProxyType({})

NOT_RANKED = 10**6
"""The rank of who was not in it: after all others."""


class Known(NamedTuple):
    """What the figures of a tie-break follow from: the tallies,
    the meetings that it needs, how far members of a knock-out came, and of a play-off their ranks
    in the season before.
    """

    tallies: Mapping[int, Tally]
    met: Mapping[tuple[int, int], Meeting] = MappingProxyType({})
    reached: Reached = NO_ROUNDS
    before: Ranks = NO_RANKS


Figures = Mapping[int, Figure]
"""The figure of each member of a group."""


def _of_tally(figure: Callable[[Tally], Figure]) -> Callable[[Group, Known], Figures]:
    """Return how the figures of a group are found if each follows from a member's own tally."""

    def of_group(group: Group, known: Known) -> Figures:
        return {member: figure(known.tallies[member]) for member in group}

    return of_group


def _average(tally: Tally) -> Figure:
    return Fraction(tally.points_won - tally.points_lost, max(tally.parties, 1))


def _head_to_head(group: Group, known: Known) -> Figures | None:
    found: dict[int, Figure] = {}
    for member in group:
        own = [known.met.get((member, other)) for other in group if other != member]
        parties = [each for each in own if each is not None and each.parties]
        if len(parties) < len(own):
            return None
        found[member] = Fraction(
            sum(each.match_points for each in parties), sum(each.parties for each in parties)
        )
    return found


def _sonneborn_berger(group: Group, known: Known) -> Figures:
    halves = dict.fromkeys(group, 0)
    for (member, other), meeting in known.met.items():
        if member in halves:
            halves[member] += known.tallies[other].score * (2 * meeting.won + meeting.drawn)
    return {member: Fraction(each, 2) for member, each in halves.items()}


def _buchholz(group: Group, known: Known) -> Figures:
    sums: dict[int, Figure] = {}
    for member in group:
        tally = known.tallies[member]
        sums[member] = tally.byes * tally.score
    for (member, other), meeting in known.met.items():
        if member in sums:
            sums[member] += known.tallies[other].score * meeting.parties
    return sums


def _rounds_left(group: Group, known: Known) -> Figures:
    return {member: known.reached.get(member, NO_FIXTURE) for member in group}


def _rank_before(group: Group, known: Known) -> Figures:
    return {member: known.before.get(member, NOT_RANKED) for member in group}


# Figures in words


def decimal(figure: Figure) -> str:
    """Format a figure, a fraction with at most two decimals.

    >>> decimal(Fraction(-75, 2)), decimal(1200), decimal(Fraction(1, 3))
    ('−37.5', '1,200', '0.33')
    """
    hundredths = round(Fraction(figure) * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:02}".rstrip("0") if rest else "")


def signed_decimal(figure: Figure) -> str:
    """Format a balance.

    >>> signed_decimal(4), signed_decimal(Fraction(-1, 2)), signed_decimal(0)
    ('+4', '−0.5', '0')
    """
    return f"{'+' if figure > 0 else ''}{decimal(figure)}"


def distinct_figures(first: Figure, second: Figure) -> tuple[str, str]:
    """Format two different figures so that they look different.

    >>> distinct_figures(Fraction(75, 2), 20)
    ('37.5', '20')
    >>> distinct_figures(Fraction(1, 3), Fraction(334, 1000))
    ('1/3', '167/500')
    """
    if decimal(first) == decimal(second):
        return str(first), str(second)
    return decimal(first), decimal(second)


def is_still_in(figure: Figure) -> bool:
    """Return whether a member of a knock-out, of whom this is the round reached,
    is still to play it, or for third place.
    """
    return figure == PLAYS_FOR_THIRD or Fraction(figure).denominator == 2


LEVELS = {1: "final", 2: "semi-final", 3: "quarter-final"}


PLACES: Mapping[Figure, str] = {
    PLAYS_FOR_THIRD: "for third place",
    THIRD: "third place",
    FOURTH: "fourth place",
}
"""What a table calls how far they came who play for third place."""


def level_name(figure: Figure) -> str:
    """Return the name of the round that a member of a knock-out has reached,
    by how far it is from the title.
    """
    left = ceil(figure)
    return LEVELS.get(left, f"round of {2**left}")


def round_reached(figure: Figure) -> str:
    """Return how far a member of a knock-out came, in as few words as a table has room for.

    The figure is how many rounds the member was from the title in their last one, 0 for the winner;
    half a round less while that round is still to be played.

    >>> [round_reached(figure) for figure in (0, Fraction(1, 2), 1, 5, NO_FIXTURE)]
    ['winner', 'in the final', 'final', 'round of 32', '–']
    >>> [round_reached(figure) for figure in (PLAYS_FOR_THIRD, THIRD, FOURTH)]
    ['for third place', 'third place', 'fourth place']
    """
    if figure == NO_FIXTURE:
        return "–"
    if figure in PLACES:
        return PLACES[figure]
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
    >>> for figure in (PLAYS_FOR_THIRD, THIRD, FOURTH):
    ...     print(reached_words(figure))
    plays for third place
    won third place
    lost the match for third place
    """
    if figure == NO_FIXTURE:
        return "have no fixture" if several else "has no fixture"
    if figure == PLAYS_FOR_THIRD:
        return f"{'play' if several else 'plays'} for third place"
    if figure in PLACES:
        return "won third place" if figure == THIRD else "lost the match for third place"
    if is_still_in(figure):
        return f"{'play' if several else 'plays'} in the {level_name(figure)}"
    if figure <= 1:
        return "lost the final" if figure else "won the final"
    return f"went out in the {level_name(figure)}"


# Tie-breaks


class Needs(Enum):
    """The meetings from which the figures of a group follow."""

    NO_MEETINGS = "none"
    WITH_ANYBODY = "of its members with anybody"
    AMONG_THEMSELVES = "of its members with each other"


@dataclass(frozen=True, kw_only=True)
class TieBreakRule:
    """All that there is to know about a tie-break.

    Args:
        of_group: returns the figures of a group; `None` if not all have met whom they must.
        needs: the meetings that they follow from.
        one: a figure in a sentence, if it is 1.
        more: the same, if it is another.
        shown: formats a figure in a column.
        heading: what heads that column, if it is not the name of the tie-break.
        unit: what follows a figure where no column is headed with it.
        fewer_first: whether the lower figure is ahead.
        counts_byes: whether a bye is a result in it, for a member who has no other.
        says_difference: whether the difference of two figures says more than both.
        by_winner: whether it is known after a partie as soon as it is known who has won.
    """

    of_group: Callable[[Group, Known], Figures | None]
    needs: Needs = Needs.NO_MEETINGS
    one: str
    more: str
    shown: Callable[[Figure], str] = decimal
    heading: str = ""
    unit: str = ""
    fewer_first: bool = False
    counts_byes: bool = False
    says_difference: bool = False
    by_winner: bool = False

    def words(self, figure: Figure, written: str) -> str:
        """Say a figure, which is *written* so."""
        return (self.one if figure == 1 else self.more).format(written)


TIE_BREAKS: Mapping[TieBreak, TieBreakRule] = {
    TieBreak.POINTS: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.balance),
        one="{} point",
        more="{} points",
        shown=signed_decimal,
        says_difference=True,
    ),
    TieBreak.MATCH_POINTS: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.score),
        one="{} match point",
        more="{} match points",
        heading="MP",
        unit=" MP",
        counts_byes=True,
        says_difference=True,
        by_winner=True,
    ),
    TieBreak.WON: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.won),
        one="{} partie won",
        more="{} parties won",
        unit=" won",
        says_difference=True,
        by_winner=True,
    ),
    TieBreak.POINTS_WON: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.points_won),
        one="{} point received",
        more="{} points received",
        says_difference=True,
    ),
    TieBreak.HEAD_TO_HEAD: TieBreakRule(
        of_group=_head_to_head,
        needs=Needs.AMONG_THEMSELVES,
        one="{} match point a partie among those level",
        more="{} match points a partie among those level",
    ),
    TieBreak.RUBICONS_INFLICTED: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.rubicons_inflicted),
        one="{} Rubicon inflicted",
        more="{} Rubicons inflicted",
    ),
    TieBreak.RUBICONS_SUFFERED: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.rubicons_suffered),
        one="{} Rubicon suffered",
        more="{} Rubicons suffered",
        fewer_first=True,
    ),
    TieBreak.AVERAGE: TieBreakRule(
        of_group=_of_tally(_average),
        one="an average margin of {}",
        more="an average margin of {}",
        shown=signed_decimal,
    ),
    TieBreak.SONNEBORN_BERGER: TieBreakRule(
        of_group=_sonneborn_berger,
        needs=Needs.WITH_ANYBODY,
        one="Sonneborn-Berger {}",
        more="Sonneborn-Berger {}",
    ),
    TieBreak.BUCHHOLZ: TieBreakRule(
        of_group=_buchholz,
        needs=Needs.WITH_ANYBODY,
        one="Buchholz {}",
        more="Buchholz {}",
    ),
    TieBreak.CAPOTS: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.capots),
        one="{} capot",
        more="{} capots",
    ),
    TieBreak.FEWER_PARTIES: TieBreakRule(
        of_group=_of_tally(lambda tally: tally.parties),
        one="{} partie",
        more="{} parties",
        fewer_first=True,
        by_winner=True,
    ),
    TieBreak.ROUND_REACHED: TieBreakRule(
        of_group=_rounds_left,
        one="",  # `reached_words` says it
        more="",
        shown=round_reached,
        heading="Reached",
        fewer_first=True,
        counts_byes=True,
    ),
    TieBreak.RANK_BEFORE: TieBreakRule(
        of_group=_rank_before,
        one="rank {} in the season before",
        more="rank {} in the season before",
        fewer_first=True,
    ),
}


def heading_of(by: TieBreak) -> str:
    """Return how a column with the figures of a tie-break is headed.

    >>> heading_of(TieBreak.MATCH_POINTS), heading_of(TieBreak.POINTS_WON)
    ('MP', 'Points received')
    """
    return TIE_BREAKS[by].heading or first_up(by.noun)


def needed(
    by: TieBreak, groups: Sequence[Group], meetings: Meetings
) -> Mapping[tuple[int, int], Meeting]:
    """Load the meetings that a tie-break needs of some groups."""
    needs = TIE_BREAKS[by].needs
    if not groups or needs is Needs.NO_MEETINGS:
        return {}
    return dict(meetings(groups, among=needs is Needs.AMONG_THEMSELVES))
