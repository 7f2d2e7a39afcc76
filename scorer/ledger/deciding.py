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
from .tie_breaks import TIE_BREAKS, Figure, Known

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

ALWAYS = ""
"""The clause of what needs no condition."""


class _Bringing(NamedTuple):
    """Which results of a rival bring them ahead, or level, by their signs:
    those that do it in `any_case`, and those that do only `if_enough` is gained, `at` more.
    """

    any_case: list[int]
    if_enough: list[int]
    at: int


def _bringing(rival: Rival, *, level: bool) -> _Bringing:
    any_case = list[int]()
    if_enough = list[int]()
    at = 0
    for each in rival.conditions:
        sign = each.gains.sign
        if not level:
            if each.always:
                any_case.append(sign)
            elif each.ahead <= each.most:
                if_enough.append(sign)
                at = each.ahead
            continue
        if each.level == each.ahead or each.always or each.never:
            continue  # with this result they cannot be level
        if each.level <= each.least and each.ahead > each.most:
            any_case.append(sign)
        else:
            if_enough.append(sign)
            at = each.level
    return _Bringing(any_case, if_enough, at)


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
        elif len(rivals) == 1 and case.worst > case.best:
            (rival,) = case.rivals
            # who is either ahead or behind, never level, has room in the first sentence
            if not self._brings(member, case.own, rival, level=True):
                brings = " or if ".join(self._brings(member, case.own, rival))
                ranks = f"{ordinal(case.best)}, or {ordinal(case.worst)} if {brings}"
                rivals = []
        if member not in self.before.opponents:
            return f"{first_up(ranks)}.", rivals
        return f"If {self._does(member, case.own.sign)}: {ranks}.", rivals

    def _rival(self, member: int, own: Gains, rival: Rival) -> str:
        name = self._name(rival.member)
        said = list[str]()
        if ahead := self._brings(member, own, rival):
            are = "are" if rival.member == self.reader else "is"
            said.append(f"{name} {are} ahead if {' or if '.join(ahead)}")
        if self.before.by and (level := self._brings(member, own, rival, level=True)):
            goes = f"it goes by {self.before.by.noun}"
            if level == [ALWAYS]:
                said.append(f"{goes} between {self._name(member)} and {name}")
            else:
                said.append(f"if {' or if '.join(level)}, {goes}")
        return " ".join(f"{first_up(each)}." for each in said)

    def _brings(self, member: int, own: Gains, rival: Rival, *, level: bool = False) -> list[str]:
        """Return what brings a rival ahead, or makes them level, each in a clause."""
        found = _bringing(rival, level=level)
        if not found.if_enough:
            if not found.any_case:
                return []
            if len(found.any_case) == len(rival.conditions):
                return [ALWAYS]
            return [self._does(rival.member, *found.any_case)]
        if self.before.opponents.get(rival.member) in (None, member):
            return self._by_own_margin(member, own, rival, found.at, level=level)
        if own.sign == 0:
            return [self._by_margin_of(rival, found, level=level)]
        gains = self._by_gains(member, rival, found.at, level=level)
        if not any(abs(each.ahead) == FAR for each in rival.conditions):
            return [gains]
        clauses = [f"{self._does(rival.member, *found.if_enough)} and {gains}"]
        if found.any_case:
            clauses.insert(0, self._does(rival.member, *found.any_case))
        return clauses

    def _by_own_margin(
        self, member: int, own: Gains, rival: Rival, at: int, *, level: bool
    ) -> list[str]:
        """Say what a rival needs who plays nobody else: only the member's own margin is open."""
        # between the two a margin counts twice: one gains what the other loses
        margin, rest = divmod(-at, 2 if rival.member in self.before.opponents else 1)
        if level and rest:
            return []
        if level:
            how_much = f"exactly {abs(margin)}"
        elif own.sign > 0:
            how_much = f"{margin} or less"
        else:
            how_much = f"{-margin} or more"
        return [f"{self._does(member, own.sign)} by {how_much}"]

    def _by_margin_of(self, rival: Rival, found: _Bringing, *, level: bool) -> str:
        """Say what a rival needs if the member gains nothing: only the rival's margin is open."""
        if level:
            return f"{self._does(rival.member, *found.if_enough)} by exactly {abs(found.at)}"
        if found.at > 0:
            return f"{self._does(rival.member, *found.if_enough)} by {found.at} or more"
        return f"{self._does(rival.member, 0, 1)} by more than {-found.at}"

    def _by_gains(self, member: int, rival: Rival, at: int, *, level: bool) -> str:
        """Say how much more one must gain than the other, if both margins are open."""
        one, other = (rival.member, member) if at > 0 else (member, rival.member)
        if level:
            how_much = f"exactly {abs(at)}"
        elif at > 0:
            how_much = f"{at} or more"
        else:
            how_much = f"no more than {-at}"
        gain = "gain" if one == self.reader else "gains"
        return f"{self._name(one)} {gain} {how_much} on {self._name(other)}"

    def _does(self, member: int, *signs: int) -> str:
        to_you, of_others = OUTCOMES[tuple(sorted(signs))]
        does = to_you if member == self.reader else of_others
        return f"{self._name(member)} {does} {self._name(self.before.opponents[member])}"

    def _name(self, member: int) -> str:
        return "you" if member == self.reader else self.names[member]
