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
from ..rules.words import first_up
from .results import Tally
from .standings import counts, ordinal
from .terms import SeasonTerms, TieBreak

BY_WINNER = frozenset({TieBreak.MATCH_POINTS, TieBreak.WON, TieBreak.FEWER_PARTIES})
"""Tie-breaks that follow from who wins."""

MOST_RIVALS = 12
"""The maximum number of rivals who are listed for one result; a reader would not read more."""


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
    """A member who may end ahead or level, with a condition for each of their results,
    the worst first.
    """

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
    _by_winner: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def opponents(self) -> dict[int, int]:
        return dict(
            each for first, second in self.fixtures for each in ((first, second), (second, first))
        )

    @cached_property
    def first(self) -> tuple[TieBreak, ...]:
        """The first tie-breaks, which follow from who wins."""
        return tuple(takewhile(BY_WINNER.__contains__, self.terms.order))

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
            if (
                self.by_points_alone and self.opponents.get(other, member) != member
            ):  # as most are, in a large club
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
        for players in {tuple(sorted({each, self.opponents.get(each, each)})) for each in rivals}:
            of_both = [rivals[each] for each in players if each in rivals]
            best += min(self._ahead(member, own.high, of_both, level=False))
            worst += max(self._ahead(member, own.low, of_both, level=True))
        return Case(
            own, best, worst, tuple(rivals[each] for each in self.tallies if each in rivals)
        )

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
        if one != two:
            level = ahead = -FAR if one > two else FAR
        elif self.by_points:
            level = self._balances[member] - self._balances[other]
            ahead = level + 1
        else:
            level = -FAR
            ahead = FAR
        return Condition(gains, least, most, ahead if self.by is None else level, ahead)

    def _decided_by_winner(self, member: int, sign: int) -> tuple[int, ...]:
        """Return what is compared before points, higher first, after a win,
        a draw or a loss: 1, 0 or -1.
        """
        found = self._by_winner.get((member, sign))
        if found is None:
            tally = self.tallies[member]
            terms = self.terms
            plays = member in self.opponents
            figures = {
                TieBreak.MATCH_POINTS: tally.score
                + plays * (terms.loss, terms.draw, terms.win)[sign + 1],
                TieBreak.WON: tally.won + (sign > 0),
                TieBreak.FEWER_PARTIES: -tally.parties - plays,
            }
            found = (int(plays or counts(tally, terms.order)), *(figures[by] for by in self.first))
            self._by_winner[member, sign] = found
        return found

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
        if meets is None or meets == member:
            gains = {-own if meets else 0}
        else:
            results = self._results(meets)
            near = {
                least[0] - 1,
                least[0],
                *(1 - each for each in least[1:]),
                *(-each for each in least[1:]),
            }
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
    words = f"{ordinal(first)} {'or' if last == first + 1 else 'to'} {ordinal(last)}"
    return ordinal(first) if first == last else words


OUTCOMES = {
    (1,): ("beat", "beats"),
    (0, 1): ("do not lose to", "does not lose to"),
    (0,): ("draw with", "draws with"),
    (-1, 0): ("do not beat", "does not beat"),
    (-1,): ("lose to", "loses to"),
}
"""What a player does to their opponent, by the signs of what they may gain;
the first is for *you*.
"""


@dataclass(frozen=True)
class Wording:
    """How the cases of a member are said: to `reader`, who is called *you*,
    or to nobody if that is 0.
    """

    before: OpenRound
    names: Mapping[int, str]
    reader: int

    def case(self, member: int, case: Case) -> tuple[str, list[str]]:
        """Return the ranks that a result leaves possible,
        and what brings each rival ahead or level, in sentences.
        """
        ranks = ranks_words(case.best, case.worst)
        rivals = [self._rival(member, case.own, each) for each in case.rivals]
        if len(rivals) > MOST_RIVALS:
            rivals = [f"{len(rivals)} players may end ahead. They are too many to list."]
        elif (
            len(rivals) == 1
            and case.worst > case.best
            and not self._brings(member, case.own, case.rivals[0], level=True)
        ):
            brings = " or if ".join(self._brings(member, case.own, case.rivals[0]))
            ranks = f"{ordinal(case.best)}, or {ordinal(case.worst)} if {brings}"
            rivals = []
        plays = member in self.before.opponents
        return (
            f"If {self._does(member, case.own.sign)}: {ranks}." if plays else f"{first_up(ranks)}.",
            rivals,
        )

    def _rival(self, member: int, own: Gains, rival: Rival) -> str:
        name = self._name(rival.member)
        said = list[str]()
        if ahead := self._brings(member, own, rival):
            said.append(
                f"{name} {'are' if rival.member == self.reader else 'is'} ahead if "
                f"{' or if '.join(ahead)}"
            )
        if self.before.by and (level := self._brings(member, own, rival, level=True)):
            goes = f"it goes by {self.before.by.value.split(',')[0]}"
            said.append(
                f"{goes} between {self._name(member)} and {name}"
                if level == [""]
                else f"if {' or if '.join(level)}, {goes}"
            )
        return " ".join(f"{first_up(each)}." for each in said)

    def _brings(self, member: int, own: Gains, rival: Rival, *, level: bool = False) -> list[str]:
        """Return what brings a rival ahead, or makes them level, each in a clause;
        an empty one is always true.
        """
        whole = list[int]()
        part = list[int]()
        at = 0
        for each in rival.conditions:
            if level and (each.level == each.ahead or each.always or each.never):
                continue
            found = each.level if level else each.ahead
            if found <= each.least and (not level or each.ahead > each.most):
                whole.append(each.gains.sign)
            elif found <= each.most:
                part.append(each.gains.sign)
                at = found
        if not part:
            return (
                [self._does(rival.member, *whole)]
                if 0 < len(whole) < len(rival.conditions)
                else [""] * bool(whole)
            )
        meets = self.before.opponents.get(rival.member)
        how_much = f"exactly {abs(at)}"
        if meets in (None, member):  # what the rival needs follows from the member's own margin
            most, rest = divmod(-at, 2 if meets else 1)
            how_much = (
                f"exactly {abs(most)}"
                if level
                else f"{most} or less"
                if own.sign > 0
                else f"{-most} or more"
            )
            return [] if level and rest else [f"{self._does(member, own.sign)} by {how_much}"]
        if own.sign == 0:
            if not level:
                how_much, part = (f"{at} or more", part) if at > 0 else (f"more than {-at}", [0, 1])
            return [f"{self._does(rival.member, *part)} by {how_much}"]
        one, other = (rival.member, member) if at > 0 else (member, rival.member)
        if not level:
            how_much = f"{at} or more" if at > 0 else f"no more than {-at}"
        gains = (
            f"{self._name(one)} {'gain' if one == self.reader else 'gains'} {how_much} on "
            f"{self._name(other)}"
        )
        if not any(abs(each.ahead) == FAR for each in rival.conditions):
            return [gains]
        return [
            *([self._does(rival.member, *whole)] if whole else []),
            f"{self._does(rival.member, *part)} and {gains}",
        ]

    def _does(self, member: int, *signs: int) -> str:
        does = OUTCOMES[tuple(sorted(signs))][member != self.reader]
        return f"{self._name(member)} {does} {self._name(self.before.opponents[member])}"

    def _name(self, member: int) -> str:
        return "you" if member == self.reader else self.names[member]
