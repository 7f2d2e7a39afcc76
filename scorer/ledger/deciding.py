"""What decides a round: what each result of a member's own leaves possible, and what brings others
ahead of them.

A result is what a member gains: what they receive, negative if they pay. Once it is known who wins,
a tie-break before points is decided, and by points a rival is ahead if they gain enough more than
the member. So for each result of the two there is one least difference of gains, and the ranks
follow from trying every result of the others on both sides of it. A forfeit is a result too.

Who is level then is left to the next tie-break: head-to-head may depend on more than two, Rubicons
and capots on deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from ..rules.ruleset import Ruleset
from .results import Tally
from .standings import counts, ordinal
from .terms import SeasonTerms, TieBreak
from .tie_breaks import TIE_BREAKS, Figure, Known


class Margins(NamedTuple):
    """The winner of a partie receives from `least` to `most`;
    it may be drawn if there are `draws`.
    """

    least: int
    most: int
    draws: bool


USUAL = 4
"""Margins up to this multiple of the least one are considered, even if none was so large yet."""


def margins_of(rules: Ruleset, forfeit_points: int, largest: int) -> Margins:
    """Return the margins of a partie or a forfeit that are considered; *largest* is the largest so
    far.

    >>> from scorer.rules.presets import PORTLAND
    >>> margins_of(PORTLAND, 150, 421)
    Margins(least=101, most=421, draws=True)
    """
    least = 1 if rules.pays_parties else rules.partie_bonus + 1  # who has one point more has won
    most = rules.parties_to_win + 1 if rules.pays_parties else USUAL * least
    forfeit = forfeit_points or least
    return Margins(min(least, forfeit), max(most, forfeit, largest), rules.deals is not None)


class Gains(NamedTuple):
    """What a member gains by a loss, a draw or a win; 0 if they do not play."""

    low: int
    high: int

    @property
    def sign(self) -> int:
        return (self.low > 0) - (self.high < 0)


FAR = 10**9
"""More than a difference can be, where points do not decide."""


class Condition(NamedTuple):
    """What brings a rival ahead of a member if they gain `gains`: to gain at least `ahead` more,
    and `level` to be level.

    Margins allow differences from `least` to `most`.
    """

    gains: Gains
    least: int
    most: int
    level: int
    ahead: int

    @property
    def always(self) -> bool:
        return self.ahead <= self.least

    @property
    def never(self) -> bool:
        return self.level > self.most

    def least_gain(self, own: int, *, level: bool) -> int:
        """Return the least gain that brings the rival ahead, or level, if the member gains *own*;
        or more than any.
        """
        found = max(self.gains.low, own + (self.level if level else self.ahead))
        return found if found <= self.gains.high else FAR


class Rival(NamedTuple):
    """A member who may end ahead or level, with a condition for each of their results."""

    member: int
    conditions: tuple[Condition, ...]


class Case(NamedTuple):
    """The ranks that a result of a member leaves possible:
    one lower for each of the `rivals` who ends ahead.
    """

    own: Gains
    best: int
    worst: int
    rivals: tuple[Rival, ...]


@dataclass(frozen=True)
class OpenRound:
    """A season before the rest of a round: its tallies,
    and the open fixtures, first player first.
    """

    terms: SeasonTerms
    margins: Margins
    tallies: Mapping[int, Tally]
    fixtures: tuple[tuple[int, int], ...]
    _by_winner: dict[tuple[int, int], tuple[Figure, ...]] = field(default_factory=dict)

    @cached_property
    def opponents(self) -> dict[int, int]:
        return dict(self.fixtures) | {second: first for first, second in self.fixtures}

    @cached_property
    def first(self) -> tuple[TieBreak, ...]:
        """The first tie-breaks, which follow from who wins."""
        return tuple(takewhile(lambda by: TIE_BREAKS[by].by_winner, self.terms.order))

    @cached_property
    def by_points(self) -> bool:
        return self.terms.order[len(self.first) : len(self.first) + 1] == (TieBreak.POINTS,)

    @cached_property
    def by_points_alone(self) -> bool:
        """Whether points alone rank all members, of whom each has played:
        those who have not are last.
        """
        return (
            self.by_points
            and not self.first
            and all(tally.parties for tally in self.tallies.values())
        )

    @cached_property
    def by(self) -> TieBreak | None:
        """The tie-break to which those who are level are left; `None` if they share the rank."""
        return next(iter(self.terms.order[len(self.first) + self.by_points :]), None)

    def cases(self, member: int) -> list[Case]:
        """Return what each result of a member leaves possible, the best first;
        one case if they do not play.
        """
        return [self._case(member, own) for own in reversed(self._results(member))]

    def bounds(self, member: int) -> tuple[int, int]:
        """Return the best and the worst rank that a member can have after the round."""
        results = self._results(member)
        return self._case(member, results[-1]).best, self._case(member, results[0]).worst

    def _results(self, member: int) -> list[Gains]:
        """Return what a member may gain, the worst first."""
        return self._of_players if member in self.opponents else [Gains(0, 0)]

    @cached_property
    def _balances(self) -> dict[int, int]:
        return {member: tally.balance for member, tally in self.tallies.items()}

    @cached_property
    def _of_players(self) -> list[Gains]:
        least, most, draws = self.margins
        return [Gains(-most, -least), *([Gains(0, 0)] if draws else []), Gains(least, most)]

    def _case(self, member: int, own: Gains) -> Case:
        best = 1
        rivals = dict[int, Rival]()
        for other in self.tallies.keys() - {member}:
            is_opponent = self.opponents.get(member) == other
            # In a large club most are so far away that the ends of what both may gain tell.
            if self.by_points_alone and not is_opponent:
                least = self._of_players[0].low - own.high
                most = self._of_players[-1].high - own.low
                ahead = self._balances[member] - self._balances[other]
                if ahead < least or ahead > most:
                    best += ahead < least
                    continue
            conditions = self._conditions(member, own, other)
            if all(each.always for each in conditions):
                best += 1
            elif not all(each.never for each in conditions):
                rivals[other] = Rival(other, conditions)
        worst = best
        # Two rivals who meet cannot both gain: the best and the worst for both is found at once.
        together = {tuple(sorted({each, self.opponents.get(each, each)})) for each in rivals}
        for players in together:
            of_both = [rivals[each] for each in players if each in rivals]
            best += min(self._ahead(member, own.high, of_both, level=False))
            worst += max(self._ahead(member, own.low, of_both, level=True))
        in_order = tuple(rivals[each] for each in self.tallies if each in rivals)
        return Case(own, best, worst, in_order)

    def _conditions(self, member: int, own: Gains, other: int) -> tuple[Condition, ...]:
        if self.opponents.get(member) == other:
            return (self._condition(member, own, other, Gains(-own.high, -own.low)),)
        return tuple(self._condition(member, own, other, gains) for gains in self._results(other))

    def _condition(self, member: int, own: Gains, other: int, gains: Gains) -> Condition:
        least = gains.low - own.high
        most = gains.high - own.low
        if self.opponents.get(member) == other:
            least = 2 * gains.low
            most = 2 * gains.high
        one = self._decided_by_winner(other, gains.sign)
        two = self._decided_by_winner(member, own.sign)
        if one != two:  # no difference of gains matters
            level = ahead = -FAR if one > two else FAR
        elif self.by_points:
            level = self._balances[member] - self._balances[other]
            ahead = level + 1
        else:  # the two are level whatever they gain
            level = -FAR
            ahead = FAR
        if self.by is None:  # who is level shares the rank, and is never behind
            level = ahead
        return Condition(gains=gains, least=least, most=most, level=level, ahead=ahead)

    def _decided_by_winner(self, member: int, sign: int) -> tuple[Figure, ...]:
        """Return what is compared before points, higher first, after a win,
        a draw or a loss: 1, 0 or -1.
        """
        found = self._by_winner.get((member, sign))
        if found is None:
            found = tuple(self._figures_after(member, sign))
            self._by_winner[member, sign] = found
        return found

    def _figures_after(self, member: int, sign: int) -> Iterator[Figure]:
        terms = self.terms
        tally = self.tallies[member]
        if member in self.opponents:
            match_points = {1: terms.win, 0: terms.draw, -1: terms.loss}[sign]
            tally += Tally(parties=1, won=int(sign > 0), match_points=match_points)
        yield int(counts(tally, terms.order))
        for by in self.first:
            rule = TIE_BREAKS[by]
            found = rule.of_group((member,), Known({member: tally}))
            assert found is not None
            yield -found[member] if rule.fewer_first else found[member]

    def _ahead(
        self, member: int, own: int, rivals: Sequence[Rival], *, level: bool
    ) -> Iterator[int]:
        """Yield how many of one rival, or of two who meet,
        are ahead after each of their results that matters.
        """
        least = [
            min(each.least_gain(own, level=level) for each in rival.conditions) for rival in rivals
        ]
        meets = self.opponents.get(rivals[0].member)
        if meets is None:
            gains = {0}
        elif meets == member:
            gains = {-own}
        else:
            # The number of those ahead changes only where one of them reaches what they need, so
            # it is enough to try both sides of each such gain, and the ends of what is possible.
            # What the second needs is a loss of the first.
            results = self._results(meets)
            near = {least[0] - 1, least[0]}
            for each in least[1:]:
                near |= {1 - each, -each}
            gains = {end for each in results for end in each}
            gains |= {gain for gain in near if any(low <= gain <= high for low, high in results)}
        for gain in gains:
            yield sum(each >= needed for each, needed in zip((gain, -gain), least, strict=False))


# In words


def ranks_words(first: int, last: int) -> str:
    """Format a rank, or several from which it is one.

    >>> ranks_words(1, 1), ranks_words(1, 2), ranks_words(1, 3)
    ('1st', '1st or 2nd', '1st to 3rd')
    """
    if first == last:
        return ordinal(first)
    return f"{ordinal(first)} {'or' if last == first + 1 else 'to'} {ordinal(last)}"
